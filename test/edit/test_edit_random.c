// Seeded random edits of example and corpus robots: bytes outside the edited span are unchanged,
// and the reloaded robot is the old one with the same change made in its data.
#include "harness.h"
#include "limb/limb.h"
#include "support/files.h"
#include "support/robot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct state {
    limb_robot *robot;
    limb_edit *edit;
    char *before; // the source before the edit in work
    size_t size;
    limb_test_rng rng;
    int nedit[6];
} state;

typedef struct tally {
    int nround; // of all edits, for each file
    int nedit[6];
} tally;

typedef void random_edit(state *s);

static int random_element(state *s)
{
    const limb_document *doc = s->robot->document;
    int node;
    do {
        node = limb_test_below(&s->rng, limb_document_node_count(doc));
    } while (limb_node_kind_of(doc, node) != LIMB_NODE_ELEMENT);
    return node;
}

// Applies the edit; the old text must be left as it was outside [begin, end).
static void apply_within(state *s, size_t begin, size_t end)
{
    ENSURE_INT(limb_edit_apply(s->edit, NULL), LIMB_OK);
    const limb_text after = limb_document_source(s->robot->document);
    const size_t tail = s->size - end;
    ENSURE(after.size >= begin + tail);
    ENSURE(memcmp(after.data, s->before, begin) == 0);
    ENSURE(memcmp(after.data + after.size - tail, s->before + end, tail) == 0);
}

static size_t offset_of(const state *s, limb_text text)
{
    return (size_t)(text.data - limb_document_source(s->robot->document).data);
}

static void set_a_value(state *s)
{
    const int node = random_element(s);
    const int count = limb_node_attribute_count(s->robot->document, node);
    if (count == 0) return;
    char name[100];
    const limb_text key =
        limb_node_attribute_name(s->robot->document, node, limb_test_below(&s->rng, count));
    snprintf(name, sizeof name, "%.*s", (int)key.size, key.data);
    char value[200], back[200];
    const int length = limb_node_attribute(s->robot->document, node, name, value, sizeof value - 9);
    if (length >= (int)sizeof value - 9) return;
    // to another value and back: some (a version, a parent) are refused, and then nothing changes
    const limb_text raw = limb_node_attribute_raw(s->robot->document, node, name);
    const size_t begin = offset_of(s, raw);
    ENSURE_INT(limb_edit_set_attribute(s->edit, node, name, "<a & \"b\" 'c'>"), LIMB_OK);
    if (limb_edit_apply(s->edit, NULL) != LIMB_OK) {
        ENSURE(memcmp(limb_test_source(s->robot), s->before, s->size + 1) == 0);
        limb_edit_free(s->edit);
        ENSURE_INT(limb_edit_begin(&s->edit, s->robot), LIMB_OK);
        return;
    }
    ENSURE(limb_node_attribute(s->robot->document, node, name, back, sizeof back) == 13);
    ENSURE_TEXT(back, "<a & \"b\" 'c'>");
    ENSURE_INT(limb_edit_set_attribute(s->edit, node, name, value), LIMB_OK);
    apply_within(s, begin, begin + raw.size);
    ENSURE(limb_node_attribute(s->robot->document, node, name, back, sizeof back) == length);
    ENSURE_TEXT(back, value);
    s->nedit[0]++;
}

static void add_and_drop_an_attribute(state *s)
{
    const int node = random_element(s);
    ENSURE_INT(limb_edit_set_attribute(s->edit, node, "limb_test", "1"), LIMB_OK);
    const limb_text source = limb_node_source(s->robot->document, node);
    const size_t begin = offset_of(s, source);
    apply_within(s, begin, begin + source.size);
    ENSURE_INT(limb_edit_set_attribute(s->edit, node, "limb_test", NULL), LIMB_OK);
    ENSURE_INT(limb_edit_apply(s->edit, NULL), LIMB_OK);
    ENSURE(memcmp(limb_test_source(s->robot), s->before, s->size + 1) == 0);
    s->nedit[1]++;
}

static void add_and_remove_an_element(state *s)
{
    const int parent = random_element(s);
    if (limb_node_first_child(s->robot->document, parent) < 0) return;
    const int count = limb_document_node_count(s->robot->document);
    const limb_text source = limb_node_source(s->robot->document, parent);
    const size_t begin = offset_of(s, source);
    ENSURE_INT(limb_edit_add(s->edit, parent, "<limb_test>\n  <a/>\n</limb_test>"), LIMB_OK);
    apply_within(s, begin, begin + source.size);
    ENSURE_INT(limb_document_node_count(s->robot->document), count + 2);
    const int added = limb_node_find(s->robot->document, parent, "limb_test");
    ENSURE(added > parent);
    ENSURE_INT(limb_edit_remove(s->edit, added), LIMB_OK);
    ENSURE_INT(limb_edit_apply(s->edit, NULL), LIMB_OK);
    ENSURE(memcmp(limb_test_source(s->robot), s->before, s->size + 1) == 0);
    s->nedit[2]++;
}

