// Fill: writes the model's block from the folded bodies; coordinates, limits and names.
#include "build/model/model_build.h"

#include "numbers/kernels/kernels.h"
#include "numbers/math/pose.h"
#include "numbers/model/model.h"

#include <math.h>
#include <string.h>

static const char *const part_suffix[4] = {"", "/x", "/y", "/theta"};
static const char *const q_suffix[7] = {"/x", "/y", "/z", "/qx", "/qy", "/qz", "/qw"};
static const char *const v_suffix[6] = {"/wx", "/wy", "/wz", "/vx", "/vy", "/vz"};
static const char floating_base_name[] = "floating_base";

typedef struct filler {
    limb__model_builder *build;
    limb_model *m;
    limb__model_fill *fill;
    char *text;    // end of the names so far
    int *joint_of; // robot's joint to the model's, -1: none             (robot->njoint)
} filler;

static limb_model measure(const limb__model_builder *build, int *njoint_name, size_t *text_size);
static bool differs(const limb__model_builder *build, int link);
static const char *source_name(const limb__model_builder *build, const limb__built_joint *joint);
static bool follows(const limb__model_builder *build, const limb__built_joint *joint);
static void fill_tree(filler *f);
static void put_turn(const double frame[12], double *lane);
static void fill_coordinates(filler *f);
static void fill_links(filler *f);
static bool aligned(const limb__model_builder *build, int link);
static void put_slot(filler *f, int link, int slot);
static void put_pick(const double frame[12], int pick[8], double sign[4]);
static void fill_names(filler *f);
static void fill_floating_names(filler *f, int joint, const char *name);
static void clear_coordinates(filler *f);
static void fill_limits(filler *f, int joint);
static void narrow_limits(filler *f, int joint, int source);
static void add_dynamics(filler *f, int joint);
static bool wraps(const filler *f, int joint);
static const char *put_text(filler *f, const char *text, const char *suffix);

limb_status limb__model_fill_block(limb__model_builder *build, limb_model **out)
{
    const limb_robot *robot = build->robot;
    int njoint_name;
    size_t text_size;
    const limb_model sizes = measure(build, &njoint_name, &text_size);
    filler f = {.build = build};
    f.joint_of = LIMB__ARENA_ARRAY(&build->arena, int, robot->njoint);
    if (build->arena.failed) return LIMB_ERROR_MEMORY;
    f.m = limb__model_place(&sizes, njoint_name, text_size, build->opts->memory);
    if (!f.m) return LIMB_ERROR_MEMORY;
    f.fill = limb__model_fill_of(f.m);
    f.text = f.fill->text;

    static const double gravity[3] = {0, 0, -9.81};
    limb__copy3(build->opts->gravity ? build->opts->gravity : gravity, f.m->gravity);
    limb_pose_identity(f.m->base_pose);
    if (build->opts->base_pose) limb__pose_copy(build->opts->base_pose, f.m->base_pose);
    f.m->isa = limb__isa_choose(build->opts->isa);
    limb__model_fill_of(f.m)->kernels = limb__kernels_of(f.m->isa);
    f.m->root = build->root;
    fill_tree(&f);
    fill_coordinates(&f);
    limb__model_group(f.m);
    fill_links(&f);
    fill_names(&f);
    limb__model_fill_lanes(f.m);
    limb__model_fill_mobility(f.m);
    *out = f.m;
    return LIMB_OK;
}

static limb_model measure(const limb__model_builder *build, int *njoint_name, size_t *text_size)
{
    const limb_robot *robot = build->robot;
    limb_model m = {.nlink = robot->nlink, .njoint = build->njoint, .nbody = build->njoint + 1};
    m.nslot = m.nbody;
    *text_size = 1;
    for (int link = 0; link < robot->nlink; link++) {
        *text_size += strlen(robot->link[link].name) + 1;
        if (differs(build, link)) m.nslot++;
    }
    *njoint_name = m.njoint;
    for (int i = 0; i < m.njoint; i++) {
        const limb__built_joint *joint = &build->joint[i];
        const size_t name_size = strlen(source_name(build, joint)) + sizeof "/theta";
        const bool floating = joint->kind == LIMB_MOTION_FLOATING;
        *text_size += name_size * (floating ? 14 : 2);
        if (joint->part == 1) ++*njoint_name;
        if (follows(build, joint)) {
            m.nmimic++;
            continue;
        }
        m.nq += floating ? 7 : 1;
        m.nv += floating ? 6 : 1;
    }
    return m;
}

