// Tests the reading findings about shapes, materials, origins and inertias, with
// their places marked.
#include "urdf/finding_texts.h"

TEST(geometry_holds_one_shape)
{
    EXPECT_FINDING("geometry-missing", LINK("<[[visual]]/>"), "no <geometry>");
    EXPECT_FINDING("geometry-missing", LINK("<[[visual]]><box size=\"1 1 1\"/></visual>"),
                   "this <visual> has its <box> outside a <geometry> and is left out");
    EXPECT_FINDING("geometry-missing", LINK("<collision><[[geometry]]/></collision>"),
                   "the <collision> around it is left out");
    EXPECT_NONE("geometry-missing", GEOMETRY("<cone/>"));
    EXPECT_FINDING("geometry-several", GEOMETRY("<sphere radius=\"1\"/><[[box]] size=\"1 1 1\"/>"),
                   "this <box> is ignored");
    EXPECT_NONE("geometry-several", GEOMETRY("<sphere radius=\"1\"/>"));
    EXPECT_FINDING("geometry-unknown", GEOMETRY("<[[cone]] radius=\"1\"/>"), "<cone>");
    EXPECT_NONE("geometry-unknown", GEOMETRY("<sphere radius=\"1\"/>"));
    EXPECT_FINDING("geometry-unknown", GEOMETRY("<[[shpere]] radius=\"1\"/>"),
                   "did you mean <sphere>?");
    expect_fix(GEOMETRY("<Sphere radius=\"1\"></Sphere>"), "geometry-unknown",
               GEOMETRY("<sphere radius=\"1\"></sphere>"));
    // not certain beside another shape
    expect_fix(GEOMETRY("<Sphere radius=\"1\"/><box size=\"1 1 1\"/>"), "geometry-unknown",
               GEOMETRY("<Sphere radius=\"1\"/><box size=\"1 1 1\"/>"));
    EXPECT_FINDING("element-misplaced", GEOMETRY("<sphere radius=\"1\"/><[[material]] name=\"\"/>"),
                   "not read inside <geometry>");
    EXPECT_FINDING("mesh-scale-count", GEOMETRY("<mesh filename=\"m.stl\" scale=\"[[0.001]]\"/>"),
                   "1 number, not 3");
    EXPECT_NONE("mesh-scale-count", GEOMETRY("<mesh filename=\"m.stl\" scale=\"1 1 1\"/>"));
    expect_fix(GEOMETRY("<mesh filename=\"m.stl\" scale=\"0.001\"/>"), "mesh-scale-count",
               GEOMETRY("<mesh filename=\"m.stl\" scale=\"0.001 0.001 0.001\"/>"));
}

TEST(materials_are_defined_once_and_named)
{
    EXPECT_FINDING("material-name-missing", VISUAL(BOX "<[[material]]>" RED "</material>"),
                   "urdfdom drops the visual");
    EXPECT_FINDING("material-name-missing",
                   ROBOT("<[[material]]>" RED "</material><link name=\"a\"/>"),
                   "nothing can refer to it");
    EXPECT_NONE("material-name-missing", VISUAL(BOX "<material name=\"\">" RED "</material>"));
    EXPECT_FINDING("material-duplicate",
                   ROBOT("<material name=\"m\">" RED "</material>"
                         "<material name=\"[[m]]\"><color rgba=\"0 1 0 1\"/></material>"
                         "<link name=\"a\"/>"),
                   "two robot-level materials");
    EXPECT_FINDING("material-repeated",
                   ROBOT("<material name=\"m\">" RED "</material>"
                         "<material name=\"[[m]]\">" RED "</material><link name=\"a\"/>"),
                   "both times alike");
    EXPECT_NONE("material-duplicate",
                ROBOT("<material name=\"m\">" RED "</material><link name=\"a\"><visual>" BOX
                      "<material name=\"m\">" RED "</material></visual></link>"));
    EXPECT_FINDING("material-empty", ROBOT("<material name=\"[[m]]\"/><link name=\"a\"/>"),
                   "black");
    EXPECT_NONE("material-empty", VISUAL(BOX "<material name=\"m\"/>"));
    EXPECT_FINDING("color-range",
                   VISUAL(BOX "<material name=\"m\"><color rgba=\"[[255]] 0 0 1\"/>"
                              "</material>"),
                   "from 0 to 1");
    EXPECT_FINDING("color-range",
                   VISUAL(BOX "<material name=\"m\"><color rgba=\" 0 [[-1  0 2]]\"/></material>"),
                   "from 0 to 1");
    EXPECT_NONE("color-range", VISUAL(BOX "<material name=\"m\">" RED "</material>"));
}

