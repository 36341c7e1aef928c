// Tests of a robot's GLB: container, tree, shared shapes, stand-ins, poses, and
// failing allocations.
#include "harness.h"
#include "limb/export.h"
#include "support/hostile.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char arm[] =
    "<robot name='arm'>"
    "<material name='red'><color rgba='1 0 0 1'/></material>"
    "<link name='base'><visual><geometry><box size='1 2 3'/></geometry><material "
    "name='red'/></visual>"
    "<visual><geometry><box size='1 1 1'/></geometry><material name='red'/></visual>"
    "<collision><geometry><sphere radius='0.5'/></geometry></collision></link>"
    "<link name='upper'><visual><geometry><mesh filename='gone.stl'/></geometry></visual></link>"
    "<link name='tool'/>"
    "<joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/>"
    "<origin xyz='0 0 1' rpy='0 0 1.5707963267948966'/><axis xyz='0 0 1'/>"
    "<limit lower='-1' upper='2' effort='1' velocity='1'/></joint>"
    "<joint name='flange' type='fixed'><parent link='upper'/><child link='tool'/>"
    "<origin xyz='0.5 0 0'/></joint></robot>";

typedef struct glb {
    limb_glb *built;
    void *bytes;
    size_t size;
    cJSON *json;
} glb;

static limb_robot *parse(const char *text)
{
    limb_robot *robot = NULL;
    ENSURE_INT(limb_robot_parse(&robot, text, strlen(text), NULL), LIMB_OK);
    return robot;
}

static uint32_t u32(const void *bytes, size_t at)
{
    uint32_t value;
    memcpy(&value, (const char *)bytes + at, 4);
    return value;
}

static glb build(const char *text, const limb_glb_opts *opts)
{
    limb_robot *robot = parse(text);
    glb result;
    ENSURE_INT(limb_glb_build(&result.built, robot, opts), LIMB_OK);
    result.bytes = result.built->bytes;
    result.size = result.built->size;
    limb_robot_free(robot);
    ENSURE(memcmp(result.bytes, "glTF", 4) == 0);
    ENSURE_INT(u32(result.bytes, 8), result.size);
    const uint32_t json_size = u32(result.bytes, 12);
    ENSURE_INT(json_size % 4, 0);
    result.json = cJSON_ParseWithLength((const char *)result.bytes + 20, json_size);
    ENSURE(result.json != NULL);
    return result;
}

static void drop(glb *file)
{
    cJSON_Delete(file->json);
    limb_glb_free(file->built);
}

static const cJSON *node(const glb *file, const char *name)
{
    const cJSON *found;
    cJSON_ArrayForEach(found, cJSON_GetObjectItem(file->json, "nodes"))
    {
        if (strcmp(cJSON_GetObjectItem(found, "name")->valuestring, name) == 0) return found;
    }
    limb_test_fail(__FILE__, __LINE__, "no node %s", name);
}

static const cJSON *child(const glb *file, const cJSON *parent, int index)
{
    const cJSON *list = cJSON_GetObjectItem(parent, "children");
    const cJSON *nodes = cJSON_GetObjectItem(file->json, "nodes");
    return cJSON_GetArrayItem(nodes, cJSON_GetArrayItem(list, index)->valueint);
}

static const char *name_of(const cJSON *item)
{
    return cJSON_GetObjectItem(item, "name")->valuestring;
}

static double item(const cJSON *object, const char *array, int index)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItem(object, array), index)->valuedouble;
}

TEST(nodes_follow_the_tree)
{
    glb file = build(arm, NULL);
    const cJSON *root = node(&file, "limb_z_up");
    const cJSON *base = child(&file, root, 0);
    ENSURE_TEXT(name_of(base), "base");
    ENSURE_TEXT(name_of(child(&file, base, 0)), "visuals");
    ENSURE_TEXT(name_of(child(&file, base, 1)), "collisions");
    const cJSON *shoulder = child(&file, base, 2);
    ENSURE_TEXT(name_of(shoulder), "shoulder");
    ENSURE_NEAR(item(shoulder, "translation", 2), 1, 0);
    ENSURE_NEAR(item(shoulder, "rotation", 2), sqrt(0.5), 1e-15);
    const cJSON *extras = cJSON_GetObjectItem(shoulder, "extras");
    ENSURE_TEXT(cJSON_GetObjectItem(extras, "type")->valuestring, "revolute");
    ENSURE_NEAR(item(extras, "limits", 1), 2, 0);
    // upper has no mesh to show: its children are visuals, the skeleton, and the joint
    ENSURE_TEXT(name_of(child(&file, child(&file, child(&file, shoulder, 0), 2), 0)), "tool");
    drop(&file);
}

