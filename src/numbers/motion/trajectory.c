// Trajectories: joint values over time, their rates by finite differences, their torques
// by inverse dynamics.
#include "base/format.h"
#include "base/memory.h"
#include "limb/dynamics.h"
#include "limb/kinematics.h"
#include "limb/motion.h"
#include "numbers/motion/note.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct trajectory_block { // one block: this, then time, q, v and a
    limb_trajectory open;
    const limb_allocator *memory;
    size_t size;
    double *time, *q, *v, *a;
    double *tau; // a separate block: one additional row as scratch
    size_t tau_size;
} trajectory_block;

typedef struct columns {
    const limb_model *model;
    const limb_table *table;
    limb__note note;
    int *coordinate; // of each column; -1: the time, -2: unused
    int *last;       // column of each coordinate, then of the time; -1: none (nq + 1)
    int nidle, nagain;
} columns;

static limb_status parse_table(trajectory_block **out, columns *c,
                               const limb_trajectory_opts *opts);
static limb_status find_columns(columns *c);
static void note_column(columns *c, int column, const char *format, int *count);
static void note_rest(const columns *c, int count, const char *of_what);
static limb_status refuse_columns(const columns *c);
static limb_status check_cells(const columns *c);
static void fill(trajectory_block *t, const columns *c, const double *start);
static limb_status create(trajectory_block **out, const limb_model *model, int nrow, bool has_time,
                          const limb_allocator *memory);
static void add_rates(trajectory_block *t, const limb_model *model);

limb_status limb_trajectory_parse(limb_trajectory **out, const limb_model *model, const char *text,
                                  size_t size, const limb_trajectory_opts *opts)
{
    assert(out && model);
    static const limb_trajectory_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    limb_table *table;
    limb_status status = limb_table_parse(
        &table, text, size, &(limb_table_opts){opts->memory, opts->note, opts->note_ctx});
    if (status != LIMB_OK) return status;
    const limb_allocator *memory = limb__memory(opts->memory);
    const size_t lists = ((size_t)table->ncolumn + (size_t)model->nq + 1) * sizeof(int);
    columns c = {.model = model, .table = table, .note = {opts->note, opts->note_ctx}};
    c.coordinate = limb__allocate(memory, lists);
    trajectory_block *t = NULL;
    status = LIMB_ERROR_MEMORY;
    if (c.coordinate) {
        c.last = c.coordinate + table->ncolumn;
        status = parse_table(&t, &c, opts);
    }
    limb__release(memory, c.coordinate, lists);
    limb_table_free(table);
    if (status == LIMB_OK) *out = &t->open;
    return status;
}

limb_status limb_trajectory_build(limb_trajectory **out, const limb_model *model,
                                  const double *time, const double *q, int nrow,
                                  const limb_allocator *memory)
{
    assert(out && model && q);
    *out = NULL;
    if (nrow <= 0) return LIMB_ERROR_INPUT;
    bool good = true;
    for (size_t i = 0; i < (size_t)nrow * (size_t)model->nq; i++)
        good &= isfinite(q[i]) != 0;
    for (int i = 0; time && i < nrow; i++)
        good &= isfinite(time[i]) && (i == 0 || time[i] > time[i - 1]);
    if (!good) return LIMB_ERROR_INPUT;
    trajectory_block *t;
    const limb_status status = create(&t, model, nrow, time != NULL, memory);
    if (status != LIMB_OK) return status;
    memcpy(t->q, q, (size_t)nrow * (size_t)model->nq * sizeof *q);
    for (int i = 0; i < nrow; i++)
        t->time[i] = time ? time[i] : i;
    add_rates(t, model);
    *out = &t->open;
    return LIMB_OK;
}

void limb_trajectory_free(limb_trajectory *trajectory)
{
    if (!trajectory) return;
    trajectory_block *t = (trajectory_block *)(void *)trajectory;
    limb__release(t->memory, t->tau, t->tau_size);
    limb__release(t->memory, t, t->size);
}

