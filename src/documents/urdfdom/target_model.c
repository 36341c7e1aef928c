// Predicts what urdfdom 3.0 (ROS 2 Humble, Debian 12) does with a file: refuse it, load it, or load
// it and lose something.
//
// This is urdfdom's logic over TinyXML's elements, in its order: robot, version, materials, links,
// joints, tree. urdfdom stops at the first refusal; here reading continues, so that one run reports
// all of them. test/urdfdom/test_target_urdfdom.cpp compares the results with the real library.
#include "documents/urdfdom/target.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

// The result together with the arena that contains it.
typedef struct target_block {
    limb_target target;
    limb__arena arena;
} target_block;

static void read_file(limb__target_reader *reader, const limb_allocator *memory, const char *text,
                      size_t size);
static const limb__tiny_element *find_robot(limb__target_reader *reader);
static void report_xml_error(limb__target_reader *reader);
static void report_no_robot(limb__target_reader *reader);
static void check_version(limb__target_reader *reader, const limb__tiny_element *robot);
static bool version_field(limb_text text, uint32_t *value);
static bool read_links(limb__target_reader *reader, const limb__tiny_element *robot,
                       limb__target_tree *tree);
static bool read_joints(limb__target_reader *reader, const limb__tiny_element *robot,
                        limb__target_tree *tree);
static void *sort_by_name(limb__target_reader *reader, const void *item, size_t item_size,
                          const limb__tiny_element **element, int count);
static int *name_order(limb__target_reader *reader, const char *const *name, int count);
static void merge(const char *const *name, const int *from, int *to, int begin, int middle,
                  int end);
static void deliver(limb__target_reader *reader, const limb__target_tree *tree, int root);

const char *limb_verdict_name(limb_verdict verdict)
{
    switch (verdict) {
    case LIMB_VERDICT_LOADS:
        return "loads";
    case LIMB_VERDICT_LOSES:
        return "loses";
    case LIMB_VERDICT_REFUSES:
        return "refuses";
    }
    return "unknown";
}

const char *limb_urdfdom_name(limb_urdfdom version)
{
    return version == LIMB_URDFDOM_3 ? "urdfdom 3 (ROS 2 Humble, Debian 12)"
                                     : "urdfdom 6 (ROS 2 Rolling)";
}

bool limb_urdfdom_find(const char *name, limb_urdfdom *version)
{
    assert(version);
    static const struct {
        const char *name;
        limb_urdfdom version;
    } known[] = {{"urdfdom", LIMB_URDFDOM_3},
                 {"urdfdom-3", LIMB_URDFDOM_3},
                 {"urdfdom-6", LIMB_URDFDOM_6},
                 {"ros", (limb_urdfdom)LIMB_URDFDOM_NEWEST}};
    for (size_t i = 0; name && i < sizeof known / sizeof *known; i++) {
        if (strcmp(name, known[i].name) != 0) continue;
        *version = known[i].version;
        return true;
    }
    return false;
}

limb_status limb_target_urdfdom(limb_target **out, const char *text, size_t size,
                                const limb_target_opts *opts)
{
    assert(out);
    static const limb_target_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    if (size >= UINT32_MAX) return LIMB_ERROR_LIMIT;
    if (!text) size = 0;
    if (size == 0) text = "";

    limb__arena arena, scratch;
    limb__arena_init(&arena, opts->memory, 0);
    limb__arena_init(&scratch, opts->memory, 0);
    limb__source source;
    limb__source_init(&source, limb__memory(opts->memory), opts->file ? opts->file : "-", text,
                      size);

    target_block *block = limb__arena_take_zero(&arena, sizeof *block);
    if (block) {
        block->target = (limb_target){.reason = "", .root = ""};
        limb__target_reader reader = {.arena = &arena,
                                      .scratch = &scratch,
                                      .source = &source,
                                      .report = opts->report,
                                      .target = &block->target,
                                      .version = opts->version};
        read_file(&reader, limb__memory(opts->memory), text, size);
    }
    const bool failed = arena.failed || scratch.failed || (opts->report && opts->report->nlost > 0);
    if (opts->report) limb_report_sort(opts->report);
    limb__source_free(&source);
    limb__arena_free(&scratch);
    if (failed) {
        limb__arena_free(&arena);
        return LIMB_ERROR_MEMORY;
    }
    block->arena = arena;
    *out = &block->target;
    return LIMB_OK;
}

void limb_target_free(limb_target *target)
{
    if (!target) return;
    limb__arena arena = ((target_block *)target)->arena; // copied: the arena owns the block
    limb__arena_free(&arena);
}

static void read_file(limb__target_reader *reader, const limb_allocator *memory, const char *text,
                      size_t size)
{
    limb__target_tree tree = {0};
    int root = -1;
    if (reader->version == LIMB_URDFDOM_3) {
        limb__tiny_parse(&reader->doc, reader->scratch, text, size);
    } else if (!limb__tiny2_parse(&reader->doc, reader->scratch, memory, text, size)) {
        reader->scratch->failed = true;
    }
    const limb__tiny_element *robot = find_robot(reader);
    if (robot && read_links(reader, robot, &tree) && read_joints(reader, robot, &tree)) {
        limb__target_late_materials(reader);
        if (!reader->refused) root = limb__target_check_tree(reader, &tree);
    }
    reader->target->nloss = reader->nloss;
    reader->target->verdict = reader->refused ? LIMB_VERDICT_REFUSES
                              : reader->nloss ? LIMB_VERDICT_LOSES
                                              : LIMB_VERDICT_LOADS;
    if (!reader->refused && root >= 0) deliver(reader, &tree, root);
}

