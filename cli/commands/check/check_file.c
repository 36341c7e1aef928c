// limb check: checks one file, URDF or xacro, including the files it refers to.
#include "commands/check/check.h"

#include <errno.h>
#include <string.h>

static void check_xacro(checker *check, int index, const cli_buffer *text);
static void mark_unreadable(checker *check, int index, limb_status status, int nerror_before);
static void check_beyond(checker *check, int index, const limb_robot *robot);
static void fix_file(checker *check, int index, cli_buffer *text);
static cli_team_file team_file(checker *check, int index);
static void ask_urdfdom(checker *check, int index, const cli_buffer *text, const char *name);

void cli_check_file(checker *check, int index)
{
    const char *path = check->path.item[index];
    const char *name = check->name[index];
    if (limb_robot_file_is_xacro(path)) {
        check_xacro(check, index, NULL);
        return;
    }
    if (cli_has_extension(path, ".srdf")) {
        cli_check_srdf(check, path, name, NULL, index);
        const cli_team_file srdf = team_file(check, index);
        check->unreadable |= cli_team_apply(&srdf, NULL, check->report) != LIMB_OK;
        return;
    }
    const limb_load_opts opts = {.report = check->report, .file = name, .keep_broken = true};
    const int before = check->report->nerror;
    limb_robot *robot = NULL;
    limb_status status;
    cli_buffer text = {0};
    if (cli_read_start(path, &text)) {
        if (cli_is_stream(path) && limb_xacro_is(text.data, text.size)) {
            check_xacro(check, index, &text);
            cli_buffer_free(&text);
            return;
        }
        if (check->opts->fix) fix_file(check, index, &text);
        status = limb_robot_parse(&robot, text.data, text.size, &opts);
        if (robot) check_beyond(check, index, robot);
        const limb_status pruned =
            limb_report_drop_idle_fixes(check->report, name, text.data, text.size);
        if (pruned != LIMB_OK) status = pruned;
        ask_urdfdom(check, index, &text, name);
    } else {
        // reports the library's reason why the file cannot be read as a finding; if it became
        // readable meanwhile, only a part of it would be checked
        const limb_status failure = errno == ENOMEM ? LIMB_ERROR_MEMORY : LIMB_ERROR_IO;
        status = limb_robot_load(&robot, path, &opts);
        if (status == LIMB_OK) status = failure;
    }
    const cli_team_file team = team_file(check, index);
    if (cli_team_apply(&team, robot, check->report) != LIMB_OK) status = LIMB_ERROR_MEMORY;
    limb_robot_free(robot);
    cli_buffer_free(&text);
    mark_unreadable(check, index, status, before);
}

// The same for a xacro file, or its text: findings in the expansion point into the original files.
static void check_xacro(checker *check, int index, const cli_buffer *text)
{
    cli_robot_opts opts;
    limb_robot_file *file;
    if (cli_robot_opts_init(check->app, &opts) != CLI_OK) {
        check->unreadable = true;
        return;
    }
    opts.file.load =
        (limb_load_opts){.report = check->report, .file = check->name[index], .keep_broken = true};
    opts.file.xacro.report_unused = true;
    opts.file.text = text ? text->data : NULL;
    opts.file.size = text ? text->size : 0;
    opts.file.resolve = &check->place[index]->packages.resolve;
    const cli_team_file team = team_file(check, index);
    if (check->opts->fix) {
        const int nfixed = cli_check_fix_xacro(check->app, &opts, &team, check->scratch);
        check->nfixed += nfixed > 0 ? nfixed : 0;
        check->unreadable |= nfixed < 0;
    }
    const int before = check->report->nerror;
    limb_status status = limb_robot_file_load(&file, check->path.item[index], &opts.file);
    if (file && file->robot) check_beyond(check, index, file->robot);
    if (file && file->xacro && file->xacro->text) {
        const cli_buffer expanded = {.data = (char *)(uintptr_t)file->xacro->text,
                                     .size = file->xacro->size};
        ask_urdfdom(check, index, &expanded, limb_xacro_name(file->xacro));
    }
    if (file && limb_robot_file_relocate(file, check->report) != LIMB_OK) {
        status = LIMB_ERROR_MEMORY;
    }
    if (file && cli_team_apply_sources(&team, file, check->report) != LIMB_OK) {
        status = LIMB_ERROR_MEMORY;
    }
    limb_robot_file_free(file);
    cli_robot_opts_free(&opts);
    mark_unreadable(check, index, status, before);
}

