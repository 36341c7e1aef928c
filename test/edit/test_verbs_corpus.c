// Every verb over whole robots, on every robot of the corpus and the examples: the result loads,
// checks no worse than before, and moves as the verb promises. Poses are compared at seeded joint
// values that both robots get by the names of their coordinates.
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

static double *numbers(int count)
{
    double *block = calloc((size_t)count + 1, sizeof(double));
    if (!block) abort();
    return block;
}

static bool load(subject *s, const char *path)
{
    *s = (subject){0};
    ENSURE_INT(limb_report_create(&s->report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = s->report};
    if (limb_robot_load(&s->robot, path, &opts) == LIMB_OK && s->robot->root >= 0) return true;
    limb_robot_free(s->robot);
    limb_report_free(s->report);
    return false;
}

static void drop_motion(subject *s)
{
    limb_work_free(s->work);
    limb_model_free(s->model);
    free(s->q);
    s->work = NULL;
    s->model = NULL;
    s->q = NULL;
}

static void drop(subject *s)
{
    drop_motion(s);
    limb_robot_free(s->robot);
    limb_report_free(s->report);
}

// a value in [-1, 1] that depends on the coordinate's name alone
static double value_of(const char *name)
{
    uint64_t hash = 1469598103934665603u;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 1099511628211u;
    limb_test_rng rng = {hash};
    return limb_test_uniform(&rng, -1, 1);
}

// Joints move by values of the names that the first robot has for them; lengths times scale.
static bool pose(subject *s, rename_fn *original, double scale, const char *root)
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

static void relative(const subject *s, int reference, int link, double out[12])
{
    limb_relative_pose(s->model, s->work, reference, link, out);
}

// All links that both have are at the same places relative to each other; lengths times scale.
static void expect_same_poses(const char *what, subject *a, subject *b, rename_fn *renamed,
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

static void expect_same_mass_matrix(const char *what, subject *a, subject *b, rename_fn *renamed)
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

static void expect_no_worse(const char *what, const subject *before, const limb_report *after)
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
        // a root that is called world stays called so; what is joined may weigh what no part did
        const bool follows = f->rule == LIMB_RULE_LINK_WORLD || f->rule == LIMB_RULE_INERTIA_SCALE;
        if (count < 0 && f->severity >= LIMB_SEVERITY_WARNING && !follows)
            limb_test_fail(__FILE__, __LINE__, "%s of %s: %s [%s]", what, before->robot->file,
                           f->message, f->id);
    }
}

typedef limb_status verb_fn(limb_edit *edit, const limb_robot *robot);

