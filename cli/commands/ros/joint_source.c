// Joint values over time: zeros, a random walk, or a table.
//
// The random walk moves from one random configuration to the next, accelerating and
// decelerating smoothly, as a robot would. A table is CSV with the joints' names in its first
// line, as for trajectories; a column "time" or "t" (s) gives the time of each row, otherwise
// rows are one period apart.
#include "commands/ros/ros.h"
#include "robot/trajectory.h"

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
    double period; // s per row without a time
    limb_table *table;
};

static int read_table(const cli *app, cli_joint_source *source, const char *path);
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
    limb_table_free(source->table);
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

// Every column must be the time or a joint: a misspelled name is an error.
static int read_table(const cli *app, cli_joint_source *source, const char *path)
{
    const int code = cli_table_load(app, path, &source->table);
    if (code != CLI_OK) return code;
    const limb_table *table = source->table;
    char shown[CLI_NAME_SIZE];
    int bad = -1;
    for (int i = 0; i < table->ncolumn; i++) {
        const char *name = table->name[i];
        const bool is_time = strcmp(name, "time") == 0 || strcmp(name, "t") == 0;
        if (!is_time && limb_joint_list_find(source->joints, name) < 0) {
            cli_message(app, "%s: no joint named \"%s\" to publish", path,
                        cli_visible(name, shown));
            return CLI_FINDINGS;
        }
        const int row = table->bad_row[i];
        if (row >= 0 && (bad < 0 || row < table->bad_row[bad])) bad = i;
    }
    if (bad < 0) return CLI_OK;
    cli_message(app, "%s:%d: \"%s\" is not a number", path, table->line[table->bad_row[bad]],
                cli_visible(table->bad_text[bad], shown));
    return CLI_FINDINGS;
}

// Returns the row for a time; after the last one the table starts again.
static void table_at(const cli_joint_source *source, double time, double *position)
{
    const limb_table *table = source->table;
    const double *row = table->value + (size_t)table->ncolumn * (size_t)find_row(source, time);
    for (int i = 0; i < table->ncolumn; i++) {
        const int joint = limb_joint_list_find(source->joints, table->name[i]);
        if (joint >= 0 && i != table->time_column) position[joint] = row[i];
    }
}

static int find_row(const cli_joint_source *source, double time)
{
    const limb_table *table = source->table;
    const int last = table->nrow - 1;
    if (table->time_column < 0) return (int)(fmod(time / source->period, table->nrow));
    const double *column = table->value + table->time_column;
    const double first = column[0];
    const double length = column[(size_t)table->ncolumn * (size_t)last] - first;
    const double wanted = first + (length > 0 ? fmod(time, length + source->period) : 0);
    int low = 0, high = last;
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (column[(size_t)table->ncolumn * (size_t)middle] <= wanted) {
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
