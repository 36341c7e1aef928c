// Kinematics without a heap: the model comes from a pool of static memory, the work from a static
// array. After start-up nothing asks for memory, so a microcontroller can run it.
//
//     embedded arm.urdf
#include <limb/limb.h>

#include <stdio.h>
#include <string.h>

// An allocator over one static array: it only ever moves on, and gives back the last block at most.
typedef struct pool {
    size_t used;
    _Alignas(64) char bytes[4 << 20];
} pool;

static pool memory;

static void *resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    pool *p = ctx;
    char *old = ptr;
    const size_t rounded = (old_size + 15) / 16 * 16;
    if (old && old + rounded == p->bytes + p->used) p->used -= rounded; // the last one
    if (new_size == 0) return NULL;
    const size_t needed = (new_size + 15) / 16 * 16;
    if (needed > sizeof p->bytes - p->used) return NULL;
    char *block = p->bytes + p->used;
    p->used += needed;
    if (old) memmove(block, old, old_size < new_size ? old_size : new_size);
    return block;
}

int main(int argc, char **argv)
{
    static char work_memory[256 << 10];
    static double jacobian[6 * 64], q[64];
    const limb_allocator allocator = {resize, &memory};
    limb_robot *robot;
    limb_model *model;

    const limb_load_opts load = {.memory = &allocator};
    if (argc != 2 || limb_robot_load(&robot, argv[1], &load) != LIMB_OK) {
        fprintf(stderr, "usage: embedded FILE\n");
        return 2;
    }
    if (limb_model_build(&model, robot, &(limb_model_opts){.memory = &allocator}) != LIMB_OK)
        return 1;
    limb_work *work = limb_work_init(model, work_memory, sizeof work_memory);
    if (!work || model->nq > 64) return 1;

    const size_t before = memory.used;
    const int tip = model->nlink - 1;
    limb_neutral(model, q);
    for (int tick = 0; tick < 1000; tick++) {
        q[0] += 1e-3;
        limb_fk(model, work, q);
        limb_jacobian(model, work, tip, NULL, LIMB_ALIGNED, jacobian);
    }
    const double *pose = limb_link_pose(model, work, tip);
    printf("%s at %.3f %.3f %.3f m\n", model->link_name[tip], pose[3], pose[7], pose[11]);
    fprintf(stderr, "model %zu bytes, work %zu bytes, asked for while running: %zu bytes\n",
            model->memory, limb_work_size(model), memory.used - before);
    return 0;
}
