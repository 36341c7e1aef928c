// Resolves the material of a visual: by the meaning of the file, and as urdfdom does.
//
// urdfdom keeps one table of names. Robot-level materials enter it first, then every inline
// definition in document order, but only the first of a name: a later inline color is dropped
// silently. The meaning of the file is simpler: a visual's own color counts, and a visual
// that only names a material gets the one of that name, wherever it is.
#include "base/format.h"
#include "base/text.h"
#include "documents/urdf/read.h"

#include <assert.h>
#include <string.h>

// did-you-mean compares every name, so the number of searches is limited
enum { HINT_SIZE = 128, MAX_SEARCHES = 50 };

typedef struct definitions {
    const limb_material **inline_at; // inline definitions, after the robot-level ones in the table
    int ninline;
    int nunresolved;
    const char *link;  // the current one
    const char **name; // of all definitions, for did-you-mean; created when first needed
    int nsearch;
} definitions;

static void add_robot_materials(limb__reader *r);
static void resolve_visual(limb__reader *r, definitions *defs, limb_link_shape *visual);
static void add_lost_definitions(limb__reader *r, definitions *defs);
static void add_inline(limb__reader *r, definitions *defs, const limb_material *material);
static void resolve_later(limb__reader *r, definitions *defs, limb_link_shape *visual);
static void report_lost_names(limb__reader *r, definitions *defs);
static void report_undefined(limb__reader *r, definitions *defs, const limb_material *material);
static const char *hint_at(limb__reader *r, definitions *defs, const char *name,
                           char hint[HINT_SIZE]);
static const limb_material *find_material(const limb__reader *r, const definitions *defs,
                                          const char *name);
static bool has_content(const limb_material *material);
static bool is_broken(const limb__reader *r, const limb_material *material);
static bool same_content(const limb_material *a, const limb_material *b);

void limb__resolve_materials(limb__reader *r)
{
    const limb_robot *robot = &r->robot->open;
    definitions defs = {.inline_at =
                            LIMB__ARENA_ARRAY(r->arena, const limb_material *, r->ninline)};
    limb__names_init(&r->robot->material_name, r->arena, robot->nmaterial + r->ninline);
    if (r->arena->failed) return;

    add_robot_materials(r);
    for (int link = 0; link < robot->nlink; link++) {
        r->owner = robot->link[link].node;
        defs.link = robot->link[link].name;
        limb_link_shape *visual = (limb_link_shape *)(uintptr_t)robot->link[link].visual;
        for (int i = 0; i < robot->link[link].nvisual; i++) {
            if (visual[i].inline_material) resolve_visual(r, &defs, &visual[i]);
        }
    }
    add_lost_definitions(r, &defs);
    if (defs.nunresolved > 0) {
        for (int link = 0; link < robot->nlink; link++) {
            r->owner = robot->link[link].node;
            defs.link = robot->link[link].name;
            limb_link_shape *visual = (limb_link_shape *)(uintptr_t)robot->link[link].visual;
            for (int i = 0; i < robot->link[link].nvisual; i++) {
                if (visual[i].inline_material && !visual[i].material) {
                    resolve_later(r, &defs, &visual[i]);
                }
            }
        }
    }
    report_lost_names(r, &defs);
    r->owner = -1;
}

static void add_robot_materials(limb__reader *r)
{
    for (int i = 0; i < r->robot->open.nmaterial; i++) {
        const limb_material *material = &r->material[i];
        if (!has_content(material) && !is_broken(r, material)) {
            limb__report(r->report, limb__at_owner(r, material->node), LIMB_RULE_MATERIAL_EMPTY,
                         "material \"%s\" has neither color nor texture; urdfdom shows it "
                         "black",
                         material->name);
        }
        const int first =
            limb__names_add(&r->robot->material_name, material->name, strlen(material->name), i);
        if (first < 0) continue;
        const bool same = same_content(material, &r->material[first]);
        limb__report(r->report, limb__at_owner(r, material->node),
                     same ? LIMB_RULE_MATERIAL_REPEATED : LIMB_RULE_MATERIAL_DUPLICATE,
                     same ? "material \"%s\" is defined twice, both times alike; urdfdom refuses "
                            "the file"
                          : "there are two robot-level materials called \"%s\"; the first is used, "
                            "urdfdom refuses the file",
                     material->name);
        limb__report_note(r->report, limb__at_owner(r, r->material[first].node),
                          "the first material \"%s\" is here", material->name);
    }
}

static void resolve_visual(limb__reader *r, definitions *defs, limb_link_shape *visual)
{
    const limb_material *own = visual->inline_material;
    if (own->name[0] == 0) {
        // private to its visual; urdfdom drops a visual whose material has no name at all
        if (has_content(own)) visual->material = own;
        if (own->has_name) visual->urdfdom_material = visual->material;
        return;
    }
    const limb_material *known = find_material(r, defs, own->name);
    if (!has_content(own)) {
        visual->material = visual->urdfdom_material = known;
        if (!known) defs->nunresolved++;
        return;
    }
    visual->material = own;
    visual->urdfdom_material = known ? known : own;
    if (!known) {
        add_inline(r, defs, own);
    } else if (!same_content(known, own) && !is_broken(r, known)) {
        limb__report(r->report, limb__at_owner(r, own->node), LIMB_RULE_MATERIAL_CONFLICT,
                     "link \"%s\": material \"%s\" is defined before with other content, which "
                     "ROS and limb show here; --own-materials shows this one",
                     defs->link, own->name);
        limb__report_note(r->report, limb__at_owner(r, known->node),
                          "the first definition of \"%s\" is here", own->name);
    }
}

