// The shape of URDF: the table, and names to enumerators.
//
// The XML reader is given the two sets of words, so that every element and attribute of a document
// carries its enumerator when the robot is read.
#include "urdf/schema.h"

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

// The numbers of the slots follow from the multipliers: see base/words.h.
static const limb__word tag_word[LIMB__WORD_SLOTS] = {
    [2] = {"safety_controller", {17, LIMB__TAG_SAFETY_CONTROLLER}},
    [3] = {"mimic", {5, LIMB__TAG_MIMIC}},
    [20] = {"material", {8, LIMB__TAG_MATERIAL}},
    [26] = {"inertia", {7, LIMB__TAG_INERTIA}},
    [31] = {"joint", {5, LIMB__TAG_JOINT}},
    [36] = {"inertial", {8, LIMB__TAG_INERTIAL}},
    [37] = {"collision", {9, LIMB__TAG_COLLISION}},
    [40] = {"link", {4, LIMB__TAG_LINK}},
    [44] = {"mesh", {4, LIMB__TAG_MESH}},
    [58] = {"texture", {7, LIMB__TAG_TEXTURE}},
    [60] = {"limit", {5, LIMB__TAG_LIMIT}},
    [61] = {"visual", {6, LIMB__TAG_VISUAL}},
    [62] = {"robot", {5, LIMB__TAG_ROBOT}},
    [63] = {"dynamics", {8, LIMB__TAG_DYNAMICS}},
    [74] = {"geometry", {8, LIMB__TAG_GEOMETRY}},
    [80] = {"transmission", {12, LIMB__TAG_TRANSMISSION}},
    [82] = {"sphere", {6, LIMB__TAG_SPHERE}},
    [83] = {"origin", {6, LIMB__TAG_ORIGIN}},
    [86] = {"gazebo", {6, LIMB__TAG_GAZEBO}},
    [90] = {"child", {5, LIMB__TAG_CHILD}},
    [92] = {"axis", {4, LIMB__TAG_AXIS}},
    [94] = {"color", {5, LIMB__TAG_COLOR}},
    [98] = {"calibration", {11, LIMB__TAG_CALIBRATION}},
    [99] = {"ros2_control", {12, LIMB__TAG_ROS2_CONTROL}},
    [100] = {"parent", {6, LIMB__TAG_PARENT}},
    [105] = {"model_state", {11, LIMB__TAG_MODEL_STATE}},
    [113] = {"box", {3, LIMB__TAG_BOX}},
    [117] = {"capsule", {7, LIMB__TAG_CAPSULE}},
    [120] = {"sensor", {6, LIMB__TAG_SENSOR}},
    [122] = {"cylinder", {8, LIMB__TAG_CYLINDER}},
    [124] = {"mass", {4, LIMB__TAG_MASS}},
};
const limb__words limb__tag_words = {0xf0dfb4a5d8a064df, tag_word};

static const limb__word key_word[LIMB__WORD_SLOTS] = {
    [0] = {"value", {5, LIMB__KEY_VALUE}},
    [3] = {"iyy", {3, LIMB__KEY_IYY}},
    [8] = {"izz", {3, LIMB__KEY_IZZ}},
    [10] = {"falling", {7, LIMB__KEY_FALLING}},
    [11] = {"effort", {6, LIMB__KEY_EFFORT}},
    [15] = {"upper", {5, LIMB__KEY_UPPER}},
    [23] = {"rpy", {3, LIMB__KEY_RPY}},
    [24] = {"velocity", {8, LIMB__KEY_VELOCITY}},
    [27] = {"link", {4, LIMB__KEY_LINK}},
    [28] = {"type", {4, LIMB__KEY_TYPE}},
    [31] = {"soft_upper_limit", {16, LIMB__KEY_SOFT_UPPER_LIMIT}},
    [35] = {"name", {4, LIMB__KEY_NAME}},
    [36] = {"ixy", {3, LIMB__KEY_IXY}},
    [41] = {"iyz", {3, LIMB__KEY_IYZ}},
    [44] = {"jerk", {4, LIMB__KEY_JERK}},
    [50] = {"xyz", {3, LIMB__KEY_XYZ}},
    [54] = {"k_position", {10, LIMB__KEY_K_POSITION}},
    [59] = {"rgba", {4, LIMB__KEY_RGBA}},
    [61] = {"k_velocity", {10, LIMB__KEY_K_VELOCITY}},
    [62] = {"damping", {7, LIMB__KEY_DAMPING}},
    [72] = {"filename", {8, LIMB__KEY_FILENAME}},
    [74] = {"ixz", {3, LIMB__KEY_IXZ}},
    [75] = {"offset", {6, LIMB__KEY_OFFSET}},
    [76] = {"lower", {5, LIMB__KEY_LOWER}},
    [79] = {"radius", {6, LIMB__KEY_RADIUS}},
    [80] = {"length", {6, LIMB__KEY_LENGTH}},
    [81] = {"multiplier", {10, LIMB__KEY_MULTIPLIER}},
    [82] = {"version", {7, LIMB__KEY_VERSION}},
    [85] = {"quat_xyzw", {9, LIMB__KEY_QUAT_XYZW}},
    [94] = {"size", {4, LIMB__KEY_SIZE}},
    [97] = {"soft_lower_limit", {16, LIMB__KEY_SOFT_LOWER_LIMIT}},
    [98] = {"joint", {5, LIMB__KEY_JOINT}},
    [105] = {"acceleration", {12, LIMB__KEY_ACCELERATION}},
    [109] = {"rising", {6, LIMB__KEY_RISING}},
    [117] = {"deceleration", {12, LIMB__KEY_DECELERATION}},
    [121] = {"friction", {8, LIMB__KEY_FRICTION}},
    [122] = {"reference", {9, LIMB__KEY_REFERENCE}},
    [125] = {"scale", {5, LIMB__KEY_SCALE}},
    [126] = {"ixx", {3, LIMB__KEY_IXX}},
};
const limb__words limb__key_words = {0x89be4b4bd9ee50e3, key_word};
// clang-format on

limb__tag limb__tag_of(const char *name, size_t size)
{
    return (limb__tag)limb__words_find_last(&limb__tag_words, name, size);
}

limb__key limb__key_of(const char *name, size_t size)
{
    return (limb__key)limb__words_find_last(&limb__key_words, name, size);
}
