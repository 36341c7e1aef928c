// COLLADA scenes: nodes with transforms, instances of geometries, skins and other nodes.
//
// The walk keeps its own stack. Nodes may instance nodes, so a small file can describe a huge or
// endless scene: depth and the number of nodes visited are limited.
#include "geometry/mesh_files/dae.h"

#include "base/memory.h"
#include "geometry/mesh/matrix.h"
#include "numbers/math/sin_cos.h"

#include <math.h>
#include <string.h>

enum { MAX_DEPTH = 100 * 1000, MAX_NODES = 1000 * 1000, MAX_BINDINGS = 256 };

typedef struct frame {
    int node;          // <node> or <visual_scene>
    int child;         // element to look at next
    double matrix[12]; // of node, everything above included
} frame;

static int find_scene(const limb__dae *dae);
static limb_status walk(limb__dae *dae, int scene, const double root[12]);
static limb_status report_limit(limb__dae *dae, int node, bool deep);
static limb_status add_all_geometries(limb__dae *dae, const double root[12]);
static limb_status add_instance(limb__dae *dae, int instance, const frame *top);
static limb_status add_skin(limb__dae *dae, int instance, int controller, const double matrix[12],
                            const char *name);
static limb_status add_bound(limb__dae *dae, int instance, int geometry, const double matrix[12],
                             const char *name);
static int read_bindings(const limb__dae *dae, int instance, limb__dae_binding *binding);
static void apply_transforms(const limb__dae *dae, int node, double matrix[12]);
static bool transform_of(const limb__dae *dae, int node, double t[12]);
static bool rotation(const double axis_angle[4], double t[12]);
static bool look_at(const double v[9], double t[12]);
static bool normalize(double v[3]);

limb_status limb__dae_read_scene(limb__dae *dae, const double root[12])
{
    const int scene = find_scene(dae);
    return scene >= 0 ? walk(dae, scene, root) : add_all_geometries(dae, root);
}

// The scene that is instanced, else the first there is, else -1.
static int find_scene(const limb__dae *dae)
{
    const int scene = limb_node_find(&dae->doc, dae->doc.root, "scene");
    const int instance =
        scene >= 0 ? limb_node_find(&dae->doc, scene, "instance_visual_scene") : -1;
    const int target = instance >= 0 ? limb__dae_target(dae, instance, "url") : -1;
    if (limb__dae_is(dae, target, "visual_scene")) return target;
    const int library = limb_node_find(&dae->doc, dae->doc.root, "library_visual_scenes");
    return library >= 0 ? limb_node_find(&dae->doc, library, "visual_scene") : -1;
}

static limb_status walk(limb__dae *dae, int scene, const double root[12])
{
    frame *stack = NULL;
    int capacity = 0;
    if (!limb__grow(dae->b->memory, (void **)&stack, &capacity, 1, sizeof *stack))
        return LIMB_ERROR_MEMORY;
    int depth = 1;
    int visited = 0;
    stack[0].node = scene;
    stack[0].child = limb__dae_next_element(dae, scene, -1);
    memcpy(stack[0].matrix, root, sizeof stack[0].matrix);
    limb_status status = LIMB_OK;
    while (depth > 0 && status == LIMB_OK) {
        frame *top = &stack[depth - 1];
        const int child = top->child;
        if (child < 0) {
            depth--;
            continue;
        }
        top->child = limb__dae_next_element(dae, top->node, child);
        status = limb__mesh_step(dae->b, 2); // here and in apply_transforms
        if (status != LIMB_OK) break;
        int entered = limb__dae_is(dae, child, "node") ? child : -1;
        if (limb__dae_is(dae, child, "instance_node")) {
            entered = limb__dae_target(dae, child, "url");
            if (!limb__dae_is(dae, entered, "node")) {
                limb__mesh_skipped(dae->b, limb__dae_offset(dae, child),
                                   "an instance refers to a node that is not in this file");
                continue;
            }
        }
        if (entered < 0) {
            status = add_instance(dae, child, top);
            continue;
        }
        if (depth == MAX_DEPTH || ++visited > MAX_NODES) {
            status = report_limit(dae, child, depth == MAX_DEPTH);
            break;
        }
        if (!limb__grow(dae->b->memory, (void **)&stack, &capacity, depth + 1, sizeof *stack)) {
            status = LIMB_ERROR_MEMORY;
            break;
        }
        top = &stack[depth - 1];
        frame *next = &stack[depth++];
        next->node = entered;
        next->child = limb__dae_next_element(dae, entered, -1);
        memcpy(next->matrix, top->matrix, sizeof next->matrix);
        apply_transforms(dae, entered, next->matrix);
    }
    limb__release(dae->b->memory, stack, (size_t)capacity * sizeof *stack);
    return status;
}

