// Any bytes as a picture: pixels or a refusal. A decoded picture is unchanged after it is written
// as PNG and read again. The first byte selects whether the checksums of a PNG are corrected, since
// libpng ignores everything else otherwise.
#include "limb/render.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define expect(condition) ((condition) ? (void)0 : abort()) // a macro: the stack names the line

enum { MAX_PIXELS = 1 << 18 }; // larger ones take memory and time, and no other path

typedef struct png_file {
    uint8_t *data;
    size_t size;
} png_file;

static void set_checksums(uint8_t *data, size_t size);
static uint32_t checksum(const uint8_t *data, size_t size);
static void write_again(const limb_image *image);
static limb_status append(void *out, const void *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    // of the exact size, so that a read beyond it is seen
    uint8_t *bytes = malloc(size);
    expect(bytes != NULL);
    memcpy(bytes, data + 1, size - 1);
    if (data[0] & 1) set_checksums(bytes, size - 1);
    bytes = realloc(bytes, size - 1 + (size == 1));
    int width, height;
    const limb_status known = limb_image_size(bytes, size - 1, &width, &height);
    expect(known == LIMB_OK ? width > 0 && height > 0 : known == LIMB_ERROR_INPUT && width == 0);
    if (known != LIMB_OK || width <= MAX_PIXELS / height) {
        limb_image image;
        const limb_status status = limb_image_parse(&image, bytes, size - 1, NULL);
        expect(status == LIMB_OK || (status == LIMB_ERROR_INPUT && !image.rgba));
        if (status == LIMB_OK) {
            expect(known == LIMB_OK && image.width == width && image.height == height);
            write_again(&image);
        }
        limb_image_free(&image);
    }
    free(bytes);
    return 0;
}

static void set_checksums(uint8_t *data, size_t size)
{
    for (size_t at = 8; at + 12 <= size;) {
        const size_t length = (size_t)data[at] << 24 | (size_t)data[at + 1] << 16 |
                              (size_t)data[at + 2] << 8 | data[at + 3];
        if (length > size - at - 12) return;
        const uint32_t sum = checksum(data + at + 4, length + 4);
        for (int k = 0; k < 4; k++)
            data[at + 8 + length + (size_t)k] = (uint8_t)(sum >> (24 - 8 * k));
        at += 12 + length;
    }
}

// CRC-32, bit by bit.
static uint32_t checksum(const uint8_t *data, size_t size)
{
    uint32_t sum = 0xffffffff;
    for (size_t i = 0; i < size; i++) {
        sum ^= data[i];
        for (int k = 0; k < 8; k++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return ~sum;
}

static void write_again(const limb_image *image)
{
    png_file file = {NULL, 0};
    limb_image again;
    expect(limb_image_write_png(image, append, &file) == LIMB_OK);
    expect(limb_image_parse(&again, file.data, file.size, NULL) == LIMB_OK);
    const size_t size = 4 * (size_t)image->width * (size_t)image->height;
    expect(again.width == image->width && again.height == image->height);
    expect(memcmp(again.rgba, image->rgba, size) == 0);
    limb_image_free(&again);
    free(file.data);
}

static limb_status append(void *out, const void *bytes, size_t size)
{
    png_file *file = out;
    uint8_t *data = realloc(file->data, file->size + size + 1);
    expect(data != NULL);
    memcpy(data + file->size, bytes, size);
    *file = (png_file){data, file->size + size};
    return LIMB_OK;
}
