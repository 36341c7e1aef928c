// Loads a robot and prints its tree: each link with the joint that carries it and its mass.
//
//     load robot.urdf
#include <limb/limb.h>

#include <stdio.h>

static int depth_of(const limb_robot *robot, int link)
{
    int depth = 0;
    for (int joint; (joint = robot->link[link].parent_joint) >= 0; depth++)
        link = robot->joint[joint].parent;
    return depth;
}

static void print_link(const limb_robot *robot, int index)
{
    const limb_link *link = &robot->link[index];
    printf("%*s%s", 2 * depth_of(robot, index), "", link->name);
    if (link->parent_joint >= 0) {
        const limb_joint *joint = &robot->joint[link->parent_joint];
        printf("  by %s (%s", joint->name, limb_joint_type_name(joint->type));
        if (joint->limit && joint->limit->has_lower)
            printf(", %g to %g", joint->limit->lower, joint->limit->upper);
        printf(")");
    }
    // what the file does not say is a null pointer, never a made-up value
    if (link->inertial) printf("  %g kg", link->inertial->mass);
    printf("\n");
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: load FILE\n");
        return 2;
    }
    limb_robot *robot = NULL;
    const limb_status status = limb_robot_load(&robot, argv[1], NULL);
    if (status != LIMB_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], limb_status_text(status));
        return 1;
    }
    printf("%s: %d links, %d joints\n", robot->name, robot->nlink, robot->njoint);
    for (int i = 0; i < robot->norder; i++)
        print_link(robot, robot->link_order[i]);
    limb_robot_free(robot);
    return 0;
}
