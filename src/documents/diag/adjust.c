// Changes a report after the fact: severities chosen by a team, findings accepted by a comment or a
// baseline. Counts are updated.
#include "documents/diag/store.h"

#include <assert.h>

static void count(limb__store *store, const limb_finding *finding, uint64_t place, int change);

void limb_report_adjust(limb_report *report, limb_adjust_fn *decide, void *ctx)
{
    assert(report && decide);
    limb__store *store = (limb__store *)report;
    int kept = 0;
    for (int i = 0; i < report->nfinding; i++) {
        limb_finding *finding = &store->finding[i];
        const int severity = decide(ctx, finding);
        if (severity != (int)finding->severity) {
            count(store, finding, store->key[i].place, -1);
            if (severity >= 0) {
                finding->severity = (limb_severity)severity;
                count(store, finding, store->key[i].place, 1);
            }
        }
        if (severity < 0) continue;
        store->finding[kept] = *finding;
        store->key[kept] = store->key[i];
        kept++;
    }
    report->nfinding = kept;
    store->nsorted = store->nsorted < kept ? store->nsorted : kept;
    store->last = NULL;
}

static void count(limb__store *store, const limb_finding *finding, uint64_t place, int change)
{
    limb_report *report = &store->report;
    int *total[] = {&report->ninfo, &report->nwarning, &report->nerror};
    *total[finding->severity] += change;
    store->file[place >> 32].count[finding->severity] += change;
}
