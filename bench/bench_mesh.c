// Loading meshes compared with assimp and the steps that users usually request (triangulate, join
// identical vertices), each format with the same body: a lumpy ring of 56,000 generated triangles.
//
// Files of real robots follow if available: quads with texture coordinates, triangles without
// shared normals, lists of polygons.
//
// The last case is a robot of two million triangles in 60 files; the peer loads a tenth of them.
#define _XOPEN_SOURCE 700

#include "bench.h"
#include "limb/shapes.h"
#ifdef LIMB_BENCH_ASSIMP
#include "peer_assimp.h"
#endif

#include <ftw.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    RINGS = 140,
    SEGMENTS = 200,
    FILES = 60,
    ROBOT_RINGS = 100,
    ROBOT_SEGMENTS = 167,
    PATH = 300
};

typedef struct input {
    char path[FILES][PATH];
    int nfile; // that we load
    int npeer; // that the peer loads
    char robot[PATH];
} input;

static limb_mesh *make_ring(int rings, int segments, double phase);
static void ring_point(double s, double t, double phase, double p[3]);
static limb_status to_file(void *file, const void *bytes, size_t size);
static bool save(const limb_mesh *mesh, limb_mesh_format format, const char *path);
static bool save_ascii_stl(const limb_mesh *mesh, const char *path);
static bool save_dae(const limb_mesh *mesh, const char *path);
static void ours(void *ctx);
static void ours_robot(void *ctx);
static void note_memory(const char *name, const input *in);
static long peak_of(limb_bench_fn *load, void *ctx);

#ifdef LIMB_BENCH_ASSIMP
static void peer(void *ctx)
{
    const input *in = ctx;
    for (int i = 0; i < in->npeer; i++) {
        if (limb_bench_assimp_load(in->path[i]) < 0) abort();
    }
}
#define PEER  "assimp", peer
#define TENTH "assimp, a tenth", peer
#else
#define PEER  NULL, NULL
#define TENTH NULL, NULL
#endif

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info, (void)type, (void)at;
    return remove(path);
}

static void run_formats(const char *folder, input *in)
{
    static const char *const file[] = {"a.stl", "ascii.stl", "a.obj", "a.dae"};
    static const char *const title[] = {"mesh/stl", "mesh/stl-ascii", "mesh/obj", "mesh/dae"};
    limb_mesh *ring = make_ring(RINGS, SEGMENTS, 0);
    in->nfile = in->npeer = 1;
    for (int i = 0; i < 4; i++) {
        if (!limb_bench_matches(title[i])) continue;
        snprintf(in->path[0], PATH, "%s/%s", folder, file[i]);
        const bool saved = i == 0   ? save(ring, LIMB_MESH_FORMAT_STL, in->path[0])
                           : i == 1 ? save_ascii_stl(ring, in->path[0])
                           : i == 2 ? save(ring, LIMB_MESH_FORMAT_OBJ, in->path[0])
                                    : save_dae(ring, in->path[0]);
        if (!saved) abort();
        note_memory(title[i], in);
        limb_bench_run(&(limb_bench_case){title[i], ours, PEER, in, 1});
    }
    limb_mesh_free(ring);
}

static void run_real(input *in)
{
    static const struct {
        const char *title, *file;
    } real[] = {
        {"mesh/obj-maya", "eve_r3_upper_body/eve_r3_description/meshes/torso.obj"},
        {"mesh/obj-blender", "robotiq_hand_e_bom/robotiq_hand-e/meshes/Housing.obj"},
        {"mesh/dae-blender", "ur5/ur_description/meshes/ur5/visual/upperarm.dae"},
        {"mesh/dae-blender-parts", "panda_moveit/panda_description/meshes/visual/link6.dae"},
        {"mesh/dae-meshlab",
         "hextilt_arm/example-robot-data/robots/hextilt_description/meshes/base_link.dae"},
    };
    in->nfile = in->npeer = 1;
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
        if (!limb_bench_matches(real[i].title) ||
            !limb_bench_corpus_path(real[i].file, in->path[0], PATH))
            continue;
        limb_bench_run(&(limb_bench_case){real[i].title, ours, PEER, in, 1});
    }
}

