// Showing a robot: from its files to the GLB that the page loads, and a picture of it.
//
// The robot is generated: a chain of 100 links, each with its own mesh file (binary STL, an uneven
// tube), in a temporary folder. The peer only loads those mesh files.
#define _XOPEN_SOURCE 700

#include "bench.h"
#include "limb/limb.h"
#include "limb/render.h"
#ifdef LIMB_BENCH_ASSIMP
#include "peer_assimp.h"
#endif

#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS = 100, RINGS = 25, SEGMENTS = 40, PATH_SIZE = 256 };

typedef struct show {
    char folder[64];
    char robot[PATH_SIZE];
    limb_mesh *scene; // of the picture
} show;

static bool make_robot(show *s);
static bool write_tube(const char *path, int number);
static void put_corner(FILE *file, int number, int ring, int segment);
static void drop_folder(show *s);
static int drop_file(const char *path, const struct stat *info, int kind, struct FTW *walk);
static void load_and_convert(void *ctx);
static void draw(void *ctx);
#ifdef LIMB_BENCH_ASSIMP
static void load_meshes_by_assimp(void *ctx);
#endif

BENCH(showing, "show")
{
    if (!limb_bench_wanted("show/")) return;
    show s = {.folder = "/tmp/limb-bench-XXXXXX"};
    if (!make_robot(&s)) {
        limb_bench_note("show: no temporary folder");
        return;
    }
    limb_bench_case glb = {"show/glb of 100 links with 200k triangles",
                           load_and_convert,
                           "assimp, the meshes alone",
                           NULL,
                           &s,
                           1};
#ifdef LIMB_BENCH_ASSIMP
    glb.peer = load_meshes_by_assimp;
#endif
    limb_bench_run(&glb);

    limb_robot *robot;
    limb_robot_meshes *meshes = NULL;
    limb_glb *built;
    if (limb_robot_load(&robot, s.robot, NULL) == LIMB_OK) {
        const limb_mesh_opts smooth = {.normals = LIMB_MESH_NORMALS_COMPUTE};
        const limb_robot_meshes_opts load = {.mesh = &smooth};
        if (limb_robot_meshes_load(&meshes, robot, &load) == LIMB_OK) {
            const limb_glb_opts opts = {
                .find_mesh = limb_robot_meshes_find, .find_ctx = meshes, .no_collision = true};
            if (limb_glb_build(&built, robot, &opts) == LIMB_OK) {
                limb_mesh_opts upright = smooth;
                upright.turn_y_up = true;
                if (limb_mesh_parse(&s.scene, built->bytes, built->size, &upright) == LIMB_OK) {
                    limb_bench_note("show: the scene has %d triangles, the GLB %zu kB",
                                    s.scene->ntriangle, built->size / 1024);
                    limb_bench_run(&(limb_bench_case){"show/picture of 1280x960, one thread", draw,
                                                      NULL, NULL, &s, 1});
                }
                limb_glb_free(built);
            }
        }
        limb_robot_meshes_free(meshes);
        limb_robot_free(robot);
    }
    limb_mesh_free(s.scene);
    drop_folder(&s);
}

static bool make_robot(show *s)
{
    if (!mkdtemp(s->folder)) return false;
    snprintf(s->robot, sizeof s->robot, "%s/robot.urdf", s->folder);
    FILE *file = fopen(s->robot, "w");
    if (!file) return false;
    bool fine = true;
    fprintf(file, "<robot name=\"tubes\">\n");
    for (int i = 0; i < LINKS; i++) {
        char path[PATH_SIZE];
        fprintf(file,
                "<link name=\"l%d\"><visual><geometry><mesh "
                "filename=\"tube%d.stl\"/></geometry></visual></link>\n",
                i, i);
        if (i > 0) {
            fprintf(
                file,
                "<joint name=\"j%d\" type=\"revolute\"><parent link=\"l%d\"/><child link=\"l%d\"/>"
                "<origin xyz=\"%d %d 1\" rpy=\"0.1 0 0\"/><axis xyz=\"0 0 1\"/>"
                "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>\n",
                i, i - 1, i, i % 10 == 0 ? -9 : 1, i % 10 == 0 ? 1 : 0);
        }
        snprintf(path, sizeof path, "%s/tube%d.stl", s->folder, i);
        fine = fine && write_tube(path, i);
    }
    fprintf(file, "</robot>\n");
    return fclose(file) == 0 && fine;
}

static bool write_tube(const char *path, int number)
{
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    char header[80] = "tube";
    const uint32_t count = RINGS * SEGMENTS * 2;
    fwrite(header, 1, sizeof header, file);
    fwrite(&count, 4, 1, file);
    for (int i = 0; i < RINGS; i++) {
        for (int j = 0; j < SEGMENTS; j++) {
            static const int corner[2][3][2] = {{{0, 0}, {0, 1}, {1, 1}}, {{0, 0}, {1, 1}, {1, 0}}};
            for (int t = 0; t < 2; t++) {
                const float normal[3] = {0, 0, 0};
                const uint16_t attribute = 0;
                fwrite(normal, 4, 3, file);
                for (int k = 0; k < 3; k++)
                    put_corner(file, number, i + corner[t][k][0], j + corner[t][k][1]);
                fwrite(&attribute, 2, 1, file);
            }
        }
    }
    return fclose(file) == 0;
}

static void put_corner(FILE *file, int number, int ring, int segment)
{
    const double angle = 6.283185307179586 * (segment % SEGMENTS) / SEGMENTS;
    const double radius = 0.3 + 0.05 * sin(0.7 * ring + number) + 0.02 * cos(5 * angle);
    const float at[3] = {(float)(radius * cos(angle)), (float)(radius * sin(angle)),
                         (float)ring / RINGS};
    fwrite(at, 4, 3, file);
}

static void drop_folder(show *s)
{
    nftw(s->folder, drop_file, 16, FTW_DEPTH | FTW_PHYS);
}

static int drop_file(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info;
    (void)kind;
    (void)walk;
    return remove(path);
}

static void load_and_convert(void *ctx)
{
    const show *s = ctx;
    limb_robot *robot;
    limb_robot_meshes *meshes;
    limb_glb *built;
    const limb_mesh_opts smooth = {.normals = LIMB_MESH_NORMALS_COMPUTE};
    const limb_robot_meshes_opts load = {.mesh = &smooth};
    if (limb_robot_load(&robot, s->robot, NULL) != LIMB_OK) abort();
    if (limb_robot_meshes_load(&meshes, robot, &load) != LIMB_OK || meshes->nloaded != LINKS)
        abort();
    const limb_glb_opts opts = {.find_mesh = limb_robot_meshes_find, .find_ctx = meshes};
    if (limb_glb_build(&built, robot, &opts) != LIMB_OK) abort();
    limb_bench_keep((double)built->size);
    limb_glb_free(built);
    limb_robot_meshes_free(meshes);
    limb_robot_free(robot);
}

static void draw(void *ctx)
{
    const show *s = ctx;
    limb_image image;
    const limb_render_opts opts = {.threads = 1};
    if (limb_render(&image, s->scene, &opts) != LIMB_OK) abort();
    limb_bench_keep(image.rgba[0]);
    limb_image_free(&image);
}

#ifdef LIMB_BENCH_ASSIMP
static void load_meshes_by_assimp(void *ctx)
{
    const show *s = ctx;
    for (int i = 0; i < LINKS; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "%s/tube%d.stl", s->folder, i);
        limb_bench_keep((double)limb_bench_assimp_load(path));
    }
}
#endif
