// Compares touching links with FCL: all pairs of links without a common joint, for every robot
// of the corpus, in seeded configurations. Where the results differ, the links must be within
// 1e-6 m of touching.
extern "C" {
#include "harness.h"
}
#include "limb/collision.h"
#include "limb/kinematics.h"
#include "limb/robot.h"
#include "limb/shapes.h"
#include "support/corpus.h"

#include <fcl/fcl.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

namespace
{

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

const double BAND = 1e-6; // m

struct Shape {
    Geometry geometry;
    fcl::Transform3d pose; // in the link
};

struct Robot {
    limb_robot *robot = nullptr;
    limb_robot_meshes *meshes = nullptr;
    limb_model *model = nullptr;
    limb_work *work = nullptr;
    limb_scene *scene = nullptr;
    limb_query *query = nullptr;
    std::vector<std::vector<Shape>> link;
    ~Robot()
    {
        limb_query_free(query);
        limb_scene_free(scene);
        limb_work_free(work);
        limb_model_free(model);
        limb_robot_meshes_free(meshes);
        limb_robot_free(robot);
    }
};

fcl::Transform3d transform(const double *pose)
{
    fcl::Transform3d t = fcl::Transform3d::Identity();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            t.matrix()(i, j) = pose[4 * i + j];
    return t;
}

Geometry mesh_geometry(const limb_mesh *mesh, const double scale[3])
{
    std::vector<fcl::Vector3d> vertex;
    std::vector<fcl::Triangle> triangle;
    for (int i = 0; i < mesh->nvertex; i++)
        vertex.emplace_back((double)mesh->position[3 * i] * scale[0],
                            (double)mesh->position[3 * i + 1] * scale[1],
                            (double)mesh->position[3 * i + 2] * scale[2]);
    for (int i = 0; i < mesh->ntriangle; i++)
        triangle.emplace_back(mesh->index[3 * i], mesh->index[3 * i + 1], mesh->index[3 * i + 2]);
    auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    model->beginModel((int)triangle.size(), (int)vertex.size());
    model->addSubModel(vertex, triangle);
    model->endModel();
    return model;
}

Geometry geometry_of(const Robot &r, const limb_shape &shape)
{
    switch (shape.type) {
    case LIMB_SHAPE_BOX:
        return std::make_shared<fcl::Boxd>(shape.size[0], shape.size[1], shape.size[2]);
    case LIMB_SHAPE_SPHERE:
        return std::make_shared<fcl::Sphered>(shape.radius);
    case LIMB_SHAPE_CYLINDER:
        return std::make_shared<fcl::Cylinderd>(shape.radius, shape.length);
    case LIMB_SHAPE_CAPSULE:
        return std::make_shared<fcl::Capsuled>(shape.radius, shape.length);
    case LIMB_SHAPE_MESH:
        break;
    }
    const char *reason;
    const limb_mesh *mesh = limb_robot_meshes_find(r.meshes, shape.filename, &reason);
    return mesh && mesh->ntriangle > 0 ? mesh_geometry(mesh, shape.scale) : nullptr;
}

bool read(const char *path, Robot &r)
{
    if (limb_robot_load(&r.robot, path, nullptr) != LIMB_OK) return false;
    limb_robot_meshes_opts opts = {};
    opts.no_visual = true;
    if (limb_robot_meshes_load(&r.meshes, r.robot, &opts) != LIMB_OK) return false;
    if (limb_model_build(&r.model, r.robot, nullptr) != LIMB_OK) return false;
    if (limb_work_create(&r.work, r.model, nullptr) != LIMB_OK) return false;
    limb_scene_opts scene = {};
    scene.find_mesh = limb_robot_meshes_find;
    scene.find_ctx = r.meshes;
    if (limb_scene_build(&r.scene, r.robot, &scene) != LIMB_OK) return false;
    if (limb_query_create(&r.query, r.scene, nullptr) != LIMB_OK) return false;
    r.link.resize((size_t)r.robot->nlink);
    for (int i = 0; i < r.robot->nlink; i++)
        for (int k = 0; k < r.robot->link[i].ncollision; k++) {
            const limb_link_shape &in = r.robot->link[i].collision[k];
            double pose[12];
            limb_origin_pose(&in.origin, pose);
            const Geometry geometry = geometry_of(r, in.geometry);
            if (geometry) r.link[(size_t)i].push_back({geometry, transform(pose)});
        }
    return true;
}

bool fcl_touches(const std::vector<fcl::CollisionObjectd> &a,
                 const std::vector<fcl::CollisionObjectd> &b)
{
    for (const auto &x : a)
        for (const auto &y : b) {
            if (!x.getAABB().overlap(y.getAABB())) continue;
            fcl::CollisionRequestd request;
            fcl::CollisionResultd result;
            fcl::collide(&x, &y, request, result);
            if (result.isCollision()) return true;
        }
    return false;
}

double fcl_distance(const std::vector<fcl::CollisionObjectd> &a,
                    const std::vector<fcl::CollisionObjectd> &b)
{
    double best = HUGE_VAL;
    for (const auto &x : a)
        for (const auto &y : b) {
            fcl::DistanceRequestd request;
            fcl::DistanceResultd result;
            best = std::fmin(best, fcl::distance(&x, &y, request, result));
        }
    return best;
}

struct Sum {
    long long pairs = 0, touching = 0, band = 0;
    int robots = 0;
};

void compare(Robot &r, const char *name, int count, Sum &sum)
{
    uint64_t seed = 1;
    std::vector<double> q((size_t)r.model->nq + 1);
    for (int round = 0; round < count; round++) {
        limb_random_configuration(r.model, &seed, q.data());
        limb_fk(r.model, r.work, q.data());
        ENSURE(limb_query_place(r.query, r.model, r.work) == LIMB_OK);
        std::vector<std::vector<fcl::CollisionObjectd>> object(r.link.size());
        for (size_t i = 0; i < r.link.size(); i++)
            for (const Shape &shape : r.link[i])
                object[i].emplace_back(shape.geometry,
                                       transform(limb_link_pose(r.model, r.work, (int)i)) *
                                           shape.pose);
        bool any = false;
        for (int p = 0; p < limb_scene_pair_count(r.scene); p++) {
            int a, b;
            limb_scene_pair(r.scene, p, &a, &b);
            const bool ours = limb_collide_pair(r.query, a, b);
            const bool theirs = fcl_touches(object[(size_t)a], object[(size_t)b]);
            any |= ours;
            sum.pairs++;
            sum.touching += ours;
            if (ours == theirs) continue;
            limb_contact contact;
            limb_distance_pair(r.query, a, b, HUGE_VAL, &contact);
            const double apart =
                ours ? fcl_distance(object[(size_t)a], object[(size_t)b]) : contact.distance;
            if (!(std::fabs(contact.distance) < BAND || std::fabs(apart) < BAND)) {
                printf("%s, configuration %d: %s and %s: ours %d at %.9g, FCL %d at %.9g\n", name,
                       round, r.robot->link[a].name, r.robot->link[b].name, ours, contact.distance,
                       theirs, apart);
            }
            ENSURE(std::fabs(contact.distance) < BAND || std::fabs(apart) < BAND);
            sum.band++;
        }
        ENSURE(limb_collide(r.query, nullptr) == any);
    }
}

} // namespace

TEST(links_touch_where_fcl_says_so)
{
    limb_test_robots it = {};
    Sum sum;
    while (limb_test_next_robot(&it)) {
        Robot r;
        if (!read(it.path, r)) continue;
        if (limb_scene_pair_count(r.scene) == 0) continue;
        const long long before = sum.pairs;
        compare(r, it.column[LIMB_TEST_ROBOT_NAME], LIMB_TEST_COUNT(100), sum);
        sum.robots += sum.pairs > before;
    }
    if (!limb_test_corpus()) return;
    printf("%d robots, %lld pairs, %lld touching, %lld differ within the band\n", sum.robots,
           sum.pairs, sum.touching, sum.band);
    ENSURE(sum.robots > 10 && sum.touching > 100);
}
