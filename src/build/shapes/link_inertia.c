// Computes the inertia of a link from its shapes.
//
// Every shape becomes a body of density 1: volume, center, tensor about its center. Two bodies are
// combined about their common center, I = Ia + Ib + mu (d.d E - d d^T) with d from one center to
// the other and mu = a b / (a + b), so that a link far from its origin loses no precision. The
// result is multiplied by the density.
#include "limb/shapes.h"

#include "documents/urdf/solid.h"
#include "limb/model.h"
#include "numbers/math/inertia.h"
#include "numbers/math/pose.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double WATER = 1000; // kg/m^3

// A mesh's integrals are accepted if they are those of some body: see is_body.
static const double TOLERANCE = 1e-9;

typedef struct sum {
    limb_mass_properties body; // at density 1, in the link's frame
    double lower[3], upper[3];
} sum;

static limb_status weigh(limb_link_inertia *out, const limb_link *link, bool visual,
                         const limb_inertia_opts *opts);
static limb_status weigh_shape(limb_link_inertia *out, const limb_shape *shape,
                               const limb_inertia_opts *opts, limb_mass_properties *body);
static limb_status weigh_mesh(limb_link_inertia *out, const limb_shape *shape,
                              const limb_inertia_opts *opts, limb_mass_properties *body);
static limb_status weigh_closed(const limb_mesh *mesh, const double scale[3],
                                const limb_allocator *memory, limb_mass_properties *body,
                                bool *is_good);
static limb_status weigh_hull(limb_link_inertia *out, const limb_mesh *mesh, const double scale[3],
                              const limb_allocator *memory, limb_mass_properties *body);
static bool is_body(const limb_mass_properties *body);
static void place(const limb_origin *origin, limb_mass_properties *body);
static void join(limb_mass_properties *a, const limb_mass_properties *b);
static void widen(sum *s, const limb_link_shape *geom, const limb_inertia_opts *opts);
static double reach(const limb_shape *shape, const limb_mesh *mesh, const double direction[3]);
static void finish(limb_link_inertia *out, const limb_link *link, const sum *s,
                   const limb_inertia_opts *opts);

limb_status limb_link_compute_inertia(limb_link_inertia *out, const limb_link *link,
                                      const limb_inertia_opts *opts)
{
    assert(out && link);
    static const limb_inertia_opts defaults = {0};
    if (!opts) opts = &defaults;
    limb_status status = weigh(out, link, opts->source == LIMB_INERTIA_SOURCE_VISUAL, opts);
    if (status != LIMB_OK || !out->reason || opts->source != LIMB_INERTIA_SOURCE_ANY) return status;
    limb_link_inertia other;
    status = weigh(&other, link, true, opts);
    // if neither is usable, the collisions' reason is given if there are any
    if (status == LIMB_OK && (!other.reason || link->ncollision + link->nbroken_collision == 0))
        *out = other;
    return status;
}

static limb_status weigh(limb_link_inertia *out, const limb_link *link, bool visual,
                         const limb_inertia_opts *opts)
{
    memset(out, 0, sizeof *out);
    out->from_visual = visual;
    const limb_link_shape *geom = visual ? link->visual : link->collision;
    const int count = visual ? link->nvisual : link->ncollision;
    const int nbroken = visual ? link->nbroken_visual : link->nbroken_collision;
    if (count + nbroken == 0) {
        out->reason = opts->source == LIMB_INERTIA_SOURCE_ANY ? "the link has no shapes"
                      : visual                                ? "the link has no visual"
                                                              : "the link has no collision";
        return LIMB_OK;
    }
    out->nmissing = nbroken;
    if (nbroken > 0) {
        out->reason = "the geometry of a shape cannot be read";
        return LIMB_OK;
    }
    sum s = {.lower = {INFINITY, INFINITY, INFINITY}, .upper = {-INFINITY, -INFINITY, -INFINITY}};
    for (int i = 0; i < count; i++) {
        limb_mass_properties body = {0};
        const limb_status status = weigh_shape(out, &geom[i].geometry, opts, &body);
        if (status != LIMB_OK || out->reason) return status;
        place(&geom[i].origin, &body);
        join(&s.body, &body);
        widen(&s, &geom[i], opts);
        out->nshape++;
    }
    finish(out, link, &s, opts);
    return LIMB_OK;
}

