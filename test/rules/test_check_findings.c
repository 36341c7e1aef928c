// Tests of the rules for a robot's values: findings point to the exact number or name.
#include "harness.h"
#include "support/marked.h"

#define ROBOT(body) "<robot name=\"r\">\n" body "\n</robot>\n"
#define SHAPE(shape)                                                                               \
    ROBOT("<link name=\"a\"><visual><geometry>" shape "</geometry></visual></link>")
#define MESH(filename) SHAPE("<mesh filename=\"" filename "\"/>")
#define ARM                                                                                        \
    "<link name=\"base\"/><link name=\"arm\"/><joint name=\"elbow\" type=\"continuous\">"          \
    "<parent link=\"base\"/><child link=\"arm\"/><axis xyz=\"0 0 1\"/></joint>"

TEST(an_empty_name_is_reported_of_robot_link_and_joint)
{
    EXPECT_FINDING("name-empty", "<robot name=[[\"\"]]><link name=\"a\"/></robot>", "the robot");
    EXPECT_FINDING("name-empty", ROBOT("<link name=[[\"\"]]/>"), "a link");
    EXPECT_NONE("name-empty", "<robot><link name=\"a\"/></robot>");
}

TEST(sizes_are_reported_to_the_edge)
{
    EXPECT_FINDING("geometry-size", SHAPE("<box size=\"1 [[-1]] 1\"/>"), "negative");
    EXPECT_FINDING("geometry-size", SHAPE("<box size=\"[[0 1  -1]] \"/>"), "negative");
    EXPECT_FINDING("geometry-size", SHAPE("<box size=\"1 1 [[0]]\"/>"), "zero");
    EXPECT_FINDING("geometry-size", SHAPE("<box size=\"[[1 &#48; 1]]\"/>"), "zero");
    EXPECT_NONE("geometry-size", SHAPE("<box size=\"1 1 1e-9\"/>"));
}

TEST(addresses_that_no_tool_understands_are_reported)
{
    EXPECT_FINDING("mesh-uri", MESH("[[pacakge://arm/a.stl]]"), "did you mean package://?");
    EXPECT_FINDING("mesh-uri", MESH("[[Package://arm/a.stl]]"), "did you mean package://?");
    EXPECT_FINDING("mesh-uri", MESH("[[gopher://arm/a.stl]]"), "unknown URI scheme");
    EXPECT_FINDING("mesh-uri", MESH("[[package:/arm/a.stl]]"), "two slashes");
    EXPECT_FINDING("mesh-uri", MESH("[[ package://arm/a.stl]]"), "white space");
    EXPECT_FINDING("mesh-uri", MESH("[[package://arm/a.stl\n]]"), "white space");
    EXPECT_FINDING("mesh-uri", MESH("[[C:/arm/a.stl]]"), "drive letter");
    EXPECT_FINDING("mesh-uri", MESH("[[C:\\arm\\a.stl]]"), "drive letter");
    EXPECT_FINDING("mesh-uri", MESH("[[meshes\\a.stl]]"), "backslashes");
    EXPECT_FINDING("mesh-uri", MESH("[[package:///a.stl]]"), "not name a package");
    EXPECT_FINDING("mesh-uri", MESH("[[package://arm]]"), "no file");
    EXPECT_FINDING("mesh-uri", MESH("[[file://a.stl]]"), "absolute");
    EXPECT_FINDING("mesh-uri", MESH("[[/home/me/a.stl]]"), "this machine");
    EXPECT_NONE("mesh-uri", MESH("package://arm/a.stl"));
    EXPECT_NONE("mesh-uri", MESH("model://arm/a.stl"));
    EXPECT_NONE("mesh-uri", MESH("file:///a.stl"));
    EXPECT_NONE("mesh-uri", MESH("https://example.org/a.stl"));
    EXPECT_FINDING("mesh-relative", MESH("[[meshes/a.stl]]"), "relative");
    EXPECT_NONE("mesh-relative", MESH("package:/arm/a.stl"));
}

TEST(ros2_control_names_joints_that_exist)
{
    EXPECT_FINDING("ros2-control-joint",
                   ROBOT(ARM "<ros2_control><joint name=\"[[elbw]]\"/></ros2_control>"),
                   "did you mean \"elbow\"?");
    EXPECT_NONE("ros2-control-joint",
                ROBOT(ARM "<ros2_control><joint name=\"elbow\"><param name=\"min\">x</param>"
                          "<param name=\"mimic\"> elbow </param></joint></ros2_control>"));
}

#define TENSOR(mass, i)                                                                            \
    ROBOT("<link name=\"a\"><inertial><mass value=\"" mass "\"/>"                                  \
          "<inertia ixx=\"" i "\" ixy=\"0\" ixz=\"0\" iyy=\"" i "\" iyz=\"0\" izz=\"" i "\"/>"     \
          "</inertial></link>")