// returns whether a link needs a pose in addition to its body's
static bool differs(const limb__model_builder *build, int link)
{
    if (build->link_body[link] < 0) return true;
    double identity[12];
    limb_pose_identity(identity);
    const double *frame = build->link_frame + 12 * (size_t)link;
    for (int k = 0; k < 12; k++) {
        if (frame[k] != identity[k]) return true;
    }
    return false;
}

static const char *source_name(const limb__model_builder *build, const limb__built_joint *joint)
{
    return joint->source < 0 ? floating_base_name : build->robot->joint[joint->source].name;
}

static bool follows(const limb__model_builder *build, const limb__built_joint *joint)
{
    return joint->source >= 0 && joint->part == 0 && joint->kind != LIMB_MOTION_FLOATING &&
           build->plan[joint->source].source != joint->source;
}

static void fill_tree(filler *f)
{
    const limb__model_builder *build = f->build;
    limb__model_fill *fill = f->fill;
    for (int joint = 0; joint < build->robot->njoint; joint++)
        f->joint_of[joint] = -1;
    memcpy(fill->body_inertia, build->body_inertia, 10 * sizeof(double) * (size_t)f->m->nbody);
    int *depth = fill->slot_body; // of each body, until the slots are filled
    depth[0] = 0;
    for (int i = 0; i < f->m->njoint; i++) {
        const limb__built_joint *joint = &build->joint[i];
        fill->joint_parent[i] = joint->parent;
        fill->joint_kind[i] = (int)joint->kind;
        fill->joint_source[i] = joint->source;
        limb__pose_copy(joint->frame, fill->joint_frame + 12 * (size_t)i);
        put_turn(joint->frame, fill->joint_turn + 24 * (size_t)(i / 4) + i % 4);
        if (joint->kind == LIMB_MOTION_FLOATING) fill->floating[fill->nfloating++] = i;
        if (joint->source >= 0 && joint->part <= 1) f->joint_of[joint->source] = i;
        depth[i + 1] = depth[joint->parent] + 1;
        if (depth[i + 1] > f->m->depth) f->m->depth = depth[i + 1];
    }
}

// the columns x and y into one lane of a block
static void put_turn(const double frame[12], double *lane)
{
    for (int k = 0; k < 6; k++)
        lane[4 * k] = frame[4 * (k % 3) + k / 3];
}

// independent joints take their coordinates in order, then followers take their source's
static void fill_coordinates(filler *f)
{
    const limb__model_builder *build = f->build;
    limb__model_fill *fill = f->fill;
    clear_coordinates(f);
    int q = 0, v = 0;
    for (int i = 0; i < f->m->njoint; i++) {
        fill->joint_scale[i] = 1;
        fill->joint_offset[i] = 0;
        fill->joint_wraps[i] = false;
        fill->joint_mimics[i] = follows(build, &build->joint[i]);
        if (fill->joint_mimics[i]) continue;
        const bool floating = fill->joint_kind[i] == LIMB_MOTION_FLOATING;
        fill->joint_q[i] = q;
        fill->joint_v[i] = v;
        for (int k = 0; k < (floating ? 6 : 1); k++)
            fill->v_q[v + k] = floating ? -1 : q;
        q += floating ? 7 : 1;
        v += floating ? 6 : 1;
        fill->joint_wraps[i] = wraps(f, i);
        fill_limits(f, i);
    }
    for (int i = 0; i < f->m->njoint; i++) {
        if (fill->joint_mimics[i]) {
            const limb__joint_plan *plan = &build->plan[build->joint[i].source];
            const int source = f->joint_of[plan->source];
            fill->joint_scale[i] = plan->scale;
            fill->joint_offset[i] = plan->offset;
            fill->joint_q[i] = fill->joint_q[source];
            fill->joint_v[i] = fill->joint_v[source];
            // a full turn of the source must leave its followers unchanged
            if (fill->joint_kind[i] != LIMB_MOTION_REVOLUTE || plan->scale != round(plan->scale))
                fill->joint_wraps[source] = false;
            narrow_limits(f, i, source);
        }
        add_dynamics(f, i);
    }
}

static void clear_coordinates(filler *f)
{
    limb__model_fill *fill = f->fill;
    for (int q = 0; q < f->m->nq; q++) {
        fill->q_min[q] = -INFINITY;
        fill->q_max[q] = INFINITY;
    }
    for (int v = 0; v < f->m->nv; v++) {
        fill->v_max[v] = fill->tau_max[v] = INFINITY;
        fill->a_max[v] = fill->d_max[v] = fill->jerk_max[v] = INFINITY;
        fill->damping[v] = fill->friction[v] = 0;
        fill->rising[v] = fill->falling[v] = NAN;
        fill->has_safety[v] = false;
        fill->soft_min[v] = -INFINITY;
        fill->soft_max[v] = INFINITY;
        fill->k_position[v] = fill->k_velocity[v] = 0;
    }
}

