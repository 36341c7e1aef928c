// The node, for the files that publish and receive.
#ifndef LIMB_ROS_ROS_NODE_H
#define LIMB_ROS_ROS_NODE_H

#include "limb/ros.h"
#include "services/dds/node.h"
#include "services/foxglove/foxglove.h"
#include "services/mcap/mcap_writer.h"
#include "services/messages/joint_message.h"
#include "services/messages/sink.h"
#include "services/ros/awake.h"
#include "services/ros/handover.h"
#include "services/ros/joint_publisher.h"
#include "services/ros/parameter_server.h"
#include "services/ros/ros_tf.h"
#include "services/ros/state.h"

#include <stdatomic.h>

enum { LIMB__MAX_SOURCES = 16 }; // topics in source_list

struct limb_ros {
    limb_ros_opts opts;
    limb__node node;
    dds_entity_t writer[LIMB__NCHANNEL];
    dds_entity_t joints_reader;
    dds_entity_t poses_reader;
    dds_instance_handle_t own_joints; // our own writer of joint states
    limb__channel_info channel[LIMB__NCHANNEL];
    limb__state *state; // NULL: no robot yet
    limb__transform *transform;
    limb__tf tf;
    limb__joint_message joints;
    limb__builder encoded;
    limb__mcap_writer *record;
    limb__foxglove *foxglove;
    limb_ros_counts counts;
    int64_t warned; // ns

    limb__parameters declared;
    limb__parameter_server *server; // NULL: none, when nothing is published
    char *description;              // the published URDF; NULL: none yet
    char *frame_prefix;
    dds_entity_t clock_reader;
    _Atomic int64_t sim_time; // of the last /clock, ns

    // only in the role of joint_state_publisher
    limb__joint_publisher *joint_publisher; // NULL: no robot yet
    dds_entity_t source_reader[LIMB__MAX_SOURCES];
    int nsource;
    dds_entity_t description_reader;
    limb__raw_topic joints_topic; // for its writer, which takes bytes
    int64_t next_joints;          // ns

    // everything above is used by the caller, or by the receiving thread while the caller waits
    limb__handover handover;
    limb__awake awake; // noted by the receiving thread
    bool has_handover; // also for awake
    bool is_lent;      // a receiving thread is using the node
    char warning[512]; // for the caller to report
};

// Creates the readers of joint states, with their callbacks.
limb_status limb__ros_listen_joints(limb_ros *ros);

// Publishes to the network and all sinks.
limb_status limb__ros_publish(limb_ros *ros, limb__channel channel, const void *message);
bool limb__ros_has_sinks(const limb_ros *ros);
void limb__ros_to_sinks(limb_ros *ros, limb__channel channel, const void *bytes, size_t size);
// Reports one sentence to the caller; at most once every few seconds.
void limb__ros_warn(limb_ros *ros, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
