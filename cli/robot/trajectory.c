// A trajectory out of a CSV file.
//
// Velocities are central differences along the manifold (limb_difference), one-sided at both ends;
// accelerations are the same of the velocities. Without a time column only positions are known.
#include "robot/trajectory.h"
#include "limb/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 4096 };

typedef struct table {
    const cli *app;
    const char *path;
    const cli_motion *motion;
    cli_trajectory *out;
    int column[MAX_COLUMNS]; // coordinate, -1: the time, -2: not used
    int ncolumn;
    int nidle;  // columns that are not used
    int nagain; // columns that were there before
    bool no_memory;
    int capacity; // rows
} table;

static bool read_header(table *t, char *line);
static void note_column(table *t, const char *name, int column);
static int find_column(const table *t, const char *name);
static bool read_row(table *t, char *line, int number);
static char *next_cell(char **at);
static bool grow(table *t);
static bool check_times(const table *t);
static bool add_rates(table *t);
static void differentiate(const cli_trajectory *out, int nv, const double *from, double *to);

int cli_trajectory_load(const cli *app, const char *path, const cli_motion *motion,
                        cli_trajectory *out)
{
    cli_buffer text = {0};
    table t = {.app = app, .path = path, .motion = motion, .out = out};
    const int code = cli_read_text(app, path, &text);
    if (code != CLI_OK) return code;
    bool ok = true, has_header = false;
    int number = 0;
    for (char *at = text.data; *at && ok;) {
        char *end = at + strcspn(at, "\n");
        const bool is_last = *end == 0;
        *end = 0;
        number++;
        if (at[strspn(at, " \t\r")] != 0 && at[0] != '#') {
            ok = has_header ? read_row(&t, at, number) : read_header(&t, at);
            has_header = true;
        }
        at = is_last ? end : end + 1;
    }
    if (ok && out->nrow == 0) {
        cli_message(app, "%s has no rows", cli_file_name(path));
        ok = false;
    }
    ok = ok && check_times(&t) && add_rates(&t);
    cli_buffer_free(&text);
    if (t.no_memory) return cli_fail(app, LIMB_ERROR_MEMORY);
    return ok ? CLI_OK : CLI_FINDINGS;
}

void cli_trajectory_free(cli_trajectory *trajectory)
{
    free(trajectory->time);
    free(trajectory->q);
    free(trajectory->v);
    free(trajectory->a);
    free(trajectory->tau);
    *trajectory = (cli_trajectory){0};
}

bool cli_trajectory_torques(cli_trajectory *trajectory, const cli_motion *motion, bool resistance)
{
    const limb_model *model = motion->model;
    const size_t nq = (size_t)model->nq, nv = (size_t)model->nv;
    trajectory->tau = calloc((size_t)trajectory->nrow * nv + 1, sizeof(double));
    if (!trajectory->tau) return false;
    for (size_t row = 0; row < (size_t)trajectory->nrow; row++) {
        double *tau = trajectory->tau + row * nv;
        limb_inverse_dynamics(model, motion->work, trajectory->q + row * nq,
                              trajectory->v + row * nv, trajectory->a + row * nv, NULL, 0, tau);
        if (!resistance) continue;
        limb_resistance(model, trajectory->v + row * nv, 0, motion->aux);
        for (size_t k = 0; k < nv; k++)
            tau[k] -= motion->aux[k];
    }
    return true;
}

static bool read_header(table *t, char *line)
{
    static const char mark[] = "\xef\xbb\xbf"; // of UTF-8, which spreadsheets write
    char *at = strncmp(line, mark, strlen(mark)) == 0 ? line + strlen(mark) : line;
    int nused = 0;
    for (char *cell; (cell = next_cell(&at));) {
        if (t->ncolumn == MAX_COLUMNS) {
            cli_message(t->app, "%s has more than %d columns", cli_file_name(t->path), MAX_COLUMNS);
            return false;
        }
        const int column = find_column(t, cell);
        note_column(t, cell, column);
        t->column[t->ncolumn++] = column;
        t->out->has_time |= column == -1;
        nused += column >= 0;
    }
    cli_message_rest(t->app, t->nagain, "such columns");
    if (t->nidle > 1)
        cli_message(t->app, "%s: nor %s %d more", cli_file_name(t->path),
                    t->nidle == 2 ? "is" : "are", t->nidle - 1);
    if (nused > 0) return true;
    cli_message(t->app, "%s: no column is called like a joint (%s, ...)", cli_file_name(t->path),
                t->motion->model->nq > 0 ? t->motion->model->q_name[0] : "none");
    return false;
}

// A joint that is spelt otherwise would stay where it is without a word.
static void note_column(table *t, const char *name, int column)
{
    char shown[CLI_NAME_SIZE];
    const char *path = cli_file_name(t->path);
    bool again = false;
    for (int i = 0; i < t->ncolumn; i++)
        again |= column != -2 && t->column[i] == column;
    if (again)
        cli_message_alike(t->app, &t->nagain,
                          "%s: column \"%s\" is there twice; the last value counts", path,
                          cli_visible(name, shown));
    if (column != -2 || t->nidle++ > 0) return;
    cli_message(t->app,
                "%s: column \"%s\" is not used: no joint that moves by itself has that name", path,
                cli_visible(name, shown));
}

