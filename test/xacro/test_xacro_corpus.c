// The xacro packages of the corpus: each file gives the document of the reference expander, or
// fails with a finding at a place where the reference fails.
//
// Documents are compared element by element: names, attributes, text and comments in their order,
// ignoring white space, numbers as doubles.
#define _XOPEN_SOURCE 700 // realpath

#include "base/memory.h"
#include "documents/xml/xml.h"
#include "harness.h"
#include "limb/load.h"
#include "limb/system.h"
#include "limb/xacro.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGUMENT = 40, MAX_VALUE = 8192 };
enum { PACKAGE, FILE_NAME, RESULT, ARGUMENTS = 6, EXPANDED, NCOLUMN }; // of xacro_expanded.tsv

typedef struct tree {
    limb_document doc;
    limb__arena arena;
    const char *root; // a folder that is written /CORPUS
} tree;

static void parse(tree *t, const char *text, const char *root)
{
    t->root = root;
    limb__arena_init(&t->arena, limb__memory(NULL), 0);
    ENSURE_INT(limb__xml_parse(&t->doc, &t->arena, limb__memory(NULL), "t", text, strlen(text),
                               NULL, NULL),
               LIMB_OK);
}

// Decoded, with one blank between words and the folder replaced.
static void normalize(const tree *t, const char *raw, size_t size, char out[MAX_VALUE])
{
    static char decoded[1 << 20];
    ENSURE(size < sizeof decoded);
    limb__xml_decode(raw, size, decoded);
    const size_t root = strlen(t->root);
    size_t n = 0;
    for (const char *at = decoded; *at && n + 16 < MAX_VALUE;) {
        if (root > 0 && strncmp(at, t->root, root) == 0) {
            memcpy(out + n, "/CORPUS", 7);
            n += 7;
            at += root;
        } else if (strchr(" \t\r\n", *at)) {
            if (n > 0 && out[n - 1] != ' ') out[n++] = ' ';
            at++;
        } else {
            out[n++] = *at++;
        }
    }
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = 0;
}

static bool same_words(const char *a, const char *b)
{
    while (*a || *b) {
        char x[300];
        char y[300];
        const size_t nx = strcspn(a, " ");
        const size_t ny = strcspn(b, " ");
        if (nx != ny || memcmp(a, b, nx) != 0) {
            double p;
            double q;
            if (nx >= sizeof x || ny >= sizeof y) return false;
            snprintf(x, sizeof x, "%.*s", (int)nx, a);
            snprintf(y, sizeof y, "%.*s", (int)ny, b);
            if (!limb_number_parse(x, &p) || !limb_number_parse(y, &q) || p != q) return false;
        }
        a += nx + (a[nx] == ' ');
        b += ny + (b[ny] == ' ');
    }
    return true;
}

static bool same_value(const tree *a, const char *x, size_t nx, const tree *b, const char *y,
                       size_t ny)
{
    static char left[MAX_VALUE];
    static char right[MAX_VALUE];
    normalize(a, x, nx, left);
    normalize(b, y, ny, right);
    if (same_words(left, right)) return true;
    fprintf(stderr, "  \"%s\"\n  \"%s\"\n", left, right);
    return false;
}

static bool same_node(const tree *a, int i, const tree *b, int k)
{
    const limb__xml_node *x = &a->doc.node[i];
    const limb__xml_node *y = &b->doc.node[k];
    const char *p = a->doc.source.text;
    const char *q = b->doc.source.text;
    if (limb__xml_kind(x) != limb__xml_kind(y)) return false;
    if (limb__xml_kind(x) != LIMB_NODE_ELEMENT) {
        return same_value(a, p + x->open_end, x->close - x->open_end, b, q + y->open_end,
                          y->close - y->open_end);
    }
    const limb_text name = limb_node_name(&a->doc, i);
    const limb_text other = limb_node_name(&b->doc, k);
    if (name.size != other.size || memcmp(name.data, other.data, name.size) != 0) return false;
    if (limb__xml_nattr(x) != limb__xml_nattr(y)) return false;
    for (int n = 0; n < limb__xml_nattr(x); n++) {
        const limb__xml_attr *s = &a->doc.attr[x->attr + n];
        const limb__xml_attr *t = &b->doc.attr[y->attr + n];
        if (s->label.size != t->label.size ||
            memcmp(p + s->name, q + t->name, s->label.size) != 0 ||
            !same_value(a, p + s->value, s->value_size, b, q + t->value, t->value_size)) {
            return false;
        }
    }
    return true;
}

// The next node inside the outermost element that is not white space; -1: none.
static int next_node(const tree *t, int i)
{
    for (i++; i < t->doc.node[t->doc.root].after; i++) {
        const limb__xml_node *node = &t->doc.node[i];
        if (limb__xml_kind(node) != LIMB_NODE_TEXT) return i;
        const char *text = t->doc.source.text + node->open_end;
        if (strspn(text, " \t\r\n") < node->close - node->open_end) return i;
    }
    return -1;
}

