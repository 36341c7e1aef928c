// An external program in the common subset of C99 and C++11: reads a robot and prints the position
// of its tip.
#include <limb/limb.h>

#include <stdio.h>
#include <string.h>

static const char arm[] = "<robot name=\"r\"><link name=\"base\"/><link name=\"tip\"/>"
                          "<joint name=\"lift\" type=\"prismatic\"><parent link=\"base\"/>"
                          "<child link=\"tip\"/><origin xyz=\"0 0 1\"/><axis xyz=\"0 0 1\"/>"
                          "<limit lower=\"0\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>"
                          "</robot>";

int main(void)
{
    limb_robot *robot = NULL;
    limb_model *model = NULL;
    limb_work *work = NULL;
    if (limb_robot_parse(&robot, arm, strlen(arm), NULL) != LIMB_OK) return 1;
    if (limb_model_build(&model, robot, NULL) != LIMB_OK) return 1;
    if (limb_work_create(&work, model, NULL) != LIMB_OK) return 1;

    const double q = 0.25;
    limb_fk(model, work, &q);
    const int tip = limb_model_find_link(model, "tip");
    printf("limb %s: tip at %.2f\n", limb_version(), limb_link_pose(model, work, tip)[11]);

    limb_work_free(work);
    limb_model_free(model);
    limb_robot_free(robot);
    return 0;
}
