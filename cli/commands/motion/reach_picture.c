// The picture of a point cloud: three views with one scale, each a grid of cells.
//
// A cell's color is the logarithm of how many points fall into it, or the mean manipulability of
// these points. The same rectangles and texts are drawn as SVG elements or into pixels.
#include "commands/motion/font.h"
#include "commands/motion/reach.h"
#include "frame/module.h"

#ifdef LIMB_RENDER_BUILT
#include "limb/render.h"
#endif

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELLS = 100,
    CELL = 4,
    PANEL = CELLS * CELL,
    MARGIN = 50,
    GAP = 60,
    LEGEND = 12,
    NLEVEL = 32
};
enum { WIDTH = 3 * PANEL + 2 * GAP + 2 * MARGIN, HEIGHT = PANEL + 2 * MARGIN + 40 };

typedef struct color {
    uint8_t r, g, b;
} color;

typedef struct canvas { // pixels, or the text of an SVG
    uint8_t *rgba;
    cli_buffer svg;
    float *cell; // scratch: counts, then sums (2 x CELLS x CELLS)
} canvas;

typedef struct view {
    const char *title;
    int across, up; // axes
} view;

static const view views[] = {{"top", 0, 1}, {"front", 0, 2}, {"side", 1, 2}};
static const color INK = {40, 40, 40}, LINE = {190, 190, 190}, PAPER = {255, 255, 255};

static void draw(canvas *out, const cli_cloud *cloud, const char *link);
static void draw_view(canvas *out, const cli_cloud *cloud, const view *v, int left, double scale);
static void count_cells(const cli_cloud *cloud, const view *v, double scale, const double center[3],
                        float *count, float *sum);
static int level_of(const cli_cloud *cloud, float count, float sum, float fullest);
static void draw_legend(canvas *out, const cli_cloud *cloud);
static color color_of(int level);
static void fill(canvas *out, int x, int y, int width, int height, color c);
static void write_text(canvas *out, int x, int y, const char *text);
static void write_dots(canvas *out, int x, int y, const char *text);
static void append(cli_buffer *out, const char *text);
static int save_png(const cli *app, const canvas *drawn, const char *path);

int cli_reach_picture(const cli *app, const cli_cloud *cloud, const char *link, const char *path)
{
    canvas out = {.cell = malloc(2 * sizeof(float) * CELLS * CELLS)};
    const bool is_png = cli_has_extension(path, ".png");
    if (is_png) out.rgba = malloc((size_t)WIDTH * HEIGHT * 4);
    if (!out.cell || (is_png && !out.rgba)) {
        free(out.cell);
        free(out.rgba);
        return cli_fail(app, LIMB_ERROR_MEMORY);
    }
    if (!is_png) {
        char head[160];
        snprintf(head, sizeof head,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                 "font-family=\"sans-serif\" font-size=\"12\">\n",
                 WIDTH, HEIGHT);
        append(&out.svg, head);
    }
    draw(&out, cloud, link);
    if (!is_png) append(&out.svg, "</svg>\n");
    const int code = is_png ? save_png(app, &out, path)
                     : cli_buffer_is_whole(app, &out.svg)
                         ? cli_save_result(app, path, out.svg.data, out.svg.size)
                         : CLI_UNREADABLE;
    cli_buffer_free(&out.svg);
    free(out.rgba);
    free(out.cell);
    return code;
}

static void draw(canvas *out, const cli_cloud *cloud, const char *link)
{
    double size = 1e-9; // of the largest side, slightly larger than the points need
    for (int k = 0; k < 3; k++)
        size = fmax(size, 1.05 * (cloud->high[k] - cloud->low[k]));
    fill(out, 0, 0, WIDTH, HEIGHT, PAPER);
    char text[CLI_NAME_SIZE + 80], name[CLI_NAME_SIZE];
    snprintf(text, sizeof text, "%s: %d points, one cell is %.3g m", cli_visible(link, name),
             cloud->count, size / CELLS);
    write_text(out, MARGIN, 24, text);
    for (int i = 0; i < CLI_COUNT(views); i++)
        draw_view(out, cloud, &views[i], MARGIN + i * (PANEL + GAP), CELLS / size);
    draw_legend(out, cloud);
}

