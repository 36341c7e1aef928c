// Rules for a joint's own values: axis, limits, dynamics, safety controller, calibration.
#include "documents/rules/check.h"

#include "base/number.h"
#include "base/text.h"
#include "documents/urdf/types.h"

#include <math.h>
#include <stdio.h>

// a unit vector written with three decimals still counts as one
static const double UNIT_TOLERANCE = 2e-3;
// larger numbers replace infinity: 160 turns, 10 km, a million newton meters
static const double HUGE_ANGLE = 1e3;
static const double HUGE_LENGTH = 1e4;
static const double HUGE_RATE = 1e6;
// above any real speed: a geared joint reaches 160 turns a second, a bare propeller 1600,
// a rail gun
static const double MAX_JOINT_SPEED = 1e3;
static const double MAX_WHEEL_SPEED = 1e4;
static const double MAX_SLIDE_SPEED = 1e2;

static void check_axis(limb__check *c, const limb_joint *joint);
static void fix_axis(limb__check *c, const limb_joint *joint, double length);
static void check_limit(limb__check *c, const limb_joint *joint);
static void check_complete(limb__check *c, const limb_joint *joint, const char *first,
                           bool has_first, const char *second, bool has_second);
static void check_range(limb__check *c, const limb_joint *joint);
static void check_rate(limb__check *c, const limb_joint *joint, const char *name, bool given,
                       double value);
static void check_speed(limb__check *c, const limb_joint *joint);
static void check_dynamics(limb__check *c, const limb_joint *joint);
static void check_safety(limb__check *c, const limb_joint *joint);
static void check_soft_limits(limb__check *c, const limb_joint *joint);
static void check_calibration(limb__check *c, const limb_joint *joint, const char *name, bool given,
                              double value);
static bool is_bounded(const limb_joint *joint);

void limb__check_joint_values(limb__check *c, int index)
{
    const limb_joint *joint = &c->robot->joint[index];
    limb__check_origin_angles(c, &joint->origin);
    if (!limb__check_knows_type(c, joint)) return;
    check_axis(c, joint);
    check_limit(c, joint);
    if (joint->dynamics) check_dynamics(c, joint);
    if (joint->safety) check_safety(c, joint);
    if (joint->calibration) {
        const limb_calibration *k = joint->calibration;
        check_calibration(c, joint, "rising", k->has_rising, k->rising);
        check_calibration(c, joint, "falling", k->has_falling, k->falling);
    }
}

static void check_axis(limb__check *c, const limb_joint *joint)
{
    const bool has_none = !limb__joint_table[joint->type].has_axis;
    const char *type = limb_joint_type_name(joint->type);
    if (has_none && joint->axis_node >= 0) {
        limb__report(c->report, limb__check_at(c, joint->axis_node, NULL), LIMB_RULE_AXIS_IGNORED,
                     "a %s joint has no axis; this one is ignored", type);
    }
    if (has_none) return;
    if (joint->axis_node < 0) {
        limb__report(c->report, limb__check_at(c, joint->node, "name"), LIMB_RULE_AXIS_MISSING,
                     "there is no <axis>, so the %s joint moves %s x", type,
                     joint->type == LIMB_JOINT_PRISMATIC ? "along"
                     : joint->type == LIMB_JOINT_PLANAR  ? "in the plane normal to"
                                                         : "about");
        return;
    }
    if (!joint->has_axis) return;
    const double *a = joint->axis;
    double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    if (isinf(length)) length = hypot(hypot(a[0], a[1]), a[2]); // the squares overflowed
    if (length < 1e-12) {
        limb__report(c->report, limb__check_at(c, joint->axis_node, "xyz"), LIMB_RULE_AXIS_ZERO,
                     "axis has zero length");
    } else if (fabs(length - 1) > UNIT_TOLERANCE) {
        char shown[LIMB__SHOWN_SIZE];
        limb__report(c->report, limb__check_at(c, joint->axis_node, "xyz"), LIMB_RULE_AXIS_NOT_UNIT,
                     "axis has length %s, not 1; some tools scale the motion by it",
                     limb__check_show(length, shown));
        fix_axis(c, joint, length);
    }
}

