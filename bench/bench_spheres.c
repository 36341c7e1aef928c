// A sphere set against itself in lanes of floats, poses included: 60 spheres along the links of an
// arm of seven joints.
#include "bench.h"
#include "limb/limb.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CONFIGURATIONS = 4096, SPHERES = 60 };

typedef struct sphere_case {
    limb_model *model;
    limb_sphere_set *set;
    void *scratch;
    float *q;
    bool touches[CONFIGURATIONS];
} sphere_case;

static void collide_spheres(void *ctx)
{
    sphere_case *c = ctx;
    limb_sphere_set_collide_batch(c->set, c->scratch, NULL, c->q, CONFIGURATIONS, c->touches);
}

// The vertices of a link's collision meshes are cut along their longest side; one sphere in each
// slice, smaller than around it, as a fit with many spheres would be.
static int slice_mesh(const limb_mesh *mesh, const double *pose, int link, int count,
                      limb_sphere *out)
{
    double lower[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, upper[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 3 * mesh->nvertex; i++) {
        lower[i % 3] = fmin(lower[i % 3], (double)mesh->position[i]);
        upper[i % 3] = fmax(upper[i % 3], (double)mesh->position[i]);
    }
    int axis = 0, made = 0;
    for (int k = 1; k < 3; k++)
        if (upper[k] - lower[k] > upper[axis] - lower[axis]) axis = k;
    for (int slice = 0; slice < count; slice++) {
        double low[3], high[3], center[3], radius = 0;
        memcpy(low, lower, sizeof low);
        memcpy(high, upper, sizeof high);
        low[axis] = lower[axis] + (upper[axis] - lower[axis]) * slice / count;
        high[axis] = lower[axis] + (upper[axis] - lower[axis]) * (slice + 1) / count;
        for (int k = 0; k < 3; k++)
            center[k] = (low[k] + high[k]) / 2;
        for (int i = 0; i < mesh->nvertex; i++) {
            const float *p = mesh->position + 3 * i;
            double rr = 0;
            if ((double)p[axis] < low[axis] || (double)p[axis] > high[axis]) continue;
            for (int k = 0; k < 3; k++)
                rr += ((double)p[k] - center[k]) * ((double)p[k] - center[k]);
            radius = fmax(radius, sqrt(rr));
        }
        out[made].link = link;
        out[made].radius = 0.6 * radius;
        limb_pose_apply(pose, center, out[made++].center);
    }
    return made;
}

static int spheres_of(const limb_robot *robot, limb_robot_meshes *meshes, limb_sphere *sphere)
{
    int nmesh = 0, count = 0, at = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int link = 0; link < robot->nlink; link++)
            for (int k = 0; k < robot->link[link].ncollision; k++) {
                const limb_link_shape *shape = &robot->link[link].collision[k];
                const char *reason = NULL;
                const limb_mesh *mesh =
                    shape->geometry.type == LIMB_SHAPE_MESH
                        ? limb_robot_meshes_find(meshes, shape->geometry.filename, &reason)
                        : NULL;
                if (!mesh) continue;
                if (pass == 0) {
                    nmesh++;
                    continue;
                }
                // shared out evenly
                const int share = SPHERES * (at + 1) / nmesh - SPHERES * at / nmesh;
                double pose[12];
                limb_origin_pose(&shape->origin, pose);
                count += slice_mesh(mesh, pose, link, share, sphere + count);
                at++;
            }
    return count;
}

// Pairs of links that touch at (nearly) every configuration, which an SRDF would disable.
static int always_touching(sphere_case *c, const limb_sphere *sphere, int nsphere, int *skip)
{
    int count = 0;
    for (int a = 0; a < c->model->nlink; a++)
        for (int b = 0; b < a; b++) {
            limb_sphere both[SPHERES];
            int nboth = 0, touching = 0;
            for (int i = 0; i < nsphere; i++)
                if (sphere[i].link == a || sphere[i].link == b) both[nboth++] = sphere[i];
            if (limb_sphere_set_build(&c->set, c->model, both, nboth, NULL) != LIMB_OK) continue;
            c->scratch = malloc(limb_sphere_set_scratch_size(c->set, 1));
            collide_spheres(c);
            for (int i = 0; i < CONFIGURATIONS; i++)
                touching += c->touches[i];
            free(c->scratch);
            limb_sphere_set_free(c->set);
            c->set = NULL;
            if (touching < 0.95 * CONFIGURATIONS) continue;
            skip[2 * count] = a;
            skip[2 * count++ + 1] = b;
        }
    return count;
}

static void draw_configurations(sphere_case *c)
{
    const size_t nq = (size_t)c->model->nq;
    double *q = malloc(nq * sizeof *q);
    uint64_t seed = 5;
    c->q = malloc(CONFIGURATIONS * nq * sizeof *c->q);
    for (int i = 0; i < CONFIGURATIONS; i++) {
        limb_random_configuration(c->model, &seed, q);
        for (size_t k = 0; k < nq; k++)
            c->q[(size_t)i * nq + k] = (float)q[k];
    }
    free(q);
}

BENCH(spheres, "collide")
{
    static sphere_case c;
    char path[1000];
    const char *label = "collide/spheres/panda";
    limb_robot *robot = NULL;
    limb_robot_meshes *meshes = NULL;
    limb_sphere sphere[SPHERES];
    if (!limb_bench_wanted("collide/spheres") && !limb_bench_matches(label)) return;
    if (!limb_bench_corpus_path("panda_moveit/panda_description/urdf/panda.urdf", path,
                                sizeof path)) {
        return;
    }
    if (limb_robot_load(&robot, path, NULL) == LIMB_OK &&
        limb_robot_meshes_load(&meshes, robot, &(limb_robot_meshes_opts){.no_visual = true}) ==
            LIMB_OK &&
        limb_model_build(&c.model, robot, NULL) == LIMB_OK) {
        const int nsphere = spheres_of(robot, meshes, sphere);
        int *skip = malloc((size_t)(robot->nlink * robot->nlink) * 2 * sizeof *skip);
        draw_configurations(&c);
        limb_sphere_set_opts opts = {.skip = skip};
        opts.nskip = always_touching(&c, sphere, nsphere, skip);
        if (limb_sphere_set_build(&c.set, c.model, sphere, nsphere, &opts) == LIMB_OK) {
            c.scratch = malloc(limb_sphere_set_scratch_size(c.set, 1));
            int touching = 0;
            limb_bench_run(
                &(limb_bench_case){label, collide_spheres, NULL, NULL, &c, CONFIGURATIONS});
            for (int i = 0; i < CONFIGURATIONS; i++)
                touching += c.touches[i];
            limb_bench_note("%s: %d spheres, %lld pairs, %d of %d configurations touch", label,
                            limb_sphere_set_count(c.set), limb_sphere_set_pair_count(c.set),
                            touching, CONFIGURATIONS);
            free(c.scratch);
        }
        free(skip);
        free(c.q);
    }
    limb_sphere_set_free(c.set);
    limb_model_free(c.model);
    limb_robot_meshes_free(meshes);
    limb_robot_free(robot);
}
