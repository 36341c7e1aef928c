// limb show: a robot as a table whose first column is the tree, or as JSON.
#include "commands/show/show.h"
#include "frame/cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct show_opts {
    bool json;
    const char *why;
    cli_list package;
} show_opts;

enum column { LINK, JOINT, TYPE, AXIS, RANGE, EFFORT, VELOCITY, MIMIC, MASS, COLUMN_COUNT };
enum { CELL_SIZE = CLI_NAME_SIZE, DEEPEST_BRANCH = 24, COLUMN_GAP = 2 };

// if a terminal is too narrow these columns are left out, in this order
static const enum column expendable[] = {VELOCITY, EFFORT, AXIS, MIMIC, MASS, RANGE, TYPE};
static const double degrees = 57.29577951308232;

typedef struct table {
    const cli *app;
    const limb_robot *robot;
    int *depth;                    // per link
    bool *last;                    // per link: no sibling after it
    int width[COLUMN_COUNT];       // 0: the column is empty and not shown
    bool open[DEEPEST_BRANCH + 1]; // while printing: the vertical line at this depth continues
} table;

static int run(cli *app);
static limb_status write_out(void *ctx, const void *bytes, size_t size);
static int show_text(const cli *app, const limb_robot *robot);
static void print_head(const table *t);
static void find_places(table *t);
static void measure(table *t);
static void print_rows(table *t);
static void print_tree_cell(table *t, int link);
static int tree_width(const table *t, int link);
static void print_lost_links(const table *t);
static void format_cell(const table *t, int link, enum column column, char text[CELL_SIZE]);
static void format_name(const table *t, const limb_joint *joint, char text[CELL_SIZE]);
static void format_type(const table *t, const limb_joint *joint, char text[CELL_SIZE]);
static void format_axis(const table *t, const limb_joint *joint, char text[CELL_SIZE]);
static void format_range(const table *t, const limb_joint *joint, char text[CELL_SIZE]);
static void format_effort(const table *t, const limb_joint *joint, char text[CELL_SIZE]);
static void format_velocity(const table *t, const limb_joint *joint, char text[CELL_SIZE]);
static void format_mimic(const table *t, const limb_joint *joint, char text[CELL_SIZE]);
static void format_mass(const limb_inertial *inertial, char text[CELL_SIZE]);
static int display_width(const char *text);

// Each column and the function that formats its cell for a joint; only the tree and the mass are
// properties of the link. The function leaves the text empty if the joint lacks the property.
static const struct {
    const char *heading;
    void (*format)(const table *t, const limb_joint *joint, char text[CELL_SIZE]);
} column_of[COLUMN_COUNT] = {
    [LINK] = {"LINK", NULL},
    [JOINT] = {"JOINT", format_name},
    [TYPE] = {"TYPE", format_type},
    [AXIS] = {"AXIS", format_axis},
    [RANGE] = {"RANGE", format_range},
    [EFFORT] = {"EFFORT", format_effort},
    [VELOCITY] = {"VELOCITY", format_velocity},
    [MIMIC] = {"MIMICS", format_mimic},
    [MASS] = {"MASS", NULL},
};

static const cli_option option[] = {
    {'j', "json", CLI_FLAG, offsetof(show_opts, json), NULL, NULL,
     "print everything that was read, as JSON (schema in docs/json.md)"},
    {0, "why", CLI_TEXT, offsetof(show_opts, why), "URI", NULL,
     "explain how a mesh or texture address is resolved, with every place searched; without "
     "URI, all addresses of the file"},
    CLI_PACKAGE_OPTIONS(show_opts, package),
};

static const cli_example example[] = {
    {"limb show arm.urdf", "the tree with types, ranges and masses"},
    {"limb show --json arm.urdf | jq '.joints[].name'", "the names of all joints"},
};

