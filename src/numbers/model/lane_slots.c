// The constants of the kernels in lanes: finds the zeros and ones in frames.
#include "numbers/model/lane_slots.h"

#include "numbers/model/model.h"

#include <math.h>

// Below this an entry of a rotation is negligible compared with the rounding of floats (2^-24):
// quarter turns are often written with few digits.
static const double NOTHING_IN_FLOATS = 0x1p-30;

static limb__lane_slot describe(const limb_model *m, int slot, double nothing);
static void describe_frame(const double frame[12], double nothing, limb__lane_slot *out);
static int same_axis(const double turn[9], int axis, double nothing);
static bool has_dust(const limb__lane_slot *slot);
static limb__lane_slot_float in_floats(const limb__lane_slot *from);
static void describe_mass(const double inertia[10], double out[LIMB__LANE_MASS]);

void limb__model_fill_lanes(limb_model *m)
{
    limb__model_fill *fill = limb__model_fill_of(m);
    for (int slot = 0; slot < m->nslot; slot++) {
        limb__lane_slot is = describe(m, slot, 0);
        fill->lane_slot[slot] = is;
        if (has_dust(&is)) is = describe(m, slot, NOTHING_IN_FLOATS);
        fill->lane_slot_float[slot] = in_floats(&is);
    }
    for (int body = 0; body < m->nbody; body++) {
        double *mass = fill->lane_mass + LIMB__LANE_MASS * (size_t)body;
        describe_mass(m->body_inertia + 10 * (size_t)body, mass);
        for (int k = 0; k < LIMB__LANE_MASS; k++)
            fill->lane_mass_float[LIMB__LANE_MASS * (size_t)body + (size_t)k] = (float)mass[k];
    }
}

static limb__lane_slot describe(const limb_model *m, int slot, double nothing)
{
    limb__lane_slot out = {.kind = LIMB__KIND_FIXED, .parent = m->slot_body[slot], .scale = 1};
    const double *frame = m->slot_frame + 12 * (size_t)slot;
    if (slot > 0 && slot < m->nbody) {
        const int i = slot - 1;
        frame = m->joint_frame + 12 * (size_t)i;
        out.kind = m->joint_kind[i];
        out.parent = m->joint_parent[i];
        out.q = LIMB__LANE_BYTES * (uint32_t)m->joint_q[i];
        out.v = LIMB__LANE_BYTES * (uint32_t)m->joint_v[i];
        out.scale = m->joint_scale[i];
        out.offset = m->joint_offset[i];
    }
    describe_frame(frame, nothing, &out);
    return out;
}

static void describe_frame(const double frame[12], double nothing, limb__lane_slot *out)
{
    double turn[9];
    for (int k = 0; k < 9; k++) {
        const double entry = frame[4 * (k % 3) + k / 3];
        turn[k] = fabs(entry) <= nothing ? 0 : entry;
    }
    int nsame = 0, first = -1, taken[3];
    for (int axis = 2; axis >= 0; axis--) {
        taken[axis] = same_axis(turn, axis, nothing);
        if (taken[axis] < 0) continue;
        nsame++;
        first = axis;
    }
    out->shape = nsame == 3 ? LIMB__SHAPE_AXES : LIMB__SHAPE_X + first;
    if (nsame == 0) out->shape = LIMB__SHAPE_ANY;

    // the axes after the first keep the parent's order
    int order[3], next = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (nsame == 3 || axis == first) {
            order[axis] = taken[axis];
            continue;
        }
        if (first >= 0 && next == taken[first]) next++;
        order[axis] = next++;
    }
    const bool right = (order[1] - order[0] + 3) % 3 == 1;
    out->hand = right ? 0.0 : -0.0;
    for (int k = 0; k < 9; k++)
        out->turn[k] = turn[k - k % 3 + order[k % 3]];
    for (int axis = 0; axis < 3; axis++) {
        out->axis[axis] = LIMB__LANE_BYTES * (uint32_t)order[axis];
        out->flip[axis] = out->turn[4 * axis] < 0 ? -0.0 : 0.0;
        out->shift[axis] = frame[4 * order[axis] + 3];
        if (out->shift[axis] != 0) out->shifted |= 1 << axis;
        out->lever[axis] = right ? out->shift[axis] : -out->shift[axis];
    }
}

// returns the axis of the parent that equals, or is opposite to, an axis of the frame; -1: none
static int same_axis(const double turn[9], int axis, double nothing)
{
    for (int k = 0; k < 3; k++) {
        if (!(fabs(fabs(turn[3 * axis + k]) - 1) <= nothing)) continue; // NaN is not an axis
        // no other entries, neither in this axis nor in the others
        double rest = 0;
        for (int other = 0; other < 3; other++) {
            if (other != k) rest += fabs(turn[3 * axis + other]);
            if (other != axis) rest += fabs(turn[3 * other + k]);
        }
        if (rest == 0) return k;
    }
    return -1;
}

static bool has_dust(const limb__lane_slot *slot)
{
    for (int k = 0; k < 9; k++) {
        if (slot->turn[k] != 0 && fabs(slot->turn[k]) <= NOTHING_IN_FLOATS) return true;
    }
    return false;
}

static limb__lane_slot_float in_floats(const limb__lane_slot *from)
{
    limb__lane_slot_float to = {.kind = from->kind, .parent = from->parent, .shape = from->shape};
    to.shifted = from->shifted;
    to.q = from->q;
    to.v = from->v;
    to.hand = (float)from->hand;
    to.scale = (float)from->scale;
    to.offset = (float)from->offset;
    for (int k = 0; k < 3; k++) {
        to.axis[k] = from->axis[k];
        to.flip[k] = (float)from->flip[k];
        to.shift[k] = (float)from->shift[k];
        to.lever[k] = (float)from->lever[k];
    }
    for (int k = 0; k < 9; k++)
        to.turn[k] = (float)from->turn[k];
    return to;
}

static void describe_mass(const double inertia[10], double out[LIMB__LANE_MASS])
{
    for (int k = 0; k < 10; k++)
        out[k] = inertia[k];
    const double xx = inertia[4], yy = inertia[7], zz = inertia[9];
    out[10] = zz - yy;
    out[11] = xx - zz;
    out[12] = yy - xx;
}