static void run_robot(const char *folder, input *in)
{
    static const char title[] = "mesh/robot-2M-triangles";
    if (!limb_bench_matches(title)) return;
    snprintf(in->robot, PATH, "%s/robot.urdf", folder);
    FILE *urdf = fopen(in->robot, "w");
    if (!urdf) abort();
    fputs("<robot name=\"r\"><link name=\"l\">", urdf);
    for (int i = 0; i < FILES; i++) {
        snprintf(in->path[i], PATH, "%s/part%d.stl", folder, i);
        limb_mesh *ring = make_ring(ROBOT_RINGS, ROBOT_SEGMENTS, i);
        if (!save(ring, LIMB_MESH_FORMAT_STL, in->path[i])) abort();
        limb_mesh_free(ring);
        fprintf(urdf, "<visual><geometry><mesh filename=\"part%d.stl\"/></geometry></visual>", i);
    }
    fputs("</link></robot>", urdf);
    fclose(urdf);
    in->nfile = FILES;
    in->npeer = FILES / 10;
    limb_bench_run(&(limb_bench_case){title, ours_robot, TENTH, in, 1});
}

BENCH(mesh, "mesh")
{
    if (!limb_bench_wanted("mesh/")) return;
    char folder[] = "/tmp/limb-bench-mesh-XXXXXX";
    if (!mkdtemp(folder)) abort();
    input *in = calloc(1, sizeof *in);
    if (!in) abort();
    run_formats(folder, in);
    run_real(in);
    run_robot(folder, in);
    free(in);
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

//---- loading -------------------------------------------------------------------------------------

static void ours(void *ctx)
{
    const input *in = ctx;
    limb_mesh *mesh;
    if (limb_mesh_load(&mesh, in->path[0], NULL) != LIMB_OK) abort();
    limb_bench_keep(mesh->nvertex);
    limb_mesh_free(mesh);
}

static void ours_robot(void *ctx)
{
    const input *in = ctx;
    limb_robot *robot;
    limb_robot_meshes *meshes;
    if (limb_robot_load(&robot, in->robot, NULL) != LIMB_OK) abort();
    if (limb_robot_meshes_load(&meshes, robot, NULL) != LIMB_OK || meshes->nloaded != FILES)
        abort();
    limb_bench_keep((double)meshes->ntriangle);
    limb_robot_meshes_free(meshes);
    limb_robot_free(robot);
}

// Measures the peak memory of one load, each in a separate process.
static void note_memory(const char *name, const input *in)
{
    struct stat info;
    if (stat(in->path[0], &info) != 0) abort();
    limb_mesh *mesh;
    if (limb_mesh_load(&mesh, in->path[0], NULL) != LIMB_OK) abort();
    const double result = (double)mesh->memory;
    limb_mesh_free(mesh);
    const double kb = (double)peak_of(ours, (void *)(uintptr_t)in);
#ifdef LIMB_BENCH_ASSIMP
    const double peer_kb = (double)peak_of(peer, (void *)(uintptr_t)in);
#else
    const double peer_kb = 0;
#endif
    const double size = (double)info.st_size;
    limb_bench_note(
        "%s: file %.1f MB, result %.1f MB, peak %.1f MB (%.1f times the file + result), "
        "assimp's peak %.1f MB",
        name, size * 1e-6, result * 1e-6, kb / 1e3,
        kb * 1024 > result ? (kb * 1024 - result) / size : 0, peer_kb / 1e3);
}

// a line of /proc/self/status, kB
static long status_kb(const char *name)
{
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    long value = 0;
    while (status && fgets(line, sizeof line, status)) {
        if (strncmp(line, name, strlen(name)) == 0) value = atol(line + strlen(name));
    }
    if (status) fclose(status);
    return value;
}

static long peak_of(limb_bench_fn *load, void *ctx)
{
    fflush(stdout);
    int pipes[2];
    if (pipe(pipes) != 0) return 0;
    const pid_t child = fork();
    if (child == 0) {
#ifdef __GLIBC__
        malloc_trim(0); // memory freed by the parent must not be reused
#endif
        const long before = status_kb("VmRSS:");
        // the kernel forgets the highest mark; a child begins with its parent's
        FILE *marks = fopen("/proc/self/clear_refs", "w");
        if (marks) {
            fputs("5", marks);
            fclose(marks);
        }
        load(ctx);
        const long grown = status_kb("VmHWM:") - before;
        _exit(write(pipes[1], &grown, sizeof grown) == sizeof grown ? 0 : 1);
    }
    long grown = 0;
    close(pipes[1]);
    if (read(pipes[0], &grown, sizeof grown) != sizeof grown) grown = 0;
    close(pipes[0]);
    waitpid(child, NULL, 0);
    return grown;
}

//---- the body ------------------------------------------------------------------------------------

static limb_mesh *make_ring(int rings, int segments, double phase)
{
    const int count = rings * segments;
    float *position = malloc((size_t)count * 12);
    float *normal = malloc((size_t)count * 12);
    uint32_t *index = malloc((size_t)count * 24);
    if (!position || !normal || !index) abort();
    int n = 0;
    for (int i = 0; i < count; i++) {
        const double s = (double)(i / segments) / rings, t = (double)(i % segments) / segments;
        double p[3], length = 0, c[3];
        ring_point(s, t, phase, p);
        // outwards from the ring's core is near enough
        c[0] = p[0] - cos(2 * 3.14159265358979 * t);
        c[1] = p[1] - sin(2 * 3.14159265358979 * t);
        c[2] = p[2];
        for (int k = 0; k < 3; k++)
            length += c[k] * c[k];
        for (int k = 0; k < 3; k++) {
            position[3 * i + k] = (float)p[k];
            normal[3 * i + k] = (float)(c[k] / sqrt(length));
        }
        const int ring = i / segments, next_ring = (ring + 1) % rings;
        const int segment = i % segments, next_segment = (segment + 1) % segments;
        const int corner[6] = {i,
                               ring * segments + next_segment,
                               next_ring * segments + segment,
                               next_ring * segments + segment,
                               ring * segments + next_segment,
                               next_ring * segments + next_segment};
        for (int k = 0; k < 6; k++)
            index[n++] = (uint32_t)corner[k];
    }
    const limb_mesh source = {.nvertex = count,
                              .position = position,
                              .normal = normal,
                              .ntriangle = n / 3,
                              .index = index,
                              .unit = 1};
    limb_mesh *mesh;
    if (limb_mesh_copy(&mesh, &source, NULL) != LIMB_OK) abort();
    free(position);
    free(normal);
    free(index);
    return mesh;
}

static void ring_point(double s, double t, double phase, double p[3])
{
    const double a = 2 * 3.14159265358979 * s, b = 2 * 3.14159265358979 * t;
    const double thick = 0.3 + 0.05 * sin(7 * b + phase) + 0.03 * cos(5 * a);
    p[0] = (1 + thick * cos(a)) * cos(b);
    p[1] = (1 + thick * cos(a)) * sin(b);
    p[2] = thick * sin(a);
}

static limb_status to_file(void *file, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, file) == size ? LIMB_OK : LIMB_ERROR_IO;
}

