// Kinematics and dynamics by orocos-KDL, as its users call it: one chain from root to tip, or
// the whole tree.
#include "bench_motion.h"

#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>
#include <kdl_parser/kdl_parser.hpp>
#include <urdf_parser/urdf_parser.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace
{
const KDL::Vector GRAVITY(0, 0, -9.81);
}

struct limb_bench_kdl {
    KDL::Tree tree;
    KDL::Chain chain;
    std::unique_ptr<KDL::ChainFkSolverPos_recursive> fk;
    std::unique_ptr<KDL::ChainJntToJacSolver> jacobian;
    std::unique_ptr<KDL::ChainIdSolver_RNE> rnea;
    std::unique_ptr<KDL::ChainDynParam> dynamics;
    std::unique_ptr<KDL::ChainFdSolver_RNE> forward;
    std::unique_ptr<KDL::TreeIdSolver_RNE> tree_rnea;
    KDL::JntArray q, v, a, tau, tree_q, tree_v, tree_a, tree_tau;
    std::vector<KDL::Frame> frames;
    std::map<std::string, KDL::Frame> tree_frames;
    KDL::Wrenches wrenches;
    KDL::Jacobian j;
    KDL::JntSpaceInertiaMatrix mass;
};

limb_bench_kdl *limb_bench_kdl_load(const char *text, const char *tip)
{
    auto kdl = std::make_unique<limb_bench_kdl>();
    const urdf::ModelInterfaceSharedPtr model = urdf::parseURDF(text);
    if (!model || !kdl_parser::treeFromUrdfModel(*model, kdl->tree)) return nullptr;
    if (!kdl->tree.getChain(kdl->tree.getRootSegment()->first, tip, kdl->chain)) return nullptr;
    const unsigned n = kdl->chain.getNrOfJoints(), all = kdl->tree.getNrOfJoints();
    for (KDL::JntArray *x : {&kdl->q, &kdl->v, &kdl->a, &kdl->tau})
        x->resize(n);
    for (KDL::JntArray *x : {&kdl->tree_q, &kdl->tree_v, &kdl->tree_a, &kdl->tree_tau})
        x->resize(all);
    for (unsigned i = 0; i < n; i++)
        kdl->q(i) = 0.1 * i, kdl->v(i) = 0.3, kdl->a(i) = -0.2;
    for (unsigned i = 0; i < all; i++)
        kdl->tree_q(i) = 0.1 * i, kdl->tree_v(i) = 0.3, kdl->tree_a(i) = -0.2;
    kdl->frames.resize(kdl->chain.getNrOfSegments());
    kdl->wrenches.resize(kdl->chain.getNrOfSegments());
    kdl->j.resize(n);
    kdl->mass.resize(n);
    kdl->fk = std::make_unique<KDL::ChainFkSolverPos_recursive>(kdl->chain);
    kdl->jacobian = std::make_unique<KDL::ChainJntToJacSolver>(kdl->chain);
    kdl->rnea = std::make_unique<KDL::ChainIdSolver_RNE>(kdl->chain, GRAVITY);
    kdl->dynamics = std::make_unique<KDL::ChainDynParam>(kdl->chain, GRAVITY);
    kdl->forward = std::make_unique<KDL::ChainFdSolver_RNE>(kdl->chain, GRAVITY);
    kdl->tree_rnea = std::make_unique<KDL::TreeIdSolver_RNE>(kdl->tree, GRAVITY);
    return kdl.release();
}

void limb_bench_kdl_free(limb_bench_kdl *kdl)
{
    delete kdl;
}

static limb_bench_kdl &moved(void *ctx)
{
    limb_bench_kdl &kdl = *static_cast<limb_bench_motion *>(ctx)->kdl;
    kdl.q(0) += 1e-3;
    kdl.tree_q(0) += 1e-3;
    return kdl;
}

void limb_bench_kdl_fk_chain(void *ctx)
{
    limb_bench_kdl &kdl = moved(ctx);
    kdl.fk->JntToCart(kdl.q, kdl.frames);
    limb_bench_keep(kdl.frames.back().p.x());
}

// as robot_state_publisher does: segment by segment from the root
static void place_children(limb_bench_kdl &kdl, KDL::SegmentMap::const_iterator at,
                           const KDL::Frame &pose)
{
    for (const KDL::SegmentMap::const_iterator &child : at->second.children) {
        const KDL::Frame frame = pose * child->second.segment.pose(kdl.tree_q(child->second.q_nr));
        kdl.tree_frames[child->first] = frame;
        place_children(kdl, child, frame);
    }
}

void limb_bench_kdl_fk_tree(void *ctx)
{
    limb_bench_kdl &kdl = moved(ctx);
    place_children(kdl, kdl.tree.getRootSegment(), KDL::Frame::Identity());
    limb_bench_keep(kdl.tree_frames.begin()->second.p.x());
}

void limb_bench_kdl_jacobian_chain(void *ctx)
{
    limb_bench_kdl &kdl = moved(ctx);
    kdl.jacobian->JntToJac(kdl.q, kdl.j);
    limb_bench_keep(kdl.j(0, 0));
}

void limb_bench_kdl_rnea_chain(void *ctx)
{
    limb_bench_kdl &kdl = moved(ctx);
    kdl.rnea->CartToJnt(kdl.q, kdl.v, kdl.a, kdl.wrenches, kdl.tau);
    limb_bench_keep(kdl.tau(0));
}

void limb_bench_kdl_rnea_tree(void *ctx)
{
    limb_bench_kdl &kdl = moved(ctx);
    kdl.tree_rnea->CartToJnt(kdl.tree_q, kdl.tree_v, kdl.tree_a, KDL::WrenchMap(), kdl.tree_tau);
    limb_bench_keep(kdl.tree_tau(0));
}

void limb_bench_kdl_mass_chain(void *ctx)
{
    limb_bench_kdl &kdl = moved(ctx);
    kdl.dynamics->JntToMass(kdl.q, kdl.mass);
    limb_bench_keep(kdl.mass(0, 0));
}

void limb_bench_kdl_forward_chain(void *ctx)
{
    limb_bench_kdl &kdl = moved(ctx);
    kdl.forward->CartToJnt(kdl.q, kdl.v, kdl.a, kdl.wrenches, kdl.tau);
    limb_bench_keep(kdl.tau(0));
}
