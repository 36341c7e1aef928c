// Makes the meshes and the texture of examples/: make_meshes FOLDER writes FOLDER/meshes/ and
// FOLDER/textures/. The same bytes on every machine: lengths are rounded to the micrometre.
//
// One operation makes every shape. A profile, corners (r, z) with fillets, is swept around an
// outline, the convex polygon `core` blown up by r: a point gives a body of revolution, a rectangle
// a rounded box, any other polygon a rounded plate. The ends are closed by flat caps. Normals are
// those of the ideal shape.
#include "limb/mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define MAX_RING     128 // points of an outline, rings of a profile
#define MAX_PART     48
static const double pi = 3.14159265358979323846;

typedef struct corner { // of a profile, from the lower end to the upper one, outside on the right
    double r, z, fillet;
} corner;

typedef struct rim { // of a sampled profile or outline: a point and the direction out
    double x, y, nx, ny;
} rim;

typedef enum axis { AXIS_X, AXIS_Y, AXIS_Z } axis; // that a shape's z points along

typedef enum paint { SHELL, GRAPHITE, STEEL, TEAL, LIGHT, RUBBER } paint;

static const limb_mesh_material paints[] = {
    {.name = "shell", .rgba = {0.93F, 0.94F, 0.95F, 1}, .roughness = 0.45F},
    {.name = "graphite", .rgba = {0.2F, 0.21F, 0.23F, 1}, .roughness = 0.6F},
    {.name = "steel", .rgba = {0.72F, 0.74F, 0.77F, 1}, .metallic = 0.2F, .roughness = 0.4F},
    {.name = "teal", .rgba = {0, 0.55F, 0.6F, 1}, .roughness = 0.4F},
    {.name = "light",
     .rgba = {0.25F, 0.8F, 1, 1},
     .emissive = {0.1F, 0.4F, 0.5F},
     .roughness = 0.5F},
    {.name = "rubber", .rgba = {0.07F, 0.07F, 0.08F, 1}, .roughness = 0.9F},
};

typedef struct body { // a mesh being made, and where the next shape goes
    float *position, *normal;
    uint32_t *index;
    int nvertex, ntriangle;
    limb_mesh_part part[MAX_PART];
    int npart;
    axis along;
    double at[3];
    int around; // points of a full circle
} body;

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

static void place(body *b, axis along, double x, double y, double z);
static void drum(body *b, paint color, double r, double z0, double z1, double fillet0,
                 double fillet1);
static void box(body *b, paint color, double x, double y, double z, double round, double fillet);
static void sweep(body *b, paint color, const double (*core)[2], int ncore, const corner *profile,
                  int nprofile);
static int sample_outline(const double (*core)[2], int ncore, int around, rim *out);
static int sample_profile(const corner *profile, int n, rim *out);
static int add_vertex(body *b, const double p[3], const double n[3]);
static void add_triangle(body *b, int i, int j, int k);
static void add_cap(body *b, int ring, int nout, bool upper);

static void write_body(const body *b, const char *folder, const char *name);
static void write_dae(const limb_mesh *mesh, FILE *file);
static void write_checker(const char *folder);
static FILE *open_file(const char *folder, const char *name);
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
        free(b.position);
        free(b.normal);
        free(b.index);
    }
    write_checker(argv[1]);
    return 0;
}

//---- the arm's links, each in its own frame ------------------------------------------------------

static void make_base(body *b)
{
    place(b, AXIS_Z, 0, 0, 0);
    drum(b, GRAPHITE, 0.095, 0, 0.014, 0, 0.004);
    sweep(b, SHELL, NULL, 1,
          (corner[]){
              {0.079, 0.012, 0}, {0.079, 0.03, 0.1}, {0.076, 0.075, 0.1}, {0.078, 0.106, 0.003}},
          4);
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
    sweep(b, SHELL, NULL, 1,
          (corner[]){
              {0.077, 0.0015, 0.004}, {0.077, 0.03, 0.06}, {0.0715, 0.07, 0.06}, {0.0715, 0.11, 0}},
          4);
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
    sweep(b, SHELL, NULL, 1,
          (corner[]){{0.0575, 0.107, 0.003}, {0.05, 0.24, 0.9}, {0.053, 0.38, 0}}, 3);
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
    sweep(b, SHELL, NULL, 1,
          (corner[]){
              {0.052, 0.03, 0}, {0.0515, 0.07, 0.2}, {0.0465, 0.13, 0.2}, {0.0465, 0.165, 0.003}},
          4);
    drum(b, GRAPHITE, 0.0445, 0.16, 0.173, 0, 0);
}

