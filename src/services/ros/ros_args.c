// Parses the standard arguments of ROS 2 programs: -r from:=to, -p name:=value, --params-file FILE.
#define _XOPEN_SOURCE 700 // strdup

#include "services/ros/ros_args.h"

#include "services/dds/topic_name.h"
#include "services/ros/declared.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static limb_status parse(limb_ros_args *args, const char *const *argument, int count,
                         const limb_ros_opts *opts);
static bool is_ignored(const char *argument, bool *has_value);
static bool is_one_of(const char *argument, const char *letter, const char *name);
static bool split_rule(limb_ros_args *args, const char *rule, limb_ros_remap *out);
static limb_status use_parameters(limb_ros_args *args, limb_ros_opts *opts);
static limb_status choose_parameters(limb_ros_args *args, const limb_ros_opts *opts);
static void apply(limb_ros_args *args, const limb__parameter *p, limb_ros_opts *opts);
static void report_unknown(const limb_ros_args *args, const limb_ros_opts *opts);
static bool is_expected(const char *name);
static limb_status refuse(const limb_ros_opts *opts, const char *what, const char *argument);
static void say(const limb_ros_opts *opts, const char *text);

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
    limb_status status = LIMB_ERROR_MEMORY;
    if (args->text && args->remap) status = parse(args, argument, count, opts);
    if (status == LIMB_OK) {
        opts->remap = args->remap;
        opts->nremap = args->nremap;
        status = use_parameters(args, opts);
    }
    if (status != LIMB_OK) {
        limb_ros_args_free(args);
        opts->remap = NULL;
        opts->nremap = 0;
        return status;
    }
    opts->args = args;
    *out = args;
    return LIMB_OK;
}

void limb_ros_args_free(limb_ros_args *args)
{
    if (!args) return;
    for (int i = 0; i < args->ntext; i++)
        free(args->text[i]);
    limb__overrides_free(&args->overrides);
    limb__parameters_free(&args->given);
    free(args->text);
    free(args->remap);
    free(args->zero);
    free(args);
}

static limb_status parse(limb_ros_args *args, const char *const *argument, int count,
                         const limb_ros_opts *opts)
{
    for (int i = 0; i < count; i++) {
        const char *name = argument[i];
        bool skips_value = false;
        if (is_ignored(name, &skips_value) && !skips_value) continue;
        const bool is_remap = is_one_of(name, "-r", "--remap");
        const bool is_parameter = is_one_of(name, "-p", "--param");
        const bool is_file = strcmp(name, "--params-file") == 0;
        if (!is_remap && !is_parameter && !is_file && !skips_value)
            return refuse(opts, "unknown ROS argument", name);
        if (++i == count) return refuse(opts, "a value is missing after", name);
        limb_status status = LIMB_OK;
        if (is_remap) {
            if (!split_rule(args, argument[i], &args->remap[args->nremap++]))
                return refuse(opts, "a rule must be from:=to, not", argument[i]);
        } else if (is_parameter) {
            status = limb__overrides_read_rule(&args->overrides, argument[i], opts->yaml);
        } else if (is_file) {
            status = limb__overrides_read_file(&args->overrides, argument[i], opts->yaml);
        }
        if (status != LIMB_OK) {
            say(opts,
                args->overrides.reason[0] ? args->overrides.reason : limb_status_text(status));
            return status;
        }
    }
    return LIMB_OK;
}

// Returns true for logging and security options of ROS nodes, which have no effect here.
static bool is_ignored(const char *argument, bool *has_value)
{
    static const char *const flag[] = {
        "--ros-args",           "--enable-rosout-logs",       "--disable-rosout-logs",
        "--enable-stdout-logs", "--disable-stdout-logs",      "--enable-external-lib-logs",
        "--log-file-name",      "--disable-external-lib-logs"};
    static const char *const option[] = {"-e", "--enclave", "--log-level", "--log-config-file",
                                         "--log-file-name"};
    for (size_t i = 0; i < sizeof option / sizeof option[0]; i++) {
        if (strcmp(argument, option[i]) == 0) return *has_value = true;
    }
    for (size_t i = 0; i < sizeof flag / sizeof flag[0]; i++) {
        if (strcmp(argument, flag[i]) == 0) return true;
    }
    return false;
}

static bool is_one_of(const char *argument, const char *letter, const char *name)
{
    return strcmp(argument, letter) == 0 || strcmp(argument, name) == 0;
}

