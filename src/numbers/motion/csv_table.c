// Tables of numbers from comma-separated values.
//
// The text is copied once and split into cells in place. Every cell is parsed as a number; others
// become NaN and are recorded by column, because only the caller knows which columns are used.
#include "base/arena.h"
#include "base/format.h"
#include "base/memory.h"
#include "limb/motion.h"
#include "limb/system.h"
#include "numbers/motion/note.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { MAX_COLUMNS = 4096 };

typedef struct table_block {
    limb_table open;
    const limb_allocator *memory;
    limb__arena arena; // memory of the text and of all data of columns
    const char **name;
    int *bad_row;
    const char **bad_text;
    double *value;
    int value_capacity; // rows
    int *line;
    int line_capacity;
} table_block;

typedef struct reading {
    table_block *table;
    limb__note note;
} reading;

static limb_status read_lines(reading *r, char *text);
static limb_status read_header(reading *r, char *line, int number);
static int count_cells(const char *line);
static limb_status read_row(reading *r, char *line, int number);
static limb_status check_time(reading *r, const double *row, int number);
static char *next_cell(char **at);
static char *cut_quoted(char *cell, char **end);

limb_status limb_table_parse(limb_table **out, const char *text, size_t size,
                             const limb_table_opts *opts)
{
    assert(out);
    static const limb_table_opts defaults = {0};
    if (!opts) opts = &defaults;
    *out = NULL;
    if (!text) return LIMB_ERROR_INPUT;
    const limb_allocator *memory = limb__memory(opts->memory);
    table_block *table = limb__allocate(memory, sizeof *table);
    if (!table) return LIMB_ERROR_MEMORY;
    *table = (table_block){.open = {.time_column = -1}, .memory = memory};
    limb__arena_init(&table->arena, memory, size + 1);
    reading r = {table, {opts->note, opts->note_ctx}};
    limb_status status = LIMB_ERROR_MEMORY;
    char *copy = limb__arena_copy_text(&table->arena, text, size);
    if (copy) {
        const char *nul = memchr(copy, 0, size);
        int number = 1;
        for (const char *at = copy; nul && at < nul; at++)
            number += *at == '\n';
        status = nul ? limb__refuse(&r.note, number, "not text: it has a NUL byte")
                     : read_lines(&r, copy);
    }
    if (status == LIMB_OK) {
        *out = &table->open;
    } else {
        limb_table_free(&table->open);
    }
    return status;
}

void limb_table_free(limb_table *table)
{
    if (!table) return;
    table_block *block = (table_block *)(void *)table;
    limb__release(block->memory, block->value,
                  (size_t)block->value_capacity * (size_t)table->ncolumn * sizeof(double));
    limb__release(block->memory, block->line, (size_t)block->line_capacity * sizeof(int));
    limb__arena_free(&block->arena);
    limb__release(block->memory, block, sizeof *block);
}

static limb_status read_lines(reading *r, char *text)
{
    static const char mark[] = "\xef\xbb\xbf"; // the UTF-8 byte order mark, which
                                               // spreadsheets write
    char *at = strncmp(text, mark, strlen(mark)) == 0 ? text + strlen(mark) : text;
    limb_status status = LIMB_OK;
    for (int number = 1; at && status == LIMB_OK; number++) {
        char *end = strchr(at, '\n');
        if (end) *end = 0;
        if (at[strspn(at, " \t\r")] != 0 && at[0] != '#')
            status = r->table->name ? read_row(r, at, number) : read_header(r, at, number);
        at = end ? end + 1 : NULL;
    }
    limb_table *open = &r->table->open;
    if (status == LIMB_OK && open->nrow == 0) status = limb__refuse(&r->note, 0, "no rows");
    open->name = r->table->name;
    open->bad_row = r->table->bad_row;
    open->bad_text = r->table->bad_text;
    open->value = r->table->value;
    open->line = r->table->line;
    return status;
}

