// Findings of one report added to another.
#include "diag/report.h"
#include "diag/store.h"

#include <string.h>

static const char *copy(limb__store *store, const char *text);
static void copy_notes(limb__store *store, limb_finding *to, const limb_finding *from);

void limb__report_append(limb_report *report, const limb_report *from)
{
    if (!report || !from) return;
    limb__store *store = (limb__store *)report;
    for (int i = 0; i < from->nfinding; i++) {
        const limb_finding *f = &from->finding[i];
        limb__report(report, limb__place_byte(f->span.file, f->span.offset), f->rule, "%s",
                     f->message);
        limb_finding *kept = store->last;
        if (!kept) continue;
        const char *const file = kept->span.file;
        kept->span = f->span;
        kept->span.file = file;
        kept->path = copy(store, f->path);
        kept->source_line = f->source_line ? copy(store, f->source_line) : NULL;
        kept->source_column = f->source_column;
        copy_notes(store, kept, f);
    }
    report->nlost += from->nlost + store->arena.failed;
    store->arena.failed = false;
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

// a text that cannot be kept is shown as none
static const char *copy(limb__store *store, const char *text)
{
    const char *kept = limb__arena_copy_text(&store->arena, text, strlen(text));
    return kept ? kept : "";
}
