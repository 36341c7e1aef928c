// Tests the engine's numbers for a page: center of mass, reach, falling, collisions, and changes.
#include "limb/bindings.h"

#include "harness.h"
#include "support/hostile.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Two swinging arms of one body each, 1 m long, on one base; the first stops at 0.5 rad.
#define BODY                                                                                       \
    "<inertial><origin xyz='0.5 0 0'/><mass value='2'/>"                                           \
    "<inertia ixx='.01' iyy='.1' izz='.1' ixy='0' ixz='0' iyz='0'/></inertial>"
#define TURN "<axis xyz='0 1 0'/><limit lower='-3' upper='0.5' effort='50' velocity='1'/>"
static const char swing[] =
    "<robot name='swing'><link name='base'/>"
    "<link name='a'>" BODY "</link><link name='b'>" BODY "</link><link name='tip'/>"
    "<joint name='j1' type='revolute'><parent link='base'/><child link='a'/>" TURN "</joint>"
    "<joint name='j2' type='revolute'><parent link='a'/><child link='b'/><origin xyz='1 0 0'/>" TURN
    "</joint><joint name='end' type='fixed'><parent link='b'/><child link='tip'/>"
    "<origin xyz='1 0 0'/></joint></robot>";

// A ball on a turning arm, a ball fixed in the base at its side, and a cover that always overlaps
// the arm's ball.
#define BALL(radius) "<collision><geometry><sphere radius='" radius "'/></geometry></collision>"
static const char balls[] = "<robot name='balls'><link name='base'/><link name='still'>" BALL(
    "0.2") "</link>"
           "<link name='arm'/><link name='ball'>" BALL(
               "0.1") "</link><link name='mid'/>"
                      "<link name='cover'>" BALL(
                          "0.1") "</link>"
                                 "<joint name='s' type='fixed'><parent link='base'/><child "
                                 "link='still'/><origin xyz='0 1 0'/>"
                                 "</joint><joint name='turn' type='revolute'><parent "
                                 "link='base'/><child link='arm'/>"
                                 "<axis xyz='0 0 1'/><limit lower='-3' upper='3' effort='1' "
                                 "velocity='1'/></joint>"
                                 "<joint name='e' type='fixed'><parent link='arm'/><child "
                                 "link='ball'/><origin xyz='1 0 0'/>"
                                 "</joint><joint name='m' type='fixed'><parent link='arm'/><child "
                                 "link='mid'/></joint>"
                                 "<joint name='c' type='fixed'><parent link='mid'/><child "
                                 "link='cover'/>"
                                 "<origin xyz='0.95 0 0'/></joint></robot>";

static limb_engine *open_text(const char *text)
{
    limb_engine *engine = limb_engine_create(NULL);
    ENSURE(engine);
    ENSURE_INT(limb_engine_parse(engine, text, strlen(text), "/a.urdf"), LIMB_OK);
    return engine;
}

TEST(the_center_of_mass_is_that_of_all_links)
{
    limb_engine *engine = open_text(swing);
    double q[2] = {0, 0}, center[3];
    ENSURE_INT(limb_engine_center_of_mass(engine, q, center), LIMB_OK);
    ENSURE_NEAR(center[0], 1, 1e-15);
    q[0] = -1;
    ENSURE_INT(limb_engine_center_of_mass(engine, q, center), LIMB_OK);
    ENSURE_NEAR(center[0], cos(1), 1e-15);
    ENSURE_NEAR(center[2], sin(1), 1e-15);
    limb_engine_free(engine);
}

TEST(reach_stays_within_the_limits)
{
    enum { COUNT = 200 };
    limb_engine *engine = open_text(swing);
    float point[3 * COUNT], again[3 * COUNT];
    const int tip = limb_engine_find_link(engine, "tip");
    ENSURE_INT(limb_engine_reach(engine, tip, 7, COUNT, point), LIMB_OK);
    ENSURE_INT(limb_engine_reach(engine, tip, 7, COUNT, again), LIMB_OK);
    ENSURE(memcmp(point, again, sizeof point) == 0);
    double farthest = 0;
    for (int i = 0; i < COUNT; i++) {
        ENSURE(point[3 * i + 1] == 0);
        farthest = fmax(farthest, hypot((double)point[3 * i], (double)point[3 * i + 2]));
    }
    ENSURE(farthest > 1.9 && farthest <= 2 + 1e-6);
    ENSURE_INT(limb_engine_reach(engine, 99, 7, COUNT, point), LIMB_ERROR_INPUT);
    limb_engine_free(engine);
}

