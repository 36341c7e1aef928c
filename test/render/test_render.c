// Tests of rendering: occlusion order, the same bytes on any number of threads, transparent
// surfaces, invalid sizes, PNG written and read again.
#include "output/appearance/appearance.h"
#include "output/render/draw.h"
#include "pictures.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

// two squares across the view: a red one at the front, a blue one behind it and larger
static const float position[] = {
    0.5f, -1, -1, 0.5f, 1, -1, 0.5f, 1, 1, 0.5f, -1, 1, //
    -1,   -3, -3, -1,   3, -3, -1,   3, 3, -1,   -3, 3,
};
static const uint32_t indices[] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};

static limb_mesh *named_squares(float front_alpha, const char *front, const char *back)
{
    const limb_mesh_material material[2] = {
        {.name = front, .rgba = {1, 0, 0, front_alpha}, .roughness = 1, .texture = {.uri = ""}},
        {.name = back, .rgba = {0, 0, 1, 1}, .roughness = 1, .texture = {.uri = ""}},
    };
    const limb_mesh_part part[2] = {{"", 0, 2, 0}, {"", 2, 2, 1}};
    const limb_mesh source = {.nvertex = 8,
                              .position = position,
                              .ntriangle = 4,
                              .index = indices,
                              .npart = 2,
                              .part = part,
                              .nmaterial = 2,
                              .material = material};
    limb_mesh *mesh = NULL;
    ENSURE_INT(limb_mesh_copy(&mesh, &source, NULL), LIMB_OK);
    return mesh;
}

static limb_mesh *squares(float front_alpha)
{
    return named_squares(front_alpha, "", "");
}

TEST(the_nearer_surface_is_seen)
{
    limb_mesh *mesh = squares(1);
    limb_image image = render(mesh, (limb_render_opts){0});
    const uint8_t *middle = pixel(&image, 60, 45);
    const uint8_t *beside = pixel(&image, 60, 10);
    ENSURE(middle[0] > 100 && middle[2] < 60);
    ENSURE(beside[2] > 60 && beside[0] < 60);
    limb_image_free(&image);
    limb_mesh_free(mesh);
}

TEST(a_clear_surface_lets_the_other_through)
{
    limb_mesh *mesh = squares(0.5f);
    limb_image image = render(mesh, (limb_render_opts){0});
    const uint8_t *middle = pixel(&image, 60, 45);
    ENSURE(middle[0] > 60 && middle[2] > 40);
    limb_image_free(&image);
    limb_mesh_free(mesh);
}

// Collision shapes are visible through the translucent visual in front of them, and their edges are
// drawn as lines.
TEST(overlays_are_seen_through_ghosts)
{
    limb_mesh *mesh = named_squares(1, "", "limb_collision");
    limb_image image = render(mesh, (limb_render_opts){0});
    const uint8_t *middle = pixel(&image, 60, 45);
    ENSURE(middle[2] > middle[0] + 40);
    bool edge = false;
    for (int y = 0; y < 45; y++) {
        const uint8_t *p = pixel(&image, 60, y);
        edge = edge || (p[0] > 120 && p[1] > 60 && p[2] < 30);
    }
    ENSURE(edge);
    limb_image_free(&image);
    limb_mesh_free(mesh);
}

// Collision shapes that are shown without visuals are drawn opaque.
TEST(overlays_alone_are_solid)
{
    limb_mesh *mesh = named_squares(0.4f, "limb_collision", "limb_collision");
    limb_image image = render(mesh, (limb_render_opts){.transparent = true});
    ENSURE_INT(pixel(&image, 60, 45)[3], 255);
    ENSURE(pixel(&image, 60, 45)[2] < 60);
    limb_image_free(&image);
    limb_mesh_free(mesh);
}

TEST(frames_are_seen_through_everything)
{
    limb_mesh *mesh = named_squares(1, "", "limb_axis_z");
    limb_image image = render(mesh, (limb_render_opts){0});
    const uint8_t *middle = pixel(&image, 60, 45);
    ENSURE(middle[0] == 0 && middle[1] == 0 && middle[2] == 255);
    limb_image_free(&image);
    limb_mesh_free(mesh);
}