const cli_command cli_show = {
    .name = "show",
    .operands = "FILE",
    .summary = "print the tree with joint types, limits, masses and totals",
    .description = "Each line is a link and the joint that attaches it to its parent. Angles are "
                   "shown in degrees, "
                   "lengths in meters, efforts in N m or N, velocities per second; JSON has "
                   "radians throughout. If the terminal is too narrow, columns are left out.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(show_opts),
    .min_operands = 0, // --why FILE
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const show_opts *opts = app->opts;
    // without a URI the value is the file
    if (opts->why && app->operand.count == 0)
        return cli_show_why_all(app, opts->why, &opts->package);
    if (app->operand.count == 0) return cli_usage(app, "FILE is missing");
    if (opts->why) return cli_show_why(app, app->operand.item[0], &opts->package, opts->why);
    limb_robot *robot;
    int code = cli_load_robot(app, app->operand.item[0], &robot);
    if (code != CLI_OK) return code;
    if (opts->json) {
        const limb_status status = limb_export_json(robot, NULL, write_out, NULL);
        if (status != LIMB_OK) code = cli_fail(app, status);
    } else {
        code = show_text(app, robot);
    }
    limb_robot_free(robot);
    return code;
}

static limb_status write_out(void *ctx, const void *bytes, size_t size)
{
    (void)ctx;
    // a failed write is reported when the command ends
    fwrite(bytes, 1, size, stdout);
    return LIMB_OK;
}

static int show_text(const cli *app, const limb_robot *robot)
{
    table t = {.app = app, .robot = robot};
    t.depth = calloc((size_t)robot->nlink + 1, sizeof *t.depth);
    t.last = calloc((size_t)robot->nlink + 1, sizeof *t.last);
    int code = CLI_OK;
    if (t.depth && t.last) {
        find_places(&t);
        measure(&t);
        print_head(&t);
        print_rows(&t);
        print_lost_links(&t);
    } else {
        code = cli_fail(app, LIMB_ERROR_MEMORY);
    }
    free(t.depth);
    free(t.last);
    return code;
}

// "arm: 7 links, 6 joints (5 revolute, 1 fixed), 5 degrees of freedom, 12.3 kg"
static void print_head(const table *t)
{
    const limb_robot *robot = t->robot;
    int of_type[LIMB_JOINT_TYPE_COUNT] = {0};
    int degrees_of_freedom = 0;
    double mass = 0;
    bool weighed = false;
    for (int i = 0; i < robot->njoint; i++) {
        const limb_joint *joint = &robot->joint[i];
        of_type[joint->type]++;
        if (!joint->mimic) degrees_of_freedom += limb_joint_info_of(joint->type)->ndof;
    }
    for (int i = 0; i < robot->nlink; i++) {
        const limb_inertial *inertial = robot->link[i].inertial;
        if (!inertial || !inertial->has_mass) continue;
        mass += inertial->mass;
        weighed = true;
    }
    const char *bold = t->app->color_out ? "\x1b[1m" : "";
    const char *off = t->app->color_out ? "\x1b[0m" : "";
    char name[CELL_SIZE];
    const char *shown = robot->name[0] ? robot->name : "(no name)";
    printf("%s%s%s: %d link%s, %d joint%s", bold, cli_visible(shown, name), off, robot->nlink,
           cli_plural(robot->nlink), robot->njoint, cli_plural(robot->njoint));
    const char *separator = " (";
    for (int type = 0; type < LIMB_JOINT_TYPE_COUNT; type++) {
        if (of_type[type] == 0) continue;
        printf("%s%d %s", separator, of_type[type], limb_joint_type_name((limb_joint_type)type));
        separator = ", ";
    }
    printf("%s, %d degree%s of freedom, ", robot->njoint > 0 ? ")" : "", degrees_of_freedom,
           cli_plural(degrees_of_freedom));
    if (weighed) printf("%.4g kg\n\n", mass);
    if (!weighed) fputs("no masses\n\n", stdout);
}

// Computes the depth of each link and whether it is the last child; link_order has
// parents before children.
static void find_places(table *t)
{
    const limb_robot *robot = t->robot;
    for (int i = 0; i < robot->norder; i++) {
        const limb_link *link = &robot->link[robot->link_order[i]];
        int last = -1;
        for (int j = 0; j < link->nchild_joint; j++) {
            const int child = robot->joint[link->child_joint[j]].child;
            if (robot->link[child].parent_joint != link->child_joint[j]) continue;
            t->depth[child] = t->depth[robot->link_order[i]] + 1;
            last = child;
        }
        if (last >= 0) t->last[last] = true;
    }
}

