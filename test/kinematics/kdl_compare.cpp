// Compares poses, Jacobians and torques with orocos-KDL on corpus robots and on a
// constructed robot.
//
// KDL treats mimic joints as independent, so it is given their positions, and its torques are
// summed accordingly. It reads through urdfdom; files that urdfdom refuses are left out.
extern "C" {
#include "harness.h"
}
#include "limb/dynamics.h"
#include "limb/kinematics.h"
#include "limb/robot.h"
#include "support/corpus.h"

#include <console_bridge/console.h>
#include <kdl/treefksolverpos_recursive.hpp>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>
#include <kdl/treejnttojacsolver.hpp>
#include <kdl_parser/kdl_parser.hpp>
#include <urdf_parser/urdf_parser.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace
{

const double POSES = 1e-10, TORQUES = 1e-10; // times the size of what is compared

struct Robot {
    limb_robot *robot = nullptr;
    limb_model *model = nullptr;
    limb_work *work = nullptr;
    KDL::Tree tree;
    ~Robot()
    {
        limb_work_free(work);
        limb_model_free(model);
        limb_robot_free(robot);
    }
};

// false: one of the two cannot read it, or it has joints that KDL does not know
bool read(const std::string &path, Robot &r)
{
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    const std::string urdf = text.str();
    if (limb_robot_parse(&r.robot, urdf.data(), urdf.size(), nullptr) != LIMB_OK) return false;
    for (int i = 0; i < r.robot->njoint; i++) {
        const limb_joint_type type = r.robot->joint[i].type;
        if (type == LIMB_JOINT_FLOATING || type == LIMB_JOINT_PLANAR) return false;
    }
    const urdf::ModelInterfaceSharedPtr parsed = urdf::parseURDF(urdf);
    if (!parsed || !kdl_parser::treeFromUrdfModel(*parsed, r.tree)) return false;
    if (limb_model_build(&r.model, r.robot, nullptr) != LIMB_OK) return false;
    return limb_work_create(&r.work, r.model, nullptr) == LIMB_OK;
}

// a value per coordinate spread over KDL's joints
void spread(const Robot &r, const std::vector<double> &from, bool offsets, KDL::JntArray &to)
{
    for (const auto &entry : r.tree.getSegments()) {
        const KDL::Segment &segment = entry.second.segment;
        if (segment.getJoint().getType() == KDL::Joint::None) continue;
        const int i = limb_model_find_joint(r.model, segment.getJoint().getName().c_str());
        ENSURE(i >= 0);
        const int at = offsets ? r.model->joint_q[i] : r.model->joint_v[i];
        to(entry.second.q_nr) =
            r.model->joint_scale[i] * from[(size_t)at] + (offsets ? r.model->joint_offset[i] : 0);
    }
}

void compare_poses(Robot &r, const KDL::JntArray &q)
{
    KDL::TreeFkSolverPos_recursive solver(r.tree);
    for (int link = 0; link < r.model->nlink; link++) {
        KDL::Frame frame;
        if (link == r.model->root) continue;
        ENSURE_INT(solver.JntToCart(q, frame, r.model->link_name[link]), 0);
        const double *pose = limb_link_pose(r.model, r.work, link);
        const double size = 1 + frame.p.Norm();
        for (int row = 0; row < 3; row++) {
            ENSURE_NEAR(pose[4 * row + 3], frame.p(row), POSES * size);
            for (int column = 0; column < 3; column++)
                ENSURE_NEAR(pose[4 * row + column], frame.M(row, column), POSES);
        }
    }
}

void compare_jacobians(Robot &r, const KDL::JntArray &q)
{
    KDL::TreeJntToJacSolver solver(r.tree);
    const unsigned count = r.tree.getNrOfJoints();
    std::vector<double> ours(6 * (size_t)r.model->nv + 1), theirs(ours.size());
    for (int link = 0; link < r.model->nlink; link++) {
        KDL::Jacobian jacobian(count);
        if (link == r.model->root) continue;
        KDL::SetToZero(jacobian);
        ENSURE_INT(solver.JntToJac(q, jacobian, r.model->link_name[link]), 0);
        std::fill(theirs.begin(), theirs.end(), 0.0);
        for (const auto &entry : r.tree.getSegments()) {
            const KDL::Segment &segment = entry.second.segment;
            if (segment.getJoint().getType() == KDL::Joint::None) continue;
            const int i = limb_model_find_joint(r.model, segment.getJoint().getName().c_str());
            for (unsigned row = 0; row < 6; row++) { // theirs are linear first
                theirs[(size_t)((row + 3) % 6) * (size_t)r.model->nv +
                       (size_t)r.model->joint_v[i]] +=
                    r.model->joint_scale[i] * jacobian(row, entry.second.q_nr);
            }
        }
        limb_jacobian(r.model, r.work, link, nullptr, LIMB_REFERENCE_ALIGNED, ours.data());
        for (size_t k = 0; k < 6 * (size_t)r.model->nv; k++)
            ENSURE_NEAR(ours[k], theirs[k], POSES * (1 + std::fabs(ours[k])));
    }
}

void compare_torques(Robot &r, const std::vector<double> &q, const std::vector<double> &v,
                     const std::vector<double> &a)
{
    const unsigned count = r.tree.getNrOfJoints();
    KDL::JntArray kq(count), kv(count), ka(count), torque(count);
    spread(r, q, true, kq);
    spread(r, v, false, kv);
    spread(r, a, false, ka);
    KDL::TreeIdSolver_RNE solver(r.tree, KDL::Vector(0, 0, -9.81));
    ENSURE_INT(solver.CartToJnt(kq, kv, ka, KDL::WrenchMap(), torque), 0);
    std::vector<double> theirs((size_t)r.model->nv + 1), ours(theirs.size());
    double size = 1;
    for (const auto &entry : r.tree.getSegments()) {
        const KDL::Segment &segment = entry.second.segment;
        if (segment.getJoint().getType() == KDL::Joint::None) continue;
        const int i = limb_model_find_joint(r.model, segment.getJoint().getName().c_str());
        const double value = torque(entry.second.q_nr);
        theirs[(size_t)r.model->joint_v[i]] += r.model->joint_scale[i] * value;
        size = std::fmax(size, std::fabs(value));
    }
    limb_inverse_dynamics(r.model, r.work, q.data(), v.data(), a.data(), nullptr, 0, ours.data());
    for (int k = 0; k < r.model->nv; k++)
        ENSURE_NEAR(ours[(size_t)k], theirs[(size_t)k], TORQUES * size);
}

bool compare(const std::string &path)
{
    Robot r;
    if (!read(path, r)) return false;
    // KDL keeps a joint whose axis has no length; we hold it still
    if ((int)r.tree.getNrOfJoints() != r.model->njoint) return false;
    if (r.model->njoint == 0) return false; // KDL asserts
    uint64_t seed = 11;
    std::vector<double> q((size_t)r.model->nq + 1), v((size_t)r.model->nv + 1), a(v.size());
    limb_test_rng rng = {5};
    for (int round = 0; round < 3; round++) {
        limb_random_configuration(r.model, &seed, q.data());
        for (size_t k = 0; k < v.size(); k++) {
            v[k] = limb_test_uniform(&rng, -1, 1);
            a[k] = limb_test_uniform(&rng, -1, 1);
        }
        KDL::JntArray positions(r.tree.getNrOfJoints());
        spread(r, q, true, positions);
        limb_fk(r.model, r.work, q.data());
        compare_poses(r, positions);
        compare_jacobians(r, positions);
        compare_torques(r, q, v, a);
    }
    return true;
}

std::vector<std::string> corpus_files()
{
    std::vector<std::string> files;
    for (limb_test_robots robots = {}; limb_test_next_robot(&robots);)
        files.push_back(robots.path);
    return files;
}

} // namespace

TEST(our_examples_agree_with_kdl)
{
    console_bridge::noOutputHandler();
    const char *const names[] = {"arm.urdf", "rover.urdf", "quadruped.urdf"};
    for (const char *name : names)
        ENSURE(compare(std::string(LIMB_SOURCE_DIR "/examples/") + name));
}

TEST(real_robots_agree_with_kdl)
{
    console_bridge::noOutputHandler();
    int compared = 0, left_out = 0;
    for (const std::string &path : corpus_files()) {
        if (compare(path)) {
            compared++;
        } else {
            std::printf("left out: %s\n", path.c_str());
            left_out++;
        }
    }
    std::printf("%d robots of the corpus compared, %d left out\n", compared, left_out);
    ENSURE(compared >= 50 || !limb_test_corpus());
}
