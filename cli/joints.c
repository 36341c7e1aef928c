// Joint values on the command line: "shoulder=0.5,elbow=-30deg,slide=12mm".
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 256, VALUE_SIZE = 64 };

typedef struct values { // one number for each name
    const limb_model *model;
    const char *const *name;
    int count;
    double *value;
} values;

static bool set_all(const cli *app, const values *to, const char *text);
static bool set_one(const cli *app, const values *to, const char *text, size_t size);
static int find_name(const values *to, const char *name);
static void unknown_joint(const cli *app, const values *to, const char *name);

bool cli_joints_parse(const cli *app, const limb_model *model, const char *text, double *q)
{
    return set_all(app, &(values){model, model->q_name, model->nq, q}, text);
}

bool cli_rates_parse(const cli *app, const limb_model *model, const char *text, double *v)
{
    return set_all(app, &(values){model, model->v_name, model->nv, v}, text);
}

bool cli_vector_parse(const char *text, int count, double *out)
{
    int found = 0;
    while (*text) {
        const size_t size = strcspn(text, " ,");
        if (size > 0) {
            char number[VALUE_SIZE];
            if (found == count || size >= sizeof number) return false;
            memcpy(number, text, size);
            number[size] = 0;
            if (!cli_parse_angle(number, &out[found++])) return false;
        }
        text += size;
        if (*text) text++;
    }
    return found == count;
}

static bool set_all(const cli *app, const values *to, const char *text)
{
    while (*text) {
        const size_t size = strcspn(text, ",");
        if (size > 0 && !set_one(app, to, text, size)) return false;
        text += size;
        if (*text == ',') text++;
    }
    return true;
}

bool cli_parse_angle(const char *text, double *value)
{
    static const struct {
        const char *unit;
        double factor;
    } units[] = {
        {"deg", 3.14159265358979323846 / 180}, {"rad", 1}, {"mm", 1e-3}, {"cm", 1e-2}, {"m", 1}};
    char number[VALUE_SIZE];
    size_t size = strlen(text);
    double factor = 1;
    for (int i = 0; i < CLI_COUNT(units); i++) {
        const size_t length = strlen(units[i].unit);
        if (size > length && strcmp(text + size - length, units[i].unit) == 0) {
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

static bool set_one(const cli *app, const values *to, const char *text, size_t size)
{
    char name[NAME_SIZE];
    char value[VALUE_SIZE];
    const char *equals = memchr(text, '=', size);
    if (!equals) {
        cli_usage(app, "\"%.*s\" is not JOINT=VALUE", (int)size, text);
        return false;
    }
    const size_t name_size = (size_t)(equals - text);
    const size_t value_size = size - name_size - 1;
    if (name_size >= sizeof name || value_size >= sizeof value) {
        cli_usage(app, "\"%.*s\" is too long", (int)size, text);
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
    if (!cli_parse_angle(value, &to->value[index])) {
        cli_usage(app, "\"%s\" is not a number for joint \"%s\"; degrees are written 30deg", value,
                  name);
        return false;
    }
    return true;
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
    const int joint = limb_model_find_joint(to->model, name);
    if (joint >= 0 && to->model->joint_mimics[joint]) {
        cli_usage(app, "joint \"%s\" follows another and has no value of its own", name);
        return;
    }
    const int near = limb_nearest(name, to->name, to->count);
    cli_usage(app, "no movable joint is called \"%s\"%s%s%s", name,
              near < 0 ? "" : "; did you mean \"", near < 0 ? "" : to->name[near],
              near < 0 ? "" : "\"?");
}
