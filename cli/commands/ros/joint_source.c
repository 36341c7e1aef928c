// Joint values over time: zeros, a random walk, or a table.
//
// The random walk goes from one random configuration to the next, easing in and out, so that
// a robot moves as a robot would. A table is CSV with the joints' names in its first line,
// as for trajectories; a column "time" or "t" (s) says when each row holds, otherwise one
// row is one period.
#define _DEFAULT_SOURCE // strsep

#include "commands/ros/ros.h"
#include "limb/system.h"

#ifdef LIMB_ROS_BUILT

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEG_SECONDS = 2; // of the random walk, from one configuration to the next

typedef enum source_kind { SOURCE_NONE, SOURCE_ZERO, SOURCE_RANDOM, SOURCE_TABLE } source_kind;

struct cli_joint_source {
    source_kind kind;
    const limb_joint_list *joints;
    uint64_t seed;
    double period; // s of a row without a time
    cli_buffer text;
    int ncolumn, nrow;
    char **name;   // of columns                 (ncolumn)
    double *value; // (nrow x ncolumn)
    int time_column;
};

static int read_table(const cli *app, cli_joint_source *source, const char *path);
static int read_header(const cli *app, cli_joint_source *source, const char *path, char *line,
                       int number);
static int count_cells(const char *line);
static char *next_cell(char **at);
static int read_row(const cli *app, cli_joint_source *source, const char *path, char *line,
                    int number);
static void table_at(const cli_joint_source *source, double time, double *position);
static int find_row(const cli_joint_source *source, double time);
static void random_at(const cli_joint_source *source, double time, double *position);
static double random_unit(uint64_t seed, uint64_t leg, uint64_t joint);

int cli_joint_source_open(cli_joint_source **out, const cli *app, const char *what,
                          const limb_joint_list *joints, int seed)
{
    *out = NULL;
    cli_joint_source *source = calloc(1, sizeof *source);
    if (!source) return cli_fail(app, LIMB_ERROR_MEMORY);
    source->joints = joints;
    source->seed = (uint64_t)seed;
    source->period = 0.1;
    int code = CLI_OK;
    if (strcmp(what, "none") == 0) {
        source->kind = SOURCE_NONE;
    } else if (strcmp(what, "zero") == 0) {
        source->kind = SOURCE_ZERO;
    } else if (strcmp(what, "random") == 0) {
        source->kind = SOURCE_RANDOM;
    } else if (strncmp(what, "csv:", 4) == 0) {
        source->kind = SOURCE_TABLE;
        code = read_table(app, source, what + 4);
    } else {
        code = cli_usage(
            app,
            "--joints-from takes random, zero, csv:FILE, sliders, foxglove or none, not \"%s\"",
            what);
    }
    if (code == CLI_OK) {
        *out = source;
    } else {
        cli_joint_source_free(source);
    }
    return code;
}

void cli_joint_source_free(cli_joint_source *source)
{
    if (!source) return;
    cli_buffer_free(&source->text);
    free(source->name);
    free(source->value);
    free(source);
}

bool cli_joint_source_is_none(const cli_joint_source *source)
{
    return source->kind == SOURCE_NONE;
}

void cli_joint_source_use(cli_joint_source *source, const limb_joint_list *joints)
{
    source->joints = joints;
}

void cli_joint_source_at(const cli_joint_source *source, double time, double *position)
{
    const limb_joint_list *joints = source->joints;
    if (source->kind == SOURCE_ZERO)
        memcpy(position, joints->zero, sizeof *position * (size_t)joints->count);
    if (source->kind == SOURCE_RANDOM) random_at(source, time, position);
    if (source->kind == SOURCE_TABLE) table_at(source, time, position);
    limb_joint_list_settle(joints, position);
}

//---- a table -------------------------------------------------------------------------------------

static int read_table(const cli *app, cli_joint_source *source, const char *path)
{
    const int code = cli_read_text(app, path, &source->text);
    if (code != CLI_OK) return code;
    static const char mark[] = "\xef\xbb\xbf"; // of UTF-8, which spreadsheets write
    char *rest = source->text.data;
    if (rest && strncmp(rest, mark, strlen(mark)) == 0) rest += strlen(mark);
    for (int number = 1; rest; number++) {
        char *line = strsep(&rest, "\n");
        if (line[strspn(line, " \t\r")] == 0 || line[0] == '#') continue;
        const int read = source->name ? read_row(app, source, path, line, number)
                                      : read_header(app, source, path, line, number);
        if (read != CLI_OK) return read;
    }
    if (source->nrow > 0) return CLI_OK;
    cli_message(app, "%s has no rows", path);
    return CLI_FINDINGS;
}