TEST(a_robot_that_is_let_go_falls_onto_its_limits_and_rests)
{
    limb_engine *engine = open_text(swing);
    double q[2] = {-0.5, -0.5}, v[2] = {0, 0};
    ENSURE_INT(limb_engine_fall(engine, 0.001, 1, 0, q, v), LIMB_OK);
    ENSURE(v[0] > 0); // gravity turns it down, which is about +y
    for (int i = 0; i < 200; i++) {
        ENSURE_INT(limb_engine_fall(engine, 0.001, 50, 1, q, v), LIMB_OK);
        for (int k = 0; k < 2; k++)
            ENSURE(q[k] <= 0.5 && q[k] >= -3 && isfinite(v[k]));
    }
    // hanging from both stops, where the upper one carries the lower arm too
    ENSURE_NEAR(q[0], 0.5, 1e-3);
    ENSURE_NEAR(q[1], 0.5, 1e-3);
    ENSURE(fabs(v[0]) < 0.02 && fabs(v[1]) < 0.02);
    limb_engine_free(engine);
}

// A joint stop carries the load of the links after it: the lower arm rests at its limit, so the
// torque at the upper joint is that of both arms as one body.
TEST(a_joint_at_its_limit_moves_with_its_parent_as_one_body)
{
    limb_engine *engine = open_text(swing);
    double q[2] = {-1, 0.5}, v[2] = {0, 0}, mass[4], tau[2];
    ENSURE_INT(limb_engine_mass_matrix(engine, q, mass), LIMB_OK);
    ENSURE_INT(limb_engine_gravity(engine, q, tau), LIMB_OK);
    ENSURE_INT(limb_engine_fall(engine, 1e-4, 1, 0, q, v), LIMB_OK);
    ENSURE_NEAR(v[1], 0, 1e-12);
    ENSURE_NEAR(v[0], -tau[0] / mass[0] * 1e-4, 1e-9);
    ENSURE(q[1] == 0.5);
    limb_engine_free(engine);
}

TEST(what_touches_is_reported_but_for_what_always_does)
{
    limb_engine *engine = open_text(balls);
    double contact[9 * 4], q = 0;
    ENSURE_INT(limb_engine_missing_count(engine), 0);
    ENSURE_INT(limb_engine_touching(engine, &q, contact, 4), 0);
    ENSURE_INT(limb_engine_nearest(engine, &q, contact), 1);
    ENSURE_NEAR(contact[2], hypot(0.95, 1) - 0.3, 1e-9); // the cover is nearer than the ball
    q = 1.5707963267948966;
    ENSURE_INT(limb_engine_touching(engine, &q, contact, 4), 2); // ball and cover in the still one
    ENSURE_TEXT(limb_engine_link_name(engine, (int)contact[0]), "still");
    ENSURE_NEAR(contact[2], -0.3, 1e-9);
    q = NAN;
    ENSURE_INT(limb_engine_touching(engine, &q, contact, 4), -1);
    limb_engine_free(engine);
}

// Neighbors that overlap at rest are parts of one housing; links far apart are not.
TEST(neighbors_that_touch_at_rest_do_not_count)
{
    static const char end[] = "<joint name='j%d' type='revolute'><parent link='l%d'/>"
                              "<child link='l%d'/><axis xyz='0 0 1'/><limit lower='-3' upper='3' "
                              "effort='1' velocity='1'/><origin xyz='%s 0 0'/></joint>";
    for (int far = 0; far < 2; far++) {
        // l0 and the last link overlap when all joints are at zero, and not elsewhere
        const int nlink = far ? 6 : 3;
        char text[4096] = "<robot name='r'>";
        for (int i = 0; i < nlink; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "<link name='l%d'>%s</link>",
                     i, i == 0 || i == nlink - 1 ? BALL("0.3") : "");
        for (int i = 1; i < nlink; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), end, i, i - 1, i,
                     i == 1           ? "1"
                     : i == nlink - 1 ? "-0.9"
                                      : "0");
        strcat(text, "</robot>");
        limb_engine *engine = open_text(text);
        double q[8] = {0}, contact[9];
        ENSURE_INT(limb_engine_touching(engine, q, contact, 1), far ? 1 : 0);
        ENSURE_INT(limb_engine_pair_count(engine) > 0, far ? 1 : 0);
        limb_engine_free(engine);
    }
}

TEST(ranges_that_touch_are_those_of_the_geometry)
{
    enum { COUNT = 61 };
    limb_engine *engine = open_text(balls);
    double value[COUNT], q = 0;
    bool touches[COUNT];
    for (int i = 0; i < COUNT; i++)
        value[i] = -3 + 0.1 * i;
    const int count = limb_engine_touching_along(engine, &q, 0, value, COUNT, touches);
    int expected = 0;
    for (int i = 0; i < COUNT; i++) {
        // two balls whose centers are 1 m (or 0.95 m) out, 0.3 m apart at most when they touch
        const double angle = value[i] - 1.5707963267948966;
        const bool ball = 2 * sin(fabs(angle) / 2) < 0.3;
        const bool cover = hypot(0.95 * cos(angle) - 1, 0.95 * sin(angle)) < 0.3;
        ENSURE(touches[i] == (ball || cover));
        expected += ball || cover;
    }
    ENSURE(expected > 3);
    ENSURE_INT(count, expected);
    ENSURE_INT(limb_engine_touching_along(engine, &q, 1, value, COUNT, touches), -1);
    limb_engine_free(engine);
}

