// The work of one thread: limb_work, its scratch table and all arrays in one block.
#include "numbers/model/work.h"

#include "base/memory.h"
#include "numbers/model/model.h"

#include <assert.h>
#include <string.h>

#define TOO_LARGE (SIZE_MAX - LIMB__ALIGN) // larger than any memory

static size_t lay_out(const limb_model *m, char *base, limb_work *work, limb__scratch *scratch);

size_t limb_work_size(const limb_model *model)
{
    assert(model);
    return lay_out(model, NULL, NULL, NULL) + LIMB__ALIGN - 1;
}

limb_work *limb_work_init(const limb_model *model, void *memory, size_t size)
{
    assert(model);
    const size_t needed = limb_work_size(model);
    if (!memory || size < needed) return NULL;
    const size_t past = (size_t)((uintptr_t)memory % LIMB__ALIGN);
    char *base = (char *)memory + (past ? LIMB__ALIGN - past : 0);
    memset(base, 0, needed - (LIMB__ALIGN - 1));
    limb_work *work = (limb_work *)(void *)base;
    limb__scratch scratch;
    lay_out(model, base, work, &scratch);
    *work->scratch = scratch;
    work->memory = memory;
    work->size = needed;
    return work;
}

limb_status limb_work_create(limb_work **out, const limb_model *model, const limb_allocator *memory)
{
    assert(out && model);
    *out = NULL;
    memory = limb__memory(memory);
    const size_t size = limb_work_size(model);
    void *block = limb__allocate(memory, size);
    if (!block) return LIMB_ERROR_MEMORY;
    *out = limb_work_init(model, block, size);
    (*out)->allocator = memory;
    return LIMB_OK;
}

void limb_work_free(limb_work *work)
{
    if (work && work->allocator) limb__release(work->allocator, work->memory, work->size);
}

// returns the bytes needed, or TOO_LARGE on overflow; with a base, also places each array
static size_t lay_out(const limb_model *m, char *base, limb_work *work, limb__scratch *scratch)
{
    limb_work unused_work;
    limb__scratch unused_scratch;
    if (!base) {
        work = &unused_work;
        scratch = &unused_scratch;
    }
    const size_t nbody = (size_t)m->nbody, nv = (size_t)m->nv;
    const size_t padded = (size_t)limb__padded(m->njoint);
    const size_t square = nv <= SIZE_MAX / (nv + 1) ? nv * nv : SIZE_MAX;
    const struct {
        double **array;
        size_t count;
    } part[] = {
        {&work->pose, 12 * (size_t)m->nslot},
        {&work->velocity, 6 * nbody},
        {&work->acceleration, 6 * nbody},
        {&scratch->position, padded},
        {&scratch->sine, padded},
        {&scratch->cosine, padded},
        {&scratch->turned, 6 * padded},
        {&scratch->body, LIMB__WORK_PER_BODY * nbody},
        {&scratch->velocity, LIMB__WORK_PER_VELOCITY * (size_t)limb__padded(m->nv)},
        {&scratch->mass, LIMB__WORK_PER_MASS * (size_t)limb__padded(m->nv)},
        {&scratch->wrench, 6 * nbody},
        {&scratch->dense, m->internal->fill.grouped ? 0 : square},
    };
    const size_t head = (sizeof(limb_work) + LIMB__ALIGN - 1) / LIMB__ALIGN * LIMB__ALIGN;
    if (base) work->scratch = (limb__scratch *)(void *)(base + head);
    size_t at = head + (sizeof(limb__scratch) + LIMB__ALIGN - 1) / LIMB__ALIGN * LIMB__ALIGN;
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        if (part[i].count > (SIZE_MAX / 2 - at) / sizeof(double)) return TOO_LARGE;
        *part[i].array = base ? (double *)(void *)(base + at) : NULL;
        at += (part[i].count * sizeof(double) + LIMB__ALIGN - 1) / LIMB__ALIGN * LIMB__ALIGN;
    }
    scratch->way = base ? (int *)(void *)(base + at) : NULL;
    at += ((size_t)m->depth * sizeof(int) + LIMB__ALIGN - 1) / LIMB__ALIGN * LIMB__ALIGN;
    return at;
}
