// Names as ROS 2 resolves them: namespaces, "~", and remapping rules.
#ifndef LIMB_DDS_TOPIC_NAME_H
#define LIMB_DDS_TOPIC_NAME_H

#include "limb/ros.h"

enum { LIMB__TOPIC_SIZE = 256 };

typedef struct limb__node_name {
    char name[LIMB__TOPIC_SIZE];       // "limb"
    char name_space[LIMB__TOPIC_SIZE]; // "/" or "/robot1"
    const limb_ros_remap *remap;       // borrowed
    int nremap;
} limb__node_name;

// The node's own name and namespace after "__node" and "__ns". False: not valid, and why.
bool limb__node_name_init(limb__node_name *out, const char *name, const char *name_space,
                          const limb_ros_remap *remap, int nremap, char reason[LIMB__TOPIC_SIZE]);
// The name that was asked for, else that of the role.
const char *limb__role_name(const limb_ros_opts *opts);
// "/robot1/limb", in room for 2 * LIMB__TOPIC_SIZE + 2.
void limb__node_full_name(const limb__node_name *node, char *out);
// "joint_states" to "/robot1/joint_states", after the first rule that matches. False: not a name.
bool limb__topic_resolve(const limb__node_name *node, const char *topic,
                         char out[LIMB__TOPIC_SIZE]);

// The name that DDS has for a topic: "rt/joint_states"; and back, NULL: not a topic of ROS.
void limb__topic_to_wire(const char *topic, char out[LIMB__TOPIC_SIZE]);
const char *limb__topic_from_wire(const char *wire);
// The DDS topic of a service of the node, "~/get_parameters": "rq/limb/get_parametersRequest".
bool limb__service_to_wire(const limb__node_name *node, const char *service, bool is_request,
                           char out[LIMB__TOPIC_SIZE]);

#endif