static void draw_view(canvas *out, const cli_cloud *cloud, const view *v, int left, double scale)
{
    float *count = out->cell, *sum = out->cell + CELLS * CELLS;
    double center[3];
    for (int k = 0; k < 3; k++)
        center[k] = 0.5 * (cloud->low[k] + cloud->high[k]);
    count_cells(cloud, v, scale, center, count, sum);
    float fullest = 0;
    for (int i = 0; i < CELLS * CELLS; i++)
        fullest = fmaxf(fullest, count[i]);
    for (int row = 0; row < CELLS; row++) {
        for (int begin = 0, end; begin < CELLS; begin = end) {
            const int at = row * CELLS + begin;
            const int level = level_of(cloud, count[at], sum[at], fullest);
            for (end = begin + 1; end < CELLS; end++)
                if (level_of(cloud, count[at + end - begin], sum[at + end - begin], fullest) !=
                    level)
                    break;
            if (level >= 0)
                fill(out, left + begin * CELL, MARGIN + (CELLS - 1 - row) * CELL,
                     (end - begin) * CELL, CELL, color_of(level));
        }
    }
    // draws a frame, the axes through the origin if they cross it, and the bounds
    fill(out, left, MARGIN, PANEL, 1, LINE);
    fill(out, left, MARGIN + PANEL, PANEL, 1, LINE);
    fill(out, left, MARGIN, 1, PANEL, LINE);
    fill(out, left + PANEL, MARGIN, 1, PANEL, LINE);
    const double x = (CELLS / 2.0 - center[v->across] * scale) * CELL;
    const double y = (CELLS / 2.0 + center[v->up] * scale) * CELL;
    if (x >= 0 && x < PANEL) fill(out, left + (int)x, MARGIN, 1, PANEL, LINE);
    if (y >= 0 && y < PANEL) fill(out, left, MARGIN + (int)y, PANEL, 1, LINE);
    char text[120];
    snprintf(text, sizeof text, "%s: %c %.3g .. %.3g, %c %.3g .. %.3g m", v->title, 'x' + v->across,
             cloud->low[v->across], cloud->high[v->across], 'x' + v->up, cloud->low[v->up],
             cloud->high[v->up]);
    write_text(out, left, MARGIN + PANEL + 18, text);
}

static void count_cells(const cli_cloud *cloud, const view *v, double scale, const double center[3],
                        float *count, float *sum)
{
    memset(count, 0, sizeof(float) * CELLS * CELLS);
    memset(sum, 0, sizeof(float) * CELLS * CELLS);
    for (int i = 0; i < cloud->count; i++) {
        const float *p = cloud->point + 3 * (size_t)i;
        const int column = (int)(((double)p[v->across] - center[v->across]) * scale + CELLS / 2.0);
        const int row = (int)(((double)p[v->up] - center[v->up]) * scale + CELLS / 2.0);
        if (column < 0 || column >= CELLS || row < 0 || row >= CELLS) continue;
        count[row * CELLS + column] += 1;
        if (cloud->ease) sum[row * CELLS + column] += cloud->ease[i];
    }
}

// -1: no point in the cell
static int level_of(const cli_cloud *cloud, float count, float sum, float fullest)
{
    if (!(count > 0)) return -1;
    const double most = cloud->ease_max > 0 ? cloud->ease_max : 1;
    const double part = cloud->ease ? (double)sum / (double)count / most
                                    : log1p((double)count) / log1p((double)fullest);
    const int level = (int)(part * NLEVEL);
    return level < 0 ? 0 : level >= NLEVEL ? NLEVEL - 1 : level;
}