static void rename_and_back(state *s)
{
    const bool is_link = limb_test_below(&s->rng, 2) == 0 || s->robot->njoint == 0;
    const int index = limb_test_below(&s->rng, is_link ? s->robot->nlink : s->robot->njoint);
    const char *old = is_link ? s->robot->link[index].name : s->robot->joint[index].name;
    char name[200];
    snprintf(name, sizeof name, "%s", old);
    if (strcmp(name, old) != 0 || !*name) return;
    limb_status (*rename)(limb_edit *, int, const char *) =
        is_link ? limb_edit_rename_link : limb_edit_rename_joint;
    // where both have the name, gazebo's references stay with the link: not undone by a joint
    ENSURE_INT(rename(s->edit, index, "limb test"), LIMB_OK);
    ENSURE_INT(limb_edit_apply(s->edit, NULL), LIMB_OK);
    ENSURE_TEXT(is_link ? s->robot->link[index].name : s->robot->joint[index].name, "limb test");
    ENSURE_INT(rename(s->edit, index, name), LIMB_OK);
    ENSURE_INT(limb_edit_apply(s->edit, NULL), LIMB_OK);
    ENSURE(memcmp(limb_test_source(s->robot), s->before, s->size + 1) == 0);
    s->nedit[3]++;
}

static limb_robot *read_before(const state *s)
{
    limb_robot *robot;
    ENSURE_INT(limb_robot_parse(&robot, s->before, s->size, &(limb_load_opts){.skip_checks = true}),
               LIMB_OK);
    return robot;
}

static void ensure_same(const limb_robot *a, const limb_robot *b)
{
    char why[200];
    if (!limb_test_same_robot(a, b, why, sizeof why)) {
        limb_test_fail(__FILE__, __LINE__, "%s", why);
    }
}

static void move_a_joint(state *s)
{
    if (s->robot->njoint == 0) return;
    const int joint = limb_test_below(&s->rng, s->robot->njoint);
    const limb_joint *old = &s->robot->joint[joint];
    double pose[12];
    limb_origin_pose(&old->origin, pose);
    for (int i = 3; i < 12; i += 4)
        pose[i] = limb_test_uniform(&s->rng, -1, 1);
    const limb_text source = limb_node_source(s->robot->document, old->node);
    const size_t begin = offset_of(s, source);
    ENSURE_INT(limb_edit_set_origin(s->edit, old->node, pose), LIMB_OK);
    apply_within(s, begin, begin + source.size);

    // the same in the data of the old robot; a rotation that could not be read may be written
    limb_robot *expected = read_before(s);
    limb_origin *origin = (limb_origin *)(uintptr_t)&expected->joint[joint].origin;
    const limb_origin *made = &s->robot->joint[joint].origin;
    origin->has_rpy |= made->has_rpy;
    origin->node = made->node;
    origin->has_xyz = true;
    for (int i = 0; i < 3; i++)
        origin->xyz[i] = pose[4 * i + 3];
    ensure_same(expected, s->robot);
    limb_robot_free(expected);
    s->nedit[4]++;
}

static void set_an_axis(state *s)
{
    if (s->robot->njoint == 0) return;
    const int joint = limb_test_below(&s->rng, s->robot->njoint);
    const int axis = limb_node_find(s->robot->document, s->robot->joint[joint].node, "axis");
    if (axis < 0) return;
    const double value[3] = {limb_test_uniform(&s->rng, -1, 1), limb_test_uniform(&s->rng, -1, 1),
                             1e-7};
    const limb_text source = limb_node_source(s->robot->document, axis);
    const size_t begin = offset_of(s, source);
    ENSURE_INT(limb_edit_set_numbers(s->edit, axis, "xyz", value, 3), LIMB_OK);
    apply_within(s, begin, begin + source.size);

    limb_robot *expected = read_before(s);
    limb_joint *old = (limb_joint *)(uintptr_t)&expected->joint[joint];
    memcpy(old->axis, value, sizeof value);
    ensure_same(expected, s->robot);
    limb_robot_free(expected);
    s->nedit[5]++;
}

static void edit_file(const char *path, void *ctx)
{
    static random_edit *const edits[] = {set_a_value,
                                         add_and_drop_an_attribute,
                                         add_and_remove_an_element,
                                         rename_and_back,
                                         move_a_joint,
                                         set_an_axis};
    tally *total = ctx;
    // by the name: the same wherever the project lies
    state s = {.rng = {strlen(strrchr(path, '/'))}};
    const limb_load_opts opts = {.skip_checks = true};
    if (limb_robot_load(&s.robot, path, &opts) != LIMB_OK) return;
    ENSURE_INT(limb_edit_begin(&s.edit, s.robot), LIMB_OK);
    for (int round = 0; round < total->nround; round++) {
        for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
            const limb_text source = limb_document_source(s.robot->document);
            s.size = source.size;
            s.before = malloc(source.size + 1);
            if (!s.before) abort();
            memcpy(s.before, source.data, source.size + 1);
            edits[i](&s);
            free(s.before);
        }
    }
    for (int i = 0; i < 6; i++)
        total->nedit[i] += s.nedit[i];
    limb_edit_free(s.edit);
    limb_robot_free(s.robot);
}

TEST(random_edits_of_our_examples)
{
    tally total = {.nround = 20};
    limb_test_each_file(LIMB_SOURCE_DIR "/examples", ".urdf", edit_file, &total);
    for (int i = 0; i < 6; i++)
        ENSURE(total.nedit[i] > 10);
}

TEST(random_edits_of_real_robots)
{
    tally total = {.nround = 3};
    const int found = limb_test_each_file(limb_test_corpus(), ".urdf", edit_file, &total);
    printf("%d corpus files, edits: %d %d %d %d %d %d\n", found, total.nedit[0], total.nedit[1],
           total.nedit[2], total.nedit[3], total.nedit[4], total.nedit[5]);
    for (int i = 0; i < 6; i++)
        ENSURE(found == 0 || total.nedit[i] > found / 2);
}