// Shapes that replace a missing mesh have stripes.
TEST(placeholders_are_hatched)
{
    limb_mesh *mesh = named_squares(1, "limb_missing", "");
    limb_image image = render(mesh, (limb_render_opts){0});
    int low = 255, high = 0;
    for (int x = 52; x < 68; x++) {
        const int red = pixel(&image, x, 45)[0];
        low = red < low ? red : low;
        high = red > high ? red : high;
    }
    ENSURE(high > low + 20);
    limb_image_free(&image);
    limb_mesh_free(mesh);
}

// White surfaces in full light keep visible shading: they are neither overexposed nor gray.
TEST(white_is_not_burnt)
{
    float light[3] = {1.6f, 1.6f, 1.6f};
    limb__tone(light);
    ENSURE(limb__display(light[0]) < 235.0f / 255 && limb__display(light[0]) > 0.85f);
    float dim[3] = {0.18f, 0.18f, 0.18f};
    limb__tone(dim);
    ENSURE_NEAR((double)dim[0], 0.18, 0.03);
}

// The cube of a color, and the largest distance of a channel of one of its three visible faces.
static double distance_from_color(const float color[3], double azimuth, bool dark)
{
    static const float corner[8][3] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                       {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
    static const int face[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    float point[24][3];
    uint32_t index[36];
    for (int f = 0; f < 6; f++) {
        static const uint32_t pair[6] = {0, 1, 2, 0, 2, 3};
        for (int k = 0; k < 4; k++)
            memcpy(point[4 * f + k], corner[face[f][k]], sizeof point[0]);
        for (int k = 0; k < 6; k++)
            index[6 * f + k] = (uint32_t)(4 * f) + pair[k];
    }
    const limb_mesh_material material = {.name = "",
                                         .rgba = {color[0], color[1], color[2], 1},
                                         .roughness = limb__looks.plain_roughness,
                                         .texture = {.uri = ""}};
    const limb_mesh_part part = {"", 0, 12, 0};
    const limb_mesh source = {.nvertex = 24,
                              .position = &point[0][0],
                              .ntriangle = 12,
                              .index = index,
                              .npart = 1,
                              .part = &part,
                              .nmaterial = 1,
                              .material = &material};
    limb_mesh *mesh = NULL;
    ENSURE_INT(limb_mesh_copy(&mesh, &source, NULL), LIMB_OK);
    const double elevation = (double)limb__looks.iso_elevation * 3.14159265358979 / 180;
    limb_image image = render(
        mesh,
        (limb_render_opts){
            .width = 60, .height = 45, .dark = dark, .azimuth = azimuth, .elevation = elevation});
    // the corner that is nearest is in the middle: faces are at its left, its right, and above
    static const int place[3][2] = {{22, 27}, {37, 27}, {30, 13}};
    double largest = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            largest = fmax(largest, fabs(pixel(&image, place[i][0], place[i][1])[k] / 255.0 -
                                         (double)color[k]));
    }
    limb_image_free(&image);
    limb_mesh_free(mesh);
    return largest;
}

// The sides and the top of an object show the color given in the file, from all directions.
TEST(colors_are_within_15_percent_of_the_file)
{
    static const float color[][3] = {{1, 0, 0},       {0, 1, 0},         {0, 0, 1},
                                     {0.9f, 0.9f, 0}, {1, 0.5f, 0.1f},   {0.5f, 0.5f, 0.5f},
                                     {1, 1, 1},       {0.1f, 0.1f, 0.1f}};
    static const double azimuth[] = {-0.785, 0.785, 2.356, -2.356};
    double largest = 0;
    for (size_t i = 0; i < sizeof color / sizeof color[0]; i++) {
        for (int k = 0; k < 4; k++)
            largest = fmax(largest, distance_from_color(color[i], azimuth[k], k % 2));
    }
    ENSURE(largest < 0.15);
    // and what is above, at the side and in the shadow of the sun is not all the same
    ENSURE(largest > 0.03);
}

TEST(threads_do_not_change_the_bytes)
{
    limb_mesh *mesh = squares(0.5f);
    limb_image one = render(mesh, (limb_render_opts){.threads = 1, .width = 333, .height = 201});
    limb_image five = render(mesh, (limb_render_opts){.threads = 5, .width = 333, .height = 201});
    ENSURE(memcmp(one.rgba, five.rgba, 333 * 201 * 4) == 0);
    limb_image_free(&one);
    limb_image_free(&five);
    limb_mesh_free(mesh);
}

TEST(a_transparent_picture_has_a_hole_where_nothing_is)
{
    limb_mesh *mesh = squares(1);
    limb_image image = render(mesh, (limb_render_opts){.transparent = true});
    ENSURE_INT(pixel(&image, 0, 0)[3], 0);
    ENSURE_INT(pixel(&image, 60, 45)[3], 255);
    limb_image_free(&image);
    limb_mesh_free(mesh);
}

TEST(a_scene_without_triangles_is_the_ground)
{
    const limb_mesh empty = {0};
    limb_image image;
    const limb_render_opts opts = {.width = 40, .height = 30};
    ENSURE_INT(limb_render(&image, &empty, &opts), LIMB_OK);
    limb_image_free(&image);
}

TEST(sizes_out_of_range_are_refused)
{
    const limb_mesh empty = {0};
    limb_image image;
    ENSURE_INT(limb_render(&image, &empty, &(limb_render_opts){.width = -1}), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_render(&image, &empty, &(limb_render_opts){.width = 9000}), LIMB_ERROR_INPUT);
}

// Squares of such sizes overflow float, so the ground's shadow used to be blurred outside its map.
TEST(scenes_that_are_immense_or_minute_are_drawn_or_refused)
{
    static const float size[] = {1e-30f, 1e-20f, 1e-10f, 1e8f, 9e8f, 1e10f, 1e19f, 1e30f, 3e38f};
    for (size_t i = 0; i < sizeof size / sizeof size[0]; i++) {
        const float corner[9] = {0, 0, 0, size[i], 0, 0, 0, 0, size[i]};
        static const uint32_t index[3] = {0, 1, 2};
        const limb_mesh source = {
            .nvertex = 3, .position = corner, .ntriangle = 1, .index = index, .file = ""};
        limb_mesh *mesh;
        ENSURE_INT(limb_mesh_copy(&mesh, &source, NULL), LIMB_OK);
        limb_image image;
        const limb_status status =
            limb_render(&image, mesh, &(limb_render_opts){.width = 40, .height = 30});
        ENSURE_INT(status, size[i] > 1e9f ? LIMB_ERROR_INPUT : LIMB_OK);
        limb_image_free(&image);
        limb_mesh_free(mesh);
    }
}

// A triangle fan around a point: every sample of the square belongs to exactly one triangle.
TEST(neighbors_neither_overlap_nor_leave_gaps)
{
    enum { SIZE = 64 };
    static float z[SIZE * SIZE];
    limb_test_rng rng = {7};
    int count[SIZE * SIZE] = {0};
    limb__corner ring[24];
    const limb__corner center = {(float)limb_test_uniform(&rng, 20, 40),
                                 (float)limb_test_uniform(&rng, 20, 40), 1};
    static const float corner[4][2] = {{4, 4}, {60, 4}, {60, 60}, {4, 60}};
    for (int i = 0; i < 24; i++) {
        const float *a = corner[i / 6], *b = corner[(i / 6 + 1) % 4];
        const float t = (float)(i % 6) / 6;
        ring[i] = (limb__corner){a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, 1};
    }
    for (int i = 0; i < 24; i++) {
        const limb__samples window = {.width = SIZE, .height = SIZE, .z = z};
        const limb__corner triangle[3] = {center, ring[i], ring[(i + 1) % 24]};
        memset(z, 0, sizeof z);
        limb__raster(&window, triangle, 0, NULL, NULL);
        for (int k = 0; k < SIZE * SIZE; k++)
            count[k] += z[k] > 0;
    }
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            const bool inside = x >= 4 && x < 60 && y >= 4 && y < 60;
            ENSURE_INT(count[y * SIZE + x], inside ? 1 : 0);
        }
    }
}

