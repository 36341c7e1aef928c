#include "support/marked.h"

#include "harness.h"
#include "limb/robot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *without_marks(const char *marked, long *offset, long *size);
static limb_report *read_report(const char *text);
static const limb_finding *find_only(const char *file, int line, const limb_report *report,
                                     const char *id);
static void list_findings(const limb_report *report, char *list, size_t size);

void limb_test_expect(const char *file, int line, const char *id, const char *marked,
                      const char *fragment)
{
    long offset = -1;
    long size = -1;
    if (!limb_rule_find(id)) limb_test_fail(file, line, "there is no rule %s", id);
    char *text = without_marks(marked, &offset, &size);
    if (fragment && (offset < 0 || size < 0))
        limb_test_fail(file, line, "no [[place]] is marked, so nothing is expected in\n%s", text);
    if (!fragment && offset >= 0)
        limb_test_fail(file, line, "a [[place]] is marked, but no finding is expected\n%s", text);
    limb_report *report = read_report(text);
    const limb_finding *found = find_only(file, line, report, id);
    char list[2000];
    list_findings(report, list, sizeof list);
    if (offset < 0) {
        if (found) limb_test_fail(file, line, "did not expect %s in\n%s\n%s", id, text, list);
    } else if (!found) {
        limb_test_fail(file, line, "expected %s in\n%s\nbut found\n%s", id, text, list);
    } else {
        int at_line = 1;
        int at_column = 1;
        for (long i = 0; i < offset; i++) {
            at_column = text[i] == '\n' ? 1 : at_column + 1;
            at_line += text[i] == '\n';
        }
        if ((long)found->span.offset != offset || (long)found->span.size != size) {
            limb_test_fail(file, line, "%s points to \"%.*s\" in\n%s", id, (int)found->span.size,
                           text + found->span.offset, text);
        }
        limb_test_int(file, line, "line", found->span.line, at_line);
        limb_test_int(file, line, "column", found->span.column, at_column);
        if (!strstr(found->message, fragment)) {
            limb_test_fail(file, line, "%s says \"%s\", not \"%s\"", id, found->message, fragment);
        }
    }
    limb_report_free(report);
    free(text);
}

char *limb_test_fixed(const char *text, const char *id)
{
    limb_report *report = read_report(text);
    const size_t room = strlen(text) + 4096;
    char *fixed = malloc(room);
    if (!fixed) limb_test_fail(__FILE__, __LINE__, "no memory");
    snprintf(fixed, room, "%s", text);
    for (int i = report->nfinding - 1; i >= 0; i--) {
        const limb_finding *finding = &report->finding[i];
        if (strcmp(finding->id, id) != 0) continue;
        // from the last to the first, so that offsets stay right
        for (int k = finding->nfix - 1; k >= 0; k--) {
            const limb_fix *fix = &finding->fix[k];
            const size_t length = strlen(fix->text);
            char *at = fixed + fix->offset;
            memmove(at + length, at + fix->size, strlen(at + fix->size) + 1);
            memcpy(at, fix->text, length);
        }
    }
    limb_report_free(report);
    return fixed;
}

static char *without_marks(const char *marked, long *offset, long *size)
{
    char *text = malloc(strlen(marked) + 1);
    if (!text) limb_test_fail(__FILE__, __LINE__, "no memory");
    char *to = text;
    for (const char *from = marked; *from; from++) {
        if (strncmp(from, "[[", 2) == 0) {
            *offset = to - text;
            from++;
        } else if (strncmp(from, "]]", 2) == 0) {
            *size = to - text - *offset;
            from++;
        } else {
            *to++ = *from;
        }
    }
    *to = 0;
    return text;
}

static limb_report *read_report(const char *text)
{
    limb_report *report;
    limb_robot *robot;
    if (limb_report_create(&report, NULL) != LIMB_OK)
        limb_test_fail(__FILE__, __LINE__, "no memory");
    const limb_load_opts opts = {.report = report, .keep_broken = true};
    const limb_status status = limb_robot_parse(&robot, text, strlen(text), &opts);
    if (status != LIMB_OK && status != LIMB_ERROR_INPUT && status != LIMB_ERROR_LIMIT)
        limb_test_fail(__FILE__, __LINE__, "status %d", (int)status);
    limb_robot_free(robot);
    return report;
}

static const limb_finding *find_only(const char *file, int line, const limb_report *report,
                                     const char *id)
{
    const limb_finding *found = NULL;
    for (int i = 0; i < report->nfinding; i++) {
        if (strcmp(report->finding[i].id, id) != 0) continue;
        if (found) {
            limb_test_fail(file, line, "%s twice: %s, and %s", id, found->message,
                           report->finding[i].message);
        }
        found = &report->finding[i];
    }
    return found;
}

static void list_findings(const limb_report *report, char *list, size_t size)
{
    size_t used = 0;
    list[0] = 0;
    for (int i = 0; i < report->nfinding && used < size; i++) {
        const int length = snprintf(list + used, size - used, "%u:%u: %s [%s]\n",
                                    report->finding[i].span.line, report->finding[i].span.column,
                                    report->finding[i].message, report->finding[i].id);
        used += length > 0 ? (size_t)length : 0;
    }
}
