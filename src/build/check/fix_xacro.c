// Applies the certain fixes of a xacro robot to the files that contain the text.
//
// Findings of the expansion carry a fix only if their text was copied unchanged, so that changing
// it in the file changes every copy.
#include "build/check/fix.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct saver {
    limb_fix_save_fn *save;
    void *ctx;
} saver;

static limb_status fix_once(limb__check_run *run, const saver *to, int *count);
static limb_status fix_file(limb__check_run *run, const char *path, const saver *to, int *count);
static int collect_fixes(const limb_report *report, const char *path, const limb_fix **fix);
static int make_fixes(const limb_fix *const *fix, int nfix, limb_text text, limb__builder *out);
static bool quotes_lines_of(const limb_report *report, const char *path, limb_text text);
static int by_place(const void *a, const void *b);

limb_status limb__fix_xacro(limb__check_run *run, limb_fix_save_fn *save, void *ctx, int *count)
{
    const saver to = {save, ctx};
    for (int pass = 0; pass < LIMB__FIX_PASSES; pass++) {
        int made = 0;
        const limb_status status = fix_once(run, &to, &made);
        *count += made;
        if (status != LIMB_OK || made == 0) return status;
    }
    return LIMB_OK;
}

static limb_status fix_once(limb__check_run *run, const saver *to, int *count)
{
    limb_robot_file *file;
    limb_report_clear(run->report);
    const limb_status loaded = limb_robot_file_load(&file, run->path, &run->file);
    if (loaded == LIMB_ERROR_MEMORY) return loaded;
    limb_status status = file->robot ? limb__fix_find_files(run, file->robot) : LIMB_OK;
    if (status == LIMB_OK) status = limb_robot_file_relocate(file, run->report);
    if (status == LIMB_OK) status = limb__check_apply_policy(run, NULL, file, true);
    for (int i = 0; i < file->nfile && status == LIMB_OK; i++)
        status = fix_file(run, file->path[i], to, count);
    limb_robot_file_free(file);
    return status;
}

// Applies the fixes of one file, if it is unchanged since the findings.
static limb_status fix_file(limb__check_run *run, const char *path, const saver *to, int *count)
{
    const limb_allocator *memory = limb__memory(run->file.load.memory);
    const size_t list_size = ((size_t)run->report->nfinding + 1) * sizeof(limb_fix *);
    const limb_fix **fix = limb__allocate(memory, list_size);
    if (!fix) return LIMB_ERROR_MEMORY;
    const int nfix = collect_fixes(run->report, path, fix);
    char *bytes = NULL;
    size_t size = 0;
    limb_status status = LIMB_OK;
    if (nfix > 0) {
        enum { MAX_BYTES = 256 << 20 };
        status = limb__file_read(path, memory, MAX_BYTES, &bytes, &size);
        // a deleted file is ignored
        if (status != LIMB_ERROR_MEMORY) status = LIMB_OK;
    }
    const limb_text text = {bytes, size};
    if (bytes && quotes_lines_of(run->report, path, text)) {
        limb__builder fixed;
        limb__builder_init(&fixed, memory);
        const int made = make_fixes(fix, nfix, text, &fixed);
        if (fixed.failed) {
            status = LIMB_ERROR_MEMORY;
        } else if (made > 0) {
            status = to->save(to->ctx, path, text, (limb_text){fixed.data, fixed.size});
            *count += status == LIMB_OK ? made : 0;
        }
        limb__builder_free(&fixed);
    }
    if (bytes) limb__release(memory, bytes, size + 1);
    limb__release(memory, fix, list_size);
    return status;
}

// In order of offset; of equal ones only one is applied.
static int collect_fixes(const limb_report *report, const char *path, const limb_fix **fix)
{
    int count = 0;
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        if (finding->nfix == 1 && finding->span.file && strcmp(finding->span.file, path) == 0)
            fix[count++] = &finding->fix[0];
    }
    qsort(fix, (size_t)count, sizeof *fix, by_place);
    return count;
}

// A fix that overlaps the previous one waits for the next pass.
static int make_fixes(const limb_fix *const *fix, int nfix, limb_text text, limb__builder *out)
{
    size_t at = 0;
    int count = 0;
    for (int i = 0; i < nfix; i++) {
        const size_t begin = fix[i]->offset;
        const size_t end = begin + fix[i]->size;
        const bool is_same_place = i > 0 && fix[i - 1]->offset == fix[i]->offset;
        if (begin < at || end > text.size || is_same_place) continue;
        limb__builder_bytes(out, text.data + at, begin - at);
        limb__builder_text(out, fix[i]->text);
        at = end;
        count++;
    }
    limb__builder_bytes(out, text.data + at, text.size - at);
    return count;
}

// The file was read again for its fixes: the lines quoted in the findings must still exist.
static bool quotes_lines_of(const limb_report *report, const char *path, limb_text text)
{
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        if (finding->nfix != 1 || strcmp(finding->span.file, path) != 0) continue;
        if (!finding->source_line || finding->span.line == 0) continue;
        size_t begin = finding->span.offset;
        if (begin > text.size) return false;
        while (begin > 0 && text.data[begin - 1] != '\n' && text.data[begin - 1] != '\r')
            begin--;
        const size_t length = strlen(finding->source_line);
        if (length > text.size - begin ||
            memcmp(text.data + begin, finding->source_line, length) != 0)
            return false;
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const limb_fix *x = *(const limb_fix *const *)a;
    const limb_fix *y = *(const limb_fix *const *)b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}