static void make_wrist_1(body *b)
{
    place(b, AXIS_Z, 0, 0, 0);
    sweep(
        b, SHELL, NULL, 1,
        (corner[]){{0.0465, 0.001, 0.003}, {0.0465, 0.02, 0.1}, {0.04, 0.1, 0.2}, {0.04, 0.19, 0}},
        4);
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
    sweep(b, STEEL, NULL, 1,
          (corner[]){{0.0375, 0.001, 0},
                     {0.0375, 0.008, 0},
                     {0.0405, 0.0095, 0},
                     {0.0405, 0.019, 0},
                     {0.036, 0.019, 0},
                     {0.036, 0.022, 0}},
          6);
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
    sweep(b, RUBBER, NULL, 1,
          (corner[]){{0.06, 0, 0},
                     {0.06, 0.015, 0.008},
                     {0.044, 0.015, 0.002},
                     {0.042, 0.006, 0.001},
                     {0.02, 0.006, 0.003},
                     {0.016, 0.015, 0.002}},
          6);
}

//---- shapes --------------------------------------------------------------------------------------

static void place(body *b, axis along, double x, double y, double z)
{
    b->along = along;
    b->at[0] = x;
    b->at[1] = y;
    b->at[2] = z;
}

static void drum(body *b, paint color, double r, double z0, double z1, double fillet0,
                 double fillet1)
{
    sweep(b, color, NULL, 1, (corner[]){{r, z0, fillet0}, {r, z1, fillet1}}, 2);
}

// Around the place; the edges along z are rounded, those at the ends filleted.
static void box(body *b, paint color, double x, double y, double z, double round, double fillet)
{
    const double u = x / 2 - round, v = y / 2 - round;
    const double core[4][2] = {{-u, -v}, {u, -v}, {u, v}, {-u, v}};
    sweep(b, color, core, 4, (corner[]){{round, -z / 2, fillet}, {round, z / 2, fillet}}, 2);
}

// core NULL: a point, for a body of revolution.
static void sweep(body *b, paint color, const double (*core)[2], int ncore, const corner *profile,
                  int nprofile)
{
    static const double point[1][2] = {{0, 0}};
    rim outline[MAX_RING], ring[MAX_RING];
    const int nout = sample_outline(core ? core : point, ncore, b->around, outline);
    const int nring = sample_profile(profile, nprofile, ring);
    const int first = b->ntriangle, bottom = b->nvertex;
    int below = bottom;
    for (int j = 0; j < nring; j++) {
        const int here = b->nvertex;
        for (int k = 0; k < nout; k++) {
            const rim *o = &outline[k];
            add_vertex(b, (double[]){o->x + ring[j].x * o->nx, o->y + ring[j].x * o->ny, ring[j].y},
                       (double[]){ring[j].nx * o->nx, ring[j].nx * o->ny, ring[j].ny});
        }
        for (int k = 0; k < nout && j > 0; k++) {
            const int next = (k + 1) % nout;
            add_triangle(b, below + k, below + next, here + next);
            add_triangle(b, below + k, here + next, here + k);
        }
        below = here;
    }
    add_cap(b, bottom, nout, false);
    add_cap(b, below, nout, true);
    if (b->npart == MAX_PART) exit(1);
    b->part[b->npart++] = (limb_mesh_part){"", first, b->ntriangle - first, (int)color};
}

// x, y: the core's corner; nx, ny: the direction in which r is added. Counter-clockwise.
static int sample_outline(const double (*core)[2], int ncore, int around, rim *out)
{
    int n = 0;
    for (int i = 0; i < ncore; i++) {
        const double *last = core[(i + ncore - 1) % ncore], *p = core[i],
                     *next = core[(i + 1) % ncore];
        // an edge's direction less a quarter turn points out
        const double from = ncore == 1 ? 0 : atan2(p[1] - last[1], p[0] - last[0]) - pi / 2;
        const double to = ncore == 1 ? 2 * pi : atan2(next[1] - p[1], next[0] - p[0]) - pi / 2;
        const double turn = to < from ? to - from + 2 * pi : to - from;
        const int steps = (int)ceil(turn / (2 * pi) * around - 1e-9);
        for (int s = 0; s <= steps - (ncore == 1); s++) {
            const double a = from + turn * s / steps;
            if (n == MAX_RING) exit(1);
            out[n++] = (rim){p[0], p[1], cos(a), sin(a)};
        }
    }
    return n;
}

