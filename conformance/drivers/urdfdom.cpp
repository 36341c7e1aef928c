// urdfdom: parseURDF
#include "observe.hpp"

#include <urdf_parser/urdf_parser.h>

static const char *const type_of[] = {"unknown", "revolute", "continuous", "prismatic", "floating", "planar", "fixed"};

std::string read(const std::string &path, std::string *words)
{
    const auto model = urdf::parseURDF(read_text(path));
    if (!model) {
        *words = "parseURDF returns nothing";
        return "";
    }
    double mass = 0;
    size_t nvisual = 0, ncollision = 0, dof = 0;
    for (const auto &entry : model->links_) {
        if (entry.second->inertial) mass += entry.second->inertial->mass;
        nvisual += entry.second->visual_array.size();
        ncollision += entry.second->collision_array.size();
    }
    std::string limits, mimic;
    for (const auto &entry : model->joints_) {
        const urdf::Joint &joint = *entry.second;
        const std::string type = type_of[joint.type];
        if (joint.mimic) mimic += (mimic.empty() ? "" : ", ") + quoted(joint.name) + ": " + quoted(joint.mimic->joint_name);
        dof += type == "floating" ? 6 : type == "planar" ? 3 : type != "fixed";
        if (type != "revolute" && type != "prismatic" && type != "continuous") continue;
        limits += (limits.empty() ? "" : ", ") + quoted(joint.name) + ": " +
                  (joint.limits ? "[" + number(joint.limits->lower) + ", " + number(joint.limits->upper) + "]" : "null");
    }
    return "\"mass\": " + number(mass) + ", \"links\": " + std::to_string(model->links_.size()) + ", \"dof\": " + std::to_string(dof) +
           ", \"limits\": {" + limits + "}, \"mimic\": {" + mimic + "}, \"visuals\": " + std::to_string(nvisual) +
           ", \"collisions\": " + std::to_string(ncollision);
}
