// The model's block: layout, copy, free, and search by name.
#include "numbers/model/model.h"

#include "base/memory.h"
#include "numbers/math/inertia.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct placer {
    char *base; // NULL: only measure
    size_t at;
    bool overflow;
} placer;

static void place_all(placer *p, limb_model *m, limb__model_private *inside);
static void *place(placer *p, size_t item, size_t count);
static int find(const limb__name *names, int count, const char *name);
static int compare_names(const void *a, const void *b);
static void copy_arrays(limb_model *to, const limb_model *from);
static void copy_name(limb__name *to, const limb__name *from, char *text, const char *from_text);

limb_model *limb__model_place(const limb_model *sizes, int njoint_name, size_t text_size,
                              const limb_allocator *memory)
{
    memory = limb__memory(memory);
    limb__model_private inside = {.memory = *memory};
    inside.njoint_name = njoint_name;
    inside.text_size = text_size;
    placer p = {0};
    limb_model measured = *sizes;
    place_all(&p, &measured, &inside);
    const size_t size = p.at + LIMB__ALIGN - 1;
    if (p.overflow) return NULL;
    void *block = limb__allocate(memory, size);
    if (!block) return NULL;

    const size_t past = (size_t)((uintptr_t)block % LIMB__ALIGN);
    const size_t laid = p.at;
    p = (placer){.base = (char *)block + (past ? LIMB__ALIGN - past : 0)};
    memset(p.base, 0, laid); // kernels read arrays in whole vectors: the padding must be zero
    limb_model *m = (limb_model *)(void *)p.base;
    *m = *sizes;
    inside.block = block;
    inside.block_size = size;
    place_all(&p, m, &inside);
    m->memory = size;
    return m;
}

static void place_all(placer *p, limb_model *m, limb__model_private *inside)
{
    place(p, sizeof(limb_model), 1);
    limb__model_private *kept = place(p, sizeof(limb__model_private), 1);
    limb__model_fill *fill = &inside->fill;
#define LIMB__PLACE(type, name, count) fill->name = place(p, sizeof(type), (size_t)(count));
    LIMB__MODEL_ARRAYS(LIMB__PLACE)
    LIMB__MODEL_INNER_ARRAYS(LIMB__PLACE)
#undef LIMB__PLACE
    fill->link_by_name = place(p, sizeof(limb__name), (size_t)m->nlink);
    fill->joint_by_name = place(p, sizeof(limb__name), (size_t)inside->njoint_name);
    fill->text = place(p, 1, inside->text_size);
    if (!p->base) return;
#define LIMB__SHOW(type, name, count) m->name = fill->name;
    LIMB__MODEL_ARRAYS(LIMB__SHOW)
#undef LIMB__SHOW
    *kept = *inside;
    m->internal = kept;
}

static void *place(placer *p, size_t item, size_t count)
{
    if (p->overflow || count > (SIZE_MAX / 2 - p->at) / item) {
        p->overflow = true;
        return NULL;
    }
    char *at = p->base ? p->base + p->at : NULL;
    p->at += (item * count + LIMB__ALIGN - 1) / LIMB__ALIGN * LIMB__ALIGN;
    return at;
}

limb__model_fill *limb__model_fill_of(limb_model *model)
{
    // the private part is in the same writable block; only the public pointer to it is const
    char *base = (char *)model;
    const ptrdiff_t offset = (const char *)model->internal - base;
    return &((limb__model_private *)(void *)(base + offset))->fill;
}

void limb_model_free(limb_model *model)
{
    if (!model) return;
    const limb__model_private *inside = model->internal;
    const limb_allocator memory = inside->memory;
    limb__release(&memory, inside->block, inside->block_size);
}

//---- names ---------------------------------------------------------------------------------------

int limb_model_find_link(const limb_model *model, const char *name)
{
    assert(model);
    return name ? find(model->internal->fill.link_by_name, model->nlink, name) : -1;
}

