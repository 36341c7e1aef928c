// Removes parts that a use does not need: visuals for a planner, collisions for a picture, elements
// of other programs.
#include "documents/edit/verbs.h"

#include "documents/urdf/schema.h"

#include <assert.h>

static bool is_stripped(const limb_document *doc, int node, limb_strip what);
static bool is_of_urdf(const limb_document *doc, int node);

limb_status limb_edit_strip(limb_edit *edit, limb_strip what)
{
    assert(edit);
    limb__edit_start(edit);
    limb_status status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) return status;
    const limb_document *doc = edit->doc;
    const int mark = limb__patches_mark(&edit->patches);
    int count = 0;
    for (int node = doc->root + 1; node < doc->nnode && status == LIMB_OK;) {
        if (doc->node[node].parent < 0) break;
        if (!is_stripped(doc, node, what)) {
            node++;
            continue;
        }
        status = limb_edit_remove(edit, node);
        count++;
        node = doc->node[node].after;
    }
    if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) {
        limb__patches_undo(&edit->patches, mark);
        return status;
    }
    limb__edit_say(edit, "%d element%s removed", count, count == 1 ? "" : "s");
    return LIMB_OK;
}

static bool is_stripped(const limb_document *doc, int node, limb_strip what)
{
    const limb__xml_node *n = &doc->node[node];
    if (limb__xml_kind(n) != LIMB_NODE_ELEMENT || !is_of_urdf(doc, n->parent)) return false;
    const limb__tag tag = (limb__tag)limb__xml_word(n->label);
    switch (what) {
    case LIMB_STRIP_VISUAL:
        return tag == LIMB__TAG_VISUAL;
    case LIMB_STRIP_COLLISION:
        return tag == LIMB__TAG_COLLISION;
    case LIMB_STRIP_INERTIAL:
        return tag == LIMB__TAG_INERTIAL;
    case LIMB_STRIP_GAZEBO:
        return tag == LIMB__TAG_GAZEBO;
    case LIMB_STRIP_UNKNOWN:
        return tag == LIMB__TAG_OTHER;
    }
    return false;
}

// Returns whether URDF defines the children of an element.
static bool is_of_urdf(const limb_document *doc, int node)
{
    const limb__tag tag = (limb__tag)limb__xml_word(doc->node[node].label);
    return tag != LIMB__TAG_OTHER && limb__schema_of[tag].child != 0;
}