// Each corner becomes an arc that touches both of its edges; without a fillet it is met twice, with
// the normal of either edge.
static int sample_profile(const corner *profile, int n, rim *out)
{
    int nring = 0;
    for (int i = 0; i < n; i++) {
        const corner *p = &profile[i];
        const double in = i == 0 ? 0 : atan2(p->z - p[-1].z, p->r - p[-1].r);
        const double away = i == n - 1 ? pi : atan2(p[1].z - p->z, p[1].r - p->r);
        const double turn = remainder(away - in, 2 * pi), side = turn < 0 ? -1 : 1;
        const double length = p->fillet * tan(fabs(turn) / 2);
        const double out0 = in - pi / 2; // direction out of the body before the corner
        const double r = p->r - length * cos(in) - side * p->fillet * cos(out0);
        const double z = p->z - length * sin(in) - side * p->fillet * sin(out0);
        const int finest = p->fillet > 0.005 ? 3 : 2;
        const int steps = p->fillet > 0 ? (int)ceil(fabs(turn) / (pi / 2) * finest - 1e-9) : 1;
        for (int s = 0; s <= steps; s++) {
            const double a = out0 + turn * s / steps;
            if (nring == MAX_RING) exit(1);
            out[nring++] =
                (rim){r + side * p->fillet * cos(a), z + side * p->fillet * sin(a), cos(a), sin(a)};
        }
    }
    return nring;
}

// The flat end of a sweep: its last ring has the cap's normal already.
static void add_cap(body *b, int ring, int nout, bool upper)
{
    for (int k = 1; k + 1 < nout; k++) {
        add_triangle(b, ring, ring + k + !upper, ring + k + upper);
    }
}

static int add_vertex(body *b, const double p[3], const double n[3])
{
    const size_t size = (size_t)(b->nvertex + 1) * 3 * sizeof(float);
    b->position = realloc(b->position, size);
    b->normal = realloc(b->normal, size);
    if (!b->position || !b->normal) exit(1);
    // z of the shape becomes the axis, x and y the two that follow it
    for (int k = 0; k < 3; k++) {
        const int to = ((int)b->along + 1 + k) % 3;
        b->position[3 * b->nvertex + to] = (float)(round((p[k] + b->at[to]) * 1e6) / 1e6 + 0.0);
        b->normal[3 * b->nvertex + to] = (float)(round(n[k] * 1e4) / 1e4 + 0.0);
    }
    return b->nvertex++;
}

// Leaves out what has no area: between the two normals of a sharp corner.
static void add_triangle(body *b, int i, int j, int k)
{
    const size_t point = 3 * sizeof(float);
    const float *p = b->position + 3 * i, *q = b->position + 3 * j, *r = b->position + 3 * k;
    if (!memcmp(p, q, point) || !memcmp(q, r, point) || !memcmp(r, p, point)) return;
    b->index = realloc(b->index, (size_t)(b->ntriangle + 1) * 3 * sizeof *b->index);
    if (!b->index) exit(1);
    const uint32_t corners[3] = {(uint32_t)i, (uint32_t)j, (uint32_t)k};
    memcpy(b->index + 3 * b->ntriangle++, corners, sizeof corners);
}

//---- files ---------------------------------------------------------------------------------------

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
    if (!strcmp(ending, ".glb"))
        status = limb_mesh_write(&mesh, LIMB_MESH_GLB, NULL, to_file, file);
    if (!strcmp(ending, ".stl"))
        status = limb_mesh_write(&mesh, LIMB_MESH_STL, NULL, to_file, file);
    if (!strcmp(ending, ".obj")) {
        status = limb_mesh_write(&mesh, LIMB_MESH_OBJ, "finger.mtl", to_file, file);
        FILE *library = open_file(folder, "meshes/finger.mtl");
        if (status == LIMB_OK) status = limb_mesh_write_mtl(&mesh, to_file, library);
        if (fclose(library)) exit(1);
    }
    if (fclose(file) || status != LIMB_OK) {
        fprintf(stderr, "make_meshes: %s: could not be written\n", name);
        exit(1);
    }
}

static void write_floats(FILE *file, const char *id, const float *value, int n, double scale)
{
    fprintf(file, "<source id=\"%s\"><float_array id=\"%s-array\" count=\"%d\">", id, id, n * 3);
    for (int i = 0; i < n * 3; i++) {
        fprintf(file, "%s%.7g", i % 3 ? " " : "\n", (double)value[i] * scale);
    }
    fprintf(file,
            "\n</float_array><technique_common><accessor source=\"#%s-array\" count=\"%d\" "
            "stride=\"3\">"
            "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>"
            "<param name=\"Z\" type=\"float\"/></accessor></technique_common></source>\n",
            id, n);
}

