// The verbs of limb edit: one table that maps words to calls of limb/edit.h.
#include "commands/edit/edit.h"
#include "limb/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct cli_verb_call {
    const cli *app;
    limb_edit *edit;
    const limb_robot *robot;
    const char *const *word; // after the verb
    int nword;
} verb_call;

static bool has_verb(const char *const *word, int nword);
static int rename_one(const verb_call *c);
static int set(const verb_call *c);
static int unset(const verb_call *c);
static int remove_element(const verb_call *c);
static int reparent(const verb_call *c);
static int move(const verb_call *c);
static int root(const verb_call *c);
static int prefix(const verb_call *c);
static int lock(const verb_call *c);
static void note_limits(const verb_call *c, const limb_joint *joint, double value);
static int lump(const verb_call *c);
static int strip(const verb_call *c);
static int scale(const verb_call *c);
static int mirror(const verb_call *c);

static int done(const verb_call *c, limb_status status);
static int find_link(const verb_call *c, const char *name);
static int find_joint(const verb_call *c, const char *name);
static int find_node(const verb_call *c, const char *path);
static int create_element(const verb_call *c, const char *path, const char *name,
                          const char *value);
static void append(cli_buffer *xml, const char *a, const char *b);
static int set_origin(const verb_call *c, int node);
static bool numbers(const verb_call *c, int first, int count, cli_quantity quantity, double *out);

static const cli_verb verbs[] = {
    {"rename", "link|joint OLD NEW", "rename it and all references to it", 3, 3, rename_one},
    {"set", "PATH ATTRIBUTE VALUE",
     "set an attribute; a missing <limit>, <origin> and the like is added", 3, 3, set},
    {"unset", "PATH ATTRIBUTE", "remove an attribute", 2, 2, unset},
    {"remove", "PATH", "remove an element; a link or joint with its subtree", 1, 1, remove_element},
    {"reparent", "JOINT LINK [keep]",
     "attach the joint to another link; with keep, its child keeps its pose", 2, 3, reparent},
    {"move", "PATH xyz X Y Z | rpy R P Y | quat X Y Z W | to LINK",
     "set the origin of a joint, visual, collision or inertial; with to, a joint, visual or "
     "collision is moved to another link and keeps its pose",
     3, 9, move},
    {"root", "LINK", "make LINK the root; every joint keeps its values and every link its frame", 1,
     1, root},
    {"prefix", "PREFIX", "put PREFIX before the names of all links and joints", 1, 1, prefix},
    {"lock", "JOINT [VALUE]", "fix the joint at VALUE (default 0), and the joints that mimic it", 1,
     2, lock},
    {"lump", "",
     "merge links across fixed joints: inertias, visuals and collisions move to the parent link", 0,
     0, lump},
    {"strip", "visual|collision|inertial|gazebo|unknown", "remove all elements of this kind", 1, 1,
     strip},
    {"scale", "FACTOR [density]", "scale lengths, inertias and meshes; with density, masses too", 1,
     2, scale},
    {"mirror", "x|y|z [LEFT=RIGHT]", "mirror the robot; LEFT and RIGHT are swapped in names", 1, 2,
     mirror},
};

int cli_edit_verb(const cli *app, limb_edit *edit, const char *const *word, int nword)
{
    for (int i = 0; i < CLI_COUNT(verbs); i++) {
        const cli_verb *v = &verbs[i];
        if (strcmp(word[0], v->name) != 0) continue;
        if (nword - 1 > v->max_words && has_verb(word + 1, nword - 1))
            return cli_usage(app, "expected: %s %s; for several edits, give each its own -e",
                             v->name, v->arguments);
        if (nword - 1 < v->min_words || nword - 1 > v->max_words)
            return cli_usage(app, "expected: %s %s", v->name, v->arguments);
        const verb_call call = {app, edit, limb_edit_robot(edit), word + 1, nword - 1};
        return v->run(&call);
    }
    return cli_edit_unknown_verb(app, word[0]);
}

