// A robot before and after a verb: loaded from every file of the corpus and the examples, changed,
// checked, and posed at seeded joint values that are assigned by coordinate name.
#ifndef LIMB_TEST_EDIT_VERB_SUBJECT_H
#define LIMB_TEST_EDIT_VERB_SUBJECT_H

#include "harness.h"
#include "limb/limb.h"
#include "support/corpus.h"
#include "support/robot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct subject {
    limb_robot *robot;
    limb_report *report;
    limb_model *model;
    limb_work *work;
    double *q;
} subject;

typedef const char *rename_fn(const char *name, char *buffer, size_t size);

static int ntried;

static inline double *numbers(int count)
{
    double *block = calloc((size_t)count + 1, sizeof(double));
    if (!block) abort();
    return block;
}

static inline bool load(subject *s, const char *path)
{
    *s = (subject){0};
    ENSURE_INT(limb_report_create(&s->report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = s->report};
    if (limb_robot_load(&s->robot, path, &opts) == LIMB_OK && s->robot->root >= 0) return true;
    limb_robot_free(s->robot);
    limb_report_free(s->report);
    return false;
}

static inline void drop_motion(subject *s)
{
    limb_work_free(s->work);
    limb_model_free(s->model);
    free(s->q);
    s->work = NULL;
    s->model = NULL;
    s->q = NULL;
}

static inline void drop(subject *s)
{
    drop_motion(s);
    limb_robot_free(s->robot);
    limb_report_free(s->report);
}

// a value in [-1, 1] that depends on the coordinate's name alone
static inline double value_of(const char *name)
{
    uint64_t hash = 1469598103934665603u;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 1099511628211u;
    limb_test_rng rng = {hash};
    return limb_test_uniform(&rng, -1, 1);
}

// Joints move by values of the names that the first robot has for them; lengths times scale.
static inline bool pose(subject *s, rename_fn *original, double scale, const char *root)
{
    const limb_model_opts opts = {.root = root};
    if (limb_model_build(&s->model, s->robot, &opts) != LIMB_OK) return false;
    ENSURE_INT(limb_work_create(&s->work, s->model, NULL), LIMB_OK);
    s->q = numbers(s->model->nq);
    limb_neutral(s->model, s->q);
    char name[512];
    for (int i = 0; i < s->model->nq; i++) {
        const char *own = s->model->q_name[i];
        if (strchr(own, '/')) continue; // planar and floating joints stay
        if (original) own = original(own, name, sizeof name);
        const int joint = limb_robot_find_joint(s->robot, s->model->q_name[i]);
        const bool slides = joint >= 0 && s->robot->joint[joint].type == LIMB_JOINT_PRISMATIC;
        s->q[i] = value_of(own) * (slides ? 0.1 * scale : 1);
    }
    limb_fk(s->model, s->work, s->q);
    return true;
}

static inline void relative(const subject *s, int reference, int link, double out[12])
{
    limb_relative_pose(s->model, s->work, reference, link, out);
}

// All links that both have are at the same places relative to each other; lengths times scale.
static inline void expect_same_poses(const char *what, subject *a, subject *b, rename_fn *renamed,
                                     double scale)
{
    char buffer[512];
    int reference_a = -1, reference_b = -1, ncompared = 0;
    for (int i = 0; i < a->model->nlink; i++) {
        if (a->model->link_body[i] < 0) continue;
        const char *name = a->model->link_name[i];
        const int other =
            limb_model_find_link(b->model, renamed ? renamed(name, buffer, sizeof buffer) : name);
        if (other < 0 || b->model->link_body[other] < 0) continue;
        if (reference_a < 0) {
            reference_a = i;
            reference_b = other;
        }
        double pose_a[12], pose_b[12];
        relative(a, reference_a, i, pose_a);
        relative(b, reference_b, other, pose_b);
        for (int k = 0; k < 12; k++) {
            const double wanted = pose_a[k] * (k % 4 == 3 ? scale : 1);
            if (!(fabs(pose_b[k] - wanted) <= 1e-9 * (1 + fabs(wanted)))) {
                limb_test_fail(__FILE__, __LINE__, "%s of %s: link %s entry %d is %.12g, not %.12g",
                               what, a->robot->file, name, k, pose_b[k], wanted);
            }
        }
        ncompared++;
    }
    ENSURE(ncompared > 0);
}

static inline void expect_same_mass_matrix(const char *what, subject *a, subject *b,
                                           rename_fn *renamed)
{
    const int n = a->model->nv;
    ENSURE_INT(b->model->nv, n);
    double *mass_a = numbers(n * n), *mass_b = numbers(n * n);
    limb_mass_matrix(a->model, a->work, a->q, mass_a);
    limb_mass_matrix(b->model, b->work, b->q, mass_b);
    double largest = 0;
    for (int i = 0; i < n * n; i++)
        largest = fmax(largest, fabs(mass_a[i]));
    char buffer[512];
    int *at = calloc((size_t)n + 1, sizeof *at);
    for (int i = 0; i < n; i++) {
        const char *name = a->model->v_name[i];
        if (renamed) name = renamed(name, buffer, sizeof buffer);
        at[i] = -1;
        for (int k = 0; k < n; k++)
            if (strcmp(b->model->v_name[k], name) == 0) at[i] = k;
        if (at[i] < 0) limb_test_fail(__FILE__, __LINE__, "%s: no coordinate %s", what, name);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            ENSURE_NEAR(mass_b[at[i] * n + at[k]], mass_a[i * n + k], 1e-9 * (largest + 1e-12));
    free(at);
    free(mass_a);
    free(mass_b);
}

static inline void expect_no_worse(const char *what, const subject *before,
                                   const limb_report *after)
{
    if (after->nerror <= before->report->nerror && after->nwarning <= before->report->nwarning)
        return;
    for (int i = 0; i < after->nfinding; i++) {
        const limb_finding *f = &after->finding[i];
        int count = 0;
        for (int k = 0; k < before->report->nfinding; k++)
            count += before->report->finding[k].rule == f->rule;
        for (int k = 0; k < after->nfinding; k++)
            count -= after->finding[k].rule == f->rule;
        // a root that is called world stays called so; what is joined may weigh what no part did;
        // Gazebo removes a joint that was locked, though a plugin may name it
        const bool follows = f->rule == LIMB_RULE_LINK_WORLD ||
                             f->rule == LIMB_RULE_INERTIA_SCALE ||
                             f->rule == LIMB_RULE_GAZEBO_LUMPED;
        if (count < 0 && f->severity >= LIMB_SEVERITY_WARNING && !follows)
            limb_test_fail(__FILE__, __LINE__, "%s of %s: %s [%s]", what, before->robot->file,
                           f->message, f->id);
    }
}

typedef limb_status verb_fn(limb_edit *edit, const limb_robot *robot);

// Makes the change on a second copy; false: the verb does not apply to this robot.
static inline bool changed(subject *out, const subject *before, const char *what, verb_fn *verb,
                           bool checks)
{
    if (!load(out, before->robot->file)) return false;
    limb_edit *edit;
    ENSURE_INT(limb_edit_begin(&edit, out->robot), LIMB_OK);
    const limb_status status = verb(edit, out->robot);
    if (status == LIMB_ERROR_INPUT) {
        ENSURE(limb_edit_message(edit)[0] != 0);
        limb_edit_free(edit);
        drop(out);
        return false;
    }
    ENSURE_INT(status, LIMB_OK);
    limb_report *after;
    ENSURE_INT(limb_report_create(&after, NULL), LIMB_OK);
    if (limb_edit_apply(edit, NULL) != LIMB_OK)
        limb_test_fail(__FILE__, __LINE__, "%s of %s: %s", what, before->robot->file,
                       limb_edit_message(edit));
    ENSURE_INT(limb_robot_check(out->robot, after), LIMB_OK);
    // the report of loading also has what reading found
    limb_report_clear(after);
    limb_robot *again;
    const char *text = limb_test_source(out->robot);
    const limb_load_opts opts = {.report = after, .file = before->robot->file};
    ENSURE_INT(limb_robot_parse(&again, text, strlen(text), &opts), LIMB_OK);
    limb_robot_free(again);
    if (checks) expect_no_worse(what, before, after);
    limb_report_free(after);
    limb_edit_free(edit);
    ntried++;
    return true;
}

typedef void robot_fn(subject *before);

static inline void on_every_robot(robot_fn *fn)
{
    static const char *const own[] = {"arm.urdf", "quadruped.urdf", "rover.urdf",
                                      "every_feature.urdf"};
    ntried = 0;
    char path[1400];
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        subject s;
        snprintf(path, sizeof path, "%s/examples/%s", LIMB_SOURCE_DIR, own[i]);
        ENSURE(load(&s, path));
        fn(&s);
        drop(&s);
    }
    limb_test_robots it = {0};
    while (limb_test_next_robot(&it)) {
        subject s;
        if (!load(&s, it.path)) continue;
        fn(&s);
        drop(&s);
    }
    ENSURE(ntried > 0);
}

#endif