static bool wraps(const filler *f, int i)
{
    const limb__built_joint *joint = &f->build->joint[i];
    if (joint->part == 3) return true;
    if (joint->source < 0 || joint->part != 0) return false;
    const limb_joint_info *info = limb_joint_info_of(f->build->robot->joint[joint->source].type);
    return info->ndof == 1 && info->turns && !info->has_bounds;
}

static void fill_limits(filler *f, int i)
{
    const limb__built_joint *built = &f->build->joint[i];
    limb__model_fill *fill = f->fill;
    if (built->source < 0 || built->part != 0 || built->kind == LIMB_MOTION_FLOATING) return;
    const limb_joint *joint = &f->build->robot->joint[built->source];
    const int q = fill->joint_q[i], v = fill->joint_v[i];
    if (joint->limit) {
        const limb_limit *limit = joint->limit;
        // absent limits are infinite: 0 would lock the joint
        if (limit->has_velocity) fill->v_max[v] = limit->velocity;
        if (limit->has_effort) fill->tau_max[v] = limit->effort;
        fill->a_max[v] = limit->acceleration;
        fill->d_max[v] = limit->deceleration;
        fill->jerk_max[v] = limit->jerk;
        if (limb_joint_info_of(joint->type)->has_bounds) {
            fill->q_min[q] = fmin(limit->lower, limit->upper);
            fill->q_max[q] = fmax(limit->lower, limit->upper);
        }
    }
    fill->soft_min[v] = fill->q_min[q];
    fill->soft_max[v] = fill->q_max[q];
    if (joint->safety && joint->safety->has_k_velocity) {
        fill->has_safety[v] = true;
        fill->soft_min[v] = joint->safety->soft_lower;
        fill->soft_max[v] = joint->safety->soft_upper;
        fill->k_position[v] = joint->safety->k_position;
        fill->k_velocity[v] = joint->safety->k_velocity;
    }
    if (joint->calibration && joint->calibration->has_rising)
        fill->rising[v] = joint->calibration->rising;
    if (joint->calibration && joint->calibration->has_falling)
        fill->falling[v] = joint->calibration->falling;
}

// A source moves only where its followers may move. Followers that would allow no motion are
// ignored, and so are differences that may be rounding: limb check reports both.
static void narrow_limits(filler *f, int i, int source)
{
    static const double rounding = 1e-9;
    limb__model_fill *fill = f->fill;
    const limb_joint *joint = &f->build->robot->joint[f->build->joint[i].source];
    const double scale = fill->joint_scale[i], offset = fill->joint_offset[i];
    if (!joint->limit || !limb_joint_info_of(joint->type)->has_bounds || scale == 0) return;
    const double a = (joint->limit->lower - offset) / scale;
    const double b = (joint->limit->upper - offset) / scale;
    const int q = fill->joint_q[source], v = fill->joint_v[source];
    const double slack = rounding * fabs(a - b);
    double low = fmin(a, b), high = fmax(a, b);
    if (low < fill->q_min[q] + slack) low = fill->q_min[q];
    if (high > fill->q_max[q] - slack) high = fill->q_max[q];
    if (!(low < high)) return;
    fill->q_min[q] = low;
    fill->q_max[q] = high;
    if (isfinite(low) || isfinite(high)) fill->joint_wraps[source] = false;
    if (fill->has_safety[v]) return;
    fill->soft_min[v] = low;
    fill->soft_max[v] = high;
}

// a follower's damping, expressed in the coordinate, is multiplied by the square of its scale (D =
// G^T D G)
static void add_dynamics(filler *f, int i)
{
    const limb__built_joint *built = &f->build->joint[i];
    if (built->source < 0) return;
    const limb_dynamics *dynamics = f->build->robot->joint[built->source].dynamics;
    if (!dynamics) return;
    limb__model_fill *fill = f->fill;
    const double scale = fill->joint_scale[i];
    const int first = fill->joint_v[i];
    for (int k = 0; k < (built->kind == LIMB_MOTION_FLOATING ? 6 : 1); k++) {
        fill->damping[first + k] += scale * scale * dynamics->damping;
        fill->friction[first + k] += fabs(scale) * dynamics->friction;
    }
}

