// Tests pictures in a GLB: PNG without the chunks that glTF ignores, JPEG unchanged, nothing else.
#include "geometry/mesh_files/glb_file.h"
#include "harness.h"

#include <string.h>

// A chunk: length, type, that many bytes, a check sum (which is copied, not looked at).
#define CHUNK(length, type) "\0\0\0" length type
#define SUM                 "\1\2\3\4"
#define SIGNATURE           "\x89PNG\r\n\x1a\n"
#define HEAD                CHUNK("\15", "IHDR") "0123456789abc" SUM
#define PROFILE             CHUNK("\5", "iCCP") "what?" SUM
#define PIXELS              CHUNK("\3", "IDAT") "xyz" SUM
#define END                 CHUNK("\0", "IEND") SUM

static const char plain[] = SIGNATURE HEAD PIXELS END;
static const char tagged[] = SIGNATURE HEAD PROFILE PIXELS PROFILE PIXELS END;

static int embed(limb__glb_file *file, const char *bytes, size_t size)
{
    limb__glb_init(file, NULL);
    return limb__glb_image(file, bytes, size);
}

TEST(a_png_loses_its_profile_and_keeps_its_pixels)
{
    static const char wanted[] = SIGNATURE HEAD PIXELS PIXELS END;
    limb__glb_file file;
    ENSURE_INT(embed(&file, tagged, sizeof tagged - 1), 0);
    ENSURE(file.bytes.size >= sizeof wanted - 1);
    ENSURE(memcmp(file.bytes.data, wanted, sizeof wanted - 1) == 0);
    limb__glb_free(&file);
    ENSURE_INT(embed(&file, plain, sizeof plain - 1), 0);
    ENSURE(memcmp(file.bytes.data, plain, sizeof plain - 1) == 0);
    limb__glb_free(&file);
}

TEST(a_png_that_ends_early_is_left_as_it_is)
{
    for (size_t size = 9; size < sizeof tagged - 1; size++) {
        limb__glb_file file;
        ENSURE_INT(embed(&file, tagged, size), 0);
        ENSURE(file.bytes.size > 0 && file.bytes.size <= size + 3);
        limb__glb_free(&file);
    }
}

TEST(jpeg_is_embedded_and_what_is_not_a_picture_is_not)
{
    limb__glb_file file;
    ENSURE_INT(embed(&file, "\xff\xd8\xff\xe0rest", 8), 0);
    ENSURE(memcmp(file.bytes.data, "\xff\xd8\xff\xe0rest", 8) == 0);
    limb__glb_free(&file);
    ENSURE_INT(embed(&file, "GIF89a", 6), -1);
    limb__glb_free(&file);
}
