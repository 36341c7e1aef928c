// The page's questions about inverse kinematics: answered, or passed over when they make no sense.
#include "harness.h"
#include "limb/robot.h"
#include "serve/ik_answer.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

static const char arm[] =
    "<robot name='arm'><link name='base'/><link name='a'/><link name='b'/><link name='tip'/>"
    "<joint name='q1' type='revolute'><parent link='base'/><child link='a'/><axis xyz='0 0 1'/>"
    "<limit lower='-3' upper='3' effort='1' velocity='1'/></joint>"
    "<joint name='q2' type='revolute'><parent link='a'/><child link='b'/><origin xyz='1 0 0'/>"
    "<axis xyz='0 0 1'/><limit lower='-3' upper='3' effort='1' velocity='1'/></joint>"
    "<joint name='end' type='fixed'><parent link='b'/><child link='tip'/><origin xyz='1 0 "
    "0'/></joint>"
    "</robot>";

static limb_model *build(void)
{
    limb_robot *robot = NULL;
    limb_model *model = NULL;
    ENSURE_INT(limb_robot_parse(&robot, arm, strlen(arm), NULL), LIMB_OK);
    ENSURE_INT(limb_model_build(&model, robot, NULL), LIMB_OK);
    limb_robot_free(robot);
    return model;
}

TEST(a_pose_that_can_be_reached_is_reached)
{
    limb_model *model = build();
    // q1 = 0.3, q2 = 0.6: the tip at angle 0.9
    const char question[] =
        "{\"type\":\"ik\",\"id\":7,\"link\":\"tip\",\"xyz\":[1.5769464573964699,1.0788471160249431,"
        "0],"
        "\"quat\":[0,0,0.43496553411123023,0.9004471023526769],\"joints\":{\"q1\":0.2,\"q2\":0.5}}";
    char *answer = limb__ik_answer(model, question, strlen(question));
    cJSON *json = cJSON_Parse(answer);
    ENSURE(cJSON_IsTrue(cJSON_GetObjectItem(json, "solved")));
    ENSURE_INT(cJSON_GetObjectItem(json, "id")->valueint, 7);
    const cJSON *joints = cJSON_GetObjectItem(json, "joints");
    ENSURE_NEAR(cJSON_GetObjectItem(joints, "q1")->valuedouble, 0.3, 1e-5);
    ENSURE_NEAR(cJSON_GetObjectItem(joints, "q2")->valuedouble, 0.6, 1e-5);
    cJSON_Delete(json);
    free(answer);
    limb_model_free(model);
}

TEST(a_pose_out_of_reach_says_so_and_comes_near)
{
    limb_model *model = build();
    const char question[] = "{\"type\":\"ik\",\"id\":1,\"link\":\"tip\",\"xyz\":[9,0,0],\"quat\":["
                            "0,0,0,1],\"joints\":{}}";
    char *answer = limb__ik_answer(model, question, strlen(question));
    cJSON *json = cJSON_Parse(answer);
    ENSURE(cJSON_IsFalse(cJSON_GetObjectItem(json, "solved")));
    ENSURE(strlen(cJSON_GetObjectItem(json, "reason")->valuestring) > 0);
    cJSON_Delete(json);
    free(answer);
    limb_model_free(model);
}

TEST(what_is_not_a_question_gets_no_answer)
{
    limb_model *model = build();
    static const char *const odd[] = {
        "",
        "null",
        "[]",
        "{",
        "{\"type\":\"ik\"}",
        "{\"type\":1,\"id\":1}",
        "{\"type\":\"ik\",\"id\":1,\"link\":\"no\",\"xyz\":[0,0,0],\"quat\":[0,0,0,1]}",
        "{\"type\":\"ik\",\"id\":1,\"link\":\"tip\",\"xyz\":[0,0],\"quat\":[0,0,0,1]}",
        "{\"type\":\"ik\",\"id\":1,\"link\":\"tip\",\"xyz\":[0,0,\"x\"],\"quat\":[0,0,0,1]}",
        "{\"type\":\"ik\",\"id\":1,\"link\":\"tip\",\"xyz\":[0,0,1e999],\"quat\":[0,0,0,1]}",
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        ENSURE(limb__ik_answer(model, odd[i], strlen(odd[i])) == NULL);
    }
    ENSURE(limb__ik_answer(NULL, odd[0], 0) == NULL);
    limb_model_free(model);
}
