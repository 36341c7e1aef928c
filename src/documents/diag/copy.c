// Copies a finding from one report to another, and rebuilds all findings of a report.
#include "documents/diag/report.h"
#include "documents/diag/store.h"

#include <string.h>

static void add_counts(limb_report *report, const limb_report *old);
static void copy_fixes(limb__store *store, limb_finding *to, const limb_finding *from);
static void copy_notes(limb__store *store, limb_finding *to, const limb_finding *from);
static const char *copy(limb__store *store, const char *text);

void limb__report_copy(limb_report *report, const limb_finding *from)
{
    limb__store *store = (limb__store *)report;
    limb__report(report, limb__place_byte(from->span.file, from->span.offset), from->rule, "%s",
                 from->message);
    limb_finding *kept = store->last;
    if (!kept) return;
    const char *const file = kept->span.file;
    kept->span = from->span;
    kept->span.file = file;
    kept->path = copy(store, from->path);
    kept->source_line = from->source_line ? copy(store, from->source_line) : NULL;
    kept->source_column = from->source_column;
    copy_notes(store, kept, from);
    copy_fixes(store, kept, from);
    report->nlost += store->arena.failed;
    store->arena.failed = false;
}

void limb__report_rebuild(limb_report *report, limb__rebuild_fn *add, void *ctx)
{
    limb__store *store = (limb__store *)report;
    limb__store old = *store;
    *store =
        (limb__store){.memory = old.memory, .max_findings = old.max_findings, .muted = old.muted};
    limb__arena_init(&store->arena, store->memory, 0);
    for (int i = 0; i < old.report.nfinding; i++)
        add(ctx, report, &old.finding[i]);
    add_counts(report, &old.report);
    limb__store_release(&old);
}

// Findings that were only counted remain counted.
static void add_counts(limb_report *report, const limb_report *old)
{
    int kept[3] = {0};
    int nrefusal = 0;
    for (int i = 0; i < old->nfinding; i++) {
        kept[old->finding[i].severity]++;
        nrefusal += limb_rule_of(old->finding[i].rule)->refuses;
    }
    report->ninfo += old->ninfo - kept[LIMB_SEVERITY_INFO];
    report->nwarning += old->nwarning - kept[LIMB_SEVERITY_WARNING];
    report->nerror += old->nerror - kept[LIMB_SEVERITY_ERROR];
    report->nrefusal += old->nrefusal - nrefusal;
    report->nomitted += old->nomitted;
    report->nlost += old->nlost;
}

static void copy_fixes(limb__store *store, limb_finding *to, const limb_finding *from)
{
    limb_fix *fix = from->nfix > 0 ? LIMB__ARENA_ARRAY(&store->arena, limb_fix, from->nfix) : NULL;
    if (!fix) return;
    for (int i = 0; i < from->nfix; i++) {
        fix[i] = from->fix[i];
        fix[i].title = copy(store, from->fix[i].title);
        fix[i].text = copy(store, from->fix[i].text);
    }
    to->fix = fix;
    to->nfix = store->arena.failed ? 0 : from->nfix;
}

static void copy_notes(limb__store *store, limb_finding *to, const limb_finding *from)
{
    limb_note *note =
        from->nnote > 0 ? LIMB__ARENA_ARRAY(&store->arena, limb_note, from->nnote) : NULL;
    if (!note) return;
    for (int i = 0; i < from->nnote; i++) {
        note[i] = from->note[i];
        note[i].message = copy(store, from->note[i].message);
        note[i].span.file = copy(store, from->note[i].span.file);
    }
    to->note = note;
    to->nnote = from->nnote;
}

// a text that cannot be copied becomes empty
static const char *copy(limb__store *store, const char *text)
{
    const char *kept = limb__arena_copy_text(&store->arena, text, strlen(text));
    return kept ? kept : "";
}
