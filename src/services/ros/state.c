// Computes transforms from joint values, one message at a time.
//
// A joint's transform is its origin followed by its motion: the rotations are multiplied as
// quaternions, so that no matrix is converted for each message. The throttling rule is that of
// robot_state_publisher: a message is used if its stamp is at least a period after the oldest last
// publication of the joints it names.
#include "services/ros/state.h"

#include "numbers/math/pose.h"
#include "services/dds/clock.h"
#include "services/ros/state_joint.h"

#include <math.h>

// A message that is this much older than the last one means that the sender's clock was set back
// (e.g. a restarted recording): then everything is published at once.
static const int64_t CLOCK_JUMP = 1000000000; // ns

static bool begin_message(limb__state *state, const limb__joint_values *values);
static void take_value(limb__state *state, int index, double value);
static int find_value(limb__state *state, int place, limb_text name);
static bool is_due(const limb__state *state, const limb__joint_values *values);
static int publish(limb__state *state, int64_t stamp, limb__transform *out);
static bool find_position(const limb__state *state, limb__state_joint *joint);
static bool put_transform(const limb__state_joint *joint, const double *value, bool is_pose,
                          limb__transform *out);
static void put_motion(const limb__state_joint *joint, const double *value, double xyz[3],
                       double quat[4]);

int limb__state_max(const limb__state *state)
{
    return state->njoint;
}

void limb__state_set_rate(limb__state *state, double frequency, bool ignore_timestamp)
{
    state->period = frequency > 0 && isfinite(frequency) ? limb__clock_span(1e9 / frequency) : 0;
    state->ignore_timestamp = ignore_timestamp;
}

int limb__state_fixed(const limb__state *state, limb__transform *out)
{
    int count = 0;
    for (int i = 0; i < state->njoint; i++) {
        const limb__state_joint *joint = &state->joint[i];
        // as in robot_state_publisher, a planar joint is fixed until a message moves it: its child
        // frames have a transform from the start
        static const double unmoved[LIMB__MAX_VALUES];
        const bool planar = joint->motion == LIMB__JOINT_PLANAR;
        if (joint->motion != LIMB__JOINT_STILL && !joint->is_held && !planar) continue;
        if (put_transform(joint, planar ? unmoved : &joint->held, false, &out[count])) count++;
    }
    return count;
}

limb__state_result limb__state_update(limb__state *state, const limb__joint_values *values,
                                      limb__transform *out, int *count)
{
    *count = 0;
    if (!begin_message(state, values)) return LIMB__STATE_MISMATCHED;
    for (int i = 0; i < values->nname; i++) {
        const int value = find_value(state, i, values->name[i]);
        if (value >= 0) take_value(state, value, values->value[i]);
    }
    for (int i = 0; i < state->nmoving; i++) {
        limb__state_joint *joint = &state->joint[state->moving[i]];
        if (find_position(state, joint)) joint->given = state->message;
    }
    if (!is_due(state, values)) return LIMB__STATE_TOO_SOON;
    *count = publish(state, values->stamp, out);
    return LIMB__STATE_READY;
}

limb__state_result limb__state_update_poses(limb__state *state, const limb__joint_values *values,
                                            limb__transform *out, int *count)
{
    *count = 0;
    if (!begin_message(state, values)) return LIMB__STATE_MISMATCHED;
    for (int i = 0; i < values->nname; i++) {
        const limb_text name = values->name[i];
        const int index = limb__names_find(&state->joint_names, name.data, name.size);
        limb__state_joint *joint = index >= 0 ? &state->joint[index] : NULL;
        if (!joint || joint->nvalue < 2 || joint->given == state->message) continue;
        joint->given = state->message;
        joint->is_pose = true;
        memcpy(joint->pose, values->value + (size_t)LIMB__MAX_VALUES * (size_t)i,
               sizeof joint->pose);
    }
    if (!is_due(state, values)) return LIMB__STATE_TOO_SOON;
    *count = publish(state, values->stamp, out);
    return LIMB__STATE_READY;
}

// Checks the counts; if a clock went back, forgets when joints were published.
static bool begin_message(limb__state *state, const limb__joint_values *values)
{
    const bool went_back =
        values->now < state->now || (state->message > 0 && values->stamp < state->stamp &&
                                     state->stamp - values->stamp > CLOCK_JUMP);
    if (values->nname != values->nvalue) return false;
    for (int i = 0; went_back && i < state->njoint; i++)
        state->joint[i].published = INT64_MIN;
    state->now = values->now;
    state->stamp = values->stamp;
    state->message++;
    return true;
}

