// limb inertia: what the links' shapes would weigh, beside what the file declares.
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct inertia_opts {
    double density;
    const char *mass_from;
    bool write;
    cli_list package;
} inertia_opts;

static int run(cli *app);
static int show(const cli *app, limb_robot *robot, const limb_robot_meshes *meshes);
static bool weigh(const cli *app, const limb_robot *robot, int link,
                  const limb_robot_meshes *meshes, limb_link_inertia *computed);
static void print_row(const char *name, const char *kind, const limb_mass_properties *m);
static limb_status write_link(limb_edit *edit, const limb_robot *robot, int link,
                              const limb_mass_properties *m);

static const cli_option option[] = {
    {0, "density", CLI_NUMBER, offsetof(inertia_opts, density), "KG_PER_M3", NULL,
     "density of all links (default 1000)"},
    {0, "mass-from", CLI_CHOICE, offsetof(inertia_opts, mass_from), "SOURCE", "density|urdf",
     "urdf: scale to the declared mass where there is one"},
    {0, "write", CLI_FLAG, offsetof(inertia_opts, write), NULL, NULL,
     "put the computed inertia into the file; the rest stays byte for byte"},
    {0, "package", CLI_MANY, offsetof(inertia_opts, package), "NAME=DIR", NULL,
     "where a package is; may be repeated"},
};

static const cli_example example[] = {
    {"limb inertia arm.urdf", "computed at 1000 kg/m^3 beside declared"},
    {"limb inertia --mass-from urdf --write arm.urdf", "new tensors for the masses of the file"},
};