TEST(equal_shapes_are_stored_once)
{
    glb file = build(arm, NULL);
    // box and sphere or cylinder of the file, ball and rod of the skeleton
    ENSURE_INT(cJSON_GetArraySize(cJSON_GetObjectItem(file.json, "meshes")), 4);
    const cJSON *group = child(&file, child(&file, node(&file, "limb_z_up"), 0), 0);
    const cJSON *first = child(&file, group, 0);
    const cJSON *second = child(&file, group, 1);
    ENSURE_INT(cJSON_GetObjectItem(first, "mesh")->valueint,
               cJSON_GetObjectItem(second, "mesh")->valueint);
    ENSURE_NEAR(item(first, "scale", 2), 3, 0);
    drop(&file);
}

TEST(a_picture_gives_texture_coordinates_to_the_shapes_that_have_it)
{
    glb file = build("<robot name='r'><material name='p'><texture filename='p.png'/></material>"
                     "<link name='l'>"
                     "<visual><geometry><box size='1 1 1'/></geometry><material name='p'/></visual>"
                     "<visual><geometry><box size='1 1 1'/></geometry></visual>"
                     "<visual><geometry><sphere radius='1'/></geometry><material "
                     "name='p'/></visual>"
                     "<visual><geometry><cylinder radius='1' length='1'/></geometry><material "
                     "name='p'/></visual>"
                     "<collision><geometry><box size='1 1 1'/></geometry></collision>"
                     "</link></robot>",
                     NULL);
    const cJSON *meshes = cJSON_GetObjectItem(file.json, "meshes");
    static const bool textured[5] = {true, false, true, true, false};
    ENSURE_INT(cJSON_GetArraySize(meshes), 5);
    for (int i = 0; i < 5; i++) {
        const cJSON *mesh = cJSON_GetArrayItem(meshes, i);
        const cJSON *first = cJSON_GetArrayItem(cJSON_GetObjectItem(mesh, "primitives"), 0);
        const cJSON *attributes = cJSON_GetObjectItem(first, "attributes");
        ENSURE_INT(cJSON_GetObjectItem(attributes, "TEXCOORD_0") != NULL, textured[i]);
    }
    drop(&file);
}

static limb_status find_nothing(void *status, const char *uri, const limb_allocator *memory,
                                void **bytes, size_t *size)
{
    (void)uri;
    (void)memory;
    (void)bytes;
    (void)size;
    return *(const limb_status *)status;
}

TEST(a_picture_that_is_missing_is_left_out_but_not_for_want_of_memory)
{
    limb_robot *robot =
        parse("<robot name='r'><material name='p'><texture filename='p.png'/></material>"
              "<link name='l'><visual><geometry><box size='1 1 1'/></geometry>"
              "<material name='p'/></visual></link></robot>");
    limb_status status = LIMB_ERROR_IO;
    const limb_glb_opts opts = {.find_image = find_nothing, .find_ctx = &status};
    limb_glb *built = NULL;
    ENSURE_INT(limb_glb_build(&built, robot, &opts), LIMB_OK);
    limb_glb_free(built);
    status = LIMB_ERROR_MEMORY;
    ENSURE_INT(limb_glb_build(&built, robot, &opts), LIMB_ERROR_MEMORY);
    limb_robot_free(robot);
}

TEST(a_mesh_that_is_not_there_is_marked)
{
    glb file = build(arm, NULL);
    const cJSON *stand_in = child(&file, child(&file, node(&file, "upper"), 0), 0);
    const cJSON *extras = cJSON_GetObjectItem(stand_in, "extras");
    ENSURE(cJSON_GetObjectItem(extras, "missing") != NULL);
    ENSURE(cJSON_GetObjectItem(stand_in, "mesh") == NULL);
    drop(&file);
}

