// Parameters that change while the node runs: their valid values and their effects.
#define _XOPEN_SOURCE 700 // strdup

#include "services/ros/ros_parameters.h"

#include "base/memory.h"
#include "services/ros/declared.h"
#include "services/ros/ros_args.h"
#include "services/ros/ros_clock.h"
#include "services/ros/ros_joints.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static limb_status declare_defaults(limb_ros *ros);
static limb_status declare_given(limb_ros *ros);
static limb_status set_initial(limb_ros *ros);
static bool set_declared(limb_ros *ros, const char *name, const limb__parameter_item *item);
static limb__parameter *find(limb_ros *ros, const char *name);
static bool check(void *ctx, limb__parameter *value, char *reason);
static bool set(void *ctx, const limb__parameter *value, char *reason);
static limb_status follow(limb_ros *ros, const limb__parameter *value, char *reason);
static limb_status rename_frames(limb_ros *ros, const char *prefix, char *reason);
static limb_status parse_robot(const char *text, limb_robot **out, char *reason);
static void describe(void *ctx, limb__builder *out, const limb__parameter *p);
static bool is_fixed(const char *name);
static void wake(void *ctx);
static int64_t now(void *ctx);

limb_status limb__ros_declare(limb_ros *ros)
{
    limb_status status = declare_defaults(ros);
    if (status == LIMB_OK && ros->opts.args) status = declare_given(ros);
    if (status == LIMB_OK) status = set_initial(ros);
    const limb__parameter_server_opts opts = {.declared = &ros->declared,
                                              .check = check,
                                              .set = set,
                                              .describe = describe,
                                              .arrived = wake,
                                              .now = now,
                                              .ctx = ros};
    if (status == LIMB_OK) status = limb__parameter_server_start(&ros->server, &ros->node, &opts);
    if (status == LIMB_OK)
        limb__parameter_server_note(ros->server, ros->declared.item, ros->declared.count, true);
    return status;
}

void limb__ros_free_parameters(limb_ros *ros)
{
    limb__parameter_server_free(ros->server);
    limb__parameters_free(&ros->declared);
    free(ros->description);
    free(ros->frame_prefix);
    ros->server = NULL;
    ros->description = ros->frame_prefix = NULL;
}

double limb__ros_number(const limb_ros *ros, const char *name)
{
    const limb__parameter *p = limb__parameters_find(&ros->declared, name);
    double value = 0;
    if (p) limb__parameter_number(p, &value);
    return value;
}

void limb__ros_override_qos(limb_ros *ros, const char *topic, const char *what, limb__qos *qos)
{
    char prefix[2 * LIMB__TOPIC_SIZE];
    snprintf(prefix, sizeof prefix, "qos_overrides.%s.%s.", topic, what);
    const size_t size = strlen(prefix);
    for (int i = 0; i < ros->declared.count; i++) {
        const limb__parameter *p = &ros->declared.item[i];
        if (strncmp(p->name, prefix, size) != 0) continue;
        const char *policy = p->name + size;
        const char *text = limb__parameter_text(p);
        double number = 0;
        if (strcmp(policy, "depth") == 0 && limb__parameter_number(p, &number) && number >= 1 &&
            number <= 100000) {
            qos->depth = (int)number;
        } else if (text && strcmp(policy, "reliability") == 0 &&
                   (strcmp(text, "reliable") == 0 || strcmp(text, "best_effort") == 0)) {
            qos->reliable = text[0] == 'r';
        } else if (text && strcmp(policy, "durability") == 0 &&
                   (strcmp(text, "transient_local") == 0 || strcmp(text, "volatile") == 0)) {
            qos->transient_local = text[0] == 't';
        } else if (!(text && strcmp(policy, "history") == 0 && strcmp(text, "keep_last") == 0)) {
            limb__ros_warn(ros, "%.200s cannot be used", p->name);
        }
    }
}

limb_status limb__ros_note_parameter(limb_ros *ros, limb__parameter *value)
{
    limb__parameter *p = find(ros, value->name);
    if (!p || limb__parameter_equal(p, value)) return LIMB_OK;
    const limb__parameter before = *p;
    *p = *value;
    *value = before;
    if (ros->server) limb__parameter_server_note(ros->server, p, 1, false);
    return LIMB_OK;
}

limb_status limb__ros_note_description(limb_ros *ros, const char *text)
{
    char *copy = strdup(text);
    if (!copy) return LIMB_ERROR_MEMORY;
    free(ros->description);
    ros->description = copy;
    const limb__parameter_item item = {.text = copy};
    limb__parameter value = {.type = LIMB__PARAMETER_STRING};
    static const char name[] = "robot_description";
    limb_status status = LIMB_ERROR_MEMORY;
    if (limb__parameter_name(&value, name, sizeof name - 1) && limb__parameter_add(&value, &item))
        status = limb__ros_note_parameter(ros, &value);
    limb__parameter_free(&value);
    return status;
}

