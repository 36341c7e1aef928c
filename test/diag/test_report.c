#include "diag/report.h"
#include "harness.h"
#include "limb/diag.h"
#include "support/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sink {
    char text[200000];
    size_t size;
} sink;

static limb_status collect(void *ctx, const void *bytes, size_t size)
{
    sink *s = ctx;
    if (s->size + size >= sizeof s->text) return LIMB_ERROR_LIMIT;
    memcpy(s->text + s->size, bytes, size);
    s->size += size;
    s->text[s->size] = 0;
    return LIMB_OK;
}

static const char *print(const limb_report *report, limb_report_format format,
                         const limb_print_opts *opts)
{
    static sink out;
    out.size = 0;
    out.text[0] = 0;
    ENSURE_INT(limb_report_print(report, format, opts, collect, &out), LIMB_OK);
    return out.text;
}

static void write_given_path(const limb__place *place, char *path, size_t capacity)
{
    snprintf(path, capacity, "%s", (const char *)place->node);
}

static limb__place with_path(limb__place place, const char *path)
{
    place.path = write_given_path;
    place.node = path;
    return place;
}

static uint32_t offset_of(const char *text, const char *part)
{
    const char *at = strstr(text, part);
    ENSURE(at != NULL);
    return (uint32_t)(at - text);
}

static const char arm[] = "<robot name=\"arm\">\n"
                          "  <joint name=\"elbow\">\n"
                          "    <axis xyz=\"0 0 0\"/>\n"
                          "  </joint>\n"
                          "</robot>\n";

// one error with note and fix, one warning, one about a mesh file
static limb_report *arm_report(const limb_allocator *memory)
{
    limb_report *report;
    const limb_report_opts opts = {.memory = memory};
    if (limb_report_create(&report, &opts) != LIMB_OK) return NULL;
    limb__source source;
    limb__source_init(&source, memory, "arm.urdf", arm, sizeof arm - 1);
    limb__report(
        report,
        with_path(limb__place_text(&source, offset_of(arm, "0 0 0"), 5), "/robot/joint/axis/@xyz"),
        LIMB_RULE_AXIS_ZERO, "axis has zero length");
    limb__report_note(report, limb__place_text(&source, offset_of(arm, "<joint"), 6),
                      "joint \"%s\" is declared here", "elbow");
    limb__report_fix(report, limb__place_text(&source, offset_of(arm, "0 0 0"), 5),
                     "write \"1 0 0\"", "1 0 0");
    limb__report(report,
                 with_path(limb__place_text(&source, offset_of(arm, "arm\""), 3), "/robot/@name"),
                 LIMB_RULE_NAME_CHARACTERS, "name is 100%% wrong");
    limb__report(report, limb__place_byte("a mesh.stl", 84), LIMB_RULE_FILE_READ,
                 "the file ends in a triangle");
    limb__source_free(&source);
    limb_report_sort(report);
    return report;
}

TEST(text_form_is_exact)
{
    limb_report *report = arm_report(NULL);
    ENSURE_TEXT(print(report, LIMB_REPORT_FORMAT_TEXT, NULL),
                "arm.urdf:1:14: warning: name is 100% wrong [name-characters]\n"
                "    1 | <robot name=\"arm\">\n"
                "      |              ^^^\n"
                "arm.urdf:3:16: error: axis has zero length [joint-axis-zero]\n"
                "    3 |     <axis xyz=\"0 0 0\"/>\n"
                "      |                ^^^^^\n"
                "      = fix: write \"1 0 0\"\n"
                "arm.urdf:2:3: note: joint \"elbow\" is declared here\n"
                "a mesh.stl: byte 84: error: the file ends in a triangle [file-read]\n");
    limb_report_free(report);
}

TEST(text_form_in_colour_strict_and_filtered)
{
    limb_report *report = arm_report(NULL);
    const limb_print_opts strict = {.warnings_as_errors = true,
                                    .min_severity = LIMB_SEVERITY_WARNING};
    ENSURE(
        strstr(print(report, LIMB_REPORT_FORMAT_TEXT, &strict), "arm.urdf:1:14: error: name is"));
    // a warning that counts as an error is one
    const limb_print_opts only_errors = {.warnings_as_errors = true,
                                         .min_severity = LIMB_SEVERITY_ERROR};
    ENSURE(strstr(print(report, LIMB_REPORT_FORMAT_TEXT, &only_errors),
                  "arm.urdf:1:14: error: name is"));
    const limb_print_opts errors = {.min_severity = LIMB_SEVERITY_ERROR};
    ENSURE(!strstr(print(report, LIMB_REPORT_FORMAT_TEXT, &errors), "name is"));
    const limb_print_opts color = {.color = true};
    ENSURE(strstr(print(report, LIMB_REPORT_FORMAT_TEXT, &color),
                  "\x1b[1marm.urdf:3:16: \x1b[0m\x1b[1;31merror: \x1b[0m\x1b[1maxis has zero "
                  "length\x1b[0m [joint-axis-zero]\n"));
    limb_report_free(report);
}

