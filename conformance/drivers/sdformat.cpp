// sdformat, which Gazebo reads URDF with: sdf::Root::Load
#include "observe.hpp"

#include <sdf/sdf.hh>

std::string read(const std::string &path, std::string *words)
{
    sdf::Root root;
    const sdf::Errors errors = root.Load(path);
    const sdf::Model *model = root.Model();
    if (!errors.empty() || !model) {
        for (const auto &error : errors)
            *words += error.Message() + "; ";
        if (errors.empty()) *words = "no model";
        return "";
    }
    double mass = 0;
    size_t nvisual = 0, ncollision = 0, dof = 0;
    for (uint64_t i = 0; i < model->LinkCount(); i++) {
        const sdf::Link *link = model->LinkByIndex(i);
        mass += link->Inertial().MassMatrix().Mass();
        nvisual += link->VisualCount();
        ncollision += link->CollisionCount();
    }
    std::string limits;
    for (uint64_t i = 0; i < model->JointCount(); i++) {
        const sdf::Joint *joint = model->JointByIndex(i);
        if (joint->Type() == sdf::JointType::FIXED) continue;
        dof += joint->Type() == sdf::JointType::BALL ? 3 : joint->Type() == sdf::JointType::UNIVERSAL ? 2 : 1;
        const sdf::JointAxis *axis = joint->Axis();
        if (!axis) continue;
        const double big = 1e15;
        const double lower = axis->Lower() < -big ? -INFINITY : axis->Lower(), upper = axis->Upper() > big ? INFINITY : axis->Upper();
        limits += (limits.empty() ? "" : ", ") + quoted(joint->Name()) + ": [" + number(lower) + ", " + number(upper) + "]";
    }
    return "\"mass\": " + number(mass) + ", \"links\": " + std::to_string(model->LinkCount()) + ", \"dof\": " + std::to_string(dof) +
           ", \"limits\": {" + limits + "}, \"visuals\": " + std::to_string(nvisual) + ", \"collisions\": " + std::to_string(ncollision);
}
