// Resolves names as ROS 2 does: namespaces, "~", and remapping rules.
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

// Sets the node's own name and namespace, after "__node" and "__ns". Returns false, with a reason,
// if they are invalid.
bool limb__node_name_init(limb__node_name *out, const char *name, const char *name_space,
                          const limb_ros_remap *remap, int nremap, char reason[LIMB__TOPIC_SIZE]);
// Returns the requested name, else that of the role.
const char *limb__role_name(const limb_ros_opts *opts);
// Writes "/robot1/limb"; out has a capacity of 2 * LIMB__TOPIC_SIZE + 2.
void limb__node_full_name(const limb__node_name *node, char *out);
// Resolves "joint_states" to "/robot1/joint_states", applying the first matching rule. Returns
// false for an invalid name.
bool limb__topic_resolve(const limb__node_name *node, const char *topic,
                         char out[LIMB__TOPIC_SIZE]);

// Convert a topic to its DDS name, "rt/joint_states", and back; NULL if it is not a ROS topic.
void limb__topic_to_wire(const char *topic, char out[LIMB__TOPIC_SIZE]);
const char *limb__topic_from_wire(const char *wire);
// Writes the DDS topic of a service of the node: "rq/limb/get_parametersRequest" for
// "~/get_parameters".
bool limb__service_to_wire(const limb__node_name *node, const char *service, bool is_request,
                           char out[LIMB__TOPIC_SIZE]);

#endif