// The name of the material of a node's mesh.
static const char *paint_of(const glb *file, const cJSON *at)
{
    const cJSON *mesh = cJSON_GetArrayItem(cJSON_GetObjectItem(file->json, "meshes"),
                                           cJSON_GetObjectItem(at, "mesh")->valueint);
    const cJSON *primitive = cJSON_GetArrayItem(cJSON_GetObjectItem(mesh, "primitives"), 0);
    const cJSON *material =
        cJSON_GetArrayItem(cJSON_GetObjectItem(file->json, "materials"),
                           cJSON_GetObjectItem(primitive, "material")->valueint);
    return cJSON_GetObjectItem(material, "name")->valuestring;
}

#define LOST "<visual><geometry><mesh filename='lost.stl'/></geometry></visual>"
#define INERTIA                                                                                    \
    "<inertial><mass value='6'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>"        \
    "</inertial>"

// A missing mesh is replaced by collision shapes, else by the inertia box, else by the marker
// of the skeleton.
TEST(what_stands_for_a_missing_mesh)
{
    glb file = build("<robot name='r'>"
                     "<link name='a'>" LOST INERTIA
                     "<collision><geometry><sphere radius='1'/></geometry></collision></link>"
                     "<link name='b'>" LOST INERTIA "</link><link name='c'>" LOST "</link>"
                     "<joint name='j' type='fixed'><parent link='a'/><child link='b'/>"
                     "<origin xyz='1 0 0'/></joint>"
                     "<joint name='k' type='fixed'><parent link='b'/><child link='c'/>"
                     "<origin xyz='0 0 -2'/></joint></robot>",
                     NULL);
    const cJSON *a = child(&file, child(&file, node(&file, "a"), 0), 1);
    ENSURE_TEXT(cJSON_GetObjectItem(a, "name")->valuestring, "stand_in");
    ENSURE_TEXT(paint_of(&file, a), "limb_missing");
    const cJSON *b = child(&file, child(&file, node(&file, "b"), 0), 1);
    const cJSON *box = child(&file, b, 0);
    ENSURE_TEXT(paint_of(&file, box), "limb_missing");
    ENSURE_NEAR(item(box, "scale", 0), 1, 1e-12); // I = m/12 (1 + 1) = 1
    ENSURE(cJSON_GetObjectItem(cJSON_GetObjectItem(b, "extras"), "missing") != NULL);
    // b is joined to c by a rod of two meters that points down, c has a marker
    const cJSON *bones = child(&file, node(&file, "b"), 1);
    ENSURE_TEXT(cJSON_GetObjectItem(bones, "name")->valuestring, "skeleton");
    const cJSON *rod = child(&file, bones, 1);
    ENSURE_NEAR(item(rod, "scale", 2), 2, 1e-12);
    ENSURE_NEAR(item(rod, "translation", 2), -1, 1e-12);
    ENSURE_TEXT(paint_of(&file, child(&file, child(&file, node(&file, "c"), 1), 0)),
                "limb_skeleton");
    // a shows a shape of its own and needs none
    ENSURE_INT(cJSON_GetArraySize(cJSON_GetObjectItem(node(&file, "a"), "children")), 3);
    drop(&file);
}

// If one mesh is missing, a frame without shapes gets only the bone that leads to the missing mesh.
TEST(a_frame_without_shapes_has_bones_only_to_what_is_missing)
{
    static const char frame[] =
        "<robot name='r'><link name='root'/><link name='good'><visual><geometry><box size='1 1 1'/>"
        "</geometry></visual></link><link name='other'/><link name='lost'>%s</link>"
        "<joint name='a' type='fixed'><parent link='root'/><child link='good'/><origin xyz='1 0 "
        "0'/>"
        "</joint><joint name='b' type='fixed'><parent link='root'/><child link='lost'/>"
        "<origin xyz='0 3 0'/></joint><joint name='c' type='fixed'><parent link='good'/>"
        "<child link='other'/><origin xyz='0 0 1'/></joint></robot>";
    char text[1200];
    snprintf(text, sizeof text, frame, LOST);
    glb file = build(text, NULL);
    const cJSON *bones = child(&file, node(&file, "root"), 0);
    ENSURE_TEXT(name_of(bones), "skeleton");
    ENSURE_INT(cJSON_GetArraySize(cJSON_GetObjectItem(bones, "children")), 2);
    ENSURE_NEAR(item(child(&file, bones, 1), "scale", 2), 3, 1e-12);
    ENSURE(cJSON_GetObjectItem(node(&file, "other"), "children") == NULL);
    drop(&file);
}

