// Builds a robot without a file: an arm of equal links, then writes it to standard output.
//
//     build_robot [links] > arm.urdf
#include <limb/limb.h>

#include <stdio.h>
#include <stdlib.h>

static limb_status to_stdout(void *ctx, const void *bytes, size_t size)
{
    (void)ctx;
    return fwrite(bytes, 1, size, stdout) == size ? LIMB_OK : LIMB_ERROR_IO;
}

static limb_status add_link(limb_edit *edit, int number)
{
    char xml[1024];
    char parent[32];
    snprintf(parent, sizeof parent, number == 1 ? "base" : "link%d", number - 1);
    snprintf(xml, sizeof xml,
             "<link name=\"link%d\">\n"
             "  <inertial>\n"
             "    <origin xyz=\"0 0 0.1\"/>\n"
             "    <mass value=\"0.5\"/>\n"
             "    <inertia ixx=\"0.0017\" ixy=\"0\" ixz=\"0\" iyy=\"0.0017\" iyz=\"0\" "
             "izz=\"0.0001\"/>\n"
             "  </inertial>\n"
             "  <visual>\n"
             "    <origin xyz=\"0 0 0.1\"/>\n"
             "    <geometry>\n"
             "      <cylinder radius=\"0.02\" length=\"0.2\"/>\n"
             "    </geometry>\n"
             "  </visual>\n"
             "</link>\n"
             "<joint name=\"joint%d\" type=\"revolute\">\n"
             "  <origin xyz=\"0 0 0.2\"/>\n"
             "  <parent link=\"%s\"/>\n"
             "  <child link=\"link%d\"/>\n"
             "  <axis xyz=\"0 1 0\"/>\n"
             "  <limit lower=\"-2\" upper=\"2\" effort=\"20\" velocity=\"3\"/>\n"
             "</joint>",
             number, number, parent, number);
    return limb_edit_add(edit, limb_edit_robot(edit)->node, xml);
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 2;
    limb_robot *robot = NULL;
    limb_edit *edit = NULL;
    limb_status status = limb_robot_create(&robot, "made", "base", NULL);
    if (status == LIMB_OK) status = limb_edit_begin(&edit, robot);
    for (int i = 1; i <= count && status == LIMB_OK; i++)
        status = add_link(edit, i);
    // all of it is read and checked here, and kept only when it is sound
    if (status == LIMB_OK) status = limb_edit_apply(edit, NULL);
    if (status == LIMB_OK) status = limb_robot_write(robot, to_stdout, NULL);
    if (status != LIMB_OK) fprintf(stderr, "%s\n", edit ? limb_edit_message(edit) : "");
    limb_edit_free(edit);
    limb_robot_free(robot);
    return status != LIMB_OK;
}