const cli_verb *cli_edit_verb_at(int index)
{
    return index < CLI_COUNT(verbs) ? &verbs[index] : NULL;
}

const cli_verb *cli_edit_find_verb(const char *name)
{
    for (int i = 0; i < CLI_COUNT(verbs); i++)
        if (strcmp(name, verbs[i].name) == 0) return &verbs[i];
    return NULL;
}

static bool has_verb(const char *const *word, int nword)
{
    for (int i = 0; i < nword; i++)
        if (cli_edit_find_verb(word[i])) return true;
    return false;
}

static int rename_one(const verb_call *c)
{
    const bool is_link = strcmp(c->word[0], "link") == 0;
    if (!is_link && strcmp(c->word[0], "joint") != 0)
        return cli_usage(c->app, "rename takes link or joint, not \"%s\"", c->word[0]);
    const int index = is_link ? find_link(c, c->word[1]) : find_joint(c, c->word[1]);
    if (index < 0) return CLI_FINDINGS;
    return done(c, is_link ? limb_edit_rename_link(c->edit, index, c->word[2])
                           : limb_edit_rename_joint(c->edit, index, c->word[2]));
}

static int set(const verb_call *c)
{
    const int node = limb_robot_find_node(c->robot, c->word[0]);
    if (node < 0) return create_element(c, c->word[0], c->word[1], c->word[2]);
    return done(c, limb_edit_set_attribute(c->edit, node, c->word[1], c->word[2]));
}

static int unset(const verb_call *c)
{
    const int node = find_node(c, c->word[0]);
    if (node < 0) return CLI_FINDINGS;
    return done(c, limb_edit_set_attribute(c->edit, node, c->word[1], NULL));
}

// Removes an element; a link or joint is removed with its subtree.
static int remove_element(const verb_call *c)
{
    const int node = find_node(c, c->word[0]);
    if (node < 0) return CLI_FINDINGS;
    for (int i = 0; i < c->robot->nlink; i++)
        if (c->robot->link[i].node == node) return done(c, limb_edit_remove_tree(c->edit, i));
    for (int i = 0; i < c->robot->njoint; i++)
        if (c->robot->joint[i].node == node && c->robot->joint[i].child >= 0)
            return done(c, limb_edit_remove_tree(c->edit, c->robot->joint[i].child));
    return done(c, limb_edit_remove(c->edit, node));
}

static int reparent(const verb_call *c)
{
    const bool keep = c->nword == 3;
    if (keep && strcmp(c->word[2], "keep") != 0)
        return cli_usage(c->app, "reparent JOINT LINK can be followed by \"keep\", not \"%s\"",
                         c->word[2]);
    const int joint = find_joint(c, c->word[0]);
    const int link = joint < 0 ? -1 : find_link(c, c->word[1]);
    if (link < 0) return CLI_FINDINGS;
    return done(c, limb_edit_reparent(c->edit, joint, link, keep));
}

static int move(const verb_call *c)
{
    const int node = find_node(c, c->word[0]);
    if (node < 0) return CLI_FINDINGS;
    if (strcmp(c->word[1], "to") != 0) return set_origin(c, node);
    if (c->nword != 3) return cli_usage(c->app, "expected: move PATH to LINK");
    const int link = find_link(c, c->word[2]);
    if (link < 0) return CLI_FINDINGS;
    for (int i = 0; i < c->robot->njoint; i++)
        if (c->robot->joint[i].node == node)
            return done(c, limb_edit_reparent(c->edit, i, link, true));
    return done(c, limb_edit_move_shape(c->edit, node, link));
}

