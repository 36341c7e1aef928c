// The shape of URDF: the table, and names to enumerators.
//
// Names are told apart by length and then by one comparison of constant size, which compilers turn
// into integer compares: no hashing and no loop over candidates on the way of every element.
#include "urdf/schema.h"

#include <string.h>

#define TAG(name)     LIMB__BIT(LIMB__TAG_##name)
#define KEY(name)     LIMB__BIT(LIMB__KEY_##name)
#define SHAPES        (TAG(BOX) | TAG(CYLINDER) | TAG(SPHERE) | TAG(CAPSULE) | TAG(MESH))
#define INERTIA_KEYS  (KEY(IXX) | KEY(IXY) | KEY(IXZ) | KEY(IYY) | KEY(IYZ) | KEY(IZZ))
#define CYLINDER_KEYS (KEY(RADIUS) | KEY(LENGTH))

// clang-format off
const limb__schema limb__schema_of[LIMB__TAG_COUNT] = {
    [LIMB__TAG_ROBOT] = {.name = "robot", .key = KEY(NAME) | KEY(VERSION),
        .child = TAG(MATERIAL) | TAG(LINK) | TAG(JOINT) | TAG(TRANSMISSION) | TAG(GAZEBO) | TAG(SENSOR) |
                 TAG(ROS2_CONTROL) | TAG(MODEL_STATE),
        .many = ~(uint64_t)0},
    [LIMB__TAG_ORIGIN] = {.name = "origin", .key = KEY(XYZ) | KEY(RPY) | KEY(QUAT_XYZW)},
    [LIMB__TAG_MATERIAL] = {.name = "material", .key = KEY(NAME), .child = TAG(COLOR) | TAG(TEXTURE)},
    [LIMB__TAG_LINK] = {.name = "link", .key = KEY(NAME),
        .child = TAG(INERTIAL) | TAG(VISUAL) | TAG(COLLISION), .many = TAG(VISUAL) | TAG(COLLISION)},
    [LIMB__TAG_JOINT] = {.name = "joint", .key = KEY(NAME) | KEY(TYPE),
        .child = TAG(ORIGIN) | TAG(PARENT) | TAG(CHILD) | TAG(AXIS) | TAG(LIMIT) | TAG(DYNAMICS) | TAG(MIMIC) |
                 TAG(SAFETY_CONTROLLER) | TAG(CALIBRATION)},
    [LIMB__TAG_TRANSMISSION] = {.name = "transmission"},
    [LIMB__TAG_GAZEBO] = {.name = "gazebo"},
    [LIMB__TAG_SENSOR] = {.name = "sensor"},
    [LIMB__TAG_ROS2_CONTROL] = {.name = "ros2_control"},
    [LIMB__TAG_MODEL_STATE] = {.name = "model_state"},
    [LIMB__TAG_INERTIAL] = {.name = "inertial", .child = TAG(ORIGIN) | TAG(MASS) | TAG(INERTIA),
        .required_child = TAG(MASS) | TAG(INERTIA)},
    [LIMB__TAG_VISUAL] = {.name = "visual", .key = KEY(NAME), .child = TAG(ORIGIN) | TAG(GEOMETRY) | TAG(MATERIAL)},
    [LIMB__TAG_COLLISION] = {.name = "collision", .key = KEY(NAME), .child = TAG(ORIGIN) | TAG(GEOMETRY)},
    [LIMB__TAG_MASS] = {.name = "mass", .key = KEY(VALUE), .required_key = KEY(VALUE)},
    [LIMB__TAG_INERTIA] = {.name = "inertia", .key = INERTIA_KEYS, .required_key = INERTIA_KEYS},
    [LIMB__TAG_GEOMETRY] = {.name = "geometry", .child = SHAPES},
    [LIMB__TAG_BOX] = {.name = "box", .key = KEY(SIZE), .required_key = KEY(SIZE)},
    [LIMB__TAG_CYLINDER] = {.name = "cylinder", .key = CYLINDER_KEYS, .required_key = CYLINDER_KEYS},
    [LIMB__TAG_SPHERE] = {.name = "sphere", .key = KEY(RADIUS), .required_key = KEY(RADIUS)},
    [LIMB__TAG_CAPSULE] = {.name = "capsule", .key = CYLINDER_KEYS, .required_key = CYLINDER_KEYS},
    [LIMB__TAG_MESH] = {.name = "mesh", .key = KEY(FILENAME) | KEY(SCALE), .required_key = KEY(FILENAME)},
    [LIMB__TAG_COLOR] = {.name = "color", .key = KEY(RGBA), .required_key = KEY(RGBA)},
    [LIMB__TAG_TEXTURE] = {.name = "texture", .key = KEY(FILENAME), .required_key = KEY(FILENAME)},
    [LIMB__TAG_PARENT] = {.name = "parent", .key = KEY(LINK)},
    [LIMB__TAG_CHILD] = {.name = "child", .key = KEY(LINK)},
    [LIMB__TAG_AXIS] = {.name = "axis", .key = KEY(XYZ), .required_key = KEY(XYZ)},
    [LIMB__TAG_LIMIT] = {.name = "limit", .key = KEY(LOWER) | KEY(UPPER) | KEY(EFFORT) | KEY(VELOCITY) |
                                         KEY(ACCELERATION) | KEY(DECELERATION) | KEY(JERK)},
    [LIMB__TAG_DYNAMICS] = {.name = "dynamics", .key = KEY(DAMPING) | KEY(FRICTION)},
    [LIMB__TAG_MIMIC] = {.name = "mimic", .key = KEY(JOINT) | KEY(MULTIPLIER) | KEY(OFFSET)},
    [LIMB__TAG_SAFETY_CONTROLLER] = {.name = "safety_controller",
        .key = KEY(SOFT_LOWER_LIMIT) | KEY(SOFT_UPPER_LIMIT) | KEY(K_POSITION) | KEY(K_VELOCITY)},
    [LIMB__TAG_CALIBRATION] = {.name = "calibration", .key = KEY(RISING) | KEY(FALLING)},
};

