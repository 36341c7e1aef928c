// The rule for links that overlap at the zero pose.
//
// Links of one rigid body may touch, and so may links connected by one moving joint, with or
// without fixed links between; all other pairs are compared at the zero pose. Overlaps below a
// millimeter are clearances that a mesh does not represent. The number of pairs is quadratic in the
// links: a robot with too many is not compared, and after many overlaps the rest is skipped, both
// with a finding.
#include "documents/rules/check.h"
#include "limb/collision.h"
#include "limb/kinematics.h"
#include "limb/robot.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>

static const double min_depth = 1e-3; // m

enum {
    MAX_PAIRS = 8000000, // of links with shapes: some 4,000 links, ten times as many as real robots
    MAX_OVERLAPS = 10000
};

static bool has_too_many_pairs(const limb_robot *robot, const limb_scene_opts *opts);
static limb_status check_scene(limb__check *c, const limb_model *model, const limb_scene *scene,
                               const limb_allocator *memory);
static bool are_joined(const limb_model *model, int a, int b);
static void report_pair(limb__check *c, const limb_contact *contact);

limb_status limb_robot_check_touching(const limb_robot *robot, const limb_scene_opts *opts,
                                      limb_report *report)
{
    assert(robot);
    static const limb_scene_opts defaults = {0};
    if (!opts) opts = &defaults;
    limb_model *model;
    limb_scene *scene = NULL;
    limb_status status =
        limb_model_build(&model, robot, &(limb_model_opts){.memory = opts->memory});
    // robots that cannot be modeled or placed have their own findings
    if (status == LIMB_ERROR_INPUT) return LIMB_OK;
    if (status != LIMB_OK) return status;
    status =
        has_too_many_pairs(robot, opts) ? LIMB_ERROR_LIMIT : limb_scene_build(&scene, robot, opts);
    if (status == LIMB_OK) {
        limb__xml_places places;
        limb__xml_places_init(&places, robot->document);
        limb__check c = {
            .robot = robot, .doc = robot->document, .places = &places, .report = report};
        status = check_scene(&c, model, scene, opts->memory);
        limb__xml_places_free(&places);
    }
    limb_scene_free(scene);
    limb_model_free(model);
    if (status == LIMB_ERROR_INPUT || status == LIMB_ERROR_NUMERIC) status = LIMB_OK;
    if (status == LIMB_ERROR_LIMIT) {
        limb__report(report, limb__place_file(robot->file), LIMB_RULE_COLLISION_AT_ZERO,
                     "links that overlap at the zero pose were not looked for: there are too many "
                     "pairs of links or shapes");
    }
    if (report) limb_report_sort(report);
    return report && report->nlost > 0 ? LIMB_ERROR_MEMORY : status;
}

static bool has_too_many_pairs(const limb_robot *robot, const limb_scene_opts *opts)
{
    long long nlink = 0;
    for (int i = 0; i < robot->nlink; i++)
        nlink += (opts->from_visual ? robot->link[i].nvisual : robot->link[i].ncollision) > 0;
    return nlink * (nlink - 1) / 2 > MAX_PAIRS;
}

static limb_status check_scene(limb__check *c, const limb_model *model, const limb_scene *scene,
                               const limb_allocator *memory)
{
    limb_work *work = NULL;
    limb_query *query = NULL;
    memory = limb__memory(memory);
    const size_t size = (size_t)(model->nq + 1) * sizeof(double);
    double *q = limb__allocate(memory, size);
    limb_status status = q ? limb_work_create(&work, model, memory) : LIMB_ERROR_MEMORY;
    if (status == LIMB_OK) status = limb_query_create(&query, scene, memory);
    if (status == LIMB_OK) {
        limb_neutral(model, q);
        limb_fk(model, work, q);
        status = limb_query_place(query, model, work);
    }
    int noverlap = 0;
    for (int i = 0; status == LIMB_OK && i < limb_scene_pair_count(scene); i++) {
        int a, b;
        if (noverlap == MAX_OVERLAPS) {
            limb__report(c->report, limb__place_file(c->robot->file), LIMB_RULE_COLLISION_AT_ZERO,
                         "%d pairs of links overlap at the zero pose; the others were not compared",
                         noverlap);
            break;
        }
        limb_contact contact;
        limb_scene_pair(scene, i, &a, &b);
        if (are_joined(model, a, b) || !limb_collide_pair(query, a, b)) continue;
        if (!limb_distance_pair(query, a, b, -min_depth, &contact)) continue;
        report_pair(c, &contact);
        noverlap++;
    }
    limb_query_free(query);
    limb_work_free(work);
    if (q) limb__release(memory, q, size);
    return status;
}

// Returns whether they are in one body, or in two connected by a joint.
static bool are_joined(const limb_model *model, int a, int b)
{
    const int x = model->link_body[a], y = model->link_body[b];
    if (x < 0 || y < 0 || x == y) return true;
    return (x > 0 && model->joint_parent[x - 1] == y) || (y > 0 && model->joint_parent[y - 1] == x);
}

static void report_pair(limb__check *c, const limb_contact *contact)
{
    const limb_link *a = &c->robot->link[contact->a], *b = &c->robot->link[contact->b];
    char depth[LIMB__SHOWN_SIZE];
    limb__report(c->report, limb__check_at(c, b->node, "name"), LIMB_RULE_COLLISION_AT_ZERO,
                 "its collision shapes overlap those of link \"%s\" by %s mm at the zero pose",
                 a->name, limb__check_show(round(-1e5 * contact->distance) / 100, depth));
}