static void fix_axis(limb__check *c, const limb_joint *joint, double length)
{
    const int attr = limb__xml_find_attr(c->doc, joint->axis_node, "xyz");
    if (attr < 0 || !isfinite(length)) return;
    char text[3 * LIMB__NUMBER_TEXT_MAX + 3];
    size_t size = 0;
    for (int k = 0; k < 3; k++) {
        if (k > 0) text[size++] = ' ';
        size += limb__number_print(text + size, joint->axis[k] / length + 0.0);
    }
    const limb__xml_attr *a = &c->doc->attr[attr];
    text[size] = 0;
    limb__report_fix(c->report, limb__place_text(&c->places->source, a->value, a->value_size),
                     "write a unit vector", text);
}

//---- limits --------------------------------------------------------------------------------------

static void check_limit(limb__check *c, const limb_joint *joint)
{
    const limb_limit *limit = joint->limit;
    if (!limit) {
        if (!is_bounded(joint)) return;
        limb__report(c->report, limb__check_at(c, joint->node, "name"), LIMB_RULE_LIMIT_MISSING,
                     "a %s joint needs a <limit>", limb_joint_type_name(joint->type));
        return;
    }
    // up to URDF 1.1 effort and velocity are required for every type, in 1.2 lower and upper
    // for bounded joints
    const bool new_rules = c->robot->version_minor >= 2;
    if (!new_rules) {
        check_complete(c, joint, "effort", limit->has_effort, "velocity", limit->has_velocity);
    } else if (is_bounded(joint)) {
        check_complete(c, joint, "lower", limit->has_lower, "upper", limit->has_upper);
    }
    if (!limb__joint_table[joint->type].has_axis) {
        limb__report(c->report, limb__check_at(c, limit->node, NULL), LIMB_RULE_LIMIT_IGNORED,
                     "a %s joint has no limit; this one is ignored",
                     limb_joint_type_name(joint->type));
        return;
    }
    if (is_bounded(joint)) {
        if (!new_rules || (limit->has_lower && limit->has_upper)) check_range(c, joint);
    } else if (joint->type == LIMB_JOINT_CONTINUOUS && (limit->has_lower || limit->has_upper)) {
        limb__report(c->report,
                     limb__check_at(c, limit->node, limit->has_lower ? "lower" : "upper"),
                     LIMB_RULE_LIMIT_IGNORED,
                     "a continuous joint has no position limits; lower and upper are ignored");
    }
    check_rate(c, joint, "effort", limit->has_effort, limit->effort);
    check_rate(c, joint, "velocity", limit->has_velocity, limit->velocity);
    if (limit->has_velocity) check_speed(c, joint);
    check_rate(c, joint, "acceleration", limit->has_acceleration, limit->acceleration);
    check_rate(c, joint, "deceleration", limit->has_deceleration, limit->deceleration);
    check_rate(c, joint, "jerk", limit->has_jerk, limit->jerk);
}

// Present but unreadable values were reported by the reader.
static void check_complete(limb__check *c, const limb_joint *joint, const char *first,
                           bool has_first, const char *second, bool has_second)
{
    const int node = joint->limit->node;
    const bool no_first = !has_first && limb__xml_find_attr(c->doc, node, first) < 0;
    const bool no_second = !has_second && limb__xml_find_attr(c->doc, node, second) < 0;
    if (!no_first && !no_second) return;
    limb__report(c->report, limb__check_at(c, node, NULL), LIMB_RULE_LIMIT_INCOMPLETE,
                 "<limit> lacks %s%s%s; urdfdom, and with it ROS, refuses the whole file",
                 no_first ? first : "", no_first && no_second ? " and " : "",
                 no_second ? second : "");
}