//---- one shape, in its own frame -----------------------------------------------------------------

static limb_status weigh_shape(limb_link_inertia *out, const limb_shape *shape,
                               const limb_inertia_opts *opts, limb_mass_properties *body)
{
    limb_status status = LIMB_OK;
    if (shape->type == LIMB_SHAPE_MESH)
        status = weigh_mesh(out, shape, opts, body);
    else
        body->mass = limb__shape_volume(shape, body->inertia);
    if (status == LIMB_OK && !out->reason && !(body->mass > 0 && isfinite(body->mass)))
        out->reason = isfinite(body->mass) ? "a shape has no volume" : "a shape is too large";
    return status;
}

static limb_status weigh_mesh(limb_link_inertia *out, const limb_shape *shape,
                              const limb_inertia_opts *opts, limb_mass_properties *body)
{
    const char *reason = "the meshes are not loaded";
    const limb_mesh *mesh =
        opts->find_mesh ? opts->find_mesh(opts->find_ctx, shape->filename, &reason) : NULL;
    if (!mesh) {
        out->reason = reason;
        out->nmissing = 1;
        return LIMB_OK;
    }
    if (mesh->nnonfinite > 0) {
        out->reason = "a mesh has coordinates that are not finite";
        out->nmissing = 1;
        return LIMB_OK;
    }
    if (mesh->ntriangle == 0) {
        out->reason = "a mesh has no triangles";
        return LIMB_OK;
    }
    bool is_good;
    const limb_status status = weigh_closed(mesh, shape->scale, opts->memory, body, &is_good);
    if (status != LIMB_OK || is_good) return status;
    return weigh_hull(out, mesh, shape->scale, opts->memory, body);
}

// Usable if the faces enclose a volume: no open edge, and integrals that a body can have.
static limb_status weigh_closed(const limb_mesh *mesh, const double scale[3],
                                const limb_allocator *memory, limb_mass_properties *body,
                                bool *is_good)
{
    limb_mesh_topology topology;
    const limb_status status = limb_mesh_compute_topology(&topology, mesh, memory);
    *is_good = status == LIMB_OK && topology.nopen == 0 && topology.nflipped == 0 &&
               limb_mesh_mass(body, mesh, 1, scale) == LIMB_OK && is_body(body);
    return status;
}

static limb_status weigh_hull(limb_link_inertia *out, const limb_mesh *mesh, const double scale[3],
                              const limb_allocator *memory, limb_mass_properties *body)
{
    limb_mesh *hull;
    int dimension;
    const limb_status status =
        limb_hull_build(&hull, mesh->position, mesh->nvertex, memory, &dimension);
    if (status != LIMB_OK) return status;
    double box = 1;
    for (int k = 0; k < 3; k++)
        box *= ((double)mesh->upper[k] - (double)mesh->lower[k]) * scale[k];
    if (dimension < 3 || limb_mesh_mass(body, hull, 1, scale) != LIMB_OK)
        out->reason = isfinite(box) ? "a mesh is flat" : "a mesh is too large";
    limb_mesh_free(hull);
    out->nhull++;
    return LIMB_OK;
}

static bool is_body(const limb_mass_properties *body)
{
    double m[3];
    limb__tensor_eigen(body->inertia, m, NULL);
    return m[0] > 0 && isfinite(m[2]) && m[0] + m[1] >= m[2] * (1 - TOLERANCE);
}

//---- the sum, in the link's frame ----------------------------------------------------------------