// Joints with the same trouble on lines of their own; which words differ is the test's business.
static limb_report *alike_report(const limb_allocator *memory, const char *const *message,
                                 const limb_rule *rule, int count)
{
    static const char lines[] = "<a/>\n<b/>\n<c/>\n<d/>\n<e/>\n<f/>\n<g/>\n<h/>\n";
    limb_report *report;
    const limb_report_opts opts = {.memory = memory};
    ENSURE_INT(limb_report_create(&report, &opts), LIMB_OK);
    limb__source source;
    limb__source_init(&source, NULL, "r", lines, sizeof lines - 1);
    for (int i = 0; i < count; i++)
        limb__report(report, limb__place_text(&source, 5 * (uint32_t)i, 4), rule[i], "%s",
                     message[i]);
    limb__source_free(&source);
    return report;
}

TEST(findings_that_are_alike_are_reported_by_the_first)
{
    static const char *const message[] = {
        "joint \"a\": velocity limit is 0",         "joint \"b\": effort limit -1.5e+3 is negative",
        "joint \"c\": effort limit 2 is negative",  "link \"x\" is moved by joint \"y\"",
        "joint \"d\": effort limit 37 is negative", "joint \"b\": effort limit -1 is negative"};
    static const limb_rule rule[] = {LIMB_RULE_LIMIT_NEGATIVE, LIMB_RULE_LIMIT_NEGATIVE,
                                     LIMB_RULE_LIMIT_NEGATIVE, LIMB_RULE_INERTIAL_MISSING,
                                     LIMB_RULE_LIMIT_NEGATIVE, LIMB_RULE_LIMIT_NEGATIVE};
    limb_report *report = alike_report(NULL, message, rule, 6);
    int left_out = 1;
    const limb_print_opts three = {.max_alike = 3, .nalike = &left_out};
    ENSURE_TEXT(print(report, LIMB_REPORT_FORMAT_TEXT, &three),
                "r:1:1: warning: joint \"a\": velocity limit is 0 [limit-negative]\n"
                "    1 | <a/>\n"
                "      | ^^^^\n"
                "r:2:1: warning: joint \"b\": effort limit -1.5e+3 is negative [limit-negative]\n"
                "    2 | <b/>\n"
                "      | ^^^^\n"
                "      = 3 more like this, in lines 3, 5, 6\n"
                "r:4:1: info: link \"x\" is moved by joint \"y\" [inertial-missing]\n"
                "    4 | <d/>\n"
                "      | ^^^^\n");
    ENSURE_INT(left_out, 4);
    const limb_print_opts four = {.max_alike = 4, .nalike = &left_out};
    ENSURE(strstr(print(report, LIMB_REPORT_FORMAT_TEXT, &four), "more like this") == NULL);
    ENSURE(strstr(print(report, LIMB_REPORT_FORMAT_TEXT, NULL), "more like this") == NULL);
    const char *github = print(report, LIMB_REPORT_FORMAT_GITHUB, &three);
    ENSURE(strstr(github, "effort limit 37") == NULL);
    ENSURE(strstr(github, "and 3 more like it in this file") != NULL);
    ENSURE(strstr(print(report, LIMB_REPORT_FORMAT_GITHUB, NULL), "effort limit 37") != NULL);
    ENSURE_INT(left_out, 4);
    limb_report_free(report);
}

