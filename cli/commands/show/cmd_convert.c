// limb convert: converts to the format given by the extension of the output.
#include "frame/cli.h"

#include <string.h>

typedef struct convert_opts {
    const char *output;
    cli_scene_opts scene; // of .glb
    bool no_environment;
} convert_opts;

// To add a format: add a row, with a function that writes a robot in that format.
typedef struct kind {
    const char *extension;
    const char *name;
    limb_status (*write)(const limb_robot *robot, limb_write_fn *write, void *ctx); // NULL: a GLB
} kind;

static int run(cli *app);
static int convert_scene(const cli *app, const convert_opts *opts);
static const kind *find_kind(const char *path);
static int unknown_kind(const cli *app, const char *path);
static limb_status write_dot(const limb_robot *robot, limb_write_fn *write, void *ctx);
static limb_status write_svg(const limb_robot *robot, limb_write_fn *write, void *ctx);

static const kind kinds[] = {
    {".urdf", "URDF, byte for byte as read", limb_robot_write},
    {".dot", "the tree for Graphviz", write_dot},
    {".svg", "a drawing of the tree", write_svg},
    {".glb", "the scene with all meshes, as binary glTF", NULL},
};

static const cli_option option[] = {
    {'o', "output", CLI_TEXT, offsetof(convert_opts, output), "FILE", NULL,
     "output file; the extension selects the format: .urdf, .dot, .svg, .glb"},
    CLI_LOOKS_OPTIONS(convert_opts, scene.looks),
    CLI_PACKAGE_OPTIONS(convert_opts, scene.package),
    CLI_ENVIRONMENT_OPTION(convert_opts, no_environment),
    {0, "joints", CLI_TEXT, offsetof(convert_opts, scene.joints), "A=1,B=30deg", NULL,
     "glb: the pose; joints not named are in the neutral pose"},
    {0, "no-collision", CLI_FLAG, offsetof(convert_opts, scene.no_collision), NULL, NULL,
     "glb: leave out the collision shapes"},
    {0, "no-visual", CLI_FLAG, offsetof(convert_opts, scene.no_visual), NULL, NULL,
     "glb: leave out the visual shapes"},
    {0, "animate", CLI_FLAG, offsetof(convert_opts, scene.animate), NULL, NULL,
     "glb: add an animation that moves each joint through its range"},
};

static const cli_example example[] = {
    {"limb convert arm.urdf -o copy.urdf", "an identical copy: reading and writing lose nothing"},
    {"limb convert arm.urdf -o arm.glb", "one file for any viewer of glTF"},
};

const cli_command cli_convert = {
    .name = "convert",
    .operands = "FILE -o FILE",
    .summary = "convert a robot to the format given by the output's extension",
    .description =
        "Writes the robot as URDF (the same bytes, or the expansion of a xacro file), the scene as "
        "binary glTF, or the tree of links and joints as DOT for Graphviz or as SVG.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(convert_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const convert_opts *opts = app->opts;
    if (!opts->output) return cli_usage(app, "-o FILE is missing");
    const kind *to = find_kind(opts->output);
    if (!to) return unknown_kind(app, opts->output);
    if (!to->write) return convert_scene(app, opts);
    limb_robot *robot;
    int code = cli_load_robot(app, app->operand.item[0], &robot);
    if (code != CLI_OK) return code;
    cli_buffer text = {0};
    const limb_status status = to->write(robot, cli_buffer_write, &text);
    if (status == LIMB_OK) {
        code = cli_save(app, opts->output, text.data, text.size);
        cli_list_variables(app, opts->output);
    } else {
        code = cli_fail(app, status);
    }
    cli_buffer_free(&text);
    limb_robot_free(robot);
    return code;
}

static int convert_scene(const cli *app, const convert_opts *opts)
{
    limb_glb *glb;
    cli_pictures pictures = {0};
    int code = cli_scene_build(app, app->operand.item[0], &opts->scene, &glb, &pictures);
    cli_pictures_free(&pictures);
    if (code != CLI_OK) return code;
    code = cli_save_result(app, opts->output, glb->bytes, glb->size);
    cli_list_variables(app, opts->output);
    limb_glb_free(glb);
    return code;
}

static const kind *find_kind(const char *path)
{
    for (int i = 0; i < CLI_COUNT(kinds); i++) {
        if (cli_has_extension(path, kinds[i].extension)) return &kinds[i];
    }
    return NULL;
}

static int unknown_kind(const cli *app, const char *path)
{
    cli_message(app, "the extension of %s is not one of these:", path);
    for (int i = 0; i < CLI_COUNT(kinds); i++)
        fprintf(stderr, "  %-8s%s\n", kinds[i].extension, kinds[i].name);
    return CLI_USAGE;
}

static limb_status write_dot(const limb_robot *robot, limb_write_fn *write, void *ctx)
{
    return limb_export_dot(robot, NULL, write, ctx);
}

static limb_status write_svg(const limb_robot *robot, limb_write_fn *write, void *ctx)
{
    return limb_export_svg(robot, NULL, write, ctx);
}
