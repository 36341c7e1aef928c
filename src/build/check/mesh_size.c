// Meshes that appear to be in millimeters: far larger than their robot.
//
// The robot's size is estimated from its joints, which are in meters whatever the CAD system
// exported: no link is ten times as long as the longest step from one joint to the next. A robot
// without joints may be a hall or a street, so only sizes beyond any building are reported.
#include "build/check/mesh_checks.h"

#include "documents/rules/check.h"
#include "documents/urdf/urdf.h"
#include "documents/xml/places.h"

#include <math.h>
#include <stdio.h>

static const double MAX_STEPS = 10;       // a link is shorter than this many steps between joints
static const double MIN_STEP = 1;         // m: meshes of small robots below 10 m are not reported
static const double LARGE_BUILDING = 100; // m

typedef struct search {
    const limb_robot *robot;
    const limb_robot_meshes *meshes;
    double max; // m: no mesh of this robot is longer
    const limb_link *link;
    const limb_shape *shape; // the first one beyond max
    double length;
    int count;
} search;

static double longest_mesh(const limb_robot *robot);
static void look_at(search *s, const limb_link *link, const limb_link_shape *geom, int count);
static double scaled_length(const limb_shape *shape, const limb_mesh *mesh);
static void report_size(const search *s, limb_report *report);

void limb__check_mesh_sizes(const limb_robot *robot, const limb_robot_meshes *meshes,
                            limb_report *report)
{
    if (!report || meshes->nloaded == 0) return;
    search s = {.robot = robot, .meshes = meshes, .max = longest_mesh(robot)};
    for (int i = 0; i < robot->nlink; i++) {
        const limb_link *link = &robot->link[i];
        look_at(&s, link, link->visual, link->nvisual);
        look_at(&s, link, link->collision, link->ncollision);
    }
    if (s.count > 0) report_size(&s, report);
}

static double longest_mesh(const limb_robot *robot)
{
    if (robot->njoint == 0) return LARGE_BUILDING;
    double step = MIN_STEP;
    for (int i = 0; i < robot->njoint; i++) {
        const double *p = robot->joint[i].origin.xyz;
        step = fmax(step, sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
    }
    return MAX_STEPS * step;
}

static void look_at(search *s, const limb_link *link, const limb_link_shape *geom, int count)
{
    for (int i = 0; i < count; i++) {
        const limb_shape *shape = &geom[i].geometry;
        if (shape->type != LIMB_SHAPE_MESH || !shape->filename) continue;
        void *ctx = (void *)(uintptr_t)s->meshes;
        const limb_mesh *mesh = limb_robot_meshes_find(ctx, shape->filename, NULL);
        const double length = mesh ? scaled_length(shape, mesh) : 0;
        if (!(length > s->max)) continue;
        if (s->count++ > 0) continue;
        s->link = link;
        s->shape = shape;
        s->length = length;
    }
}

static double scaled_length(const limb_shape *shape, const limb_mesh *mesh)
{
    double length = 0;
    for (int k = 0; k < 3; k++) {
        const double edge = (double)mesh->upper[k] - (double)mesh->lower[k];
        length = fmax(length, edge * fabs(shape->scale[k]));
    }
    return length;
}

// Reported once per robot, because its meshes come from one exporter.
static void report_size(const search *s, limb_report *report)
{
    limb__xml_places places;
    limb__xml_places_init(&places, s->robot->document);
    const int attr = limb__xml_find_attr(s->robot->document, s->shape->node, "filename");
    char shown[LIMB__SHOWN_SIZE];
    char more[64] = "";
    if (s->count > 1) snprintf(more, sizeof more, ", and %d more are as large", s->count - 1);
    limb__report(report, limb__xml_at_value(&places, s->shape->node, attr), LIMB_RULE_MESH_SIZE,
                 "link \"%.200s\": the mesh is %s m long, as if written in millimeters%s; "
                 "scale=\"0.001 0.001 0.001\" fixes it",
                 s->link->name, limb__check_show(s->length, shown), more);
    limb__xml_places_free(&places);
}
