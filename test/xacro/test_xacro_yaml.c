// Tests YAML files in expressions, which must be read as by PyYAML's safe loader.
#include "xacro_cases.h"

TEST(yaml)
{
    static const memory_file files[] = {
        {"s.yaml",
         "a: 1\nb: [x, 2.5, true, null, ~]\nc: {d: {e: 'f g'}, '1': 2, 3: 4}\n"
         "r: !degrees 180\ni: !inches 2*10\nbase: &b {k: 1, l: 2}\nm: {<<: *b, l: 3}\n"
         "n: 1e3\no: 010\np: 0x10\nq: 1_000\ns: yes\nt: -.inf\nu: \"1\"\nl: [{v: 1}, {v: 2}]\n"
         "w: {l: 4, j: 5, <<: *b}\nx: {<<: [*b, {z: 9, l: 8}]}\n"},
        {"list.yaml", "- [A1, A2]\n- a: {A: 1}\n"},
        {"bad.yaml", "a: [1\n"},
        {"tag.yaml", "a: !python/object 1\n"},
        {"expr.yaml", "a: !degrees 1 +\n"},
        {"two.yaml", "a: 1\n---\nb: 2\n"},
        {NULL, NULL},
    };
#define YAML(expression, result)                                                                   \
    check_expands(__LINE__,                                                                        \
                  "<a " NS "><xacro:property name=\"s\" value=\"${xacro.load_yaml('s.yaml')}\"/>"  \
                  "${" expression "}</a>",                                                         \
                  files, NULL, 0, result)
    YAML("s.a + 1", "<a>2</a>");
    YAML("s['b']", "<a>['x', 2.5, True, None, None]</a>");
    YAML("s.c.d.e", "<a>f g</a>");
    YAML("s.c['1'] + s.c[3]", "<a>6</a>");
    YAML("s.r", "<a>3.141592653589793</a>");
    YAML("s.i", "<a>0.508</a>");
    YAML("s.m", "<a>{'k': 1, 'l': 3}</a>");
    YAML("[s.n, s.o, s.p, s.q, s.s, s.t, s.u]", "<a>['1e3', 8, 16, 1000, True, -inf, '1']</a>");
    YAML("[x.v * 2 for x in s.l]", "<a>[2, 4]</a>");
    YAML("'a' in s and 'z' not in s", "<a>True</a>");
    YAML("s.nothing", "!xacro-expression");
    YAML("list(s.keys())[0]", "<a>a</a>");
    // what a method takes out is plain, as in ROS
    YAML("s.get('c')['d']['e']", "<a>f g</a>");
    YAML("s.get('c').d", "!xacro-expression");
    YAML("[c.k for c in s.m.values()]", "!xacro-expression");
    YAML("[v.d for k, v in s.items() if k == 'c']", "!xacro-expression");
    YAML("s.l.pop().v", "!xacro-expression");
    YAML("(s.l + s.l)[0].v", "!xacro-expression");
    YAML("s.l[0:1][0].v", "<a>1</a>");
    YAML("[list(x) for x in (s.w, s.x)]", "<a>[['k', 'l', 'j'], ['z', 'l', 'k']]</a>");
    YAML("[s.w.l, s.x.l]", "<a>[4, 2]</a>");
#define LOADS(file, result)                                                                        \
    check_expands(__LINE__, "<a " NS ">${xacro.load_yaml('" file "')[0][1]}</a>", files, NULL, 0,  \
                  result)
    LOADS("list.yaml", "<a>A2</a>");
    LOADS("bad.yaml", "!xacro-yaml");
    LOADS("tag.yaml", "!xacro-yaml");
    LOADS("expr.yaml", "!xacro-yaml");
    LOADS("two.yaml", "!xacro-yaml");
    LOADS("none.yaml", "!xacro-include");
    check_expands(__LINE__, "<a " NS ">${load_yaml('list.yaml')[1].a.A}</a>", files, NULL, 0,
                  "<a>1</a> ?xacro-deprecated");
}

// The library itself has no YAML reader; without one, the finding says so and names the file.
TEST(yaml_needs_a_reader)
{
    static const char text[] = "<a " NS ">${xacro.load_yaml('s.yaml')}</a>";
    limb_report *report;
    limb_xacro *xacro;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_xacro_opts opts = {.report = report};
    ENSURE_INT(limb_xacro_expand(&xacro, text, sizeof text - 1, &opts), LIMB_ERROR_INPUT);
    ENSURE_INT(report->nfinding, 1);
    ENSURE_TEXT(report->finding[0].id, "xacro-yaml");
    ENSURE(
        strstr(report->finding[0].message, "s.yaml\" cannot be loaded: there is no YAML reader"));
    limb_xacro_free(xacro);
    limb_report_free(report);
}

// Each value by its key, as an expression prints it.
static void check_scalars(const char *yaml, const char *expected)
{
    const memory_file files[] = {{"s.yaml", yaml}, {NULL, NULL}};
    check_expands(__LINE__, "<a " NS ">${list(xacro.load_yaml('s.yaml').values())}</a>", files,
                  NULL, 0, expected);
}

TEST(scalars_have_the_type_that_their_form_says)
{
    // to the base of sixty: what looks like a time is a number
    check_scalars("{a: 1:30, b: -2:05, c: 12:30:45, d: 1:30.5, e: +1_0:00}",
                  "<a>[90, -125, 45045, 90.5, 600]</a>");
    check_scalars("{a: 0:30, b: 1:60, c: '1:30', d: '1:'}",
                  "<a>['0:30', '1:60', '1:30', '1:']</a>");
    // more than 64 bits
    check_scalars("{a: 99999999999999999999, b: -99999999999999999999}",
                  "<a>[99999999999999999999, -99999999999999999999]</a>");
    check_scalars("{a: 0xfffffffffffffffffffff}", "!xacro-yaml");
}

TEST(tags_of_lists_and_dictionaries)
{
    check_scalars("{a: !!seq [1], b: !!map {c: 2}, d: ! [3], e: !!set {x}}",
                  "<a>[[1], {'c': 2}, [3], {'x'}]</a>");
    check_scalars("{a: !!python/object/apply:os.system [ls]}", "!xacro-yaml");
    check_scalars("{a: !degrees [90]}", "!xacro-yaml");
    check_scalars("{a: !pose {x: 1}}", "!xacro-yaml");
    check_scalars("{a: !!seq {x: 1}}", "!xacro-yaml");
}

// A reason that contains a colon is parsed correctly, too.
TEST(what_is_wrong_in_a_yaml_file_has_its_place_there)
{
    static const char text[] = "<a " NS ">${xacro.load_yaml('s.yaml')}</a>";
    static const memory_file files[] = {{"s.yaml", "a: 1\nb: !degrees int('x')\n"}, {NULL, NULL}};
    memory_disk disk = {files};
    limb_report *report;
    limb_xacro *xacro;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_xacro_opts opts = {
        .report = report, .host = {&disk, disk_read, NULL, NULL, NULL}, .yaml = limb_yaml_read};
    ENSURE_INT(limb_xacro_expand(&xacro, text, strlen(text), &opts), LIMB_ERROR_INPUT);
    ENSURE_INT(report->nfinding, 1);
    ENSURE_TEXT(report->finding[0].message,
                "s.yaml:2:4: invalid literal for int() with base 10: 'x'");
    limb_xacro_free(xacro);
    limb_report_free(report);
}
