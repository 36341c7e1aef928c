// Arguments as every ROS 2 program takes them: -r from:=to, -p name:=value.
#define _XOPEN_SOURCE 700 // strdup

#include "limb/ros.h"
#include "limb/system.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct limb_ros_args {
    int ntext;
    char **text; // what the options point into
    int nremap;
    limb_ros_remap *remap;
    int nzero;
    limb_ros_zero *zero;
};

static limb_status parse(limb_ros_args *args, const char *const *argument, int count,
                         limb_ros_opts *opts);
static bool is_one_of(const char *argument, const char *letter, const char *name);
static bool split_rule(limb_ros_args *args, const char *rule, const char **from, const char **to);
static limb_status set_parameter(limb_ros_args *args, const char *rule, limb_ros_opts *opts);
static const char *unquoted(char *text);
static bool read_bool(const char *text, bool *value);
static limb_status refuse(const limb_ros_opts *opts, const char *what, const char *argument);

limb_status limb_ros_args_parse(limb_ros_args **out, const char *const *argument, int count,
                                limb_ros_opts *opts)
{
    assert(out && opts && (argument || count <= 0));
    *out = NULL;
    if (count < 0) return LIMB_ERROR_INPUT;
    limb_ros_args *args = calloc(1, sizeof *args);
    if (!args) return LIMB_ERROR_MEMORY;
    args->text = calloc((size_t)count + 1, sizeof *args->text);
    args->remap = calloc((size_t)count + 1, sizeof *args->remap);
    args->zero = calloc((size_t)count + 1, sizeof *args->zero);
    limb_status status = LIMB_ERROR_MEMORY;
    if (args->text && args->remap && args->zero) status = parse(args, argument, count, opts);
    if (status != LIMB_OK) {
        limb_ros_args_free(args);
        return status;
    }
    opts->remap = args->remap;
    opts->nremap = args->nremap;
    opts->zero = args->zero;
    opts->nzero = args->nzero;
    *out = args;
    return LIMB_OK;
}

void limb_ros_args_free(limb_ros_args *args)
{
    if (!args) return;
    for (int i = 0; i < args->ntext; i++)
        free(args->text[i]);
    free(args->text);
    free(args->remap);
    free(args->zero);
    free(args);
}

static limb_status parse(limb_ros_args *args, const char *const *argument, int count,
                         limb_ros_opts *opts)
{
    // what configures the log of a ROS node has nothing to configure here
    static const char *const ignored[] = {
        "--enable-rosout-logs",  "--disable-rosout-logs",      "--enable-stdout-logs",
        "--disable-stdout-logs", "--enable-external-lib-logs", "--disable-external-lib-logs"};
    for (int i = 0; i < count; i++) {
        const char *name = argument[i];
        bool known = strcmp(name, "--ros-args") == 0;
        for (size_t k = 0; k < sizeof ignored / sizeof ignored[0]; k++)
            known = known || strcmp(name, ignored[k]) == 0;
        if (known) continue;
        const bool is_remap = is_one_of(name, "-r", "--remap");
        const bool is_parameter = is_one_of(name, "-p", "--param");
        const bool has_value = is_remap || is_parameter || is_one_of(name, "-e", "--enclave") ||
                               strcmp(name, "--log-level") == 0 ||
                               strcmp(name, "--log-config-file") == 0;
        if (!has_value) return refuse(opts, "unknown ROS argument", name);
        if (++i == count) return refuse(opts, "a value is missing after", name);
        if (is_remap) {
            limb_ros_remap *rule = &args->remap[args->nremap];
            if (!split_rule(args, argument[i], &rule->from, &rule->to))
                return refuse(opts, "a rule must be from:=to, not", argument[i]);
            args->nremap++;
        } else if (is_parameter) {
            const limb_status status = set_parameter(args, argument[i], opts);
            if (status != LIMB_OK) return status;
        }
    }
    return LIMB_OK;
}

static bool is_one_of(const char *argument, const char *letter, const char *name)
{
    return strcmp(argument, letter) == 0 || strcmp(argument, name) == 0;
}

// The text is kept, cut in two.
static bool split_rule(limb_ros_args *args, const char *rule, const char **from, const char **to)
{
    char *copy = strdup(rule);
    if (!copy) return false;
    args->text[args->ntext++] = copy;
    char *middle = strstr(copy, ":=");
    if (!middle || middle == copy || middle[2] == 0) return false;
    *middle = 0;
    *from = copy;
    *to = middle + 2;
    return true;
}

static limb_status set_parameter(limb_ros_args *args, const char *rule, limb_ros_opts *opts)
{
    const char *name, *value;
    double number;
    // an empty text is a value here
    if (strcmp(rule, "frame_prefix:=") == 0) return LIMB_OK;
    if (!split_rule(args, rule, &name, &value))
        return refuse(opts, "a parameter must be name:=value, not", rule);
    value = unquoted(args->text[args->ntext - 1] + (value - name));
    if (strcmp(name, "frame_prefix") == 0) {
        opts->frame_prefix = value;
        return LIMB_OK;
    }
    if (strcmp(name, "publish_frequency") == 0) {
        if (!limb_number_parse(value, &number) || !(number >= 0) || !isfinite(number))
            return refuse(opts, "publish_frequency must be a number, not", value);
        opts->publish_frequency = number > 0 ? number : (double)INFINITY;
        return LIMB_OK;
    }
    if (strcmp(name, "ignore_timestamp") == 0) {
        if (!read_bool(value, &opts->ignore_timestamp))
            return refuse(opts, "ignore_timestamp must be true or false, not", value);
        return LIMB_OK;
    }
    static const char zeros[] = "zeros."; // of joint_state_publisher
    if (strncmp(name, zeros, sizeof zeros - 1) == 0) {
        if (!limb_number_parse(value, &number) || !isfinite(number))
            return refuse(opts, "a zero must be a number, not", value);
        args->zero[args->nzero++] = (limb_ros_zero){name + sizeof zeros - 1, number};
        return LIMB_OK;
    }
    if (strcmp(name, "use_sim_time") == 0) { // which launch files pass to every node
        bool is_wanted;
        if (!read_bool(value, &is_wanted))
            return refuse(opts, "use_sim_time must be true or false, not", value);
        return is_wanted ? refuse(opts, "there is no simulated time here:", "use_sim_time")
                         : LIMB_OK;
    }
    return refuse(opts, "unknown parameter", name);
}

// Values are YAML: quotes around a text are not part of it.
static const char *unquoted(char *text)
{
    const size_t size = strlen(text);
    const bool is_quoted =
        size >= 2 && (text[0] == '\'' || text[0] == '"') && text[size - 1] == text[0];
    if (!is_quoted) return text;
    text[size - 1] = 0;
    return text + 1;
}

static bool read_bool(const char *text, bool *value)
{
    *value = strcmp(text, "true") == 0 || strcmp(text, "True") == 0;
    return *value || strcmp(text, "false") == 0 || strcmp(text, "False") == 0;
}

static limb_status refuse(const limb_ros_opts *opts, const char *what, const char *argument)
{
    char text[256];
    snprintf(text, sizeof text, "%s \"%.120s\"", what, argument);
    if (opts->message) opts->message(opts->ctx, text);
    return LIMB_ERROR_INPUT;
}
