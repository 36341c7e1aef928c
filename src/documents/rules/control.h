// Shared by the rules for <ros2_control> and <gazebo>.
#ifndef LIMB_RULES_CONTROL_H
#define LIMB_RULES_CONTROL_H

#include "documents/rules/check.h"

enum { LIMB__CONTROL_TEXT = 256 };

// Reads the attribute's value; returns false if it is absent or longer than any meaningful value.
bool limb__control_attr(limb__check *c, int node, const char *name, char text[LIMB__CONTROL_TEXT]);
// Returns the element's text without surrounding white space; "" if it is too long.
const char *limb__control_content(limb__check *c, int node, char text[LIMB__CONTROL_TEXT]);
// Parses a finite number without other text.
bool limb__control_number(const char *text, double *value);
// Adds fixes to the last finding that rename the element in its start tag and end tag.
void limb__control_fix_name(limb__check *c, int node, const char *name);

// One <ros2_control> block: the meaning of a joint depends on the other blocks.
typedef struct limb__control {
    limb__check *check;
    int node;          // of the block
    int *block_of;     // (robot's joints) the last block that lists the joint; -1: none
    int *listed_at;    // (robot's joints) the node there
    int *commanded_at; // (robot's joints) the first node with a command interface; -1: none
} limb__control;

void limb__check_control_joint(limb__control *block, int node, bool with_mimic);
void limb__check_control_transmission(limb__control *block, int node, bool is_actuator);

// Checks the whole robot, after all blocks.
void limb__check_controls(limb__check *c);
void limb__check_gazebos(limb__check *c);

#endif