//---- the robot element ---------------------------------------------------------------------------

// Returns the first top-level <robot> with its name and version checked, or NULL if there is
// nothing to read.
static const limb__tiny_element *find_robot(limb__target_reader *reader)
{
    if (reader->scratch->failed) return NULL;
    if (reader->doc.error) {
        report_xml_error(reader);
        return NULL;
    }
    const limb__tiny_element *robot = limb__target_child(reader, &reader->doc.top, "robot");
    if (!robot) {
        report_no_robot(reader);
        return NULL;
    }
    reader->owner = robot;
    if (!limb__target_attr(reader, robot, "name")) {
        const limb__target_fault at = {.element = robot};
        limb__target_refuse(reader, &at, "the robot has no name");
    }
    check_version(reader, robot);
    return limb__target_materials_init(reader, robot) ? robot : NULL;
}

static void report_xml_error(limb__target_reader *reader)
{
    const limb__tiny_document *doc = &reader->doc;
    // without a path: the nesting above the error may be as deep as the file is long
    const limb__tiny_element place = {.name_begin = doc->error_begin,
                                      .name = {NULL, doc->error_size}};
    const limb__target_fault at = {.element = &place};
    limb__target_refuse(reader, &at, "the XML is malformed: %s", doc->error);
    if (doc->error_in && doc->error_in->name_begin != doc->error_begin)
        limb__target_note(reader, doc->error_in,
                          limb__target_text(reader, "<%s> is opened here",
                                            limb__target_show(reader, doc->error_in->name)));
}

static void report_no_robot(limb__target_reader *reader)
{
    const uint32_t size = (uint32_t)reader->source->size;
    const bool stopped = reader->doc.stop < size;
    const limb__tiny_element place = {.name_begin = stopped ? reader->doc.stop : 0,
                                      .name = {NULL, stopped ? 1 : 0}};
    const limb__target_fault at = {.element = &place};
    if (stopped) {
        limb__target_refuse(reader, &at, "there is no <robot> before this, where reading stops");
    } else {
        limb__target_refuse(reader, &at, "there is no outermost element <robot>");
    }
}

// Checks the version: urdfdom 3 accepts only 1.0, urdfdom 6 also 1.1 and 1.2. "1.0." passes,
// because an empty last field is not counted.
static void check_version(limb__target_reader *reader, const limb__tiny_element *robot)
{
    const limb__tiny_attr *attr = limb__target_attr(reader, robot, "version");
    if (!attr) return;
    const char *begin = attr->value.data;
    const char *end = begin + attr->value.size;
    if (end > begin && end[-1] == '.') end--;
    const char *dot = end > begin ? memchr(begin, '.', (size_t)(end - begin)) : NULL;
    uint32_t major, minor;
    if (dot && version_field((limb_text){begin, (size_t)(dot - begin)}, &major) &&
        version_field((limb_text){dot + 1, (size_t)(end - dot - 1)}, &minor) && major == 1 &&
        minor <= (reader->version == LIMB_URDFDOM_3 ? 0 : 2)) {
        reader->minor = (int)minor;
        return;
    }
    const limb__target_fault at = {.element = robot, .attr = attr};
    limb__target_refuse(reader, &at, "version \"%s\" is not %s",
                        limb__target_show(reader, attr->value),
                        reader->version == LIMB_URDFDOM_3 ? "1.0" : "1.0, 1.1 or 1.2");
}

// Parses a field as strtol does: blanks, a sign, digits to the end. *value gets the low 32 bits;
// negative values fail.
static bool version_field(limb_text text, uint32_t *value)
{
    const char *at = text.data;
    const char *end = text.data + text.size;
    while (at < end && (*at == ' ' || (*at >= '\t' && *at <= '\r')))
        at++;
    const bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    if (at == end) return false;
    uint64_t number = 0;
    for (; at < end; at++) {
        if (*at < '0' || *at > '9') return false;
        const uint64_t digit = (uint64_t)(*at - '0');
        number = number > (INT64_MAX - digit) / 10 ? INT64_MAX : number * 10 + digit;
    }
    *value = (uint32_t)number;
    return !negative || number == 0;
}

//---- links and joints ----------------------------------------------------------------------------