static void check_range(limb__check *c, const limb_joint *joint)
{
    const limb_limit *limit = joint->limit;
    if (limb__check_is_broken(c, limit->node, "lower", limit->has_lower) ||
        limb__check_is_broken(c, limit->node, "upper", limit->has_upper)) {
        return;
    }
    char low[LIMB__SHOWN_SIZE];
    char high[LIMB__SHOWN_SIZE];
    if (limit->lower > limit->upper) {
        limb__report(c->report,
                     limb__check_at(c, limit->node, limit->has_lower ? "lower" : "upper"),
                     LIMB_RULE_LIMIT_SWAPPED, "lower limit %s is above upper limit %s%s",
                     limb__check_show(limit->lower, low), limb__check_show(limit->upper, high),
                     limit->has_lower && limit->has_upper ? "" : " (the absent one is 0)");
        return;
    }
    if (limit->lower == limit->upper) {
        const bool absent = !limit->has_lower && !limit->has_upper;
        limb__report(c->report, limb__check_at(c, limit->node, limit->has_lower ? "lower" : NULL),
                     LIMB_RULE_LIMIT_EMPTY,
                     absent ? "<limit> has neither lower nor upper, so the joint "
                              "is locked at %s"
                            : "lower and upper limit are both %s, so the joint cannot move",
                     limb__check_show(limit->lower, low));
        return;
    }
    if (joint->type == LIMB_JOINT_REVOLUTE) limb__check_bound_angles(c, joint);
    const double huge = joint->type == LIMB_JOINT_REVOLUTE ? HUGE_ANGLE : HUGE_LENGTH;
    const bool huge_low = limit->lower <= -huge && isfinite(limit->lower);
    const bool huge_high = limit->upper >= huge && isfinite(limit->upper);
    if (huge_low || huge_high) {
        limb__report(c->report, limb__check_at(c, limit->node, huge_high ? "upper" : "lower"),
                     LIMB_RULE_LIMIT_HUGE, "limit %s is used in place of infinity%s",
                     huge_high ? limb__check_show(limit->upper, high)
                               : limb__check_show(limit->lower, low),
                     joint->type == LIMB_JOINT_REVOLUTE ? "; a continuous joint needs none" : "");
    }
}

static void check_rate(limb__check *c, const limb_joint *joint, const char *name, bool given,
                       double value)
{
    if (!given || (value > 0 && value < HUGE_RATE)) return;
    char shown[LIMB__SHOWN_SIZE];
    limb__check_show(value, shown);
    const int node = joint->limit->node;
    if (value < 0) {
        limb__report(c->report, limb__check_at(c, node, name), LIMB_RULE_LIMIT_NEGATIVE,
                     "%s limit %s is negative", name, shown);
    } else if (value == 0 && !joint->mimic) {
        limb__report(c->report, limb__check_at(c, node, name), LIMB_RULE_LIMIT_ZERO,
                     "%s limit is 0, which controllers take as \"cannot move\"", name);
    } else if (value >= HUGE_RATE && isfinite(value)) {
        limb__report(c->report, limb__check_at(c, node, name), LIMB_RULE_LIMIT_HUGE,
                     "%s limit %s is used in place of infinity", name, shown);
    }
}

static void check_speed(limb__check *c, const limb_joint *joint)
{
    const double velocity = joint->limit->velocity;
    const bool slides = joint->type == LIMB_JOINT_PRISMATIC;
    const double max = slides                               ? MAX_SLIDE_SPEED
                       : joint->type == LIMB_JOINT_REVOLUTE ? MAX_JOINT_SPEED
                                                            : MAX_WHEEL_SPEED;
    if (velocity <= max || velocity >= HUGE_RATE) return; // reported by limit-huge
    char shown[LIMB__SHOWN_SIZE];
    limb__report(c->report, limb__check_at(c, joint->limit->node, "velocity"),
                 LIMB_RULE_VELOCITY_PLACEHOLDER,
                 "velocity limit %s %s looks like a placeholder: no %s joint is that fast",
                 limb__check_show(velocity, shown), slides ? "m/s" : "rad/s",
                 limb_joint_type_name(joint->type));
}

//---- dynamics, safety controller, calibration ----------------------------------------------------

