// Publishes a robot on a ROS 2 network, as robot_state_publisher and joint_state_publisher do,
// but without ROS.
//
// A node publishes /robot_description, /tf_static and /tf, and subscribes to /joint_states, over
// Cyclone DDS, one of ROS 2's own DDS implementations. The same messages can be recorded (MCAP) and
// served to Foxglove (WebSocket). Part of the library limb-ros.
//
// Threads: one thread at a time uses a node, a listener or a recording; callbacks are called within
// the calls, on their thread. Objects of different kinds, and several of a kind, are independent.
#ifndef LIMB_ROS_H
#define LIMB_ROS_H

#include "limb/base.h"
#include "limb/packages.h"
#include "limb/robot.h"
#include "limb/xacro.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- options -------------------------------------------------------------------------------------

// Which of the two nodes it is: their names, parameters and topics are those of ROS.
typedef enum limb_ros_role {
    LIMB_ROS_ROLE_BOTH,   // states and, by limb_ros_send_joints, joints; named "limb"
    LIMB_ROS_ROLE_STATES, // robot_state_publisher
    LIMB_ROS_ROLE_JOINTS  // joint_state_publisher: limb_ros_spin publishes joint states by itself
} limb_ros_role;

typedef struct limb_ros_remap { // from:=to, also __ns and __node
    const char *from;
    const char *to;
} limb_ros_remap;

typedef struct limb_ros_zero { // start of joint states, and value of joints without one
    const char *joint;
    double value; // rad or m
} limb_ros_zero;

// Receives one sentence about an event: a warning, or why a start failed.
typedef void limb_ros_message_fn(void *ctx, const char *text);
// Receives a JointState from another node. Names are not NUL-terminated and valid only
// during the call.
typedef void limb_ros_joints_fn(void *ctx, const limb_text *name, const double *position,
                                int count);

typedef struct limb_ros_opts { // zero-initialize; zero means the default
    // who we are; texts are used as long as the node lives
    limb_ros_role role;
    const char *node_name;       // NULL: the name that goes with the role
    const char *name_space;      // NULL: "/"
    const limb_ros_remap *remap; // rules; the first match counts
    int nremap;
    const limb_ros_zero *zero; // for limb_joint_list_set_zero
    int nzero;
    const char *distro; // "humble", "jazzy", ...: how to announce the node's name to `ros2 node
                        // list`; NULL: as ROS_DISTRO says, else the newest
    const struct limb_ros_args *args; // whose parameters the node has; NULL: defaults

    // which network
    bool has_domain;
    int domain;     // without has_domain: ROS_DOMAIN_ID, or 0
    bool localhost; // this machine only; else as ROS_AUTOMATIC_DISCOVERY_RANGE says

    // what is published
    double publish_frequency;      // Hz at most on /tf; 0: 20, infinite: every message
    const char *frame_prefix;      // before every frame's name; NULL: ""
    bool ignore_timestamp;         // publish every message, whatever its stamp says
    bool listen_only;              // nothing of the robot is published
    bool sends_no_joints;          // limb_ros_send_joints is not used: joint_states is only read
    bool use_sim_time;             // the time is that of /clock, and 0 before its first message
    const char *robot_description; // of limb_ros_args_parse: the parameter's URDF; NULL: none
    limb_yaml_fn *yaml; // reads values and files of parameters, as limb_yaml_read does; NULL: only
                        // plain values can be read

    // other receivers of the messages
    const char *record;        // MCAP file to write; NULL: none
    bool foxglove;             // serve the Foxglove WebSocket protocol
    int foxglove_port;         // 0: 8765
    bool foxglove_joints;      // its clients may publish joint states, which are forwarded
                               // to the network
    const char *address;       // to listen on; NULL: 127.0.0.1, this machine only
    const char *const *origin; // pages that may connect, "https://app.foxglove.dev"; programs
                               // without a page need not be named
    int norigin;
    const limb_resolve_opts *resolve; // where packages are, for meshes; used while the node lives

    limb_ros_message_fn *message; // NULL: messages are dropped
    limb_ros_joints_fn *joints;   // called for joint states of other nodes; NULL: not called
    void *ctx;                    // of both
} limb_ros_opts;

