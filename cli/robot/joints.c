// Numbers with units on the command line: "shoulder=0.5,elbow=-30deg,slide=12mm".
//
// A unit must fit the quantity: an angle for a revolute joint, a length for a prismatic one.
#include "frame/cli.h"
#include "limb/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 256, VALUE_SIZE = 64 };

typedef struct values { // one number for each name
    const limb_robot *robot;
    const limb_model *model;
    const char *const *name;
    int count;
    double *value;
    bool is_position; // of joints, which have limits
    bool is_effort;   // without a unit of its own
    bool *is_given;   // by name, to detect a second value
} values;

static bool set_all(const cli *app, values *to, const char *text);
static bool set_one(const cli *app, const values *to, const char *text, size_t size);
static cli_quantity quantity_of(const values *to, int index);
static void note_limits(const cli *app, const values *to, int index);
static int find_name(const values *to, const char *name);
static void unknown_joint(const cli *app, const values *to, const char *name);

bool cli_joints_parse(const cli *app, const limb_robot *robot, const limb_model *model,
                      const char *text, double *q)
{
    values to = {.robot = robot,
                 .model = model,
                 .name = model->q_name,
                 .count = model->nq,
                 .value = q,
                 .is_position = true};
    return set_all(app, &to, text);
}

bool cli_rates_parse(const cli *app, const limb_model *model, const char *text, double *v)
{
    values to = {.model = model, .name = model->v_name, .count = model->nv, .value = v};
    return set_all(app, &to, text);
}

bool cli_efforts_parse(const cli *app, const limb_model *model, const char *text, double *tau)
{
    values to = {
        .model = model, .name = model->v_name, .count = model->nv, .value = tau, .is_effort = true};
    return set_all(app, &to, text);
}

bool cli_vector_parse(const char *text, int count, cli_quantity quantity, double *out)
{
    int found = 0;
    while (*text) {
        const size_t size = strcspn(text, " ,");
        if (size > 0) {
            char number[VALUE_SIZE];
            if (found == count || size >= sizeof number) return false;
            memcpy(number, text, size);
            number[size] = 0;
            if (!cli_number_parse(number, quantity, &out[found++])) return false;
        }
        text += size;
        if (*text) text++;
    }
    return found == count;
}

bool cli_number_parse(const char *text, cli_quantity quantity, double *value)
{
    static const struct {
        const char *unit;
        double factor;
        cli_quantity quantity;
    } units[] = {{"deg", 3.14159265358979323846 / 180, CLI_ANGLE},
                 {"rad", 1, CLI_ANGLE},
                 {"mm", 1e-3, CLI_LENGTH},
                 {"cm", 1e-2, CLI_LENGTH},
                 {"m", 1, CLI_LENGTH}};
    char number[VALUE_SIZE];
    size_t size = strlen(text);
    double factor = 1;
    for (int i = 0; i < CLI_COUNT(units); i++) {
        const size_t length = strlen(units[i].unit);
        if (size > length && strcmp(text + size - length, units[i].unit) == 0) {
            if (quantity != units[i].quantity) return false;
            size -= length;
            factor = units[i].factor;
            break;
        }
    }
    while (size > 0 && text[size - 1] == ' ')
        size--;
    if (size == 0 || size >= sizeof number) return false;
    memcpy(number, text, size);
    number[size] = 0;
    if (!limb_number_parse(number, value) || !isfinite(*value)) return false;
    *value *= factor;
    return true;
}

static bool set_all(const cli *app, values *to, const char *text)
{
    to->is_given = calloc((size_t)to->count + 1, sizeof *to->is_given);
    bool ok = to->is_given != NULL;
    if (!ok) cli_message(app, "%s", limb_status_text(LIMB_ERROR_MEMORY));
    while (ok && *text) {
        const size_t size = strcspn(text, ",");
        ok = size == 0 || set_one(app, to, text, size);
        text += size;
        if (*text == ',') text++;
    }
    free(to->is_given);
    return ok;
}