TEST(meshes_that_are_given_take_the_place_of_files)
{
    const char text[] = "<robot name='m'><link name='a'><collision><geometry><mesh "
                        "filename='package://none/a.stl' scale='2 2 2'/></geometry></collision>"
                        "</link><link name='mid'/><link name='b'><collision><geometry>"
                        "<sphere radius='0.5'/></geometry></collision></link>"
                        "<joint name='s' type='prismatic'><parent link='a'/><child link='mid'/>"
                        "<axis xyz='0 0 1'/><limit lower='1' upper='5' effort='1' velocity='1'/>"
                        "</joint><joint name='f' type='fixed'><parent link='mid'/>"
                        "<child link='b'/></joint></robot>";
    const float position[] = {-1, -1, 0, 1, -1, 0, 0, 1, 0};
    const uint32_t triangle[] = {0, 1, 2};
    const uint32_t wrong[] = {0, 1, 3};
    limb_engine *engine = open_text(text);
    double contact[9], q = 2;
    ENSURE_INT(limb_engine_missing_count(engine), 1);
    ENSURE_INT(limb_engine_add_mesh(engine, "package://none/a.stl", position, 3, wrong, 1),
               LIMB_ERROR_INPUT);
    ENSURE_INT(limb_engine_add_mesh(engine, "package://none/a.stl", position, 3, triangle, 1),
               LIMB_OK);
    ENSURE_INT(limb_engine_missing_count(engine), 0);
    ENSURE_INT(limb_engine_nearest(engine, &q, contact), 1);
    ENSURE_NEAR(contact[2], 1.5, 1e-9);
    q = 0.4;
    ENSURE_INT(limb_engine_touching(engine, &q, contact, 1), 1);
    limb_engine_free(engine);
}

TEST(changes_since_an_older_text)
{
    limb_engine *engine = open_text(swing);
    ENSURE_INT(limb_engine_write_changes(engine, swing, strlen(swing)), LIMB_OK);
    ENSURE_TEXT(limb_engine_bytes(engine), "[]\n");
    ENSURE_INT(limb_engine_rename_link(engine, "tip", "hand"), LIMB_OK);
    const int limit = limb_engine_child_node(engine, limb_engine_joint_node(engine, "j1"), "limit");
    ENSURE_INT(limb_engine_set_attribute(engine, limit, "upper", "1"), LIMB_OK);
    ENSURE_INT(limb_engine_write_changes(engine, swing, strlen(swing)), LIMB_OK);
    ENSURE(strstr(limb_engine_bytes(engine), "\"kind\":\"renamed\",\"path\":\"link/tip\""));
    ENSURE(
        strstr(limb_engine_bytes(engine), "\"path\":\"joint/j1/limit\",\"attribute\":\"upper\""));
    ENSURE_INT(limb_engine_write_changes(engine, "<a", 2), LIMB_ERROR_INPUT);
    limb_engine_free(engine);
}

static limb_status use(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    limb_engine *engine = limb_engine_create(memory);
    if (!engine) return LIMB_ERROR_MEMORY;
    const float position[] = {-1, -1, 0, 1, -1, 0, 0, 1, 0};
    const uint32_t triangle[] = {0, 1, 2};
    double q[2] = {0, 0}, v[2] = {0, 0}, contact[9];
    float point[3];
    limb_status status = limb_engine_parse(engine, swing, strlen(swing), "/a.urdf");
    if (status == LIMB_OK) status = limb_engine_fall(engine, 0.001, 2, 1, q, v);
    if (status == LIMB_OK) status = limb_engine_reach(engine, 1, 1, 1, point);
    if (status == LIMB_OK) status = limb_engine_write_changes(engine, balls, strlen(balls));
    if (status == LIMB_OK) status = limb_engine_parse(engine, balls, strlen(balls), "/b.urdf");
    if (status == LIMB_OK) status = limb_engine_add_mesh(engine, "x", position, 3, triangle, 1);
    if (status == LIMB_OK && limb_engine_nearest(engine, q, contact) != 1)
        status = LIMB_ERROR_MEMORY;
    limb_engine_free(engine);
    return status;
}

TEST(want_of_memory_is_a_status)
{
    ENSURE(limb_test_every_failure(LIMB_OK, use, NULL) > 20);
}
