// Owners of limb's objects for C++11 and later: each is freed when its owner goes,
// and nothing else.
//
//     limb::robot robot;
//     if (limb_robot_load(robot.out(), "arm.urdf", nullptr) != LIMB_OK) return 1;
//     std::printf("%d links\n", robot->nlink);
//
// An owner is a std::unique_ptr that can be filled by a call: out() frees what it held and gives
// the address for the C function to write to. It converts to the plain pointer wherever one is
// taken. The functions are those of the C headers.
#ifndef LIMB_LIMB_HPP
#define LIMB_LIMB_HPP

#include "limb/limb.h"

namespace limb
{

template <typename T, void (*Free)(T *)> class owner
{
  public:
    owner() noexcept = default;
    explicit owner(T *object) noexcept : object_(object)
    {
    }
    owner(owner &&other) noexcept : object_(other.release())
    {
    }
    owner &operator=(owner &&other) noexcept
    {
        if (this != &other) reset(other.release());
        return *this;
    }
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    ~owner()
    {
        Free(object_);
    }

    T *get() const noexcept
    {
        return object_;
    }
    T *operator->() const noexcept
    {
        return object_;
    }
    T &operator*() const noexcept
    {
        return *object_;
    }
    operator T *() const noexcept
    {
        return object_;
    }
    explicit operator bool() const noexcept
    {
        return object_ != nullptr;
    }

    void reset(T *object = nullptr) noexcept
    {
        Free(object_);
        object_ = object;
    }
    T *release() noexcept
    {
        T *object = object_;
        object_ = nullptr;
        return object;
    }
    // Where a creating function writes its result.
    T **out() noexcept
    {
        reset();
        return &object_;
    }

  private:
    T *object_ = nullptr;
};

using report = owner<limb_report, limb_report_free>;
using robot = owner<limb_robot, limb_robot_free>;
using edit = owner<limb_edit, limb_edit_free>;
using resolver = owner<limb_resolver, limb_resolver_free>;
using target = owner<limb_target, limb_target_free>;
using mesh = owner<limb_mesh, limb_mesh_free>;
using robot_meshes = owner<limb_robot_meshes, limb_robot_meshes_free>;
using glb = owner<limb_glb, limb_glb_free>;
using model = owner<limb_model, limb_model_free>;
using work = owner<limb_work, limb_work_free>;
using scene = owner<limb_scene, limb_scene_free>;
using query = owner<limb_query, limb_query_free>;
using sphere_set = owner<limb_sphere_set, limb_sphere_set_free>;
using pool = owner<limb_pool, limb_pool_free>;

} // namespace limb
#endif // LIMB_LIMB_HPP