// The file's colors, display values as URDF writes them, of the visuals of link l.
static void colors_shown(bool own, double red[4])
{
    glb file = build("<robot name='r'><material name='global'><color rgba='1 0 0 1'/></material>"
                     "<link name='l'>"
                     "<visual><geometry><box size='1 1 1'/></geometry><material name='global'>"
                     "<color rgba='0 1 0 1'/></material></visual>"
                     "<visual><geometry><sphere radius='1'/></geometry><material name='new'>"
                     "<color rgba='1 0 0 1'/></material></visual>"
                     "<visual><geometry><box size='1 1 1'/></geometry><material name='new'>"
                     "<color rgba='0 0 1 1'/></material></visual>"
                     "<visual><geometry><box size='1 1 1'/></geometry><material name=''>"
                     "<color rgba='0 0 1 1'/></material></visual></link></robot>",
                     &(limb_glb_opts){.own_materials = own});
    const cJSON *visuals = child(&file, child(&file, node(&file, "limb_z_up"), 0), 0);
    for (int i = 0; i < 4; i++) {
        const cJSON *mesh =
            cJSON_GetArrayItem(cJSON_GetObjectItem(file.json, "meshes"),
                               cJSON_GetObjectItem(child(&file, visuals, i), "mesh")->valueint);
        const cJSON *part = cJSON_GetArrayItem(cJSON_GetObjectItem(mesh, "primitives"), 0);
        const cJSON *material = cJSON_GetArrayItem(cJSON_GetObjectItem(file.json, "materials"),
                                                   cJSON_GetObjectItem(part, "material")->valueint);
        red[i] = item(cJSON_GetObjectItem(material, "pbrMetallicRoughness"), "baseColorFactor", 0);
    }
    drop(&file);
}

TEST(a_material_name_means_its_first_definition_unless_its_own_is_asked_for)
{
    double red[4];
    colors_shown(false, red);
    ENSURE(red[0] == 1 && red[1] == 1 && red[2] == 1 && red[3] == 0);
    colors_shown(true, red);
    ENSURE(red[0] == 0 && red[1] == 1 && red[2] == 0 && red[3] == 0);
}

TEST(a_robot_without_shapes_is_a_skeleton)
{
    glb file = build("<robot name='r'><link name='a'/><link name='b'/><joint name='j' "
                     "type='continuous'><parent link='a'/><child link='b'/><origin xyz='0 1 0'/>"
                     "</joint></robot>",
                     NULL);
    const cJSON *extras = cJSON_GetObjectItem(node(&file, "limb_z_up"), "extras");
    ENSURE(cJSON_IsTrue(cJSON_GetObjectItem(extras, "skeleton")));
    const cJSON *bones = child(&file, node(&file, "a"), 0);
    ENSURE_INT(cJSON_GetArraySize(cJSON_GetObjectItem(bones, "children")), 2);
    ENSURE_NEAR(item(child(&file, bones, 1), "scale", 2), 1, 1e-12);
    drop(&file);
}

// A finger's helpers are smaller than those of the arm that carries it.
TEST(helpers_follow_the_size_of_their_link)
{
    glb file = build("<robot name='r'><link name='arm'><visual><geometry><box size='1 1 1'/>"
                     "</geometry></visual></link><link name='finger'><visual><geometry><box "
                     "size='.05 .05 .05'/></geometry></visual></link><joint name='j' "
                     "type='continuous'><parent link='arm'/><child link='finger'/></joint></robot>",
                     NULL);
    const cJSON *arm_extras = cJSON_GetObjectItem(node(&file, "arm"), "extras");
    const cJSON *finger_extras = cJSON_GetObjectItem(node(&file, "finger"), "extras");
    const double arm_size = cJSON_GetObjectItem(arm_extras, "size")->valuedouble;
    const double finger_size = cJSON_GetObjectItem(finger_extras, "size")->valuedouble;
    ENSURE(arm_size > 0 && finger_size > 0 && finger_size < arm_size / 2);
    drop(&file);
}

