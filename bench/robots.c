// Robots made by rule: names, numbers and layout as exporters and hand-written files have them.
#define _POSIX_C_SOURCE 200809L

#include "robots.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct writer {
    FILE *file; // into memory
    uint64_t state;
    double mass; // of the link written last, kg
} writer;

static void put(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static double uniform(writer *w, double low, double high);
static void put_origin(writer *w, const char *indent);
static void put_inertial(writer *w, double mass);
static void put_mesh_link(writer *w, const char *name, double mass);
static void put_box_link(writer *w, const char *name);
static void put_joint(writer *w, const char *parent, const char *child);
static void put_safety(writer *w);
static void put_transmission(writer *w, const char *joint, const char *link);

static writer begin(char **text, size_t *size, const char *name)
{
    writer w = {open_memstream(text, size), 1, 0};
    if (!w.file) abort();
    put(&w, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<robot name=\"%s\">\n", name);
    return w;
}

static void end(writer *w)
{
    put(w, "</robot>\n");
    if (fclose(w->file) != 0) abort();
}

char *limb_bench_arm(size_t *size)
{
    char *text;
    writer w = begin(&text, size, "arm");
    char link[32], parent[32], joint[32];
    for (int i = 0; i <= 9; i++) {
        snprintf(link, sizeof link, i < 8 ? "arm_link%d" : "arm_finger%d", i);
        put_mesh_link(&w, link, 0);
        if (i == 0) continue;
        snprintf(parent, sizeof parent, "arm_link%d", i < 8 ? i - 1 : 7);
        snprintf(joint, sizeof joint, "arm_joint%d", i);
        put(&w, "  <joint name=\"%s\" type=\"revolute\">\n", joint);
        put_safety(&w);
        put_joint(&w, parent, link);
    }
    end(&w);
    return text;
}

char *limb_bench_humanoid(size_t *size)
{
    static const struct {
        const char *name;
        int from, count; // grows from a link of an earlier part
        int twin;        // the first link of the part on the other side, which weighs the same
    } part[] = {{"torso", -1, 4, -1},     {"head", 3, 6, -1},      {"arm_left", 3, 7, -1},
                {"hand_left", 16, 9, -1}, {"arm_right", 3, 7, 10}, {"hand_right", 32, 9, 17},
                {"leg_left", 0, 9, -1},   {"leg_right", 0, 9, 42}};
    char name[60][48];
    double mass[60];
    char *text;
    writer w = begin(&text, size, "humanoid");
    int nlink = 0;
    for (size_t p = 0; p < sizeof part / sizeof part[0]; p++) {
        put(&w, "  <!-- %s -->\n", part[p].name);
        for (int i = 0; i < part[p].count; i++, nlink++) {
            snprintf(name[nlink], sizeof name[0], "%s_%d_link", part[p].name, i);
            put_mesh_link(&w, name[nlink], part[p].twin < 0 ? 0 : mass[part[p].twin + i]);
            mass[nlink] = w.mass;
            const int parent = i > 0 ? nlink - 1 : part[p].from;
            if (parent < 0) continue;
            char joint[64];
            snprintf(joint, sizeof joint, "%s_%d_joint", part[p].name, i);
            put(&w, "  <joint name=\"%s\" type=\"revolute\">\n", joint);
            put_safety(&w);
            put_joint(&w, name[parent], name[nlink]);
            put_transmission(&w, joint, name[nlink]);
        }
    }
    end(&w);
    return text;
}

char *limb_bench_chain(int nlink, size_t *size)
{
    char *text;
    writer w = begin(&text, size, "chain");
    for (int i = 0; i < nlink; i++) {
        char link[32], parent[32], joint[32];
        snprintf(link, sizeof link, "link_%d", i);
        put_box_link(&w, link);
        if (i == 0) continue;
        snprintf(parent, sizeof parent, "link_%d", i - 1);
        snprintf(joint, sizeof joint, "joint_%d", i);
        put(&w, "  <joint name=\"%s\" type=\"revolute\">\n", joint);
        put_joint(&w, parent, link);
    }
    end(&w);
    return text;
}

static void put(writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (vfprintf(w->file, format, args) < 0) abort();
    va_end(args);
}

static double uniform(writer *w, double low, double high)
{
    uint64_t z = (w->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return low + (high - low) * (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static void put_origin(writer *w, const char *indent)
{
    static const char *const angle[] = {"0", "0.0", "1.5707963267948966", "-1.57079632679"};
    const char *roll = angle[(int)uniform(w, 0, 4)];
    const char *yaw = angle[(int)uniform(w, 0, 4)];
    const double x = uniform(w, -0.2, 0.4);
    const double z = uniform(w, -0.2, 0.4);
    const int places = (int)uniform(w, 2, 8);
    put(w, "%s<origin rpy=\"%s 0 %s\" xyz=\"%.3f 0 %.*f\"/>\n", indent, roll, yaw, x, places, z);
}

// a tensor that a body can have: the three moments are close to each other; mass 0: a random one
static void put_inertial(writer *w, double mass)
{
    double center[3], moment[3], product[3];
    const double scale = uniform(w, 0.001, 0.05);
    for (int i = 0; i < 3; i++) {
        center[i] = uniform(w, -0.1, 0.1);
        moment[i] = scale * uniform(w, 0.9, 1);
        product[i] = scale * uniform(w, -0.02, 0.02);
    }
    put(w, "    <inertial>\n");
    put(w, "      <origin rpy=\"0 0 0\" xyz=\"%.6f %.6f %.6f\"/>\n", center[0], center[1],
        center[2]);
    const double drawn = uniform(w, 0.3, 5);
    w->mass = mass > 0 ? mass : drawn;
    put(w, "      <mass value=\"%.5f\"/>\n", w->mass);
    put(w, "      <inertia ixx=\"%.10f\" ixy=\"%.10f\" ixz=\"%.10f\" ", moment[0], product[0],
        product[1]);
    put(w, "iyy=\"%.10f\" iyz=\"%.10f\" izz=\"%.10f\"/>\n", moment[1], product[2], moment[2]);
    put(w, "    </inertial>\n");
}

static void put_mesh_link(writer *w, const char *name, double mass)
{
    put(w, "  <link name=\"%s\">\n", name);
    put_inertial(w, mass);
    put(w, "    <visual>\n");
    put_origin(w, "      ");
    put(w, "      <geometry>\n");
    put(w,
        "        <mesh filename=\"package://robot_description/meshes/visual/%s.dae\" "
        "scale=\"1 1 1\"/>\n",
        name);
    put(w, "      </geometry>\n      <material name=\"%s_grey\">\n", name);
    put(w, "        <color rgba=\"%.3f %.3f %.3f 1.0\"/>\n      </material>\n    </visual>\n", 0.2,
        uniform(w, 0, 1), 0.75);
    put(w, "    <collision>\n");
    put_origin(w, "      ");
    put(w, "      <geometry>\n");
    put(w, "        <mesh filename=\"package://robot_description/meshes/collision/%s.stl\"/>\n",
        name);
    put(w, "      </geometry>\n    </collision>\n  </link>\n");
}

static void put_box_link(writer *w, const char *name)
{
    put(w, "  <link name=\"%s\">\n", name);
    put_inertial(w, 0);
    for (int i = 0; i < 2; i++) {
        const char *tag = i == 0 ? "visual" : "collision";
        put(w, "    <%s>\n", tag);
        put_origin(w, "      ");
        put(w, "      <geometry>\n");
        put(w, "        <box size=\"0.1 0.05 %.2f\"/>\n", uniform(w, 0.1, 0.3));
        put(w, "      </geometry>\n    </%s>\n", tag);
    }
    put(w, "  </link>\n");
}

static void put_safety(writer *w)
{
    put(w, "    <safety_controller k_position=\"100.0\" k_velocity=\"40.0\" "
           "soft_lower_limit=\"-1.9\" soft_upper_limit=\"1.9\"/>\n");
    put(w, "    <dynamics damping=\"%.2f\" friction=\"0.0\"/>\n", uniform(w, 0, 1));
}

// the rest of a joint whose start tag was written
static void put_joint(writer *w, const char *parent, const char *child)
{
    put_origin(w, "    ");
    put(w, "    <parent link=\"%s\"/>\n    <child link=\"%s\"/>\n", parent, child);
    put(w, "    <axis xyz=\"0 0 1\"/>\n");
    const double upper = uniform(w, 2, 3);
    put(w, "    <limit effort=\"%.0f\" lower=\"-2.0\" upper=\"%.4f\" velocity=\"2.1750\"/>\n",
        uniform(w, 10, 90), upper);
    put(w, "  </joint>\n");
}

static void put_transmission(writer *w, const char *joint, const char *link)
{
    put(w, "  <transmission name=\"%s_trans\">\n", joint);
    put(w, "    <type>transmission_interface/SimpleTransmission</type>\n");
    put(w, "    <actuator name=\"%s_motor\">\n", joint);
    put(w, "      <mechanicalReduction>1.0</mechanicalReduction>\n    </actuator>\n");
    put(w, "    <joint name=\"%s\">\n", joint);
    put(w,
        "      <hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>\n");
    put(w, "    </joint>\n  </transmission>\n");
    put(w, "  <gazebo reference=\"%s\">\n", link);
    put(w, "    <mu1>0.9</mu1>\n    <mu2>0.9</mu2>\n    <kp>1000000.0</kp>\n    <kd>100.0</kd>\n");
    put(w, "    <implicitSpringDamper>1</implicitSpringDamper>\n  </gazebo>\n");
}
