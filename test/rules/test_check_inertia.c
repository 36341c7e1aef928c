// Compares the rules for mass and inertia with their definition: for bodies of all kinds,
// many at the threshold of a rule, the test uses the principal moments, while the library
// uses faster criteria.
#include "base/text.h"
#include "harness.h"
#include "limb/model.h"
#include "limb/robot.h"
#include "numbers/math/inertia.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct sample {
    double moment[3];
    double turn[4];   // of the principal axes, quaternion of any length
    double center[3]; // of mass
    double rpy[3];
    double mass;
    double box; // edge of a cube around the link's origin; 0: a mesh instead
    bool about_origin;
} sample;

static sample random_sample(limb_test_rng *rng);
static void tensor_of(const sample *s, double tensor[6]);
static limb_robot *read_all(const sample *s, int count, limb_report *report);
static void write_link(limb__builder *out, int index, const sample *s);
static void write_numbers(limb__builder *out, const char *before, const double *value, int count);
static limb_rule expected_rule(const limb_link *link);
static bool is_about_origin(const limb_inertial *inertial, double largest, double extent);

TEST(bodies_are_judged_by_their_moments)
{
    enum { COUNT = 400 };
    static sample s[COUNT];
    limb_test_rng rng = {11};
    int met[LIMB_RULE_INERTIA_ABOUT_ORIGIN + 100] = {0};
    for (int round = 0; round < LIMB_TEST_COUNT(40) + 2; round++) {
        for (int i = 0; i < COUNT; i++)
            s[i] = random_sample(&rng);
        limb_report *report;
        const limb_report_opts opts = {.max_findings = 10 * COUNT};
        ENSURE_INT(limb_report_create(&report, &opts), LIMB_OK);
        limb_robot *robot = read_all(s, COUNT, report);
        limb_rule found[COUNT + 1] = {LIMB_RULE_NONE};
        for (int i = 0; i < report->nfinding; i++) {
            const char *name = strstr(report->finding[i].message, "link \"body");
            ENSURE(name != NULL);
            found[atoi(name + strlen("link \"body"))] = report->finding[i].rule;
        }
        for (int i = 0; i < COUNT; i++) {
            const limb_rule expected = expected_rule(&robot->link[1 + i]);
            ENSURE_INT(found[i], expected);
            met[expected]++;
        }
        limb_robot_free(robot);
        limb_report_free(report);
    }
    // the samples reach all of it
    static const limb_rule all[] = {LIMB_RULE_NONE, LIMB_RULE_INERTIA_NOT_POSITIVE,
                                    LIMB_RULE_INERTIA_TRIANGLE, LIMB_RULE_INERTIA_ABOUT_ORIGIN,
                                    LIMB_RULE_INERTIA_SCALE};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ENSURE(met[all[i]] > 20);
}

// The middle moment is between the others, and the largest misses the sum of the others by a share
// that is far from the rule's tolerance or near it on either side.
static sample random_sample(limb_test_rng *rng)
{
    static const double slack[] = {0.5,  0.1,   1e-2,  1e-4,  4.1e-6, 3.9e-6, 1e-6, 0,
                                   1e-7, -5e-7, -9e-7, -2e-6, -1e-5,  -1e-3,  -0.3};
    static const double thin[] = {1, 0.9, 0.5, 0.1, 1e-3, 1e-6, 1e-9, 1e-11, 1e-13, 0, -1e-9, -0.5};
    sample s = {.mass = 1, .box = 0};
    const double size = limb_test_uniform(rng, 0.01, 2);
    s.moment[0] = thin[limb_test_below(rng, sizeof thin / sizeof *thin)];
    s.moment[1] = fabs(s.moment[0]) + limb_test_uniform(rng, 0, 1);
    s.moment[2] = (s.moment[0] + s.moment[1]) /
                  (1 + slack[limb_test_below(rng, sizeof slack / sizeof *slack)]);
    for (int k = 0; k < 3; k++) {
        s.moment[k] *= size * size / 6;
        s.center[k] = limb_test_uniform(rng, -1, 1) * size * limb_test_below(rng, 3);
        s.rpy[k] = limb_test_below(rng, 2) ? 0 : limb_test_uniform(rng, -3, 3);
    }
    for (int k = 0; k < 4; k++)
        s.turn[k] = limb_test_below(rng, 4) ? limb_test_uniform(rng, -1, 1) : 0;
    if (limb_test_below(rng, 2)) s.box = size * pow(10, limb_test_uniform(rng, -2.5, 2.5));
    s.about_origin = limb_test_below(rng, 3) == 0;
    return s;
}