static int read_header(const cli *app, cli_joint_source *source, const char *path, char *line,
                       int number)
{
    source->ncolumn = count_cells(line);
    source->name = calloc((size_t)source->ncolumn, sizeof *source->name);
    source->time_column = -1;
    if (!source->name) return cli_fail(app, LIMB_ERROR_MEMORY);
    for (int i = 0; i < source->ncolumn; i++) {
        const char *name = source->name[i] = next_cell(&line);
        if (strcmp(name, "time") == 0 || strcmp(name, "t") == 0) {
            source->time_column = i;
        } else if (limb_joint_list_find(source->joints, name) < 0) {
            char shown[CLI_NAME_SIZE];
            cli_message(app, "%s:%d: the robot has no joint \"%s\" to publish", path, number,
                        cli_visible(name, shown));
            return CLI_FINDINGS;
        }
    }
    return CLI_OK;
}

static int count_cells(const char *line)
{
    int count = 1;
    for (; *line; line++)
        count += *line == ',';
    return count;
}

// Cut off at the comma, without blanks and quotes around it.
static char *next_cell(char **at)
{
    char *cell = strsep(at, ",");
    cell += strspn(cell, " \t\"");
    size_t size = strlen(cell);
    while (size > 0 && strchr(" \t\r\"", cell[size - 1]))
        cell[--size] = 0;
    return cell;
}

static int read_row(const cli *app, cli_joint_source *source, const char *path, char *line,
                    int number)
{
    const size_t columns = (size_t)source->ncolumn;
    if (count_cells(line) != source->ncolumn) {
        cli_message(app, "%s:%d: %d values for %d columns", path, number, count_cells(line),
                    source->ncolumn);
        return CLI_FINDINGS;
    }
    double *moved = realloc(source->value, sizeof *moved * columns * ((size_t)source->nrow + 1));
    if (!moved) return cli_fail(app, LIMB_ERROR_MEMORY);
    source->value = moved;
    double *row = moved + columns * (size_t)source->nrow;
    for (int i = 0; i < source->ncolumn; i++) {
        const char *cell = next_cell(&line);
        if (!limb_number_parse(cell, &row[i]) || !isfinite(row[i])) {
            cli_message(app, "%s:%d: \"%s\" is not a number", path, number, cell);
            return CLI_FINDINGS;
        }
    }
    const int time = source->time_column;
    if (time >= 0 && source->nrow > 0 && !(row[time] > row[time - source->ncolumn])) {
        cli_message(app, "%s:%d: the time does not go forward", path, number);
        return CLI_FINDINGS;
    }
    source->nrow++;
    return CLI_OK;
}

// The row that holds at a time; after the last one the table starts again.
static void table_at(const cli_joint_source *source, double time, double *position)
{
    const double *row = source->value + (size_t)source->ncolumn * (size_t)find_row(source, time);
    for (int i = 0; i < source->ncolumn; i++) {
        const int joint =
            i == source->time_column ? -1 : limb_joint_list_find(source->joints, source->name[i]);
        if (joint >= 0) position[joint] = row[i];
    }
}

static int find_row(const cli_joint_source *source, double time)
{
    const int last = source->nrow - 1;
    if (source->time_column < 0) return (int)(fmod(time / source->period, source->nrow));
    const double *column = source->value + source->time_column;
    const double first = column[0];
    const double length = column[(size_t)source->ncolumn * (size_t)last] - first;
    const double wanted = first + (length > 0 ? fmod(time, length + source->period) : 0);
    int low = 0, high = last;
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (column[(size_t)source->ncolumn * (size_t)middle] <= wanted) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

//---- a random walk -------------------------------------------------------------------------------

static void random_at(const cli_joint_source *source, double time, double *position)
{
    const limb_joint_list *joints = source->joints;
    const double legs = time / LEG_SECONDS;
    const uint64_t leg = (uint64_t)legs;
    const double part = legs - (double)leg;
    const double eased = part * part * (3 - 2 * part);
    for (int i = 0; i < joints->count; i++) {
        const double from = leg == 0
                                ? joints->zero[i]
                                : joints->min[i] + (joints->max[i] - joints->min[i]) *
                                                       random_unit(source->seed, leg, (uint64_t)i);
        const double to = joints->min[i] + (joints->max[i] - joints->min[i]) *
                                               random_unit(source->seed, leg + 1, (uint64_t)i);
        position[i] = from + eased * (to - from);
    }
}

// splitmix64 of the three: the same walk for the same seed.
static double random_unit(uint64_t seed, uint64_t leg, uint64_t joint)
{
    uint64_t z =
        seed * 0x9E3779B97F4A7C15u + leg * 0xD1B54A32D192ED03u + joint * 0x8CB92BA72F3D8DD7u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

#endif
