// Scenes, shared by convert, render and view: loads a robot and its meshes, poses it, builds a GLB.
#include "frame/cli.h"

#include <stdlib.h>
#include <string.h>

static int build(const cli *app, const limb_robot *robot, const cli_scene_opts *opts,
                 const limb_resolve_opts *resolve, limb_glb **glb, cli_pictures *pictures);
static void report_broken(const cli *app, const limb_robot *robot, bool no_visual,
                          bool no_collision);
static const limb_mesh *find_mesh(void *pictures, const char *uri, const char **reason);
static bool has_visuals(const limb_robot *robot);
static bool has_shapes(const limb_robot *robot);
static int count_missing(const limb_robot_meshes *meshes);
static int pose_links(const cli *app, const limb_robot *robot, const char *joints, double **pose);

limb_gltf_up cli_gltf_up(const cli_looks *looks)
{
    if (looks->gltf_up && strcmp(looks->gltf_up, "stored") == 0) return LIMB_GLTF_UP_AS_STORED;
    if (looks->gltf_up && strcmp(looks->gltf_up, "y") == 0) return LIMB_GLTF_UP_Y;
    return LIMB_GLTF_UP_FITTING;
}

void cli_report_meshes(const cli *app, const limb_robot_meshes *meshes, const char *what)
{
    int nmessage = 0, nunresolved = 0;
    for (int i = 0; i < meshes->nmesh; i++) {
        const limb_robot_mesh *entry = &meshes->mesh[i];
        if (entry->mesh && entry->mesh->nnonfinite > 0)
            cli_message_alike(app, &nmessage,
                              "%s: %d triangle%s left out: a coordinate is not finite", entry->uri,
                              entry->mesh->nnonfinite,
                              entry->mesh->nnonfinite == 1 ? " is" : "s are");
        if (entry->mesh) continue;
        cli_message_alike(app, &nmessage, "%s is %s: %s", entry->uri, what, entry->reason);
        nunresolved += !entry->path && strncmp(entry->uri, "package://", 10) == 0;
    }
    cli_message_rest(app, nmessage, "meshes");
    if (nunresolved > 0) cli_hint_packages(app);
    if (nmessage > 0) cli_leave_out(app);
}

int cli_scene_build(const cli *app, const char *path, const cli_scene_opts *opts, limb_glb **glb,
                    cli_pictures *pictures)
{
    cli_packages packages;
    limb_robot *robot;
    const int parsed = cli_packages_parse(app, &opts->package, &packages);
    if (parsed != CLI_OK) return parsed;
    int code = cli_load_robot(app, path, &robot);
    if (code == CLI_OK) {
        *pictures = (cli_pictures){.app = app};
        code = build(app, robot, opts, &packages.resolve, glb, pictures);
        limb_robot_free(robot);
    }
    cli_packages_free(&packages);
    return code;
}

static int build(const cli *app, const limb_robot *robot, const cli_scene_opts *opts,
                 const limb_resolve_opts *resolve, limb_glb **glb, cli_pictures *pictures)
{
    double *pose = NULL;
    int code = opts->joints ? pose_links(app, robot, opts->joints, &pose) : CLI_OK;
    if (code != CLI_OK) return code;
    const bool stand_in = opts->show_something && !has_visuals(robot);
    const bool no_collision = opts->no_collision && !stand_in;
    const limb_mesh_opts smooth = {.normals = LIMB_MESH_NORMALS_COMPUTE, .draco = CLI_DRACO};
    const limb_robot_meshes_opts load = {.resolve = resolve,
                                         .mesh = &smooth,
                                         .gltf_up = cli_gltf_up(&opts->looks),
                                         .no_visual = opts->no_visual,
                                         .no_collision = no_collision};
    limb_robot_meshes *meshes = NULL;
    limb_status status = limb_robot_meshes_load(&meshes, robot, &load);
    if (status == LIMB_OK && no_collision && count_missing(meshes) > 0) {
        // collision shapes are shown instead of missing visuals, so their meshes must
        // be loaded, too
        const limb_robot_meshes_opts all = {.resolve = resolve,
                                            .mesh = &smooth,
                                            .gltf_up = cli_gltf_up(&opts->looks),
                                            .no_visual = opts->no_visual};
        limb_robot_meshes_free(meshes);
        meshes = NULL;
        status = limb_robot_meshes_load(&meshes, robot, &all);
    }
    if (status == LIMB_OK) {
        cli_report_meshes(app, meshes, "missing");
        report_broken(app, robot, opts->no_visual, no_collision);
        if (!has_shapes(robot)) cli_message(app, "no link has a shape: drawn as a skeleton");
        pictures->meshes = meshes;
        const limb_glb_opts build_opts = {.override_colors = opts->looks.urdf_colors,
                                          .own_materials = opts->looks.own_materials,
                                          .find_mesh = find_mesh,
                                          .find_image = cli_find_picture,
                                          .find_ctx = pictures,
                                          .link_pose = pose,
                                          .no_visual = opts->no_visual,
                                          .no_collision = no_collision,
                                          .frames = opts->frames,
                                          .inertia = opts->inertia,
                                          .animate = opts->animate};
        status = limb_glb_build(glb, robot, &build_opts);
    }
    limb_robot_meshes_free(meshes);
    free(pose);
    return status == LIMB_OK ? CLI_OK : cli_fail(app, status);
}

