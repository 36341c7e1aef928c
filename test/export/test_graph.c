#include "harness.h"
#include "limb/export.h"
#include "limb/system.h"
#include "support/memory.h"
#include "support/robot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sink {
    char *text;
    size_t size;
} sink;

static limb_status collect(void *ctx, const void *bytes, size_t size)
{
    sink *out = ctx;
    out->text = realloc(out->text, out->size + size + 1);
    memcpy(out->text + out->size, bytes, size);
    out->size += size;
    out->text[out->size] = 0;
    return LIMB_OK;
}

typedef limb_status export_fn(const limb_robot *, const limb_export_opts *, limb_write_fn *,
                              void *);

static char *export_text(export_fn *export, const char *urdf)
{
    limb_robot *robot = limb_test_parse(urdf);
    sink out = {0};
    ENSURE_INT(export(robot, NULL, collect, &out), LIMB_OK);
    limb_robot_free(robot);
    return out.text;
}

static const char odd_names[] =
    "<robot name='a \"b\" &lt;c&gt;'><link name='x\\y'/><link name='&amp;z'/>"
    "<joint name='j\"' type='fixed'><parent link='x\\y'/>"
    "<child link='&amp;z'/></joint></robot>";

TEST(dot_quotes_names)
{
    char *dot = export_text(limb_export_dot, odd_names);
    ENSURE_TEXT(dot, "digraph \"a \\\"b\\\" <c>\" {\n"
                     "  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
                     "  edge [fontname=\"sans-serif\", fontsize=10];\n"
                     "  \"x\\\\y\";\n"
                     "  \"&z\";\n"
                     "  \"x\\\\y\" -> \"&z\" [label=\"j\\\"\\nfixed\", style=dashed];\n"
                     "}\n");
    free(dot);
}

TEST(svg_escapes_names)
{
    char *svg = export_text(limb_export_svg, odd_names);
    ENSURE(strstr(svg, ">a \"b\" &lt;c&gt;</text>"));
    ENSURE(strstr(svg, ">&amp;z</text>"));
    ENSURE(strstr(svg, "1 joint</text>"));
    free(svg);
}

// An SVG with a control character is not well-formed XML, and DOT is printed on terminals.
TEST(names_are_made_visible)
{
    static const char text[] = "<robot name='a\x1b[31m'><link name='&#x202e;&lt;l'/></robot>";
    char *dot = export_text(limb_export_dot, text);
    ENSURE(strstr(dot, "digraph \"a\u241B[31m\"") && strstr(dot, "\"\uFFFD<l\";"));
    free(dot);
    char *svg = export_text(limb_export_svg, text);
    ENSURE(strstr(svg, ">a\u241B[31m</text>") && strstr(svg, ">\uFFFD&lt;l</text>"));
    free(svg);
}

// A chain, or a star when star is set, of so many links.
static char *tree_text(int count, bool star)
{
    char *text = malloc((size_t)count * 200 + 100);
    size_t size = (size_t)sprintf(text, "<robot name='t'><link name='l0'/>");
    for (int i = 1; i < count; i++) {
        size += (size_t)sprintf(text + size,
                                "<link name='l%d'/><joint name='j%d' type='continuous'>"
                                "<parent link='l%d'/><child link='l%d'/></joint>",
                                i, i, star ? 0 : i - 1, i);
    }
    sprintf(text + size, "</robot>");
    return text;
}

typedef struct rect {
    double x, y, width, height;
} rect;

static double number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    ENSURE(at != NULL);
    at += strlen(key);
    char digits[LIMB_NUMBER_SIZE] = "";
    memcpy(digits, at, strspn(at, "-.0123456789"));
    double value = 0;
    ENSURE(limb_number_parse(digits, &value));
    return value;
}

// Every box lies in the picture and none overlaps another.
static void check_boxes(const char *svg, int count)
{
    const double width = number_after(svg, " width=\"");
    const double height = number_after(svg, " height=\"");
    const double left = number_after(svg, "translate(");
    rect *box = malloc((size_t)count * sizeof *box);
    int found = 0;
    for (const char *at = strstr(svg, "<rect"); at; at = strstr(at + 1, "<rect")) {
        ENSURE(found < count);
        box[found] = (rect){number_after(at, " x=\""), number_after(at, " y=\""),
                            number_after(at, " width=\""), number_after(at, " height=\"")};
        ENSURE(box[found].x + left >= 0 && box[found].y >= 0);
        ENSURE(box[found].x + left + box[found].width <= width);
        ENSURE(box[found].y + box[found].height <= height);
        for (int i = 0; i < found; i++) {
            const bool apart = box[i].x + box[i].width <= box[found].x ||
                               box[found].x + box[found].width <= box[i].x ||
                               box[i].y + box[i].height <= box[found].y ||
                               box[found].y + box[found].height <= box[i].y;
            ENSURE(apart);
        }
        found++;
    }
    ENSURE_INT(found, count);
    free(box);
}

TEST(svg_boxes_do_not_overlap)
{
    static const int counts[] = {1, 2, 7, 100, 400};
    for (int i = 0; i < 5; i++) {
        for (int star = 0; star < 2; star++) {
            char *text = tree_text(counts[i], star);
            char *svg = export_text(limb_export_svg, text);
            check_boxes(svg, counts[i]);
            free(svg);
            free(text);
        }
    }
}

TEST(svg_boxes_of_random_trees_do_not_overlap)
{
    limb_test_rng rng = {11};
    for (int round = 0; round < 50; round++) {
        const int count = 2 + limb_test_below(&rng, 60);
        char *text = malloc((size_t)count * 300);
        size_t size = (size_t)sprintf(text, "<robot name='t'><link name='l0'/>");
        for (int i = 1; i < count; i++) {
            size += (size_t)sprintf(text + size,
                                    "<link name='l%d'/><joint name='j%d%.*s' type='fixed'>"
                                    "<parent link='",
                                    i, i, limb_test_below(&rng, 20), "____________________");
            size += (size_t)sprintf(text + size, "l%d'/><child link='l%d'/></joint>",
                                    limb_test_below(&rng, i), i);
        }
        sprintf(text + size, "</robot>");
        char *svg = export_text(limb_export_svg, text);
        check_boxes(svg, count);
        free(svg);
        free(text);
    }
}

TEST(graphs_survive_every_failed_allocation)
{
    static export_fn *const exports[] = {limb_export_dot, limb_export_svg};
    limb_robot *robot = limb_test_parse(odd_names);
    for (int i = 0; i < 2; i++) {
        long failures = 0;
        for (long fail_at = 0;; fail_at++) {
            limb_test_memory memory;
            limb_test_memory_init(&memory);
            memory.fail_at = fail_at;
            const limb_export_opts opts = {.memory = &memory.allocator};
            sink out = {0};
            const limb_status status = exports[i](robot, &opts, collect, &out);
            free(out.text);
            ENSURE_INT(memory.in_use, 0);
            if (!memory.failed) {
                ENSURE_INT(status, LIMB_OK);
                break;
            }
            ENSURE_INT(status, LIMB_ERROR_MEMORY);
            failures++;
        }
        ENSURE(failures > 0);
    }
    limb_robot_free(robot);
}