static void draw_legend(canvas *out, const cli_cloud *cloud)
{
    const int y = MARGIN + PANEL + 30;
    for (int i = 0; i < NLEVEL; i++)
        fill(out, MARGIN + 8 * i, y, 8, LEGEND, color_of(i));
    char text[120];
    if (cloud->ease) {
        snprintf(text, sizeof text, "manipulability 0 .. %.3g", cloud->ease_max);
    } else {
        snprintf(text, sizeof text, "points per cell, few .. many");
    }
    write_text(out, MARGIN + 8 * NLEVEL + 10, y + LEGEND - 1, text);
}

// from dark blue over green to yellow: ordered by brightness, so that it reads in gray, too
static color color_of(int level)
{
    static const color stop[] = {
        {68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}};
    const double at = (double)level / (NLEVEL - 1) * (CLI_COUNT(stop) - 1);
    const int i = at >= CLI_COUNT(stop) - 1 ? CLI_COUNT(stop) - 2 : (int)at;
    const double t = at - i;
    return (color){(uint8_t)(stop[i].r + t * (stop[i + 1].r - stop[i].r)),
                   (uint8_t)(stop[i].g + t * (stop[i + 1].g - stop[i].g)),
                   (uint8_t)(stop[i].b + t * (stop[i + 1].b - stop[i].b))};
}

static void fill(canvas *out, int x, int y, int width, int height, color c)
{
    if (!out->rgba) {
        char text[120];
        snprintf(text, sizeof text,
                 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\"/>\n", x,
                 y, width, height, c.r, c.g, c.b);
        append(&out->svg, text);
        return;
    }
    for (int row = y < 0 ? 0 : y; row < y + height && row < HEIGHT; row++) {
        for (int column = x < 0 ? 0 : x; column < x + width && column < WIDTH; column++) {
            uint8_t *pixel = out->rgba + 4 * ((size_t)row * WIDTH + (size_t)column);
            pixel[0] = c.r, pixel[1] = c.g, pixel[2] = c.b, pixel[3] = 255;
        }
    }
}

static void write_text(canvas *out, int x, int y, const char *text)
{
    if (out->rgba) {
        write_dots(out, x, y, text);
        return;
    }
    char head[60];
    snprintf(head, sizeof head, "<text x=\"%d\" y=\"%d\" fill=\"#282828\">", x, y);
    append(&out->svg, head);
    cli_buffer_write_xml(&out->svg, text);
    append(&out->svg, "</text>\n");
}

// Draws one letter for each character; continuation bytes of UTF-8 are skipped.
static void write_dots(canvas *out, int x, int y, const char *text)
{
    for (; *text && x + CLI_FONT_WIDTH < WIDTH; text++) {
        if (((unsigned char)*text & 0xc0) == 0x80) continue;
        for (int row = 0; row < CLI_FONT_HEIGHT; row++)
            for (int column = 0; column < CLI_FONT_WIDTH; column++)
                if (cli_font_dot(*text, column, row))
                    fill(out, x + column, y - CLI_FONT_ASCENT + row, 1, 1, INK);
        x += CLI_FONT_ADVANCE;
    }
}

static void append(cli_buffer *out, const char *text)
{
    (void)cli_buffer_write(out, text, strlen(text));
}

#ifdef LIMB_RENDER_BUILT
static int save_png(const cli *app, const canvas *drawn, const char *path)
{
    const limb_image image = {.width = WIDTH, .height = HEIGHT, .rgba = drawn->rgba};
    const int loaded = cli_module_load(app, CLI_MODULE_RENDER);
    if (loaded != CLI_OK) return loaded;
    cli_buffer png = {0};
    const limb_status status = limb_image_write_png(&image, cli_buffer_write, &png);
    const int code =
        status == LIMB_OK ? cli_save_result(app, path, png.data, png.size) : cli_fail(app, status);
    cli_buffer_free(&png);
    return code;
}
#else
static int save_png(const cli *app, const canvas *drawn, const char *path)
{
    (void)drawn;
    return cli_usage(app, "%s: this limb is built without PNG; write .svg or .ply", path);
}
#endif
