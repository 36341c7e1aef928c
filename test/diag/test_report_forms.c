// Tests of printed reports: text with carets, JSON, SARIF, GitHub annotations; equal
// findings; arbitrary bytes.
#include "diag/report_fixture.h"

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

TEST(text_form_in_color_strict_and_filtered)
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
    const char *const target[] = {"urdfdom", "urdfdom", "urdfdom"};
    const limb_print_opts opts = {
        .file = file, .nfile = 3, .target_name = target, .target_verdict = verdict};
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
                 "two\nlines, 5%%: %s", "x\x1b[31m");
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
        "5%25: x\u241B[31m\n");
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

// A mark of zero width is shown as a replacement that is one column wide.
TEST(carets_count_what_replaces_invisible_marks)
{
    static const char text[] = "<a n=\"\u202E\u200B\" bad=\"\"/>";
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb__source source;
    limb__source_init(&source, NULL, "w.urdf", text, sizeof text - 1);
    limb__report(report, limb__place_text(&source, offset_of(text, "bad"), 3),
                 LIMB_RULE_ATTRIBUTE_UNKNOWN, "no such attribute");
    ENSURE_TEXT(print(report, LIMB_REPORT_FORMAT_TEXT, NULL),
                "w.urdf:1:11: info: no such attribute [attribute-unknown]\n"
                "    1 | <a n=\"\uFFFD\uFFFD\" bad=\"\"/>\n"
                "      |           ^^^\n");
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
