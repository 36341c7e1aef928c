// Random sequences of engine calls, as page, npm and Python programs make them: no call accesses
// memory outside its arrays, and each either succeeds or gives a reason.
//
// The input is the number of a robot, then calls: a byte for the function, and bytes for its
// arguments. Nothing is read from files, so a million inputs take minutes.
#include "fuzz_shapes.h"

#include "limb/bindings.h"

#include <stdint.h>

#define expect(condition) ((condition) ? (void)0 : abort()) // a macro: the stack names the line

enum { MAX_CALLS = 24, MAX_SOURCE = 1 << 12 };

typedef struct caller {
    limb_fuzz_input in;
    limb_engine *engine;
    int link, nq, nv; // of a call: a link, perhaps none; sizes of its arrays
} caller;

typedef void call(caller *c);

static void parse(caller *c);
static void rename_something(caller *c);
static void reparent(caller *c);
static void set_attribute(caller *c);
static void set_origin(caller *c);
static void add_element(caller *c);
static void remove_element(caller *c);
static void fix(caller *c);
static void write_something(caller *c);
static void write_glb(caller *c);
static void poses(caller *c);
static void reach_for(caller *c);
static void dynamics(caller *c);
static void move(caller *c);
static void sample_reach(caller *c);
static void add_mesh(caller *c);
static void touching(caller *c);
static void touching_along(caller *c);
static void describe(caller *c);

static int node_of(caller *c);
static const char *name_of(caller *c);
static double *numbers(caller *c, int count);
static double *positions(caller *c);
static bool all_finite(const double *value, int count);
static void expect_answer(caller *c, limb_status status);

static call *const calls[] = {parse,           rename_something,
                              reparent,        set_attribute,
                              set_origin,      add_element,
                              remove_element,  fix,
                              write_something, write_glb,
                              poses,           reach_for,
                              dynamics,        move,
                              sample_reach,    add_mesh,
                              touching,        touching_along,
                              describe};

#define INERTIA                                                                                    \
    "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "                 \
    "iyz='0'/></inertial>"

static const char *const robots[] = {
    // two moving joints, shapes that meet
    "<robot name='r'><link name='base'>" INERTIA
    "<collision><geometry><box size='1 1 1'/></geometry>"
    "</collision></link><link name='a'>" INERTIA
    "<visual><geometry><sphere radius='0.5'/></geometry>"
    "<material name='m'><color rgba='1 0 0 1'/></material></visual></link><link name='b'>" INERTIA
    "<collision><geometry><cylinder radius='0.5' length='1'/></geometry></collision></link>"
    "<joint name='i' type='revolute'><parent link='base'/><child link='a'/><axis xyz='0 1 0'/>"
    "<limit lower='-1' upper='2' effort='5' velocity='1'/></joint><joint name='j' type='prismatic'>"
    "<parent link='a'/><child link='b'/><origin xyz='0 0 1'/><axis xyz='1 0 0'/>"
    "<limit lower='0' upper='1' effort='5' velocity='1'/><dynamics damping='1' "
    "friction='1'/></joint>"
    "</robot>",
    // joints of several coordinates, a mimic joint
    "<robot name='r'><link name='base'/><link name='a'>" INERTIA "</link><link name='b'>" INERTIA
    "</link><link name='c'>" INERTIA "</link><joint name='i' type='floating'><parent link='base'/>"
    "<child link='a'/></joint><joint name='j' type='planar'><parent link='a'/><child link='b'/>"
    "<axis xyz='0 0 1'/></joint><joint name='k' type='continuous'><parent link='b'/><child "
    "link='c'/>"
    "<mimic joint='l' multiplier='2'/></joint><link name='d'/><joint name='l' type='continuous'>"
    "<parent link='base'/><child link='d'/></joint></robot>",
    // meshes that are given or missing
    "<robot name='r'><link name='base'><visual><geometry><mesh "
    "filename='package://p/a.stl'/></geometry>"
    "</visual><collision><geometry><mesh filename='a.stl' scale='1 2 "
    "-1'/></geometry></collision></link>"
    "<link name='a'><collision><origin xyz='0 0 0.1'/><geometry><mesh "
    "filename='package://p/a.stl'/>"
    "</geometry></collision></link><link name='b'><collision><geometry><mesh "
    "filename='a.stl'/></geometry>"
    "</collision></link><joint name='i' type='fixed'><parent link='base'/><child link='a'/></joint>"
    "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint></robot>",
    // much that is wrong and has fixes
    "<robot name='r'><link name='a'/><link name='a'/><link name='base'><inertial><mass value='-1'/>"
    "</inertial></link><joint name='j' type='revolute'><parent link='base'/><child link='a'/>"
    "<axis xyz='0 0 2'/><limit lower='1' upper='-1'/></joint><joint name='k' type='hinge'>"
    "<parent link='b'/><child link='base'/><origin xyz='1,2,3'/></joint></robot>",
    "<robot name='r'><link name='base'/></robot>",
    "<robot name='r'/>",
    "<robot name='r'><link name='base'>",
    "",
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caller c = {.in = {data, size, 0}, .engine = limb_engine_create(NULL)};
    expect(c.engine != NULL);
    if (limb_fuzz_byte(&c.in) & 1)
        c.in.at = 0; // else: a call before there is a robot
    else
        parse(&c);
    for (int i = 0; i < MAX_CALLS && c.in.at < c.in.size; i++) {
        call *const next = calls[(size_t)limb_fuzz_byte(&c.in) % (sizeof calls / sizeof *calls)];
        c.nq = limb_engine_nq(c.engine);
        c.nv = limb_engine_nv(c.engine);
        c.link = limb_fuzz_byte(&c.in) % (limb_engine_nlink(c.engine) + 2) - 1;
        expect(c.nq >= 0 && c.nv >= 0 && c.nv <= c.nq);
        next(&c);
        const char *bytes = limb_engine_bytes(c.engine);
        expect(bytes && bytes[limb_engine_size(c.engine)] == 0);
    }
    limb_engine_free(c.engine);
    return 0;
}

