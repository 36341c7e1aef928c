// Draws a trajectory as SVG: for each coordinate a row of charts with position, velocity and
// torque, each with its limits as dashed lines and violations in red; time runs to the right.
#include "limb/system.h"
#include "robot/trajectory.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHART_WIDTH = 300,
    CHART_HEIGHT = 90,
    LEFT = 150,
    TOP = 40,
    GAP_X = 60,
    GAP_Y = 30,
    BELOW = 24
};

typedef struct chart {
    const double *value;
    int stride, index;
    double low, high; // limits
    int x, y;         // of the upper left corner
} chart;

static bool slides(const limb_model *model, int v);
static void put_time(cli_buffer *out, const limb_trajectory *t, int x, int y);
static void put_chart(cli_buffer *out, const limb_trajectory *t, const chart *c);
static void put_limit(cli_buffer *out, const chart *c, double limit, double low, double high);
static void put_curve(cli_buffer *out, const limb_trajectory *t, const chart *c, double low,
                      double high);
static bool is_outside(const chart *c, int row);
static void put_text(cli_buffer *out, int x, int y, const char *anchor, const char *text);
static void put(cli_buffer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

int cli_trajectory_plot(const cli *app, const limb_trajectory *t, const limb_model *model,
                        const char *path)
{
    const int ncolumn = t->tau ? 3 : 2;
    const int width = LEFT + ncolumn * (CHART_WIDTH + GAP_X);
    const int height = TOP + model->nv * (CHART_HEIGHT + GAP_Y) + BELOW;
    cli_buffer out = {0};
    put(&out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" "
        "fill=\"white\"/>\n",
        width, height);
    static const char *const title[] = {"position", "velocity", "torque"};
    for (int i = 0; i < ncolumn; i++)
        put_text(&out, LEFT + i * (CHART_WIDTH + GAP_X) + CHART_WIDTH / 2, 24, "middle", title[i]);
    for (int k = 0; k < model->nv; k++) {
        const int y = TOP + k * (CHART_HEIGHT + GAP_Y), position = model->v_q[k];
        put_text(&out, LEFT - 56, y + CHART_HEIGHT / 2, "end", model->v_name[k]);
        put_text(&out, LEFT - 56, y + CHART_HEIGHT / 2 + 16, "end",
                 slides(model, k) ? "m, m/s, N" : "rad, rad/s, N m");
        chart c = {.y = y, .x = LEFT};
        if (position >= 0) {
            c.value = t->q, c.stride = model->nq, c.index = position;
            c.low = model->q_min[position], c.high = model->q_max[position];
            put_chart(&out, t, &c);
        }
        c = (chart){
            t->v, model->nv, k, -model->v_max[k], model->v_max[k], LEFT + CHART_WIDTH + GAP_X, y};
        put_chart(&out, t, &c);
        if (!t->tau) continue;
        c = (chart){t->tau,
                    model->nv,
                    k,
                    -model->tau_max[k],
                    model->tau_max[k],
                    LEFT + 2 * (CHART_WIDTH + GAP_X),
                    y};
        put_chart(&out, t, &c);
    }
    const int bottom = TOP + model->nv * (CHART_HEIGHT + GAP_Y) - GAP_Y + 16;
    for (int i = 0; i < ncolumn; i++)
        put_time(&out, t, LEFT + i * (CHART_WIDTH + GAP_X), bottom);
    put(&out, "</svg>\n");
    const int code = cli_buffer_is_whole(app, &out) ? cli_save_result(app, path, out.data, out.size)
                                                    : CLI_UNREADABLE;
    cli_buffer_free(&out);
    return code;
}

static bool slides(const limb_model *model, int v)
{
    for (int i = 0; i < model->njoint; i++) {
        if (model->joint_mimics[i] || v < model->joint_v[i]) continue;
        if (model->joint_kind[i] == LIMB_MOTION_FLOATING && v < model->joint_v[i] + 6)
            return v >= model->joint_v[i] + 3; // angular first
        if (v == model->joint_v[i]) return model->joint_kind[i] == LIMB_MOTION_PRISMATIC;
    }
    return false;
}

// Writes the time range of the charts.
static void put_time(cli_buffer *out, const limb_trajectory *t, int x, int y)
{
    char text[LIMB_NUMBER_SIZE + 4];
    const size_t size = limb_number_print(text, round(t->time[0] * 1e3) / 1e3 + 0.0);
    memcpy(text + size, " s", 3);
    put_text(out, x, y, "start", text);
    const size_t end = limb_number_print(text, round(t->time[t->nrow - 1] * 1e3) / 1e3 + 0.0);
    memcpy(text + end, " s", 3);
    put_text(out, x + CHART_WIDTH, y, "end", text);
}

// The range includes the curve, and the limits if they are close.
static void put_chart(cli_buffer *out, const limb_trajectory *t, const chart *c)
{
    double low = INFINITY, high = -INFINITY;
    for (int row = 0; row < t->nrow; row++) {
        low = fmin(low, c->value[row * c->stride + c->index]);
        high = fmax(high, c->value[row * c->stride + c->index]);
    }
    const double reach = 3 * fmax(high - low, 1e-3);
    if (c->low >= low - reach) low = fmin(low, c->low);
    if (c->high <= high + reach) high = fmax(high, c->high);
    const double margin = 0.06 * fmax(high - low, 0.1);
    low -= margin, high += margin;
    put(out,
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f7f7f9\" stroke=\"#ccd\"/>\n",
        c->x, c->y, CHART_WIDTH, CHART_HEIGHT);
    char label[LIMB_NUMBER_SIZE];
    const double ends[2] = {high, low};
    for (int i = 0; i < 2; i++) {
        limb_number_print(label, round(ends[i] * 1e3) / 1e3 + 0.0);
        put_text(out, c->x - 4, c->y + (i == 0 ? 10 : CHART_HEIGHT), "end", label);
    }
    put_limit(out, c, c->low, low, high);
    put_limit(out, c, c->high, low, high);
    put_curve(out, t, c, low, high);
}

static void put_limit(cli_buffer *out, const chart *c, double limit, double low, double high)
{
    if (!(limit > low && limit < high)) return;
    const double y = c->y + CHART_HEIGHT * (high - limit) / (high - low);
    put(out,
        "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#c33\" "
        "stroke-dasharray=\"5 4\"/>\n",
        c->x, c->x + CHART_WIDTH, y, y);
}

// Steps within the limits are blue, others red; each run is one line.
static void put_curve(cli_buffer *out, const limb_trajectory *t, const chart *c, double low,
                      double high)
{
    const double begin = t->time[0], span = fmax(t->time[t->nrow - 1] - begin, 1e-9);
    const double *value = c->value + c->index;
    char last[64] = "";
    int color = -1;
    for (int row = 0; row < t->nrow; row++) {
        char point[64];
        snprintf(
            point, sizeof point, "%.1f,%.1f", c->x + CHART_WIDTH * (t->time[row] - begin) / span,
            c->y + CHART_HEIGHT * (high - value[(size_t)row * (size_t)c->stride]) / (high - low));
        if (row > 0) {
            const int step = is_outside(c, row - 1) || is_outside(c, row);
            if (step != color)
                put(out, "%s<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"%s",
                    color >= 0 ? "\"/>\n" : "", step ? "#d11" : "#246", last);
            put(out, " %s", point);
            color = step;
        }
        memcpy(last, point, sizeof last);
    }
    if (color >= 0) put(out, "\"/>\n");
}

static bool is_outside(const chart *c, int row)
{
    const double value = c->value[(size_t)row * (size_t)c->stride + (size_t)c->index];
    return value < c->low || value > c->high;
}

static void put_text(cli_buffer *out, int x, int y, const char *anchor, const char *text)
{
    put(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">", x, y, anchor);
    cli_buffer_write_xml(out, text);
    put(out, "</text>\n");
}

static void put(cli_buffer *out, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    (void)cli_buffer_write(out, text, strlen(text));
}