TEST(poses_turn_into_the_motion_of_links)
{
    // base at the origin; shoulder frame at z = 1 turned by 90 degrees; the joint turned
    // by another 90
    static const double pose[3 * 12] = {
        1,  0, 0, 0,    0, 1,  0, 0, 0, 0, 1, 0, //
        -1, 0, 0, 0,    0, -1, 0, 0, 0, 0, 1, 1, //
        -1, 0, 0, -0.5, 0, -1, 0, 0, 0, 0, 1, 1,
    };
    const limb_glb_opts opts = {.link_pose = pose};
    glb file = build(arm, &opts);
    const cJSON *upper = node(&file, "upper");
    ENSURE_NEAR(item(upper, "rotation", 2), sqrt(0.5), 1e-12);
    ENSURE_NEAR(item(upper, "rotation", 3), sqrt(0.5), 1e-12);
    drop(&file);
}

// If no pose is given, the robot is in the neutral pose: joints whose range excludes zero are at
// its middle, and mimic joints follow.
TEST(the_first_pose_is_the_neutral_one)
{
    static const char text[] =
        "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"
        "<joint name='j' type='prismatic'><parent link='a'/><child link='b'/><axis xyz='1 0 0'/>"
        "<limit lower='1' upper='4' effort='1' velocity='1'/></joint>"
        "<joint name='k' type='prismatic'><parent link='b'/><child link='c'/><axis xyz='1 0 0'/>"
        "<limit lower='-9' upper='9' effort='1' velocity='1'/>"
        "<mimic joint='j' multiplier='2' offset='0.5'/></joint></robot>";
    glb file = build(text, &(limb_glb_opts){.animate = true});
    ENSURE_NEAR(item(node(&file, "b"), "translation", 0), 2.5, 1e-12);
    ENSURE_NEAR(item(node(&file, "c"), "translation", 0), 5.5, 1e-12);
    // the animation begins and ends there
    const cJSON *animation = cJSON_GetArrayItem(cJSON_GetObjectItem(file.json, "animations"), 0);
    const cJSON *sampler = cJSON_GetArrayItem(cJSON_GetObjectItem(animation, "samplers"), 0);
    const cJSON *accessor = cJSON_GetArrayItem(cJSON_GetObjectItem(file.json, "accessors"),
                                               cJSON_GetObjectItem(sampler, "output")->valueint);
    const cJSON *view = cJSON_GetArrayItem(cJSON_GetObjectItem(file.json, "bufferViews"),
                                           cJSON_GetObjectItem(accessor, "bufferView")->valueint);
    const cJSON *offset = cJSON_GetObjectItem(view, "byteOffset");
    const size_t data = 20 + u32(file.bytes, 12) + 8 + (offset ? (size_t)offset->valueint : 0);
    float way[9][3];
    memcpy(way, (const char *)file.bytes + data, sizeof way);
    ENSURE(way[0][0] == 2.5f && way[2][0] == 1 && way[4][0] == 2.5f && way[6][0] == 4 &&
           way[8][0] == 2.5f);
    drop(&file);
}

TEST(the_animation_moves_the_moving_links)
{
    const limb_glb_opts opts = {.animate = true};
    glb file = build(arm, &opts);
    const cJSON *animation = cJSON_GetArrayItem(cJSON_GetObjectItem(file.json, "animations"), 0);
    ENSURE_INT(cJSON_GetArraySize(cJSON_GetObjectItem(animation, "channels")), 1);
    drop(&file);
}

static const limb_mesh *find_given(void *ctx, const char *uri, const char **reason)
{
    (void)uri;
    *reason = NULL;
    return ctx;
}

// The color of the first visual's material, as URDF would write it in red.
static double red_shown(const char *obj, limb_mesh_read_fn *read, bool override)
{
    static const char robot[] =
        "<robot name='r'><link name='l'><visual><geometry><mesh filename='a.obj'/></geometry>"
        "<material name='m'><color rgba='1 0 0 1'/></material></visual></link></robot>";
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, obj, strlen(obj), &(limb_mesh_opts){.read = read}), LIMB_OK);
    glb file = build(
        robot,
        &(limb_glb_opts){.find_mesh = find_given, .find_ctx = mesh, .override_colors = override});
    const cJSON *material = cJSON_GetArrayItem(cJSON_GetObjectItem(file.json, "materials"), 0);
    const cJSON *pbr = cJSON_GetObjectItem(material, "pbrMetallicRoughness");
    const double red = item(pbr, "baseColorFactor", 0);
    drop(&file);
    limb_mesh_free(mesh);
    return red;
}