TEST(what_is_alike)
{
    static const struct {
        const char *a;
        const char *b;
        limb_rule rule;
        bool alike;
    } pair[] = {
        {"link \"a\": mass is 0", "link \"b\": mass is 0", LIMB_RULE_MASS_ZERO, true},
        {"link \"a\": mass is 0", "joint \"a\": mass is 0", LIMB_RULE_MASS_ZERO, false},
        {"link \"a\" is moved by joint \"j\"", "link \"b\" is moved by joint \"k\"",
         LIMB_RULE_INERTIAL_MISSING, true},
        {"\"a.stl\" was not found", "\"b.stl\" was not found", LIMB_RULE_MESH_NOT_FOUND, true},
        // what is wrong with the one that is named
        {"link \"a\": <link> has no attribute \"x\"", "link \"b\": <link> has no attribute \"y\"",
         LIMB_RULE_ATTRIBUTE_UNKNOWN, false},
        {"link \"a\": <link> has no attribute \"x\"", "link \"b\": <link> has no attribute \"x\"",
         LIMB_RULE_ATTRIBUTE_UNKNOWN, true},
        {"joint \"a\": 1e-5 + 2 is 3", "joint \"b\": 7 + 1.25 is 8.25", LIMB_RULE_LIMIT_HUGE, true},
        {"an open quote \"a", "an open quote \"a", LIMB_RULE_LIMIT_HUGE, true},
        {"", "", LIMB_RULE_LIMIT_HUGE, true},
        // every error is reported
        {"link \"a\": mass is -1", "link \"b\": mass is -1", LIMB_RULE_MASS_NEGATIVE, false},
    };
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        const char *const message[] = {pair[i].a, pair[i].b};
        const limb_rule rule[] = {pair[i].rule, pair[i].rule};
        limb_report *report = alike_report(NULL, message, rule, 2);
        const limb_print_opts one = {.max_alike = 1};
        const char *text = print(report, LIMB_REPORT_FORMAT_TEXT, &one);
        ENSURE((strstr(text, "= 1 more like this, in line 2\n") != NULL) == pair[i].alike);
        limb_report_free(report);
    }
}

TEST(the_lines_of_many_that_are_alike_are_cut)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, &(limb_report_opts){.max_findings = 5000}), LIMB_OK);
    static char feeds[3000];
    memset(feeds, '\n', sizeof feeds);
    limb__source source;
    limb__source_init(&source, NULL, "r", feeds, sizeof feeds);
    for (uint32_t i = 0; i < 2000; i++) {
        limb__report(report, limb__place_text(&source, i / 2, 0), LIMB_RULE_MASS_ZERO, "here");
    }
    const limb_print_opts opts = {.max_alike = 3};
    ENSURE(strstr(print(report, LIMB_REPORT_FORMAT_TEXT, &opts),
                  "= 1999 more like this, in lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 ...\n"));
    limb__source_free(&source);
    limb_report_free(report);
}

TEST(json_form_is_exact)
{
    limb_report *report = arm_report(NULL);
    const char *const file[] = {"arm.urdf", "clean.urdf", "arm.urdf"};
    const char *const verdict[] = {"loads", "refuses", "loads"};
    const limb_print_opts opts = {
        .file = file, .nfile = 3, .target_name = "urdfdom", .target_verdict = verdict};
    ENSURE_TEXT(
        print(report, LIMB_REPORT_FORMAT_JSON, &opts),
        "{\"schema\":\"limb-check/1\",\"files\":[\n"
        "{\"file\":\"arm.urdf\",\"findings\":[\n"
        "  {\"rule\":\"name-characters\",\"severity\":\"warning\",\"message\":\"name is 100% "
        "wrong\",\"path\":\"/robot/@name\",\"line\":1,\"column\":14,\"offset\":13,\"size\":3,"
        "\"notes\":[],\"fix\":[]},\n"
        "  {\"rule\":\"joint-axis-zero\",\"severity\":\"error\",\"message\":\"axis has zero "
        "length\",\"path\":\"/robot/joint/axis/@xyz\",\"line\":3,\"column\":16,\"offset\":57,"
        "\"size\":5,\"notes\":[{\"message\":\"joint \\\"elbow\\\" is declared "
        "here\",\"file\":\"arm.urdf\",\"line\":2,\"column\":3,\"offset\":21,\"size\":6}],"
        "\"fix\":[{\"title\":\"write \\\"1 0 0\\\"\",\"offset\":57,\"size\":5,\"text\":\"1 0 "
        "0\"}]}],\"errors\":1,\"warnings\":1,\"infos\":0,\"omitted\":0,"
        "\"target\":{\"name\":\"urdfdom\",\"verdict\":\"loads\"}},\n"
        "{\"file\":\"clean.urdf\",\"findings\":[],\"errors\":0,\"warnings\":0,\"infos\":0,"
        "\"omitted\":0,\"target\":{\"name\":\"urdfdom\",\"verdict\":\"refuses\"}},\n"
        "{\"file\":\"a mesh.stl\",\"findings\":[\n"
        "  {\"rule\":\"file-read\",\"severity\":\"error\",\"message\":\"the file ends in a "
        "triangle\",\"path\":\"\",\"line\":0,\"column\":0,\"offset\":84,\"size\":0,\"notes\":[],"
        "\"fix\":[]}],\"errors\":1,\"warnings\":0,\"infos\":0,\"omitted\":0}\n"
        "]}\n");
    limb_report_free(report);
}