limb_status limb_trajectory_compute_torques(limb_trajectory *trajectory, const limb_model *model,
                                            limb_work *work, bool with_resistance)
{
    assert(trajectory && model && work);
    trajectory_block *t = (trajectory_block *)(void *)trajectory;
    const size_t nrow = (size_t)trajectory->nrow, nq = (size_t)model->nq, nv = (size_t)model->nv;
    if (trajectory->nq != model->nq || trajectory->nv != model->nv || !trajectory->has_time)
        return LIMB_ERROR_INPUT;
    if (!t->tau) {
        t->tau_size = (nrow + 1) * nv * sizeof(double);
        t->tau = limb__allocate(t->memory, t->tau_size);
        if (!t->tau) return LIMB_ERROR_MEMORY;
    }
    double *resistance = t->tau + nrow * nv;
    for (size_t row = 0; row < nrow; row++) {
        const double *v = t->v + row * nv;
        double *tau = t->tau + row * nv;
        limb_inverse_dynamics(model, work, t->q + row * nq, v, t->a + row * nv, NULL, 0, tau);
        if (!with_resistance) continue;
        limb_resistance(model, v, 0, resistance);
        for (size_t k = 0; k < nv; k++)
            tau[k] += resistance[k];
    }
    trajectory->tau = t->tau;
    return LIMB_OK;
}

//---- from a table --------------------------------------------------------------------------------

static limb_status parse_table(trajectory_block **out, columns *c, const limb_trajectory_opts *opts)
{
    limb_status status = find_columns(c);
    if (status == LIMB_OK) status = check_cells(c);
    if (status == LIMB_OK)
        status = create(out, c->model, c->table->nrow, c->table->time_column >= 0, opts->memory);
    if (status != LIMB_OK) return status;
    fill(*out, c, opts->start);
    add_rates(*out, c->model);
    return LIMB_OK;
}

// Reports unused columns: a misspelled joint would otherwise silently keep its value.
static limb_status find_columns(columns *c)
{
    const limb_model *model = c->model;
    int nused = 0;
    for (int i = 0; i <= model->nq; i++)
        c->last[i] = -1;
    for (int i = 0; i < c->table->ncolumn; i++) {
        const char *name = c->table->name[i];
        int coordinate = -2;
        for (int k = 0; k < model->nq && coordinate < 0; k++)
            if (strcmp(model->q_name[k], name) == 0) coordinate = k;
        if (strcmp(name, "time") == 0 || strcmp(name, "t") == 0) coordinate = -1;
        c->coordinate[i] = coordinate;
        nused += coordinate >= 0;
        if (coordinate == -2) {
            note_column(c, i, "column \"%s\" is not used: no independent joint has that name",
                        &c->nidle);
            continue;
        }
        int *last = &c->last[coordinate < 0 ? model->nq : coordinate];
        if (*last >= 0)
            note_column(c, i, "column \"%s\" is repeated; its last value counts", &c->nagain);
        *last = i;
    }
    note_rest(c, c->nidle - 1, "not used");
    note_rest(c, c->nagain - 1, "repeated");
    return nused > 0 ? LIMB_OK : refuse_columns(c);
}

// Reports the first of its kind; the others are counted.
static void note_column(columns *c, int column, const char *format, int *count)
{
    if ((*count)++ > 0) return;
    char text[LIMB__NOTE_SIZE], shown[LIMB__SHOWN_SIZE];
    const char *mark = strstr(format, "%s");
    limb__format(text, sizeof text, "%.*s%s%s", (int)(mark - format), format,
                 limb__shown(c->table->name[column], shown), mark + 2);
    limb__note_line(&c->note, 0, text);
}

static void note_rest(const columns *c, int count, const char *of_what)
{
    if (count <= 0) return;
    char text[LIMB__NOTE_SIZE];
    limb__format(text, sizeof text, "%d more column%s %s %s", count, count == 1 ? "" : "s",
                 count == 1 ? "is" : "are", of_what);
    limb__note_line(&c->note, 0, text);
}

