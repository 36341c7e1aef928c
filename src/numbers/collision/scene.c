// Accessors of a scene; build/scene builds it.
#include "numbers/collision/scene.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

void limb_scene_free(limb_scene *scene)
{
    if (!scene) return;
    limb__arena_free(&scene->arena);
    limb__release(scene->memory, scene, sizeof *scene);
}

int limb_scene_object_count(const limb_scene *scene)
{
    assert(scene);
    return scene->nobject;
}

static bool is_object(const limb_scene *scene, int object)
{
    return object >= 0 && object < scene->nobject;
}

const char *limb_scene_object_name(const limb_scene *scene, int object)
{
    assert(scene);
    return is_object(scene, object) ? scene->object[object].name : NULL;
}

int limb_scene_find_object(const limb_scene *scene, const char *name)
{
    assert(scene);
    for (int i = 0; name && i < scene->nobject; i++)
        if (strcmp(scene->object[i].name, name) == 0) return i;
    return -1;
}

int limb_scene_shape_count(const limb_scene *scene, int object)
{
    assert(scene);
    return is_object(scene, object) ? scene->object[object].count : 0;
}

int limb_scene_missing_count(const limb_scene *scene)
{
    assert(scene);
    return scene->nmissing;
}

size_t limb_scene_memory(const limb_scene *scene)
{
    assert(scene);
    return scene->arena.total + sizeof *scene;
}

int limb_scene_pair_count(const limb_scene *scene)
{
    assert(scene);
    return scene->npair;
}

void limb_scene_pair(const limb_scene *scene, int pair, int *a, int *b)
{
    assert(scene && a && b);
    const bool is_there = pair >= 0 && pair < scene->npair;
    *a = is_there ? scene->pair[pair].a : -1;
    *b = is_there ? scene->pair[pair].b : -1;
}
