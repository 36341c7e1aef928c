// Spheres of links from JSON.
#include "base/json.h"
#include "base/memory.h"
#include "limb/shapes.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct list_block {
    limb_sphere_list list;
    const limb_allocator *memory;
    size_t size;
} list_block;

typedef struct reading {
    const limb_robot *robot;
    const limb_allocator *memory;
    const char *reason;
    size_t offset;
} reading;

static limb_status read_links(reading *r, const limb__json *links, limb_sphere_list **out);
static limb_status read_link(reading *r, const limb__json *key, const limb__json *spheres,
                             limb_sphere *sphere);
static bool are_finite(const double number[3]);
static int find_link(const limb_robot *robot, limb_text name);
static limb_status wrong(reading *r, const limb__json *at, const char *reason);

limb_status limb_sphere_list_parse(limb_sphere_list **out, const char *text, size_t size,
                                   const limb_robot *robot, const limb_allocator *memory,
                                   const char **reason, size_t *offset)
{
    assert(out && robot);
    *out = NULL;
    reading r = {.robot = robot, .memory = limb__memory(memory)};
    limb__json_document doc;
    limb_status status =
        text ? limb__json_parse(&doc, text, size, &(limb__json_opts){.memory = r.memory})
             : LIMB_ERROR_INPUT;
    if (status == LIMB_OK) {
        const limb__json *links = limb__json_find(doc.value, "collision_spheres");
        status = read_links(&r, links ? links : doc.value, out);
    } else if (text) {
        r.reason = doc.error;
        r.offset = doc.error_offset;
    }
    if (text) limb__json_free(&doc);
    if (reason) *reason = r.reason ? r.reason : limb_status_text(status);
    if (offset) *offset = r.offset;
    return status;
}

void limb_sphere_list_free(limb_sphere_list *list)
{
    if (!list) return;
    list_block *block = (list_block *)(void *)list;
    limb__release(block->memory, block, block->size);
}

static limb_status read_links(reading *r, const limb__json *links, limb_sphere_list **out)
{
    if (!limb__json_is(links, LIMB__JSON_OBJECT))
        return wrong(r, links, "expected an object of links with their spheres");
    size_t count = 0;
    for (const limb__json *key = limb__json_first(links); key;) {
        const limb__json *spheres = limb__json_next(links, key);
        count += (size_t)limb__json_count(spheres);
        key = limb__json_next(links, spheres);
    }
    const size_t size = sizeof(list_block) + count * sizeof(limb_sphere);
    list_block *block = limb__allocate(r->memory, size);
    if (!block) return LIMB_ERROR_MEMORY;
    limb_sphere *sphere = (limb_sphere *)(void *)(block + 1);
    *block = (list_block){.memory = r->memory, .size = size};
    block->list.sphere = sphere;
    limb_status status = LIMB_OK;
    for (const limb__json *key = limb__json_first(links); key && status == LIMB_OK;) {
        const limb__json *spheres = limb__json_next(links, key);
        status = read_link(r, key, spheres, sphere + block->list.count);
        block->list.count += limb__json_count(spheres);
        key = limb__json_next(links, spheres);
    }
    if (status == LIMB_OK)
        *out = &block->list;
    else
        limb_sphere_list_free(&block->list);
    return status;
}

static limb_status read_link(reading *r, const limb__json *key, const limb__json *spheres,
                             limb_sphere *sphere)
{
    const int link = find_link(r->robot, limb__json_text(key));
    if (link < 0) return wrong(r, key, "the robot has no such link");
    if (!limb__json_is(spheres, LIMB__JSON_ARRAY))
        return wrong(r, spheres, "expected an array of spheres");
    for (const limb__json *one = limb__json_first(spheres); one;
         one = limb__json_next(spheres, one)) {
        const limb__json *center = limb__json_find(one, "center");
        *sphere = (limb_sphere){.link = link};
        sphere->radius = limb__json_number(limb__json_find(one, "radius"), -1);
        if (limb__json_count(center) != 3 || limb__json_numbers(center, sphere->center, 3) != 3 ||
            !are_finite(sphere->center))
            return wrong(r, one, "a sphere needs a center of three numbers");
        if (!(sphere->radius >= 0) || !isfinite(sphere->radius))
            return wrong(r, one, "a sphere needs a radius of 0 or more");
        sphere++;
    }
    return LIMB_OK;
}

static bool are_finite(const double number[3])
{
    return isfinite(number[0]) && isfinite(number[1]) && isfinite(number[2]);
}

// The text is not terminated.
static int find_link(const limb_robot *robot, limb_text name)
{
    for (int i = 0; i < robot->nlink && name.data; i++) {
        const char *known = robot->link[i].name;
        if (strlen(known) == name.size && memcmp(known, name.data, name.size) == 0) return i;
    }
    return -1;
}

static limb_status wrong(reading *r, const limb__json *at, const char *reason)
{
    r->reason = reason;
    r->offset = at ? at->offset : 0;
    return LIMB_ERROR_INPUT;
}
