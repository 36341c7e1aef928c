// Names in an SRDF file, which refers to the links and joints of a URDF file: groups, chains, end
// effectors, virtual and passive joints, disabled collisions, group states.
#include "edit.h"

#include <string.h>

static bool names(const limb_document *doc, int node, const char *key, bool is_link);
static bool is_one_of(limb_text text, const char *const *list, size_t count);

int cli_srdf_rename(const cli *app, limb_robot *srdf, bool is_link, const char *from,
                    const char *to)
{
    const limb_document *doc = srdf->document;
    limb_edit *edit;
    limb_status status = limb_edit_begin(&edit, srdf);
    if (status != LIMB_OK) {
        cli_message(app, "%s", limb_status_text(status));
        return CLI_UNREADABLE;
    }
    const int count = limb_document_node_count(doc);
    char value[1024], key[128];
    for (int node = 0; node < count && status == LIMB_OK; node++) {
        if (limb_node_kind_of(doc, node) != LIMB_NODE_ELEMENT) continue;
        for (int i = 0; i < limb_node_attribute_count(doc, node) && status == LIMB_OK; i++) {
            const limb_text name = limb_node_attribute_name(doc, node, i);
            if (name.size >= sizeof key) continue;
            memcpy(key, name.data, name.size);
            key[name.size] = 0;
            const int size = limb_node_attribute(doc, node, key, value, sizeof value);
            if (size < 0 || (size_t)size >= sizeof value || strcmp(value, from) != 0) continue;
            if (names(doc, node, key, is_link))
                status = limb_edit_set_attribute(edit, node, key, to);
        }
    }
    if (status == LIMB_OK) status = limb_edit_apply(edit, NULL);
    if (status != LIMB_OK) cli_message(app, "%s: %s", srdf->file, limb_edit_message(edit));
    limb_edit_free(edit);
    return status == LIMB_OK ? CLI_OK : CLI_FINDINGS;
}

static bool names(const limb_document *doc, int node, const char *key, bool is_link)
{
    static const char *const link_key[] = {"link",     "link1",       "link2",     "base_link",
                                           "tip_link", "parent_link", "child_link"};
    static const char *const joint_tag[] = {"joint", "passive_joint"};
    static const char *const link_tag[] = {"link", "link_sphere_approximation"};
    const limb_text tag = limb_node_name(doc, node), attribute = {key, strlen(key)};
    const bool is_name = strcmp(key, "name") == 0;
    if (!is_link) return is_name && is_one_of(tag, joint_tag, 2);
    return is_one_of(attribute, link_key, sizeof link_key / sizeof *link_key) ||
           (is_name && is_one_of(tag, link_tag, 2));
}

static bool is_one_of(limb_text text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i]) == text.size && memcmp(list[i], text.data, text.size) == 0) return true;
    return false;
}
