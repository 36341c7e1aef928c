// Finds joint positions that bring a link to a place, looking down, and checks them by
// forward kinematics.
//
//     ik robot.urdf link x y z
#include <limb/limb.h>

#include <stdio.h>
#include <stdlib.h>

static void print_solution(const limb_model *model, limb_work *work, int link, const double *q)
{
    for (int i = 0; i < model->nq; i++)
        printf("%-22s %9.4f\n", model->q_name[i], q[i]);
    limb_fk(model, work, q);
    const double *pose = limb_link_pose(model, work, link);
    printf("reached                %.4f %.4f %.4f\n", pose[3], pose[7], pose[11]);
    printf("within limits          %s\n",
           limb_limit_margin(model, q, NULL, NULL) >= 0 ? "yes" : "no");
}

int main(int argc, char **argv)
{
    limb_robot *robot = NULL;
    limb_model *model = NULL;
    limb_work *work = NULL;
    double *q = NULL;
    double xyz[3];
    int failed = 1;

    if (argc != 6) {
        fprintf(stderr, "usage: ik FILE LINK X Y Z\n");
        return 2;
    }
    for (int k = 0; k < 3; k++)
        if (!limb_number_parse(argv[3 + k], &xyz[k])) goto done;
    if (limb_robot_load(&robot, argv[1], NULL) != LIMB_OK) goto done;
    if (limb_model_build(&model, robot, NULL) != LIMB_OK) goto done;
    if (limb_work_create(&work, model, NULL) != LIMB_OK) goto done;
    const int link = limb_model_find_link(model, argv[2]);
    q = malloc(sizeof *q * (size_t)(model->nq + 1));
    if (link < 0 || q == NULL) goto done;

    const double down[3] = {3.14159265358979323846, 0, 0}; // z of the link points down
    double goal[12];
    limb_pose_from_rpy(xyz, down, goal);
    limb_ik_result result;
    limb_ik(model, work, link, goal, &(limb_ik_opts){.seed = 1}, q, &result);
    printf("%s\n", limb_ik_outcome_text(result.outcome));
    if (result.outcome == LIMB_IK_OUTCOME_SOLVED) {
        print_solution(model, work, link, q);
        failed = 0;
    } else {
        printf("nearest is %.3f m away\n", result.position_error);
    }
done:
    free(q);
    limb_work_free(work);
    limb_model_free(model);
    limb_robot_free(robot);
    return failed;
}