TEST(github_form_is_escaped)
{
    limb_report *report = arm_report(NULL);
    limb__source source;
    limb__source_init(&source, NULL, "a,b:c%.urdf", arm, sizeof arm - 1);
    limb__report(report, limb__place_text(&source, 0, 25), LIMB_RULE_XML_NAMESPACE,
                 "two\nlines, 5%%: %s", "x");
    limb__source_free(&source);
    ENSURE_TEXT(
        print(report, LIMB_REPORT_FORMAT_GITHUB, NULL),
        "::warning file=arm.urdf,line=1,col=14,endColumn=17,title=name-characters::name is "
        "100%25 wrong\n"
        "::error file=arm.urdf,line=3,col=16,endColumn=21,title=joint-axis-zero::axis has "
        "zero length%0Anote: line 2: joint \"elbow\" is declared here%0Afix: write \"1 0 "
        "0\"\n"
        "::error file=a mesh.stl,title=file-read::the file ends in a triangle\n"
        "::notice file=a%2Cb%3Ac%25.urdf,line=1,endLine=2,title=xml-namespace::two%0Alines, "
        "5%25: x\n");
    limb_report_free(report);
}

TEST(sarif_form_has_rules_locations_and_fixes)
{
    limb_report *report = arm_report(NULL);
    const char *const file[] = {"arm.urdf"};
    const limb_print_opts opts = {.file = file, .nfile = 1};
    const char *text = print(report, LIMB_REPORT_FORMAT_SARIF, &opts);
    ENSURE(strstr(text, "\"version\":\"2.1.0\""));
    ENSURE(strstr(text, "{\"id\":\"joint-axis-zero\",\"shortDescription\":{\"text\":\"a joint's "
                        "axis has zero length\"},\"help\":{\"text\":\"limb explain "
                        "joint-axis-zero\"},\"defaultConfiguration\":{\"level\":\"error\"}}"));
    ENSURE(strstr(text, "\"artifacts\":[{\"location\":{\"uri\":\"arm.urdf\"}}]"));
    ENSURE(strstr(text, "\"region\":{\"startLine\":3,\"startColumn\":16,\"endLine\":3,"
                        "\"endColumn\":21,\"byteOffset\":57,\"byteLength\":5}},"
                        "\"logicalLocations\":[{\"fullyQualifiedName\":\"/robot/joint/axis/"
                        "@xyz\"}]}]"));
    ENSURE(strstr(text, "\"artifactLocation\":{\"uri\":\"a%20mesh.stl\"},\"region\":{"
                        "\"startLine\":1}"));
    ENSURE(strstr(text, "\"insertedContent\":{\"text\":\"1 0 0\"}"));
    limb_report_free(report);
}

TEST(columns_count_code_points_and_carets_count_cells)
{
    static const char text[] = "\xEF\xBB\xBF<a n=\"\xC3\xA4\xE6\x97\xA5\" \tbad=\"\"/>\r\nx";
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb__source source;
    limb__source_init(&source, NULL, "w.urdf", text, sizeof text - 1);
    limb__report(report, limb__place_text(&source, offset_of(text, "bad"), 3),
                 LIMB_RULE_ATTRIBUTE_UNKNOWN, "no such attribute");
    limb__report(report, limb__place_text(&source, 0, 0), LIMB_RULE_XML_SYNTAX, "first byte");
    limb__report(report, limb__place_text(&source, sizeof text + 7, 9), LIMB_RULE_XML_SYNTAX,
                 "past \x1b[1m");
    ENSURE_TEXT(print(report, LIMB_REPORT_FORMAT_TEXT, NULL),
                "w.urdf:1:12: info: no such attribute [attribute-unknown]\n"
                "    1 | <a n=\"\xC3\xA4\xE6\x97\xA5\"     bad=\"\"/>\n"
                "      |                ^^^\n"
                "w.urdf:1:1: error: first byte [xml-syntax]\n"
                "    1 | <a n=\"\xC3\xA4\xE6\x97\xA5\"     bad=\"\"/>\n"
                "      | ^\n"
                "w.urdf:2:2: error: past \xE2\x90\x9B[1m [xml-syntax]\n"
                "    2 | x\n"
                "      |  ^\n");
    limb__source_free(&source);
    limb_report_free(report);
}