TEST(materials_that_a_visual_names_exist)
{
    EXPECT_FINDING("material-undefined", VISUAL(BOX "<material name=\"[[m]]\"/>"),
                   "link \"a\": material \"m\" is not defined");
    EXPECT_FINDING("material-undefined",
                   ROBOT("<material name=\"steel\">" RED "</material><link name=\"a\"><visual>" BOX
                         "<material name=\"[[stel]]\"/></visual></link>"),
                   "did you mean \"steel\"?");
    EXPECT_FINDING("material-undefined",
                   LINK("<visual>" BOX "<material name=\"[[stel]]\"/></visual>\n"
                        "<visual>" BOX "<material name=\"steel\">" RED "</material></visual>"),
                   "did you mean \"steel\"?");
    EXPECT_FINDING("material-undefined",
                   LINK("<visual>" BOX "<material name=\"[[m]]\"/></visual>\n"
                        "<visual>" BOX "<material name=\"m\">" RED "</material></visual>"),
                   "only defined further down");
    EXPECT_NONE("material-undefined",
                LINK("<visual>" BOX "<material name=\"m\">" RED "</material></visual>\n"
                     "<visual>" BOX "<material name=\"m\"/></visual>"));
    // also when there are visuals that have to be left out
    EXPECT_FINDING("material-undefined",
                   LINK("<visual><geometry/><material name=\"[[m]]\"/></visual>"),
                   "link \"a\": material \"m\" is not defined");
    EXPECT_NONE("material-undefined",
                LINK("<visual><geometry/><material name=\"m\">" RED "</material></visual>\n"
                     "<visual>" BOX "<material name=\"m\"/></visual>"));
    EXPECT_NONE("material-undefined",
                ROBOT("<link name=\"a\"><visual>" BOX "<material name=\"m\"/></visual></link>"
                      "<material name=\"m\">" RED "</material>"));
    EXPECT_FINDING("material-conflict",
                   LINK("<visual>" BOX "<material name=\"m\">" RED "</material></visual>\n"
                        "<visual>" BOX "<material name=\"[[m]]\">" BLUE "</material></visual>"),
                   "which ROS and limb show here");
    EXPECT_NONE("material-conflict",
                LINK("<visual>" BOX "<material name=\"\">" RED "</material></visual>\n"
                     "<visual>" BOX "<material name=\"\">" BLUE "</material></visual>"));
}

TEST(features_need_their_version)
{
    EXPECT_FINDING("version-feature", GEOMETRY("<[[capsule]] radius=\"1\" length=\"1\"/>"), "1.1");
    EXPECT_FINDING("version-feature", ORIGIN("[[quat_xyzw]]=\"0 0 0 1\""), "1.1");
    EXPECT_FINDING("version-feature", JOINT("<limit effort=\"1\" velocity=\"1\" [[jerk]]=\"1\"/>"),
                   "1.2");
    EXPECT_NONE("version-feature",
                VERSION("1.1", "<link name=\"a\"><visual><geometry>"
                               "<capsule radius=\"1\" length=\"1\"/></geometry></visual></link>"));
    EXPECT_NONE("version-feature",
                VERSION("1.2", LINKS "<joint name=\"j\" type=\"fixed\">" ENDS
                                     "<limit effort=\"1\" velocity=\"1\" jerk=\"1\"/></joint>"));
}

TEST(an_origin_has_one_rotation)
{
    EXPECT_FINDING("origin-rpy-and-quat",
                   VERSION("1.1",
                           LINKS "<joint name=\"j\" type=\"fixed\">" ENDS
                                 "<origin rpy=\"0 0 1\" quat_xyzw=\"[[0 0 0 1]]\"/></joint>"),
                   "both");
    EXPECT_FINDING("quaternion-zero",
                   VERSION("1.1", LINKS "<joint name=\"j\" type=\"fixed\">" ENDS
                                        "<origin quat_xyzw=\"[[0 0 0 0]]\"/></joint>"),
                   "no rotation");
    EXPECT_NONE("origin-rpy-and-quat",
                VERSION("1.1", LINKS "<joint name=\"j\" type=\"fixed\">" ENDS
                                     "<origin quat_xyzw=\"0 0 0 2\"/></joint>"));
    EXPECT_NONE("quaternion-zero", VERSION("1.1", LINKS "<joint name=\"j\" type=\"fixed\">" ENDS
                                                        "<origin quat_xyzw=\"0 0 0 2\"/></joint>"));
}

TEST(an_empty_texture_beside_a_color_is_a_warning)
{
    EXPECT_FINDING("texture-empty",
                   VISUAL(BOX "<material name=\"m\">" RED "<[[texture]]/></material>"),
                   "the color is used");
    EXPECT_NONE("attribute-missing",
                VISUAL(BOX "<material name=\"m\">" RED "<texture/></material>"));
    EXPECT_FINDING("attribute-missing",
                   VISUAL(BOX "<material name=\"m\"><[[texture]]/></material>"), "filename");
}

#define TENSOR(more)                                                                               \
    INERTIAL("<mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0.1\" ixz=\"0\" iyy=\"1\" iyz=\"0\" "    \
             "izz=\"1.5\"" more "/>")

TEST(entries_below_the_diagonal_are_redundant)
{
    EXPECT_FINDING("inertia-redundant", TENSOR(" [[iyx]]=\"0.1\""), "and ixy says the same");
    EXPECT_FINDING("inertia-redundant", TENSOR(" [[izx]]=\"0.1\""), "differs from ixz");
    EXPECT_NONE("attribute-unknown", TENSOR(" izy=\"0\""));
    EXPECT_NONE("attribute-misspelt", TENSOR(" izy=\"0\""));
    expect_fix(TENSOR(" iyx=\"0.10\" izx=\"1\""), "inertia-redundant", TENSOR(" izx=\"1\""));
}

TEST(a_second_material_gives_one_finding)
{
    static const char twice[] =
        VISUAL(BOX "<material name=\"m\"/><material name=\"m\">" RED "</material>");
    EXPECT_FINDING("element-repeated",
                   VISUAL(BOX "<material name=\"m\"/><[[material]] name=\"m\">" RED "</material>"),
                   "only the first is read");
    EXPECT_NONE("material-undefined", twice);
}
