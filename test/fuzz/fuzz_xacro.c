// Whole xacro files: any document is expanded or refused with a finding and its place, and every
// byte of an expansion has an origin.
#include "limb/xacro.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static limb_status no_file(void *ctx, const char *path, const limb_allocator *memory,
                           size_t max_size, char **bytes, size_t *size)
{
    // one file that includes the next step of a loop, and one YAML file
    static const char part[] =
        "<r xmlns:xacro=\"x\"><xacro:property name=\"q\" value=\"1\"/><p/></r>";
    static const char yaml[] = "a: [1, {b: !degrees 90}]\nc: &x {d: 1}\ne: {<<: *x}\n";
    (void)ctx;
    (void)memory;
    const bool is_yaml = strstr(path, "yaml") != NULL;
    const char *text = is_yaml ? yaml : part;
    *size = is_yaml ? sizeof yaml - 1 : sizeof part - 1;
    if (*size > max_size || strstr(path, "none")) return LIMB_ERROR_IO;
    *bytes = malloc(*size + 1);
    if (!*bytes) return LIMB_ERROR_MEMORY;
    memcpy(*bytes, text, *size + 1);
    return LIMB_OK;
}

static bool no_folder(void *ctx, const char *folder, limb_xacro_name_fn *add, void *list)
{
    (void)ctx;
    (void)folder;
    add(list, "a.xml");
    add(list, "b.xml");
    return true;
}

static const char *none(void *ctx, const char *name)
{
    (void)ctx;
    return name[0] == 'A' ? "/a" : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const limb_xacro_argument argument[] = {{"a", "1"}, {"b", "text"}};
    limb_report *report;
    limb_xacro *xacro;
    if (limb_report_create(&report, NULL) != LIMB_OK) abort();
    const limb_xacro_opts opts = {.report = report,
                                  .argument = argument,
                                  .nargument = 2,
                                  .host = {NULL, no_file, no_folder, none, none},
                                  .yaml = limb_yaml_read,
                                  .current_folder = "/",
                                  .report_unused = true,
                                  .report_redefined = true,
                                  .max_depth = 100,
                                  .max_steps = 100000,
                                  .max_memory = (size_t)16 << 20,
                                  .max_output = (size_t)1 << 20};
    const limb_status status = limb_xacro_expand(&xacro, (const char *)data, size, &opts);
    if (!xacro || (status == LIMB_OK) != (xacro->text != NULL)) abort();
    if (status != LIMB_OK && report->nerror == 0) abort();
    for (size_t i = 0; i < xacro->size; i += 11) {
        limb_xacro_step step[3];
        if (limb_xacro_trace(xacro, i, step, 3) < 1) abort();
    }
    if (limb_xacro_relocate(xacro, report) != LIMB_OK) abort();
    limb_xacro_free(xacro);
    limb_report_free(report);
    return 0;
}
