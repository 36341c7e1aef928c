// A prefix for every link and joint, so that a robot can be used twice in one tree.
#include "edit/verbs.h"

#include <assert.h>
#include <string.h>

static const char *with_prefix(limb__arena *arena, const char *prefix, const char *name);

limb_status limb_edit_add_prefix(limb_edit *edit, const char *prefix)
{
    assert(edit);
    limb__edit_start(edit);
    if (!prefix || !*prefix) return limb__edit_fail(edit, "the prefix is empty");
    limb_status status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) return status;
    const limb_robot *robot = edit->robot;
    limb__arena arena;
    limb__arena_init(&arena, edit->memory, 0);
    const char **link = limb__arena_take_zero(&arena, (size_t)robot->nlink * sizeof *link + 1);
    const char **joint = limb__arena_take_zero(&arena, (size_t)robot->njoint * sizeof *joint + 1);
    for (int i = 0; link && i < robot->nlink; i++)
        link[i] = with_prefix(&arena, prefix, robot->link[i].name);
    for (int i = 0; joint && i < robot->njoint; i++)
        joint[i] = with_prefix(&arena, prefix, robot->joint[i].name);
    const int mark = limb__patches_mark(&edit->patches);
    status = arena.failed ? LIMB_ERROR_MEMORY : limb__edit_rename_all(edit, link, joint);
    if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) limb__patches_undo(&edit->patches, mark);
    limb__arena_free(&arena);
    return status;
}

static const char *with_prefix(limb__arena *arena, const char *prefix, const char *name)
{
    const size_t size = strlen(prefix), length = strlen(name);
    char *out = limb__arena_take(arena, size + length + 1);
    if (!out) return NULL;
    memcpy(out, prefix, size);
    memcpy(out + size, name, length + 1);
    return out;
}
