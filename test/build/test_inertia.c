// Tests of inertia from geometry (closed forms, meshes, frames, sums), and of the findings
// about declared inertia.
#include "harness.h"
#include "limb/model.h"
#include "limb/shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

//---- robots and meshes of one link ---------------------------------------------------------------

static limb_robot *make_link(const char *content)
{
    char text[4096];
    const int size = snprintf(text, sizeof text,
                              "<robot name=\"r\"><link name=\"l\">%s</link></robot>", content);
    ENSURE(size > 0 && size < (int)sizeof text);
    limb_robot *robot;
    ENSURE_INT(limb_robot_parse(&robot, text, (size_t)size, NULL), LIMB_OK);
    return robot;
}

static limb_link_inertia weigh(const char *content, const limb_inertia_opts *opts)
{
    limb_robot *robot = make_link(content);
    limb_link_inertia out;
    ENSURE_INT(limb_link_compute_inertia(&out, &robot->link[0], opts), LIMB_OK);
    limb_robot_free(robot);
    return out;
}

static const limb_mesh *find_mesh(void *ctx, const char *uri, const char **reason)
{
    if (strcmp(uri, "it") == 0) return ctx;
    *reason = "there is none";
    return NULL;
}

static limb_mesh *parse_mesh(const char *obj)
{
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, obj, strlen(obj), NULL), LIMB_OK);
    return mesh;
}

// 1 by 2 by 4, one corner at the origin
static const char BOX[] = "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nv 0 0 4\nv 1 0 4\nv 1 2 4\nv 0 2 4\n"
                          "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8\n";