int limb_model_find_joint(const limb_model *model, const char *name)
{
    assert(model);
    const limb__name *names = model->internal->fill.joint_by_name;
    return name ? find(names, model->internal->njoint_name, name) : -1;
}

void limb__model_sort_names(limb__name *names, int count)
{
    qsort(names, (size_t)count, sizeof *names, compare_names);
}

static int compare_names(const void *a, const void *b)
{
    const limb__name *left = a, *right = b;
    const int order = strcmp(left->name, right->name);
    return order ? order : (left->index > right->index) - (left->index < right->index);
}

// the first of equal names
static int find(const limb__name *names, int count, const char *name)
{
    if (!name) return -1;
    int low = 0, high = count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(names[middle].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && strcmp(names[low].name, name) == 0 ? names[low].index : -1;
}

//---- mass ----------------------------------------------------------------------------------------

double limb_model_mass(const limb_model *model)
{
    assert(model);
    double mass = 0;
    for (int body = 0; body < model->nbody; body++)
        mass += model->body_inertia[10 * (size_t)body];
    return mass;
}

limb_status limb_model_add_payload(limb_model **out, const limb_model *model, int link, double mass,
                                   const double center[3], const double inertia[6],
                                   const limb_allocator *memory)
{
    assert(out && model);
    *out = NULL;
    const int body = link >= 0 && link < model->nlink ? model->link_body[link] : -1;
    if (body < 0) return LIMB_ERROR_INPUT;
    const limb__model_private *inside = model->internal;
    limb_model *copy = limb__model_place(model, inside->njoint_name, inside->text_size, memory);
    if (!copy) return LIMB_ERROR_MEMORY;
    copy_arrays(copy, model);

    const double point[6] = {0};
    double in_link[10], in_body[10];
    limb__inertia_from_center(mass, center, inertia ? inertia : point, in_link);
    limb__inertia_transform(model->link_frame + 12 * (size_t)link, in_link, in_body);
    limb__inertia_add(in_body, limb__model_fill_of(copy)->body_inertia + 10 * (size_t)body);
    limb__model_fill_lanes(copy);
    limb__model_fill_mobility(copy);
    *out = copy;
    return LIMB_OK;
}

// names in the copy point into the copy's own texts
static void copy_arrays(limb_model *to, const limb_model *from)
{
    limb__model_fill *fill = limb__model_fill_of(to);
    const limb__model_fill *source = &from->internal->fill;
    const limb_model *m = from;
#define LIMB__COPY(type, name, count)                                                              \
    if ((size_t)(count) > 0) memcpy(fill->name, source->name, sizeof(type) * (size_t)(count));
    LIMB__MODEL_ARRAYS(LIMB__COPY)
    LIMB__MODEL_INNER_ARRAYS(LIMB__COPY)
#undef LIMB__COPY
    fill->kernels = source->kernels;
    fill->grouped = source->grouped;
    fill->naligned = source->naligned;
    fill->nfloating = source->nfloating;
    memcpy(fill->text, source->text, from->internal->text_size);
    const struct {
        const char **list;
        int count;
    } names[4] = {{fill->link_name, m->nlink},
                  {fill->joint_name, m->njoint},
                  {fill->q_name, m->nq},
                  {fill->v_name, m->nv}};
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < names[k].count; i++)
            names[k].list[i] = fill->text + (names[k].list[i] - source->text);
    }
    for (int i = 0; i < m->nlink; i++)
        copy_name(&fill->link_by_name[i], &source->link_by_name[i], fill->text, source->text);
    for (int i = 0; i < from->internal->njoint_name; i++)
        copy_name(&fill->joint_by_name[i], &source->joint_by_name[i], fill->text, source->text);
}

static void copy_name(limb__name *to, const limb__name *from, char *text, const char *from_text)
{
    to->name = text + (from->name - from_text);
    to->index = from->index;
}