// About the center of mass, in the axes of <inertial>; or as if taken about the link's origin.
static void tensor_of(const sample *s, double tensor[6])
{
    const double principal[6] = {s->moment[0], 0, 0, s->moment[1], 0, s->moment[2]};
    double pose[12];
    limb_pose_from_quat(s->center, s->turn, pose);
    limb__tensor_rotate(pose, principal, tensor);
    if (!s->about_origin) return;
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    const double *c = s->center;
    const double square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    for (int k = 0; k < 6; k++)
        tensor[k] += s->mass * ((row[k] == column[k]) * square - c[row[k]] * c[column[k]]);
}

static limb_robot *read_all(const sample *s, int count, limb_report *report)
{
    limb__builder out;
    limb__builder_init(&out, NULL);
    limb__builder_text(&out, "<robot name=\"r\">\n<link name=\"root\"/>\n");
    for (int i = 0; i < count; i++)
        write_link(&out, i, &s[i]);
    limb__builder_text(&out, "</robot>\n");
    limb_robot *robot;
    const limb_load_opts opts = {.report = report};
    ENSURE_INT(limb_robot_parse(&robot, limb__builder_nul(&out), out.size, &opts), LIMB_OK);
    limb__builder_free(&out);
    return robot;
}

static void write_link(limb__builder *out, int index, const sample *s)
{
    static const char *const entry[6] = {" ixx=\"",   "\" ixy=\"", "\" ixz=\"",
                                         "\" iyy=\"", "\" iyz=\"", "\" izz=\""};
    double tensor[6];
    tensor_of(s, tensor);
    const double edges[3] = {s->box, s->box, s->box};
    limb__builder_text(out, "<link name=\"body");
    limb__builder_int(out, index);
    write_numbers(out, "\"><inertial><origin xyz=\"", s->center, 3);
    write_numbers(out, "\" rpy=\"", s->rpy, 3);
    write_numbers(out, "\"/><mass value=\"", &s->mass, 1);
    limb__builder_text(out, "\"/><inertia");
    for (int k = 0; k < 6; k++)
        write_numbers(out, entry[k], &tensor[k], 1);
    limb__builder_text(out, "\"/></inertial><collision><geometry>");
    if (s->box > 0) {
        write_numbers(out, "<box size=\"", edges, 3);
    } else {
        limb__builder_text(out, "<mesh filename=\"package://p/m.stl");
    }
    limb__builder_text(out, "\"/></geometry></collision></link>\n<joint name=\"j");
    limb__builder_int(out, index);
    limb__builder_text(out, "\" type=\"fixed\"><parent link=\"root\"/><child link=\"body");
    limb__builder_int(out, index);
    limb__builder_text(out, "\"/></joint>\n");
}

static void write_numbers(limb__builder *out, const char *before, const double *value, int count)
{
    limb__builder_text(out, before);
    for (int i = 0; i < count; i++) {
        if (i > 0) limb__builder_char(out, ' ');
        limb__builder_number(out, value[i]);
    }
}

// The rules by their words, on what was read.
static limb_rule expected_rule(const limb_link *link)
{
    const limb_inertial *inertial = link->inertial;
    double m[3];
    limb__tensor_eigen(inertial->inertia, m, NULL);
    if (m[0] <= 1e-12 * fmax(fabs(m[0]), fabs(m[2]))) return LIMB_RULE_INERTIA_NOT_POSITIVE;
    if (m[0] + m[1] < m[2] * (1 - 1e-6)) return LIMB_RULE_INERTIA_TRIANGLE;
    const limb_shape *shape = &link->collision[0].geometry;
    const double *c = inertial->origin.xyz;
    const bool is_box = shape->type == LIMB_SHAPE_BOX;
    const double extent = is_box ? sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]) +
                                       sqrt(3 * shape->size[0] * shape->size[0]) / 2
                                 : 0;
    const double gyration = sqrt(m[2] / inertial->mass);
    if (is_about_origin(inertial, m[2], extent)) return LIMB_RULE_INERTIA_ABOUT_ORIGIN;
    if (gyration > 10) return LIMB_RULE_INERTIA_SCALE;
    if (is_box && (gyration > 2 * extent || gyration < extent / 100))
        return LIMB_RULE_INERTIA_SCALE;
    return LIMB_RULE_NONE;
}

static bool is_about_origin(const limb_inertial *inertial, double largest, double extent)
{
    const double *c = inertial->origin.xyz;
    const double square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    if (inertial->mass * square <= 0.7 * largest) return false;
    if (extent > 0 && sqrt(largest / inertial->mass) < extent) return false;
    double pose[12];
    double tensor[6];
    double m[3];
    limb_origin_pose(&inertial->origin, pose);
    limb__tensor_rotate(pose, inertial->inertia, tensor);
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++)
        tensor[k] -= inertial->mass * ((row[k] == column[k]) * square - c[row[k]] * c[column[k]]);
    limb__tensor_eigen(tensor, m, NULL);
    return m[0] > 1e-6 * largest && m[0] + m[1] >= m[2] * (1 - 1e-6);
}
