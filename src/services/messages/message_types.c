// The table of message types, and their encoding.
#include "services/messages/message_types.h"

#include <dds/ddsi/ddsi_cdrstream.h>
#include <messages.h>
#include <stdio.h>
#include <string.h>

enum { XCDR1 = 1, FIRST_ROOM = 8192 };

#define HASH(hex) "RIHS01_" hex

const limb__message_type limb__type_string = {
    "std_msgs/msg/String", &std_msgs_msg_dds__String__desc,
    HASH("df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18")};
const limb__message_type limb__type_joint_state = {
    "sensor_msgs/msg/JointState", &sensor_msgs_msg_dds__JointState__desc,
    HASH("a13ee3a330e346c9d87b5aa18d24e11690752bd33a0350f11c5882bc9179260e")};
const limb__message_type limb__type_multi_joint_state = {
    "sensor_msgs/msg/MultiDOFJointState", &sensor_msgs_msg_dds__MultiDOFJointState__desc, NULL};
const limb__message_type limb__type_tf = {
    "tf2_msgs/msg/TFMessage", &tf2_msgs_msg_dds__TFMessage__desc,
    HASH("e369d0f05a23ae52508854b66f6aa0437f3449d652e8cbf22d5abe85d020f087")};

// used only by limb echo
static const limb__message_type other[] = {
    {"geometry_msgs/msg/TransformStamped", &geometry_msgs_msg_dds__TransformStamped__desc, NULL},
    {"geometry_msgs/msg/PoseStamped", &geometry_msgs_msg_dds__PoseStamped__desc, NULL},
    {"geometry_msgs/msg/Twist", &geometry_msgs_msg_dds__Twist__desc, NULL},
    {"geometry_msgs/msg/TwistStamped", &geometry_msgs_msg_dds__TwistStamped__desc, NULL},
    {"geometry_msgs/msg/WrenchStamped", &geometry_msgs_msg_dds__WrenchStamped__desc, NULL},
    {"sensor_msgs/msg/Imu", &sensor_msgs_msg_dds__Imu__desc, NULL},
    {"nav_msgs/msg/Odometry", &nav_msgs_msg_dds__Odometry__desc, NULL},
    {"trajectory_msgs/msg/JointTrajectory", &trajectory_msgs_msg_dds__JointTrajectory__desc, NULL},
    {"rosgraph_msgs/msg/Clock", &rosgraph_msgs_msg_dds__Clock__desc, NULL},
    {"rcl_interfaces/msg/Log", &rcl_interfaces_msg_dds__Log__desc, NULL},
};

static bool is_named(const limb__message_type *type, const char *name);

const limb__message_type *limb__find_type(const char *name)
{
    static const limb__message_type *const ours[] = {&limb__type_string, &limb__type_joint_state,
                                                     &limb__type_multi_joint_state, &limb__type_tf};
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
        if (is_named(ours[i], name)) return ours[i];
    }
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        if (is_named(&other[i], name)) return &other[i];
    }
    return NULL;
}

void limb__type_ros_name(const char *wire, char name[LIMB__TYPE_NAME_SIZE])
{
    static const char middle[] = "::dds_::";
    const char *found = strstr(wire, middle);
    const char *first = strstr(wire, "::");
    const size_t length = strlen(wire);
    if (!found || first == found || length == 0 || wire[length - 1] != '_') {
        snprintf(name, LIMB__TYPE_NAME_SIZE, "%s", wire);
        return;
    }
    const char *last = found + strlen(middle);
    snprintf(name, LIMB__TYPE_NAME_SIZE, "%.*s/%.*s/%.*s", (int)(first - wire), wire,
             (int)(found - first - 2), first + 2, (int)(wire + length - 1 - last), last);
}

bool limb__encode(limb__builder *out, const limb__message_type *type, const void *message)
{
    static const unsigned char header[] = {0, 1, 0, 0}; // plain CDR, little endian
    dds_ostreamLE_t stream;
    dds_ostreamLE_init(&stream, FIRST_ROOM, XCDR1);
    const bool written = dds_stream_writeLE(&stream, message, type->descriptor->m_ops) != NULL;
    if (written) {
        limb__builder_bytes(out, header, sizeof header);
        limb__builder_bytes(out, stream.x.m_buffer, stream.x.m_index);
    }
    dds_ostreamLE_fini(&stream);
    return written && !out->failed;
}

static bool is_named(const limb__message_type *type, const char *name)
{
    if (strcmp(type->name, name) == 0 || strcmp(type->descriptor->m_typename, name) == 0)
        return true;
    // without "/msg"
    const size_t package = strcspn(type->name, "/");
    return strncmp(type->name, name, package) == 0 &&
           strcmp(type->name + package + strlen("/msg"), name + package) == 0;
}
