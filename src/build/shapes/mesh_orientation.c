// Finds meshes with a wrong up axis.
//
// The visuals and collisions of a link occupy about the same box. Two boxes are compared by the
// ratio of intersection to union. A glTF is y-up by its standard, and RViz since 2025 rotates it;
// but most robots store their meshes in the frame of the link. If one of both interpretations fits
// the link and the other does not, it is reported. If the collisions do not decide, files of the
// same name beside the glTF ("base.stl" beside "base.glb") are used, which have no such ambiguity.
// The same measure finds visuals exported with another up axis than the collisions, and cylinders
// of which only one was rotated.
#include "build/shapes/mesh_orientation.h"

#include "base/file.h"
#include "documents/diag/report.h"
#include "documents/packages/uri.h"
#include "documents/urdf/solid.h"
#include "documents/xml/places.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Minimum ratio of boxes that fit, and maximum ratio of boxes that do not.
static const double FITS = 0.6;
static const double MISSES = 0.35;
// Enough siblings to determine the exporter's convention; each is a file to read.
enum { MAX_SIBLINGS = 8 };

typedef struct box {
    double lower[3], upper[3];
    bool is_known; // every shape in it is known
} box;

typedef double turn[9]; // row-major

// the identity, the rotation from y-up to z-up, and the other quarter turns about the axes
static const turn as_stored = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const turn y_to_z = {1, 0, 0, 0, 0, -1, 0, 1, 0};
static const turn quarter[6] = {{1, 0, 0, 0, 0, -1, 0, 1, 0}, {1, 0, 0, 0, 0, 1, 0, -1, 0},
                                {0, 0, 1, 0, 1, 0, -1, 0, 0}, {0, 0, -1, 0, 1, 0, 1, 0, 0},
                                {0, -1, 0, 1, 0, 0, 0, 0, 1}, {0, 1, 0, -1, 0, 0, 0, 0, 1}};

typedef struct search {
    const limb_robot *robot;
    const limb_robot_meshes *meshes;
    const limb_link *stored_link, *quarter_link; // the first of each
    int nstored, nturned, nquarter;
    bool turns_all;                      // also rotates boxes and cylinders, not only meshes
    const limb_mesh *seen[MAX_SIBLINGS]; // meshes whose siblings were examined
    int nseen;
    char sibling[128]; // name of the sibling in the first finding; "": it is a collision
} search;

static void look_at_gltf(search *s, const limb_link *link);
static limb_status look_at_siblings(search *s, const limb_link *link, const limb_allocator *memory);
static bool find_sibling(const char *path, char out[LIMB__PATH_MAX]);
static void count_fit(search *s, const limb_link *link, double stored, double turned);
static void look_at_quarter(search *s, const limb_link *link);
static box box_of(const search *s, const limb_link_shape *shape, int count, const turn t);
static box box_of_mesh(const limb_mesh *mesh, const turn t)
{
    box b = {.is_known = mesh->ntriangle > 0};
    for (int k = 0; k < 3; k++) {
        double a = 0, c = 0;
        for (int i = 0; i < 3; i++) {
            a += t[3 * k + i] * (double)mesh->lower[i];
            c += t[3 * k + i] * (double)mesh->upper[i];
        }
        b.lower[k] = fmin(a, c);
        b.upper[k] = fmax(a, c);
    }
    return b;
}

static void add_shape(const search *s, box *b, const limb_link_shape *shape, const turn t);
static bool half_size(const search *s, const limb_shape *shape, double middle[3], double half[3]);
static double shared(const box *a, const box *b);
static box box_of_mesh(const limb_mesh *mesh, const turn t);
static bool has_gltf(const search *s, const limb_link_shape *shape, int count, bool all);
static bool is_gltf(const limb_mesh *mesh);
static const limb_mesh *find(const search *s, const limb_shape *shape);
static void report_gltf(const search *s, limb__xml_places *places, limb_report *report);
static int node_of(const limb_link *link);

void limb__check_mesh_turns(const limb_robot *robot, const limb_robot_meshes *meshes,
                            limb_report *report)
{
    if (!report) return;
    search s = {.robot = robot, .meshes = meshes, .turns_all = true};
    for (int i = 0; i < robot->nlink; i++) {
        const limb_link *link = &robot->link[i];
        if (link->nvisual > 0 && link->ncollision > 0) look_at_quarter(&s, link);
    }
    if (s.nquarter == 0) return;
    char more[64] = "";
    if (s.nquarter == 2) snprintf(more, sizeof more, ", and those of another link");
    if (s.nquarter > 2) snprintf(more, sizeof more, ", and those of %d more links", s.nquarter - 1);
    limb__xml_places places;
    limb__xml_places_init(&places, robot->document);
    limb__report(report, limb__xml_at_tag(&places, node_of(s.quarter_link)), LIMB_RULE_MESH_TURNED,
                 "link \"%.200s\": visual and collision disagree by a quarter turn%s",
                 s.quarter_link->name, more);
    limb__xml_places_free(&places);
}

