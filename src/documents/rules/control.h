// Rules over <ros2_control> and <gazebo>: what their files share.
#ifndef LIMB_RULES_CONTROL_H
#define LIMB_RULES_CONTROL_H

#include "documents/rules/check.h"

enum { LIMB__CONTROL_TEXT = 256 };

// The attribute's value; false when it is absent or longer than any value that means something.
bool limb__control_attr(limb__check *c, int node, const char *name, char text[LIMB__CONTROL_TEXT]);
// The text in an element without the white space around it; "" when it is too long.
const char *limb__control_content(limb__check *c, int node, char text[LIMB__CONTROL_TEXT]);
// A finite number and nothing else.
bool limb__control_number(const char *text, double *value);
// Writes another name into the start tag and the end tag, as fixes of the last finding.
void limb__control_fix_name(limb__check *c, int node, const char *name);

// One <ros2_control> block: what is read of a joint depends on the others.
typedef struct limb__control {
    limb__check *check;
    int node;          // of the block
    int *block_of;     // (robot's joints) the block that lists the joint last; -1: none
    int *listed_at;    // (robot's joints) the node there
    int *commanded_at; // (robot's joints) the first node with a command interface; -1: none
} limb__control;

void limb__check_control_joint(limb__control *block, int node, bool with_mimic);
void limb__check_control_transmission(limb__control *block, int node, bool is_actuator);

// Of the whole robot: runs after the blocks.
void limb__check_controls(limb__check *c);
void limb__check_gazebos(limb__check *c);

#endif
