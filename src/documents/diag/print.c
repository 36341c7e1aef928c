// Prints a report: selects the format.
#include "documents/diag/print.h"

#include <assert.h>

limb_status limb_report_print(const limb_report *report, limb_report_format format,
                              const limb_print_opts *opts, limb_write_fn *write, void *ctx)
{
    assert(report && write);
    static const limb_print_opts defaults = {0};
    const limb__store *store = (const limb__store *)report;
    limb__printer printer = {.write = write,
                             .ctx = ctx,
                             .store = store,
                             .report = report,
                             .opts = opts ? opts : &defaults};
    limb__builder_init(&printer.text, store->memory);
    switch (format) {
    case LIMB_REPORT_FORMAT_TEXT:
        limb__print_text(&printer);
        break;
    case LIMB_REPORT_FORMAT_JSON:
        limb__print_json(&printer);
        break;
    case LIMB_REPORT_FORMAT_SARIF:
        limb__print_sarif(&printer);
        break;
    case LIMB_REPORT_FORMAT_GITHUB:
        limb__print_github(&printer);
        break;
    }
    limb__print_flush(&printer);
    const bool failed = printer.text.failed;
    limb__builder_free(&printer.text);
    if (printer.status != LIMB_OK) return printer.status;
    return failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}