// right corner tetrahedron with legs of 1
static const char CORNER[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                             "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static void ensure_tensor(const double actual[6], const double expected[6], double tolerance)
{
    const double size = expected[0] + expected[3] + expected[5];
    for (int k = 0; k < 6; k++)
        ENSURE_NEAR(actual[k], expected[k], tolerance * size);
}

//---- closed forms --------------------------------------------------------------------------------

TEST(a_box_weighs_as_its_closed_form)
{
    const limb_link_inertia w =
        weigh("<collision><origin xyz=\"1 2 3\"/><geometry><box size=\"0.2 0.3 0.4\"/></geometry>"
              "</collision>",
              &(limb_inertia_opts){.density = 500});
    ENSURE(w.reason == NULL);
    const double m = 500 * 0.2 * 0.3 * 0.4;
    ENSURE_NEAR(w.mass, m, 1e-12);
    ENSURE_NEAR(w.volume, 0.024, 1e-15);
    const double expected[6] = {m * 0.25 / 12, 0, 0, m * 0.20 / 12, 0, m * 0.13 / 12};
    ensure_tensor(w.inertia, expected, 1e-12);
    const double lower[3] = {0.9, 1.85, 2.8};
    for (int k = 0; k < 3; k++) {
        ENSURE_NEAR(w.center[k], 1 + k, 1e-12);
        ENSURE_NEAR(w.lower[k], lower[k], 1e-12);
    }
    ENSURE_NEAR(w.moment[0], expected[5], 1e-12);
    ENSURE_NEAR(w.moment[2], expected[0], 1e-12);
}

TEST(a_sphere_weighs_as_its_closed_form)
{
    const limb_link_inertia w =
        weigh("<visual><geometry><sphere radius=\"0.1\"/></geometry></visual>", NULL);
    ENSURE(w.from_visual);
    const double m = 1000 * 4.0 / 3 * PI * 0.001;
    ENSURE_NEAR(w.mass, m, 1e-12);
    const double i = 0.4 * m * 0.01;
    ensure_tensor(w.inertia, (double[6]){i, 0, 0, i, 0, i}, 1e-12);
}

TEST(cylinder_that_lies_along_x)
{
    const limb_link_inertia w =
        weigh("<collision><origin rpy=\"0 1.5707963267948966 0\"/><geometry>"
              "<cylinder radius=\"0.1\" length=\"0.6\"/></geometry></collision>",
              NULL);
    const double m = 1000 * PI * 0.01 * 0.6;
    ENSURE_NEAR(w.mass, m, 1e-11);
    const double across = m * (0.01 / 4 + 0.36 / 12);
    ensure_tensor(w.inertia, (double[6]){m * 0.01 / 2, 0, 0, across, 0, across}, 1e-12);
    ENSURE_NEAR(w.upper[0], 0.3, 1e-12);
    ENSURE_NEAR(w.upper[2], 0.1, 1e-12);
}

// Slices across the axis, by Boole's rule, which is exact for the polynomials that come up.
static void slice_capsule(double r, double half, double *mass, double *along, double *across)
{
    *mass = *along = *across = 0;
    const double edge[4] = {-half - r, -half, half, half + r};
    for (int part = 0; part < 3; part++) {
        const double h = (edge[part + 1] - edge[part]) / 4;
        static const double weight[5] = {7, 32, 12, 32, 7};
        for (int k = 0; k < 5; k++) {
            const double z = edge[part] + k * h, past = fmax(fabs(z) - half, 0);
            const double square = r * r - past * past;
            const double dm = PI * square * weight[k] * 2 * h / 45;
            *mass += dm;
            *along += dm * square / 2;
            *across += dm * (square / 4 + z * z);
        }
    }
}

TEST(capsule_against_slices)
{
    // capsules came with version 1.2
    static const char text[] =
        "<robot name=\"r\" version=\"1.2\"><link name=\"l\"><collision><geometry>"
        "<capsule radius=\"0.07\" length=\"0.5\"/></geometry></collision></link></robot>";
    limb_robot *robot;
    ENSURE_INT(limb_robot_parse(&robot, text, sizeof text - 1, NULL), LIMB_OK);
    limb_link_inertia w;
    const limb_inertia_opts opts = {.density = 1};
    ENSURE_INT(limb_link_compute_inertia(&w, &robot->link[0], &opts), LIMB_OK);
    limb_robot_free(robot);
    ENSURE(w.reason == NULL);
    double mass, along, across;
    slice_capsule(0.07, 0.25, &mass, &along, &across);
    ENSURE_NEAR(w.mass, mass, 1e-12 * mass);
    ensure_tensor(w.inertia, (double[6]){across, 0, 0, across, 0, along}, 1e-12);
    ENSURE_NEAR(w.upper[2], 0.32, 1e-15);
}

//---- meshes --------------------------------------------------------------------------------------

TEST(mesh_of_a_box_is_the_box)
{
    limb_mesh *mesh = parse_mesh(BOX);
    const limb_inertia_opts opts = {.find_mesh = find_mesh, .find_ctx = mesh, .density = 10};
    // mirrored in x and half as long in z
    const limb_link_inertia w = weigh("<collision><geometry><mesh filename=\"it\" "
                                      "scale=\"-1 1 0.5\"/></geometry></collision>",
                                      &opts);
    ENSURE(w.reason == NULL);
    ENSURE_INT(w.nhull, 0);
    ENSURE_NEAR(w.mass, 40, 1e-12);
    ENSURE_NEAR(w.center[0], -0.5, 1e-15);
    ENSURE_NEAR(w.lower[0], -1, 1e-15);
    ENSURE_NEAR(w.upper[0], 0, 1e-15);
    ENSURE_NEAR(w.upper[2], 2, 1e-15);
    const double expected[6] = {40 * 8.0 / 12, 0, 0, 40 * 5.0 / 12, 0, 40 * 5.0 / 12};
    ensure_tensor(w.inertia, expected, 1e-9);
    limb_mesh_free(mesh);
}

TEST(mesh_with_products_of_inertia)
{
    limb_mesh *mesh = parse_mesh(CORNER);
    const limb_inertia_opts opts = {.find_mesh = find_mesh, .find_ctx = mesh, .density = 6};
    const limb_link_inertia w =
        weigh("<visual><geometry><mesh filename=\"it\"/></geometry></visual>", &opts);
    // mass 1: integrals x x = 1/10, x y = 1/20; less the center's 1/16
    const double own = 2 * (0.1 - 1.0 / 16), product = -(0.05 - 1.0 / 16);
    ENSURE_NEAR(w.mass, 1, 1e-9);
    ENSURE_NEAR(w.center[1], 0.25, 1e-9);
    ensure_tensor(w.inertia, (double[6]){own, product, product, own, product, own}, 1e-9);
    limb_mesh_free(mesh);
}

TEST(open_mesh_is_weighed_as_its_hull)
{
    char open[sizeof BOX];
    memcpy(open, BOX, sizeof BOX);
    *strstr(open, "f 5 6 7 8") = '#'; // no lid
    limb_mesh *mesh = parse_mesh(open);
    const limb_inertia_opts opts = {.find_mesh = find_mesh, .find_ctx = mesh, .density = 1};
    const limb_link_inertia w =
        weigh("<collision><geometry><mesh filename=\"it\"/></geometry></collision>", &opts);
    ENSURE(w.reason == NULL);
    ENSURE_INT(w.nhull, 1);
    ENSURE_NEAR(w.mass, 8, 1e-6);
    ENSURE_NEAR(w.moment[0], 8 * 5.0 / 12, 1e-6);
    limb_mesh_free(mesh);
}

TEST(what_cannot_be_weighed_has_a_reason)
{
    limb_mesh *flat = parse_mesh("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const limb_inertia_opts opts = {.find_mesh = find_mesh, .find_ctx = flat};
    static const char missing[] =
        "<collision><geometry><mesh filename=\"no\"/></geometry></collision>";
    ENSURE_TEXT(weigh("", &opts).reason, "the link has no shapes");
    ENSURE_TEXT(weigh(missing, &opts).reason, "there is none");
    ENSURE_TEXT(weigh(missing, NULL).reason, "the meshes are not loaded");
    ENSURE_TEXT(
        weigh("<collision><geometry><mesh filename=\"it\"/></geometry></collision>", &opts).reason,
        "a mesh is flat");
    ENSURE_TEXT(weigh(missing, &(limb_inertia_opts){.source = LIMB_INERTIA_SOURCE_VISUAL}).reason,
                "the link has no visual");
    ENSURE_TEXT(weigh("<visual><geometry><sphere radius=\"1\"/></geometry></visual>",
                      &(limb_inertia_opts){.declared_mass = true})
                    .reason,
                "the link declares no mass");
    ENSURE_TEXT(weigh("<visual><geometry><sphere radius=\"0\"/></geometry></visual>", NULL).reason,
                "a shape has no volume");
    ENSURE_TEXT(
        weigh("<visual><geometry><box size=\"1e200 1e200 1\"/></geometry></visual>", NULL).reason,
        "a shape is too large");
    // half of a link would weigh too little: what is left out of it must not go unnoticed
    const limb_link_inertia half =
        weigh("<collision><geometry><box size=\"1 1 1\"/></geometry></collision><collision>"
              "<geometry><box size=\"1 x 1\"/></geometry></collision>",
              NULL);
    ENSURE_TEXT(half.reason, "the geometry of a shape cannot be read");
    ENSURE_INT(half.nmissing, 1);
    ENSURE_INT(weigh(missing, &opts).nmissing, 1);
    ENSURE_INT(weigh("", &opts).nmissing, 0);
    // a visual replaces a collision that is missing
    char both[512];
    snprintf(both, sizeof both, "%s<visual><geometry><sphere radius=\"1\"/></geometry></visual>",
             missing);
    const limb_link_inertia w = weigh(both, &opts);
    ENSURE(w.reason == NULL && w.from_visual);
    limb_mesh_free(flat);
}

//---- frames and sums -----------------------------------------------------------------------------

TEST(two_halves_are_the_whole_wherever_they_are)
{
    const double whole[6] = {0.006 * 0.25 / 12, 0, 0, 0.006 * 0.20 / 12, 0, 0.006 * 0.13 / 12};
    static const double far[] = {0, 1, 1000};
    for (int i = 0; i < 3; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "<collision><origin xyz=\"%.17g 0 -0.1\"/><geometry><box size=\"0.2 0.3 0.2\"/>"
                 "</geometry></collision><collision><origin xyz=\"%.17g 0 0.1\"/><geometry>"
                 "<box size=\"0.2 0.3 0.2\"/></geometry></collision>",
                 far[i], far[i]);
        const limb_link_inertia w = weigh(text, &(limb_inertia_opts){.density = 0.25});
        ENSURE_INT(w.nshape, 2);
        ENSURE_NEAR(w.mass, 0.006, 1e-15);
        ENSURE_NEAR(w.center[0], far[i], 1e-12);
        ensure_tensor(w.inertia, whole, 1e-12);
    }
}

TEST(in_the_axes_of_the_declared_inertial)
{
    const limb_link_inertia w = weigh(
        "<inertial><origin rpy=\"0 0 1.5707963267948966\"/><mass value=\"2\"/><inertia ixx=\"1\" "
        "ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>"
        "<collision><geometry><box size=\"0.2 0.3 0.4\"/></geometry></collision>",
        &(limb_inertia_opts){.declared_mass = true});
    ENSURE_NEAR(w.mass, 2, 0);
    ENSURE_NEAR(w.inertia[0], 2 * 0.25 / 12, 1e-12);
    ENSURE_NEAR(w.own_inertia[0], 2 * 0.20 / 12, 1e-12);
    ENSURE_NEAR(w.own_inertia[3], 2 * 0.25 / 12, 1e-12);
}

TEST(declared_inertia_is_turned)
{
    limb_robot *robot = make_link(
        "<inertial><origin xyz=\"1 2 3\" rpy=\"0 0 1.5707963267948966\"/><mass value=\"4\"/>"
        "<inertia ixx=\"1\" ixy=\"0.1\" ixz=\"0\" iyy=\"2\" iyz=\"0\" izz=\"2.5\"/></inertial>");
    limb_mass_properties m;
    ENSURE(limb_link_declared_inertia(&m, &robot->link[0]));
    ENSURE_NEAR(m.mass, 4, 0);
    ENSURE_NEAR(m.center[2], 3, 0);
    ensure_tensor(m.inertia, (double[6]){2, -0.1, 0, 1, 0, 2.5}, 1e-12);
    limb_robot_free(robot);
    robot = make_link("");
    ENSURE(!limb_link_declared_inertia(&m, &robot->link[0]));
    limb_robot_free(robot);
}

TEST(declared_inertia_is_compared_at_its_own_mass)
{
    // a cube of 1 m, declared with twice its moments and its center 0.25 m beside the cube
    limb_robot *robot = make_link(
        "<inertial><origin xyz=\"0.75 0 0\"/><mass value=\"6\"/><inertia ixx=\"2\" ixy=\"0\" "
        "ixz=\"0\" iyy=\"2\" iyz=\"0\" izz=\"2\"/></inertial>"
        "<collision><geometry><box size=\"1 1 1\"/></geometry></collision>");
    limb_link_inertia solid;
    limb_inertia_comparison c;
    ENSURE_INT(limb_link_compute_inertia(&solid, &robot->link[0], NULL), LIMB_OK);
    ENSURE(limb_link_compare_inertia(&c, &robot->link[0], &solid));
    ENSURE_NEAR(c.factor, 2, 1e-12);
    for (int k = 0; k < 3; k++)
        ENSURE_NEAR(c.moment_factor[k], 2, 1e-12);
    ENSURE_NEAR(c.center_distance, 0.75, 1e-12);
    ENSURE_NEAR(c.center_outside, 0.25, 1e-12);
    ENSURE(!c.products_negated && !c.about_origin);
    limb_robot_free(robot);

    robot = make_link("<collision><geometry><box size=\"1 1 1\"/></geometry></collision>");
    ENSURE_INT(limb_link_compute_inertia(&solid, &robot->link[0], NULL), LIMB_OK);
    ENSURE(!limb_link_compare_inertia(&c, &robot->link[0], &solid)); // nothing is declared
    limb_robot_free(robot);
}

//---- findings ------------------------------------------------------------------------------------

// What is said about a bar of 1 by 0.1 by 0.1 m and 12 kg with this inertial.
static int find(const char *inertial, limb_rule *rule, char *at, size_t capacity)
{
    char text[2048];
    snprintf(text, sizeof text,
             "<inertial>%s</inertial><collision><origin xyz=\"0.5 0.5 0\" rpy=\"0 0 "
             "0.7853981633974483\"/>"
             "<geometry><box size=\"1 0.1 0.1\"/></geometry></collision>",
             inertial);
    limb_robot *robot = make_link(text);
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_check_inertia(robot, NULL, report), LIMB_OK);
    const int count = report->nfinding;
    *rule = count ? report->finding[0].rule : LIMB_RULE_NONE;
    snprintf(at, capacity, "%s", count ? report->finding[0].path : "");
    limb_report_free(report);
    limb_robot_free(robot);
    return count;
}