static bool save(const limb_mesh *mesh, limb_mesh_format format, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    const limb_status status = limb_mesh_write(mesh, format, NULL, to_file, file);
    return fclose(file) == 0 && status == LIMB_OK;
}

static bool save_ascii_stl(const limb_mesh *mesh, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) return false;
    fputs("solid ring\n", file);
    for (int t = 0; t < mesh->ntriangle; t++) {
        const float *n = mesh->normal + 3 * mesh->index[3 * t];
        fprintf(file, "  facet normal %e %e %e\n    outer loop\n", (double)n[0], (double)n[1],
                (double)n[2]);
        for (int k = 0; k < 3; k++) {
            const float *p = mesh->position + 3 * mesh->index[3 * t + k];
            fprintf(file, "      vertex %e %e %e\n", (double)p[0], (double)p[1], (double)p[2]);
        }
        fputs("    endloop\n  endfacet\n", file);
    }
    fputs("endsolid ring\n", file);
    return fclose(file) == 0;
}

static void print_source(FILE *file, const char *id, const float *value, int count)
{
    fprintf(file, "<source id=\"%s\"><float_array id=\"%s-a\" count=\"%d\">", id, id, 3 * count);
    for (int i = 0; i < 3 * count; i++)
        fprintf(file, "%s%.7g", i ? " " : "", (double)value[i]);
    fprintf(file,
            "</float_array><technique_common><accessor source=\"#%s-a\" count=\"%d\" stride=\"3\">"
            "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" "
            "type=\"float\"/></accessor></technique_common></source>\n",
            id, count);
}

static bool save_dae(const limb_mesh *mesh, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) return false;
    fputs(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA "
        "xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"><asset><unit "
        "name=\"meter\" meter=\"1\"/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry "
        "id=\"g\"><mesh>\n",
        file);
    print_source(file, "p", mesh->position, mesh->nvertex);
    print_source(file, "n", mesh->normal, mesh->nvertex);
    fprintf(file,
            "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles "
            "count=\"%d\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><input "
            "semantic=\"NORMAL\" source=\"#n\" offset=\"1\"/><p>",
            mesh->ntriangle);
    for (int i = 0; i < 3 * mesh->ntriangle; i++)
        fprintf(file, "%u %u ", mesh->index[i], mesh->index[i]);
    fputs("</p></triangles></mesh></geometry></library_geometries><library_visual_scenes>"
          "<visual_scene id=\"s\"><node><instance_geometry url=\"#g\"/></node></visual_scene>"
          "</library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>\n",
          file);
    return fclose(file) == 0;
}