// A visual that is left out may define what others name, and will again once it is repaired.
static void add_lost_definitions(limb__reader *r, definitions *defs)
{
    for (const limb__lost_material *lost = r->lost; lost; lost = lost->next) {
        const limb_material *own = lost->material;
        if (own->name[0] == 0 || !has_content(own) || find_material(r, defs, own->name)) continue;
        add_inline(r, defs, own);
    }
}

static void add_inline(limb__reader *r, definitions *defs, const limb_material *material)
{
    const int index = r->robot->open.nmaterial + defs->ninline;
    limb__names_add(&r->robot->material_name, material->name, strlen(material->name), index);
    defs->inline_at[defs->ninline++] = material;
}

// Resolves a name that was unknown when its visual was read: defined later, or not at all.
static void resolve_later(limb__reader *r, definitions *defs, limb_link_shape *visual)
{
    const limb_material *own = visual->inline_material;
    if (own->name[0] == 0 || is_broken(r, own)) return;
    const limb_material *later = find_material(r, defs, own->name);
    visual->material = later;
    if (later && later->node < own->node) return; // inside a visual that is left out
    if (later) {
        limb__report(r->report, limb__at_owner(r, own->node), LIMB_RULE_MATERIAL_UNDEFINED,
                     "link \"%s\": material \"%s\" is only defined further down; urdfdom does "
                     "not find it here",
                     defs->link, own->name);
        limb__report_note(r->report, limb__at_owner(r, later->node),
                          "material \"%s\" is defined here", own->name);
    } else {
        report_undefined(r, defs, own);
    }
}

static void report_lost_names(limb__reader *r, definitions *defs)
{
    for (const limb__lost_material *lost = r->lost; lost; lost = lost->next) {
        const limb_material *own = lost->material;
        if (own->name[0] == 0 || has_content(own) || is_broken(r, own)) continue;
        if (find_material(r, defs, own->name)) continue;
        r->owner = lost->link->node;
        defs->link = lost->link->name;
        report_undefined(r, defs, own);
    }
}

static void report_undefined(limb__reader *r, definitions *defs, const limb_material *material)
{
    char hint[HINT_SIZE];
    // a second <material> in the visual was reported, and is probably the intended one
    if (limb_node_find_next(r->doc, material->node, "material") >= 0) return;
    limb__report(r->report, limb__at_owner(r, material->node), LIMB_RULE_MATERIAL_UNDEFINED,
                 "link \"%s\": material \"%s\" is not defined anywhere in this file%s", defs->link,
                 material->name, hint_at(r, defs, material->name, hint));
}

// Returns "; did you mean \"steel\"?" or "".
static const char *hint_at(limb__reader *r, definitions *defs, const char *name,
                           char hint[HINT_SIZE])
{
    hint[0] = 0;
    if (!r->report || defs->nsearch++ >= MAX_SEARCHES) return hint;
    const int nmaterial = r->robot->open.nmaterial;
    const int count = nmaterial + defs->ninline;
    if (!defs->name) {
        defs->name = LIMB__ARENA_ARRAY(r->arena, const char *, count);
        if (!defs->name) return hint;
        for (int i = 0; i < nmaterial; i++)
            defs->name[i] = r->material[i].name;
        for (int i = 0; i < defs->ninline; i++)
            defs->name[nmaterial + i] = defs->inline_at[i]->name;
    }
    const int near = limb__nearest(name, strlen(name), defs->name, count);
    if (near >= 0) limb__format(hint, HINT_SIZE, "; did you mean \"%s\"?", defs->name[near]);
    return hint;
}

static const limb_material *find_material(const limb__reader *r, const definitions *defs,
                                          const char *name)
{
    const int index = limb__names_find(&r->robot->material_name, name, strlen(name));
    if (index < 0) return NULL;
    const int nmaterial = r->robot->open.nmaterial;
    return index < nmaterial ? &r->material[index] : defs->inline_at[index - nmaterial];
}

const limb_material *limb_visual_material(const limb_link_shape *visual, bool own)
{
    assert(visual);
    // if urdfdom finds no material or rejects the file, limb shows the meaning of the file
    return own || !visual->urdfdom_material ? visual->material : visual->urdfdom_material;
}

static bool has_content(const limb_material *material)
{
    return material->has_color || material->texture;
}

// Returns whether it contains a color or texture that could not be read, which was reported.
static bool is_broken(const limb__reader *r, const limb_material *material)
{
    return !has_content(material) && (limb_node_find(r->doc, material->node, "color") >= 0 ||
                                      limb_node_find(r->doc, material->node, "texture") >= 0);
}

static bool same_content(const limb_material *a, const limb_material *b)
{
    if (a->has_color != b->has_color || !a->texture != !b->texture) return false;
    if (a->texture && strcmp(a->texture, b->texture) != 0) return false;
    for (int i = 0; i < 4; i++) {
        if (a->has_color && a->rgba[i] != b->rgba[i]) return false;
    }
    return true;
}