// xyz and a rotation may both be given
static int set_origin(const verb_call *c, int node)
{
    const limb_document *doc = c->robot->document;
    const int origin = limb_node_find(doc, node, "origin");
    double xyz[3] = {0, 0, 0}, rpy[3] = {0, 0, 0}, quat[4] = {0, 0, 0, 1}, pose[12];
    bool has_quat = false;
    if (origin >= 0) {
        limb_node_numbers(doc, origin, "xyz", xyz, 3);
        limb_node_numbers(doc, origin, "rpy", rpy, 3);
        has_quat = limb_node_numbers(doc, origin, "quat_xyzw", quat, 4);
    }
    for (int i = 1; i < c->nword;) {
        const char *key = c->word[i++];
        if (strcmp(key, "xyz") == 0) {
            if (!numbers(c, i, 3, CLI_LENGTH, xyz)) return CLI_USAGE;
            i += 3;
        } else if (strcmp(key, "rpy") == 0) {
            if (!numbers(c, i, 3, CLI_ANGLE, rpy)) return CLI_USAGE;
            has_quat = false;
            i += 3;
        } else if (strcmp(key, "quat") == 0) {
            if (!numbers(c, i, 4, CLI_PURE, quat)) return CLI_USAGE;
            has_quat = true;
            i += 4;
        } else {
            return cli_usage(c->app, "move takes xyz, rpy, quat or to, not \"%s\"", key);
        }
    }
    if (has_quat) return done(c, limb_edit_set_origin_quat(c->edit, node, xyz, quat));
    limb_pose_from_rpy(xyz, rpy, pose);
    return done(c, limb_edit_set_origin(c->edit, node, pose));
}

static int root(const verb_call *c)
{
    const int link = find_link(c, c->word[0]);
    return link < 0 ? CLI_FINDINGS : done(c, limb_edit_set_root(c->edit, link));
}

static int prefix(const verb_call *c)
{
    return done(c, limb_edit_add_prefix(c->edit, c->word[0]));
}

static int lock(const verb_call *c)
{
    const int joint = find_joint(c, c->word[0]);
    double value = 0;
    if (joint < 0) return CLI_FINDINGS;
    const bool slides = limb_edit_robot(c->edit)->joint[joint].type == LIMB_JOINT_PRISMATIC;
    if (c->nword == 2 && !cli_number_parse(c->word[1], slides ? CLI_LENGTH : CLI_ANGLE, &value))
        return cli_usage(c->app, "lock takes a joint value, not \"%s\"", c->word[1]);
    note_limits(c, &c->robot->joint[joint], value);
    return done(c, limb_edit_lock_joint(c->edit, joint, value));
}

static void note_limits(const verb_call *c, const limb_joint *joint, double value)
{
    const limb_limit *limit = joint->limit;
    const bool has_range =
        joint->type == LIMB_JOINT_REVOLUTE || joint->type == LIMB_JOINT_PRISMATIC;
    if (!limit || !has_range || (value >= limit->lower && value <= limit->upper)) return;
    char shown[CLI_NAME_SIZE];
    cli_message(c->app, "note: %g is outside the limits of joint \"%s\", %g to %g", value,
                cli_visible(joint->name, shown), limit->lower, limit->upper);
}

static int lump(const verb_call *c)
{
    return done(c, limb_edit_lump(c->edit));
}

static int strip(const verb_call *c)
{
    static const char *const kind[] = {"visual", "collision", "inertial", "gazebo", "unknown"};
    for (int i = 0; i < CLI_COUNT(kind); i++)
        if (strcmp(c->word[0], kind[i]) == 0)
            return done(c, limb_edit_strip(c->edit, (limb_strip)i));
    return cli_usage(c->app,
                     "strip takes visual, collision, inertial, gazebo or unknown, not \"%s\"",
                     c->word[0]);
}

static int scale(const verb_call *c)
{
    double factor;
    if (!limb_number_parse(c->word[0], &factor))
        return cli_usage(c->app, "scale takes a number, not \"%s\"", c->word[0]);
    const bool keep_density = c->nword == 2;
    if (keep_density && strcmp(c->word[1], "density") != 0)
        return cli_usage(c->app, "scale FACTOR can be followed by \"density\", not \"%s\"",
                         c->word[1]);
    return done(c, limb_edit_scale(c->edit, factor, keep_density));
}

