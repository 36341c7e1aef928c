// Similar findings: of one file and rule, with the same words except names and numbers.
//
// A robot of thirty links may have the same defect thirty times: a person wants to read it once,
// with the other locations. Each finding's words are hashed without the varying parts and counted
// in an open-addressing table. Errors are never similar, because each must be repaired.
#include "documents/diag/alike.h"

#include "base/memory.h"

#include <string.h>

typedef struct limb__kind_slot {
    uint64_t hash; // 0: free
    int count;
    int first; // finding
} limb__kind_slot;

static uint64_t hash_of(const limb_finding *finding);
static bool skips_all_names(const char *message);
static const char *skip_name(const char *quote);
static bool begins_number(const char *at);
static uint64_t add(uint64_t hash, unsigned char c);

void limb__alike_init(limb__alike *alike, const limb_report *report, const limb_allocator *memory,
                      limb_severity least)
{
    *alike = (limb__alike){.memory = memory, .report = report};
    uint32_t nslot = 16;
    while (nslot < 2 * (uint32_t)report->nfinding)
        nslot *= 2;
    alike->nslot = nslot;
    alike->slot = limb__allocate(memory, nslot * sizeof *alike->slot);
    alike->kind = limb__allocate(memory, ((size_t)report->nfinding + 1) * sizeof *alike->kind);
    if (!alike->slot || !alike->kind) {
        limb__alike_free(alike);
        return;
    }
    memset(alike->slot, 0, nslot * sizeof *alike->slot);
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        alike->kind[i] = -1;
        if (finding->severity < least || finding->severity == LIMB_SEVERITY_ERROR) continue;
        const uint64_t hash = hash_of(finding);
        uint32_t at = (uint32_t)hash & (nslot - 1);
        while (alike->slot[at].hash != 0 && alike->slot[at].hash != hash)
            at = (at + 1) & (nslot - 1);
        if (alike->slot[at].count++ == 0) alike->slot[at].first = i;
        alike->slot[at].hash = hash;
        alike->kind[i] = (int)at;
    }
}

void limb__alike_free(limb__alike *alike)
{
    limb__release(alike->memory, alike->slot, alike->nslot * sizeof *alike->slot);
    limb__release(alike->memory, alike->kind,
                  ((size_t)alike->report->nfinding + 1) * sizeof *alike->kind);
    alike->slot = NULL;
    alike->kind = NULL;
}

int limb__alike_count(const limb__alike *alike, int index)
{
    if (!alike->kind || alike->kind[index] < 0) return 1;
    return alike->slot[alike->kind[index]].count;
}

bool limb__alike_is_first(const limb__alike *alike, int index)
{
    if (!alike->kind || alike->kind[index] < 0) return true;
    return alike->slot[alike->kind[index]].first == index;
}

int limb__alike_next(const limb__alike *alike, int index)
{
    enum { LOOK = 1000 }; // limits the search, so that finding all of them takes negligible time
    const int last =
        alike->report->nfinding - index > LOOK ? index + LOOK : alike->report->nfinding - 1;
    for (int i = index + 1; i <= last; i++) {
        if (alike->kind[i] == alike->kind[index]) return i;
    }
    return -1;
}

static uint64_t hash_of(const limb_finding *finding)
{
    const bool all_names = skips_all_names(finding->message);
    uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
    for (const char *file = finding->span.file; *file; file++)
        hash = add(hash, (unsigned char)*file);
    hash =
        add(add(hash, (unsigned char)(finding->rule & 0xff)), (unsigned char)(finding->rule >> 8));
    bool named = false; // the first name was found
    for (const char *at = finding->message; *at;) {
        if (*at == '"' && (all_names || !named)) {
            at = skip_name(at);
            named = true;
        } else if (begins_number(at)) {
            at += strspn(at, "0123456789.e+-");
        } else {
            hash = add(hash, (unsigned char)*at++);
        }
    }
    return hash != 0 ? hash : 1;
}

// 'link "arm": ...' concerns the object named first, and other quoted words are part of the defect;
// 'link "arm" is moved by joint "elbow" ...' concerns all of them.
static bool skips_all_names(const char *message)
{
    const char *quote = strchr(message, '"');
    return !quote || *skip_name(quote) != ':';
}

static const char *skip_name(const char *quote)
{
    const char *end = strchr(quote + 1, '"');
    return end ? end + 1 : quote + 1;
}

static bool begins_number(const char *at)
{
    if (*at == '-') at++;
    return *at >= '0' && *at <= '9';
}

static uint64_t add(uint64_t hash, unsigned char c)
{
    return (hash ^ c) * 0x100000001b3u;
}