// Makes the change on a second copy; false: the verb does not apply to this robot.
static bool changed(subject *out, const subject *before, const char *what, verb_fn *verb,
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

static void on_every_robot(robot_fn *fn)
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

//---- prefix --------------------------------------------------------------------------------------

static limb_status prefix(limb_edit *edit, const limb_robot *robot)
{
    (void)robot;
    return limb_edit_add_prefix(edit, "left_");
}

static const char *with_prefix(const char *name, char *buffer, size_t size)
{
    snprintf(buffer, size, "left_%s", name);
    return buffer;
}

static const char *without_prefix(const char *name, char *buffer, size_t size)
{
    (void)buffer, (void)size;
    ENSURE(strncmp(name, "left_", 5) == 0);
    return name + 5;
}

static void try_prefix(subject *before)
{
    subject after;
    if (!changed(&after, before, "prefix", prefix, true)) return;
    if (pose(before, NULL, 1, NULL) && pose(&after, without_prefix, 1, NULL)) {
        expect_same_poses("prefix", before, &after, with_prefix, 1);
        expect_same_mass_matrix("prefix", before, &after, with_prefix);
    }
    drop(&after);
}

TEST(a_prefix_changes_no_motion)
{
    on_every_robot(try_prefix);
}

//---- root ----------------------------------------------------------------------------------------

static int last_link(const limb_robot *robot)
{
    return robot->link_order[robot->norder - 1];
}

static limb_status root_at_last(limb_edit *edit, const limb_robot *robot)
{
    return limb_edit_set_root(edit, last_link(robot));
}

static void try_root(subject *before)
{
    subject after;
    if (!changed(&after, before, "root", root_at_last, true)) return;
    const char *name = before->robot->link[last_link(before->robot)].name;
    ENSURE_TEXT(after.robot->link[after.robot->root].name, name);
    if (pose(before, NULL, 1, NULL) && pose(&after, NULL, 1, NULL))
        expect_same_poses("root", before, &after, NULL, 1);
    drop_motion(before);
    drop_motion(&after);
    // the model turned around by itself has the same masses
    if (pose(before, NULL, 1, name) && pose(&after, NULL, 1, NULL))
        expect_same_mass_matrix("root", before, &after, NULL);
    drop(&after);
}

TEST(another_root_changes_no_motion)
{
    on_every_robot(try_root);
}

//---- lump ----------------------------------------------------------------------------------------

static limb_status lump(limb_edit *edit, const limb_robot *robot)
{
    (void)robot;
    return limb_edit_lump(edit);
}

static int count_shapes(const limb_robot *robot)
{
    int count = 0;
    for (int i = 0; i < robot->nlink; i++)
        count += robot->link[i].nvisual + robot->link[i].ncollision;
    return count;
}

static void try_lump(subject *before)
{
    subject after;
    if (!changed(&after, before, "lump", lump, true)) return;
    ENSURE_INT(count_shapes(after.robot), count_shapes(before->robot));
    if (pose(before, NULL, 1, NULL) && pose(&after, NULL, 1, NULL)) {
        expect_same_poses("lump", before, &after, NULL, 1);
        expect_same_mass_matrix("lump", before, &after, NULL);
        ENSURE_NEAR(limb_model_mass(after.model), limb_model_mass(before->model),
                    1e-12 * (1 + limb_model_mass(before->model)));
    }
    drop(&after);
}

TEST(folding_fixed_joints_changes_no_motion)
{
    on_every_robot(try_lump);
}

//---- scale ---------------------------------------------------------------------------------------

static limb_status scale(limb_edit *edit, const limb_robot *robot)
{
    (void)robot;
    return limb_edit_scale(edit, 2.5, true);
}

static void try_scale(subject *before)
{
    subject after;
    if (!changed(&after, before, "scale", scale, false)) return;
    if (pose(before, NULL, 1, NULL) && pose(&after, NULL, 2.5, NULL)) {
        expect_same_poses("scale", before, &after, NULL, 2.5);
        const double mass = limb_model_mass(before->model) * 2.5 * 2.5 * 2.5;
        ENSURE_NEAR(limb_model_mass(after.model), mass, 1e-12 * (1 + mass));
    }
    drop(&after);
}

TEST(scaling_scales_poses)
{
    on_every_robot(try_scale);
}

//---- mirror --------------------------------------------------------------------------------------

static limb_status mirror(limb_edit *edit, const limb_robot *robot)
{
    (void)robot;
    return limb_edit_mirror(edit, 1, "left", "right");
}

static limb_status mirror_twice(limb_edit *edit, const limb_robot *robot)
{
    const limb_status status = mirror(edit, robot);
    return status == LIMB_OK ? mirror(edit, robot) : status;
}

static void reflect(double pose[12], int axis)
{
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            if ((row == axis) != (column == axis)) pose[4 * row + column] *= -1;
}

static void try_mirror(subject *before)
{
    subject after;
    if (changed(&after, before, "mirror", mirror, false)) {
        // names that change places swap joint values: robots without such names are compared
        const bool has_sides = strstr(limb_test_source(before->robot), "left") ||
                               strstr(limb_test_source(before->robot), "right");
        if (!has_sides && pose(before, NULL, 1, NULL) && pose(&after, NULL, 1, NULL)) {
            const int root = before->robot->root;
            for (int i = 0; i < before->model->nlink; i++) {
                double a[12], b[12];
                if (before->model->link_body[i] < 0) continue;
                relative(before, root, i, a);
                relative(&after, root, i, b);
                reflect(a, 1);
                for (int k = 0; k < 12; k++)
                    ENSURE_NEAR(b[k], a[k], 1e-9 * (1 + fabs(a[k])));
            }
        }
        drop(&after);
    }
    subject twice;
    if (!changed(&twice, before, "mirror twice", mirror_twice, true)) return;
    drop_motion(before);
    if (pose(before, NULL, 1, NULL) && pose(&twice, NULL, 1, NULL)) {
        expect_same_poses("mirror twice", before, &twice, NULL, 1);
        expect_same_mass_matrix("mirror twice", before, &twice, NULL);
    }
    drop(&twice);
}

TEST(a_mirror_image_of_a_mirror_image_is_the_robot)
{
    on_every_robot(try_mirror);
}

//---- extract, remove, lock -----------------------------------------------------------------------

static int middle_link(const limb_robot *robot)
{
    return robot->link_order[robot->norder / 2];
}

static limb_status extract(limb_edit *edit, const limb_robot *robot)
{
    return limb_edit_extract(edit, middle_link(robot), -1);
}

static void try_extract(subject *before)
{
    subject after;
    if (!changed(&after, before, "extract", extract, true)) return;
    ENSURE_TEXT(after.robot->link[after.robot->root].name,
                before->robot->link[middle_link(before->robot)].name);
    const bool is_free = strstr(limb_test_source(before->robot), "<mimic") == NULL;
    if (is_free && pose(before, NULL, 1, NULL) && pose(&after, NULL, 1, NULL))
        expect_same_poses("extract", before, &after, NULL, 1);
    drop(&after);
}

TEST(an_extracted_part_moves_as_in_the_whole)
{
    on_every_robot(try_extract);
}

static limb_status remove_last(limb_edit *edit, const limb_robot *robot)
{
    return limb_edit_remove_tree(edit, last_link(robot));
}

static void try_remove(subject *before)
{
    subject after;
    if (!changed(&after, before, "remove", remove_last, true)) return;
    ENSURE(after.robot->nlink < before->robot->nlink);
    const bool is_free = strstr(limb_test_source(before->robot), "<mimic") == NULL;
    if (is_free && pose(before, NULL, 1, NULL) && pose(&after, NULL, 1, NULL))
        expect_same_poses("remove", before, &after, NULL, 1);
    drop(&after);
}

TEST(what_is_left_moves_as_before)
{
    on_every_robot(try_remove);
}

static int moving_joint(const limb_robot *robot)
{
    for (int i = 0; i < robot->njoint; i++) {
        const limb_joint_type type = robot->joint[i].type;
        if (!robot->joint[i].mimic &&
            (type == LIMB_JOINT_REVOLUTE || type == LIMB_JOINT_CONTINUOUS)) {
            return i;
        }
    }
    return -1;
}

static limb_status lock(limb_edit *edit, const limb_robot *robot)
{
    const int joint = moving_joint(robot);
    return limb_edit_lock_joint(edit, joint, joint < 0 ? 0 : value_of(robot->joint[joint].name));
}

static void try_lock(subject *before)
{
    subject after;
    if (!changed(&after, before, "lock", lock, true)) return;
    if (pose(before, NULL, 1, NULL) && pose(&after, NULL, 1, NULL))
        expect_same_poses("lock", before, &after, NULL, 1);
    drop(&after);
}

TEST(a_locked_joint_is_where_it_was)
{
    on_every_robot(try_lock);
}

//---- strip, join ---------------------------------------------------------------------------------

static limb_status strip(limb_edit *edit, const limb_robot *robot)
{
    (void)robot;
    limb_status status = limb_edit_strip(edit, LIMB_STRIP_VISUAL);
    if (status == LIMB_OK) status = limb_edit_strip(edit, LIMB_STRIP_COLLISION);
    if (status == LIMB_OK) status = limb_edit_strip(edit, LIMB_STRIP_GAZEBO);
    return status;
}

static void try_strip(subject *before)
{
    subject after;
    if (!changed(&after, before, "strip", strip, false)) return;
    ENSURE_INT(count_shapes(after.robot), 0);
    for (int i = 0; i < after.robot->nextension; i++)
        ENSURE(strcmp(after.robot->extension[i].tag, "gazebo") != 0);
    if (pose(before, NULL, 1, NULL) && pose(&after, NULL, 1, NULL)) {
        expect_same_poses("strip", before, &after, NULL, 1);
        expect_same_mass_matrix("strip", before, &after, NULL);
    }
    drop(&after);
}

TEST(stripping_changes_no_motion)
{
    on_every_robot(try_strip);
}

static limb_status join_itself(limb_edit *edit, const limb_robot *robot)
{
    const limb_join_opts opts = {.at = last_link(robot), .prefix = "left_"};
    return limb_edit_join(edit, robot, &opts);
}

static void try_join(subject *before)
{
    subject after;
    if (!changed(&after, before, "join", join_itself, false)) return;
    ENSURE_INT(after.robot->nlink, 2 * before->robot->nlink);
    ENSURE_INT(after.robot->njoint, 2 * before->robot->njoint + 1);
    if (pose(before, NULL, 1, NULL) && pose(&after, NULL, 1, NULL))
        expect_same_poses("join", before, &after, NULL, 1);
    drop(&after);
}

TEST(joined_robots_move_as_each_did)
{
    on_every_robot(try_join);
}