static bool read_links(limb__target_reader *reader, const limb__tiny_element *robot,
                       limb__target_tree *tree)
{
    const limb__tiny_element *e = limb__tiny_find(robot, "link");
    const int count = limb__tiny_count(e);
    limb__names names;
    tree->link = LIMB__ARENA_ARRAY(reader->scratch, limb_target_link, count);
    tree->link_element = LIMB__ARENA_ARRAY(reader->scratch, const limb__tiny_element *, count);
    limb__names_init(&names, reader->scratch, count);
    if (reader->scratch->failed) return false;

    for (; e; e = limb__tiny_next(e)) {
        limb_target_link *link = &tree->link[tree->nlink];
        limb__target_link(reader, e, link);
        const int before = limb__names_add(&names, link->name, strlen(link->name), tree->nlink);
        if (before >= 0) {
            const limb__target_fault at = {.element = e};
            limb__target_refuse(reader, &at, "two links are called \"%s\"",
                                limb__target_show_name(reader, link->name));
            limb__target_note(reader, tree->link_element[before], "the first one is here");
            continue;
        }
        tree->link_element[tree->nlink++] = e;
    }
    if (tree->nlink == 0) {
        const limb__target_fault at = {.element = robot};
        limb__target_refuse(reader, &at, "the robot has no link");
    }
    tree->link =
        sort_by_name(reader, tree->link, sizeof *tree->link, tree->link_element, tree->nlink);
    return tree->link != NULL;
}

static bool read_joints(limb__target_reader *reader, const limb__tiny_element *robot,
                        limb__target_tree *tree)
{
    const limb__tiny_element *e = limb__tiny_find(robot, "joint");
    const int count = limb__tiny_count(e);
    limb__names names;
    tree->joint = LIMB__ARENA_ARRAY(reader->scratch, limb_target_joint, count);
    tree->joint_element = LIMB__ARENA_ARRAY(reader->scratch, const limb__tiny_element *, count);
    limb__names_init(&names, reader->scratch, count);
    if (reader->scratch->failed) return false;

    for (; e; e = limb__tiny_next(e)) {
        limb_target_joint *joint = &tree->joint[tree->njoint];
        if (!limb__target_joint(reader, e, joint)) continue;
        const int before = limb__names_add(&names, joint->name, strlen(joint->name), tree->njoint);
        if (before >= 0) {
            const limb__target_fault at = {.element = e};
            limb__target_refuse(reader, &at, "two joints are called \"%s\"",
                                limb__target_show_name(reader, joint->name));
            limb__target_note(reader, tree->joint_element[before], "the first one is here");
            continue;
        }
        tree->joint_element[tree->njoint++] = e;
    }
    tree->joint =
        sort_by_name(reader, tree->joint, sizeof *tree->joint, tree->joint_element, tree->njoint);
    return tree->joint != NULL;
}

//---- urdfdom's order: by name --------------------------------------------------------------------

// Sorts items, whose first member is their name, together with their elements. Returns NULL if
// memory is exhausted.
static void *sort_by_name(limb__target_reader *reader, const void *item, size_t item_size,
                          const limb__tiny_element **element, int count)
{
    const char **name = LIMB__ARENA_ARRAY(reader->scratch, const char *, count);
    const limb__tiny_element **unsorted =
        LIMB__ARENA_ARRAY(reader->scratch, const limb__tiny_element *, count);
    char *sorted = limb__arena_take(reader->arena, item_size * (size_t)count);
    if (!name || !unsorted || !sorted) return NULL;
    for (int i = 0; i < count; i++) {
        memcpy(&name[i], (const char *)item + (size_t)i * item_size, sizeof *name);
        unsorted[i] = element[i];
    }
    const int *order = name_order(reader, name, count);
    if (!order) return NULL;
    for (int i = 0; i < count; i++) {
        memcpy(sorted + (size_t)i * item_size, (const char *)item + (size_t)order[i] * item_size,
               item_size);
        element[i] = unsorted[order[i]];
    }
    return sorted;
}

// Returns the indices in name order (bottom-up merge sort), or NULL if memory is exhausted.
static int *name_order(limb__target_reader *reader, const char *const *name, int count)
{
    int *order = LIMB__ARENA_ARRAY(reader->scratch, int, count);
    int *other = LIMB__ARENA_ARRAY(reader->scratch, int, count);
    if (!order || !other) return NULL;
    for (int i = 0; i < count; i++)
        order[i] = i;
    for (size_t width = 1; width < (size_t)count; width *= 2) {
        for (size_t begin = 0; begin < (size_t)count; begin += 2 * width) {
            const size_t middle = begin + width < (size_t)count ? begin + width : (size_t)count;
            const size_t end = middle + width < (size_t)count ? middle + width : (size_t)count;
            merge(name, order, other, (int)begin, (int)middle, (int)end);
        }
        int *swap = order;
        order = other;
        other = swap;
    }
    return order;
}

static void merge(const char *const *name, const int *from, int *to, int begin, int middle, int end)
{
    int left = begin, right = middle;
    for (int i = begin; i < end; i++) {
        const bool take_left =
            left < middle && (right >= end || strcmp(name[from[left]], name[from[right]]) <= 0);
        to[i] = from[take_left ? left++ : right++];
    }
}

static void deliver(limb__target_reader *reader, const limb__target_tree *tree, int root)
{
    limb_target *target = reader->target;
    target->root = tree->link[root].name;
    target->nlink = tree->nlink;
    target->link = tree->link;
    target->njoint = tree->njoint;
    target->joint = tree->joint;
}
