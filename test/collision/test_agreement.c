// limb_collide and limb_distance use different algorithms: for all pairs of kinds, with zero, tiny,
// ordinary and huge sizes, "touches" of one must agree with "overlaps" of the other.
#include "harness.h"
#include "limb/limb.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KINDS = LIMB_COLLIDER_HALF_SPACE + 1, CORNERS = 8 };

typedef struct body {
    limb_collider collider;
    float point[3 * CORNERS];
    uint32_t index[3 * CORNERS];
    limb_mesh mesh;
    double reach; // how far it goes from its origin; that of a plane is 0
} body;

static const char *const kind_name[KINDS] = {"sphere", "box",    "cylinder", "capsule",   "hull",
                                             "mesh",   "points", "plane",    "half-space"};

static double random_size(limb_test_rng *rng)
{
    static const double kinds[] = {0, 0, 0, 1e-200, 1e-20, 1e-9, 1e4, 1e9};
    const int kind = limb_test_below(rng, 16);
    const double ordinary = exp(limb_test_uniform(rng, log(0.05), log(1)));
    return kind < 8 ? kinds[kind] * ordinary : ordinary;
}

static void random_pose(limb_test_rng *rng, double reach, double pose[12])
{
    double at[3], q[4], square = 0;
    for (int k = 0; k < 3; k++)
        at[k] = reach * limb_test_uniform(rng, -1, 1);
    const bool straight = limb_test_below(rng, 4) == 0; // faces and edges are parallel
    for (int k = 0; k < 4; k++) {
        q[k] = straight ? k == 3 : limb_test_uniform(rng, -1, 1);
        square += q[k] * q[k];
    }
    for (int k = 0; k < 4; k++)
        q[k] /= sqrt(square);
    limb_pose_from_quat(at, q, pose);
}

static void random_body(limb_test_rng *rng, limb_collider_kind kind, body *b)
{
    memset(b, 0, sizeof *b);
    limb_collider *c = &b->collider;
    c->kind = kind;
    c->radius = random_size(rng);
    c->length = random_size(rng);
    double half[3];
    for (int k = 0; k < 3; k++) {
        c->size[k] = random_size(rng);
        half[k] = c->size[k] / 2;
    }
    for (int i = 0; i < CORNERS; i++)
        for (int k = 0; k < 3; k++)
            b->point[3 * i + k] = (float)(half[k] * limb_test_uniform(rng, -1, 1));
    for (int i = 0; i < 3 * CORNERS; i++)
        b->index[i] = (uint32_t)limb_test_below(rng, CORNERS);
    b->mesh = (limb_mesh){
        .nvertex = CORNERS, .ntriangle = CORNERS, .position = b->point, .index = b->index};
    const double diagonal = sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
    switch (kind) {
    case LIMB_COLLIDER_SPHERE:
        b->reach = c->radius;
        break;
    case LIMB_COLLIDER_CYLINDER:
    case LIMB_COLLIDER_CAPSULE:
        b->reach = c->radius + c->length / 2;
        break;
    case LIMB_COLLIDER_POINTS:
        b->reach = diagonal + c->radius;
        c->point = b->point;
        c->npoint = CORNERS;
        break;
    case LIMB_COLLIDER_HULL:
        b->reach = diagonal;
        c->point = b->point;
        c->npoint = CORNERS;
        break;
    case LIMB_COLLIDER_MESH:
        c->mesh = &b->mesh;
        b->reach = diagonal;
        break;
    case LIMB_COLLIDER_BOX:
        b->reach = diagonal;
        break;
    case LIMB_COLLIDER_PLANE:
    case LIMB_COLLIDER_HALF_SPACE:
        break;
    }
}

static void check_contact(const limb_contact *c, double rounding)
{
    double square = 0;
    for (int k = 0; k < 3; k++) {
        ENSURE_NEAR(c->point_a[k] + c->distance * c->normal[k], c->point_b[k], rounding);
        square += c->normal[k] * c->normal[k];
    }
    ENSURE_NEAR(square, 1, 1e-9);
}