static bool set_one(const cli *app, const values *to, const char *text, size_t size)
{
    static const char *const unit[] = {" in rad or deg", " in m, cm or mm", " without a unit"};
    char name[NAME_SIZE], value[VALUE_SIZE], visible[CLI_NAME_SIZE];
    const char *equals = memchr(text, '=', size);
    const size_t name_size = equals ? (size_t)(equals - text) : 0;
    const size_t value_size = equals ? size - name_size - 1 : 0;
    if (!equals || name_size >= sizeof name || value_size >= sizeof value) {
        cli_usage(app, "\"%.*s\" is %s", (int)(size < 200 ? size : 200), text,
                  equals ? "too long" : "not JOINT=VALUE");
        return false;
    }
    memcpy(name, text, name_size);
    name[name_size] = 0;
    memcpy(value, equals + 1, value_size);
    value[value_size] = 0;

    const int index = find_name(to, name);
    if (index < 0) {
        unknown_joint(app, to, name);
        return false;
    }
    const cli_quantity quantity = quantity_of(to, index);
    if (!cli_number_parse(value, quantity, &to->value[index])) {
        cli_usage(app, "\"%s\" is not a number%s for joint \"%s\"", value, unit[quantity],
                  cli_visible(name, visible));
        return false;
    }
    if (to->is_given[index])
        cli_message(app, "joint \"%s\" is given twice; the last value counts",
                    cli_visible(name, visible));
    to->is_given[index] = true;
    if (to->is_position) note_limits(app, to, index);
    return true;
}

// Returns whether a coordinate is an angle or a length (or its rate).
static cli_quantity quantity_of(const values *to, int index)
{
    const limb_model *model = to->model;
    if (to->is_effort) return CLI_PURE;
    for (int i = 0; i < model->njoint; i++) {
        const int first = to->is_position ? model->joint_q[i] : model->joint_v[i];
        if (model->joint_mimics[i] || index < first) continue;
        if (model->joint_kind[i] != LIMB_MOTION_FLOATING) {
            if (index != first) continue;
            return model->joint_kind[i] == LIMB_MOTION_REVOLUTE ? CLI_ANGLE : CLI_LENGTH;
        }
        if (index >= first + (to->is_position ? 7 : 6)) continue;
        // positions: x y z, quaternion; velocities: angular, then linear
        if (to->is_position) return index < first + 3 ? CLI_LENGTH : CLI_PURE;
        return index < first + 3 ? CLI_ANGLE : CLI_LENGTH;
    }
    return CLI_PURE;
}

static void note_limits(const cli *app, const values *to, int index)
{
    const double value = to->value[index];
    const double low = to->model->q_min[index], high = to->model->q_max[index];
    if (value >= low && value <= high) return;
    char visible[CLI_NAME_SIZE];
    cli_message(app, "joint \"%s\": %.6g is outside its limits %.6g .. %.6g; used as given",
                cli_visible(to->name[index], visible), value, low, high);
}

static int find_name(const values *to, const char *name)
{
    for (int i = 0; i < to->count; i++) {
        if (strcmp(to->name[i], name) == 0) return i;
    }
    return -1;
}

static void unknown_joint(const cli *app, const values *to, const char *name)
{
    char visible[CLI_NAME_SIZE], guess[CLI_NAME_SIZE];
    cli_visible(name, visible);
    const int joint = limb_model_find_joint(to->model, name);
    if (joint >= 0 && to->model->joint_mimics[joint]) {
        cli_usage(app, "joint \"%s\" mimics another joint and has no value of its own", visible);
        return;
    }
    const int written = to->robot ? limb_robot_find_joint(to->robot, name) : -1;
    if (written >= 0) {
        const limb_joint_type type = to->robot->joint[written].type;
        cli_usage(app,
                  type == LIMB_JOINT_FIXED ? "joint \"%s\" is fixed and does not move"
                                           : "joint \"%s\" has several coordinates; name one of "
                                             "them, or it does not move here",
                  visible);
        return;
    }
    const int near = limb_nearest(name, to->name, to->count);
    cli_usage(app, "no movable joint named \"%s\"%s%s%s", visible,
              near < 0 ? "" : "; did you mean \"",
              near < 0 ? "" : cli_visible(to->name[near], guess), near < 0 ? "" : "\"?");
}
