// Two objects of any shapes at any poses: scenes are built or refused; results are finite,
// consistent and independent of the order of the two.
#include "fuzz_shapes.h"

#include "limb/collision.h"
#include "limb/model.h"

enum { MAX_POINTS = 24, SHAPES = 3 };

typedef struct body { // an object with its shapes
    int count;
    limb_collider collider[SHAPES];
    double pose[SHAPES][12], scale[SHAPES][3];
    limb_mesh mesh[SHAPES];
    float point[SHAPES][3 * MAX_POINTS];
    uint32_t index[SHAPES][3 * MAX_POINTS];
} body;

static void read_body(limb_fuzz_input *in, bool wild, body *b);
static void read_pose(limb_fuzz_input *in, bool wild, double pose[12]);
static void ask(const limb_scene *scene, int order, limb_fuzz_input *in, bool wild,
                double answer[4][2]);
static void check_contact(const limb_contact *c, bool wild);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static body b[2];
    limb_fuzz_input in = {data, size, 0};
    const bool wild = limb_fuzz_byte(&in) % 4 == 3;
    read_body(&in, wild, &b[0]);
    read_body(&in, wild, &b[1]);
    const size_t poses = in.at;
    double answer[2][4][2];
    for (int order = 0; order < 2; order++) {
        const limb_scene_object object[2] = {{NULL, NULL, b[order].count, b[order].collider},
                                             {NULL, NULL, b[!order].count, b[!order].collider}};
        limb_scene *scene;
        const limb_status status = limb_scene_create(&scene, object, 2, NULL, 0, NULL);
        if (status != LIMB_OK) {
            if (!wild || status != LIMB_ERROR_INPUT) abort();
            return 0;
        }
        in.at = poses;
        ask(scene, order, &in, wild, answer[order]);
        limb_scene_free(scene);
    }
    for (int i = 0; i < 4 && !wild; i++) {
        const double *one = answer[0][i], *other = answer[1][i];
        // verdicts where it matters; distances of shapes apart
        if (fabs(one[1]) > 1e-7 && one[0] != other[0]) abort();
        if (one[1] == HUGE_VAL && other[1] == HUGE_VAL) continue;
        if (one[1] > 1e-7 && !(fabs(one[1] - other[1]) <= 1e-7 + 1e-7 * one[1])) abort();
    }
    return 0;
}

static void read_body(limb_fuzz_input *in, bool wild, body *b)
{
    b->count = 1 + limb_fuzz_byte(in) % SHAPES;
    for (int i = 0; i < b->count; i++) {
        limb_collider *c = &b->collider[i];
        memset(c, 0, sizeof *c);
        const int how = limb_fuzz_byte(in);
        c->kind = (limb_collider_kind)(how % 9);
        if (how & 64) {
            read_pose(in, wild, b->pose[i]);
            c->pose = b->pose[i];
        }
        if (how & 128) {
            for (int k = 0; k < 3; k++)
                b->scale[i][k] = limb_fuzz_number(in, wild);
            c->scale = b->scale[i];
        }
        for (int k = 0; k < 3; k++)
            c->size[k] = fabs(limb_fuzz_number(in, wild));
        c->radius = fabs(limb_fuzz_number(in, wild)) / 4;
        c->length = wild ? limb_fuzz_number(in, wild) : fabs(limb_fuzz_number(in, false));
        if (c->kind == LIMB_COLLIDER_MESH || (c->kind == LIMB_COLLIDER_HULL && how & 32)) {
            b->mesh[i] = limb_fuzz_mesh_of(in, b->point[i], b->index[i], MAX_POINTS, wild);
            c->mesh = &b->mesh[i];
        } else if (c->kind == LIMB_COLLIDER_HULL || c->kind == LIMB_COLLIDER_POINTS) {
            c->npoint = limb_fuzz_byte(in) % MAX_POINTS;
            limb_fuzz_points(in, b->point[i], c->npoint, wild);
            c->point = b->point[i];
        }
    }
}

// A rotation about an axis and a place; wild: any numbers at times.
static void read_pose(limb_fuzz_input *in, bool wild, double pose[12])
{
    double at[3], q[4], square = 0;
    for (int k = 0; k < 3; k++)
        at[k] = limb_fuzz_number(in, wild);
    for (int k = 0; k < 4; k++) {
        q[k] = limb_fuzz_number(in, false);
        square += q[k] * q[k];
    }
    for (int k = 0; k < 4; k++)
        q[k] = square > 1e-6 ? q[k] / sqrt(square) : k == 3;
    limb_pose_from_quat(at, q, pose);
    if (wild && limb_fuzz_byte(in) % 4 == 0) {
        for (int k = 0; k < 12; k++)
            pose[k] = limb_fuzz_number(in, true);
    }
}

// At four placements, of which the later ones start from what the earlier ones left.
static void ask(const limb_scene *scene, int order, limb_fuzz_input *in, bool wild,
                double answer[4][2])
{
    limb_query *query;
    if (limb_query_create(&query, scene, NULL) != LIMB_OK) abort();
    for (int i = 0; i < 4; i++) {
        // the first body is where it is, in either order of the two
        double pose[24];
        read_pose(in, wild, pose + 12 * !order);
        for (int k = 0; k < 12; k++)
            pose[12 * order + k] = k % 5 == 0;
        const bool placed = limb_query_place_objects(query, pose, 2) == LIMB_OK;
        if (!placed && !wild) abort();
        limb_contact nearest = {0}, all[1];
        const bool touches = limb_collide(query, NULL);
        const bool found = limb_distance(query, HUGE_VAL, &nearest);
        const int count = limb_collide_all(query, all, 1);
        if (!placed && (touches || found || count != 0)) abort();
        if (found) check_contact(&nearest, wild);
        if (count > 0) check_contact(&all[0], wild);
        // within rounding of touching, a query that remembers may come to another verdict
        const bool clear = !wild && !(found && fabs(nearest.distance) <= 1e-7);
        if (clear && (count > 0) != touches) abort();
        if (clear && found && (nearest.distance < 0) != touches) abort();
        answer[i][0] = touches;
        answer[i][1] = found ? nearest.distance : HUGE_VAL;
        double from[3], direction[3];
        for (int k = 0; k < 3; k++) {
            from[k] = limb_fuzz_number(in, wild);
            direction[k] = limb_fuzz_number(in, wild);
        }
        limb_ray_result hit;
        if (limb_ray_cast(query, from, direction, 10, &hit) && !wild &&
            !(hit.t >= 0 && hit.t <= 10 * (1 + 1e-9))) {
            abort();
        }
    }
    limb_query_free(query);
}

static void check_contact(const limb_contact *c, bool wild)
{
    if (wild) return;
    double square = 0;
    for (int k = 0; k < 3; k++) {
        if (!isfinite(c->point_a[k]) || !isfinite(c->point_b[k]) || !isfinite(c->normal[k]))
            abort();
        const double to = c->point_a[k] + c->distance * c->normal[k];
        if (!(fabs(to - c->point_b[k]) <= 1e-9 * (1 + fabs(to)))) abort();
        square += c->normal[k] * c->normal[k];
    }
    if (!isfinite(c->distance) || !(fabs(square - 1) < 1e-9)) abort();
}
