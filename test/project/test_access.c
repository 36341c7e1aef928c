// Tests the accessors of bindings, which do not know structs: counts, names, findings, and indices
// out of range.
#include "harness.h"
#include "limb/bindings.h"
#include "limb/limb.h"

#include <math.h>
#include <string.h>

static const char arm[] =
    "<robot name='arm'><material name='red'><color rgba='1 0 0 1'/></material>"
    "<link name='base'/><link name='hand'/>"
    "<joint name='turn' type='revolute'><parent link='base'/><child link='hand'/>"
    "<axis xyz='0 0 1'/><limit lower='-1' upper='2' effort='1' velocity='1'/></joint>"
    "</robot>";

TEST(a_robot_is_read_by_functions_alone)
{
    limb_robot *robot = NULL;
    ENSURE_INT(limb_robot_parse(&robot, arm, strlen(arm), NULL), LIMB_OK);
    ENSURE_TEXT(limb_robot_name(robot), "arm");
    ENSURE_INT(limb_robot_root(robot), 0);
    ENSURE(limb_document_root(limb_robot_document(robot)) >= 0);
    ENSURE_INT(limb_robot_link_count(robot), 2);
    ENSURE_TEXT(limb_robot_link_name(robot, 1), "hand");
    ENSURE_INT(limb_robot_link_parent_joint(robot, 1), 0);
    ENSURE_INT(limb_robot_link_node(robot, 1), robot->link[1].node);
    ENSURE_INT(limb_robot_joint_count(robot), 1);
    ENSURE_TEXT(limb_robot_joint_name(robot, 0), "turn");
    ENSURE_TEXT(limb_robot_joint_type(robot, 0), "revolute");
    ENSURE_INT(limb_robot_joint_parent(robot, 0), 0);
    ENSURE_INT(limb_robot_joint_child(robot, 0), 1);
    ENSURE_INT(limb_robot_joint_node(robot, 0), robot->joint[0].node);
    double lower, upper;
    ENSURE(limb_robot_joint_limits(robot, 0, &lower, &upper));
    ENSURE(lower == -1 && upper == 2);
    ENSURE_INT(limb_robot_material_count(robot), 1);
    ENSURE_TEXT(limb_robot_material_name(robot, 0), "red");
    limb_robot_free(robot);
}

TEST(indices_out_of_range_give_nothing)
{
    limb_robot *robot = NULL;
    ENSURE_INT(limb_robot_parse(&robot, arm, strlen(arm), NULL), LIMB_OK);
    static const int wrong[] = {-1, 2, -2147483647 - 1, 2147483647};
    for (int i = 0; i < 4; i++) {
        double lower, upper;
        ENSURE(!limb_robot_link_name(robot, wrong[i]) && !limb_robot_joint_name(robot, wrong[i]));
        ENSURE(!limb_robot_joint_type(robot, wrong[i]));
        ENSURE(!limb_robot_material_name(robot, wrong[i]));
        ENSURE_INT(limb_robot_link_parent_joint(robot, wrong[i]), -1);
        ENSURE_INT(limb_robot_joint_parent(robot, wrong[i]), -1);
        ENSURE_INT(limb_robot_joint_child(robot, wrong[i]), -1);
        ENSURE_INT(limb_robot_link_node(robot, wrong[i]), -1);
        ENSURE_INT(limb_robot_joint_node(robot, wrong[i]), -1);
        ENSURE(!limb_robot_joint_limits(robot, wrong[i], &lower, &upper));
    }
    limb_robot_free(robot);
}

TEST(a_report_is_read_by_functions_alone)
{
    static const char text[] = "<robot name='r'>\n<link name='a'/>\n<link name='a'/>\n</robot>";
    limb_report *report = NULL;
    limb_robot *robot = NULL;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = report, .file = "r.urdf"};
    ENSURE_INT(limb_robot_parse(&robot, text, strlen(text), &opts), LIMB_ERROR_INPUT);
    ENSURE(limb_report_finding_count(report) > 0 && limb_report_error_count(report) > 0);
    ENSURE_INT(limb_report_warning_count(report), report->nwarning);
    ENSURE_INT(limb_report_info_count(report), report->ninfo);
    ENSURE_INT(limb_report_lost_count(report), 0);
    int duplicate = -1;
    for (int i = 0; i < limb_report_finding_count(report); i++) {
        if (strcmp(limb_report_finding_rule(report, i), "link-duplicate") == 0) duplicate = i;
    }
    ENSURE(duplicate >= 0);
    ENSURE_INT(limb_report_finding_severity(report, duplicate), LIMB_SEVERITY_ERROR);
    ENSURE_TEXT(limb_report_finding_file(report, duplicate), "r.urdf");
    ENSURE_INT(limb_report_finding_line(report, duplicate), 3);
    ENSURE(limb_report_finding_column(report, duplicate) > 1);
    ENSURE(strstr(limb_report_finding_message(report, duplicate), "\"a\"") != NULL);
    ENSURE(strncmp(limb_report_finding_path(report, duplicate), "/robot/link", 11) == 0);
    ENSURE(!limb_report_finding_message(report, -1));
    ENSURE(!limb_report_finding_rule(report, limb_report_finding_count(report)));
    ENSURE_INT(limb_report_finding_line(report, 1 << 20), 0);
    limb_report_free(report);
}