TEST(png_comes_back_as_it_was_written_and_broken_ones_are_refused)
{
    limb_mesh *mesh = squares(1);
    limb_image image = render(mesh, (limb_render_opts){.transparent = true});
    bytes *png = calloc(1, sizeof *png);
    ENSURE_INT(limb_image_write_png(&image, collect, png), LIMB_OK);
    limb_image back;
    ENSURE_INT(limb_image_parse(&back, png->data, png->size, NULL), LIMB_OK);
    ENSURE_INT(back.width, image.width);
    ENSURE(memcmp(back.rgba, image.rgba, (size_t)image.width * (size_t)image.height * 4) == 0);
    limb_image_free(&back);
    for (size_t size = 0; size < png->size - 12; size += 7) {
        ENSURE(limb_image_parse(&back, png->data, size, NULL) != LIMB_OK);
    }
    ENSURE_INT(limb_image_parse(&back, "\xff\xd8\xff\xe0 not a picture", 20, NULL),
               LIMB_ERROR_INPUT);
    free(png);
    limb_image_free(&image);
    limb_mesh_free(mesh);
}

static void *render_small(void *scene)
{
    limb_image image;
    const limb_render_opts opts = {.width = 64, .height = 48, .threads = 1};
    const limb_status status = limb_render(&image, scene, &opts);
    limb_image_free(&image);
    return status == LIMB_OK ? scene : NULL;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LARGE_FRAMES 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LARGE_FRAMES 1
#endif

// Threads on small systems have small stacks. The minimum stack size of the machine is
// larger on ARM.
TEST(a_stack_of_64_kB_is_enough)
{
#ifdef LARGE_FRAMES
    const size_t size = 1 << 20;
#else
    const long least = sysconf(_SC_THREAD_STACK_MIN);
    const size_t size = least > 64 << 10 ? (size_t)least : 64 << 10;
#endif
    limb_mesh *scene = squares(0.5f);
    pthread_attr_t attributes;
    pthread_t thread;
    void *drawn = NULL;
    ENSURE_INT(pthread_attr_init(&attributes), 0);
    ENSURE_INT(pthread_attr_setstacksize(&attributes, size), 0);
    ENSURE_INT(pthread_create(&thread, &attributes, render_small, scene), 0);
    ENSURE_INT(pthread_join(thread, &drawn), 0);
    ENSURE(drawn == scene);
    pthread_attr_destroy(&attributes);
    limb_mesh_free(scene);
}

// The header claims 65500 x 900 pixels, but the file has no data: no memory is
// allocated for pixels.
TEST(small_files_are_not_large_pictures)
{
    static const unsigned char progressive[] = {
        0xff, 0xd8, 0xff, 0xc2, 0, 17, 8,    900 >> 8, 900 & 255, 65500 >> 8, 65500 & 255, 3,  1,
        0x11, 0,    2,    0x11, 0, 3,  0x11, 0,        0xff,      0xda,       0,           12, 3,
        1,    0,    2,    0,    3, 0,  0,    0,        0,         0xff,       0xd9};
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    limb_image image;
    int width, height;
    ENSURE_INT(limb_image_size(progressive, sizeof progressive, &width, &height), LIMB_ERROR_INPUT);
    ENSURE_INT(limb_image_parse(&image, progressive, sizeof progressive, NULL), LIMB_ERROR_INPUT);
    getrusage(RUSAGE_SELF, &after);
    ENSURE(after.ru_maxrss - before.ru_maxrss < 20 * 1024); // kB
    unsigned char small[sizeof progressive];
    memcpy(small, progressive, sizeof small);
    small[7] = small[9] = 0;
    ENSURE_INT(limb_image_size(small, sizeof small, &width, &height), LIMB_OK);
    ENSURE_INT(width, 65500 & 255);
    ENSURE_INT(height, 900 & 255);
}