// A segment that crosses a flat box overlaps it, although rounding may leave no computed point of
// the segment in the box. limb_collide used to report such pairs as free of contact.
TEST(touching_and_overlapping_agree_over_all_kinds_and_sizes)
{
    static body b[2];
    limb_test_rng rng = {7};
    int nclear[2] = {0, 0}, nbad = 0;
    for (int pair = 0; pair < KINDS * KINDS; pair++) {
        const limb_collider_kind kind_a = (limb_collider_kind)(pair / KINDS);
        const limb_collider_kind kind_b = (limb_collider_kind)(pair % KINDS);
        for (int round = 0; round < LIMB_TEST_COUNT(4000); round++) {
            random_body(&rng, kind_a, &b[0]);
            random_body(&rng, kind_b, &b[1]);
            const limb_scene_object object[2] = {{NULL, NULL, 1, &b[0].collider},
                                                 {NULL, NULL, 1, &b[1].collider}};
            limb_scene *scene;
            limb_query *query;
            ENSURE_INT(limb_scene_create(&scene, object, 2, NULL, 0, NULL), LIMB_OK);
            ENSURE_INT(limb_query_create(&query, scene, NULL), LIMB_OK);
            // distances from 0 to beyond the reach of both shapes
            const double apart = limb_test_uniform(&rng, 0, 1) * fmin(b[0].reach + b[1].reach, 2e5);
            double pose[24];
            random_pose(&rng, 1, pose);
            random_pose(&rng, apart, pose + 12);
            for (int k = 0; k < 3; k++)
                pose[12 + 4 * k + 3] += pose[4 * k + 3];
            ENSURE_INT(limb_query_place_objects(query, pose, 2), LIMB_OK);
            limb_contact near, all;
            const bool touches = limb_collide(query, NULL);
            limb_query_reset(query);
            const bool found = limb_distance(query, HUGE_VAL, &near);
            limb_query_reset(query);
            const int count = limb_collide_all(query, &all, 1);
            const double rounding = 1e-10 * (1 + b[0].reach + b[1].reach + apart);
            if (found) check_contact(&near, rounding);
            if (count > 0) check_contact(&all, rounding);
            if (found && fabs(near.distance) > rounding) {
                nclear[near.distance < 0]++;
                if ((near.distance < 0) != touches || (count > 0) != touches) {
                    if (nbad++ < 20)
                        printf("%s, %s, round %d: distance %g, collide %d, collide_all %d\n",
                               kind_name[kind_a], kind_name[kind_b], round, near.distance, touches,
                               count);
                }
            }
            limb_query_free(query);
            limb_scene_free(scene);
        }
    }
    printf("%d overlap, %d are apart\n", nclear[1], nclear[0]);
    ENSURE(nclear[0] > LIMB_TEST_COUNT(40000) && nclear[1] > LIMB_TEST_COUNT(40000));
    ENSURE_INT(nbad, 0);
}

// The distance of meshes and point clouds that are far apart relative to their size used to be too
// small by a factor of 2e-10, 1.6e-9 m at 8 m.
TEST(the_distance_of_single_points_is_that_of_the_points)
{
    static const float at[3] = {1, 2, 3}, other[3] = {1, 2, 11};
    const limb_collider one = {.kind = LIMB_COLLIDER_POINTS, .point = at, .npoint = 1};
    const limb_collider two = {.kind = LIMB_COLLIDER_POINTS, .point = other, .npoint = 1};
    const limb_scene_object object[2] = {{NULL, NULL, 1, &one}, {NULL, NULL, 1, &two}};
    limb_scene *scene;
    limb_query *query;
    ENSURE_INT(limb_scene_create(&scene, object, 2, NULL, 0, NULL), LIMB_OK);
    ENSURE_INT(limb_query_create(&query, scene, NULL), LIMB_OK);
    limb_contact near;
    ENSURE(limb_distance(query, HUGE_VAL, &near));
    ENSURE_NEAR(near.distance, 8, 1e-14);
    check_contact(&near, 1e-14);
    limb_query_free(query);
    limb_scene_free(scene);
}