static limb_status report_limit(limb__dae *dae, int node, bool deep)
{
    limb__report(dae->b->report, limb__place_byte(dae->b->source.file, limb__dae_offset(dae, node)),
                 LIMB_RULE_MESH_LIMIT,
                 deep ? "nodes are nested deeper than %d levels"
                      : "the scene has more than %d nodes",
                 deep ? MAX_DEPTH : MAX_NODES);
    return LIMB_ERROR_LIMIT;
}

// A file without a scene: its geometries as they are.
static limb_status add_all_geometries(limb__dae *dae, const double root[12])
{
    limb_status status = LIMB_OK;
    for (int library = limb_node_find(&dae->doc, dae->doc.root, "library_geometries"); library >= 0;
         library = limb_node_find_next(&dae->doc, library, "library_geometries")) {
        for (int geometry = limb_node_find(&dae->doc, library, "geometry");
             geometry >= 0 && status == LIMB_OK;
             geometry = limb_node_find_next(&dae->doc, geometry, "geometry")) {
            const char *name = limb__dae_name(dae, geometry);
            if (!name) return LIMB_ERROR_MEMORY;
            status = limb__dae_add_geometry(dae, geometry, root, NULL, 0, name);
        }
    }
    return status;
}

//---- instances -----------------------------------------------------------------------------------

static limb_status add_instance(limb__dae *dae, int instance, const frame *top)
{
    const bool geometry = limb__dae_is(dae, instance, "instance_geometry");
    const bool controller = limb__dae_is(dae, instance, "instance_controller");
    if (!geometry && !controller) return LIMB_OK;
    const char *name = limb__dae_name(dae, top->node);
    if (!name) return LIMB_ERROR_MEMORY;
    const double *matrix = top->matrix;
    const int target = limb__dae_target(dae, instance, "url");
    if (geometry && limb__dae_is(dae, target, "geometry"))
        return add_bound(dae, instance, target, matrix, name);
    if (controller && limb__dae_is(dae, target, "controller"))
        return add_skin(dae, instance, target, matrix, name);
    limb__mesh_skipped(dae->b, limb__dae_offset(dae, instance),
                       "an instance refers to a geometry that is not in this file");
    return LIMB_OK;
}

// A skin in its bind pose: the geometry, placed by the bind shape matrix. It may be that of a
// morph, and so on.
static limb_status add_skin(limb__dae *dae, int instance, int controller, const double matrix[12],
                            const char *name)
{
    enum { MAX_CONTROLLERS = 8 };
    double placed[12];
    memcpy(placed, matrix, sizeof placed);
    int source = controller;
    for (int i = 0; i < MAX_CONTROLLERS && limb__dae_is(dae, source, "controller"); i++) {
        const int skin = limb__dae_find(dae, source, "skin");
        const int holder = skin >= 0 ? skin : limb__dae_find(dae, source, "morph");
        const int bind = skin >= 0 ? limb__dae_find(dae, skin, "bind_shape_matrix") : -1;
        double value[16];
        if (bind >= 0 && limb__dae_numbers(dae, bind, value, 16) == 16)
            limb__matrix_multiply(placed, value, placed);
        source = holder >= 0 ? limb__dae_target(dae, holder, "source") : -1;
    }
    if (limb__dae_is(dae, source, "geometry"))
        return add_bound(dae, instance, source, placed, name);
    limb__mesh_skipped(dae->b, limb__dae_offset(dae, instance),
                       "a skin refers to a geometry that is not in this file");
    return LIMB_OK;
}

static limb_status add_bound(limb__dae *dae, int instance, int geometry, const double matrix[12],
                             const char *name)
{
    limb__dae_binding binding[MAX_BINDINGS];
    const int nbinding = read_bindings(dae, instance, binding);
    return limb__dae_add_geometry(dae, geometry, matrix, binding, nbinding, name);
}

