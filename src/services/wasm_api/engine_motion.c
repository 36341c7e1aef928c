// Motion functions of the engine: kinematics and dynamics of its robot, with a model that is built
// on first use.
#include "services/wasm_api/engine.h"

#include "base/memory.h"
#include "limb/dynamics.h"
#include "limb/kinematics.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const char *name_at(const char *const *name, int count, int index);

limb_status limb__engine_model(limb_engine *engine)
{
    if (engine->work) return LIMB_OK;
    if (!engine->robot) return LIMB_ERROR_INPUT;
    const limb_model_opts opts = {.memory = engine->memory};
    limb_status status = LIMB_OK;
    if (!engine->model) status = limb_model_build(&engine->model, engine->robot, &opts);
    if (status == LIMB_OK) status = limb_work_create(&engine->work, engine->model, engine->memory);
    return status;
}

// The same for public calls, with the reason as message.
static limb_status need_model(limb_engine *engine)
{
    const limb_status status = limb__engine_model(engine);
    return limb__engine_end(engine, status,
                            status == LIMB_ERROR_INPUT ? "there is no robot that can move" : NULL);
}

//---- sizes and names -----------------------------------------------------------------------------

int limb_engine_nq(limb_engine *engine)
{
    assert(engine);
    return need_model(engine) == LIMB_OK ? engine->model->nq : 0;
}

int limb_engine_nv(limb_engine *engine)
{
    assert(engine);
    return need_model(engine) == LIMB_OK ? engine->model->nv : 0;
}

int limb_engine_nlink(limb_engine *engine)
{
    assert(engine);
    return need_model(engine) == LIMB_OK ? engine->model->nlink : 0;
}

const char *limb_engine_link_name(limb_engine *engine, int link)
{
    assert(engine);
    if (need_model(engine) != LIMB_OK) return NULL;
    return name_at(engine->model->link_name, engine->model->nlink, link);
}

const char *limb_engine_q_name(limb_engine *engine, int index)
{
    assert(engine);
    if (need_model(engine) != LIMB_OK) return NULL;
    return name_at(engine->model->q_name, engine->model->nq, index);
}

const char *limb_engine_v_name(limb_engine *engine, int index)
{
    assert(engine);
    if (need_model(engine) != LIMB_OK) return NULL;
    return name_at(engine->model->v_name, engine->model->nv, index);
}

static const char *name_at(const char *const *name, int count, int index)
{
    return index >= 0 && index < count ? name[index] : NULL;
}

int limb_engine_find_link(limb_engine *engine, const char *name)
{
    assert(engine);
    return need_model(engine) == LIMB_OK ? limb_model_find_link(engine->model, name) : -1;
}

limb_status limb_engine_limits(limb_engine *engine, double *q_min, double *q_max)
{
    assert(engine);
    const limb_status status = need_model(engine);
    if (status != LIMB_OK) return status;
    const size_t size = (size_t)engine->model->nq * sizeof *q_min;
    if (size == 0) return LIMB_OK;
    memcpy(q_min, engine->model->q_min, size);
    memcpy(q_max, engine->model->q_max, size);
    return LIMB_OK;
}

//---- kinematics ----------------------------------------------------------------------------------

limb_status limb_engine_neutral(limb_engine *engine, double *q)
{
    assert(engine);
    const limb_status status = need_model(engine);
    if (status == LIMB_OK) limb_neutral(engine->model, q);
    return status;
}

limb_status limb_engine_fk(limb_engine *engine, const double *q, double *pose)
{
    assert(engine);
    const limb_status status = need_model(engine);
    if (status != LIMB_OK) return status;
    const limb_model *model = engine->model;
    limb_fk(model, engine->work, q);
    for (int i = 0; i < model->nlink; i++, pose += 12) {
        if (model->link_body[i] >= 0) {
            memcpy(pose, limb_link_pose(model, engine->work, i), 12 * sizeof *pose);
        } else {
            for (int k = 0; k < 12; k++)
                pose[k] = (double)NAN;
        }
    }
    return LIMB_OK;
}

// A link that has a pose.
static limb_status need_link(limb_engine *engine, int link)
{
    const limb_status status = need_model(engine);
    if (status != LIMB_OK) return status;
    if (link >= 0 && link < engine->model->nlink && engine->model->link_body[link] >= 0)
        return LIMB_OK;
    return limb__engine_end(engine, LIMB_ERROR_INPUT,
                            "there is no such link, or it is not attached to the root");
}