limb_status limb__gltf_is_y_up(const limb_robot *robot, const limb_robot_meshes *meshes,
                               const limb_allocator *memory, limb_report *report, bool *is_y_up)
{
    search s = {.robot = robot, .meshes = meshes};
    limb_status status = LIMB_OK;
    for (int i = 0; i < robot->nlink; i++) {
        const limb_link *link = &robot->link[i];
        if (link->nvisual > 0 && link->ncollision > 0) look_at_gltf(&s, link);
    }
    const bool is_known = s.nstored + s.nturned > 0;
    for (int i = 0; i < robot->nlink && !is_known && status == LIMB_OK; i++)
        status = look_at_siblings(&s, &robot->link[i], memory);
    limb__xml_places places;
    limb__xml_places_init(&places, robot->document);
    if (report && status == LIMB_OK) report_gltf(&s, &places, report);
    limb__xml_places_free(&places);
    *is_y_up = s.nturned > s.nstored;
    return status;
}

static void look_at_gltf(search *s, const limb_link *link)
{
    if (!has_gltf(s, link->visual, link->nvisual, true) ||
        has_gltf(s, link->collision, link->ncollision, false))
        return;
    const box collision = box_of(s, link->collision, link->ncollision, as_stored);
    const box stored = box_of(s, link->visual, link->nvisual, as_stored);
    const box turned = box_of(s, link->visual, link->nvisual, y_to_z);
    count_fit(s, link, shared(&stored, &collision), shared(&turned, &collision));
}

// Returns LIMB_ERROR_MEMORY, or LIMB_OK even for an unreadable sibling.
static limb_status look_at_siblings(search *s, const limb_link *link, const limb_allocator *memory)
{
    for (int i = 0; i < link->nvisual && s->nseen < MAX_SIBLINGS; i++) {
        const limb_mesh *mesh = find(s, &link->visual[i].geometry);
        char path[LIMB__PATH_MAX];
        bool is_new = is_gltf(mesh) && mesh->ntriangle > 0;
        for (int k = 0; k < s->nseen; k++)
            is_new &= s->seen[k] != mesh;
        if (!is_new || !find_sibling(mesh->file, path)) continue;
        s->seen[s->nseen++] = mesh;
        const limb_mesh_opts opts = {.memory = memory, .normals = LIMB_MESH_NORMALS_NONE};
        limb_mesh *sibling;
        const limb_status status = limb_mesh_load(&sibling, path, &opts);
        if (status == LIMB_ERROR_MEMORY) return status;
        if (status != LIMB_OK) continue;
        const box other = box_of_mesh(sibling, as_stored);
        const box stored = box_of_mesh(mesh, as_stored), turned = box_of_mesh(mesh, y_to_z);
        if (s->nstored == 0)
            snprintf(s->sibling, sizeof s->sibling, "%.127s", strrchr(path, '/') + 1);
        count_fit(s, link, shared(&stored, &other), shared(&turned, &other));
        limb_mesh_free(sibling);
    }
    return LIMB_OK;
}

// Finds the file of the same name in a format without this ambiguity.
static bool find_sibling(const char *path, char out[LIMB__PATH_MAX])
{
    static const char *const extension[] = {".stl", ".STL", ".dae", ".obj", ".ply"};
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *dot = slash ? strrchr(slash, '.') : NULL;
    if (!dot) return false;
    for (size_t i = 0; i < sizeof extension / sizeof *extension; i++) {
        const int size =
            snprintf(out, LIMB__PATH_MAX, "%.*s%s", (int)(dot - path), path, extension[i]);
        if (size < LIMB__PATH_MAX && limb__is_file(out)) return true;
    }
    return false;
}

// Compares the mesh in both orientations; if both or none fit, the result is undecided.
static void count_fit(search *s, const limb_link *link, double stored, double turned)
{
    if (stored > FITS && turned < MISSES && s->nstored++ == 0) s->stored_link = link;
    s->nturned += turned > FITS && stored < MISSES;
}

// Compares one mesh with all collisions: with several it is unknown which of them is rotated.
static void look_at_quarter(search *s, const limb_link *link)
{
    if (link->nvisual != 1) return;
    const box collision = box_of(s, link->collision, link->ncollision, as_stored);
    const box stored = box_of(s, link->visual, 1, as_stored);
    if (!collision.is_known || !stored.is_known || shared(&stored, &collision) >= MISSES) return;
    for (int i = 0; i < 6; i++) {
        const box turned = box_of(s, link->visual, 1, quarter[i]);
        if (shared(&turned, &collision) <= FITS) continue;
        if (s->nquarter++ == 0) s->quarter_link = link;
        return;
    }
}

//---- boxes ---------------------------------------------------------------------------------------

