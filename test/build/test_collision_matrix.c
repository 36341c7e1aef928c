// Tests of the collision matrix: pair classes against counts of the same samples, the written file,
// scenes with obstacles or missing shapes, failing allocations.
#include "harness.h"
#include "limb/limb.h"
#include "support/hostile.h"
#include "support/robot.h"

#include <stdlib.h>
#include <string.h>

// A slider whose hand always overlaps "wall", sometimes "gate" and never "far", which are fixed to
// the base by a link between.
static const char text[] =
    "<robot name='slider'>"
    "<link name='base'><collision><geometry><box size='.1 .1 .1'/></geometry></collision></link>"
    "<link name='mount'/>"
    "<link name='wall'><collision><geometry><box size='9 1 1'/></geometry></collision></link>"
    "<link name='gate'><collision><geometry><box size='1 3 3'/></geometry></collision></link>"
    "<link name='far'><collision><origin xyz='0 0 50'/><geometry><sphere radius='1'/></geometry>"
    "</collision></link>"
    "<link name='hand'><collision><geometry><box size='.2 .2 .2'/></geometry></collision></link>"
    "<joint name='m' type='fixed'><parent link='base'/><child link='mount'/></joint>"
    "<joint name='w' type='fixed'><parent link='mount'/><child link='wall'/></joint>"
    "<joint name='g' type='fixed'><parent link='mount'/><child link='gate'/></joint>"
    "<joint name='f' type='fixed'><parent link='mount'/><child link='far'/></joint>"
    "<joint name='s' type='prismatic'><parent link='base'/><child link='hand'/><axis xyz='1 0 0'/>"
    "<limit lower='-2' upper='2' effort='1' velocity='1'/></joint></robot>";

typedef struct fixture {
    limb_robot *robot;
    limb_model *model;
    limb_scene *scene;
} fixture;

static fixture open_fixture(const limb_scene_opts *opts)
{
    fixture f = {.robot = limb_test_parse(text)};
    ENSURE_INT(limb_model_build(&f.model, f.robot, NULL), LIMB_OK);
    ENSURE_INT(limb_scene_build(&f.scene, f.robot, opts), LIMB_OK);
    return f;
}

static void close_fixture(fixture *f)
{
    limb_scene_free(f->scene);
    limb_model_free(f->model);
    limb_robot_free(f->robot);
}

static const limb_matrix_pair *find_pair(const fixture *f, const limb_collision_matrix *matrix,
                                         const char *a, const char *b)
{
    const limb_matrix_pair *found = NULL;
    for (int i = 0; i < matrix->npair; i++) {
        const char *x = f->robot->link[matrix->pair[i].a].name;
        const char *y = f->robot->link[matrix->pair[i].b].name;
        if ((strcmp(a, x) != 0 || strcmp(b, y) != 0) && (strcmp(a, y) != 0 || strcmp(b, x) != 0))
            continue;
        ENSURE(!found);
        found = &matrix->pair[i];
    }
    ENSURE(found != NULL);
    return found;
}

TEST(pairs_are_classed_by_how_often_they_touch)
{
    fixture f = open_fixture(NULL);
    limb_collision_matrix *matrix;
    const limb_sample_opts opts = {.nsample = 2000, .seed = 3};
    ENSURE_INT(limb_collision_matrix_build(&matrix, f.scene, f.robot, f.model, &opts), LIMB_OK);
    ENSURE_INT(matrix->nsample, 2000);
    ENSURE_INT(find_pair(&f, matrix, "base", "hand")->pair_class, LIMB_PAIR_ADJACENT);
    ENSURE_INT(find_pair(&f, matrix, "wall", "hand")->pair_class, LIMB_PAIR_ALWAYS);
    ENSURE_INT(find_pair(&f, matrix, "far", "hand")->pair_class, LIMB_PAIR_NEVER);
    const limb_matrix_pair *gate = find_pair(&f, matrix, "gate", "hand");
    ENSURE_INT(gate->pair_class, LIMB_PAIR_SOMETIMES);
    ENSURE_NEAR(gate->share, 0.3, 0.04); // 1.2 m of 4; four standard deviations
    // the same as the counts that it is made of
    const int npair = limb_scene_pair_count(f.scene);
    limb_pair_count *count = calloc((size_t)npair + 1, sizeof *count);
    ENSURE_INT(limb_collide_sample(f.scene, f.model, &opts, count), LIMB_OK);
    ENSURE_INT(matrix->npair, npair + 1); // joined links without shapes have no entry
    for (int i = 0; i < npair; i++)
        ENSURE(matrix->pair[i + 1].share == (double)count[i].touching / 2000);
    free(count);
    limb_collision_matrix_free(matrix);
    close_fixture(&f);
}

typedef struct written {
    char text[4096];
    size_t size;
} written;