static void fill_links(filler *f)
{
    const limb__model_builder *build = f->build;
    limb__model_fill *fill = f->fill;
    for (int body = 0; body < f->m->nbody; body++) {
        fill->slot_body[body] = body;
        limb_pose_identity(fill->slot_frame + 12 * (size_t)body);
    }
    for (int link = 0; link < f->m->nlink; link++) {
        fill->link_body[link] = fill->link_slot[link] = build->link_body[link];
        limb__pose_copy(build->link_frame + 12 * (size_t)link,
                        fill->link_frame + 12 * (size_t)link);
    }
    // first slots whose axes are a permutation of the body's, as after joints about x and y
    int slot = f->m->nbody;
    for (int link = 0; link < f->m->nlink; link++) {
        if (differs(build, link) && aligned(build, link)) put_slot(f, link, slot++);
    }
    fill->naligned = slot - f->m->nbody;
    for (int i = 0; i < fill->naligned; i++) {
        put_pick(fill->slot_frame + 12 * (size_t)(f->m->nbody + i), fill->slot_pick + 8 * (size_t)i,
                 fill->slot_sign + 4 * (size_t)i);
    }
    for (int link = 0; link < f->m->nlink; link++) {
        if (differs(build, link) && !aligned(build, link)) put_slot(f, link, slot++);
    }
}

static bool aligned(const limb__model_builder *build, int link)
{
    const double *frame = build->link_frame + 12 * (size_t)link;
    for (int k = 0; k < 12; k++) {
        const bool unit = frame[k] == 0 || (k % 4 < 3 && fabs(frame[k]) == 1);
        if (!unit) return false;
    }
    return true;
}

// links that are not connected to the root have NaN poses
static void put_slot(filler *f, int link, int slot)
{
    const int body = f->build->link_body[link];
    f->fill->link_slot[link] = slot;
    f->fill->slot_body[slot] = body < 0 ? 0 : body;
    limb__pose_copy(f->build->link_frame + 12 * (size_t)link,
                    f->fill->slot_frame + 12 * (size_t)slot);
}

static void put_pick(const double frame[12], int pick[8], double sign[4])
{
    for (int k = 0; k < 4; k++) {
        int row = 0;
        while (row < 2 && frame[4 * row + k] == 0)
            row++;
        sign[k] = k == 3 ? 1 : frame[4 * row + k];
        pick[2 * k] = 2 * (k == 3 ? 3 : row);
        pick[2 * k + 1] = pick[2 * k] + 1;
    }
}

static void fill_names(filler *f)
{
    const limb__model_builder *build = f->build;
    limb__model_fill *fill = f->fill;
    for (int link = 0; link < f->m->nlink; link++) {
        fill->link_name[link] = put_text(f, build->robot->link[link].name, "");
        fill->link_by_name[link] = (limb__name){fill->link_name[link], link};
    }
    int named = 0;
    for (int i = 0; i < f->m->njoint; i++) {
        const limb__built_joint *joint = &build->joint[i];
        const char *name = source_name(build, joint);
        fill->joint_name[i] = put_text(f, name, part_suffix[joint->part]);
        fill->joint_by_name[named++] = (limb__name){fill->joint_name[i], i};
        if (joint->part == 1) fill->joint_by_name[named++] = (limb__name){put_text(f, name, ""), i};
        if (joint->kind == LIMB_MOTION_FLOATING) {
            fill_floating_names(f, i, name);
        } else if (!fill->joint_mimics[i]) {
            fill->q_name[fill->joint_q[i]] = fill->joint_name[i];
            fill->v_name[fill->joint_v[i]] = fill->joint_name[i];
        }
    }
    limb__model_sort_names(fill->link_by_name, f->m->nlink);
    limb__model_sort_names(fill->joint_by_name, named);
}

static void fill_floating_names(filler *f, int i, const char *name)
{
    for (int k = 0; k < 7; k++)
        f->fill->q_name[f->fill->joint_q[i] + k] = put_text(f, name, q_suffix[k]);
    for (int k = 0; k < 6; k++)
        f->fill->v_name[f->fill->joint_v[i] + k] = put_text(f, name, v_suffix[k]);
}

static const char *put_text(filler *f, const char *text, const char *suffix)
{
    char *start = f->text;
    const size_t size = strlen(text), suffix_size = strlen(suffix);
    memcpy(start, text, size);
    memcpy(start + size, suffix, suffix_size + 1);
    f->text += size + suffix_size + 1;
    return start;
}
