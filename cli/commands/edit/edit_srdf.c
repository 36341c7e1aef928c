// Names in an SRDF file, which refers to the links and joints of a URDF file: groups, chains, end
// effectors, virtual and passive joints, disabled collisions, group states.
#include "commands/edit/edit.h"

#include <string.h>

static const char *new_name(const limb_document *doc, int node, const char *key, const char *value,
                            const limb_robot *old_robot, const limb_robot *new_robot);
static bool names_link(limb_text tag, const char *key);
static bool names_joint(limb_text tag, const char *key);
static bool is_one_of(limb_text text, const char *const *list, size_t count);

int cli_srdf_rename(const cli *app, limb_robot *srdf, const limb_robot *old_robot,
                    const limb_robot *new_robot)
{
    const limb_document *doc = srdf->document;
    limb_edit *edit;
    limb_status status = limb_edit_begin(&edit, srdf);
    if (status != LIMB_OK) return cli_fail(app, status);
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
            if (size < 0 || (size_t)size >= sizeof value) continue;
            const char *to = new_name(doc, node, key, value, old_robot, new_robot);
            if (to && strcmp(to, value) != 0) status = limb_edit_set_attribute(edit, node, key, to);
        }
    }
    if (status == LIMB_OK) status = limb_edit_apply(edit, NULL);
    if (status != LIMB_OK) cli_message(app, "%s: %s", srdf->file, limb_edit_message(edit));
    limb_edit_free(edit);
    return status == LIMB_OK ? CLI_OK : CLI_FINDINGS;
}

// Returns the new value of the attribute; NULL: it names no link and no joint of the robot.
static const char *new_name(const limb_document *doc, int node, const char *key, const char *value,
                            const limb_robot *old_robot, const limb_robot *new_robot)
{
    const limb_text tag = limb_node_name(doc, node);
    if (names_link(tag, key)) {
        const int link = limb_robot_find_link(old_robot, value);
        return link >= 0 && link < new_robot->nlink ? new_robot->link[link].name : NULL;
    }
    if (!names_joint(tag, key)) return NULL;
    const int joint = limb_robot_find_joint(old_robot, value);
    return joint >= 0 && joint < new_robot->njoint ? new_robot->joint[joint].name : NULL;
}

static bool names_link(limb_text tag, const char *key)
{
    static const char *const keys[] = {"link",     "link1",       "link2",     "base_link",
                                       "tip_link", "parent_link", "child_link"};
    static const char *const tags[] = {"link", "link_sphere_approximation"};
    if (strcmp(key, "name") == 0) return is_one_of(tag, tags, 2);
    return is_one_of((limb_text){key, strlen(key)}, keys, sizeof keys / sizeof *keys);
}

static bool names_joint(limb_text tag, const char *key)
{
    static const char *const tags[] = {"joint", "passive_joint"};
    if (strcmp(key, "name") == 0) return is_one_of(tag, tags, 2);
    return strcmp(key, "joint_name") == 0; // of a joint's property
}

static bool is_one_of(limb_text text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i]) == text.size && memcmp(list[i], text.data, text.size) == 0) return true;
    return false;
}