// "--ros-args" up to "--": remaps (-r from:=to), parameters (-p publish_frequency:=50.0,
// --params-file FILE), as rcl reads them: for nodes of any name, "*" and "**". Sets fields of opts,
// whose role, names and yaml are set already; release with limb_ros_args_free when the node is
// gone. Parameters that the node does not know are kept and reported. LIMB_ERROR_INPUT: an argument
// is not understood, or a parameter has a wrong value; opts->message says which.
typedef struct limb_ros_args limb_ros_args;
LIMB_API LIMB_MUST_CHECK limb_status limb_ros_args_parse(limb_ros_args **out,
                                                         const char *const *argument, int count,
                                                         limb_ros_opts *opts);
// Nullable: args
LIMB_API void limb_ros_args_free(limb_ros_args *args);

//---- a node --------------------------------------------------------------------------------------

typedef struct limb_ros limb_ros;

// Joins the network. LIMB_ERROR_INPUT: a name is invalid. LIMB_ERROR_IO: no network, no port or no
// file to record to; opts->message gives the reason.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_ros_start(limb_ros **out, const limb_ros_opts *opts);
// Leaves the network and frees the node; NULL is allowed. LIMB_ERROR_IO: the
// recording is incomplete.
// Nullable: ros
LIMB_API limb_status limb_ros_stop(limb_ros *ros);

// Publishes the robot: its description and its fixed joints at once, the others as values arrive.
// To be called again if the robot changed. The robot may be freed afterwards.
LIMB_API LIMB_MUST_CHECK limb_status limb_ros_show(limb_ros *ros, const limb_robot *robot);
// The time that stamps messages, ns since 1970: that of /clock with use_sim_time.
LIMB_API int64_t limb_ros_now(const limb_ros *ros);
// Publishes a JointState, stamped with the present time.
LIMB_API limb_status limb_ros_send_joints(limb_ros *ros, const char *const *name,
                                          const double *position, int count);
// Handles arriving messages for at most the given time; may return earlier. Meanwhile a DDS thread
// publishes transforms as soon as joint states arrive; between the calls they are queued.
LIMB_API void limb_ros_spin(limb_ros *ros, double seconds);

typedef struct limb_ros_counts {
    uint64_t received;  // JointState and MultiDOFJointState messages
    uint64_t published; // messages on /tf
    uint64_t throttled; // received too soon after the last
    uint64_t ignored;   // malformed, or with different numbers of names and values
    double handling;    // s spent on messages, from receiving them to having sent their transforms
    int nother;         // other nodes that now publish joint states
    int foxglove_port;  // 0: not served
    int domain;         // of the network
    bool is_local;      // restricted to this machine, by an option or the environment
} limb_ros_counts;
LIMB_API void limb_ros_count(const limb_ros *ros, limb_ros_counts *out);

//---- joint values to publish ---------------------------------------------------------------------

// The joints that joint_state_publisher would publish, in document order: all with one coordinate,
// including mimic joints, unless they lack limits. Limits are those of <limit> within those of the
// safety controller; a continuous joint has -pi .. pi; zero is the position of limb_neutral: 0, or
// the middle if 0 is outside.
typedef struct limb_joint_list {
    int count;
    const char *const *name; // copies
    const double *min, *max; // rad or m                                        (count)
    const double *zero;      //                                                 (count)
    const int *source;       // joint of this list that it follows, -1: none    (count)
    const double *multiplier, *offset;
    int nleft_out; // joints of one coordinate without limits
} limb_joint_list;

LIMB_API LIMB_MUST_CHECK limb_status limb_joint_list_build(limb_joint_list **out,
                                                           const limb_robot *robot);