TEST(a_span_over_several_lines_is_marked_to_the_end_of_its_first)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb__source source;
    limb__source_init(&source, NULL, "arm.urdf", arm, sizeof arm - 1);
    limb__report(report, limb__place_text(&source, offset_of(arm, "<joint"), 40),
                 LIMB_RULE_JOINT_TYPE, "no type");
    ENSURE_TEXT(print(report, LIMB_REPORT_FORMAT_TEXT, NULL),
                "arm.urdf:2:3: error: no type [joint-type]\n"
                "    2 |   <joint name=\"elbow\">\n"
                "      |   ^^^^^^^^^^^^^^^^^^^^\n");
    limb__source_free(&source);
    limb_report_free(report);
}

TEST(long_lines_are_clipped_around_the_span)
{
    static char text[20001];
    for (int i = 0; i < 20000; i++)
        text[i] = (char)('a' + i % 26);
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb__source source;
    limb__source_init(&source, NULL, "l.urdf", text, 20000);
    limb__report(report, limb__place_text(&source, 10000, 4), LIMB_RULE_XML_SYNTAX, "middle");
    limb__report(report, limb__place_text(&source, 0, 4), LIMB_RULE_XML_SYNTAX, "start");
    limb__report(report, limb__place_text(&source, 19998, 2), LIMB_RULE_XML_SYNTAX, "end");
    limb__report(report, limb__place_text(&source, 5000, 10000), LIMB_RULE_XML_SYNTAX, "wide");
    ENSURE(strlen(report->finding[0].source_line) <= 1000);
    ENSURE_INT(report->finding[0].source_column, 9601);
    const limb_print_opts narrow = {.width = 20};
    ENSURE_TEXT(print(report, LIMB_REPORT_FORMAT_TEXT, &narrow),
                "l.urdf:1:10001: error: middle [xml-syntax]\n"
                "    1 | \xE2\x80\xA6ijklmnopqrstuvwxyzab\xE2\x80\xA6\n"
                "      |          ^^^^\n"
                "l.urdf:1:1: error: start [xml-syntax]\n"
                "    1 | abcdefghijklmnopqrst\xE2\x80\xA6\n"
                "      | ^^^^\n"
                "l.urdf:1:19999: error: end [xml-syntax]\n"
                "    1 | \xE2\x80\xA6mnopqrstuvwxyzabcdef\n"
                "      |                    ^^\n"
                "l.urdf:1:5001: error: wide [xml-syntax]\n"
                "    1 | \xE2\x80\xA6"
                "defghijklmnopqrstuvw\xE2\x80\xA6\n"
                "      |       ^^^^^^^^^^^^^^^\n");
    limb__source_free(&source);
    limb_report_free(report);
}

typedef struct place {
    uint32_t line;
    uint32_t column;
    uint32_t line_begin;
} place;

// the places of all bytes of a text and after it, one by one
static void count_places(const char *text, size_t size, place *out)
{
    place at = {1, 1, 0};
    for (uint32_t i = 0; i <= size; i++) {
        out[i] = at;
        if (text[i] == '\n') {
            at = (place){at.line + 1, 1, i + 1};
        } else if (((unsigned char)text[i] & 0xC0) != 0x80) {
            at.column++;
        }
    }
}

