// Tests of the enclosed volume: exact for a single clean shell, estimated if there are gaps,
// overlaps or flipped triangles, that of the hull if nothing is enclosed.
#include "limb/mesh.h"
#include "mesh/shapes.h"
#include "support/hostile.h"

enum { MAX_BOX = 400 };

typedef struct boxes { // a mesh of boxes
    float position[MAX_BOX * 24];
    uint32_t index[MAX_BOX * 36];
    int nbox;
    int nmissing; // triangles of the last box that are left out; its top goes first
} boxes;

static void add_box(boxes *b, const float lower[3], const float upper[3], bool inside_out)
{
    static const uint32_t face[36] = {0, 2, 1, 1, 2, 3, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7,
                                      0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5, 4, 5, 6, 5, 7, 6};
    ENSURE(b->nbox < MAX_BOX);
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            b->position[24 * b->nbox + 3 * i + k] = (i >> k & 1) ? upper[k] : lower[k];
    for (int i = 0; i < 36; i++)
        b->index[36 * b->nbox + i] = (uint32_t)(8 * b->nbox) + face[inside_out ? 35 - i : i];
    b->nbox++;
}

static limb_solid_volume volume_of(const boxes *b, const double *scale)
{
    const limb_mesh source = {.nvertex = 8 * b->nbox,
                              .position = (float *)(uintptr_t)b->position,
                              .ntriangle = 12 * b->nbox - b->nmissing,
                              .index = (uint32_t *)(uintptr_t)b->index,
                              .unit = 1};
    limb_mesh *mesh;
    limb_solid_volume volume;
    ENSURE_INT(limb_mesh_copy(&mesh, &source, NULL), LIMB_OK);
    ENSURE_INT(limb_mesh_solid_volume(&volume, mesh, scale, NULL), LIMB_OK);
    limb_mesh_free(mesh);
    return volume;
}

static const double ESTIMATE = 5e-3;
static const float zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};

TEST(shells_that_are_apart_are_exact)
{
    boxes b = {.nbox = 0};
    add_box(&b, zero, one, false);
    ENSURE_NEAR(volume_of(&b, NULL).solid, 1, 1e-12);
    add_box(&b, (float[3]){2, 0.25F, 0.25F}, (float[3]){2.03125F, 0.75F, 0.75F}, false);
    const double scale[3] = {2, -3, 0.5};
    const limb_solid_volume volume = volume_of(&b, scale);
    ENSURE(volume.is_closed && !volume.is_estimated);
    ENSURE_NEAR(volume.solid, 3 * (1 + 0.03125 * 0.25), 1e-9);
}

TEST(a_cavity_is_not_enclosed)
{
    boxes b = {.nbox = 0};
    add_box(&b, zero, one, false);
    add_box(&b, (float[3]){0.25F, 0.25F, 0.25F}, (float[3]){0.75F, 0.75F, 0.75F}, true);
    const limb_solid_volume volume = volume_of(&b, NULL);
    ENSURE(volume.is_closed);
    ENSURE_NEAR(volume.solid, 0.875, 1e-9);
}

// The sum of the shells would count the overlap twice, and an inverted shell as a hole.
TEST(what_shells_share_counts_once)
{
    boxes b = {.nbox = 0};
    add_box(&b, zero, one, false);
    add_box(&b, (float[3]){0.5F, 0, 0}, (float[3]){1.5F, 1, 1}, false);
    limb_solid_volume volume = volume_of(&b, NULL);
    ENSURE(!volume.is_closed && volume.is_estimated);
    ENSURE_NEAR(volume.solid, 1.5, ESTIMATE * volume.hull);

    b.nbox = 1;
    add_box(&b, (float[3]){2, 0, 0}, (float[3]){3, 1, 1}, true);
    volume = volume_of(&b, NULL);
    ENSURE(!volume.is_closed && volume.is_estimated);
    ENSURE_NEAR(volume.solid, 2, ESTIMATE * volume.hull);
}

TEST(a_missing_lid_or_a_wrong_triangle_does_not_open_the_mesh)
{
    boxes b = {.nbox = 0};
    // an L, so that its hull is larger
    add_box(&b, (float[3]){1, 0, 0}, (float[3]){2, 1, 1}, false);
    add_box(&b, zero, (float[3]){1, 3, 1}, false);
    b.nmissing = 2;
    limb_solid_volume volume = volume_of(&b, NULL);
    ENSURE(!volume.is_closed && volume.is_estimated);
    ENSURE_NEAR(volume.solid, 4, ESTIMATE * volume.hull);
    ENSURE(volume.hull > 4.9);

    b.nmissing = 0;
    const uint32_t swap = b.index[40];
    b.index[40] = b.index[41];
    b.index[41] = swap;
    volume = volume_of(&b, NULL);
    ENSURE(volume.is_estimated);
    ENSURE_NEAR(volume.solid, 4, ESTIMATE * volume.hull);
}

TEST(an_open_sheet_is_compared_with_its_hull)
{
    // two faces of a box that meet at an edge
    boxes b = {.nbox = 0};
    add_box(&b, zero, one, false);
    b.nmissing = 8;
    const limb_solid_volume volume = volume_of(&b, NULL);
    ENSURE(!volume.is_closed && !volume.is_estimated);
    ENSURE(volume.solid == volume.hull && volume.hull > 0.4);
}

// There are more crossings than are examined, so the hull is used instead.
TEST(a_stack_of_overlapping_shells_has_a_bound)
{
    static boxes b;
    b.nbox = 0;
    for (int i = 0; i < MAX_BOX; i++)
        add_box(&b, zero, (float[3]){1, 1, 1 + 0.001F * (float)i}, false);
    const limb_solid_volume volume = volume_of(&b, NULL);
    ENSURE(!volume.is_closed && volume.solid > 1 && volume.solid <= volume.hull);
}

static limb_status measure(const limb_allocator *memory, void *ctx)
{
    limb_solid_volume volume;
    return limb_mesh_solid_volume(&volume, ctx, NULL, memory);
}

TEST(every_allocation_may_fail)
{
    boxes b = {.nbox = 0};
    add_box(&b, zero, one, false);
    add_box(&b, (float[3]){0.5F, 0, 0}, (float[3]){1.5F, 1, 1}, false);
    limb_mesh mesh = {.nvertex = 16,
                      .position = b.position,
                      .ntriangle = 24,
                      .index = b.index,
                      .lower = {0, 0, 0},
                      .upper = {1.5F, 1, 1},
                      .unit = 1};
    ENSURE(limb_test_every_failure(LIMB_OK, measure, &mesh) > 5);
}