limb_status limb__ros_describe(limb_ros *ros, const char *text, char reason[LIMB__REASON_SIZE])
{
    limb_robot *robot;
    limb_status status = parse_robot(text, &robot, reason);
    if (status != LIMB_OK) return status;
    status = limb_ros_show(ros, robot);
    if (status != LIMB_OK) snprintf(reason, LIMB__REASON_SIZE, "%s", limb_status_text(status));
    limb_robot_free(robot);
    return status;
}

//---- declared at the start -----------------------------------------------------------------------

static limb_status declare_defaults(limb_ros *ros)
{
    const limb__declaration *at = NULL;
    while ((at = limb__next_declaration(at, ros->opts.role))) {
        limb__parameter made;
        if (at->is_prefix) continue;
        if (!limb__declaration_default(at, &made)) return LIMB_ERROR_MEMORY;
        if (!limb__parameters_add(&ros->declared, &made)) {
            limb__parameter_free(&made);
            return LIMB_ERROR_MEMORY;
        }
    }
    return LIMB_OK;
}

// Replaces defaults; unknown parameters are declared as given. Both lists are short or sorted, so
// only the defaults are searched.
static limb_status declare_given(limb_ros *ros)
{
    const limb__parameters *given = &ros->opts.args->given;
    for (int i = 0; i < given->count; i++) {
        limb__parameter copy;
        if (!limb__parameter_copy(&copy, &given->item[i])) return LIMB_ERROR_MEMORY;
        const limb__declaration *known = limb__find_declaration(copy.name, ros->opts.role);
        limb__parameter *old = known && !known->is_prefix ? find(ros, copy.name) : NULL;
        if (old) {
            limb__parameter_free(old);
            *old = copy;
        } else if (!limb__parameters_add(&ros->declared, &copy)) {
            limb__parameter_free(&copy);
            return LIMB_ERROR_MEMORY;
        }
    }
    return LIMB_OK;
}

// Sets the values of the caller's options, which take precedence.
static limb_status set_initial(limb_ros *ros)
{
    const limb_ros_opts *opts = &ros->opts;
    const double frequency = opts->publish_frequency;
    ros->frame_prefix = strdup(opts->frame_prefix ? opts->frame_prefix : "");
    if (!ros->frame_prefix) return LIMB_ERROR_MEMORY;
    ros->opts.frame_prefix = ros->frame_prefix;
    const limb__parameter_item prefix = {.text = ros->frame_prefix};
    const limb__parameter_item rate = {.number = isfinite(frequency) ? frequency : 1000};
    const bool is_set =
        set_declared(ros, "frame_prefix", &prefix) &&
        set_declared(ros, "publish_frequency", &rate) &&
        set_declared(ros, "use_sim_time", &(limb__parameter_item){.integer = opts->use_sim_time}) &&
        set_declared(ros, "ignore_timestamp",
                     &(limb__parameter_item){.integer = opts->ignore_timestamp});
    return is_set ? LIMB_OK : LIMB_ERROR_MEMORY;
}

// Returns false if memory is exhausted. A parameter that the role does not have is ignored.
static bool set_declared(limb_ros *ros, const char *name, const limb__parameter_item *item)
{
    limb__parameter *p = find(ros, name);
    if (!p) return true;
    free(p->item[0].text);
    p->count = 0;
    return limb__parameter_add(p, item);
}

static limb__parameter *find(limb_ros *ros, const char *name)
{
    for (int i = 0; i < ros->declared.count; i++) {
        if (strcmp(ros->declared.item[i].name, name) == 0) return &ros->declared.item[i];
    }
    return NULL;
}

//---- set while it runs ---------------------------------------------------------------------------

