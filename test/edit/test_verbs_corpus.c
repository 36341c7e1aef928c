// Every verb on every robot of the corpus and the examples: the result loads, has no new findings,
// and moves as the verb promises.
#include "edit/verb_subject.h"

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