// Nullable: list
LIMB_API void limb_joint_list_free(limb_joint_list *list);
// Clamps values to their limits and updates mimic joints; chains are composed.
LIMB_API void limb_joint_list_settle(const limb_joint_list *list, double *position);
// Sets the zero of a joint, as joint_state_publisher's parameter zeros does; joints that mimic it
// follow. Returns false if there is no such joint, it mimics another, or the value is not finite.
LIMB_API bool limb_joint_list_set_zero(limb_joint_list *list, const char *name, double value);
LIMB_API int limb_joint_list_find(const limb_joint_list *list, const char *name); // -1: none

//---- what is on the network ----------------------------------------------------------------------

typedef struct limb_ros_topic {
    const char *name; // "/joint_states"
    const char *type; // "sensor_msgs/msg/JointState"
    int npublisher, nsubscriber;
    const char *qos; // of the publishers, else of the subscribers: "reliable, transient local";
                     // "mixed" where they differ
} limb_ros_topic;

typedef struct limb_ros_topics {
    int count;
    const limb_ros_topic *topic; // by name
} limb_ros_topics;

// Joins the network and collects topics for the given time (0: 2 s). all: also DDS topics that are
// not ROS topics.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_ros_topics_collect(limb_ros_topics **out,
                                                             const limb_ros_opts *opts,
                                                             double seconds, bool all);
// Nullable: topics
LIMB_API void limb_ros_topics_free(limb_ros_topics *topics);

typedef struct limb_ros_listener limb_ros_listener;

// Joins the network and subscribes to a topic, "/tf" or "tf", with the quality of service that its
// publishers offer. type: "tf2_msgs/msg/TFMessage"; NULL: that of the first publisher, which is
// awaited for at most the given time. LIMB_ERROR_INPUT: no publisher appeared;
// LIMB_ERROR_UNSUPPORTED: an unknown type; opts->message gives the details.
// Nullable: opts, type
LIMB_API LIMB_MUST_CHECK limb_status limb_ros_listen(limb_ros_listener **out,
                                                     const limb_ros_opts *opts, const char *topic,
                                                     const char *type, double seconds);
// Nullable: listener
LIMB_API void limb_ros_listener_free(limb_ros_listener *listener);
// Waits for a message and writes it: as one line of JSON, or as YAML that ends with a line
// "---". LIMB_ERROR_LIMIT: none arrived in time; LIMB_ERROR_INPUT: one arrived that does not
// match its type.
LIMB_API LIMB_MUST_CHECK limb_status limb_ros_listener_next(limb_ros_listener *listener,
                                                            double seconds, bool json,
                                                            limb_write_fn *write, void *ctx);

//---- recordings ----------------------------------------------------------------------------------

// The JointState messages of an MCAP file, ordered by time. Chunks may be compressed with
// zstd or LZ4.
typedef struct limb_recording limb_recording;

typedef struct limb_recorded_joints {
    double time; // s since the first
    int count;
    const limb_text *name; // not NUL-terminated; all valid until the next call
    const double *position;
} limb_recorded_joints;

// Opens a recording. topic: only its messages; NULL: all. A broken chunk is left out, and a file
// that was cut off is read up to there. LIMB_ERROR_INPUT: not an MCAP file. reason (200 bytes)
// describes every failure. Reading needs memory for the largest chunk, and 40 bytes for each
// message.
// Nullable: topic, reason
LIMB_API LIMB_MUST_CHECK limb_status limb_recording_open(limb_recording **out, const char *path,
                                                         const char *topic, char *reason);
// Nullable: recording
LIMB_API void limb_recording_free(limb_recording *recording);
LIMB_API int limb_recording_count(const limb_recording *recording);
// What could not be read when it was opened: chunks that are left out, and the end of a file that
// was cut off. 0: the file is whole.
LIMB_API int limb_recording_count_damage(const limb_recording *recording);
// Reads the message with that index. LIMB_ERROR_INPUT: it is malformed.
LIMB_API LIMB_MUST_CHECK limb_status limb_recording_read(limb_recording *recording, int index,
                                                         limb_recorded_joints *out);

#ifdef __cplusplus
}
#endif
#endif // LIMB_ROS_H