//---- the file and its edits

static void parse(caller *c)
{
    const char *text = robots[(size_t)limb_fuzz_byte(&c->in) % (sizeof robots / sizeof *robots)];
    expect_answer(c, limb_engine_parse(c->engine, text, strlen(text),
                                       "/dev/null/r.urdf")); // no folder: nothing is looked for
}

static void rename_something(caller *c)
{
    const char *from = name_of(c), *to = name_of(c);
    expect_answer(c, limb_fuzz_byte(&c->in) & 1 ? limb_engine_rename_link(c->engine, from, to)
                                                : limb_engine_rename_joint(c->engine, from, to));
}

static void reparent(caller *c)
{
    const char *joint = name_of(c), *parent = name_of(c);
    expect_answer(c, limb_engine_reparent(c->engine, joint, parent, limb_fuzz_byte(&c->in) & 1));
}

static void set_attribute(caller *c)
{
    static const char *const names[] = {"name",  "link",   "xyz",   "rpy",   "type",
                                        "lower", "radius", "value", "joint", "filename"};
    static const char *const values[] = {"0", "1 2 3", "-1e308",   "a",      "nan",
                                         "",  "fixed", "floating", "<&\"'>", "a.stl"};
    const char *name = names[limb_fuzz_byte(&c->in) % 10];
    const int which = limb_fuzz_byte(&c->in) % 11, node = node_of(c);
    char read[8];
    const char *value = which < 10 ? values[which] : NULL;
    const limb_status status = limb_engine_set_attribute(c->engine, node, name, value);
    expect_answer(c, status);
    const int length = limb_engine_attribute(c->engine, node, name, read, sizeof read);
    expect(length < 0 || strlen(read) == (size_t)(length < 7 ? length : 7));
}

static void set_origin(caller *c)
{
    const int node = node_of(c);
    double *pose = numbers(c, 12);
    expect_answer(c, limb_engine_set_origin(c->engine, node, pose));
    free(pose);
}

static void add_element(caller *c)
{
    static const char *const fragments[] = {
        "<visual><geometry><box size='1 1 1'/></geometry></visual>",
        "<x/>",
        "</x>",
        "<link name='e'/>",
        "<collision><geometry><sphere radius='0.1'/></geometry></collision>",
        "text",
        "<joint name='n' type='revolute'><parent link='a'/><child link='e'/></joint>"};
    const int node = node_of(c);
    // robots that grow without end are another target's matter
    if (limb_engine_write_source(c->engine) != LIMB_OK || limb_engine_size(c->engine) < MAX_SOURCE)
        expect_answer(c, limb_engine_add(c->engine, node, fragments[limb_fuzz_byte(&c->in) % 7]));
}

static void remove_element(caller *c)
{
    expect_answer(c, limb_engine_remove(c->engine, node_of(c)));
}

