// Inverse kinematics for the page: a question and its answer as JSON.
#ifndef LIMB_SERVE_IK_ANSWER_H
#define LIMB_SERVE_IK_ANSWER_H

#include "limb/model.h"

// The question: {"type":"ik","id":1,"link":"tool","xyz":[..],"quat":[..],"joints":{"a":0.1}}. The
// answer, malloc'd:
// {"type":"ik","id":1,"solved":true,"joints":{..},"error":0,"reason":""}. NULL: not such a
// question, or no memory. model may be NULL: then nothing can be solved.
char *limb__ik_answer(const limb_model *model, const char *text, size_t size);

#endif
