// Shapes fitted to a mesh: primitives, convex parts and spheres, with the time and the error of
// each. The mesh is the upper arm of a real robot.
#include "bench.h"
#include "limb/limb.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fit_case {
    limb_mesh *mesh;
    limb_robot *robot; // one link with the mesh
    limb_fit_kind kind;
    limb_fit fit;
    double volume;
    int count;
} fit_case;

static const limb_mesh *find_mesh(void *ctx, const char *uri, const char **reason)
{
    (void)uri;
    *reason = "";
    return ((const fit_case *)ctx)->mesh;
}

static void fit_primitive(void *ctx)
{
    fit_case *c = ctx;
    if (limb_fit_points(&c->fit, c->kind, c->mesh->position, c->mesh->nvertex, NULL, NULL) ==
        LIMB_OK) {
        c->volume = limb_fit_volume(&c->fit);
    }
}

static void decompose(void *ctx)
{
    fit_case *c = ctx;
    limb_parts *parts;
    if (limb_mesh_decompose(&parts, c->mesh, NULL) != LIMB_OK) return;
    c->volume = parts->volume;
    c->count = parts->npart;
    limb_parts_free(parts);
}

static void cover(void *ctx)
{
    fit_case *c = ctx;
    limb_link_cover *made;
    const limb_cover_opts opts = {.find_mesh = find_mesh, .find_ctx = c, .count = c->count};
    if (limb_link_cover_build(&made, c->robot, 0, &opts) != LIMB_OK) return;
    c->volume = made->overshoot;
    limb_link_cover_free(made);
}

static bool open_case(fit_case *c)
{
    char path[1000];
    static const char robot[] = "<robot name=\"r\"><link name=\"l\"><collision><geometry>"
                                "<mesh filename=\"m\"/></geometry></collision></link></robot>";
    return limb_bench_corpus_path("ur5/ur_description/meshes/ur5/collision/upperarm.stl", path,
                                  sizeof path) &&
           limb_mesh_load(&c->mesh, path, NULL) == LIMB_OK &&
           limb_robot_parse(&c->robot, robot, sizeof robot - 1, NULL) == LIMB_OK;
}

BENCH(fit, "fit")
{
    fit_case c = {0};
    if (!limb_bench_wanted("fit/")) return;
    limb_solid_volume solid;
    if (open_case(&c) && limb_mesh_solid_volume(&solid, c.mesh, NULL, NULL) == LIMB_OK) {
        limb_bench_note("fit: %d triangles", c.mesh->ntriangle);
        char label[60];
        for (int kind = 0; kind < LIMB_FIT_KIND_COUNT; kind++) {
            c.kind = (limb_fit_kind)kind;
            snprintf(label, sizeof label, "fit/%s", limb_fit_kind_name(c.kind));
            if (limb_bench_run(&(limb_bench_case){label, fit_primitive, NULL, NULL, &c, 1}) > 0)
                limb_bench_note("%s: volume %+.1f %%", label, 100 * (c.volume / solid.solid - 1));
        }
        if (limb_bench_run(&(limb_bench_case){"fit/parts", decompose, NULL, NULL, &c, 1}) > 0)
            limb_bench_note("fit/parts: %d, volume %+.1f %%", c.count,
                            100 * (c.volume / solid.solid - 1));
        for (c.count = 8; c.count <= 16; c.count *= 2) {
            snprintf(label, sizeof label, "fit/spheres-%d", c.count);
            if (limb_bench_run(&(limb_bench_case){label, cover, NULL, NULL, &c, 1}) > 0)
                limb_bench_note("%s: stick out by %.1f mm", label, 1000 * c.volume);
        }
    }
    limb_mesh_free(c.mesh);
    limb_robot_free(c.robot);
}