// Reports the shapes to be drawn whose geometry cannot be read.
static void report_broken(const cli *app, const limb_robot *robot, bool no_visual,
                          bool no_collision)
{
    int nmessage = 0;
    for (int i = 0; i < robot->nlink; i++) {
        const limb_link *link = &robot->link[i];
        const int count =
            (no_visual ? 0 : link->nbroken_visual) + (no_collision ? 0 : link->nbroken_collision);
        if (count > 0)
            cli_message_alike(app, &nmessage,
                              "link \"%s\": %d shape%s left out: the geometry cannot be read",
                              link->name, count, count == 1 ? " is" : "s are");
    }
    cli_message_rest(app, nmessage, "such links");
    if (nmessage > 0) cli_leave_out(app);
}

static const limb_mesh *find_mesh(void *pictures, const char *uri, const char **reason)
{
    return limb_robot_meshes_find(((cli_pictures *)pictures)->meshes, uri, reason);
}

static bool has_visuals(const limb_robot *robot)
{
    for (int i = 0; i < robot->nlink; i++)
        if (robot->link[i].nvisual > 0) return true;
    return false;
}

static bool has_shapes(const limb_robot *robot)
{
    for (int i = 0; i < robot->nlink; i++)
        if (robot->link[i].nvisual + robot->link[i].ncollision > 0) return true;
    return false;
}

static int count_missing(const limb_robot_meshes *meshes)
{
    int count = 0;
    for (int i = 0; i < meshes->nmesh; i++)
        count += meshes->mesh[i].mesh == NULL;
    return count;
}

// Computes the world poses of all links with the named joints moved; links that are not connected
// keep the identity.
static int pose_links(const cli *app, const limb_robot *robot, const char *joints, double **pose)
{
    limb_model *model = NULL;
    limb_work *work = NULL;
    double *q = NULL;
    int code = CLI_OK;
    limb_status status = limb_model_build(&model, robot, NULL);
    if (status == LIMB_OK) status = limb_work_create(&work, model, NULL);
    if (status == LIMB_OK) {
        q = calloc((size_t)model->nq + 1, sizeof *q);
        *pose = calloc((size_t)robot->nlink * 12 + 1, sizeof **pose);
        if (!q || !*pose) status = LIMB_ERROR_MEMORY;
    }
    if (status != LIMB_OK) {
        code = cli_fail(app, status);
        goto done;
    }
    limb_neutral(model, q);
    if (!cli_joints_parse(app, robot, model, joints, q)) {
        code = CLI_USAGE;
        goto done;
    }
    limb_fk(model, work, q);
    for (int i = 0; i < robot->nlink; i++) {
        double *out = *pose + 12 * (size_t)i;
        if (model->link_body[i] >= 0)
            memcpy(out, limb_link_pose(model, work, i), 12 * sizeof *out);
        else
            limb_pose_identity(out);
    }
done:
    if (code != CLI_OK) {
        free(*pose);
        *pose = NULL;
    }
    free(q);
    limb_work_free(work);
    limb_model_free(model);
    return code;
}
