// Rules over a robot's values: where their findings point, to the number and the name.
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
    EXPECT_FINDING("ros2-control-joint",
                   ROBOT(ARM "<ros2_control><joint name=\"elbow\">"
                             "<param name=\"mimic\">[[elbw]]</param></joint></ros2_control>"),
                   "there is no joint \"elbw\" to mimic; did you mean \"elbow\"?");
    EXPECT_NONE("ros2-control-joint",
                ROBOT(ARM "<ros2_control><joint name=\"elbow\"><param name=\"min\">x</param>"
                          "<param name=\"mimic\"> elbow </param></joint></ros2_control>"));
}
