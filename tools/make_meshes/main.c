// Makes the meshes and the texture of examples/: make_meshes FOLDER writes FOLDER/meshes/ and
// FOLDER/textures/. The same bytes on every machine: lengths are rounded to the micrometer.
#include "files.h"
#include "shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void make_base(body *b);
static void make_shoulder(body *b);
static void make_upper_arm(body *b);
static void make_forearm(body *b);
static void make_wrist_1(body *b);
static void make_wrist_2(body *b);
static void make_flange(body *b);
static void make_gripper(body *b);
static void make_finger(body *b);
static void make_half_wheel(body *b);

static limb_status write_glb(const limb_mesh *mesh, FILE *file);
static void write_body(const body *b, const char *folder, const char *name);
static limb_status to_file(void *ctx, const void *bytes, size_t size);

typedef struct recipe {
    const char *name; // the ending says the format
    void (*make)(body *b);
} recipe;

int main(int argc, char **argv)
{
    static const recipe recipes[] = {
        {"meshes/base.glb", make_base},           {"meshes/shoulder.glb", make_shoulder},
        {"meshes/upper_arm.glb", make_upper_arm}, {"meshes/forearm.glb", make_forearm},
        {"meshes/wrist_1.glb", make_wrist_1},     {"meshes/wrist_2.glb", make_wrist_2},
        {"meshes/flange.stl", make_flange},       {"meshes/gripper.dae", make_gripper},
        {"meshes/finger.obj", make_finger},       {"meshes/half_wheel.stl", make_half_wheel},
    };
    if (argc != 2) {
        fprintf(stderr, "use: make_meshes FOLDER, which has the folders meshes and textures\n");
        return 2;
    }
    for (int i = 0; i < COUNT(recipes); i++) {
        body b = {.around = 28};
        recipes[i].make(&b);
        write_body(&b, argv[1], recipes[i].name);
        body_free(&b);
    }
    FILE *checker = open_file(argv[1], "textures/checker.png");
    write_checker(checker);
    return fclose(checker) == 0 ? 0 : 1;
}

//---- the arm's links, each in its own frame ------------------------------------------------------

static void make_base(body *b)
{
    place(b, AXIS_Z, 0, 0, 0);
    drum(b, GRAPHITE, 0.095, 0, 0.014, 0, 0.004);
    TURN(b, SHELL, {0.079, 0.012, 0}, {0.079, 0.03, 0.1}, {0.076, 0.075, 0.1},
         {0.078, 0.106, 0.003});
    drum(b, LIGHT, 0.0765, 0.1, 0.1135, 0, 0.001);
    b->around = 8;
    for (int i = 0; i < 6; i++) {
        const double a = (2 * i + 1) * pi / 6;
        place(b, AXIS_Z, 0.087 * cos(a), 0.087 * sin(a), 0);
        drum(b, STEEL, 0.0048, 0.013, 0.0175, 0, 0);
    }
    b->around = 16; // the socket of the cable
    place(b, AXIS_X, -0.082, 0, 0.05);
    box(b, GRAPHITE, 0.05, 0.036, 0.022, 0.006, 0.002);
    place(b, AXIS_X, -0.096, 0, 0.05);
    drum(b, STEEL, 0.0105, 0, 0.01, 0.0015, 0);
}

static void make_shoulder(body *b)
{
    place(b, AXIS_Z, 0, 0, 0);
    TURN(b, SHELL, {0.077, 0.0015, 0.004}, {0.077, 0.03, 0.06}, {0.0715, 0.07, 0.06},
         {0.0715, 0.11, 0});
    place(b, AXIS_Y, 0, 0, 0.11);
    drum(b, SHELL, 0.076, -0.074, 0.0735, 0.008, 0.003);
    drum(b, GRAPHITE, 0.0735, 0.07, 0.0835, 0, 0.001);
    drum(b, GRAPHITE, 0.069, -0.0765, -0.07, 0, 0);
    drum(b, TEAL, 0.0675, -0.09, -0.075, 0.012, 0);
}