#define AT(x, y) "<origin xyz=\"" #x " " #y " 0\"/><mass value=\"12\"/>"
#define TENSOR(xx, xy, yy, zz)                                                                     \
    "<inertia ixx=\"" #xx "\" ixy=\"" #xy "\" ixz=\"0\" iyy=\"" #yy "\" iyz=\"0\" izz=\"" #zz "\"" \
    "/>"

TEST(findings_of_a_declared_inertia)
{
    // solid: moments 0.02, 1.01, 1.01; the long axis along x = y
    static const struct {
        const char *inertial;
        limb_rule rule;
        const char *path;
    } probe[] = {
        {AT(0.5, 0.5) TENSOR(0.515, -0.495, 0.515, 1.01), LIMB_RULE_NONE, ""},
        {AT(0.4, 0.6) TENSOR(0.3, -0.2, 0.3, 0.5), LIMB_RULE_NONE, ""},
        {AT(0.5, 0.5) TENSOR(0.515, 0.495, 0.515, 1.01), LIMB_RULE_INERTIA_SIGN,
         "/robot/link/inertial/inertia"},
        {AT(0.5, 0.5) TENSOR(8, 0, 8, 8), LIMB_RULE_INERTIA_GEOMETRY,
         "/robot/link/inertial/inertia"},
        {AT(0.5, 0.5) TENSOR(0.006, 0, 0.006, 0.006), LIMB_RULE_INERTIA_GEOMETRY,
         "/robot/link/inertial/inertia"},
        {AT(-0.4, -0.4) TENSOR(0.515, -0.495, 0.515, 1.01), LIMB_RULE_INERTIA_CENTER_OUTSIDE,
         "/robot/link/inertial/origin/@xyz"},
        {AT(0.2, 0.2) TENSOR(0.995, -0.975, 0.995, 1.97), LIMB_RULE_INERTIA_ABOUT_ORIGIN,
         "/robot/link/inertial/inertia"},
    };
    for (size_t i = 0; i < sizeof probe / sizeof probe[0]; i++) {
        limb_rule rule;
        char path[128];
        const int count = find(probe[i].inertial, &rule, path, sizeof path);
        ENSURE_INT(rule, probe[i].rule);
        ENSURE_INT(count, probe[i].rule != LIMB_RULE_NONE);
        ENSURE_TEXT(path, probe[i].path);
    }
}