static int read_bindings(const limb__dae *dae, int instance, limb__dae_binding *binding)
{
    const int bind = limb__dae_find(dae, instance, "bind_material");
    const int common = bind >= 0 ? limb__dae_find(dae, bind, "technique_common") : -1;
    int count = 0;
    for (int node = common >= 0 ? limb__dae_next_element(dae, common, -1) : -1;
         node >= 0 && count < MAX_BINDINGS; node = limb__dae_next_element(dae, common, node)) {
        dae->b->nstep++;
        if (!limb__dae_is(dae, node, "instance_material")) continue;
        const int target = limb__dae_target(dae, node, "target");
        const limb_text symbol = limb__dae_attr(dae, node, "symbol");
        if (symbol.data && limb__dae_is(dae, target, "material"))
            binding[count++] = (limb__dae_binding){symbol, target};
    }
    return count;
}

//---- transforms ----------------------------------------------------------------------------------

static void apply_transforms(const limb__dae *dae, int node, double matrix[12])
{
    for (int child = limb__dae_next_element(dae, node, -1); child >= 0;
         child = limb__dae_next_element(dae, node, child)) {
        double t[12];
        if (transform_of(dae, child, t)) limb__matrix_multiply(matrix, t, matrix);
    }
}

static bool transform_of(const limb__dae *dae, int node, double t[12])
{
    double v[16];
    if (limb__dae_is(dae, node, "matrix")) {
        if (limb__dae_numbers(dae, node, v, 16) < 12) return false;
        memcpy(t, v, 12 * sizeof *t);
        return true;
    }
    memset(t, 0, 12 * sizeof *t);
    t[0] = t[5] = t[10] = 1;
    if (limb__dae_is(dae, node, "translate")) {
        if (limb__dae_numbers(dae, node, v, 3) < 3) return false;
        t[3] = v[0];
        t[7] = v[1];
        t[11] = v[2];
        return true;
    }
    if (limb__dae_is(dae, node, "scale")) {
        if (limb__dae_numbers(dae, node, v, 3) < 3) return false;
        t[0] = v[0];
        t[5] = v[1];
        t[10] = v[2];
        return true;
    }
    if (limb__dae_is(dae, node, "rotate"))
        return limb__dae_numbers(dae, node, v, 4) == 4 && rotation(v, t);
    if (limb__dae_is(dae, node, "lookat"))
        return limb__dae_numbers(dae, node, v, 9) == 9 && look_at(v, t);
    if (limb__dae_is(dae, node, "skew")) {
        limb__mesh_skipped(dae->b, limb__dae_offset(dae, node), "a skew is left out");
    }
    return false;
}

// axis and angle in degrees (O. Rodrigues)
static bool rotation(const double axis_angle[4], double t[12])
{
    double a[3] = {axis_angle[0], axis_angle[1], axis_angle[2]};
    if (!normalize(a)) return false;
    const double angle = axis_angle[3] * (3.14159265358979323846 / 180);
    double s, c;
    limb__sin_cos(angle, &s, &c);
    const double k = 1 - c;
    const double r[12] = {
        c + k * a[0] * a[0],        k * a[0] * a[1] - s * a[2], k * a[0] * a[2] + s * a[1], 0,
        k * a[0] * a[1] + s * a[2], c + k * a[1] * a[1],        k * a[1] * a[2] - s * a[0], 0,
        k * a[0] * a[2] - s * a[1], k * a[1] * a[2] + s * a[0], c + k * a[2] * a[2],        0};
    memcpy(t, r, sizeof r);
    return true;
}

// eye, point of interest, up: the frame of something at the eye that looks along -z
static bool look_at(const double v[9], double t[12])
{
    double z[3] = {v[0] - v[3], v[1] - v[4], v[2] - v[5]};
    if (!normalize(z)) return false;
    const double *up = v + 6;
    double x[3] = {up[1] * z[2] - up[2] * z[1], up[2] * z[0] - up[0] * z[2],
                   up[0] * z[1] - up[1] * z[0]};
    if (!normalize(x)) return false;
    const double y[3] = {z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2],
                         z[0] * x[1] - z[1] * x[0]};
    for (int k = 0; k < 3; k++) {
        t[k * 4] = x[k];
        t[k * 4 + 1] = y[k];
        t[k * 4 + 2] = z[k];
        t[k * 4 + 3] = v[k];
    }
    return true;
}

static bool normalize(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!(length > 0) || !isfinite(length)) return false;
    for (int k = 0; k < 3; k++)
        v[k] /= length;
    return true;
}