TEST(places_agree_with_counting_from_the_start)
{
    // ends of lines: often, seldom enough for lines longer than a step of marks, never
    static const int feeds[] = {6, 90, 3000, 1 << 30};
    static char text[9001];
    static place expected[9001];
    limb_test_rng rng = {7};
    for (size_t f = 0; f < sizeof feeds / sizeof *feeds; f++) {
        const size_t size = sizeof text - 1;
        for (size_t i = 0; i < size; i++) {
            text[i] = limb_test_below(&rng, feeds[f]) == 0
                          ? '\n'
                          : "ab\xC3\xA4\t"[limb_test_below(&rng, 5)];
        }
        count_places(text, size, expected);
        limb__source source;
        limb__source_init(&source, NULL, "r", text, size);
        for (int i = 0; i < LIMB_TEST_COUNT(20000); i++) {
            // at first only near the beginning: marks are made as far as asked for
            const uint32_t from = (uint32_t)limb_test_below(&rng, i < 9 ? 1000 : (int)size + 1);
            const uint32_t most = (uint32_t)size - from;
            uint32_t length = (uint32_t)limb_test_below(&rng, i % 2 ? 3000 : 60);
            if (length > most) length = most;
            const limb_span span = limb__source_span(&source, from, length);
            ENSURE_INT(span.line, expected[from].line);
            ENSURE_INT(span.column, expected[from].column);
            ENSURE_INT(span.end_line, expected[from + length].line);
            ENSURE_INT(span.end_column, expected[from + length].column);
        }
        limb__source_free(&source);
    }
}

TEST(source_lines_are_kept_whole_where_they_are_short)
{
    static char text[6001];
    static place expected[6001];
    limb_test_rng rng = {8};
    const size_t size = sizeof text - 1;
    for (int wide = 0; wide < 2; wide++) {
        for (size_t i = 0; i < size; i++) {
            const int kind = limb_test_below(&rng, 40);
            text[i] = (char)(kind == 0 ? '\n' : 'a' + kind % 26);
            if (wide && kind > 34 && i + 1 < size) memcpy(&text[i++], "\xC3\xA4", 2);
        }
        count_places(text, size, expected);
        limb__source source;
        limb__source_init(&source, NULL, "r", text, size);
        limb_report *report;
        ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
        for (uint32_t i = 0; i < size; i += 7) {
            limb_report_clear(report);
            limb__report(report, limb__place_text(&source, i, 1), LIMB_RULE_AXIS_ZERO, "here");
            const char *begin = text + expected[i].line_begin;
            const limb_finding *f = &report->finding[0];
            ENSURE_INT(f->source_column, 1);
            ENSURE_INT(strlen(f->source_line), strcspn(begin, "\n"));
            ENSURE(memcmp(f->source_line, begin, strlen(f->source_line)) == 0);
        }
        limb_report_free(report);
        limb__source_free(&source);
    }
}

TEST(findings_are_limited_counted_and_muted)
{
    limb_report *report;
    const limb_rule muted[] = {LIMB_RULE_AXIS_NOT_UNIT, LIMB_RULE_XML_SYNTAX};
    const limb_report_opts opts = {.max_findings = 3, .muted = muted, .nmuted = 2};
    ENSURE_INT(limb_report_create(&report, &opts), LIMB_OK);
    limb__source source;
    limb__source_init(&source, NULL, "arm.urdf", arm, sizeof arm - 1);
    for (uint32_t i = 0; i < 5; i++) {
        limb__report(report, limb__place_text(&source, 0, 0), LIMB_RULE_AXIS_NOT_UNIT, "muted");
        limb__report_note(report, limb__place_text(&source, 0, 1), "muted too");
        limb__report(report, limb__place_text(&source, 10 - i, 0), LIMB_RULE_NUMBER_SEPARATOR,
                     "kept");
    }
    limb__report(report, limb__place_text(&source, 0, 0), LIMB_RULE_XML_SYNTAX, "cannot be muted");
    ENSURE_INT(report->nfinding, 3);
    ENSURE_INT(report->nwarning, 5);
    ENSURE_INT(report->nerror, 1);
    ENSURE_INT(report->nomitted, 3);
    ENSURE_INT(report->finding[2].nnote, 0);
    limb_report_sort(report);
    ENSURE_INT(report->finding[0].span.offset, 8);
    ENSURE(strstr(print(report, LIMB_REPORT_FORMAT_JSON, NULL),
                  "\"errors\":1,\"warnings\":5,\"infos\":0,\"omitted\":3"));
    limb_report_clear(report);
    ENSURE_INT(report->nfinding + report->nerror + report->nwarning + report->nomitted, 0);
    limb__report(report, limb__place_text(&source, 0, 0), LIMB_RULE_AXIS_NOT_UNIT, "still muted");
    ENSURE_INT(report->nwarning, 0);
    limb__report(NULL, limb__place_text(&source, 0, 0), LIMB_RULE_XML_SYNTAX, "no report");
    limb__report_note(NULL, limb__place_text(&source, 0, 0), "no report");
    limb__report_fix(NULL, limb__place_text(&source, 0, 0), "no report", "");
    limb__source_free(&source);
    limb_report_free(report);
    limb_report_free(NULL);
}