static limb_status refuse_columns(const columns *c)
{
    char text[LIMB__NOTE_SIZE], shown[LIMB__SHOWN_SIZE];
    limb__format(text, sizeof text, "no column is named after a joint (%s, ...)",
                 c->model->nq > 0 ? limb__shown(c->model->q_name[0], shown) : "none");
    return limb__refuse(&c->note, 0, text);
}

// Finds the first cell in the text that is used and not a number.
static limb_status check_cells(const columns *c)
{
    const limb_table *table = c->table;
    int bad = -1;
    for (int i = 0; i < table->ncolumn; i++) {
        if (c->coordinate[i] == -2 || table->bad_row[i] < 0) continue;
        if (bad < 0 || table->bad_row[i] < table->bad_row[bad]) bad = i;
    }
    if (bad < 0) return LIMB_OK;
    return limb__refuse_number(&c->note, table->line[table->bad_row[bad]], table->bad_text[bad]);
}

static void fill(trajectory_block *t, const columns *c, const double *start)
{
    const limb_table *table = c->table;
    const size_t nq = (size_t)c->model->nq;
    for (int row = 0; row < table->nrow; row++) {
        const double *from = table->value + (size_t)row * (size_t)table->ncolumn;
        double *q = t->q + (size_t)row * nq;
        if (start)
            memcpy(q, start, nq * sizeof *q);
        else
            limb_neutral(c->model, q);
        for (int i = 0; i < table->ncolumn; i++)
            if (c->coordinate[i] >= 0) q[c->coordinate[i]] = from[i];
        t->time[row] = table->time_column >= 0 ? from[table->time_column] : row;
    }
}

//---- rates ---------------------------------------------------------------------------------------

static limb_status create(trajectory_block **out, const limb_model *model, int nrow, bool has_time,
                          const limb_allocator *memory)
{
    memory = limb__memory(memory);
    const size_t rows = (size_t)nrow, nq = (size_t)model->nq, nv = (size_t)model->nv;
    const size_t head = (sizeof(trajectory_block) + 15) & ~(size_t)15;
    if (rows > (SIZE_MAX - head) / sizeof(double) / (1 + nq + 2 * nv)) return LIMB_ERROR_MEMORY;
    const size_t size = head + rows * (1 + nq + 2 * nv) * sizeof(double);
    char *block = limb__allocate(memory, size);
    if (!block) return LIMB_ERROR_MEMORY;
    trajectory_block *t = (trajectory_block *)(void *)block;
    double *at = (double *)(void *)(block + head);
    *t = (trajectory_block){.memory = memory, .size = size, .time = at};
    t->q = t->time + rows;
    t->v = t->q + rows * nq;
    t->a = t->v + rows * nv;
    memset(t->v, 0, 2 * rows * nv * sizeof(double));
    t->open = (limb_trajectory){.nrow = nrow,
                                .nq = model->nq,
                                .nv = model->nv,
                                .has_time = has_time,
                                .time = t->time,
                                .q = t->q,
                                .v = t->v,
                                .a = t->a};
    *out = t;
    return LIMB_OK;
}

// Central differences, one-sided at both ends.
static void add_rates(trajectory_block *t, const limb_model *model)
{
    const int last = t->open.nrow - 1;
    const size_t nq = (size_t)model->nq, nv = (size_t)model->nv;
    if (!t->open.has_time || last == 0) return;
    for (int pass = 0; pass < 2; pass++) {
        for (int row = 0; row <= last; row++) {
            const size_t low = (size_t)(row > 0 ? row - 1 : 0);
            const size_t high = (size_t)(row < last ? row + 1 : row);
            const double duration = t->time[high] - t->time[low];
            double *rate = (pass == 0 ? t->v : t->a) + (size_t)row * nv;
            if (pass == 0) limb_difference(model, t->q + low * nq, t->q + high * nq, rate);
            for (size_t k = 0; k < nv; k++) {
                if (pass == 1) rate[k] = t->v[high * nv + k] - t->v[low * nv + k];
                rate[k] /= duration;
            }
        }
    }
}