static void take_value(limb__state *state, int index, double value)
{
    if (state->value_at[index] == state->message || !isfinite(value)) return;
    state->value_at[index] = state->message;
    state->value[index] = value;
}

// Messages of one sender list the same names in the same order, so the search begins where the
// name was last.
static int find_value(limb__state *state, int place, limb_text name)
{
    const bool can_guess = place < state->nvalue;
    const int guess = can_guess ? state->guess[place] : -1;
    if (guess >= 0 && name.size == state->value_name_size[guess] &&
        memcmp(name.data, state->value_name[guess], name.size) == 0)
        return guess;
    const int found = limb__names_find(&state->names, name.data, name.size);
    if (can_guess && found >= 0) state->guess[place] = found;
    return found;
}

// Finds the joint's value in this message, its own or its mimic source's. Returns true if
// there is one.
static bool find_position(const limb__state *state, limb__state_joint *joint)
{
    joint->is_pose = false;
    int missing = 0;
    for (int i = 0; i < joint->nvalue; i++) {
        const int value = joint->first_value + i;
        missing += state->value_at[value] != state->message;
        joint->pose[i] = state->value[value];
    }
    if (missing == 0) return true;
    const limb__state_joint *source = joint->source >= 0 ? &state->joint[joint->source] : NULL;
    if (!source || source->given != state->message) return false;
    joint->pose[0] = joint->multiplier * source->pose[0] + joint->offset;
    return isfinite(joint->pose[0]);
}

// Considers only the joints that the message names, like robot_state_publisher: a mimic joint was
// published together with its source.
static bool is_due(const limb__state *state, const limb__joint_values *values)
{
    if (state->ignore_timestamp || state->period == 0) return true;
    int64_t oldest = values->now;
    bool is_new = false;
    for (int i = 0; i < state->nmoving; i++) {
        const limb__state_joint *joint = &state->joint[state->moving[i]];
        if (joint->given != state->message) continue;
        is_new |= joint->published == INT64_MIN;
        if (joint->published < oldest) oldest = joint->published;
    }
    return is_new || values->stamp >= oldest + state->period;
}

static int publish(limb__state *state, int64_t stamp, limb__transform *out)
{
    int count = 0;
    for (int i = 0; i < state->nmoving; i++) {
        limb__state_joint *joint = &state->joint[state->moving[i]];
        if (joint->given != state->message) continue;
        if (!put_transform(joint, joint->pose, joint->is_pose, &out[count])) continue;
        joint->published = stamp;
        count++;
    }
    return count;
}

// Returns false if the transform is not finite, and thus useless to receivers.
static bool put_transform(const limb__state_joint *joint, const double *value, bool is_pose,
                          limb__transform *out)
{
    double xyz[3], quat[4] = {0, 0, 0, 1};
    out->parent = joint->parent;
    out->child = joint->child;
    if (is_pose) {
        limb__copy3(value, xyz);
        memcpy(quat, value + 3, sizeof quat);
        limb__quat_normalize(quat);
    } else {
        put_motion(joint, value, xyz, quat);
    }
    limb__quat_multiply(joint->quat, quat, out->quat);
    double sum = 0;
    for (int row = 0; row < 3; row++) {
        out->xyz[row] = joint->xyz[row] + limb__dot(joint->rotation + 3 * row, xyz);
        sum += 0 * out->xyz[row];
    }
    for (int k = 0; k < 4; k++)
        sum += 0 * out->quat[k];
    return sum == 0; // 0 * inf and 0 * NaN are NaN
}

// Computes the child's pose in the joint's frame.
static void put_motion(const limb__state_joint *joint, const double *value, double xyz[3],
                       double quat[4])
{
    double angle = 0;
    xyz[0] = xyz[1] = xyz[2] = 0;
    switch (joint->motion) {
    case LIMB__JOINT_STILL:
        return;
    case LIMB__JOINT_TURNS:
        angle = value[0];
        break;
    case LIMB__JOINT_SLIDES:
        for (int k = 0; k < 3; k++)
            xyz[k] = value[0] * joint->axis[k];
        return;
    case LIMB__JOINT_PLANAR:
        for (int k = 0; k < 3; k++)
            xyz[k] = value[0] * joint->plane[k] + value[1] * joint->plane[3 + k];
        angle = value[2];
        break;
    case LIMB__JOINT_FLOATS:
        limb__copy3(value, xyz);
        memcpy(quat, value + 3, 4 * sizeof *quat);
        limb__quat_normalize(quat);
        return;
    }
    const double half = 0.5 * angle, sine = sin(half);
    for (int k = 0; k < 3; k++)
        quat[k] = sine * joint->axis[k];
    quat[3] = cos(half);
}