static int find_column(const table *t, const char *name)
{
    const limb_model *model = t->motion->model;
    if (strcmp(name, "time") == 0 || strcmp(name, "t") == 0) return -1;
    for (int i = 0; i < model->nq; i++)
        if (strcmp(model->q_name[i], name) == 0) return i;
    return -2;
}

static bool read_row(table *t, char *line, int number)
{
    const size_t nq = (size_t)t->motion->model->nq;
    if (!grow(t)) return false;
    double *q = t->out->q + (size_t)t->out->nrow * nq;
    memcpy(q, t->motion->q, nq * sizeof *q);
    char *at = line;
    int count = 0;
    for (char *cell; (cell = next_cell(&at)); count++) {
        if (count >= t->ncolumn) break;
        const int column = t->column[count];
        double value;
        if (column == -2) continue;
        if (!limb_number_parse(cell, &value) || !isfinite(value)) {
            char shown[CLI_NAME_SIZE];
            cli_message(t->app, "%s:%d: \"%s\" is not a number", cli_file_name(t->path), number,
                        cli_visible(cell, shown));
            return false;
        }
        *(column < 0 ? &t->out->time[t->out->nrow] : &q[column]) = value;
    }
    if (count != t->ncolumn) {
        cli_message(t->app, "%s:%d: %d values, but %d columns", cli_file_name(t->path), number,
                    count, t->ncolumn);
        return false;
    }
    t->out->nrow++;
    return true;
}

// Without blanks and quotes around it; NULL after the last.
static char *next_cell(char **at)
{
    char *cell = *at;
    if (!cell) return NULL;
    char *end = cell + strcspn(cell, ",");
    *at = *end ? end + 1 : NULL;
    *end = 0;
    cell += strspn(cell, " \t\"");
    size_t size = strlen(cell);
    while (size > 0 && strchr(" \t\r\"", cell[size - 1]))
        cell[--size] = 0;
    return cell;
}

static bool grow(table *t)
{
    cli_trajectory *out = t->out;
    if (out->nrow < t->capacity) return true;
    const size_t capacity = t->capacity > 0 ? 2 * (size_t)t->capacity : 256;
    const size_t nq = (size_t)t->motion->model->nq;
    double *time = realloc(out->time, capacity * sizeof *time);
    if (time) out->time = time;
    double *q = realloc(out->q, (capacity * nq + 1) * sizeof *q);
    if (q) out->q = q;
    t->no_memory = !time || !q;
    if (t->no_memory) return false;
    t->capacity = (int)capacity;
    return true;
}

static bool check_times(const table *t)
{
    for (int i = 0; i < t->out->nrow; i++) {
        if (!t->out->has_time) {
            t->out->time[i] = i;
        } else if (i > 0 && !(t->out->time[i] > t->out->time[i - 1])) {
            cli_message(t->app, "%s: time does not go on after %g s", cli_file_name(t->path),
                        t->out->time[i - 1]);
            return false;
        }
    }
    return true;
}

static bool add_rates(table *t)
{
    cli_trajectory *out = t->out;
    const limb_model *model = t->motion->model;
    const size_t nq = (size_t)model->nq, nv = (size_t)model->nv;
    out->v = calloc((size_t)out->nrow * nv + 1, sizeof *out->v);
    out->a = calloc((size_t)out->nrow * nv + 1, sizeof *out->a);
    t->no_memory = !out->v || !out->a;
    if (t->no_memory) return false;
    if (!out->has_time) return true;
    for (int i = 0; i < out->nrow && out->nrow > 1; i++) {
        const int low = i > 0 ? i - 1 : 0, high = i + 1 < out->nrow ? i + 1 : i;
        double *v = out->v + (size_t)i * nv;
        limb_difference(model, out->q + (size_t)low * nq, out->q + (size_t)high * nq, v);
        for (size_t k = 0; k < nv; k++)
            v[k] /= out->time[high] - out->time[low];
    }
    differentiate(out, model->nv, out->v, out->a);
    return true;
}

static void differentiate(const cli_trajectory *out, int nv, const double *from, double *to)
{
    for (int i = 0; i < out->nrow && out->nrow > 1; i++) {
        const int low = i > 0 ? i - 1 : 0, high = i + 1 < out->nrow ? i + 1 : i;
        const double *before = from + (size_t)low * (size_t)nv;
        const double *after = from + (size_t)high * (size_t)nv;
        for (int k = 0; k < nv; k++)
            to[(size_t)i * (size_t)nv + (size_t)k] =
                (after[k] - before[k]) / (out->time[high] - out->time[low]);
    }
}