static void fix(caller *c)
{
    expect(limb_engine_fix(c->engine) >= 0);
}

static void write_something(caller *c)
{
    static const char old[] = "<robot name='r'><link name='base'/><link name='z'/></robot>";
    switch (limb_fuzz_byte(&c->in) % 5) {
    case 0:
        expect_answer(c, limb_engine_write_findings(c->engine, limb_fuzz_byte(&c->in) % 4));
        break;
    case 1:
        expect_answer(c, limb_engine_write_formatted(c->engine));
        break;
    case 2:
        expect_answer(c, limb_engine_write_page(c->engine));
        break;
    case 3:
        expect_answer(c, limb_engine_write_changes(c->engine, old, sizeof old - 1));
        break;
    default:
        expect_answer(c, limb_engine_check_files(c->engine));
    }
}

static void write_glb(caller *c)
{
    double *q = positions(c);
    const int parts = limb_fuzz_byte(&c->in) % 128;
    expect_answer(c,
                  limb_engine_write_glb(c->engine, parts, limb_fuzz_byte(&c->in) & 1 ? q : NULL));
    free(q);
}

//---- motion

static void poses(caller *c)
{
    const int nlink = limb_engine_nlink(c->engine);
    double *q = positions(c), *pose = numbers(c, 12 * nlink), *low = numbers(c, c->nq);
    double *jacobian = numbers(c, 6 * c->nv), center[3];
    expect_answer(c, limb_engine_limits(c->engine, low, q));
    expect_answer(c, limb_engine_neutral(c->engine, low));
    free(q);
    q = positions(c);
    expect_answer(c, limb_engine_fk(c->engine, q, pose));
    expect_answer(c, limb_engine_jacobian(c->engine, q, c->link, jacobian));
    expect_answer(c, limb_engine_center_of_mass(c->engine, q, center));
    free(jacobian);
    free(low);
    free(pose);
    free(q);
}

static void reach_for(caller *c)
{
    double *q = positions(c), *pose = numbers(c, 12), error[2];
    const int tries = limb_fuzz_byte(&c->in) % 3;
    const int outcome = limb_engine_ik(c->engine, c->link, pose, tries, 0.001, q, error);
    expect(outcome >= -1 && (outcome == 0 || *limb_engine_message(c->engine)));
    expect(outcome != 0 || all_finite(q, c->nq));
    free(pose);
    free(q);
}

static void dynamics(caller *c)
{
    double *q = positions(c), *v = numbers(c, c->nv), *tau = numbers(c, c->nv),
           *out = numbers(c, c->nv);
    double *mass = numbers(c, c->nv * c->nv);
    expect_answer(c, limb_engine_inverse_dynamics(c->engine, q, v, tau, out));
    expect_answer(c, limb_engine_forward_dynamics(c->engine, q, v, tau, out));
    expect_answer(c, limb_engine_mass_matrix(c->engine, q, mass));
    expect_answer(c, limb_engine_gravity(c->engine, q, out));
    free(mass);
    free(out);
    free(tau);
    free(v);
    free(q);
}

static void move(caller *c)
{
    double *q = positions(c), *v = numbers(c, c->nv), *tau = numbers(c, c->nv);
    const double dt = limb_fuzz_number(&c->in, limb_fuzz_byte(&c->in) % 4 == 0) / 100;
    const bool given = limb_fuzz_byte(&c->in) & 1;
    expect_answer(c, limb_engine_step(c->engine, given ? tau : NULL, dt, q, v));
    const int count = limb_fuzz_byte(&c->in) % 8;
    expect_answer(c, limb_engine_fall(c->engine, dt, count, limb_fuzz_number(&c->in, true), q, v));
    free(tau);
    free(v);
    free(q);
}

static void sample_reach(caller *c)
{
    const int count = limb_fuzz_byte(&c->in) % 5;
    float *point = malloc(sizeof *point * 3 * (size_t)(count + (count == 0)));
    expect(point != NULL);
    expect_answer(c, limb_engine_reach(c->engine, c->link, count - 2, count, point));
    free(point);
}

//---- collision

static void add_mesh(caller *c)
{
    enum { MAX = 12 };
    float point[3 * MAX];
    uint32_t index[3 * MAX];
    const bool wild = limb_fuzz_byte(&c->in) % 4 == 0;
    limb_mesh mesh = limb_fuzz_mesh_of(&c->in, point, index, MAX, wild);
    if (wild && mesh.ntriangle > 0) index[0] = (uint32_t)limb_fuzz_byte(&c->in);
    const char *uri = limb_fuzz_byte(&c->in) & 1 ? "package://p/a.stl" : "a.stl";
    expect_answer(c,
                  limb_engine_add_mesh(c->engine, uri, point, mesh.nvertex, index, mesh.ntriangle));
}

