// Message definitions in ROS notation. They describe the encoding to Foxglove and MCAP, and to the
// printer of limb echo.
#include "services/messages/message_types.h"

#include <string.h>

typedef struct definition {
    const char *name; // "pkg/Name"
    const char *fields;
} definition;

enum { MAX_NESTED = 16 }; // distinct nested message types in a message; far more than any below has

static const definition definitions[] = {
    {"builtin_interfaces/Time", "int32 sec\nuint32 nanosec\n"},
    {"builtin_interfaces/Duration", "int32 sec\nuint32 nanosec\n"},
    {"std_msgs/Header", "builtin_interfaces/Time stamp\nstring frame_id\n"},
    {"std_msgs/String", "string data\n"},
    {"geometry_msgs/Vector3", "float64 x\nfloat64 y\nfloat64 z\n"},
    {"geometry_msgs/Point", "float64 x\nfloat64 y\nfloat64 z\n"},
    {"geometry_msgs/Quaternion", "float64 x\nfloat64 y\nfloat64 z\nfloat64 w\n"},
    {"geometry_msgs/Transform",
     "geometry_msgs/Vector3 translation\ngeometry_msgs/Quaternion rotation\n"},
    {"geometry_msgs/TransformStamped",
     "std_msgs/Header header\nstring child_frame_id\ngeometry_msgs/Transform transform\n"},
    {"geometry_msgs/Pose", "geometry_msgs/Point position\ngeometry_msgs/Quaternion orientation\n"},
    {"geometry_msgs/PoseStamped", "std_msgs/Header header\ngeometry_msgs/Pose pose\n"},
    {"geometry_msgs/PoseWithCovariance", "geometry_msgs/Pose pose\nfloat64[36] covariance\n"},
    {"geometry_msgs/Twist", "geometry_msgs/Vector3 linear\ngeometry_msgs/Vector3 angular\n"},
    {"geometry_msgs/TwistStamped", "std_msgs/Header header\ngeometry_msgs/Twist twist\n"},
    {"geometry_msgs/TwistWithCovariance", "geometry_msgs/Twist twist\nfloat64[36] covariance\n"},
    {"geometry_msgs/Wrench", "geometry_msgs/Vector3 force\ngeometry_msgs/Vector3 torque\n"},
    {"geometry_msgs/WrenchStamped", "std_msgs/Header header\ngeometry_msgs/Wrench wrench\n"},
    {"tf2_msgs/TFMessage", "geometry_msgs/TransformStamped[] transforms\n"},
    {"sensor_msgs/JointState", "std_msgs/Header header\nstring[] name\nfloat64[] position\n"
                               "float64[] velocity\nfloat64[] effort\n"},
    {"sensor_msgs/MultiDOFJointState",
     "std_msgs/Header header\nstring[] joint_names\ngeometry_msgs/Transform[] transforms\n"
     "geometry_msgs/Twist[] twist\ngeometry_msgs/Wrench[] wrench\n"},
    {"sensor_msgs/Imu",
     "std_msgs/Header header\ngeometry_msgs/Quaternion orientation\n"
     "float64[9] orientation_covariance\ngeometry_msgs/Vector3 angular_velocity\n"
     "float64[9] angular_velocity_covariance\ngeometry_msgs/Vector3 linear_acceleration\n"
     "float64[9] linear_acceleration_covariance\n"},
    {"nav_msgs/Odometry",
     "std_msgs/Header header\nstring child_frame_id\ngeometry_msgs/PoseWithCovariance pose\n"
     "geometry_msgs/TwistWithCovariance twist\n"},
    {"trajectory_msgs/JointTrajectoryPoint",
     "float64[] positions\nfloat64[] velocities\nfloat64[] accelerations\nfloat64[] effort\n"
     "builtin_interfaces/Duration time_from_start\n"},
    {"trajectory_msgs/JointTrajectory", "std_msgs/Header header\nstring[] joint_names\n"
                                        "trajectory_msgs/JointTrajectoryPoint[] points\n"},
    {"rosgraph_msgs/Clock", "builtin_interfaces/Time clock\n"},
    {"rcl_interfaces/Log", "builtin_interfaces/Time stamp\nuint8 level\nstring name\nstring msg\n"
                           "string file\nstring function\nuint32 line\n"},
};

static int find(const char *name, size_t size);
static int add_nested(int message, int *list, int count);

const char *limb__find_definition(const char *name, size_t size)
{
    const int found = find(name, size);
    return found >= 0 ? definitions[found].fields : NULL;
}

void limb__write_schema(limb__builder *out, const limb__message_type *type)
{
    // definitions use "pkg/Name" for "pkg/msg/Name"
    char name[LIMB__TYPE_NAME_SIZE];
    const char *slash = strchr(type->name, '/');
    const size_t package = (size_t)(slash - type->name);
    memcpy(name, type->name, package);
    strcpy(name + package, slash + strlen("/msg"));
    int list[MAX_NESTED] = {find(name, strlen(name))};
    int count = 1;
    for (int i = 0; i < count; i++) {
        if (i > 0) {
            limb__builder_repeat(out, '=', 80);
            limb__builder_text(out, "\nMSG: ");
            limb__builder_text(out, definitions[list[i]].name);
            limb__builder_char(out, '\n');
        }
        limb__builder_text(out, definitions[list[i]].fields);
        count = add_nested(list[i], list, count);
    }
}

static int find(const char *name, size_t size)
{
    for (int i = 0; i < (int)(sizeof definitions / sizeof definitions[0]); i++) {
        const char *known = definitions[i].name;
        if (strlen(known) == size && memcmp(known, name, size) == 0) return i;
    }
    return -1;
}

// Adds the message types of a message's fields that are not in the list yet. Returns
// its new length.
static int add_nested(int message, int *list, int count)
{
    for (const char *line = definitions[message].fields; *line; line = strchr(line, '\n') + 1) {
        const int nested = find(line, strcspn(line, " ["));
        bool is_new = nested >= 0 && count < MAX_NESTED;
        for (int i = 0; i < count; i++)
            is_new = is_new && list[i] != nested;
        if (is_new) list[count++] = nested;
    }
    return count;
}
