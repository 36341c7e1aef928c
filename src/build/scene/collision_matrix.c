// The collision matrix: which pairs of links need not be compared, from random configurations.
//
// As MoveIt's setup assistant does: links that a joint joins, pairs that nearly always touch and
// pairs that never do are disabled; only the pairs that touch sometimes remain to be compared.
#include "base/memory.h"
#include "limb/collision.h"
#include "limb/robot.h"
#include "limb/srdf.h"

#include <assert.h>

static const double ALWAYS_SHARE = 0.95; // of the samples, as in MoveIt's setup assistant
enum { DEFAULT_SAMPLES = 10000 };

typedef struct matrix_block { // one block: this, then the pairs
    limb_collision_matrix open;
    const limb_allocator *memory;
    size_t size;
    limb_matrix_pair pair[];
} matrix_block;

static void add_joined(matrix_block *block, const limb_scene *scene, const limb_robot *robot);
static void add_sampled(matrix_block *block, const limb_robot *robot, const limb_pair_count *count,
                        int npair);
static limb_pair_class classify(double share);

limb_status limb_collision_matrix_build(limb_collision_matrix **out, const limb_scene *scene,
                                        const limb_robot *robot, const limb_model *model,
                                        const limb_sample_opts *opts)
{
    assert(out && scene && robot && model);
    *out = NULL;
    if (limb_scene_missing_count(scene) > 0) return LIMB_ERROR_INPUT;
    limb_sample_opts sample = opts ? *opts : (limb_sample_opts){0};
    if (sample.nsample <= 0) sample.nsample = DEFAULT_SAMPLES;
    const limb_allocator *memory = limb__memory(sample.memory);
    const int npair = limb_scene_pair_count(scene);
    const size_t count_size = ((size_t)npair + 1) * sizeof(limb_pair_count);
    const size_t size =
        sizeof(matrix_block) + ((size_t)npair + (size_t)robot->njoint) * sizeof(limb_matrix_pair);
    limb_pair_count *count = limb__allocate(memory, count_size);
    matrix_block *block = limb__allocate(memory, size);
    limb_status status = LIMB_ERROR_MEMORY;
    if (count && block) status = limb_collide_sample(scene, model, &sample, count);
    if (status == LIMB_OK) {
        *block = (matrix_block){{sample.nsample, 0, block->pair}, memory, size};
        add_joined(block, scene, robot);
        add_sampled(block, robot, count, npair);
        *out = &block->open;
    } else {
        limb__release(memory, block, size);
    }
    limb__release(memory, count, count_size);
    return status;
}

void limb_collision_matrix_free(limb_collision_matrix *matrix)
{
    if (!matrix) return;
    matrix_block *block = (matrix_block *)(void *)matrix;
    limb__release(block->memory, block, block->size);
}

limb_status limb_collision_matrix_write(const limb_collision_matrix *matrix,
                                        const limb_robot *robot, const limb_allocator *memory,
                                        limb_write_fn *write, void *ctx)
{
    assert(matrix && robot && write);
    static const char *const reason[] = {"", "Adjacent", "Always", "Never"};
    memory = limb__memory(memory);
    const size_t size = ((size_t)matrix->npair + 1) * sizeof(limb_srdf_pair);
    limb_srdf_pair *pair = limb__allocate(memory, size);
    if (!pair) return LIMB_ERROR_MEMORY;
    limb_srdf srdf = {.robot = robot->name, .pair = pair};
    for (int i = 0; i < matrix->npair; i++) {
        const limb_matrix_pair *from = &matrix->pair[i];
        if (from->pair_class == LIMB_PAIR_SOMETIMES) continue;
        pair[srdf.npair++] = (limb_srdf_pair){.link1 = robot->link[from->a].name,
                                              .link2 = robot->link[from->b].name,
                                              .reason = reason[from->pair_class]};
    }
    const limb_status status = limb_srdf_write(&srdf, write, ctx);
    limb__release(memory, pair, size);
    return status;
}

// Links without shapes are never compared, so they need no entry.
static void add_joined(matrix_block *block, const limb_scene *scene, const limb_robot *robot)
{
    for (int i = 0; i < robot->njoint; i++) {
        const int parent = robot->joint[i].parent, child = robot->joint[i].child;
        if (parent < 0 || child < 0 || parent == child) continue;
        if (limb_scene_shape_count(scene, parent) == 0 || limb_scene_shape_count(scene, child) == 0)
            continue;
        block->pair[block->open.npair++] = (limb_matrix_pair){parent, child, LIMB_PAIR_ADJACENT, 1};
    }
}

// Obstacles come after the links and have no place in the matrix of a robot.
static void add_sampled(matrix_block *block, const limb_robot *robot, const limb_pair_count *count,
                        int npair)
{
    for (int i = 0; i < npair; i++) {
        if (count[i].b >= robot->nlink) continue;
        const double share = (double)count[i].touching / (double)block->open.nsample;
        block->pair[block->open.npair++] =
            (limb_matrix_pair){count[i].a, count[i].b, classify(share), share};
    }
}

static limb_pair_class classify(double share)
{
    if (share <= 0) return LIMB_PAIR_NEVER;
    return share >= ALWAYS_SHARE ? LIMB_PAIR_ALWAYS : LIMB_PAIR_SOMETIMES;
}