TEST(many_findings_are_sorted_stably_by_file_place_and_rule)
{
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb__source source[2];
    limb__source_init(&source[0], NULL, "z.urdf", arm, sizeof arm - 1);
    limb__source_init(&source[1], NULL, "a.urdf", arm, sizeof arm - 1);
    static const limb_rule rule[] = {LIMB_RULE_XML_SYNTAX, LIMB_RULE_AXIS_ZERO};
    limb_test_rng rng = {3};
    for (int i = 0; i < 900; i++) {
        const int file = i == 0 ? 0 : limb_test_below(&rng, 2);
        limb__report(report,
                     limb__place_text(&source[file], (uint32_t)limb_test_below(&rng, 40), 1),
                     rule[limb_test_below(&rng, 2)], "%03d", i);
        // what comes later goes after its equals, however often all are sorted
        if (i == 300 || i == 301 || i % 97 == 0) limb_report_sort(report);
    }
    limb_report_sort(report);
    for (int i = 1; i < 900; i++) {
        const limb_finding *a = &report->finding[i - 1];
        const limb_finding *b = &report->finding[i];
        const int by_file = strcmp(b->span.file, a->span.file);
        ENSURE(by_file <= 0); // z.urdf was seen first
        if (by_file < 0) continue;
        ENSURE(a->span.offset <= b->span.offset);
        if (a->span.offset < b->span.offset) continue;
        ENSURE(a->rule <= b->rule);
        if (a->rule == b->rule) ENSURE(strcmp(a->message, b->message) < 0);
    }
    limb__source_free(&source[0]);
    limb__source_free(&source[1]);
    limb_report_free(report);
}

TEST(a_report_of_many_files_lists_each_once_with_its_findings)
{
    enum { NFILE = 200 };
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    char name[NFILE][16];
    const char *asked[NFILE + 1];
    for (int i = 0; i < NFILE; i++) {
        snprintf(name[i], sizeof name[i], "%03d.urdf", i);
        asked[i] = name[i];
        limb__source source;
        limb__source_init(&source, NULL, i == 7 ? "hand.stl" : name[i], arm, sizeof arm - 1);
        // the odd ones are clean
        for (uint32_t k = 0; k < 2 && (i % 2 == 0 || i == 7); k++)
            limb__report(report, limb__place_text(&source, 9 - k, 1), LIMB_RULE_AXIS_ZERO, "f%u",
                         9 - k);
        limb_report_sort(report);
        limb__source_free(&source);
    }
    asked[NFILE] = name[0];
    const limb_print_opts opts = {.file = asked, .nfile = NFILE + 1};
    const char *text = print(report, LIMB_REPORT_FORMAT_JSON, &opts);
    const char *at = text;
    for (int i = 0; i < NFILE; i++) {
        char expected[40];
        snprintf(expected, sizeof expected, "{\"file\":\"%s\",\"findings\":[%s", name[i],
                 i % 2 == 0 ? "\n" : "]");
        at = strstr(at, expected);
        ENSURE(at != NULL);
        if (i % 2 == 0) ENSURE(strstr(at, "\"f8\"") < strstr(at, "\"f9\""));
    }
    at = strstr(at, "{\"file\":");
    ENSURE(at && strstr(at + 1, "{\"file\":\"hand.stl\""));
    ENSURE(!strstr(at, "{\"file\":\"000.urdf\""));
    limb_report_free(report);
}

TEST(long_messages_are_cut_between_characters)
{
    static char name[3001];
    memset(name, 'x', 1022);
    for (int i = 1022; i < 3000; i += 2)
        memcpy(name + i, "\xC3\xA4", 2);
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb__report(report, limb__place_byte("f", 0), LIMB_RULE_FILE_READ, "%s", name);
    const char *message = report->finding[0].message;
    ENSURE_INT(strlen(message), 1022 + 3);
    ENSURE_TEXT(message + 1022, "\xE2\x80\xA6");
    limb_report_free(report);
}

