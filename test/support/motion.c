// A model with its work, built from a text.
#include "support/motion.h"

#include "harness.h"
#include "support/robot.h"

limb_test_motion limb_test_motion_build(const char *text, const limb_model_opts *opts)
{
    limb_test_motion motion;
    limb_robot *robot = limb_test_parse(text);
    ENSURE_INT(limb_model_build(&motion.model, robot, opts), LIMB_OK);
    ENSURE_INT(limb_work_create(&motion.work, motion.model, NULL), LIMB_OK);
    limb_robot_free(robot);
    return motion;
}

void limb_test_motion_free(limb_test_motion *motion)
{
    limb_work_free(motion->work);
    limb_model_free(motion->model);
}
