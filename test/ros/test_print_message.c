// Tests of messages as text: JSON and YAML, and bytes that are not a message.
#define _XOPEN_SOURCE 700 // strdup

#include "base/memory.h"
#include "harness.h"
#include "services/dds/clock.h"
#include "services/messages/joint_message.h"
#include "services/messages/print_message.h"

#include <math.h>
#include <messages.h>
#include <stdlib.h>
#include <string.h>

static char shoulder[] = "shoulder", elbow[] = "an elbow", frame[] = "base";

static void encode_joints(limb__builder *out)
{
    char *name[] = {shoulder, elbow};
    double position[] = {0.1, -2}, effort[] = {NAN, INFINITY};
    sensor_msgs_msg_dds__JointState_ message;
    memset(&message, 0, sizeof message);
    message.header.stamp.sec = -1;
    message.header.stamp.nanosec = 7;
    message.header.frame_id = frame;
    message.name._buffer = name;
    message.name._length = 2;
    message.position._buffer = position;
    message.position._length = 2;
    message.effort._buffer = effort;
    message.effort._length = 2;
    limb__builder_init(out, limb__memory(NULL));
    ENSURE(limb__encode(out, &limb__type_joint_state, &message));
}

static char *print(const limb__message_type *type, const limb__builder *bytes, bool json)
{
    limb__builder text;
    limb__builder_init(&text, limb__memory(NULL));
    ENSURE(limb__print_message(&text, type, bytes->data, bytes->size, json) == LIMB_OK);
    char *copy = strdup(limb__builder_nul(&text));
    limb__builder_free(&text);
    return copy;
}

TEST(joint_state_as_json_and_yaml)
{
    limb__builder bytes;
    encode_joints(&bytes);
    char *json = print(&limb__type_joint_state, &bytes, true);
    ENSURE_TEXT(json, "{\"header\":{\"stamp\":{\"sec\":-1,\"nanosec\":7},\"frame_id\":\"base\"},"
                      "\"name\":[\"shoulder\",\"an elbow\"],\"position\":[0.1,-2],"
                      "\"velocity\":[],\"effort\":[null,null]}\n");
    free(json);
    char *yaml = print(&limb__type_joint_state, &bytes, false);
    ENSURE_TEXT(yaml, "header:\n  stamp:\n    sec: -1\n    nanosec: 7\n  frame_id: base\n"
                      "name:\n- shoulder\n- \"an elbow\"\nposition:\n- 0.1\n- -2\n"
                      "velocity: []\neffort:\n- .nan\n- .inf\n---\n");
    free(yaml);
    limb__builder_free(&bytes);
}

TEST(lists_of_messages_as_yaml)
{
    geometry_msgs_msg_dds__TransformStamped_ one;
    memset(&one, 0, sizeof one);
    one.header.frame_id = frame;
    one.child_frame_id = shoulder;
    one.transform.rotation.w = 1;
    tf2_msgs_msg_dds__TFMessage_ message = {.transforms = {1, 1, &one, false}};
    limb__builder bytes;
    limb__builder_init(&bytes, limb__memory(NULL));
    ENSURE(limb__encode(&bytes, &limb__type_tf, &message));
    char *yaml = print(&limb__type_tf, &bytes, false);
    ENSURE_TEXT(yaml, "transforms:\n- header:\n    stamp:\n      sec: 0\n      nanosec: 0\n"
                      "    frame_id: base\n  child_frame_id: shoulder\n  transform:\n"
                      "    translation:\n      x: 0\n      y: 0\n      z: 0\n"
                      "    rotation:\n      x: 0\n      y: 0\n      z: 0\n      w: 1\n---\n");
    free(yaml);
    limb__builder_free(&bytes);
}

