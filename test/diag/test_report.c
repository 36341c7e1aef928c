// Tests of reports: places, limits, order, truncated texts, memory exhaustion. test_report_forms.c
// tests the printed forms.
#include "diag/report_fixture.h"
#include "support/memory.h"

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
        char expected[64];
        snprintf(expected, sizeof expected, "{\"file\":\"%03d.urdf\",\"findings\":[%s", i,
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