static void make_upper_arm(body *b)
{
    place(b, AXIS_Y, 0, 0, 0);
    drum(b, SHELL, 0.0745, -0.056, 0.055, 0.003, 0.008);
    drum(b, GRAPHITE, 0.0675, 0.05, 0.0575, 0, 0);
    drum(b, TEAL, 0.066, 0.056, 0.07, 0, 0.011);
    place(b, AXIS_Z, 0, 0, 0);
    drum(b, SHELL, 0.061, 0.03, 0.105, 0, 0.005);
    drum(b, GRAPHITE, 0.0545, 0.1, 0.112, 0, 0);
    TURN(b, SHELL, {0.0575, 0.107, 0.003}, {0.05, 0.24, 0.9}, {0.053, 0.38, 0});
    place(b, AXIS_Y, 0, 0, 0.4);
    drum(b, SHELL, 0.0635, -0.0545, 0.054, 0.003, 0.007);
    drum(b, GRAPHITE, 0.061, -0.0625, -0.05, 0.001, 0);
    drum(b, GRAPHITE, 0.0565, 0.05, 0.0565, 0, 0);
    drum(b, TEAL, 0.055, 0.055, 0.068, 0, 0.01);
}

static void make_forearm(body *b)
{
    place(b, AXIS_Y, 0, 0, 0);
    drum(b, SHELL, 0.061, -0.054, 0.0545, 0.007, 0.003);
    drum(b, GRAPHITE, 0.054, -0.0565, -0.05, 0, 0);
    drum(b, TEAL, 0.0525, -0.068, -0.055, 0.01, 0);
    place(b, AXIS_Z, 0, 0, 0);
    TURN(b, SHELL, {0.052, 0.03, 0}, {0.0515, 0.07, 0.2}, {0.0465, 0.13, 0.2},
         {0.0465, 0.165, 0.003});
    drum(b, GRAPHITE, 0.0445, 0.16, 0.173, 0, 0);
}

static void make_wrist_1(body *b)
{
    place(b, AXIS_Z, 0, 0, 0);
    TURN(b, SHELL, {0.0465, 0.001, 0.003}, {0.0465, 0.02, 0.1}, {0.04, 0.1, 0.2}, {0.04, 0.19, 0});
    place(b, AXIS_Y, 0, 0, 0.19);
    drum(b, SHELL, 0.048, -0.046, 0.0455, 0.006, 0.003);
    drum(b, GRAPHITE, 0.0455, 0.042, 0.052, 0, 0.001);
    drum(b, GRAPHITE, 0.0415, -0.048, -0.042, 0, 0);
    drum(b, TEAL, 0.04, -0.058, -0.047, 0.009, 0);
}

static void make_wrist_2(body *b)
{
    place(b, AXIS_Y, 0, 0, 0);
    drum(b, SHELL, 0.047, -0.0425, 0.043, 0.003, 0.006);
    drum(b, GRAPHITE, 0.0405, 0.04, 0.045, 0, 0);
    drum(b, TEAL, 0.039, 0.044, 0.055, 0, 0.009);
    place(b, AXIS_Z, 0, 0, 0);
    drum(b, SHELL, 0.041, 0.02, 0.0685, 0, 0.003);
    drum(b, GRAPHITE, 0.0385, 0.06, 0.072, 0, 0);
}

static void make_flange(body *b)
{
    place(b, AXIS_Z, 0, 0, 0);
    TURN(b, STEEL, {0.0375, 0.001, 0}, {0.0375, 0.008, 0}, {0.0405, 0.0095, 0}, {0.0405, 0.019, 0},
         {0.036, 0.019, 0}, {0.036, 0.022, 0});
}

static void make_gripper(body *b)
{
    place(b, AXIS_Z, 0, 0, 0);
    drum(b, GRAPHITE, 0.034, 0, 0.018, 0.0015, 0);
    b->around = 24;
    place(b, AXIS_Z, 0, 0, 0.0405);
    box(b, SHELL, 0.056, 0.114, 0.051, 0.016, 0.006);
    place(b, AXIS_X, 0, 0, 0.041); // a panel on either side: the box comes out in front and behind
    box(b, TEAL, 0.064, 0.028, 0.0585, 0.008, 0.0015);
    place(b, AXIS_Z, 0, 0, 0.0685);
    box(b, GRAPHITE, 0.026, 0.108, 0.008, 0.002, 0.001);
}