TEST(lines_of_text_are_a_block_of_yaml)
{
    static const struct {
        char text[24];
        const char *yaml;
    } list[] = {
        {"<robot>\n</robot>\n", "data: |2\n  <robot>\n  </robot>\n---\n"},
        {"a\nb", "data: |2-\n  a\n  b\n---\n"},
        {"  a\n\nb\n", "data: |2\n    a\n\n  b\n---\n"},
        {"a\n\n", "data: |2+\n  a\n\n---\n"},
        {"\n", "data: |2+\n\n---\n"},
        // what is not one line after the other as written
        {"a\r\nb", "data: \"a\\r\\nb\"\n---\n"},
        {"a\n\x1b[0m", "data: \"a\\n\\u001b[0m\"\n---\n"},
        {"a b", "data: \"a b\"\n---\n"},
        {"", "data: \"\"\n---\n"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        char text[sizeof list[i].text];
        memcpy(text, list[i].text, sizeof text);
        const std_msgs_msg_dds__String_ message = {.data = text};
        limb__builder bytes;
        limb__builder_init(&bytes, limb__memory(NULL));
        ENSURE(limb__encode(&bytes, &limb__type_string, &message));
        char *yaml = print(&limb__type_string, &bytes, false);
        ENSURE_TEXT(yaml, list[i].yaml);
        free(yaml);
        limb__builder_free(&bytes);
    }
}

// Every known type has a definition that reads exactly the bytes that idlc's code writes.
TEST(definitions_agree_with_the_encoding)
{
    static const char *const name[] = {
        "std_msgs/msg/String",
        "sensor_msgs/msg/JointState",
        "sensor_msgs/msg/MultiDOFJointState",
        "sensor_msgs/msg/Imu",
        "tf2_msgs/msg/TFMessage",
        "geometry_msgs/msg/TransformStamped",
        "geometry_msgs/msg/PoseStamped",
        "geometry_msgs/msg/Twist",
        "geometry_msgs/msg/TwistStamped",
        "geometry_msgs/msg/WrenchStamped",
        "nav_msgs/msg/Odometry",
        "trajectory_msgs/msg/JointTrajectory",
        "rosgraph_msgs/msg/Clock",
        "rcl_interfaces/msg/Log",
    };
    for (size_t i = 0; i < sizeof name / sizeof name[0]; i++) {
        const limb__message_type *type = limb__find_type(name[i]);
        ENSURE(type != NULL);
        char ros_name[LIMB__TYPE_NAME_SIZE];
        limb__type_ros_name(type->descriptor->m_typename, ros_name);
        ENSURE_TEXT(ros_name, name[i]);
        void *empty = calloc(1, type->descriptor->m_size);
        limb__builder bytes, text, schema;
        limb__builder_init(&bytes, limb__memory(NULL));
        limb__builder_init(&text, limb__memory(NULL));
        limb__builder_init(&schema, limb__memory(NULL));
        ENSURE(limb__encode(&bytes, type, empty));
        ENSURE(limb__print_message(&text, type, bytes.data, bytes.size, true) == LIMB_OK);
        // one byte less is not the message
        text.size = 0;
        ENSURE(limb__print_message(&text, type, bytes.data, bytes.size - 1, true) ==
               LIMB_ERROR_INPUT);
        limb__write_schema(&schema, type);
        ENSURE(schema.size > 0);
        limb__builder_free(&schema);
        limb__builder_free(&text);
        limb__builder_free(&bytes);
        free(empty);
    }
}

TEST(other_names_of_types_are_found)
{
    ENSURE(limb__find_type("sensor_msgs/JointState") == &limb__type_joint_state);
    ENSURE(limb__find_type("sensor_msgs::msg::dds_::JointState_") == &limb__type_joint_state);
    ENSURE(limb__find_type("sensor_msgs/msg/Nothing") == NULL);
    ENSURE(limb__find_type("") == NULL);
    ENSURE(limb__find_type("sensor_msgs") == NULL);
}

//---- bytes that are not a message ----------------------------------------------------------------

// Reading in place and printing agree about what is a message, and neither leaves the bytes.
static void try_bytes(const char *bytes, size_t size, limb__joint_message *joints,
                      limb__builder *text)
{
    char *exact = malloc(size > 0 ? size : 1); // so that a sanitizer sees a read after it
    memcpy(exact, bytes, size);
    const limb_status read = limb__joint_message_read(joints, exact, size);
    text->size = 0;
    const limb_status printed =
        limb__print_message(text, &limb__type_joint_state, exact, size, false);
    ENSURE((read == LIMB_OK) == (printed == LIMB_OK));
    limb__joint_message_read_poses(joints, exact, size);
    text->size = 0;
    limb__print_message(text, &limb__type_tf, exact, size, true);
    free(exact);
}

TEST(cut_and_changed_messages_are_refused_or_read)
{
    limb__builder bytes, text;
    limb__joint_message joints = {0};
    encode_joints(&bytes);
    limb__builder_init(&text, limb__memory(NULL));
    for (size_t size = 0; size < bytes.size; size++) {
        try_bytes(bytes.data, size, &joints, &text);
        ENSURE(limb__joint_message_read(&joints, bytes.data, size) == LIMB_ERROR_INPUT);
    }
    ENSURE(limb__joint_message_read(&joints, bytes.data, bytes.size) == LIMB_OK);
    ENSURE_INT(joints.nname, 2);
    limb_test_rng rng = {5};
    for (int i = 0; i < LIMB_TEST_COUNT(100000); i++) {
        char changed[512];
        memcpy(changed, bytes.data, bytes.size);
        const int nchange = 1 + limb_test_below(&rng, 4);
        for (int k = 0; k < nchange; k++)
            changed[limb_test_below(&rng, (int)bytes.size)] = (char)limb_test_next(&rng);
        try_bytes(changed, bytes.size, &joints, &text);
    }
    // nobody made room for what senders invented
    ENSURE(joints.name_capacity < 1000);
    ENSURE(joints.value_capacity < 1000);
    limb__joint_message_free(&joints);
    limb__builder_free(&text);
    limb__builder_free(&bytes);
}

TEST(the_other_byte_order_is_read)
{
    static const unsigned char big[] = {0, 0, 0, 0,                   // big endian
                                        0, 0, 0, 1, 0,    0,    0, 2, // stamp
                                        0, 0, 0, 1, 0,    0,    0, 0, // frame_id, padding
                                        0, 0, 0, 1, 0,    0,    0, 2, 'j', 0, 0, 0, // one name
                                        0, 0, 0, 1, 0x3f, 0xf8, 0, 0, 0,   0, 0, 0, // 1.5
                                        0, 0, 0, 0, 0,    0,    0, 0};
    limb__joint_message joints = {0};
    ENSURE(limb__joint_message_read(&joints, big, sizeof big) == LIMB_OK);
    ENSURE(joints.stamp == 1000000002);
    ENSURE_INT(joints.nvalue, 1);
    ENSURE_NEAR(joints.value[0], 1.5, 0);
    limb__joint_message_free(&joints);
}
