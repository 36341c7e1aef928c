// Prefixes the names of all links and joints, so that a robot can be used twice in one tree.
#include "documents/edit/verbs.h"

#include <assert.h>

static const char *with_prefix(limb__arena *arena, const char *name, const void *prefix);

limb_status limb_edit_add_prefix(limb_edit *edit, const char *prefix)
{
    assert(edit);
    limb__edit_start(edit);
    if (!prefix || !*prefix) return limb__edit_fail(edit, "the prefix is empty");
    limb_status status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) return status;
    const int mark = limb__patches_mark(&edit->patches);
    status = limb__edit_rename_each(edit, with_prefix, prefix);
    if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) limb__patches_undo(&edit->patches, mark);
    return status;
}

static const char *with_prefix(limb__arena *arena, const char *name, const void *prefix)
{
    return limb__arena_join_text(arena, prefix, name);
}