static limb_status read_black(void *ctx, const char *uri, const limb_allocator *memory,
                              void **bytes, size_t *size)
{
    (void)ctx;
    (void)uri;
    static const char text[] = "newmtl black\nKd 0 0 0\n";
    char *copy = memory->resize(memory->ctx, NULL, 0, sizeof text);
    if (!copy) return LIMB_ERROR_MEMORY;
    *bytes = memcpy(copy, text, sizeof text);
    *size = sizeof text - 1;
    return LIMB_OK;
}

// A mesh with materials keeps them even if the URDF has a color; a mesh without takes that color.
TEST(meshes_keep_their_looks)
{
#define TRIANGLE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
    ENSURE_NEAR(red_shown(TRIANGLE "f 1 2 3\n", NULL, false), 1, 1e-6);
    static const char black[] = "mtllib a.mtl\n" TRIANGLE "usemtl black\nf 1 2 3\n";
    ENSURE_NEAR(red_shown(black, read_black, false), 0, 1e-6);
    ENSURE_NEAR(red_shown(black, read_black, true), 1, 1e-6);
    // a library that is not there describes nothing
    ENSURE_NEAR(red_shown(black, NULL, false), 1, 1e-6);
}

// The numbers of an accessor of floats.
static int read_floats(const glb *file, int accessor, float *out, int capacity)
{
    const cJSON *a = cJSON_GetArrayItem(cJSON_GetObjectItem(file->json, "accessors"), accessor);
    const cJSON *views = cJSON_GetObjectItem(file->json, "bufferViews");
    const cJSON *view = cJSON_GetArrayItem(views, cJSON_GetObjectItem(a, "bufferView")->valueint);
    const cJSON *within = cJSON_GetObjectItem(a, "byteOffset");
    const cJSON *begin = cJSON_GetObjectItem(view, "byteOffset");
    const char *type = cJSON_GetObjectItem(a, "type")->valuestring;
    const int width = strcmp(type, "SCALAR") == 0 ? 1 : type[3] - '0';
    const int count = cJSON_GetObjectItem(a, "count")->valueint * width;
    ENSURE(count <= capacity);
    const size_t binary = 20 + u32(file->bytes, 12) + 8;
    const size_t at =
        binary + (size_t)(begin ? begin->valueint : 0) + (size_t)(within ? within->valueint : 0);
    memcpy(out, (const char *)file->bytes + at, (size_t)count * sizeof *out);
    return count;
}

// Joints move one after the other, for two seconds each: zero, lower limit, zero,
// upper limit, zero.
TEST(the_animation_sweeps_each_joint_in_turn)
{
    static const char two[] =
        "<robot name='two'><link name='a'/><link name='b'/><link name='c'/>"
        "<joint name='turn' type='revolute'><parent link='a'/><child link='b'/>"
        "<axis xyz='0 0 2'/><limit lower='-1' upper='2' effort='1' velocity='1'/></joint>"
        "<joint name='slide' type='prismatic'><parent link='b'/><child link='c'/>"
        "<axis xyz='0 1 0'/><limit lower='-0.5' upper='0.25' effort='1' velocity='1'/></joint>"
        "</robot>";
    static const double q[2][9] = {{0, -0.5, -1, -0.5, 0, 1, 2, 1, 0},
                                   {0, -0.25, -0.5, -0.25, 0, 0.125, 0.25, 0.125, 0}};
    glb file = build(two, &(limb_glb_opts){.animate = true});
    const cJSON *animation = cJSON_GetArrayItem(cJSON_GetObjectItem(file.json, "animations"), 0);
    const cJSON *channels = cJSON_GetObjectItem(animation, "channels");
    const cJSON *samplers = cJSON_GetObjectItem(animation, "samplers");
    ENSURE_INT(cJSON_GetArraySize(channels), 2);
    for (int i = 0; i < 2; i++) {
        const cJSON *channel = cJSON_GetArrayItem(channels, i);
        const cJSON *target = cJSON_GetObjectItem(channel, "target");
        ENSURE_TEXT(cJSON_GetObjectItem(target, "path")->valuestring,
                    i == 0 ? "rotation" : "translation");
        const cJSON *sampler =
            cJSON_GetArrayItem(samplers, cJSON_GetObjectItem(channel, "sampler")->valueint);
        float time[9], value[36];
        ENSURE_INT(read_floats(&file, cJSON_GetObjectItem(sampler, "input")->valueint, time, 9), 9);
        const int width = i == 0 ? 4 : 3;
        ENSURE_INT(read_floats(&file, cJSON_GetObjectItem(sampler, "output")->valueint, value, 36),
                   9 * width);
        for (int k = 0; k < 9; k++) {
            ENSURE_NEAR((double)time[k], 2.0 * i + 0.25 * k, 1e-6);
            const double moved = i == 0 ? (double)value[4 * k + 2] : (double)value[3 * k + 1];
            ENSURE_NEAR(moved, i == 0 ? sin(q[0][k] / 2) : q[1][k], 1e-6);
            if (i == 0) ENSURE_NEAR((double)value[4 * k + 3], cos(q[0][k] / 2), 1e-6);
        }
    }
    drop(&file);
}