TEST(a_mesh_and_a_scene_are_read_by_functions_alone)
{
    static const char obj[] = "v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n";
    limb_mesh *mesh = NULL;
    ENSURE_INT(limb_mesh_parse(&mesh, obj, strlen(obj), NULL), LIMB_OK);
    ENSURE_INT(limb_mesh_vertex_count(mesh), 3);
    ENSURE_INT(limb_mesh_triangle_count(mesh), 1);
    ENSURE_INT(limb_mesh_part_count(mesh), 1);
    ENSURE(limb_mesh_part_name(mesh, 0) && !limb_mesh_part_name(mesh, 1));
    ENSURE(limb_mesh_vertex_positions(mesh) == mesh->position);
    ENSURE(limb_mesh_vertex_normals(mesh) == mesh->normal);
    ENSURE(limb_mesh_triangle_indices(mesh) == mesh->index);
    float lower[3], upper[3];
    limb_mesh_bounds(mesh, lower, upper);
    ENSURE(lower[1] == 0 && upper[1] == 2);
    limb_mesh_free(mesh);

    limb_robot *robot = NULL;
    limb_glb *glb = NULL;
    ENSURE_INT(limb_robot_parse(&robot, arm, strlen(arm), NULL), LIMB_OK);
    ENSURE_INT(limb_glb_build(&glb, robot, NULL), LIMB_OK);
    ENSURE(limb_glb_size(glb) > 20 && memcmp(limb_glb_bytes(glb), "glTF", 4) == 0);
    limb_glb_free(glb);
    limb_robot_free(robot);
}

// A material of which only the name is known does not define an appearance.
TEST(a_mesh_says_whether_it_has_looks_of_its_own)
{
    static const struct {
        const char *obj;
        bool has_looks;
    } row[] = {
        {"v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n", false},
        {"v 0 0 0\nv 1 0 0\nv 0 2 0\nusemtl red\nf 1 2 3\n", false},
        {"v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 2 0 0 0 1\nf 1 2 3\n", true},
    };
    for (int i = 0; i < 3; i++) {
        limb_mesh *mesh = NULL;
        ENSURE_INT(limb_mesh_parse(&mesh, row[i].obj, strlen(row[i].obj), NULL), LIMB_OK);
        ENSURE_INT(limb_mesh_has_looks(mesh), row[i].has_looks);
        limb_mesh_free(mesh);
    }
}

TEST(a_text_is_known_by_its_hash)
{
    char hash[LIMB_SOURCE_HASH_SIZE], again[LIMB_SOURCE_HASH_SIZE], other[LIMB_SOURCE_HASH_SIZE];
    limb_source_hash(arm, strlen(arm), hash);
    limb_source_hash(arm, strlen(arm), again);
    limb_source_hash(arm, strlen(arm) - 1, other);
    ENSURE_INT(strlen(hash), 16);
    ENSURE_INT(strspn(hash, "0123456789abcdef"), 16);
    ENSURE_TEXT(hash, again);
    ENSURE(strcmp(hash, other) != 0);
}

TEST(a_text_is_xacro_by_its_tags_or_its_prefix)
{
    ENSURE(limb_xacro_is("<robot><xacro:arm/></robot>", 27));
    ENSURE(limb_xacro_is("<robot xmlns:xacro='x'/>", 24));
    ENSURE(!limb_xacro_is(arm, strlen(arm)));
    ENSURE(!limb_xacro_is("<robot><xacro:arm/></robot>", 13));
    ENSURE(!limb_xacro_is(NULL, 0));
}