// Copies the text and splits it in two.
static bool split_rule(limb_ros_args *args, const char *rule, limb_ros_remap *out)
{
    char *copy = strdup(rule);
    if (!copy) return false;
    args->text[args->ntext++] = copy;
    char *middle = strstr(copy, ":=");
    if (!middle || middle == copy || middle[2] == 0) return false;
    *middle = 0;
    *out = (limb_ros_remap){copy, middle + 2};
    return true;
}

//---- parameters ----------------------------------------------------------------------------------

static limb_status use_parameters(limb_ros_args *args, limb_ros_opts *opts)
{
    const limb_status status = choose_parameters(args, opts);
    if (status != LIMB_OK) return status;
    args->zero = calloc((size_t)args->given.count + 1, sizeof *args->zero);
    if (!args->zero) return LIMB_ERROR_MEMORY;
    for (int i = 0; i < args->given.count; i++) {
        limb__parameter *p = &args->given.item[i];
        const limb__declaration *declared = limb__find_declaration(p->name, opts->role);
        char reason[LIMB__DECLARED_REASON];
        if (!declared) continue;
        if (!limb__declaration_check(declared, p, reason)) {
            say(opts, reason);
            return LIMB_ERROR_INPUT;
        }
        apply(args, p, opts);
    }
    opts->zero = args->zero;
    opts->nzero = args->nzero;
    report_unknown(args, opts);
    return LIMB_OK;
}

// Selects the parameters for the node's full name, which remapping rules may change.
static limb_status choose_parameters(limb_ros_args *args, const limb_ros_opts *opts)
{
    limb__node_name name;
    char reason[LIMB__TOPIC_SIZE], full[2 * LIMB__TOPIC_SIZE + 2];
    if (!limb__node_name_init(&name, limb__role_name(opts),
                              opts->name_space ? opts->name_space : "/", opts->remap, opts->nremap,
                              reason)) {
        say(opts, reason);
        return LIMB_ERROR_INPUT;
    }
    limb__node_full_name(&name, full);
    return limb__overrides_resolve(&args->overrides, full, &args->given);
}

static void apply(limb_ros_args *args, const limb__parameter *p, limb_ros_opts *opts)
{
    static const char zeros[] = "zeros."; // of joint_state_publisher
    double number = 0;
    limb__parameter_number(p, &number);
    if (strncmp(p->name, zeros, sizeof zeros - 1) == 0)
        args->zero[args->nzero++] = (limb_ros_zero){p->name + sizeof zeros - 1, number};
    if (strcmp(p->name, "frame_prefix") == 0) opts->frame_prefix = limb__parameter_text(p);
    if (strcmp(p->name, "robot_description") == 0)
        opts->robot_description = limb__parameter_text(p);
    if (strcmp(p->name, "publish_frequency") == 0) opts->publish_frequency = number;
    if (strcmp(p->name, "ignore_timestamp") == 0) opts->ignore_timestamp = number != 0;
    if (strcmp(p->name, "use_sim_time") == 0) opts->use_sim_time = number != 0;
}

static void report_unknown(const limb_ros_args *args, const limb_ros_opts *opts)
{
    char text[300] = "parameters without effect here:";
    bool has_any = false;
    for (int i = 0; i < args->given.count; i++) {
        const char *name = args->given.item[i].name;
        if (limb__find_declaration(name, opts->role) || is_expected(name)) continue;
        const size_t used = strlen(text);
        const bool fits = used + strlen(name) + sizeof ", ..." < sizeof text;
        snprintf(text + used, sizeof text - used, "%s %s", has_any ? "," : "", fits ? name : "...");
        has_any = true;
        if (!fits) break;
    }
    if (has_any) say(opts, text);
}

// Returns true for parameters that launch files pass to every node, or to older versions of these.
static bool is_expected(const char *name)
{
    static const char quality[] = "qos_overrides.";
    static const char *const other[] = {"use_tf_static", "start_type_description_service"};
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        if (strcmp(name, other[i]) == 0) return true;
    }
    return strncmp(name, quality, sizeof quality - 1) == 0;
}

static limb_status refuse(const limb_ros_opts *opts, const char *what, const char *argument)
{
    char text[256];
    snprintf(text, sizeof text, "%s \"%.120s\"", what, argument);
    say(opts, text);
    return LIMB_ERROR_INPUT;
}

static void say(const limb_ros_opts *opts, const char *text)
{
    if (opts->message) opts->message(opts->ctx, text);
}