// In millimetres, as drawings are.
static void write_dae(const limb_mesh *mesh, FILE *file)
{
    fprintf(
        file,
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n"
        "<asset><created>2026-01-01T00:00:00Z</created><modified>2026-01-01T00:00:00Z</modified>"
        "<unit name=\"millimeter\" meter=\"0.001\"/><up_axis>Z_UP</up_axis></asset>\n"
        "<library_effects>\n");
    for (int i = 0; i < mesh->nmaterial; i++) {
        const limb_mesh_material *m = &mesh->material[i];
        fprintf(
            file,
            "<effect id=\"%s-effect\"><profile_COMMON><technique sid=\"common\"><lambert><diffuse>"
            "<color>%.4g %.4g %.4g %.4g</color></diffuse></lambert></technique></profile_COMMON>"
            "</effect>\n",
            m->name, (double)m->rgba[0], (double)m->rgba[1], (double)m->rgba[2],
            (double)m->rgba[3]);
    }
    fprintf(file, "</library_effects>\n<library_materials>\n");
    for (int i = 0; i < mesh->nmaterial; i++) {
        const char *name = mesh->material[i].name;
        fprintf(file, "<material id=\"%s\"><instance_effect url=\"#%s-effect\"/></material>\n",
                name, name);
    }
    fprintf(file, "</library_materials>\n<library_geometries><geometry id=\"shape\"><mesh>\n");
    write_floats(file, "position", mesh->position, mesh->nvertex, 1000);
    write_floats(file, "normal", mesh->normal, mesh->nvertex, 1);
    fprintf(file, "<vertices id=\"vertex\"><input semantic=\"POSITION\" source=\"#position\"/>"
                  "<input semantic=\"NORMAL\" source=\"#normal\"/></vertices>\n");
    for (int i = 0; i < mesh->npart; i++) {
        const limb_mesh_part *part = &mesh->part[i];
        fprintf(
            file,
            "<triangles material=\"%s\" count=\"%d\"><input semantic=\"VERTEX\" source=\"#vertex\" "
            "offset=\"0\"/>\n<p>",
            mesh->material[part->material].name, part->count);
        for (int k = 0; k < part->count * 3; k++) {
            fprintf(file, "%s%u", k % 24 ? " " : "\n", (unsigned)mesh->index[part->first * 3 + k]);
        }
        fprintf(file, "\n</p></triangles>\n");
    }
    fprintf(file, "</mesh></geometry></library_geometries>\n<library_visual_scenes><visual_scene "
                  "id=\"scene\"><node id=\"body\"><instance_geometry url=\"#shape\"><bind_material>"
                  "<technique_common>\n");
    for (int i = 0; i < mesh->nmaterial; i++) {
        const char *name = mesh->material[i].name;
        fprintf(file, "<instance_material symbol=\"%s\" target=\"#%s\"/>\n", name, name);
    }
    fprintf(file,
            "</technique_common></bind_material></instance_geometry></node></visual_scene>"
            "</library_visual_scenes>\n<scene><instance_visual_scene url=\"#scene\"/></scene>\n"
            "</COLLADA>\n");
}

//---- the texture: a PNG of 64 x 64 grey pixels, its data in one stored block ---------------------

#define SIDE 64
#define ROWS (SIDE * (SIDE + 1)) // each row begins with its filter: none

static void put_word(unsigned char *p, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(value >> (24 - 8 * i));
}

static void write_chunk(FILE *file, const char *type, const unsigned char *data, uint32_t size)
{
    unsigned char word[4];
    uint32_t crc = 0xFFFFFFFF;
    for (uint32_t i = 0; i < size + 4; i++) {
        crc ^= i < 4 ? (unsigned char)type[i] : data[i - 4];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    put_word(word, size);
    fwrite(word, 1, 4, file);
    fwrite(type, 1, 4, file);
    if (size) fwrite(data, 1, size, file);
    put_word(word, ~crc);
    fwrite(word, 1, 4, file);
}

static void write_checker(const char *folder)
{
    unsigned char head[13] = {[8] = 8}; // 8 bits, grey
    unsigned char data[2 + 5 + ROWS + 4] = {
        0x78, 0x01, 1, ROWS & 255, ROWS >> 8, ~ROWS & 255, ~ROWS >> 8 & 255};
    uint32_t low = 1, high = 0; // Adler's checksum
    for (int i = 0; i < ROWS; i++) {
        const int row = i / (SIDE + 1), column = i % (SIDE + 1) - 1;
        const unsigned char value = column < 0 ? 0 : (row / 8 + column / 8) % 2 ? 60 : 235;
        data[7 + i] = value;
        low = (low + value) % 65521;
        high = (high + low) % 65521;
    }
    put_word(data + 7 + ROWS, high << 16 | low);
    put_word(head, SIDE);
    put_word(head + 4, SIDE);

    FILE *file = open_file(folder, "textures/checker.png");
    fwrite("\x89PNG\r\n\x1A\n", 1, 8, file);
    write_chunk(file, "IHDR", head, sizeof head);
    write_chunk(file, "IDAT", data, sizeof data);
    write_chunk(file, "IEND", NULL, 0);
    if (fclose(file)) exit(1);
}

static FILE *open_file(const char *folder, const char *name)
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
