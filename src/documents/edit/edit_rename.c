// Renames links and joints with all references to them. All names change in one pass, so two names
// can be swapped. Words in extensions that may or may not refer to the old name are left alone and
// counted; the message gives their number.
#include "documents/edit/edit.h"
#include "documents/edit/references.h"

#include <assert.h>
#include <string.h>

typedef struct renaming {
    limb_edit *edit;
    const char *const *link_name;
    const char *const *joint_name;
    int nother; // places in extensions that contain an old name
    char other_name[64];
    char first_other[256];
} renaming;

static limb_status rename_one(limb_edit *edit, const char *what, int count, int index, int taken,
                              const char *name, bool is_link);
static limb_status rename_all(limb_edit *edit, const char *const *link_name,
                              const char *const *joint_name);
static limb_status rename_elements(limb_edit *edit, int count, const char *const *name,
                                   bool is_link);
static limb_status rename_reference(void *ctx, const limb__reference *reference);
static void count_other(renaming *r, const limb__reference *reference);

limb_status limb_edit_rename_link(limb_edit *edit, int link, const char *name)
{
    assert(edit);
    limb__edit_start(edit);
    const limb_robot *robot = edit->robot;
    return rename_one(edit, "link", robot->nlink, link, limb_robot_find_link(robot, name), name,
                      true);
}

limb_status limb_edit_rename_joint(limb_edit *edit, int joint, const char *name)
{
    assert(edit);
    limb__edit_start(edit);
    const limb_robot *robot = edit->robot;
    return rename_one(edit, "joint", robot->njoint, joint, limb_robot_find_joint(robot, name), name,
                      false);
}

limb_status limb__edit_rename_each(limb_edit *edit, limb__rename_fn *fn, const void *ctx)
{
    const limb_robot *robot = edit->robot;
    limb__arena arena;
    limb__arena_init(&arena, edit->memory, 0);
    const char **link = limb__arena_take_zero(&arena, (size_t)robot->nlink * sizeof *link + 1);
    const char **joint = limb__arena_take_zero(&arena, (size_t)robot->njoint * sizeof *joint + 1);
    for (int i = 0; link && i < robot->nlink; i++)
        link[i] = fn(&arena, robot->link[i].name, ctx);
    for (int i = 0; joint && i < robot->njoint; i++)
        joint[i] = fn(&arena, robot->joint[i].name, ctx);
    const limb_status status = arena.failed ? LIMB_ERROR_MEMORY : rename_all(edit, link, joint);
    limb__arena_free(&arena);
    return status;
}

static limb_status rename_one(limb_edit *edit, const char *what, int count, int index, int taken,
                              const char *name, bool is_link)
{
    if (!name) return limb__edit_fail(edit, "there is no new name");
    if (index < 0 || index >= count) return limb__edit_fail(edit, "no %s %d", what, index);
    if (taken >= 0 && taken != index) {
        return limb__edit_fail(edit, "there is a %s \"%s\" already", what, name);
    }
    if (!*name) return limb__edit_fail(edit, "a name cannot be empty");
    limb__arena arena;
    limb__arena_init(&arena, edit->memory, 0);
    const size_t size = (size_t)count * sizeof(char *);
    const char **names = limb__arena_take_zero(&arena, size);
    if (names) names[index] = name;
    const limb_status status =
        names ? rename_all(edit, is_link ? names : NULL, is_link ? NULL : names)
              : LIMB_ERROR_MEMORY;
    limb__arena_free(&arena);
    return status;
}

// New names by index of link and joint; NULL: the name stays; a NULL array: all of them stay.
static limb_status rename_all(limb_edit *edit, const char *const *link_name,
                              const char *const *joint_name)
{
    renaming r = {.edit = edit, .link_name = link_name, .joint_name = joint_name};
    const int mark = limb__patches_mark(&edit->patches);
    limb__arena arena;
    limb__arena_init(&arena, edit->memory, 0);
    limb_status status = rename_elements(edit, edit->robot->nlink, link_name, true);
    if (status == LIMB_OK) {
        status = rename_elements(edit, edit->robot->njoint, joint_name, false);
    }
    if (status == LIMB_OK) status = limb__each_reference(edit->doc, &arena, rename_reference, &r);
    if (status != LIMB_OK) {
        limb__patches_undo(&edit->patches, mark);
    } else if (r.nother > 0) {
        limb__edit_fail(edit, "%d other place%s in extensions still say%s \"%s\", the first is %s",
                        r.nother, r.nother == 1 ? "" : "s", r.nother == 1 ? "s" : "", r.other_name,
                        r.first_other);
    }
    limb__arena_free(&arena);
    return status;
}

static limb_status rename_elements(limb_edit *edit, int count, const char *const *name,
                                   bool is_link)
{
    limb_status status = LIMB_OK;
    for (int i = 0; name && i < count && status == LIMB_OK; i++) {
        const int node = is_link ? edit->robot->link[i].node : edit->robot->joint[i].node;
        if (name[i])
            status = limb__edit_put_attribute(edit, node, "name", name[i], strlen(name[i]));
    }
    return status;
}

static limb_status rename_reference(void *ctx, const limb__reference *reference)
{
    renaming *r = ctx;
    const limb__robot *robot = limb__robot_of(r->edit->robot);
    const limb_text name = reference->name;
    const int link = limb__names_find(&robot->link_name, name.data, name.size);
    const int joint = limb__names_find(&robot->joint_name, name.data, name.size);
    const char *as_link = link >= 0 && r->link_name ? r->link_name[link] : NULL;
    const char *as_joint = joint >= 0 && r->joint_name ? r->joint_name[joint] : NULL;
    if (!as_link && !as_joint) return LIMB_OK;

    // if a link and a joint share a name, an ambiguous reference belongs to the link
    const bool is_link =
        reference->what & LIMB__NAMES_LINK && (link >= 0 || !(reference->what & LIMB__NAMES_JOINT));
    const char *new_name = is_link ? as_link : as_joint;
    if (!reference->is_certain || !new_name) {
        if (reference->in_extension) count_other(r, reference);
        return LIMB_OK;
    }
    if (reference->attr >= 0) {
        return limb__edit_put_value(r->edit, reference->attr, new_name, strlen(new_name));
    }
    r->edit->scratch.size = 0;
    limb__builder_xml(&r->edit->scratch, new_name, strlen(new_name), 0);
    return limb__edit_patch_scratch(r->edit, reference->offset, reference->size, 0);
}

static void count_other(renaming *r, const limb__reference *reference)
{
    if (r->nother++ > 0) return;
    const size_t room = sizeof r->other_name - 1;
    const size_t size = reference->name.size < room ? reference->name.size : room;
    memcpy(r->other_name, reference->name.data, size);
    limb_node_path(r->edit->doc, reference->node, r->first_other, sizeof r->first_other);
}