const cli_command cli_inertia = {
    .name = "inertia",
    .operands = "FILE",
    .summary = "compute masses and inertia from the shapes, beside the declared ones",
    .description = "Weighs the collision shapes of each link, or its visuals when it has none: "
                   "closed forms for "
                   "primitives, exact integrals for closed meshes, the convex hull of open ones. "
                   "Values are in "
                   "the link's axes about the centre of mass; overlapping shapes count twice.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(inertia_opts),
    .min_operands = 1,
    .max_operands = 1,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

static int run(cli *app)
{
    const inertia_opts *opts = app->opts;
    if (opts->density < 0) return cli_usage(app, "a density is positive");
    cli_packages packages;
    if (!cli_packages_parse(app, &opts->package, &packages)) return CLI_USAGE;
    limb_robot *robot;
    int code = cli_load_robot(app, app->operand.item[0], &robot);
    limb_robot_meshes *meshes = NULL;
    if (code == CLI_OK) {
        const limb_robot_meshes_opts how = {
            .resolve = &packages.resolve, .mesh = &(limb_mesh_opts){.normals = LIMB_NORMALS_NONE}};
        if (limb_robot_meshes_load(&meshes, robot, &how) == LIMB_OK) {
            code = show(app, robot, meshes);
        } else {
            cli_message(app, "%s", limb_status_text(LIMB_ERROR_MEMORY));
            code = CLI_UNREADABLE;
        }
    }
    limb_robot_meshes_free(meshes);
    limb_robot_free(robot);
    cli_packages_free(&packages);
    return code;
}

static int show(const cli *app, limb_robot *robot, const limb_robot_meshes *meshes)
{
    const inertia_opts *opts = app->opts;
    limb_edit *edit = NULL;
    if (opts->write && limb_edit_begin(&edit, robot) != LIMB_OK) return CLI_UNREADABLE;
    printf("%-24s %-9s %10s %10s %10s %10s %12s %12s %12s %12s %12s %12s\n", "LINK", "", "MASS",
           "X", "Y", "Z", "IXX", "IXY", "IXZ", "IYY", "IYZ", "IZZ");
    limb_status status = LIMB_OK;
    for (int i = 0; i < robot->nlink && status == LIMB_OK; i++) {
        limb_link_inertia computed;
        limb_mass_properties declared;
        const char *name = robot->link[i].name;
        if (weigh(app, robot, i, meshes, &computed)) {
            print_row(name, "computed", &computed.mass);
            name = "";
            if (edit) status = write_link(edit, robot, i, &computed.mass);
        }
        if (limb_link_declared_inertia(&declared, robot, i)) print_row(name, "declared", &declared);
        if (computed.nmissing > 0)
            printf("%-24s %d mesh%s not found\n", "", computed.nmissing,
                   computed.nmissing == 1 ? "" : "es");
    }
    int code = CLI_OK;
    if (edit && status == LIMB_OK) status = limb_edit_apply(edit, NULL);
    if (edit && status == LIMB_OK) {
        cli_buffer text = {0};
        status = limb_robot_write(robot, cli_buffer_write, &text);
        if (status == LIMB_OK) code = cli_save(app, app->operand.item[0], text.data, text.size);
        cli_buffer_free(&text);
    }
    if (status != LIMB_OK) {
        const char *why = edit ? limb_edit_message(edit) : "";
        cli_message(app, "%s", why[0] ? why : limb_status_text(status));
        code = CLI_UNREADABLE;
    }
    limb_edit_free(edit);
    return code;
}

static bool weigh(const cli *app, const limb_robot *robot, int link,
                  const limb_robot_meshes *meshes, limb_link_inertia *computed)
{
    const inertia_opts *opts = app->opts;
    const double density = opts->density > 0 ? opts->density : 1000;
    if (limb_link_find_inertia(computed, robot, link, meshes, density) != LIMB_OK) return false;
    const limb_inertial *inertial = robot->link[link].inertial;
    const bool declared = opts->mass_from && strcmp(opts->mass_from, "urdf") == 0 && inertial &&
                          inertial->has_mass && inertial->mass > 0;
    const double factor = declared ? inertial->mass / computed->mass.mass : 1;
    computed->mass.mass *= factor;
    for (int k = 0; k < 6; k++)
        computed->mass.inertia[k] *= factor;
    return true;
}

static double rounded(double value, int digits)
{
    if (value == 0 || !isfinite(value)) return value;
    const double scale = pow(10, digits - 1 - floor(log10(fabs(value))));
    const double shown = rint(value * scale) / scale;
    return isfinite(shown) ? shown : value;
}

// four digits, free of locale
static void print_number(double value, int width)
{
    char text[LIMB_NUMBER_SIZE + 1];
    text[limb_number_print(text, rounded(value, 4))] = 0;
    printf(" %*s", width, text);
}

static void print_row(const char *name, const char *kind, const limb_mass_properties *m)
{
    printf("%-24s %-9s", name, kind);
    print_number(m->mass, 10);
    // what is a millionth of the largest is rounding
    double largest = 0, reach = 0;
    for (int k = 0; k < 6; k++)
        largest = fmax(largest, fabs(m->inertia[k]));
    for (int k = 0; k < 3; k++)
        reach = fmax(reach, fabs(m->center[k]));
    for (int k = 0; k < 3; k++)
        print_number(fabs(m->center[k]) > 1e-9 * reach ? m->center[k] : 0, 10);
    for (int k = 0; k < 6; k++)
        print_number(fabs(m->inertia[k]) > 1e-9 * largest ? m->inertia[k] : 0, 12);
    printf("\n");
}

// Changes the values of the link's <inertial> where they stand, or adds what is not there. Nine
// digits are more than any shape is known to.
static limb_status write_link(limb_edit *edit, const limb_robot *robot, int link,
                              const limb_mass_properties *m)
{
    static const char *const name[6] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    enum { DIGITS = 9 };
    char number[7][LIMB_NUMBER_SIZE + 1];
    for (int k = 0; k < 7; k++) {
        const double value = rounded(k == 0 ? m->mass : m->inertia[k - 1], DIGITS);
        number[k][limb_number_print(number[k], value)] = 0;
    }
    char mass[80], inertia[400] = "<inertia";
    snprintf(mass, sizeof mass, "<mass value=\"%s\"/>", number[0]);
    for (int k = 0; k < 6; k++) {
        const size_t used = strlen(inertia);
        snprintf(inertia + used, sizeof inertia - used, " %s=\"%s\"", name[k], number[k + 1]);
    }
    strcat(inertia, "/>");
    double pose[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    for (int k = 0; k < 3; k++)
        pose[k * 4 + 3] = rounded(m->center[k], DIGITS);

    const limb_inertial *inertial = robot->link[link].inertial;
    if (!inertial) {
        char xml[800], center[3][LIMB_NUMBER_SIZE + 1];
        for (int k = 0; k < 3; k++)
            center[k][limb_number_print(center[k], pose[k * 4 + 3])] = 0;
        snprintf(xml, sizeof xml,
                 "<inertial>\n  <origin xyz=\"%s %s %s\"/>\n  %s\n  %s\n</inertial>", center[0],
                 center[1], center[2], mass, inertia);
        return limb_edit_add(edit, robot->link[link].node, xml);
    }
    const int mass_node = limb_node_find(robot->document, inertial->node, "mass");
    const int inertia_node = limb_node_find(robot->document, inertial->node, "inertia");
    limb_status status = limb_edit_set_origin(edit, inertial->node, pose);
    if (status == LIMB_OK)
        status = mass_node >= 0 ? limb_edit_set_attribute(edit, mass_node, "value", number[0])
                                : limb_edit_add(edit, inertial->node, mass);
    if (status == LIMB_OK && inertia_node < 0) return limb_edit_add(edit, inertial->node, inertia);
    for (int k = 0; k < 6 && status == LIMB_OK; k++)
        status = limb_edit_set_attribute(edit, inertia_node, name[k], number[k + 1]);
    return status;
}
