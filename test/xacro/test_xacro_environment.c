// Environment variables: their values end up in files that may be shared, so each one used is
// reported to the caller, who can refuse them.
#include "harness.h"
#include "limb/load.h"
#include "limb/xacro.h"

#include <string.h>

typedef struct variables {
    char taken[200]; // with a blank after each
} variables;

static const char *value_of(void *ctx, const char *name)
{
    (void)ctx;
    return strcmp(name, "SECRET") == 0 ? "token" : NULL;
}

static void note(void *ctx, const char *name)
{
    variables *v = ctx;
    strcat(strcat(v->taken, name), " ");
}

static limb_status expand(const char *text, bool refuse, variables *v, limb_xacro **out,
                          limb_report *report)
{
    const limb_xacro_opts opts = {.report = report,
                                  .file = "r.xacro",
                                  .host.environment = value_of,
                                  .environment = {refuse, note, v}};
    return limb_xacro_expand(out, text, strlen(text), &opts);
}

TEST(variables_that_are_taken_are_named)
{
    static const char text[] =
        "<r xmlns:xacro='x' a='$(env SECRET)' b='$(optenv NONE x)' c='$(optenv SECRET y)'/>";
    variables v = {""};
    limb_xacro *xacro;
    ENSURE_INT(expand(text, false, &v, &xacro, NULL), LIMB_OK);
    ENSURE_TEXT(v.taken, "SECRET SECRET ");
    ENSURE(strstr(xacro->text, "a=\"token\" b=\"x\" c=\"token\""));
    limb_xacro_free(xacro);
}

TEST(a_file_that_reads_variables_is_refused)
{
    static const char *const texts[] = {"<r xmlns:xacro='x' a='$(env SECRET)'/>",
                                        "<r xmlns:xacro='x' a='$(optenv SECRET y)'/>",
                                        "<r xmlns:xacro='x' a='$(optenv NONE y)'/>"};
    for (int i = 0; i < 3; i++) {
        variables v = {""};
        limb_xacro *xacro;
        limb_report *report;
        ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
        ENSURE_INT(expand(texts[i], true, &v, &xacro, report), LIMB_ERROR_INPUT);
        ENSURE_TEXT(v.taken, "");
        ENSURE_INT(report->nerror, 1);
        ENSURE(strstr(report->finding[0].message, "may not be read (--no-env)"));
        limb_xacro_free(xacro);
        limb_report_free(report);
    }
}