static void check_dynamics(limb__check *c, const limb_joint *joint)
{
    const limb_dynamics *d = joint->dynamics;
    if (d->damping < 0) {
        limb__report(c->report, limb__check_at(c, d->node, "damping"), LIMB_RULE_DYNAMICS_NEGATIVE,
                     "damping is negative, which adds energy");
    }
    if (d->friction < 0) {
        limb__report(c->report, limb__check_at(c, d->node, "friction"), LIMB_RULE_DYNAMICS_NEGATIVE,
                     "friction is negative");
    }
}

static void check_safety(limb__check *c, const limb_joint *joint)
{
    const limb_safety *s = joint->safety;
    if (s->has_k_velocity && !(s->k_velocity > 0)) {
        limb__report(c->report, limb__check_at(c, s->node, "k_velocity"), LIMB_RULE_SAFETY_GAIN,
                     "k_velocity is not positive, so the effort is not limited as "
                     "meant");
    }
    const bool bounded = is_bounded(joint);
    if (bounded && !(s->k_position > 0) &&
        !limb__check_is_broken(c, s->node, "k_position", s->has_k_position)) {
        limb__report(c->report, limb__check_at(c, s->node, "k_position"), LIMB_RULE_SAFETY_GAIN,
                     "k_position is not positive, so the controller holds the "
                     "joint still");
    }
    if (bounded && joint->limit &&
        !limb__check_is_broken(c, s->node, "soft_lower_limit", s->has_soft_lower) &&
        !limb__check_is_broken(c, s->node, "soft_upper_limit", s->has_soft_upper)) {
        check_soft_limits(c, joint);
    }
}

static void check_soft_limits(limb__check *c, const limb_joint *joint)
{
    const limb_safety *s = joint->safety;
    const limb_limit *limit = joint->limit;
    char low[LIMB__SHOWN_SIZE];
    char high[LIMB__SHOWN_SIZE];
    if (!s->has_soft_lower && !s->has_soft_upper) {
        limb__report(c->report, limb__check_at(c, s->node, NULL), LIMB_RULE_SAFETY_ORDER,
                     "the soft limits are absent and mean 0 to 0");
        return;
    }
    if (s->soft_lower >= s->soft_upper) {
        limb__report(
            c->report,
            limb__check_at(c, s->node, s->has_soft_lower ? "soft_lower_limit" : "soft_upper_limit"),
            LIMB_RULE_SAFETY_ORDER, "soft_lower_limit %s is not below soft_upper_limit %s",
            limb__check_show(s->soft_lower, low), limb__check_show(s->soft_upper, high));
        return;
    }
    if (!limb__check_has_range(c, limit)) return;
    if (s->soft_lower < limit->lower) {
        limb__report(c->report, limb__check_at(c, s->node, "soft_lower_limit"),
                     LIMB_RULE_SAFETY_ORDER, "soft_lower_limit %s lies below the lower limit %s",
                     limb__check_show(s->soft_lower, low), limb__check_show(limit->lower, high));
    }
    if (s->soft_upper > limit->upper) {
        limb__report(c->report, limb__check_at(c, s->node, "soft_upper_limit"),
                     LIMB_RULE_SAFETY_ORDER, "soft_upper_limit %s lies above the upper limit %s",
                     limb__check_show(s->soft_upper, high), limb__check_show(limit->upper, low));
    }
}

static void check_calibration(limb__check *c, const limb_joint *joint, const char *name, bool given,
                              double value)
{
    const limb_limit *limit = joint->limit;
    if (!given || !is_bounded(joint) || !limit || !limb__check_has_range(c, limit)) return;
    if (value >= limit->lower && value <= limit->upper) return;
    char shown[3][LIMB__SHOWN_SIZE];
    limb__report(c->report, limb__check_at(c, joint->calibration->node, name),
                 LIMB_RULE_CALIBRATION_RANGE, "the %s edge at %s lies outside the limits %s to %s",
                 name, limb__check_show(value, shown[0]), limb__check_show(limit->lower, shown[1]),
                 limb__check_show(limit->upper, shown[2]));
}

static bool is_bounded(const limb_joint *joint)
{
    return limb__joint_table[joint->type].has_bounds;
}
