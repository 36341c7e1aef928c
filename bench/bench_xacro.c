// Expansion of xacro packages: from the file to the text, including package search and includes.
//
// There is no peer among Debian's packages: ros/xacro takes about 150 ms only to start Python.
#include "bench.h"
#include "limb/load.h"
#include "limb/xacro.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct input {
    char path[1000];
    size_t size; // of the expansion
    const limb_xacro_argument *argument;
    int nargument;
} input;

static void expand(void *ctx)
{
    input *in = ctx;
    limb_xacro *xacro;
    const limb_resolve_opts resolve = {.ignore_environment = true};
    const limb_robot_file_opts opts = {
        .resolve = &resolve,
        .xacro = {.argument = in->argument, .nargument = in->nargument, .yaml = limb_yaml_read}};
    if (limb_robot_file_expand(&xacro, in->path, &opts) != LIMB_OK) abort();
    in->size = xacro->size;
    limb_bench_keep((double)xacro->size);
    limb_xacro_free(xacro);
}

static void measure(const char *name, const char *file, const limb_xacro_argument *argument,
                    int nargument)
{
    char title[100];
    input in = {.argument = argument, .nargument = nargument};
    snprintf(title, sizeof title, "xacro/%s", name);
    if (!limb_bench_matches(title)) return;
    if (!limb_bench_corpus_path(file, in.path, sizeof in.path)) return;
    const double ns = limb_bench_run(&(limb_bench_case){title, expand, NULL, NULL, &in, 1});
    limb_bench_note("%s: %.0f kB of URDF in %.2f ms, %.0f MB/s (aim 20)", name,
                    (double)in.size / 1e3, ns / 1e6, (double)in.size / (ns / 1e9) / 1e6);
}

BENCH(xacro, "xacro")
{
    if (!limb_bench_wanted("xacro/")) return;
    static const limb_xacro_argument talos[] = {{"enable_crane", "false"},
                                                {"test", "false"},
                                                {"foot_collision", "default"},
                                                {"head_type", "default"},
                                                {"disable_gazebo_camera", "false"},
                                                {"enable_leg_passive", "false"},
                                                {"flexibility", "false"}};
    static const limb_xacro_argument ur[] = {{"name", "ur"}, {"ur_type", "ur10e"}};
    measure("pr2", "x_pr2_description/pr2_description/robots/pr2.urdf.xacro", NULL, 0);
    measure("talos", "x_talos_description/talos_description/robots/talos_full_v2.urdf.xacro", talos,
            7);
    measure("baxter", "x_baxter/baxter_description/urdf/baxter.urdf.xacro", NULL, 0);
    measure("fr3", "x_franka_description/franka_description/robots/fr3/fr3.urdf.xacro", NULL, 0);
    measure("ur10e", "x_ur_description/ur_description/urdf/ur.urdf.xacro", ur, 2);
}
