// limb render: a picture of the robot.
#include "frame/module.h"

#ifdef LIMB_RENDER_BUILT
#include "limb/render.h"
#include "limb/system.h"
#endif

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct render_opts {
    const char *output;
    const char *size;
    const char *camera;
    const char *show;
    bool transparent;
    bool dark;
    int turntable;
    int threads;
    cli_scene_opts scene;
} render_opts;

static int run(cli *app);

static const cli_option option[] = {
    {'o', "output", CLI_TEXT, offsetof(render_opts, output), "PNG", NULL,
     "where to write the picture"},
    {0, "size", CLI_TEXT, offsetof(render_opts, size), "WxH", NULL, "pixels; default 1280x960"},
    {0, "joints", CLI_TEXT, offsetof(render_opts, scene.joints), "A=1,B=30deg", NULL,
     "the pose; joints not named are in the neutral pose"},
    {0, "camera", CLI_TEXT, offsetof(render_opts, camera), "VIEW", NULL,
     "iso, front, back, left, right, top, or \"AZIMUTH ELEVATION\" in degrees"},
    {0, "show", CLI_TEXT, offsetof(render_opts, show), "WHAT", NULL,
     "also draw collision, frames, inertia (separated by commas)"},
    {0, "transparent", CLI_FLAG, offsetof(render_opts, transparent), NULL, NULL,
     "no background; the shadow stays"},
    {0, "dark", CLI_FLAG, offsetof(render_opts, dark), NULL, NULL, "a dark background"},
    {0, "turntable", CLI_POSITIVE_INT, offsetof(render_opts, turntable), "N", NULL,
     "N pictures around the robot: out-000.png, out-001.png ..."},
    {0, "threads", CLI_POSITIVE_INT, offsetof(render_opts, threads), "N", NULL,
     "threads to draw with; default one per core. The picture does not depend on it"},
    CLI_LOOKS_OPTIONS(render_opts, scene.looks),
    CLI_PACKAGE_OPTIONS(render_opts, scene.package),
};

static const cli_example example[] = {
    {"limb render arm.urdf -o arm.png", "a picture of 1280 x 960 pixels"},
    {"limb render arm.urdf -o arm.png --joints elbow=45deg --camera \"30 20\"",
     "with a pose and a camera"},
};

