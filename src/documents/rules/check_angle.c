// Angles that appear to be in degrees: URDF uses radians; rotations beyond a full turn, or limits
// of a revolute joint beyond a few, are implausible.
#include "documents/rules/check.h"

#include <math.h>

static const double MAX_RPY = 6.3;     // a full turn, rounded up
static const double MAX_BOUND = 12.7;  // two turns; robots with more are wound up by something else
static const double MAX_DEGREES = 720; // larger values are not angles, or replace infinity
static const double DEGREE = 3.14159265358979323846 / 180;

static bool can_be_virtual(const limb__check *c, const limb_joint *joint);
static bool is_beyond(double angle, double max);

void limb__check_origin_angles(limb__check *c, const limb_origin *origin)
{
    if (!origin->has_rpy) return;
    int first = -1;
    int last = -1;
    for (int i = 0; i < 3; i++) {
        if (!is_beyond(origin->rpy[i], MAX_RPY)) continue;
        if (first < 0) first = i;
        last = i;
    }
    if (first < 0) return;
    char written[LIMB__SHOWN_SIZE];
    char meant[LIMB__SHOWN_SIZE];
    limb__report(c->report, limb__check_at_numbers(c, origin->node, "rpy", first, last),
                 LIMB_RULE_ANGLE_DEGREES,
                 "the angle %s is more than a full turn; in radians, %s degrees are %s",
                 limb__check_show(origin->rpy[first], written), written,
                 limb__check_show(origin->rpy[first] * DEGREE, meant));
}

void limb__check_bound_angles(limb__check *c, const limb_joint *joint)
{
    const limb_limit *limit = joint->limit;
    const bool low = limit->has_lower && is_beyond(limit->lower, MAX_BOUND);
    const bool high = limit->has_upper && is_beyond(limit->upper, MAX_BOUND);
    if ((!low && !high) || can_be_virtual(c, joint)) return;
    const double bound = low ? limit->lower : limit->upper;
    char written[LIMB__SHOWN_SIZE];
    char meant[LIMB__SHOWN_SIZE];
    limb__report(
        c->report, limb__check_at(c, limit->node, low ? "lower" : "upper"), LIMB_RULE_ANGLE_DEGREES,
        "the limit %s is more than two turns; in radians, %s degrees are %s",
        limb__check_show(bound, written), written, limb__check_show(bound * DEGREE, meant));
}

// A joint without a body to move, for example of a planar base, may have any limits.
static bool can_be_virtual(const limb__check *c, const limb_joint *joint)
{
    if (joint->child < 0) return false;
    const limb_link *child = &c->robot->link[joint->child];
    return child->nvisual + child->ncollision == 0;
}

static bool is_beyond(double angle, double max)
{
    return fabs(angle) > max && fabs(angle) <= MAX_DEGREES;
}