const char *const limb__key_name[LIMB__KEY_COUNT] = {
    [LIMB__KEY_OTHER] = "", [LIMB__KEY_NAME] = "name", [LIMB__KEY_VERSION] = "version",
    [LIMB__KEY_TYPE] = "type", [LIMB__KEY_XYZ] = "xyz", [LIMB__KEY_RPY] = "rpy",
    [LIMB__KEY_QUAT_XYZW] = "quat_xyzw", [LIMB__KEY_VALUE] = "value", [LIMB__KEY_IXX] = "ixx",
    [LIMB__KEY_IXY] = "ixy", [LIMB__KEY_IXZ] = "ixz", [LIMB__KEY_IYY] = "iyy",
    [LIMB__KEY_IYZ] = "iyz", [LIMB__KEY_IZZ] = "izz", [LIMB__KEY_SIZE] = "size",
    [LIMB__KEY_RADIUS] = "radius", [LIMB__KEY_LENGTH] = "length",
    [LIMB__KEY_FILENAME] = "filename", [LIMB__KEY_SCALE] = "scale", [LIMB__KEY_RGBA] = "rgba",
    [LIMB__KEY_LINK] = "link", [LIMB__KEY_LOWER] = "lower", [LIMB__KEY_UPPER] = "upper",
    [LIMB__KEY_EFFORT] = "effort", [LIMB__KEY_VELOCITY] = "velocity",
    [LIMB__KEY_ACCELERATION] = "acceleration", [LIMB__KEY_DECELERATION] = "deceleration",
    [LIMB__KEY_JERK] = "jerk", [LIMB__KEY_DAMPING] = "damping",
    [LIMB__KEY_FRICTION] = "friction", [LIMB__KEY_JOINT] = "joint",
    [LIMB__KEY_MULTIPLIER] = "multiplier", [LIMB__KEY_OFFSET] = "offset",
    [LIMB__KEY_SOFT_LOWER_LIMIT] = "soft_lower_limit",
    [LIMB__KEY_SOFT_UPPER_LIMIT] = "soft_upper_limit", [LIMB__KEY_K_POSITION] = "k_position",
    [LIMB__KEY_K_VELOCITY] = "k_velocity", [LIMB__KEY_RISING] = "rising",
    [LIMB__KEY_FALLING] = "falling", [LIMB__KEY_REFERENCE] = "reference",
};
// clang-format on

#define TRY(text, result)                                                                          \
    if (memcmp(name, text, sizeof(text) - 1) == 0) return (result)

