// A model with its work, built from a text, for tests of motion.
#ifndef LIMB_TEST_SUPPORT_MOTION_H
#define LIMB_TEST_SUPPORT_MOTION_H

#include "limb/model.h"

typedef struct limb_test_motion {
    limb_model *model;
    limb_work *work;
} limb_test_motion;

// Fails the test when the text is refused. opts NULL: the defaults.
limb_test_motion limb_test_motion_build(const char *text, const limb_model_opts *opts);
void limb_test_motion_free(limb_test_motion *motion);

#endif
