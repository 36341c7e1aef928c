// Inverse kinematics for the page: from the joints as they stand, as near to the wish as one try
// comes.
//
// A hand drags the goal, so the answer must follow without jumping to another bend of the arm: one
// try from where the robot is. The page tells the rotation of a floating joint as roll, pitch, yaw;
// the model has a quaternion.
#define _XOPEN_SOURCE 700

#include "serve/ik_answer.h"

#include "base/json.h"
#include "base/text.h"
#include "limb/configuration.h"
#include "limb/ik.h"
#include "limb/math.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 512, MAX_DEPTH = 8 };
static const double MOST_SECONDS = 0.1;

typedef struct question {
    double id;
    int link;
    double pose[12];
} question;

static bool read_question(const limb_model *model, const limb__json *json, question *out);
static bool read_numbers(const limb__json *json, const char *name, double *out, int count);
static void read_joints(const limb_model *model, const limb__json *joints, double *q);
static double joint_value(const limb__json *joints, const char *name, const char *part,
                          double otherwise);
static void write_answer(limb__builder *out, const question *asked, const limb_model *model,
                         const double *q, const limb_ik_result *result);
static void write_joints(limb__builder *out, const limb_model *model, const double *q);
static void write_joint(limb__builder *out, const char *name, const char *part, double value);

static const char *const turn[3] = {"/roll", "/pitch", "/yaw"};

char *limb__ik_answer(const limb_model *model, const char *text, size_t size)
{
    limb__json_document document;
    const limb_status read =
        limb__json_parse(&document, text, size, &(limb__json_opts){.max_depth = MAX_DEPTH});
    const limb__json *json = document.value;
    question asked;
    double *q = NULL;
    limb_work *work = NULL;
    char *answer = NULL;
    if (read != LIMB_OK || !model || !read_question(model, json, &asked)) goto done;
    q = calloc((size_t)model->nq + 1, sizeof *q);
    if (!q || limb_work_create(&work, model, NULL) != LIMB_OK) goto done;
    limb_neutral(model, q);
    read_joints(model, limb__json_find(json, "joints"), q);

    const limb_ik_opts opts = {
        .start = q, .max_tries = 1, .max_iterations = 60, .max_seconds = MOST_SECONDS};
    limb_ik_result result;
    limb_ik(model, work, asked.link, asked.pose, &opts, q, &result);
    limb__builder out;
    limb__builder_init(&out, NULL);
    write_answer(&out, &asked, model, q, &result);
    limb__builder_nul(&out);
    if (!out.failed) answer = strdup(out.data);
    limb__builder_free(&out);
done:
    limb_work_free(work);
    free(q);
    limb__json_free(&document);
    return answer;
}

static bool read_question(const limb_model *model, const limb__json *json, question *out)
{
    const limb__json *type = limb__json_find(json, "type");
    const limb__json *id = limb__json_find(json, "id");
    const limb__json *link = limb__json_find(json, "link");
    double xyz[3];
    double quat[4];
    const limb_text name = limb__json_text(link);
    if (!limb__text_equal(limb__json_text(type), "ik")) return false;
    if (!limb__json_is(id, LIMB__JSON_NUMBER) || !isfinite(id->as.number) || !name.data ||
        name.size >= NAME_SIZE)
        return false;
    if (!read_numbers(json, "xyz", xyz, 3) || !read_numbers(json, "quat", quat, 4)) return false;
    out->id = id->as.number;
    char key[NAME_SIZE];
    memcpy(key, name.data, name.size);
    key[name.size] = 0;
    out->link = limb_model_find_link(model, key);
    limb_pose_from_quat(xyz, quat, out->pose);
    return out->link >= 0 && model->link_body[out->link] >= 0;
}

static bool read_numbers(const limb__json *json, const char *name, double *out, int count)
{
    const limb__json *list = limb__json_find(json, name);
    if (limb__json_count(list) != count || limb__json_numbers(list, out, count) != count)
        return false;
    for (int i = 0; i < count; i++) {
        if (!isfinite(out[i])) return false;
    }
    return true;
}

static void read_joints(const limb_model *model, const limb__json *joints, double *q)
{
    for (int i = 0; i < model->njoint; i++) {
        if (model->joint_mimics[i]) continue;
        double *at = q + model->joint_q[i];
        const char *name = model->joint_name[i];
        if (model->joint_kind[i] != LIMB_MOTION_FLOATING) {
            *at = joint_value(joints, name, "", *at);
            continue;
        }
        static const char *const way[3] = {"/x", "/y", "/z"};
        double rpy[3];
        for (int k = 0; k < 3; k++) {
            at[k] = joint_value(joints, name, way[k], at[k]);
            rpy[k] = joint_value(joints, name, turn[k], 0);
        }
        limb_quat_from_rpy(rpy, at + 3);
    }
}

static double joint_value(const limb__json *joints, const char *name, const char *part,
                          double otherwise)
{
    char key[NAME_SIZE];
    snprintf(key, sizeof key, "%s%s", name, part);
    const double value = limb__json_number(limb__json_find(joints, key), otherwise);
    return isfinite(value) ? value : otherwise;
}

static void write_answer(limb__builder *out, const question *asked, const limb_model *model,
                         const double *q, const limb_ik_result *result)
{
    const bool solved = result->outcome == LIMB_IK_OUTCOME_SOLVED;
    const char *reason = solved ? "" : limb_ik_outcome_text(result->outcome);
    limb__builder_text(out, "{\"type\":\"ik\",\"id\":");
    limb__builder_number(out, asked->id);
    limb__builder_text(out, solved ? ",\"solved\":true" : ",\"solved\":false");
    limb__builder_text(out, ",\"error\":");
    limb__builder_number(out, isfinite(result->position_error) ? result->position_error : 0);
    limb__builder_text(out, ",\"reason\":");
    limb__builder_json(out, reason, strlen(reason));
    limb__builder_text(out, ",\"joints\":{");
    write_joints(out, model, q);
    limb__builder_text(out, "}}");
}

static void write_joints(limb__builder *out, const limb_model *model, const double *q)
{
    const size_t start = out->size;
    for (int i = 0; i < model->njoint; i++) {
        if (model->joint_mimics[i]) continue;
        const double *at = q + model->joint_q[i];
        if (out->size > start) limb__builder_char(out, ',');
        if (model->joint_kind[i] != LIMB_MOTION_FLOATING) {
            write_joint(out, model->joint_name[i], "", at[0]);
            continue;
        }
        double rpy[3];
        limb_quat_to_rpy(at + 3, rpy);
        write_joint(out, model->joint_name[i], "/x", at[0]);
        limb__builder_char(out, ',');
        write_joint(out, model->joint_name[i], "/y", at[1]);
        limb__builder_char(out, ',');
        write_joint(out, model->joint_name[i], "/z", at[2]);
        for (int k = 0; k < 3; k++) {
            limb__builder_char(out, ',');
            write_joint(out, model->joint_name[i], turn[k], rpy[k]);
        }
    }
}

static void write_joint(limb__builder *out, const char *name, const char *part, double value)
{
    char key[NAME_SIZE];
    snprintf(key, sizeof key, "%s%s", name, part);
    limb__builder_json(out, key, strlen(key));
    limb__builder_char(out, ':');
    limb__builder_number(out, isfinite(value) ? value : 0);
}
