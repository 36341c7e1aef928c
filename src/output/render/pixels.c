// The pixels of a picture, independent of file formats.
#include "base/memory.h"
#include "output/render/draw.h"

void limb_image_free(limb_image *image)
{
    if (!image || !image->rgba) return;
    limb__release(image->memory, image->rgba, (size_t)image->width * (size_t)image->height * 4);
    image->rgba = NULL;
}

bool limb__image_is_opaque(const limb_image *image)
{
    const size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; i++) {
        if (image->rgba[i * 4 + 3] != 255) return false;
    }
    return true;
}