const cli_command cli_render = {
    .name = "render",
    .operands = "FILE -o PNG",
    .summary = "draw a picture of the robot",
    .description =
        "Draws the scene that limb view shows, on the CPU: it needs no display and no GPU. A "
        "mesh that is not found is replaced by the link's collision shapes, or else by the box of "
        "its "
        "inertia, hatched; "
        "a robot without visual shapes shows its collision shapes, and one without any "
        "shape its skeleton.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(render_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

#ifdef LIMB_RENDER_BUILT

typedef struct drawn_scene {
    const limb_mesh *scene;
    cli_pictures *pictures;
} drawn_scene;

static int open_scene(const cli *app, const cli_scene_opts *opts, limb_mesh **scene,
                      cli_pictures *pictures);
static void report_texture(void *ctx, int material, const char *reason);
static bool parse_size(const char *text, limb_render_opts *out);
static bool parse_camera(const char *text, limb_render_opts *out);
static bool parse_show(const char *text, cli_scene_opts *out);
static int draw(const cli *app, const limb_mesh *scene, limb_render_opts *draw_opts,
                const render_opts *opts);
static int save(const cli *app, const limb_mesh *scene, const limb_render_opts *draw_opts,
                const char *path);

static int run(cli *app)
{
    render_opts opts = *(const render_opts *)app->opts;
    limb_render_opts draw_opts = {
        .transparent = opts.transparent, .dark = opts.dark, .threads = opts.threads};
    if (!opts.output) return cli_usage(app, "-o PNG is missing");
    if (!cli_check_extension(app, opts.output, ".png")) return CLI_USAGE;
    if (opts.size && !parse_size(opts.size, &draw_opts)) {
        return cli_usage(app, "--size %s is not WxH, two numbers from 1 to 8192", opts.size);
    }
    if (opts.camera && !parse_camera(opts.camera, &draw_opts)) {
        return cli_usage(app,
                         "--camera %s is not a view: iso, front, back, left, right, top or "
                         "\"AZIMUTH ELEVATION\"",
                         opts.camera);
    }
    opts.scene.no_collision = true;
    opts.scene.show_something = true;
    if (opts.show && !parse_show(opts.show, &opts.scene)) {
        return cli_usage(app, "--show %s: only collision, frames and inertia can be shown",
                         opts.show);
    }

    const int loaded = cli_module_load(app, CLI_MODULE_RENDER);
    if (loaded != CLI_OK) return loaded;
    cli_pictures pictures = {0};
    limb_mesh *scene = NULL;
    int code = open_scene(app, &opts.scene, &scene, &pictures);
    if (code == CLI_OK) {
        drawn_scene drawn = {scene, &pictures};
        draw_opts.texture_failed = report_texture;
        draw_opts.texture_failed_ctx = &drawn;
        code = draw(app, scene, &draw_opts, &opts);
    }
    cli_pictures_free(&pictures);
    limb_mesh_free(scene);
    return code;
}

static int open_scene(const cli *app, const cli_scene_opts *opts, limb_mesh **scene,
                      cli_pictures *pictures)
{
    limb_glb *glb;
    const int code = cli_scene_build(app, app->operand.item[0], opts, &glb, pictures);
    if (code != CLI_OK) return code;
    // a robot's GLB is y-up, the picture z-up
    const limb_mesh_opts read = {.normals = LIMB_MESH_NORMALS_COMPUTE, .turn_y_up = true};
    const limb_status status = limb_mesh_parse(scene, glb->bytes, glb->size, &read);
    limb_glb_free(glb);
    if (status != LIMB_OK) return cli_fail(app, status);
    if ((*scene)->nnonfinite > 0) {
        cli_message(app, "shapes that are not finite are not drawn (%d triangles)",
                    (*scene)->nnonfinite);
        cli_leave_out(app);
    }
    return CLI_OK;
}

static void report_texture(void *ctx, int material, const char *reason)
{
    const drawn_scene *drawn = ctx;
    const limb_mesh_texture *texture = &drawn->scene->material[material].texture;
    cli_report_picture(drawn->pictures, texture->bytes, texture->size, reason);
}

static bool parse_size(const char *text, limb_render_opts *out)
{
    char rest;
    return sscanf(text, "%dx%d%c", &out->width, &out->height, &rest) == 2 && out->width > 0 &&
           out->height > 0 && out->width <= 8192 && out->height <= 8192;
}

static bool parse_camera(const char *text, limb_render_opts *out)
{
    static const struct {
        const char *name;
        double azimuth, elevation; // degrees
    } views[] = {{"iso", -41, 24}, {"front", 0, 4},   {"back", 180, 4},
                 {"left", 90, 4},  {"right", -90, 4}, {"top", 0, 89.9}};
    const double degree = 3.14159265358979323846 / 180;
    out->has_view = true;
    for (int i = 0; i < CLI_COUNT(views); i++) {
        if (strcmp(text, views[i].name) != 0) continue;
        out->azimuth = views[i].azimuth * degree;
        out->elevation = views[i].elevation * degree;
        return true;
    }
    char first[64];
    const size_t size = strcspn(text, " ,");
    if (size == 0 || size >= sizeof first || text[size] == 0) return false;
    memcpy(first, text, size);
    first[size] = 0;
    double azimuth;
    double elevation;
    if (!limb_number_parse(first, &azimuth) || !limb_number_parse(text + size + 1, &elevation))
        return false;
    if (!isfinite(azimuth) || !(fabs(elevation) <= 90)) return false;
    out->azimuth = azimuth * degree;
    out->elevation = fmax(fmin(elevation, 89.9), -89.9) * degree;
    return true;
}

static bool parse_show(const char *text, cli_scene_opts *out)
{
    while (*text) {
        const size_t size = strcspn(text, ",");
        if (size == 9 && memcmp(text, "collision", 9) == 0)
            out->no_collision = false;
        else if (size == 6 && memcmp(text, "frames", 6) == 0)
            out->frames = true;
        else if (size == 7 && memcmp(text, "inertia", 7) == 0)
            out->inertia = true;
        else
            return false;
        text += size;
        if (*text == ',') text++;
    }
    return true;
}

static int draw(const cli *app, const limb_mesh *scene, limb_render_opts *draw_opts,
                const render_opts *opts)
{
    if (opts->turntable <= 0) return save(app, scene, draw_opts, opts->output);
    if (!draw_opts->has_view) parse_camera("iso", draw_opts);
    const double start = draw_opts->azimuth;
    const char *dot = strrchr(opts->output, '.');
    const int stem = dot ? (int)(dot - opts->output) : (int)strlen(opts->output);
    cli_progress progress;
    int code = CLI_OK;
    cli_progress_start(&progress, "drawing", opts->turntable);
    for (int i = 0; i < opts->turntable && code == CLI_OK; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%.*s-%03d%s", stem, opts->output, i, dot ? dot : "");
        draw_opts->azimuth = start + 2 * 3.14159265358979323846 * i / opts->turntable;
        code = save(app, scene, draw_opts, path);
        draw_opts->texture_failed = NULL; // reported with the first view
        cli_progress_step(&progress, i + 1);
    }
    cli_progress_end(&progress);
    return code;
}

static int save(const cli *app, const limb_mesh *scene, const limb_render_opts *draw_opts,
                const char *path)
{
    limb_image image;
    cli_buffer png = {0};
    limb_status status = limb_render(&image, scene, draw_opts);
    if (status == LIMB_ERROR_INPUT) {
        cli_message(app, "the robot reaches farther than 1e9 m: it is too large to draw");
        return CLI_FINDINGS;
    }
    if (status == LIMB_OK) status = limb_image_write_png(&image, cli_buffer_write, &png);
    const int code =
        status == LIMB_OK ? cli_save_result(app, path, png.data, png.size) : cli_fail(app, status);
    limb_image_free(&image);
    cli_buffer_free(&png);
    return code;
}

#else

static int run(cli *app)
{
    cli_message(app, "this limb was built without pictures (LIMB_RENDER)");
    return CLI_UNREADABLE;
}

#endif
