// Prints where a link is when joints are at given values (rad or m; those not named are at zero).
//
//     fk robot.urdf link joint=value...
#include <limb/limb.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// "elbow=0.5" into q
static int set_joint(const limb_model *model, double *q, char *word)
{
    char *value = strchr(word, '=');
    if (value == NULL) return 0;
    *value++ = '\0';
    const int joint = limb_model_find_joint(model, word);
    return joint >= 0 && limb_number_parse(value, &q[model->joint_q[joint]]);
}

int main(int argc, char **argv)
{
    limb_robot *robot = NULL;
    limb_model *model = NULL;
    limb_work *work = NULL;
    double *q = NULL;
    int failed = 1;

    if (argc < 3) goto done;
    if (limb_robot_load(&robot, argv[1], NULL) != LIMB_OK) goto done;
    if (limb_model_build(&model, robot, NULL) != LIMB_OK) goto done;
    if (limb_work_create(&work, model, NULL) != LIMB_OK) goto done;
    const int link = limb_model_find_link(model, argv[2]);
    q = malloc(sizeof *q * (size_t)(model->nq + 1));
    if (link < 0 || q == NULL) goto done;

    limb_neutral(model, q);
    for (int i = 3; i < argc; i++)
        if (!set_joint(model, q, argv[i])) goto done;
    limb_fk(model, work, q);

    const double *pose = limb_link_pose(model, work, link); // 3x4, world from link
    double rpy[3];
    limb_pose_to_rpy(pose, rpy);
    printf("xyz %.6f %.6f %.6f\n", pose[3], pose[7], pose[11]);
    printf("rpy %.6f %.6f %.6f\n", rpy[0], rpy[1], rpy[2]);
    failed = 0;
done:
    if (failed) fprintf(stderr, "usage: fk FILE LINK JOINT=VALUE...\n");
    free(q);
    limb_work_free(work);
    limb_model_free(model);
    limb_robot_free(robot);
    return failed;
}
