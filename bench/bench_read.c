// Reading: XML compared with expat, whole robots with urdfdom, and time per link as robots grow.
#include "bench_read.h"

#include "base/memory.h"
#include "documents/xml/xml.h"
#include "limb/robot.h"
#include "robots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef LIMB_BENCH_URDFDOM
#define URDFDOM "urdfdom", limb_bench_read_urdfdom
#else
#define URDFDOM NULL, NULL
#endif
#ifdef LIMB_BENCH_EXPAT
#define EXPAT "expat", limb_bench_read_expat
#else
#define EXPAT NULL, NULL
#endif
#define NO_PEER NULL, NULL

static void read_robot(const limb_bench_text *input, limb_report *report, bool skip_checks)
{
    limb_robot *robot;
    const limb_load_opts opts = {.report = report, .skip_checks = skip_checks};
    if (limb_robot_parse(&robot, input->text, input->size, &opts) != LIMB_OK) abort();
    limb_bench_keep(robot->nlink);
    limb_robot_free(robot);
}

static void read_only(void *ctx)
{
    read_robot(ctx, NULL, true);
}

static void read_and_check(void *ctx)
{
    limb_report *report;
    if (limb_report_create(&report, NULL) != LIMB_OK) abort();
    read_robot(ctx, report, false);
    limb_report_free(report);
}

static void read_xml(void *ctx)
{
    const limb_bench_text *input = ctx;
    const limb__xml_limits limits = {.max_depth = 500};
    limb_document doc;
    limb__arena arena;
    limb__arena_init(&arena, NULL, 0);
    if (limb__xml_parse(&doc, &arena, limb__memory(NULL), "", input->text, input->size, &limits,
                        NULL) != LIMB_OK) {
        abort();
    }
    limb_bench_keep(doc.nnode);
    limb__arena_free(&arena);
}

static void note_memory(const char *name, const limb_bench_text *input)
{
    limb_robot *robot;
    const limb_load_opts opts = {.skip_checks = true};
    if (limb_robot_parse(&robot, input->text, input->size, &opts) != LIMB_OK) abort();
    limb_bench_note(
        "%s: %d links, %zu bytes of text, %zu bytes of memory, text included (%.1f times)", name,
        robot->nlink, input->size, robot->memory, (double)robot->memory / (double)input->size);
    limb_robot_free(robot);
}

// takes over text; NULL: nothing to do
static void run_robot(const char *name, char *text, size_t size)
{
    char title[64];
    snprintf(title, sizeof title, "read/%s", name);
    if (!text || !limb_bench_wanted(title)) {
        free(text);
        return;
    }
    limb_bench_text input = {text, size};
    note_memory(name, &input);
    limb_bench_run(&(limb_bench_case){title, read_only, URDFDOM, &input, 1});
    snprintf(title, sizeof title, "read/%s-checked", name);
    limb_bench_run(&(limb_bench_case){title, read_and_check, URDFDOM, &input, 1});
    snprintf(title, sizeof title, "read/%s-xml", name);
    limb_bench_run(&(limb_bench_case){title, read_xml, EXPAT, &input, 1});
    free(text);
}

BENCH(read, "read")
{
    if (!limb_bench_wanted("read/")) return;
    size_t size;
    char *text = limb_bench_arm(&size);
    run_robot("arm", text, size);
    text = limb_bench_humanoid(&size);
    run_robot("humanoid", text, size);
    text = limb_bench_chain(10000, &size);
    run_robot("chain-10000", text, size);

    // real robots of the same sizes
    static const char *const corpus[] = {"ur5", "panda_moveit", "talos", "pr2_stl"};
    for (size_t i = 0; i < sizeof corpus / sizeof corpus[0]; i++) {
        text = limb_bench_corpus_robot(corpus[i], &size);
        if (!text) limb_bench_note("%s: not there", corpus[i]);
        run_robot(corpus[i], text, size);
    }

    // linear: time per link stays the same
    for (int nlink = 1000; nlink <= 100000; nlink *= 10) {
        char title[64];
        snprintf(title, sizeof title, "read/per-link-of-%d", nlink);
        text = limb_bench_chain(nlink, &size);
        limb_bench_text input = {text, size};
        limb_bench_run(&(limb_bench_case){title, read_only, NO_PEER, &input, nlink});
        snprintf(title, sizeof title, "read/per-link-of-%d-checked", nlink);
        limb_bench_run(&(limb_bench_case){title, read_and_check, NO_PEER, &input, nlink});
        free(text);
    }
}
