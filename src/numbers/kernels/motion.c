// Velocities and accelerations of bodies, in world axes at each body's origin.
//
// With z the joint's axis and r the vector from the parent's origin to the body's:
//   w_b = w_p + z qd            v_b = v_p + w_p x r + z qd (prismatic)
//   w'_b = w'_p + z qdd + w_p x z qd
//   v'_b = v'_p + w'_p x r + w_p x (w_p x r) + z qdd + 2 w_p x z qd (prismatic)
#include "numbers/kernels/chain.h"
#include "numbers/kernels/kernels.h"
#include "numbers/kernels/spatial.h"

typedef struct motion6 { // a velocity or an acceleration: angular, then linear
    vec w, v;
} motion6;

static const double ZERO[6] = {0};

LIMB__INLINE motion6 load_six(const double *from)
{
    return (motion6){vec_of(from), vec_of(from + 3)};
}

// Returns the velocity of the body of joint i; way is r.
LIMB__INLINE motion6 next_velocity(const limb_model *m, int i, motion6 parent, axes f, vec way,
                                   const double *rate)
{
    motion6 b = {parent.w, vec_add_cross(parent.v, parent.w, way)};
    const double speed = m->joint_scale[i] * rate[0];
    switch (m->joint_kind[i]) {
    case LIMB_MOTION_REVOLUTE:
        b.w = vec_add_scaled(b.w, speed, f.z);
        break;
    case LIMB_MOTION_PRISMATIC:
        b.v = vec_add_scaled(b.v, speed, f.z);
        break;
    default:
        b.w = vec_add(b.w, turn_out(f, vec_of(rate)));
        b.v = vec_add(b.v, turn_out(f, vec_of(rate + 3)));
    }
    return b;
}

// Returns its acceleration; parent and own are velocities, before is the parent's acceleration.
LIMB__INLINE motion6 next_acceleration(const limb_model *m, int i, motion6 parent, motion6 own,
                                       motion6 before, axes f, vec way, const double *rate,
                                       const double *change)
{
    motion6 b = {before.w, vec_add_cross(before.v, before.w, way)};
    b.v = vec_add_cross(b.v, parent.w, vec_cross(parent.w, way));
    const double scale = m->joint_scale[i];
    switch (m->joint_kind[i]) {
    case LIMB_MOTION_REVOLUTE:
        b.w = vec_add_scaled(b.w, scale * change[0], f.z);
        b.w = vec_add_scaled(b.w, scale * rate[0], vec_cross(parent.w, f.z));
        break;
    case LIMB_MOTION_PRISMATIC:
        b.v = vec_add_scaled(b.v, scale * change[0], f.z);
        b.v = vec_add_scaled(b.v, 2 * scale * rate[0], vec_cross(parent.w, f.z));
        break;
    default: { // rates are in the body's axes: R (a + w x v) etc.
        const vec turn = turn_out(f, vec_of(rate)), move = turn_out(f, vec_of(rate + 3));
        b.w = vec_add(b.w, turn_out(f, vec_of(change)));
        b.w = vec_add_cross(b.w, parent.w, turn);
        b.v = vec_add(b.v, turn_out(f, vec_of(change + 3)));
        b.v = vec_add_cross(b.v, parent.w, move);
        b.v = vec_add_cross(b.v, own.w, move);
    }
    }
    return b;
}

// Starts from the last computed body, the parent of most, whose motion is still in registers.
LIMB__INLINE void go_outwards(const limb_model *m, limb_work *w, const double *v, const double *a)
{
    motion6 velocity = load_six(ZERO), acceleration = velocity;
    vec origin = origin_of(limb__body_pose(w, 0));
    six_put((six){velocity.w, velocity.v}, w->velocity);
    if (a) six_put((six){velocity.w, velocity.v}, w->acceleration);
    for (int i = 0; i < m->njoint; i++) {
        const int parent = m->joint_parent[i], at = m->joint_v[i];
        if (parent != i) {
            velocity = load_six(w->velocity + 6 * (size_t)parent);
            if (a) acceleration = load_six(w->acceleration + 6 * (size_t)parent);
            origin = origin_of(limb__body_pose(w, parent));
        }
        const axes f = axes_of(limb__body_pose(w, i + 1));
        const vec way = vec_subtract(f.p, origin);
        const motion6 own = next_velocity(m, i, velocity, f, way, v + at);
        if (a) {
            acceleration =
                next_acceleration(m, i, velocity, own, acceleration, f, way, v + at, a + at);
            double *to = w->acceleration + 6 * ((size_t)i + 1);
            six_put((six){acceleration.w, acceleration.v}, to);
        }
        six_put((six){own.w, own.v}, w->velocity + 6 * ((size_t)i + 1));
        velocity = own;
        origin = f.p;
    }
}

void LIMB__FOR_ISA(limb__fk_velocity)(const limb_model *m, limb_work *w, const double *q,
                                      const double *v)
{
    LIMB__FOR_ISA(limb__fk)(m, w, q);
    go_outwards(m, w, v, NULL);
}

void LIMB__FOR_ISA(limb__fk_acceleration)(const limb_model *m, limb_work *w, const double *q,
                                          const double *v, const double *a)
{
    LIMB__FOR_ISA(limb__fk)(m, w, q);
    go_outwards(m, w, v, a);
}
