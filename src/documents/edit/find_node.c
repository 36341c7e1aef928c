// Finds an element by a path of names: "joint/elbow/limit".
#include "base/text.h"
#include "limb/edit.h"

#include <assert.h>
#include <string.h>

typedef struct step {
    limb_text tag;
    int number; // from 1
} step;

static int find_named(const limb_robot *robot, limb_text tag, const char **path);
static bool take_step(const char **path, step *out);
static int find_child(const limb_document *doc, int parent, const step *wanted);

int limb_robot_find_node(const limb_robot *robot, const char *path)
{
    assert(robot);
    if (!path || strcmp(path, "robot") == 0) return path ? robot->node : -1;
    const size_t size = strcspn(path, "/");
    const limb_text tag = {path, size};
    if (path[size] == 0) return -1;
    path += size + 1;
    int node = limb__text_equal(tag, "robot") ? robot->node : find_named(robot, tag, &path);
    while (node >= 0 && *path) {
        step next;
        if (!take_step(&path, &next)) return -1;
        node = find_child(robot->document, node, &next);
    }
    return node;
}

// Finds a child of <robot> with that attribute name, or with that reference, as <gazebo> has; the
// name may contain slashes: the longest match counts.
static int find_named(const limb_robot *robot, limb_text tag, const char **path)
{
    const limb_document *doc = robot->document;
    int best = -1;
    size_t best_size = 0;
    char name[1024];
    for (int node = limb_node_first_child(doc, robot->node); node >= 0;
         node = limb_node_next(doc, node)) {
        if (limb_node_kind_of(doc, node) != LIMB_NODE_ELEMENT) continue;
        const limb_text found = limb_node_name(doc, node);
        if (found.size != tag.size || memcmp(found.data, tag.data, tag.size) != 0) continue;
        int length = limb_node_attribute(doc, node, "name", name, sizeof name);
        if (length <= 0) length = limb_node_attribute(doc, node, "reference", name, sizeof name);
        if (length <= 0 || (size_t)length >= sizeof name) continue;
        const size_t size = (size_t)length;
        const bool fits =
            strncmp(*path, name, size) == 0 && ((*path)[size] == 0 || (*path)[size] == '/');
        if (!fits || (best >= 0 && size <= best_size)) continue;
        best = node;
        best_size = size;
    }
    *path += best_size;
    if (**path == '/') (*path)++;
    return best;
}

// Parses one step of a path, such as "visual[2]/".
static bool take_step(const char **path, step *out)
{
    const char *at = *path;
    out->tag = (limb_text){at, strcspn(at, "/[")};
    out->number = 1;
    at += out->tag.size;
    if (*at == '[') {
        int number = 0;
        for (at++; *at >= '0' && *at <= '9' && number <= 1 << 20; at++)
            number = 10 * number + (*at - '0');
        if (number < 1 || number > 1 << 20 || *at != ']') return false;
        out->number = number;
        at++;
    }
    if (*at != 0 && *at != '/') return false;
    *path = *at ? at + 1 : at;
    return out->tag.size > 0;
}

static int find_child(const limb_document *doc, int parent, const step *wanted)
{
    int number = 0;
    for (int node = limb_node_first_child(doc, parent); node >= 0;
         node = limb_node_next(doc, node)) {
        if (limb_node_kind_of(doc, node) != LIMB_NODE_ELEMENT) continue;
        const limb_text tag = limb_node_name(doc, node);
        if (tag.size == wanted->tag.size && memcmp(tag.data, wanted->tag.data, tag.size) == 0 &&
            ++number == wanted->number) {
            return node;
        }
    }
    return -1;
}