limb__tag limb__tag_of(const char *name, size_t size)
{
    switch (size) {
    case 3:
        TRY("box", LIMB__TAG_BOX);
        break;
    case 4:
        TRY("link", LIMB__TAG_LINK);
        TRY("mass", LIMB__TAG_MASS);
        TRY("axis", LIMB__TAG_AXIS);
        TRY("mesh", LIMB__TAG_MESH);
        break;
    case 5:
        TRY("joint", LIMB__TAG_JOINT);
        TRY("child", LIMB__TAG_CHILD);
        TRY("limit", LIMB__TAG_LIMIT);
        TRY("color", LIMB__TAG_COLOR);
        TRY("mimic", LIMB__TAG_MIMIC);
        TRY("robot", LIMB__TAG_ROBOT);
        break;
    case 6:
        TRY("origin", LIMB__TAG_ORIGIN);
        TRY("visual", LIMB__TAG_VISUAL);
        TRY("parent", LIMB__TAG_PARENT);
        TRY("sphere", LIMB__TAG_SPHERE);
        TRY("gazebo", LIMB__TAG_GAZEBO);
        TRY("sensor", LIMB__TAG_SENSOR);
        break;
    case 7:
        TRY("inertia", LIMB__TAG_INERTIA);
        TRY("texture", LIMB__TAG_TEXTURE);
        TRY("capsule", LIMB__TAG_CAPSULE);
        break;
    case 8:
        TRY("geometry", LIMB__TAG_GEOMETRY);
        TRY("inertial", LIMB__TAG_INERTIAL);
        TRY("material", LIMB__TAG_MATERIAL);
        TRY("dynamics", LIMB__TAG_DYNAMICS);
        TRY("cylinder", LIMB__TAG_CYLINDER);
        break;
    case 9:
        TRY("collision", LIMB__TAG_COLLISION);
        break;
    case 11:
        TRY("calibration", LIMB__TAG_CALIBRATION);
        TRY("model_state", LIMB__TAG_MODEL_STATE);
        break;
    case 12:
        TRY("transmission", LIMB__TAG_TRANSMISSION);
        TRY("ros2_control", LIMB__TAG_ROS2_CONTROL);
        break;
    case 17:
        TRY("safety_controller", LIMB__TAG_SAFETY_CONTROLLER);
        break;
    default:
        break;
    }
    return LIMB__TAG_OTHER;
}

limb__key limb__key_of(const char *name, size_t size)
{
    switch (size) {
    case 3:
        TRY("xyz", LIMB__KEY_XYZ);
        TRY("rpy", LIMB__KEY_RPY);
        TRY("ixx", LIMB__KEY_IXX);
        TRY("ixy", LIMB__KEY_IXY);
        TRY("ixz", LIMB__KEY_IXZ);
        TRY("iyy", LIMB__KEY_IYY);
        TRY("iyz", LIMB__KEY_IYZ);
        TRY("izz", LIMB__KEY_IZZ);
        break;
    case 4:
        TRY("name", LIMB__KEY_NAME);
        TRY("link", LIMB__KEY_LINK);
        TRY("type", LIMB__KEY_TYPE);
        TRY("size", LIMB__KEY_SIZE);
        TRY("rgba", LIMB__KEY_RGBA);
        TRY("jerk", LIMB__KEY_JERK);
        break;
    case 5:
        TRY("value", LIMB__KEY_VALUE);
        TRY("lower", LIMB__KEY_LOWER);
        TRY("upper", LIMB__KEY_UPPER);
        TRY("scale", LIMB__KEY_SCALE);
        TRY("joint", LIMB__KEY_JOINT);
        break;
    case 6:
        TRY("radius", LIMB__KEY_RADIUS);
        TRY("length", LIMB__KEY_LENGTH);
        TRY("effort", LIMB__KEY_EFFORT);
        TRY("offset", LIMB__KEY_OFFSET);
        TRY("rising", LIMB__KEY_RISING);
        break;
    case 7:
        TRY("damping", LIMB__KEY_DAMPING);
        TRY("falling", LIMB__KEY_FALLING);
        TRY("version", LIMB__KEY_VERSION);
        break;
    case 8:
        TRY("velocity", LIMB__KEY_VELOCITY);
        TRY("filename", LIMB__KEY_FILENAME);
        TRY("friction", LIMB__KEY_FRICTION);
        break;
    case 9:
        TRY("quat_xyzw", LIMB__KEY_QUAT_XYZW);
        TRY("reference", LIMB__KEY_REFERENCE);
        break;
    case 10:
        TRY("k_velocity", LIMB__KEY_K_VELOCITY);
        TRY("k_position", LIMB__KEY_K_POSITION);
        TRY("multiplier", LIMB__KEY_MULTIPLIER);
        break;
    case 12:
        TRY("acceleration", LIMB__KEY_ACCELERATION);
        TRY("deceleration", LIMB__KEY_DECELERATION);
        break;
    case 16:
        TRY("soft_lower_limit", LIMB__KEY_SOFT_LOWER_LIMIT);
        TRY("soft_upper_limit", LIMB__KEY_SOFT_UPPER_LIMIT);
        break;
    default:
        break;
    }
    return LIMB__KEY_OTHER;
}
