// A model's counts, names and limits as functions, for callers that do not know its struct.
#include "limb/bindings.h"
#include "limb/model.h"

#include <assert.h>
#include <math.h>

static const char *name_at(const char *const *name, int count, int index)
{
    return index >= 0 && index < count ? name[index] : NULL;
}

static int int_at(const int *list, int count, int index)
{
    return index >= 0 && index < count ? list[index] : -1;
}

static double number_at(const double *list, int count, int index)
{
    return index >= 0 && index < count ? list[index] : (double)NAN;
}

int limb_model_nq(const limb_model *model)
{
    assert(model);
    return model->nq;
}

int limb_model_nv(const limb_model *model)
{
    assert(model);
    return model->nv;
}

int limb_model_link_count(const limb_model *model)
{
    assert(model);
    return model->nlink;
}

const char *limb_model_link_name(const limb_model *model, int link)
{
    assert(model);
    return name_at(model->link_name, model->nlink, link);
}

int limb_model_joint_count(const limb_model *model)
{
    assert(model);
    return model->njoint;
}

const char *limb_model_joint_name(const limb_model *model, int joint)
{
    assert(model);
    return name_at(model->joint_name, model->njoint, joint);
}

int limb_model_joint_kind(const limb_model *model, int joint)
{
    assert(model);
    return int_at(model->joint_kind, model->njoint, joint);
}

int limb_model_joint_q(const limb_model *model, int joint)
{
    assert(model);
    return int_at(model->joint_q, model->njoint, joint);
}

int limb_model_joint_v(const limb_model *model, int joint)
{
    assert(model);
    return int_at(model->joint_v, model->njoint, joint);
}

const char *limb_model_q_name(const limb_model *model, int q)
{
    assert(model);
    return name_at(model->q_name, model->nq, q);
}

const char *limb_model_v_name(const limb_model *model, int v)
{
    assert(model);
    return name_at(model->v_name, model->nv, v);
}

double limb_model_q_min(const limb_model *model, int q)
{
    assert(model);
    return number_at(model->q_min, model->nq, q);
}

double limb_model_q_max(const limb_model *model, int q)
{
    assert(model);
    return number_at(model->q_max, model->nq, q);
}

double limb_model_v_max(const limb_model *model, int v)
{
    assert(model);
    return number_at(model->v_max, model->nv, v);
}

double limb_model_tau_max(const limb_model *model, int v)
{
    assert(model);
    return number_at(model->tau_max, model->nv, v);
}