static void measure(table *t)
{
    for (int i = 0; i < t->robot->norder; i++) {
        const int link = t->robot->link_order[i];
        for (int column = 0; column < COLUMN_COUNT; column++) {
            char text[CELL_SIZE] = "";
            if (column != LINK) format_cell(t, link, (enum column)column, text);
            const int width = column == LINK ? tree_width(t, link) : display_width(text);
            if (width > t->width[column]) t->width[column] = width;
        }
    }
    int total = 0;
    for (int column = 0; column < COLUMN_COUNT; column++) {
        const int min = (int)strlen(column_of[column].heading);
        if (t->width[column] == 0) continue;
        if (t->width[column] < min) t->width[column] = min;
        total += t->width[column] + COLUMN_GAP;
    }
    const int available = cli_terminal_width(stdout);
    for (int i = 0; i < CLI_COUNT(expendable) && available > 0 && total > available; i++) {
        int *width = &t->width[expendable[i]];
        if (*width > 0) total -= *width + COLUMN_GAP;
        *width = 0;
    }
}

static void print_rows(table *t)
{
    const char *dim = t->app->color_out ? "\x1b[2m" : "";
    const char *off = t->app->color_out ? "\x1b[0m" : "";
    // blanks are printed before the next cell, so that no line ends in them
    int owed = 0;
    fputs(dim, stdout);
    for (int column = 0; column < COLUMN_COUNT; column++) {
        if (t->width[column] == 0) continue;
        printf("%*s%s", owed, "", column_of[column].heading);
        owed = t->width[column] - (int)strlen(column_of[column].heading) + COLUMN_GAP;
    }
    printf("%s\n", off);
    for (int i = 0; i < t->robot->norder; i++) {
        const int link = t->robot->link_order[i];
        print_tree_cell(t, link);
        owed = t->width[LINK] - tree_width(t, link) + COLUMN_GAP;
        for (int column = LINK + 1; column < COLUMN_COUNT; column++) {
            if (t->width[column] == 0) continue;
            char text[CELL_SIZE] = "";
            format_cell(t, link, (enum column)column, text);
            const int width = display_width(text);
            if (width > 0) printf("%*s%s", owed, "", text);
            owed = (width > 0 ? 0 : owed) + t->width[column] - width + COLUMN_GAP;
        }
        putchar('\n');
    }
}

// The branches that lead to the link, then its name. Deep chains stop to indent and
// show their depth.
static void print_tree_cell(table *t, int link)
{
    static const char *const drawn[] = {"\xE2\x94\x82  ", "\xE2\x94\x9C\xE2\x94\x80 ",
                                        "\xE2\x94\x94\xE2\x94\x80 "};
    static const char *const plain[] = {"|  ", "|- ", "`- "};
    const char *const *branch = t->app->utf8 ? drawn : plain;
    const int depth = t->depth[link];
    const int shown = depth < DEEPEST_BRANCH ? depth : DEEPEST_BRANCH;
    const char *dim = t->app->color_out ? "\x1b[2m" : "";
    const char *bold = t->app->color_out ? "\x1b[1m" : "";
    const char *off = t->app->color_out ? "\x1b[0m" : "";
    t->open[shown] = !t->last[link];
    fputs(dim, stdout);
    for (int level = 1; level < shown; level++)
        fputs(t->open[level] ? branch[0] : "   ", stdout);
    if (shown > 0) fputs(branch[t->last[link] ? 2 : 1], stdout);
    if (depth > shown) printf("(%d) ", depth);
    char name[CELL_SIZE];
    printf("%s%s%s%s", off, bold, cli_visible(t->robot->link[link].name, name), off);
}

static int tree_width(const table *t, int link)
{
    const int depth = t->depth[link];
    const int shown = depth < DEEPEST_BRANCH ? depth : DEEPEST_BRANCH;
    const int mark = depth > shown ? snprintf(NULL, 0, "(%d) ", depth) : 0;
    char name[CELL_SIZE];
    return 3 * shown + mark + display_width(cli_visible(t->robot->link[link].name, name));
}

static void print_lost_links(const table *t)
{
    const limb_robot *robot = t->robot;
    if (robot->norder == robot->nlink) return;
    printf("\nnot reachable from the root:\n");
    for (int i = 0; i < robot->nlink; i++) {
        const bool reached = i == robot->root || t->depth[i] > 0;
        char name[CELL_SIZE];
        if (!reached) printf("  %s\n", cli_visible(robot->link[i].name, name));
    }
}

