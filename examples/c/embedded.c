// No heap: the robot is text in the program, its model and scratch live in a static buffer. malloc
// is never called; the tests link this program with a malloc that aborts.
#include <limb/limb.h>

#include <stdio.h>
#include <string.h>

static const char ROBOT[] =
    "<robot name='pendulum'>"
    "  <link name='ceiling'/>"
    "  <link name='bob'><inertial><origin xyz='0 0 -0.5'/><mass value='2'/>"
    "    <inertia ixx='0.01' iyy='0.01' izz='0.01' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    "  <joint name='swing' type='continuous'><parent link='ceiling'/><child link='bob'/>"
    "    <axis xyz='0 1 0'/></joint>"
    "</robot>";

// Hands out a buffer from the front. The block at the end can grow, shrink and go;
// others stay taken.
typedef struct static_memory {
    _Alignas(16) unsigned char bytes[256 * 1024];
    size_t used;
} static_memory;
static static_memory memory;

static size_t rounded(size_t size)
{
    return (size + 15) / 16 * 16;
}

static void *resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    static_memory *m = ctx;
    const size_t room = sizeof m->bytes - m->used;
    const bool last = ptr && (unsigned char *)ptr + rounded(old_size) == m->bytes + m->used;
    if (last && rounded(new_size) <= room + rounded(old_size)) {
        m->used += rounded(new_size) - rounded(old_size);
        return ptr;
    }
    if (new_size <= old_size) return ptr;
    if (new_size > room || rounded(new_size) > room) return NULL;
    void *block = m->bytes + m->used;
    m->used += rounded(new_size);
    if (old_size > 0) memcpy(block, ptr, old_size);
    return block;
}

int main(void)
{
    const limb_allocator allocator = {resize, &memory};
    limb_robot *robot = NULL;
    limb_model *model = NULL;
    static unsigned char work_memory[16 * 1024];

    // the model first needs the robot, then is independent of it
    if (limb_robot_parse(&robot, ROBOT, strlen(ROBOT), &(limb_load_opts){.memory = &allocator}) !=
        LIMB_OK)
        return 1;
    if (limb_model_build(&model, robot, &(limb_model_opts){.memory = &allocator}) != LIMB_OK)
        return 1;
    limb_work *work = limb_work_init(model, work_memory, sizeof work_memory);
    if (work == NULL) return 1;
    printf("model %zu bytes, work %zu bytes, the buffer holds %zu bytes\n", model->memory,
           limb_work_size(model), memory.used);

    for (int i = 0; i <= 4; i++) {
        const double q = 0.25 * i;
        double tau;
        limb_gravity(model, work, &q, &tau);
        printf("at %.2f rad hold with %6.3f N m\n", q, tau);
    }
    return 0;
}
