// Tests of simplification: replacements contain the mesh within the reported error, limits and
// links are kept, the edited robot reads back with the same shapes, failing allocations.
#include "harness.h"
#include "limb/limb.h"
#include "support/hostile.h"
#include "support/robot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    limb_robot *robot;
    limb_robot_meshes *meshes;
} fixture;

// Two links share a mesh, one of them scaled, and one has a mesh of its own with a name.
#define MESH(name) "<geometry><mesh filename='file://" LIMB_SOURCE_DIR "/examples/meshes/" name "'"
static const char text[] =
    "<robot name='r'><link name='a'><collision><origin xyz='1 2 3' rpy='0.1 0.2 0.3'/>" MESH(
        "upper_arm.glb") "/></geometry></collision></link>"
                         "<link name='b'><collision>" MESH(
                             "upper_arm.glb") " scale='2 1 1'/></geometry></collision>"
                                              "<collision name='c'>" MESH(
                                                  "half_wheel.stl") "/></geometry></collision></"
                                                                    "link>"
                                                                    "<joint name='j' "
                                                                    "type='fixed'><parent "
                                                                    "link='a'/><child "
                                                                    "link='b'/></joint></robot>";

static fixture open_fixture(void)
{
    fixture f = {.robot = limb_test_parse(text)};
    f.meshes = limb_test_collision_meshes(f.robot);
    ENSURE(f.meshes->nloaded > 0);
    return f;
}

static void close_fixture(fixture *f)
{
    limb_robot_meshes_free(f->meshes);
    limb_robot_free(f->robot);
}

static limb_simplification *simplify(const fixture *f, const limb_simplify_opts *opts)
{
    limb_simplification *all;
    ENSURE_INT(limb_simplification_build(&all, f->robot, f->meshes, opts), LIMB_OK);
    ENSURE(all->nreplacement > 0);
    return all;
}

TEST(primitives_contain_the_mesh)
{
    fixture f = open_fixture();
    static const limb_simplify_shape shape[] = {LIMB_SIMPLIFY_BOX, LIMB_SIMPLIFY_CYLINDER,
                                                LIMB_SIMPLIFY_CAPSULE, LIMB_SIMPLIFY_SPHERE};
    static const limb_fit_kind kind[] = {LIMB_FIT_BOX, LIMB_FIT_CYLINDER, LIMB_FIT_CAPSULE,
                                         LIMB_FIT_SPHERE};
    for (int i = 0; i < 4; i++) {
        limb_simplification *all = simplify(&f, &(limb_simplify_opts){.shape = shape[i]});
        for (int k = 0; k < all->nreplacement; k++) {
            const limb_replacement *row = &all->replacement[k];
            ENSURE_INT(row->kind, LIMB_REPLACEMENT_PRIMITIVE);
            ENSURE_INT(row->fit.kind, kind[i]);
            // growing a shape that contains all points leaves it as it is
            const limb_mesh *mesh = all->mesh[row->mesh].mesh;
            double origin[12], inverse[12];
            limb_fit local = row->fit;
            limb_origin_pose(&row->shape->origin, origin);
            limb_pose_inverse(origin, inverse);
            limb_pose_multiply(inverse, row->fit.pose, local.pose);
            ENSURE_INT(
                limb_fit_grow(&local, mesh->position, mesh->nvertex, row->shape->geometry.scale),
                LIMB_OK);
            ENSURE_NEAR(limb_fit_volume(&local) / row->fitted, 1, 1e-8);
            ENSURE_NEAR(row->error, row->fitted / row->volume.solid - 1, 1e-12);
        }
        limb_simplification_free(all);
    }
    close_fixture(&f);
}

TEST(limits_and_links_are_kept)
{
    fixture f = open_fixture();
    limb_simplification *all =
        simplify(&f, &(limb_simplify_opts){.shape = LIMB_SIMPLIFY_SPHERE, .max_error = 1e-6});
    const limb_link *first = all->replacement[0].link;
    for (int i = 0; i < all->nreplacement; i++) {
        ENSURE_INT(all->replacement[i].kind, LIMB_REPLACEMENT_NONE);
        ENSURE(all->replacement[i].too_large && all->replacement[i].error > 1e-6);
        ENSURE(all->replacement[i].reason[0] != 0);
    }
    limb_simplification_free(all);
    bool *link = calloc((size_t)f.robot->nlink, sizeof *link);
    link[first - f.robot->link] = true;
    all = simplify(&f, &(limb_simplify_opts){.link = link});
    for (int i = 0; i < all->nreplacement; i++)
        ENSURE(all->replacement[i].link == first);
    limb_simplification_free(all);
    free(link);
    close_fixture(&f);
}

static limb_status address(void *ctx, int mesh, int part, char *out, size_t capacity)
{
    int *count = ctx;
    (*count)++;
    snprintf(out, capacity, "made/a&b_%d_%d.stl", mesh, part);
    return LIMB_OK;
}

static int count_geometry(const limb_robot *robot, limb_shape_type type, const char *prefix)
{
    int count = 0;
    for (int i = 0; i < robot->nlink; i++)
        for (int k = 0; k < robot->link[i].ncollision; k++) {
            const limb_shape *shape = &robot->link[i].collision[k].geometry;
            count += shape->type == type &&
                     (!prefix || strncmp(shape->filename, prefix, strlen(prefix)) == 0);
        }
    return count;
}

TEST(the_edited_robot_has_the_replacements)
{
    fixture f = open_fixture();
    limb_simplification *all =
        simplify(&f, &(limb_simplify_opts){.shape = LIMB_SIMPLIFY_PARTS, .max_parts = 4});
    limb_edit *edit;
    int nwanted = 0, naddress = 0, nkept = 0;
    for (int i = 0; i < all->nreplacement; i++) {
        const limb_replacement *row = &all->replacement[i];
        nkept += row->kind == LIMB_REPLACEMENT_NONE;
        nwanted += row->kind == LIMB_REPLACEMENT_HULL;
        if (row->kind == LIMB_REPLACEMENT_PARTS) nwanted += all->mesh[row->mesh].parts->npart;
    }
    const int nmesh = count_geometry(f.robot, LIMB_SHAPE_MESH, NULL);
    ENSURE_INT(limb_edit_begin(&edit, f.robot), LIMB_OK);
    ENSURE_INT(limb_simplification_edit(all, edit, address, &naddress), LIMB_OK);
    ENSURE_INT(nmesh, all->nreplacement);
    limb_simplification_free(all);
    ENSURE_INT(limb_edit_apply(edit, NULL), LIMB_OK);
    limb_edit_free(edit);
    ENSURE_INT(naddress, nwanted);
    ENSURE_INT(count_geometry(f.robot, LIMB_SHAPE_MESH, "made/a&b_"), nwanted);
    ENSURE_INT(count_geometry(f.robot, LIMB_SHAPE_MESH, NULL), nwanted + nkept);
    close_fixture(&f);
}

static limb_status build_with(const limb_allocator *memory, void *ctx)
{
    const fixture *f = ctx;
    limb_simplification *all;
    const limb_simplify_opts opts = {.memory = memory, .shape = LIMB_SIMPLIFY_HULL};
    const limb_status status = limb_simplification_build(&all, f->robot, f->meshes, &opts);
    limb_simplification_free(all);
    return status;
}

TEST(simplifying_survives_a_lack_of_memory)
{
    fixture f = open_fixture();
    ENSURE(limb_test_every_failure(LIMB_OK, build_with, &f) > 1);
    close_fixture(&f);
}
