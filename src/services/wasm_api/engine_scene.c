// Scenes of the engine: the robot as GLB, and mesh files in other formats.
#include "services/wasm_api/engine.h"

#include "base/memory.h"
#include "limb/export.h"
#include "limb/kinematics.h"
#include "limb/model.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static limb_status pose_links(limb_engine *engine, const double *q, double **pose, size_t *size);

limb_status limb_engine_write_glb(limb_engine *engine, int parts, const double *q)
{
    assert(engine);
    engine->bytes.size = 0;
    if (!engine->robot || engine->robot->root < 0)
        return limb__engine_end(engine, LIMB_ERROR_INPUT, "there is no robot with a root");
    double *pose = NULL;
    size_t pose_size = 0;
    limb_glb *glb = NULL;
    limb_status status = limb__engine_meshes(engine);
    if (status == LIMB_OK && q) status = pose_links(engine, q, &pose, &pose_size);
    if (status == LIMB_OK) {
        const limb_glb_opts opts = {.memory = engine->memory,
                                    .find_mesh = limb_robot_meshes_find,
                                    .find_image = limb_robot_meshes_find_image,
                                    .find_ctx = engine->meshes,
                                    .link_pose = pose,
                                    .override_colors = parts & LIMB_ENGINE_URDF_COLORS,
                                    .own_materials = parts & LIMB_ENGINE_OWN_MATERIALS,
                                    .no_visual = !(parts & LIMB_ENGINE_VISUAL),
                                    .no_collision = !(parts & LIMB_ENGINE_COLLISION),
                                    .frames = parts & LIMB_ENGINE_FRAMES,
                                    .inertia = parts & LIMB_ENGINE_INERTIA,
                                    .animate = parts & LIMB_ENGINE_ANIMATE};
        status = limb_glb_build(&glb, engine->robot, &opts);
    }
    if (status == LIMB_OK) status = limb__engine_write(engine, glb->bytes, glb->size);
    limb_glb_free(glb);
    if (pose) limb__release(limb__memory(engine->memory), pose, pose_size);
    return limb__engine_end(engine, status, NULL);
}

// Computes world poses of all links; those not connected to the root get the identity.
static limb_status pose_links(limb_engine *engine, const double *q, double **pose, size_t *size)
{
    limb_status status = limb__engine_model(engine);
    if (status != LIMB_OK) return status;
    const limb_model *model = engine->model;
    *size = ((size_t)model->nlink * 12 + 1) * sizeof **pose;
    *pose = limb__allocate(limb__memory(engine->memory), *size);
    if (!*pose) return LIMB_ERROR_MEMORY;
    limb_fk(model, engine->work, q);
    for (int i = 0; i < model->nlink; i++) {
        double *out = *pose + 12 * (size_t)i;
        if (model->link_body[i] >= 0)
            memcpy(out, limb_link_pose(model, engine->work, i), 12 * sizeof *out);
        else
            limb_pose_identity(out);
    }
    return LIMB_OK;
}

limb_status limb_engine_write_mesh(limb_engine *engine, const char *path, const char *to)
{
    assert(engine);
    char name[16];
    engine->bytes.size = 0;
    const int length = snprintf(name, sizeof name, "a.%s", to ? to : "");
    const limb_mesh_format format =
        length < (int)sizeof name ? limb_mesh_format_written(name) : LIMB_MESH_FORMAT_UNKNOWN;
    if (format == LIMB_MESH_FORMAT_UNKNOWN)
        return limb__engine_end(engine, LIMB_ERROR_UNSUPPORTED,
                                "meshes are written as glb, stl and obj");
    limb_report *report;
    limb_mesh *mesh = NULL;
    limb_status status = limb_report_create(&report, &(limb_report_opts){.memory = engine->memory});
    if (status != LIMB_OK) return limb__engine_end(engine, status, NULL);
    status = limb_mesh_load(&mesh, path,
                            &(limb_mesh_opts){.memory = engine->memory,
                                              .report = report,
                                              .normals = LIMB_MESH_NORMALS_COMPUTE});
    const char *why = report->nfinding > 0 ? report->finding[report->nfinding - 1].message : NULL;
    limb_status result = limb__engine_end(engine, status, status == LIMB_OK ? NULL : why);
    if (status == LIMB_OK)
        result = limb__engine_end(
            engine, limb_mesh_write(mesh, format, NULL, limb__engine_write, engine), NULL);
    limb_mesh_free(mesh);
    limb_report_free(report);
    return result;
}