limb_status limb_engine_jacobian(limb_engine *engine, const double *q, int link, double *jacobian)
{
    assert(engine);
    const limb_status status = need_link(engine, link);
    if (status != LIMB_OK) return status;
    limb_fk(engine->model, engine->work, q);
    limb_jacobian(engine->model, engine->work, link, NULL, LIMB_REFERENCE_ALIGNED, jacobian);
    return LIMB_OK;
}

int limb_engine_ik(limb_engine *engine, int link, const double pose[12], int max_tries,
                   double max_seconds, double *q, double error[2])
{
    assert(engine && pose);
    if (need_link(engine, link) != LIMB_OK) return -1;
    const limb_ik_opts opts = {.start = q, .max_tries = max_tries, .max_seconds = max_seconds};
    limb_ik_result result;
    const limb_ik_outcome outcome =
        limb_ik(engine->model, engine->work, link, pose, &opts, q, &result);
    if (error) {
        error[0] = result.position_error;
        error[1] = result.rotation_error;
    }
    limb__engine_end(engine, LIMB_OK,
                     outcome == LIMB_IK_OUTCOME_SOLVED ? NULL : limb_ik_outcome_text(outcome));
    return outcome == LIMB_IK_OUTCOME_NOT_A_POSE ? -1 : (int)outcome;
}

limb_status limb_engine_center_of_mass(limb_engine *engine, const double *q, double center[3])
{
    assert(engine && center);
    const limb_status status = need_model(engine);
    if (status != LIMB_OK) return status;
    limb_fk(engine->model, engine->work, q);
    limb_center_of_mass(engine->model, engine->work, center);
    return LIMB_OK;
}

limb_status limb_engine_reach(limb_engine *engine, int link, int seed, int count, float *point)
{
    assert(engine && (point || count <= 0));
    const limb_status status = need_link(engine, link);
    if (status != LIMB_OK) return status;
    if (count < 0) return limb__engine_end(engine, LIMB_ERROR_INPUT, "the count is negative");
    const limb_model *model = engine->model;
    const size_t size = ((size_t)model->nq + 1) * sizeof(double);
    double *q = limb__allocate(limb__memory(engine->memory), size);
    if (!q) return limb__engine_end(engine, LIMB_ERROR_MEMORY, NULL);
    uint64_t state = (uint64_t)seed;
    for (int i = 0; i < count; i++) {
        limb_random_configuration(model, &state, q);
        limb_fk_link(model, engine->work, q, link);
        const double *pose = limb_link_pose(model, engine->work, link);
        for (int k = 0; k < 3; k++)
            *point++ = (float)pose[4 * k + 3];
    }
    limb__release(limb__memory(engine->memory), q, size);
    return LIMB_OK;
}

//---- dynamics ------------------------------------------------------------------------------------

limb_status limb_engine_inverse_dynamics(limb_engine *engine, const double *q, const double *v,
                                         const double *a, double *tau)
{
    assert(engine);
    const limb_status status = need_model(engine);
    if (status == LIMB_OK)
        limb_inverse_dynamics(engine->model, engine->work, q, v, a, NULL, 0, tau);
    return status;
}

limb_status limb_engine_forward_dynamics(limb_engine *engine, const double *q, const double *v,
                                         const double *tau, double *a)
{
    assert(engine);
    limb_status status = need_model(engine);
    if (status != LIMB_OK) return status;
    status = limb_forward_dynamics(engine->model, engine->work, q, v, tau, NULL, 0, a);
    return limb__engine_end(engine, status, NULL);
}

limb_status limb_engine_mass_matrix(limb_engine *engine, const double *q, double *mass)
{
    assert(engine);
    const limb_status status = need_model(engine);
    if (status == LIMB_OK) limb_mass_matrix(engine->model, engine->work, q, mass);
    return status;
}

limb_status limb_engine_gravity(limb_engine *engine, const double *q, double *tau)
{
    assert(engine);
    const limb_status status = need_model(engine);
    if (status == LIMB_OK) limb_gravity(engine->model, engine->work, q, tau);
    return status;
}

limb_status limb_engine_step(limb_engine *engine, const double *tau, double dt, double *q,
                             double *v)
{
    assert(engine);
    limb_status status = need_model(engine);
    if (status != LIMB_OK) return status;
    status = limb_simulate_step(engine->model, engine->work, tau, dt, NULL, q, v);
    return limb__engine_end(engine, status, NULL);
}