static int depth_of(const tree *t, int node)
{
    int depth = 0;
    for (; node >= 0; node = t->doc.node[node].parent)
        depth++;
    return depth;
}

static void compare(const char *name, const char *text, const char *root, const char *reference)
{
    tree a;
    tree b;
    parse(&a, text, root);
    parse(&b, reference, "");
    int i = a.doc.root;
    int k = b.doc.root;
    while (i >= 0 && k >= 0) {
        if (!same_node(&a, i, &b, k) || depth_of(&a, i) != depth_of(&b, k)) {
            const limb_text x = limb_node_source(&a.doc, i);
            const limb_text y = limb_node_source(&b.doc, k);
            limb_test_fail(__FILE__, __LINE__, "%s differs:\n%.*s\n%.*s", name,
                           (int)(x.size < 200 ? x.size : 200), x.data,
                           (int)(y.size < 200 ? y.size : 200), y.data);
        }
        i = next_node(&a, i);
        k = next_node(&b, k);
    }
    if (i != k) limb_test_fail(__FILE__, __LINE__, "%s ends early or late", name);
    limb__arena_free(&a.arena);
    limb__arena_free(&b.arena);
}

static int split_arguments(char *text, limb_xacro_argument out[MAX_ARGUMENT])
{
    int count = 0;
    for (char *word = strtok(text, " "); word && count < MAX_ARGUMENT; word = strtok(NULL, " ")) {
        char *sign = strstr(word, ":=");
        ENSURE(sign != NULL);
        *sign = 0;
        out[count++] = (limb_xacro_argument){word, sign + 2};
    }
    return count;
}

static void check_line(char *line, int count[3])
{
    char *column[NCOLUMN] = {0};
    for (int i = 0; i < NCOLUMN; i++) {
        column[i] = line;
        const size_t size = strcspn(line, "\t");
        line += size;
        if (*line) *line++ = 0;
    }
    char root[1000];
    char path[2000];
    snprintf(path, sizeof path, "%s/robots/%s", limb_test_corpus(), column[PACKAGE]);
    char *real = realpath(path, NULL);
    ENSURE(real != NULL);
    snprintf(root, sizeof root, "%s", real);
    free(real);
    snprintf(path, sizeof path, "%s/%s", root, column[FILE_NAME]);
    limb_report *report;
    limb_xacro *xacro;
    limb_xacro_argument argument[MAX_ARGUMENT];
    const limb_resolve_opts resolve = {.ignore_environment = true};
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_robot_file_opts opts = {
        .load = {.report = report},
        .resolve = &resolve,
        .xacro = {.argument = argument,
                  .nargument = split_arguments(column[ARGUMENTS], argument),
                  .yaml = limb_yaml_read}};
    const limb_status status = limb_robot_file_expand(&xacro, path, &opts);
    if (strcmp(column[RESULT], "failed") == 0) {
        if (status == LIMB_OK) limb_test_fail(__FILE__, __LINE__, "%s does not fail", path);
        ENSURE(report->nerror > 0);
        ENSURE(report->finding[0].span.line > 0);
        count[0]++;
    } else {
        if (status != LIMB_OK) {
            limb_test_fail(__FILE__, __LINE__, "%s: %s", path,
                           report->nfinding > 0 ? report->finding[0].message : "?");
        }
        count[1]++;
    }
    if (strcmp(column[RESULT], "expanded") == 0) {
        char expected[2000];
        size_t size;
        snprintf(expected, sizeof expected, "%s/xacro_expanded/%s", limb_test_corpus(),
                 column[EXPANDED]);
        char *reference = limb_test_read_file(expected, &size);
        compare(path, xacro->text, root, reference);
        free(reference);
        count[2]++;
    }
    limb_xacro_free(xacro);
    limb_report_free(report);
}

TEST(packages_expand_as_the_reference_does)
{
    if (!limb_test_corpus()) {
        printf("no robots beside the project\n");
        return;
    }
    char path[1200];
    size_t size;
    int count[3] = {0};
    snprintf(path, sizeof path, "%s/xacro_expanded.tsv", limb_test_corpus());
    char *table = limb_test_read_file(path, &size);
    char *line = strchr(table, '\n');
    while (line && line[1]) {
        char *next = strchr(line + 1, '\n');
        if (next) *next = 0;
        check_line(line + 1, count);
        line = next;
    }
    free(table);
    printf("%d failed as the reference, %d expanded, %d compared\n", count[0], count[1], count[2]);
    ENSURE(count[0] > 0 && count[2] > 50);
}