static bool check(void *ctx, limb__parameter *value, char *reason)
{
    limb_ros *ros = ctx;
    const limb__parameter *old = find(ros, value->name);
    const limb__declaration *known = limb__find_declaration(value->name, ros->opts.role);
    if (!old) {
        snprintf(reason, LIMB__REASON_SIZE,
                 "parameter '%.120s' cannot be set because it was not declared", value->name);
        return false;
    }
    if (is_fixed(value->name)) {
        snprintf(reason, LIMB__REASON_SIZE,
                 "parameter '%.120s' cannot be set because it is read-only", value->name);
        return false;
    }
    if (value->type != old->type &&
        !(known && old->type == LIMB__PARAMETER_DOUBLE && value->type == LIMB__PARAMETER_INTEGER)) {
        snprintf(reason, LIMB__REASON_SIZE,
                 "Wrong parameter type, parameter {%.80s} is of type {%s}, setting it to {%s} is "
                 "not allowed.",
                 value->name, limb__parameter_type_name(old->type),
                 limb__parameter_type_name(value->type));
        return false;
    }
    if (known && !limb__declaration_check(known, value, reason)) return false;
    if (strcmp(value->name, "robot_description") != 0) return true;
    limb_robot *robot;
    if (parse_robot(limb__parameter_text(value), &robot, reason) != LIMB_OK) return false;
    limb_robot_free(robot);
    return true;
}

static bool set(void *ctx, const limb__parameter *value, char *reason)
{
    limb_ros *ros = ctx;
    limb__parameter copy;
    if (limb__parameter_copy(&copy, value)) {
        limb_status status = follow(ros, &copy, reason);
        if (status == LIMB_OK) status = limb__ros_note_parameter(ros, &copy);
        limb__parameter_free(&copy);
        return status == LIMB_OK;
    }
    snprintf(reason, LIMB__REASON_SIZE, "%s", limb_status_text(LIMB_ERROR_MEMORY));
    return false;
}

static limb_status follow(limb_ros *ros, const limb__parameter *value, char *reason)
{
    double number = 0;
    limb__parameter_number(value, &number);
    if (strcmp(value->name, "robot_description") == 0)
        return limb__ros_describe(ros, limb__parameter_text(value), reason);
    if (strcmp(value->name, "frame_prefix") == 0)
        return rename_frames(ros, limb__parameter_text(value), reason);
    if (strcmp(value->name, "use_sim_time") == 0) return limb__ros_use_clock(ros, number != 0);
    if (strcmp(value->name, "publish_frequency") == 0) ros->opts.publish_frequency = number;
    if (strcmp(value->name, "ignore_timestamp") == 0) ros->opts.ignore_timestamp = number != 0;
    if (ros->state)
        limb__state_set_rate(ros->state, ros->opts.publish_frequency, ros->opts.ignore_timestamp);
    return LIMB_OK;
}

// Publishes the fixed joints again under their new names.
static limb_status rename_frames(limb_ros *ros, const char *prefix, char *reason)
{
    char *copy = strdup(prefix);
    if (!copy) return LIMB_ERROR_MEMORY;
    char *const before = ros->frame_prefix;
    ros->opts.frame_prefix = ros->frame_prefix = copy;
    limb_status status = LIMB_OK;
    if (ros->description) status = limb__ros_describe(ros, ros->description, reason);
    if (status != LIMB_OK) ros->opts.frame_prefix = ros->frame_prefix = before;
    free(status == LIMB_OK ? before : copy);
    return status;
}

static limb_status parse_robot(const char *text, limb_robot **out, char *reason)
{
    limb_report *report;
    *out = NULL;
    limb_status status = limb_report_create(&report, NULL);
    if (status != LIMB_OK) return status;
    const limb_load_opts opts = {.report = report, .file = "robot_description"};
    status = limb_robot_parse(out, text, strlen(text), &opts);
    if (status != LIMB_OK) {
        const char *why = limb_status_text(status);
        unsigned line = 1;
        for (int i = report->nfinding - 1; i >= 0; i--) {
            if (report->finding[i].severity != LIMB_SEVERITY_ERROR) continue;
            why = report->finding[i].message;
            line = report->finding[i].span.line;
        }
        snprintf(reason, LIMB__REASON_SIZE, "robot_description:%u: %.200s", line, why);
    }
    limb_report_free(report);
    return status;
}

static void describe(void *ctx, limb__builder *out, const limb__parameter *p)
{
    const limb_ros *ros = ctx;
    const limb__declaration *known = limb__find_declaration(p->name, ros->opts.role);
    const limb__parameter_range range = {.has_range = known && known->above < known->max,
                                         .min = known ? known->above : 0,
                                         .max = known ? known->max : 0};
    limb__parameter_put_descriptor(out, p, known ? known->description : "", is_fixed(p->name),
                                   false, &range);
}

static bool is_fixed(const char *name)
{
    static const char quality[] = "qos_overrides.";
    return strncmp(name, quality, sizeof quality - 1) == 0;
}

static void wake(void *ctx)
{
    limb_ros *ros = ctx;
    limb__handover_enter(&ros->handover, false);
}

static int64_t now(void *ctx)
{
    return limb_ros_now(ctx);
}