static void place(const limb_origin *origin, limb_mass_properties *body)
{
    double pose[12], center[3], tensor[6];
    limb_origin_pose(origin, pose);
    limb__pose_point(pose, body->center, center);
    limb__tensor_rotate(pose, body->inertia, tensor);
    memcpy(body->center, center, sizeof center);
    memcpy(body->inertia, tensor, sizeof tensor);
}

static void join(limb_mass_properties *a, const limb_mass_properties *b)
{
    const double mass = a->mass + b->mass;
    const double mu = a->mass * (b->mass / mass);
    double d[3], between[10];
    limb__subtract(b->center, a->center, d);
    // mu (d.d E - d d^T): a point of mass mu at d
    static const double point[6] = {0};
    limb__inertia_from_center(mu, d, point, between);
    for (int k = 0; k < 6; k++)
        a->inertia[k] += b->inertia[k] + between[4 + k];
    for (int k = 0; k < 3; k++)
        a->center[k] += d[k] * (b->mass / mass);
    a->mass = mass;
}

static void widen(sum *s, const limb_link_shape *geom, const limb_inertia_opts *opts)
{
    const limb_shape *shape = &geom->geometry;
    double pose[12], middle[3] = {0}, center[3];
    limb_origin_pose(&geom->origin, pose);
    const limb_mesh *mesh = NULL;
    if (shape->type == LIMB_SHAPE_MESH)
        mesh = opts->find_mesh(opts->find_ctx, shape->filename, NULL);
    for (int k = 0; k < 3 && mesh; k++)
        middle[k] = shape->scale[k] * ((double)mesh->lower[k] + (double)mesh->upper[k]) / 2;
    limb__pose_point(pose, middle, center);
    for (int k = 0; k < 3; k++) {
        const double half = reach(shape, mesh, pose + 4 * k);
        s->lower[k] = fmin(s->lower[k], center[k] - half);
        s->upper[k] = fmax(s->upper[k], center[k] + half);
    }
}

// Returns the extent of the shape, or of the box around a mesh, from its center in a direction
// of its frame.
static double reach(const limb_shape *shape, const limb_mesh *mesh, const double direction[3])
{
    if (shape->type != LIMB_SHAPE_MESH) return limb__shape_reach(shape, direction);
    double half = 0;
    for (int k = 0; k < 3; k++) {
        const double size = (double)mesh->upper[k] - (double)mesh->lower[k];
        half += fabs(direction[k] * shape->scale[k]) * size / 2;
    }
    return half;
}

static void finish(limb_link_inertia *out, const limb_link *link, const sum *s,
                   const limb_inertia_opts *opts)
{
    const limb_inertial *declared = link->inertial;
    const limb_mass_properties *body = &s->body;
    out->volume = body->mass;
    out->density = opts->density > 0 ? opts->density : WATER;
    if (opts->declared_mass) {
        if (!declared || !declared->has_mass || !(declared->mass > 0)) {
            out->reason = "the link declares no mass";
            return;
        }
        out->density = declared->mass / body->mass;
    }
    out->mass = opts->declared_mass ? declared->mass : out->density * body->mass;
    memcpy(out->center, body->center, sizeof out->center);
    memcpy(out->lower, s->lower, sizeof out->lower);
    memcpy(out->upper, s->upper, sizeof out->upper);
    bool finite = isfinite(out->mass) && out->mass > 0;
    for (int k = 0; k < 6; k++) {
        out->inertia[k] = out->density * body->inertia[k];
        finite &= isfinite(out->inertia[k]);
    }
    for (int k = 0; k < 3; k++)
        finite &= isfinite(out->center[k]);
    limb__tensor_eigen(out->inertia, out->moment, NULL);
    memcpy(out->own_inertia, out->inertia, sizeof out->inertia);
    if (declared) {
        double pose[12], back[12];
        limb_origin_pose(&declared->origin, pose);
        limb__pose_inverse(pose, back);
        limb__tensor_rotate(back, out->inertia, out->own_inertia);
    }
    if (!finite || !(out->moment[0] > 0)) out->reason = "the shapes are too large or too small";
}