TEST(two_views_must_agree)
{
    limb_robot *robot = make_link("<inertial>" AT(0, 0) TENSOR(
        1, 0, 1, 1) "</inertial>"
                    "<visual><geometry><box size=\"0.8 0.8 0.8\"/></geometry></visual>"
                    "<collision><geometry><sphere radius=\"0.2\"/></geometry>"
                    "</collision>");
    limb_report *report;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_check_inertia(robot, NULL, report), LIMB_OK);
    ENSURE_INT(report->nfinding, 0);
    limb_report_free(report);
    limb_robot_free(robot);
}

//---- memory --------------------------------------------------------------------------------------

static void *fail_later(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    (void)old_size;
    int *left = ctx;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return (*left)-- > 0 ? realloc(ptr, new_size) : NULL;
}

TEST(weighing_survives_a_lack_of_memory)
{
    char open[sizeof BOX];
    memcpy(open, BOX, sizeof BOX);
    *strstr(open, "f 5 6 7 8") = '#';
    limb_mesh *mesh = parse_mesh(open);
    limb_robot *robot =
        make_link("<collision><geometry><mesh filename=\"it\"/></geometry></collision>");
    int budget = 0;
    limb_status status = LIMB_ERROR_MEMORY;
    for (; status != LIMB_OK && budget < 1000; budget++) {
        int left = budget;
        const limb_allocator memory = {fail_later, &left};
        const limb_inertia_opts opts = {
            .memory = &memory, .find_mesh = find_mesh, .find_ctx = mesh};
        limb_link_inertia out;
        status = limb_link_compute_inertia(&out, &robot->link[0], &opts);
        ENSURE(status == LIMB_OK || status == LIMB_ERROR_MEMORY);
    }
    ENSURE_INT(status, LIMB_OK);
    ENSURE(budget > 2);
    limb_robot_free(robot);
    limb_mesh_free(mesh);
}