static void make_finger(body *b)
{
    b->around = 12;
    place(b, AXIS_Z, 0, 0.0095, 0.008);
    box(b, STEEL, 0.026, 0.019, 0.015, 0.003, 0.0015);
    // the blade, seen along x: y and z of the core; 3 mm are added around it
    const double blade[][2] = {
        {0.006, 0.012}, {0.0125, 0.012}, {0.0125, 0.024}, {0.0075, 0.064}, {0.006, 0.064}};
    place(b, AXIS_X, 0, 0, 0);
    sweep(b, STEEL, blade, 5, (corner[]){{0.003, -0.01, 0.0015}, {0.003, 0.01, 0.0015}}, 2);
    const double pad[][2] = {{0.0015, 0.0415}, {0.004, 0.0415}, {0.004, 0.0645}, {0.0015, 0.0645}};
    sweep(b, RUBBER, pad, 4, (corner[]){{0.001, -0.0095, 0}, {0.001, 0.0095, 0}}, 2);
    b->around = 6;
    for (int i = 0; i < 4; i++) { // ribs that grip
        place(b, AXIS_X, 0, 0.0008, 0.0455 + 0.005 * i);
        drum(b, RUBBER, 0.0008, -0.0095, 0.0095, 0, 0);
    }
}

// The half of a wheel at y >= 0; the other one is its mirror image.
static void make_half_wheel(body *b)
{
    b->around = 20;
    place(b, AXIS_Y, 0, 0, 0);
    TURN(b, RUBBER, {0.06, 0, 0}, {0.06, 0.015, 0.008}, {0.044, 0.015, 0.002},
         {0.042, 0.006, 0.001}, {0.02, 0.006, 0.003}, {0.016, 0.015, 0.002});
}

//---- files ---------------------------------------------------------------------------------------

// Y-up, as glTF's standard has it: x y z becomes x z -y.
static limb_status write_glb(const limb_mesh *mesh, FILE *file)
{
    const float *given[2] = {mesh->position, mesh->normal};
    float *turned[2];
    for (int k = 0; k < 2; k++) {
        turned[k] = malloc((size_t)mesh->nvertex * 3 * sizeof(float));
        if (!turned[k]) exit(1);
        for (int i = 0; i < 3 * mesh->nvertex; i += 3) {
            turned[k][i] = given[k][i];
            turned[k][i + 1] = given[k][i + 2];
            turned[k][i + 2] = -given[k][i + 1];
        }
    }
    limb_mesh upright = *mesh;
    upright.position = turned[0];
    upright.normal = turned[1];
    const limb_status status = limb_mesh_write(&upright, LIMB_MESH_FORMAT_GLB, NULL, to_file, file);
    free(turned[0]);
    free(turned[1]);
    return status;
}

static void write_body(const body *b, const char *folder, const char *name)
{
    const limb_mesh mesh = {.file = name,
                            .nvertex = b->nvertex,
                            .position = b->position,
                            .normal = b->normal,
                            .ntriangle = b->ntriangle,
                            .index = b->index,
                            .npart = b->npart,
                            .part = b->part,
                            .nmaterial = COUNT(paints),
                            .material = paints};
    const char *ending = strrchr(name, '.');
    FILE *file = open_file(folder, name);
    limb_status status = LIMB_OK;
    if (!strcmp(ending, ".dae")) write_dae(&mesh, file);
    if (!strcmp(ending, ".glb")) status = write_glb(&mesh, file);
    if (!strcmp(ending, ".stl"))
        status = limb_mesh_write(&mesh, LIMB_MESH_FORMAT_STL, NULL, to_file, file);
    if (!strcmp(ending, ".obj")) {
        status = limb_mesh_write(&mesh, LIMB_MESH_FORMAT_OBJ, "finger.mtl", to_file, file);
        FILE *library = open_file(folder, "meshes/finger.mtl");
        if (status == LIMB_OK) status = limb_mesh_write_mtl(&mesh, to_file, library);
        if (fclose(library)) exit(1);
    }
    if (fclose(file) || status != LIMB_OK) {
        fprintf(stderr, "make_meshes: %s: could not be written\n", name);
        exit(1);
    }
}

FILE *open_file(const char *folder, const char *name)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = length > 0 && length < (int)sizeof path ? fopen(path, "wb") : NULL;
    if (file) return file;
    fprintf(stderr, "make_meshes: %s/%s cannot be written\n", folder, name);
    exit(1);
}

static limb_status to_file(void *ctx, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, ctx) == size ? LIMB_OK : LIMB_ERROR_IO;
}