static void format_cell(const table *t, int link, enum column column, char text[CELL_SIZE])
{
    const limb_link *l = &t->robot->link[link];
    if (column == MASS && l->inertial) format_mass(l->inertial, text);
    if (column_of[column].format && l->parent_joint >= 0)
        column_of[column].format(t, &t->robot->joint[l->parent_joint], text);
}

static void format_name(const table *t, const limb_joint *joint, char text[CELL_SIZE])
{
    (void)t;
    cli_visible(joint->name, text);
}

static void format_type(const table *t, const limb_joint *joint, char text[CELL_SIZE])
{
    (void)t;
    snprintf(text, CELL_SIZE, "%s", limb_joint_type_name(joint->type));
}

// "z", "-y", or the three numbers
static void format_axis(const table *t, const limb_joint *joint, char text[CELL_SIZE])
{
    (void)t;
    if (!limb_joint_info_of(joint->type)->has_axis) return;
    const double *a = joint->axis;
    for (int i = 0; i < 3; i++) {
        if (a[(i + 1) % 3] != 0 || a[(i + 2) % 3] != 0 || a[i] == 0) continue;
        snprintf(text, CELL_SIZE, "%s%c", a[i] < 0 ? "-" : "", "xyz"[i]);
        return;
    }
    snprintf(text, CELL_SIZE, "%.3g %.3g %.3g", a[0], a[1], a[2]);
}

static void format_range(const table *t, const limb_joint *joint, char text[CELL_SIZE])
{
    const limb_joint_info *info = limb_joint_info_of(joint->type);
    const limb_limit *limit = joint->limit;
    if (!limit || !info->has_bounds) return;
    const double unit = info->turns ? degrees : 1;
    const char *name = !info->turns ? " m" : t->app->utf8 ? "\xC2\xB0" : " deg";
    snprintf(text, CELL_SIZE, "%.4g .. %.4g%s", limit->lower * unit, limit->upper * unit, name);
}

static void format_effort(const table *t, const limb_joint *joint, char text[CELL_SIZE])
{
    (void)t;
    const limb_joint_info *info = limb_joint_info_of(joint->type);
    if (!info->has_axis || !joint->limit || !joint->limit->has_effort) return;
    snprintf(text, CELL_SIZE, "%.4g %s", joint->limit->effort, info->turns ? "N m" : "N");
}

static void format_velocity(const table *t, const limb_joint *joint, char text[CELL_SIZE])
{
    const limb_joint_info *info = limb_joint_info_of(joint->type);
    if (!info->has_axis || !joint->limit || !joint->limit->has_velocity) return;
    const double unit = info->turns ? degrees : 1;
    const char *name = !info->turns ? "m/s" : t->app->utf8 ? "\xC2\xB0/s" : "deg/s";
    snprintf(text, CELL_SIZE, "%.4g %s", joint->limit->velocity * unit, name);
}

// "finger", "-1 * finger", "2 * finger + 0.1"
static void format_mimic(const table *t, const limb_joint *joint, char text[CELL_SIZE])
{
    const limb_mimic *mimic = joint->mimic;
    if (!mimic) return;
    const char *times = t->app->utf8 ? "\xC3\x97" : "*";
    int size = 0;
    if (mimic->multiplier != 1) {
        size = snprintf(text, CELL_SIZE, "%.4g %s ", mimic->multiplier, times);
    }
    char name[CELL_SIZE];
    size += snprintf(text + size, (size_t)(CELL_SIZE - size), "%.100s",
                     cli_visible(mimic->joint_name, name));
    if (mimic->offset == 0) return;
    snprintf(text + size, (size_t)(CELL_SIZE - size), " %c %.4g", mimic->offset < 0 ? '-' : '+',
             fabs(mimic->offset));
}

static void format_mass(const limb_inertial *inertial, char text[CELL_SIZE])
{
    if (inertial->has_mass) snprintf(text, CELL_SIZE, "%.4g kg", inertial->mass);
}

// code points; names in wide scripts are rare enough
static int display_width(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xC0u) != 0x80u;
    return width;
}