TEST(every_allocation_may_fail)
{
    int nfailed = 0;
    for (long fail_at = 0;; fail_at++) {
        limb_test_memory memory;
        limb_test_memory_init(&memory);
        memory.fail_at = fail_at;
        limb_report *report = arm_report(&memory.allocator);
        bool complete = report != NULL;
        sink *out = calloc(1, sizeof *out);
        for (int format = LIMB_REPORT_FORMAT_TEXT; report && format <= LIMB_REPORT_FORMAT_GITHUB;
             format++) {
            out->size = 0;
            const limb_status status =
                limb_report_print(report, (limb_report_format)format, NULL, collect, out);
            ENSURE(status == LIMB_OK || status == LIMB_ERROR_MEMORY);
            complete = complete && status == LIMB_OK;
        }
        free(out);
        if (report) {
            ENSURE_INT(report->nerror, 2);
            ENSURE_INT(report->nwarning, 1);
            ENSURE_INT(report->nfinding + report->nomitted, 3);
            complete = complete && report->nomitted == 0;
            limb_report_free(report);
        }
        ENSURE_INT(memory.in_use, 0);
        if (!memory.failed) {
            ENSURE(complete);
            break;
        }
        nfailed++;
    }
    ENSURE(nfailed > 5);
}

static limb_status refuse(void *ctx, const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    ++*(int *)ctx;
    return LIMB_ERROR_IO;
}

TEST(a_failed_write_stops_the_printer)
{
    limb_report *report = arm_report(NULL);
    for (int format = LIMB_REPORT_FORMAT_TEXT; format <= LIMB_REPORT_FORMAT_GITHUB; format++) {
        int calls = 0;
        ENSURE_INT(limb_report_print(report, (limb_report_format)format, NULL, refuse, &calls),
                   LIMB_ERROR_IO);
        ENSURE_INT(calls, 1);
    }
    limb_report_free(report);
}

TEST(any_bytes_can_be_printed)
{
    limb_test_rng rng = {5};
    sink *out = calloc(1, sizeof *out);
    for (int round = 0; round < 300; round++) {
        char text[1500];
        const size_t size = 1 + (size_t)limb_test_below(&rng, (int)sizeof text - 1);
        for (size_t i = 0; i < size; i++) {
            const uint64_t bits = limb_test_next(&rng);
            text[i] = (char)(bits % 16 == 0 ? '\n' : bits % 3 == 0 ? 'a' : (int)(bits >> 8) & 0xFF);
        }
        limb_report *report;
        ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
        limb__source source;
        limb__source_init(&source, NULL, "any.urdf", text, size);
        for (int i = 0; i < 10; i++) {
            limb__report(report,
                         limb__place_text(&source, (uint32_t)limb_test_below(&rng, (int)size + 1),
                                          (uint32_t)limb_test_below(&rng, 100)),
                         LIMB_RULE_XML_SYNTAX, "at %.*s", 5, text);
        }
        for (int format = LIMB_REPORT_FORMAT_TEXT; format <= LIMB_REPORT_FORMAT_GITHUB; format++) {
            const limb_print_opts opts = {.width = 20 + limb_test_below(&rng, 100)};
            out->size = 0;
            ENSURE_INT(limb_report_print(report, (limb_report_format)format, &opts, collect, out),
                       LIMB_OK);
            // what goes to a terminal is valid UTF-8 without control characters
            for (size_t i = 0; format == LIMB_REPORT_FORMAT_TEXT && i < out->size; i++)
                ENSURE((unsigned char)out->text[i] >= 0x20 || out->text[i] == '\n');
        }
        limb__source_free(&source);
        limb_report_free(report);
    }
    free(out);
}

TEST(rules_are_in_order_and_found)
{
    ENSURE(limb_rule_count() > 50);
    for (int i = 0; i < limb_rule_count(); i++) {
        const limb_rule_info *info = limb_rule_at(i);
        if (i > 0) ENSURE(limb_rule_at(i - 1)->rule < info->rule);
        ENSURE(limb_rule_of(info->rule) == info);
        ENSURE(limb_rule_find(info->id) == info);
        ENSURE(strspn(info->id, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(info->id));
        ENSURE(info->summary[strlen(info->summary) - 1] != '.');
        char number[16];
        snprintf(number, sizeof number, "%d", (int)info->rule);
        ENSURE(limb_rule_find(number) == info);
    }
    ENSURE(limb_rule_find("no-such-rule") == NULL);
    ENSURE(limb_rule_of(LIMB_RULE_NONE) == NULL);
    ENSURE(limb_rule_at(-1) == NULL && limb_rule_at(limb_rule_count()) == NULL);
}