static limb_status append(void *ctx, const void *bytes, size_t size)
{
    written *out = ctx;
    if (out->size + size >= sizeof out->text) return LIMB_ERROR_LIMIT;
    memcpy(out->text + out->size, bytes, size);
    out->size += size;
    return LIMB_OK;
}

static limb_status refuse(void *ctx, const void *bytes, size_t size)
{
    (void)ctx, (void)bytes, (void)size;
    return LIMB_ERROR_IO;
}

TEST(the_file_disables_all_but_what_touches_sometimes)
{
    fixture f = open_fixture(NULL);
    limb_collision_matrix *matrix;
    limb_srdf *srdf;
    written out = {0};
    ENSURE_INT(limb_collision_matrix_build(&matrix, f.scene, f.robot, f.model, NULL), LIMB_OK);
    ENSURE_INT(limb_collision_matrix_write(matrix, f.robot, NULL, append, &out), LIMB_OK);
    ENSURE_INT(limb_collision_matrix_write(matrix, f.robot, NULL, refuse, NULL), LIMB_ERROR_IO);
    ENSURE_INT(limb_srdf_parse(&srdf, out.text, out.size, NULL), LIMB_OK);
    ENSURE_TEXT(srdf->robot, "slider");
    int ndisabled = 0;
    for (int i = 0; i < matrix->npair; i++) {
        const limb_matrix_pair *pair = &matrix->pair[i];
        const bool disabled =
            limb_srdf_disables(srdf, f.robot->link[pair->a].name, f.robot->link[pair->b].name);
        ENSURE(disabled == (pair->pair_class != LIMB_PAIR_SOMETIMES));
        ndisabled += disabled;
    }
    ENSURE_INT(srdf->npair, ndisabled);
    ENSURE(ndisabled > 2 && ndisabled < matrix->npair);
    limb_srdf_free(srdf);
    limb_collision_matrix_free(matrix);
    close_fixture(&f);
}

TEST(obstacles_have_no_entry)
{
    static const limb_collider ball = {.kind = LIMB_COLLIDER_SPHERE, .radius = 1};
    static const limb_scene_object obstacle = {.name = "ball", .ncollider = 1, .collider = &ball};
    fixture f = open_fixture(&(limb_scene_opts){.obstacle = &obstacle, .nobstacle = 1});
    fixture bare = open_fixture(NULL);
    limb_collision_matrix *with, *without;
    const limb_sample_opts opts = {.nsample = 50};
    ENSURE(limb_scene_pair_count(f.scene) > limb_scene_pair_count(bare.scene));
    ENSURE_INT(limb_collision_matrix_build(&with, f.scene, f.robot, f.model, &opts), LIMB_OK);
    ENSURE_INT(limb_collision_matrix_build(&without, bare.scene, bare.robot, bare.model, &opts),
               LIMB_OK);
    ENSURE_INT(with->npair, without->npair);
    for (int i = 0; i < with->npair; i++)
        ENSURE(with->pair[i].a < f.robot->nlink && with->pair[i].b < f.robot->nlink);
    limb_collision_matrix_free(with);
    limb_collision_matrix_free(without);
    close_fixture(&f);
    close_fixture(&bare);
}

TEST(a_scene_that_lacks_shapes_has_no_matrix)
{
    limb_robot *robot = limb_test_parse(
        "<robot name='r'><link name='a'><collision><geometry><mesh filename='none.stl'/></geometry>"
        "</collision></link></robot>");
    limb_model *model;
    limb_scene *scene;
    limb_collision_matrix *matrix;
    ENSURE_INT(limb_model_build(&model, robot, NULL), LIMB_OK);
    ENSURE_INT(limb_scene_build(&scene, robot, NULL), LIMB_OK);
    ENSURE_INT(limb_scene_missing_count(scene), 1);
    ENSURE_INT(limb_collision_matrix_build(&matrix, scene, robot, model, NULL), LIMB_ERROR_INPUT);
    ENSURE(matrix == NULL);
    limb_scene_free(scene);
    limb_model_free(model);
    limb_robot_free(robot);
}

static limb_status build_with(const limb_allocator *memory, void *ctx)
{
    const fixture *f = ctx;
    limb_collision_matrix *matrix;
    written out = {0};
    limb_status status =
        limb_collision_matrix_build(&matrix, f->scene, f->robot, f->model,
                                    &(limb_sample_opts){.nsample = 10, .memory = memory});
    if (status == LIMB_OK)
        status = limb_collision_matrix_write(matrix, f->robot, memory, append, &out);
    limb_collision_matrix_free(matrix);
    return status;
}

TEST(building_survives_a_lack_of_memory)
{
    fixture f = open_fixture(NULL);
    ENSURE(limb_test_every_failure(LIMB_OK, build_with, &f) >= 3);
    close_fixture(&f);
}