// Reports a file that could not be read, unless a finding does.
static void mark_unreadable(checker *check, int index, limb_status status, int nerror_before)
{
    if (status != LIMB_ERROR_IO && status != LIMB_ERROR_MEMORY) return;
    check->unreadable = true;
    if (check->report->nerror == nerror_before) {
        cli_message(check->app, "%s: %s", check->name[index], limb_status_text(status));
    }
}

// Checks beyond the text: the files it names, defects of its meshes, whether the declared inertia
// fits the shapes, and whether links overlap. Text from standard input has no folder to search
// from, so this is done only on request.
static void check_beyond(checker *check, int index, const limb_robot *robot)
{
    limb_robot_meshes *meshes = NULL;
    limb_status status = LIMB_OK;
    const bool has_place = check->opts->meshes || strcmp(check->path.item[index], "-") != 0;
    if (!check->opts->no_meshes && has_place) {
        const limb_mesh_opts bare = {.normals = LIMB_MESH_NORMALS_NONE, .draco = CLI_DRACO};
        const limb_robot_meshes_opts opts = {.report = check->report,
                                             .resolve = &check->place[index]->packages.resolve,
                                             .mesh = &bare};
        status = limb_robot_meshes_load(&meshes, robot, &opts);
        if (status == LIMB_OK) limb_robot_check_meshes(robot, meshes, check->report);
    }
    const limb_inertia_opts opts = {.find_mesh = meshes ? limb_robot_meshes_find : NULL,
                                    .find_ctx = meshes};
    if (status == LIMB_OK) status = limb_robot_check_inertia(robot, &opts, check->report);
    const limb_scene_opts shapes = {.find_mesh = opts.find_mesh, .find_ctx = meshes};
    if (status == LIMB_OK) status = limb_robot_check_touching(robot, &shapes, check->report);
    limb_robot_meshes_free(meshes);
    if (check->opts->srdf) {
        const char *name = cli_file_name(check->opts->srdf);
        cli_check_srdf(check, check->opts->srdf, name, robot, index);
    }
    if (status == LIMB_OK) return;
    check->unreadable = true;
    cli_message(check->app, "%s: %s", check->name[index], limb_status_text(status));
}

static void fix_file(checker *check, int index, cli_buffer *text)
{
    const char *path = check->path.item[index];
    const cli_team_file team = team_file(check, index);
    const limb_resolve_opts *resolve = &check->place[index]->packages.resolve;
    const check_fix fix = {.path = path,
                           .resolve = check->opts->no_meshes ? NULL : resolve,
                           .scratch = check->scratch,
                           .team = &team};
    cli_buffer before = {0};
    if (cli_buffer_write(&before, text->data, text->size) != LIMB_OK) {
        cli_message(check->app, "%s: %s", check->name[index], limb_status_text(LIMB_ERROR_MEMORY));
        check->unreadable = true;
        return;
    }
    const int nfixed = cli_check_fix(&fix, text);
    const limb_text read = {before.data, before.size};
    const int code =
        nfixed > 0 ? cli_save_back(check->app, path, read, text->data, text->size) : CLI_OK;
    cli_buffer_free(&before);
    if (code == CLI_OK) check->nfixed += nfixed;
    check->unreadable |= code != CLI_OK;
}

static cli_team_file team_file(checker *check, int index)
{
    return (cli_team_file){&check->team, check->place[index], check->path.item[index],
                           check->name[index]};
}

bool cli_check_asks_urdfdom(const checker *check, int index, limb_urdfdom *version)
{
    const char *target = check->opts->target;
    const cli_config *config = &check->place[index]->config;
    *version = config->version;
    return target ? limb_urdfdom_find(target, version) : config->urdfdom;
}

static void ask_urdfdom(checker *check, int index, const cli_buffer *text, const char *name)
{
    limb_target_opts opts = {.report = check->report, .file = name};
    if (!cli_check_asks_urdfdom(check, index, &opts.version)) return;
    limb_target *target;
    const limb_status status = limb_target_urdfdom(&target, text->data, text->size, &opts);
    if (status != LIMB_OK) {
        cli_message(check->app, "%s: %s", check->name[index], limb_status_text(status));
        check->unreadable = true;
        return;
    }
    check->verdict[index] = limb_verdict_name(target->verdict);
    check->target_name[index] = opts.version == LIMB_URDFDOM_3 ? "urdfdom-3" : "urdfdom-6";
    limb_report_sort(check->report);
    limb_target_free(target);
}