static limb_status read_header(reading *r, char *line, int number)
{
    table_block *t = r->table;
    const int most = count_cells(line);
    if (most > MAX_COLUMNS) {
        char text[LIMB__NOTE_SIZE];
        limb__format(text, sizeof text, "more than %d columns", MAX_COLUMNS);
        limb__note_line(&r->note, number, text);
        return LIMB_ERROR_LIMIT;
    }
    t->name = LIMB__ARENA_ARRAY(&t->arena, const char *, most);
    t->bad_row = LIMB__ARENA_ARRAY(&t->arena, int, most);
    t->bad_text = LIMB__ARENA_ARRAY(&t->arena, const char *, most);
    if (t->arena.failed) return LIMB_ERROR_MEMORY;
    int count = 0;
    for (char *cell; (cell = next_cell(&line)); count++) {
        t->name[count] = cell;
        t->bad_row[count] = -1;
        t->bad_text[count] = NULL;
        if (strcmp(cell, "time") == 0 || strcmp(cell, "t") == 0) t->open.time_column = count;
    }
    t->open.ncolumn = count;
    return LIMB_OK;
}

// Returns an upper bound of their number: commas in quotes count, too.
static int count_cells(const char *line)
{
    int count = 1;
    for (; *line && count <= MAX_COLUMNS; line++)
        count += *line == ',';
    return count;
}

static limb_status read_row(reading *r, char *line, int number)
{
    table_block *t = r->table;
    limb_table *open = &t->open;
    const size_t ncolumn = (size_t)open->ncolumn;
    if (!limb__grow(t->memory, (void **)(void *)&t->value, &t->value_capacity, open->nrow + 1,
                    ncolumn * sizeof(double)) ||
        !limb__grow(t->memory, (void **)(void *)&t->line, &t->line_capacity, open->nrow + 1,
                    sizeof(int)))
        return LIMB_ERROR_MEMORY;
    double *row = t->value + (size_t)open->nrow * ncolumn;
    int count = 0;
    for (char *cell; (cell = next_cell(&line)); count++) {
        if (count >= open->ncolumn) continue;
        if (limb_number_parse(cell, &row[count]) && isfinite(row[count])) continue;
        row[count] = NAN;
        if (t->bad_row[count] >= 0) continue;
        t->bad_row[count] = open->nrow;
        t->bad_text[count] = cell;
    }
    if (count != open->ncolumn) {
        char text[LIMB__NOTE_SIZE];
        limb__format(text, sizeof text, "%d value%s for %d column%s", count, count == 1 ? "" : "s",
                     open->ncolumn, open->ncolumn == 1 ? "" : "s");
        return limb__refuse(&r->note, number, text);
    }
    t->line[open->nrow] = number;
    open->nrow++;
    return open->time_column >= 0 ? check_time(r, row, number) : LIMB_OK;
}

static limb_status check_time(reading *r, const double *row, int number)
{
    const limb_table *open = &r->table->open;
    const int column = open->time_column;
    if (r->table->bad_row[column] >= 0)
        return limb__refuse_number(&r->note, number, r->table->bad_text[column]);
    if (open->nrow < 2) return LIMB_OK;
    const double before = row[column - open->ncolumn];
    if (row[column] > before) return LIMB_OK;
    char text[LIMB__NOTE_SIZE], value[LIMB_NUMBER_SIZE];
    limb_number_print(value, before);
    limb__format(text, sizeof text, "time does not increase after %s s", value);
    return limb__refuse(&r->note, number, text);
}

// Returns the next cell without surrounding white space and quotes, terminated in place; NULL
// after the last.
static char *next_cell(char **at)
{
    if (!*at) return NULL;
    char *cell = *at + strspn(*at, " \t");
    char *end;
    if (*cell == '"') {
        cell = cut_quoted(cell, &end);
    } else {
        end = cell + strcspn(cell, ",");
    }
    *at = *end ? end + 1 : NULL;
    *end = 0;
    size_t size = strlen(cell);
    while (size > 0 && strchr(" \t\r", cell[size - 1]))
        cell[--size] = 0;
    return cell;
}

// Moves the content of the quotes to the start; *end is the comma after them, or the NUL.
static char *cut_quoted(char *cell, char **end)
{
    char *to = cell;
    const char *from = cell + 1;
    for (; *from && (*from != '"' || from[1] == '"'); from++) {
        from += *from == '"';
        *to++ = *from;
    }
    if (*from) from++; // the closing quote
    *end = cell + (from - cell) + strcspn(from, ",");
    if (to < *end) *to = 0;
    return cell + strspn(cell, " \t");
}
