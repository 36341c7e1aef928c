// The inertia of links: closed forms, composites, and the declared one turned into the link's axes.
#include "harness.h"
#include "limb/inertia.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static limb_robot *make(const char *shapes)
{
    char text[2048];
    snprintf(text, sizeof text, "<robot name=\"r\"><link name=\"l\">%s</link></robot>", shapes);
    limb_robot *robot;
    ENSURE_INT(limb_robot_parse(&robot, text, strlen(text), NULL), LIMB_OK);
    return robot;
}

static void expect(const char *shapes, double mass, double x, double ixx, double iyy, double izz)
{
    limb_robot *robot = make(shapes);
    limb_link_inertia found;
    ENSURE_INT(limb_link_find_inertia(&found, robot, 0, NULL, 2), LIMB_OK);
    ENSURE_NEAR(found.mass.mass, 2 * mass, 1e-12);
    ENSURE_NEAR(found.volume, mass, 1e-12);
    ENSURE_NEAR(found.mass.center[0], x, 1e-12);
    ENSURE_NEAR(found.mass.inertia[0], 2 * ixx, 1e-12);
    ENSURE_NEAR(found.mass.inertia[3], 2 * iyy, 1e-12);
    ENSURE_NEAR(found.mass.inertia[5], 2 * izz, 1e-12);
    limb_robot_free(robot);
}

TEST(primitives_have_closed_forms)
{
    expect("<collision><geometry><box size=\"1 2 3\"/></geometry></collision>", 6, 0, 6.5, 5, 2.5);
    const double ball = 4 * pi / 3;
    expect("<collision><geometry><sphere radius=\"1\"/></geometry></collision>", ball, 0,
           0.4 * ball, 0.4 * ball, 0.4 * ball);
    expect("<collision><geometry><cylinder radius=\"1\" length=\"2\"/></geometry></collision>",
           2 * pi, 0, 2 * pi * (3 + 4) / 12, 2 * pi * (3 + 4) / 12, pi);
    // visuals when there are no collisions; a turn about x by 90 degrees swaps y and z
    expect(
        "<visual><origin rpy=\"1.5707963267948966 0 0\"/><geometry><box size=\"1 2 3\"/></geometry>"
        "</visual>",
        6, 0, 6.5, 2.5, 5);
}

TEST(shapes_add_up)
{
    // two unit cubes side by side are a box of 2 x 1 x 1
    expect(
        "<collision><origin xyz=\"0.5 0 0\"/><geometry><box size=\"1 1 1\"/></geometry></collision>"
        "<collision><origin xyz=\"1.5 0 0\"/><geometry><box size=\"1 1 "
        "1\"/></geometry></collision>",
        2, 1, 2.0 * 2 / 12, 2.0 * 5 / 12, 2.0 * 5 / 12);
}

// A capsule against the sum over thin slices.
TEST(a_capsule_is_a_cylinder_with_caps)
{
    limb_robot *robot =
        make("<collision><geometry><capsule radius=\"0.5\" length=\"2\"/></geometry>"
             "</collision>");
    limb_link_inertia found;
    ENSURE_INT(limb_link_find_inertia(&found, robot, 0, NULL, 1), LIMB_OK);
    enum { SLICES = 200000 };
    double mass = 0, izz = 0, ixx = 0;
    for (int i = 0; i < SLICES; i++) {
        const double z = -1.5 + 3.0 * (i + 0.5) / SLICES;
        const double over = fmax(fabs(z) - 1, 0);
        const double square = 0.25 - over * over;
        const double m = pi * square * 3.0 / SLICES;
        mass += m;
        izz += m * square / 2;
        ixx += m * (square / 4 + z * z);
    }
    ENSURE_NEAR(found.mass.mass, mass, 1e-8);
    ENSURE_NEAR(found.mass.inertia[5], izz, 1e-8);
    ENSURE_NEAR(found.mass.inertia[0], ixx, 1e-8);
    ENSURE_NEAR(found.upper[2], 1.5, 1e-12);
    limb_robot_free(robot);
}

TEST(declared_inertia_is_turned)
{
    limb_robot *robot = make(
        "<inertial><origin xyz=\"1 2 3\" rpy=\"0 0 1.5707963267948966\"/><mass value=\"4\"/>"
        "<inertia ixx=\"1\" ixy=\"0.1\" ixz=\"0\" iyy=\"2\" iyz=\"0\" izz=\"2.5\"/></inertial>");
    limb_mass_properties m;
    ENSURE(limb_link_declared_inertia(&m, robot, 0));
    ENSURE_NEAR(m.mass, 4, 0);
    ENSURE_NEAR(m.center[2], 3, 0);
    ENSURE_NEAR(m.inertia[0], 2, 1e-12);
    ENSURE_NEAR(m.inertia[1], -0.1, 1e-12);
    ENSURE_NEAR(m.inertia[3], 1, 1e-12);
    limb_link_inertia found;
    ENSURE_INT(limb_link_find_inertia(&found, robot, 0, NULL, 1), LIMB_ERROR_NUMERIC);
    limb_robot_free(robot);
    robot = make("<collision><geometry><mesh filename=\"a.stl\"/></geometry></collision>");
    ENSURE(!limb_link_declared_inertia(&m, robot, 0));
    ENSURE_INT(limb_link_find_inertia(&found, robot, 0, NULL, 1), LIMB_ERROR_NUMERIC);
    ENSURE_INT(found.nmissing, 1);
    limb_robot_free(robot);
}