static limb_status build_and_free(const limb_allocator *memory, void *ctx)
{
    const limb_glb_opts opts = {.memory = memory, .animate = true, .frames = true};
    limb_glb *built;
    const limb_status status = limb_glb_build(&built, ctx, &opts);
    limb_glb_free(built);
    return status;
}

TEST(want_of_memory_is_reported_and_nothing_leaks)
{
    limb_robot *robot = parse(arm);
    ENSURE(limb_test_every_failure(LIMB_OK, build_and_free, robot) > 5);
    limb_robot_free(robot);
}

static limb_status collect(void *ctx, const void *bytes, size_t size)
{
    cJSON **json = ctx;
    *json = cJSON_ParseWithLength(bytes, size);
    return LIMB_OK;
}

TEST(the_page_gets_links_joints_and_findings)
{
    limb_robot *robot = parse(arm);
    cJSON *json = NULL;
    ENSURE_INT(limb_page_write(robot, NULL, NULL, collect, &json), LIMB_OK);
    ENSURE(json != NULL);
    ENSURE_TEXT(cJSON_GetObjectItem(json, "root")->valuestring, "base");
    ENSURE_INT(cJSON_GetArraySize(cJSON_GetObjectItem(json, "links")), 3);
    const cJSON *joint = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "joints"), 0);
    ENSURE_TEXT(cJSON_GetObjectItem(joint, "child")->valuestring, "upper");
    ENSURE_NEAR(cJSON_GetObjectItem(cJSON_GetObjectItem(joint, "limit"), "upper")->valuedouble, 2,
                0);
    cJSON_Delete(json);
    limb_robot_free(robot);
}

// Both have one schema: the page's JSON contains every value that limb show --json prints.
TEST(the_page_has_the_robot_as_it_is_exported)
{
    limb_robot *robot = parse(arm);
    cJSON *page = NULL, *alone = NULL;
    ENSURE_INT(limb_page_write(robot, NULL, NULL, collect, &page), LIMB_OK);
    ENSURE_INT(limb_export_json(robot, NULL, collect, &alone), LIMB_OK);
    ENSURE(page && alone);
    static const char *const same[] = {"schema", "name", "root", "materials"};
    for (int i = 0; i < 4; i++)
        ENSURE(cJSON_Compare(cJSON_GetObjectItem(page, same[i]),
                             cJSON_GetObjectItem(alone, same[i]), true));
    static const char *const list[] = {"links", "joints"};
    for (int i = 0; i < 2; i++) {
        const cJSON *shown = cJSON_GetObjectItem(page, list[i]);
        const cJSON *plain = cJSON_GetObjectItem(alone, list[i]);
        ENSURE(cJSON_GetArraySize(shown) == cJSON_GetArraySize(plain));
        for (int k = 0; k < cJSON_GetArraySize(shown); k++) {
            cJSON *element = cJSON_GetArrayItem(shown, k);
            ENSURE(cJSON_GetObjectItem(element, "end_line")->valueint > 0);
            cJSON_DeleteItemFromObject(element, "line");
            cJSON_DeleteItemFromObject(element, "end_line");
            ENSURE(cJSON_Compare(element, cJSON_GetArrayItem(plain, k), true));
        }
    }
    cJSON_Delete(page);
    cJSON_Delete(alone);
    limb_robot_free(robot);
}
