// kdl_parser: treeFromFile, as robot_state_publisher and MoveIt's kinematics use it
#include "observe.hpp"

#include <kdl_parser/kdl_parser.hpp>

std::string read(const std::string &path, std::string *words)
{
    KDL::Tree tree;
    if (!kdl_parser::treeFromFile(path, tree)) {
        *words = "treeFromFile returns false";
        return "";
    }
    double mass = 0;
    for (const auto &entry : tree.getSegments())
        mass += entry.second.segment.getInertia().getMass();
    return "\"mass\": " + number(mass) + ", \"links\": " + std::to_string(tree.getNrOfSegments() + 1) +
           ", \"dof\": " + std::to_string(tree.getNrOfJoints());
}