TEST(tensors_that_are_nearly_zero_are_zero)
{
    EXPECT_NONE("inertia-scale", TENSOR("1", "1e-20"));
    EXPECT_FINDING("inertia-zero",
                   ROBOT("<link name=\"a\"><inertial><mass value=\"1\"/>[[<inertia ixx=\"1e-20\" "
                         "ixy=\"0\" ixz=\"0\" iyy=\"0\" iyz=\"0\" izz=\"1e-20\"/>]]"
                         "</inertial></link>"),
                   "as good as zero");
    EXPECT_NONE("inertia-zero", TENSOR("1e-6", "1e-13"));
    EXPECT_NONE("mass-tiny", TENSOR("1e-9", "1e-13"));
}

// The link's box is far too small for the tensor, but a visual could not be read.
TEST(the_size_of_a_link_is_not_judged_while_a_shape_is_unknown)
{
#define SIZED(shape)                                                                               \
    ROBOT("<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" "  \
          "iyy=\"1.1\" iyz=\"0\" izz=\"1.2\"/></inertial>"                                         \
          "<collision><geometry><box size=\"0.01 0.01 0.01\"/></geometry></collision>" shape       \
          "</link>")
    EXPECT_FINDING("inertia-scale",
                   ROBOT("<link name=\"a\"><inertial><mass value=\"1\"/>[[<inertia ixx=\"1\" "
                         "ixy=\"0\" ixz=\"0\" iyy=\"1.1\" iyz=\"0\" izz=\"1.2\"/>]]</inertial>"
                         "<collision><geometry><box size=\"0.01 0.01 0.01\"/></geometry>"
                         "</collision></link>"),
                   "reach only");
    EXPECT_NONE("inertia-scale", SIZED("<visual><geometry><cone/></geometry></visual>"));
    EXPECT_NONE("inertia-scale",
                SIZED("<visual><geometry><mesh filename=\"package://p/a.stl\"/></geometry>"
                      "</visual>"));
}

#define TURNS(child)                                                                               \
    ROBOT("<link name=\"a\"/>" child "<joint name=\"j\" type=\"revolute\"><parent link=\"a\"/>"    \
          "<child link=\"b\"/><axis xyz=\"0 0 1\"/>"                                               \
          "<limit lower=\"-180\" upper=\"180\" effort=\"1\" velocity=\"1\"/></joint>")

TEST(limits_of_a_joint_that_may_be_virtual_are_not_taken_for_degrees)
{
    EXPECT_NONE("angle-degrees", TURNS("<link name=\"b\"/>"));
    EXPECT_FINDING(
        "angle-degrees",
        ROBOT("<link name=\"a\"/><link name=\"b\"><visual><geometry><box size=\"1 1 1\"/>"
              "</geometry></visual></link>"
              "<joint name=\"j\" type=\"revolute\"><parent link=\"a\"/>"
              "<child link=\"b\"/><axis xyz=\"0 0 1\"/><limit lower=\"[[-180]]\" "
              "upper=\"180\" effort=\"1\" velocity=\"1\"/></joint>"),
        "more than two turns");
}

TEST(names_that_break_other_tools_are_reported_once)
{
    EXPECT_FINDING("name-characters",
                   ROBOT("<link name=\"[[base link]]\"/><link name=\"arm link\"/>"
                         "<joint name=\"the joint\" type=\"fixed\"><parent link=\"base link\"/>"
                         "<child link=\"arm link\"/></joint>"),
                   "white space or a control character; 2 more names have such characters");
    EXPECT_FINDING("name-characters", ROBOT("<link name=\"[[base/link]]\"/>"), "namespaces in ROS");
}

TEST(a_joint_that_cannot_move_still_names_an_unknown_one)
{
    EXPECT_FINDING("mimic-missing",
                   ROBOT("<link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"fixed\">"
                         "<parent link=\"a\"/><child link=\"b\"/><mimic joint=\"[[k]]\"/></joint>"),
                   "no joint named \"k\" to mimic");
}

TEST(parts_of_one_chain_are_not_the_two_sides_of_a_robot)
{
#define HEAVY(name, mass)                                                                          \
    "<link name=\"" name "\"><inertial><mass value=\"" mass "\"/><inertia ixx=\"1\" ixy=\"0\" "    \
    "ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1.5\"/></inertial></link>"
#define FIX(name, a, b)                                                                            \
    "<joint name=\"" name "\" type=\"fixed\"><parent link=\"" a "\"/><child link=\"" b             \
    "\"/></joint>"
    EXPECT_NONE("mass-asymmetric",
                ROBOT("<link name=\"base\"/>" HEAVY("link_l", "5") HEAVY("link_r", "3")
                          FIX("i", "base", "link_l") FIX("j", "link_l", "link_r")));
    EXPECT_FINDING("mass-asymmetric",
                   ROBOT("<link name=\"base\"/>" HEAVY("link_l", "5") HEAVY("link_r", "[[3]]")
                             FIX("i", "base", "link_l") FIX("j", "base", "link_r")),
                   "but \"link_l\" has 5 kg");
}