static void touching(caller *c)
{
    double *q = positions(c);
    const int max = limb_fuzz_byte(&c->in) % 4;
    double *contact = numbers(c, 9 * max), nearest[9];
    const int pairs = limb_engine_pair_count(c->engine);
    const int count = limb_engine_touching(c->engine, q, contact, max);
    expect(count >= -1 && count <= pairs);
    expect((limb_engine_missing_count(c->engine) >= 0) == (pairs >= 0));
    const int found = limb_engine_nearest(c->engine, q, nearest);
    expect(found >= -1 && found <= 1 && (count >= 0) == (found >= 0));
    free(contact);
    free(q);
}

static void touching_along(caller *c)
{
    double *q = positions(c), *value = numbers(c, 4);
    bool touches[4];
    const int index = limb_fuzz_byte(&c->in) % (c->nq + 2) - 1;
    const int count = limb_engine_touching_along(c->engine, q, index, value, 4, touches);
    expect(count >= -1 && count <= 4);
    expect((count < 0) == (*limb_engine_message(c->engine) != 0));
    free(value);
    free(q);
}

static void describe(caller *c)
{
    limb_engine *e = c->engine;
    const char *name = name_of(c);
    const int link = limb_engine_find_link(e, name), nlink = limb_engine_nlink(e);
    expect(link >= -1 && link < nlink);
    expect(link < 0 || strcmp(limb_engine_link_name(e, link), name) == 0);
    expect((limb_engine_link_name(e, c->link) != NULL) == (c->link >= 0 && c->link < nlink));
    for (int i = -1; i <= c->nq; i++)
        expect((limb_engine_q_name(e, i) != NULL) == (i >= 0 && i < c->nq));
    for (int i = -1; i <= c->nv; i++)
        expect((limb_engine_v_name(e, i) != NULL) == (i >= 0 && i < c->nv));
    expect(limb_engine_error_count(e) >= 0 && limb_engine_warning_count(e) >= 0);
}

//---- what calls are made of

// An element somewhere in the file, or a number that is none.
static int node_of(caller *c)
{
    static const char *const paths[] = {"joint/j", "link/a/visual", "joint/i/limit", "material/m",
                                        "x//"};
    limb_engine *e = c->engine;
    const int how = limb_fuzz_byte(&c->in);
    int node = how % 8 == 0   ? limb_engine_root_node(e)
               : how % 8 == 1 ? limb_engine_find_node(e, paths[limb_fuzz_byte(&c->in) % 5])
               : how % 8 == 2 ? how / 8 - 2
               : how % 8 < 6  ? limb_engine_link_node(e, name_of(c))
                              : limb_engine_joint_node(e, name_of(c));
    for (int depth = how / 64; depth > 0 && node >= 0; depth--) {
        node = limb_engine_child_node(e, node, NULL);
        if (limb_fuzz_byte(&c->in) & 1) node = limb_engine_next_node(e, node, NULL);
    }
    return node;
}

static const char *name_of(caller *c)
{
    static const char *const names[] = {"base", "a", "b",   "c",      "i",    "j",
                                        "k",    "",  "new", "<&\"'>", "\xff", "a b"};
    return names[limb_fuzz_byte(&c->in) % 12];
}

// From malloc and of the exact size; freed by the caller.
static double *numbers(caller *c, int count)
{
    double *value = malloc(sizeof *value * (size_t)(count + (count == 0)));
    expect(value != NULL);
    const bool wild = limb_fuzz_byte(&c->in) % 8 == 0;
    for (int i = 0; i < count; i++)
        value[i] = limb_fuzz_number(&c->in, wild);
    return value;
}

static double *positions(caller *c)
{
    return numbers(c, c->nq);
}

static bool all_finite(const double *value, int count)
{
    for (int i = 0; i < count; i++) {
        if (!isfinite(value[i])) return false;
    }
    return true;
}

static void expect_answer(caller *c, limb_status status)
{
    expect((status == LIMB_OK) == (*limb_engine_message(c->engine) == 0));
    expect(status == LIMB_OK || status == LIMB_ERROR_INPUT || status == LIMB_ERROR_NUMERIC);
}
