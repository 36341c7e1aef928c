// Prepares a robot for display. A robot that limb would refuse is shown too if it has a root:
// seeing it helps to fix it.
#include "services/page_server/shown.h"

#include "limb/check.h"
#include "services/page_server/save.h"
#include "services/page_server/view_file.h"

#include <string.h>

static limb_status load_robot(limb__shown *shown, const char *path, const limb_view_opts *opts);
static limb_status load_view(limb__shown *shown, const char *path, const limb_view_opts *opts);
static limb_status write_json(limb__shown *shown, const limb_report *report, int version,
                              bool broken);
static limb_status append(void *builder, const void *bytes, size_t size);

limb_status limb__shown_load(limb__shown *out, const char *path, const limb_view_opts *opts,
                             int version, limb_report *report)
{
    memset(out, 0, sizeof *out);
    limb__builder_init(&out->json, NULL);
    out->report = report;
    out->owns_report = !report;
    out->compare = opts->compare;
    limb_status status = report ? LIMB_OK : limb_report_create(&out->report, NULL);
    if (status == LIMB_OK) status = load_view(out, path, opts);
    if (status == LIMB_OK) status = load_robot(out, path, opts);
    if (status != LIMB_OK) return status;

    const limb_glb_opts glb = {.find_mesh = limb_robot_meshes_find,
                               .find_image = limb_robot_meshes_find_image,
                               .find_ctx = out->meshes,
                               .override_colors = opts->file.override_colors,
                               .own_materials = opts->file.own_materials};
    status = limb_glb_build(&out->glb, out->robot, &glb);
    out->urdf_colors = opts->file.override_colors;
    out->own_materials = opts->file.own_materials;
    // a robot given as text is not the content of the file
    out->writable = opts->write && !opts->file.text && out->file && !out->file->xacro &&
                    limb__save_is_possible(path);
    return status == LIMB_OK ? write_json(out, out->report, version, false) : status;
}

limb_status limb__shown_stand_in(limb__shown *out, const char *path, int version,
                                 const limb_report *report)
{
    static const char text[] = "<robot name=\"unreadable\"><link name=\"unreadable\"/></robot>";
    memset(out, 0, sizeof *out);
    limb__builder_init(&out->json, NULL);
    const limb_load_opts opts = {.file = path};
    limb_status status = limb_robot_parse(&out->robot, text, sizeof text - 1, &opts);
    if (status == LIMB_OK) status = limb_robot_meshes_load(&out->meshes, out->robot, NULL);
    if (status == LIMB_OK) status = limb_glb_build(&out->glb, out->robot, NULL);
    return status == LIMB_OK ? write_json(out, report, version, true) : status;
}

void limb__shown_free(limb__shown *shown)
{
    limb__builder_free(&shown->json);
    limb__view_file_free(shown->view);
    limb_glb_free(shown->glb);
    limb_robot_meshes_free(shown->meshes);
    limb_robot_free(shown->robot);
    limb_robot_file_free(shown->file);
    if (shown->owns_report) limb_report_free(shown->report);
    memset(shown, 0, sizeof *shown);
    limb__builder_init(&shown->json, NULL);
}

limb_status limb__shown_hide_folder(limb__shown *shown, int version)
{
    shown->name_only = true;
    return write_json(shown, shown->report, version, false);
}

limb_status limb__shown_break(limb__shown *shown, const limb_report *report, int version)
{
    return write_json(shown, report, version, true);
}

// Reports the same findings as limb check.
static limb_status load_robot(limb__shown *shown, const char *path, const limb_view_opts *opts)
{
    const limb_mesh_opts smooth = {.normals = LIMB_MESH_NORMALS_COMPUTE};
    limb_robot_file_opts how = opts->file;
    how.load.report = shown->report;
    how.load.keep_broken = true;
    limb_checked *checked;
    const limb_status status =
        limb_check(&checked, path, &(limb_check_opts){.file = &how, .mesh = &smooth});
    if (!checked) return status;
    shown->robot = checked->robot;
    shown->file = checked->file;
    shown->meshes = checked->meshes;
    checked->robot = NULL;
    checked->file = NULL;
    checked->meshes = NULL;
    limb_checked_free(checked);
    if (shown->robot && shown->robot->root >= 0 && shown->meshes) return LIMB_OK;
    return status == LIMB_OK ? LIMB_ERROR_INPUT : status;
}

// One that was asked for has to be there.
static limb_status load_view(limb__shown *shown, const char *path, const limb_view_opts *opts)
{
    char file[LIMB__PATH_MAX];
    if (!limb__view_file_path(file, path, opts->config))
        return opts->config ? LIMB_ERROR_IO : LIMB_OK;
    const limb_status status = limb__view_file_read(&shown->view, file);
    return status == LIMB_OK && opts->config && !shown->view ? LIMB_ERROR_IO : status;
}

static limb_status write_json(limb__shown *shown, const limb_report *report, int version,
                              bool broken)
{
    const limb_page_opts opts = {.find_mesh = limb_robot_meshes_find,
                                 .find_ctx = shown->meshes,
                                 .version = version,
                                 .broken = broken,
                                 .ntriangle = (int)shown->meshes->ntriangle,
                                 .name_only = shown->name_only,
                                 .urdf_colors = shown->urdf_colors,
                                 .own_materials = shown->own_materials,
                                 .gltf_turned = shown->meshes->gltf_turned,
                                 .writable = shown->writable,
                                 .view = shown->view,
                                 .compare = shown->compare};
    shown->json.size = 0;
    return limb_page_write(shown->robot, report, &opts, append, &shown->json);
}

static limb_status append(void *builder, const void *bytes, size_t size)
{
    limb__builder *out = builder;
    limb__builder_bytes(out, bytes, size);
    return out->failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}