// Returns the box around the shapes in the link's frame, with each mesh, or each shape, rotated
// in its own.
static box box_of(const search *s, const limb_link_shape *shape, int count, const turn t)
{
    box b = {.lower = {INFINITY, INFINITY, INFINITY},
             .upper = {-INFINITY, -INFINITY, -INFINITY},
             .is_known = count > 0};
    for (int i = 0; i < count && b.is_known; i++)
        add_shape(s, &b, &shape[i], t);
    return b;
}

static void add_shape(const search *s, box *b, const limb_link_shape *shape, const turn t)
{
    double middle[3], half[3], pose[12];
    const bool is_mesh = shape->geometry.type == LIMB_SHAPE_MESH;
    b->is_known = half_size(s, &shape->geometry, middle, half);
    limb_origin_pose(&shape->origin, pose);
    for (int corner = 0; corner < 8 && b->is_known; corner++) {
        double p[3], q[3];
        for (int k = 0; k < 3; k++)
            p[k] = middle[k] + (corner >> k & 1 ? half[k] : -half[k]);
        for (int k = 0; k < 3; k++) {
            const double turned = t[3 * k] * p[0] + t[3 * k + 1] * p[1] + t[3 * k + 2] * p[2];
            q[k] = is_mesh ? turned * shape->geometry.scale[k] : s->turns_all ? turned : p[k];
        }
        for (int k = 0; k < 3; k++) {
            const double *row = pose + 4 * k;
            const double at = row[0] * q[0] + row[1] * q[1] + row[2] * q[2] + row[3];
            b->lower[k] = fmin(b->lower[k], at);
            b->upper[k] = fmax(b->upper[k], at);
        }
    }
}

// Returns the box of the shape in its own frame, before the scale of a mesh. False: unknown.
static bool half_size(const search *s, const limb_shape *shape, double middle[3], double half[3])
{
    static const double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    memset(middle, 0, 3 * sizeof *middle);
    if (shape->type != LIMB_SHAPE_MESH) {
        for (int k = 0; k < 3; k++)
            half[k] = limb__shape_reach(shape, axis[k]);
        return true;
    }
    const limb_mesh *mesh = find(s, shape);
    if (!mesh || mesh->ntriangle == 0) return false;
    for (int k = 0; k < 3; k++) {
        middle[k] = ((double)mesh->lower[k] + (double)mesh->upper[k]) / 2;
        half[k] = ((double)mesh->upper[k] - (double)mesh->lower[k]) / 2;
    }
    return true;
}

// Returns the ratio of intersection to union: 1 equal, 0 separate or unknown. A thin plate gets a
// minimum thickness, otherwise tiny differences would decide.
static double shared(const box *a, const box *b)
{
    static const double THIN = 0.02; // of the larger box's diagonal
    if (!a->is_known || !b->is_known) return 0;
    double square = 0, common = 1, volume_a = 1, volume_b = 1;
    for (int k = 0; k < 3; k++) {
        const double size = fmax(a->upper[k] - a->lower[k], b->upper[k] - b->lower[k]);
        square += size * size;
    }
    const double margin = THIN * sqrt(square);
    for (int k = 0; k < 3; k++) {
        const double low = fmax(a->lower[k], b->lower[k]), high = fmin(a->upper[k], b->upper[k]);
        common *= fmax(high - low + margin, 0);
        volume_a *= a->upper[k] - a->lower[k] + margin;
        volume_b *= b->upper[k] - b->lower[k] + margin;
    }
    const double all = volume_a + volume_b - common;
    return all > 0 && isfinite(all) ? common / all : 0;
}

//---- meshes --------------------------------------------------------------------------------------

// Returns whether all shapes, or at least one, are loaded glTF meshes.
static bool has_gltf(const search *s, const limb_link_shape *shape, int count, bool all)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        found += is_gltf(find(s, &shape[i].geometry));
    return all ? found == count : found > 0;
}

static bool is_gltf(const limb_mesh *mesh)
{
    return mesh && (mesh->format == LIMB_MESH_FORMAT_GLTF || mesh->format == LIMB_MESH_FORMAT_GLB);
}

static const limb_mesh *find(const search *s, const limb_shape *shape)
{
    if (shape->type != LIMB_SHAPE_MESH || !shape->filename) return NULL;
    void *ctx = (void *)(uintptr_t)s->meshes;
    return limb_robot_meshes_find(ctx, shape->filename, NULL);
}

//---- findings ------------------------------------------------------------------------------------

static void report_gltf(const search *s, limb__xml_places *places, limb_report *report)
{
    if (s->nstored == 0 || s->nturned > s->nstored) return;
    char more[64] = "";
    if (s->nstored > 1) snprintf(more, sizeof more, ", and so do %d more", s->nstored - 1);
    limb__report(
        report, limb__xml_at_tag(places, node_of(s->stored_link)), LIMB_RULE_MESH_UP_AXIS,
        "link \"%.200s\": the glTF mesh fits %s as stored%s; RViz since 2025 turns it from "
        "y-up to z-up",
        s->stored_link->name, s->sibling[0] ? s->sibling : "its collision", more);
}

static int node_of(const limb_link *link)
{
    return link->visual[0].geometry.node;
}
