// Tests of the C++ owners: each frees its object exactly once, through moves,
// resets and exceptions.
#include "harness.h"
#include "limb/limb.hpp"

#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <utility>

static const char arm[] = "<robot name='arm'><link name='base'/><link name='hand'/>"
                          "<joint name='turn' type='continuous'><parent link='base'/>"
                          "<child link='hand'/><axis xyz='0 0 1'/></joint></robot>";

static limb::robot parse()
{
    limb::robot robot;
    ENSURE_INT(limb_robot_parse(robot.out(), arm, std::strlen(arm), nullptr), LIMB_OK);
    return robot;
}

static int nfreed; // by counting below
struct thing {
    int value;
};
static void count_free(thing *object)
{
    nfreed += object != nullptr;
    delete object;
}
using counted = limb::owner<thing, count_free>;

TEST(an_owner_has_the_size_of_a_pointer_and_only_moves)
{
    ENSURE_INT(sizeof(limb::robot), sizeof(void *));
    ENSURE(!std::is_copy_constructible<limb::robot>::value);
    ENSURE(!std::is_copy_assignable<limb::robot>::value);
    ENSURE(std::is_nothrow_move_constructible<limb::robot>::value);
}

TEST(objects_are_built_and_used_as_in_c)
{
    limb::robot robot = parse();
    limb::model model;
    limb::work work;
    limb::glb glb;
    limb::report report;
    limb::edit edit;
    limb::pool pool;
    limb::resolver resolver;
    ENSURE(!model && robot);
    ENSURE_INT(limb_model_build(model.out(), robot, nullptr), LIMB_OK);
    ENSURE_INT(limb_work_create(work.out(), model, nullptr), LIMB_OK);
    ENSURE_INT(limb_glb_build(glb.out(), robot, nullptr), LIMB_OK);
    ENSURE_INT(limb_report_create(report.out(), nullptr), LIMB_OK);
    ENSURE_INT(limb_robot_check(robot, report), LIMB_OK);
    ENSURE_INT(limb_edit_begin(edit.out(), robot), LIMB_OK);
    ENSURE_INT(limb_pool_create(pool.out(), 1, nullptr), LIMB_OK);
    ENSURE_INT(limb_resolver_create(resolver.out(), nullptr, nullptr), LIMB_OK);
    const double q[1] = {0.5};
    limb_fk(model, work, q);
    ENSURE_NEAR(work->pose[12], 0.8775825618903728, 1e-15);
    ENSURE_INT((*model).nq, 1);
    ENSURE(robot.get() == static_cast<limb_robot *>(robot));
}

TEST(what_an_owner_holds_is_freed_once)
{
    nfreed = 0;
    {
        counted first(new thing{1});
        counted second(std::move(first));
        ENSURE(!first && second->value == 1);
        second = counted(new thing{2});
        ENSURE_INT(nfreed, 1);
        counted &same = second;
        second = std::move(same);
        ENSURE(second && second->value == 2);
        *second.out() = new thing{3};
        ENSURE_INT(nfreed, 2);
        delete second.release();
        ENSURE(!second);
    }
    ENSURE_INT(nfreed, 2);
    bool thrown = false;
    try {
        counted lost(new thing{4});
        throw std::runtime_error("on purpose");
    } catch (const std::runtime_error &) {
        thrown = true;
    }
    ENSURE(thrown);
    ENSURE_INT(nfreed, 3);
}