static int mirror(const verb_call *c)
{
    const char axis = c->word[0][0];
    if (axis < 'x' || axis > 'z' || c->word[0][1])
        return cli_usage(c->app, "mirror takes x, y or z, not \"%s\"", c->word[0]);
    if (c->nword == 1) return done(c, limb_edit_mirror(c->edit, axis - 'x', NULL, NULL));
    char words[512];
    char *equals;
    if (strlen(c->word[1]) >= sizeof words || !(equals = strchr(strcpy(words, c->word[1]), '=')))
        return cli_usage(c->app, "mirror changes names by LEFT=RIGHT, not \"%s\"", c->word[1]);
    *equals = 0;
    return done(c, limb_edit_mirror(c->edit, axis - 'x', words, equals + 1));
}

//---- helpers -------------------------------------------------------------------------------------

static int done(const verb_call *c, limb_status status)
{
    if (status == LIMB_OK) return CLI_OK;
    const char *message = limb_edit_message(c->edit);
    cli_message(c->app, "%s", *message ? message : limb_status_text(status));
    return status == LIMB_ERROR_INPUT ? CLI_FINDINGS : CLI_UNREADABLE;
}

static int find_link(const verb_call *c, const char *name)
{
    return cli_edit_find_link(c->app, c->robot, name);
}

static int find_joint(const verb_call *c, const char *name)
{
    return cli_edit_find_joint(c->app, c->robot, name);
}

static int find_node(const verb_call *c, const char *path)
{
    return cli_edit_find_node(c->app, c->robot, path);
}

// Adds a missing element with its attribute, if its parent exists and URDF defines it.
static int create_element(const verb_call *c, const char *path, const char *name, const char *value)
{
    static const char *const known[] = {"origin",   "axis",        "limit",   "dynamics",
                                        "mimic",    "mass",        "inertia", "safety_controller",
                                        "inertial", "calibration", "color",   "texture",
                                        "material"};
    char parent[1024];
    const char *slash = strrchr(path, '/');
    const size_t size = slash ? (size_t)(slash - path) : 0;
    bool is_known = false;
    for (int i = 0; slash && i < CLI_COUNT(known); i++)
        is_known |= strcmp(slash + 1, known[i]) == 0;
    const bool fits = is_known && size < sizeof parent;
    if (fits) memcpy(parent, path, size);
    parent[fits ? size : 0] = 0;
    const int node = limb_robot_find_node(c->robot, parent);
    if (node < 0 || !strchr(parent, '/')) {
        find_node(c, path);
        return CLI_FINDINGS;
    }
    cli_buffer xml = {0};
    append(&xml, "<", slash + 1);
    append(&xml, " ", name);
    append(&xml, "=\"", "");
    cli_buffer_write_xml(&xml, value);
    append(&xml, "\"/>", "");
    const int code = cli_buffer_is_whole(c->app, &xml)
                         ? done(c, limb_edit_add(c->edit, node, xml.data))
                         : CLI_UNREADABLE;
    cli_buffer_free(&xml);
    return code;
}

static void append(cli_buffer *xml, const char *a, const char *b)
{
    (void)cli_buffer_write(xml, a, strlen(a));
    (void)cli_buffer_write(xml, b, strlen(b));
}

static bool numbers(const verb_call *c, int first, int count, cli_quantity quantity, double *out)
{
    for (int i = 0; i < count; i++) {
        const char *word = first + i < c->nword ? c->word[first + i] : "";
        if (!cli_number_parse(word, quantity, &out[i]) || !isfinite(out[i])) {
            cli_usage(c->app, "%s takes %d numbers, not \"%s\"", c->word[first - 1], count, word);
            return false;
        }
    }
    return true;
}
