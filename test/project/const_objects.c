// Shared by the generated calls of test_const_threads and test_null.
#define _XOPEN_SOURCE 700 // mkdtemp
#include "project/const_objects.h"
#include "harness.h"
#include "limb/system.h"

#include <stdio.h>

static void write_files(shared *s);
static void fill_data(shared *s);
static void build_objects(shared *s);

static const char urdf[] =
    "<robot name='r'>\n"
    "  <material name='picture'><texture filename='picture.png'/></material>\n"
    "  <link name='a'><inertial><mass value='2'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
    "izz='1'/></inertial>\n"
    "    <visual><geometry><mesh filename='mesh.obj'/></geometry><material "
    "name='picture'/></visual>\n"
    "    <collision><geometry><mesh filename='mesh.obj'/></geometry></collision></link>\n"
    "  <link name='b'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
    "izz='1'/></inertial>\n"
    "    <visual><geometry><box size='1 2 3'/></geometry><material name='picture'/></visual>\n"
    "    <collision><geometry><box size='1 2 3'/></geometry></collision></link>\n"
    "  <link name='c'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
    "izz='1'/></inertial>\n"
    "    <collision><geometry><sphere radius='0.2'/></geometry></collision></link>\n"
    "  <joint name='slide' type='prismatic'><parent link='a'/><child link='b'/><axis xyz='0 0 "
    "2'/>\n"
    "    <origin xyz='0 0 1'/><limit lower='-1' upper='1' effort='1' velocity='1'/></joint>\n"
    "  <joint name='turn' type='continuous'><parent link='b'/><child link='c'/><axis xyz='0 1 "
    "0'/>\n"
    "    <origin xyz='0 0 4'/></joint>\n"
    "</robot>\n";
static const char obj[] =
    "mtllib mesh.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0\nvt 0 1\n"
    "usemtl m\nf 1/1 3/2 2/3\nf 1/1 2/2 4/3\nf 1/1 4/2 3/3\nf 2/1 3/2 4/3\n";
static const char mtl[] = "newmtl m\nmap_Kd other.png\n";
static const char srdf[] = "<robot name='r'><group name='g'/>"
                           "<disable_collisions link1='a' link2='b'/></robot>";
static const char spheres[] = "{\"spheres\": []}";

void open_shared(shared *s)
{
    write_files(s);
    fill_data(s);
    build_objects(s);
}

limb_status take(void *ctx, const void *bytes, size_t size)
{
    own *o = ctx;
    for (size_t i = 0; i < size; i++)
        o->digest = (o->digest ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    o->nbyte += size;
    return LIMB_OK;
}

void take_text(own *o, const char *text)
{
    if (text) take(o, text, strlen(text));
}

static void save(const char *folder, const char *name, const void *bytes, size_t size)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ENSURE_INT(limb_file_replace(path, bytes, size, NULL), LIMB_OK);
}

static void write_files(shared *s)
{
    char folder[512];
    snprintf(folder, sizeof folder, "%s/const_XXXXXX", LIMB_BINARY_DIR);
    ENSURE(mkdtemp(folder) != NULL);
    size_t size;
    char *png = limb_test_read_file(LIMB_SOURCE_DIR "/examples/textures/checker.png", &size);
    save(folder, "robot.urdf", urdf, sizeof urdf - 1);
    save(folder, "mesh.obj", obj, sizeof obj - 1);
    save(folder, "mesh.mtl", mtl, sizeof mtl - 1);
    save(folder, "robot.srdf", srdf, sizeof srdf - 1);
    save(folder, "picture.png", png, size);
    save(folder, "other.png", png, size);
    snprintf(s->path, sizeof s->path, "%s/robot.urdf", folder);
    snprintf(s->mesh_path, sizeof s->mesh_path, "%s/mesh.obj", folder);
    snprintf(s->srdf_path, sizeof s->srdf_path, "%s/robot.srdf", folder);
    s->text = urdf;
    s->mesh_text = obj;
    s->srdf_text = srdf;
    s->sphere_text = spheres;
    s->png = png;
    s->png_size = size;
}

static void fill_data(shared *s)
{
    for (int k = 0; k < 12; k += 5) {
        s->number[k] = 1;
        s->number_float[k] = 1;
    }
    for (int k = 0; k < 24; k++)
        s->poses[k] = k % 12 % 5 == 0;
    s->poses[12 + 11] = 7;
    s->other_q[0] = 0.5;
    s->inertia[0] = s->inertia[3] = s->inertia[5] = 1;
    for (int i = 0; i < 24; i++)
        s->corner[i] = (float)(i / 3 >> (i % 3) & 1);
    s->words[0] = "joint";
    s->words[1] = "robot";
    for (int i = 0; i < 2; i++) {
        s->collider[i] = (limb_collider){.kind = LIMB_COLLIDER_SPHERE, .radius = 1};
        s->object[i] = (limb_scene_object){.ncollider = 1, .collider = &s->collider[i]};
        s->sphere[i] = (limb_sphere){.link = 2 * i, .radius = 0.1};
    }
    s->fit = (limb_fit){.kind = LIMB_FIT_SPHERE, .radius = 1};
    s->render_opts = (limb_render_opts){.width = 16, .height = 16, .threads = 1};
}

// Each is built and read by nothing after that: a cache that is filled on the first question would
// be filled by the threads.
static void build_objects(shared *s)
{
    limb_robot *robot;
    limb_report *report;
    limb_model *model;
    limb_scene *scene;
    limb_srdf *pairs;
    limb_target_check *target_check;
    limb_sphere_set *set;
    limb_collision_matrix *matrix;
    limb_trajectory *trajectory;
    limb_xacro *xacro;
    limb_robot_file *file;
    limb_joint_list *list;
    limb_glb *glb;
    limb_mesh *mesh, *drawn;
    static limb_image image;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_load(&robot, s->path, &(limb_load_opts){.report = report}), LIMB_OK);
    ENSURE(report->nfinding > 0);
    ENSURE_INT(limb_robot_meshes_load(&s->meshes, robot, NULL), LIMB_OK);
    ENSURE_INT(s->meshes->nloaded, 1);
    s->glb_opts = (limb_glb_opts){.find_mesh = limb_robot_meshes_find,
                                  .find_image = limb_robot_meshes_find_image,
                                  .find_ctx = s->meshes};
    s->scene_opts = (limb_scene_opts){
        .find_mesh = limb_robot_meshes_find, .find_ctx = s->meshes, .all_pairs = true};
    s->inertia_opts =
        (limb_inertia_opts){.find_mesh = limb_robot_meshes_find, .find_ctx = s->meshes};
    s->cover_opts =
        (limb_cover_opts){.find_mesh = limb_robot_meshes_find, .find_ctx = s->meshes, .count = 2};
    s->page_opts = (limb_page_opts){.find_mesh = limb_robot_meshes_find, .find_ctx = s->meshes};
    ENSURE_INT(limb_model_build(&model, robot, NULL), LIMB_OK);
    ENSURE_INT(limb_scene_build(&scene, robot, &s->scene_opts), LIMB_OK);
    ENSURE_INT(limb_srdf_load(&pairs, s->srdf_path, NULL), LIMB_OK);
    ENSURE_INT(limb_check_target(&target_check, s->text, strlen(s->text), NULL), LIMB_OK);
    ENSURE_INT(limb_sphere_set_build(&set, model, s->sphere, 2, NULL), LIMB_OK);
    ENSURE_INT(limb_collision_matrix_build(&matrix, scene, robot, model,
                                           &(limb_sample_opts){.nsample = 10}),
               LIMB_OK);
    ENSURE_INT(limb_trajectory_build(&trajectory, model, NULL, s->number, 2, NULL), LIMB_OK);
    ENSURE_INT(limb_xacro_expand(&xacro, urdf, sizeof urdf - 1, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_file_load(&file, s->path, NULL), LIMB_OK);
    ENSURE_INT(limb_joint_list_build(&list, robot), LIMB_OK);
    ENSURE_INT(limb_glb_build(&glb, robot, NULL), LIMB_OK);
    ENSURE_INT(limb_mesh_load(&mesh, s->mesh_path, NULL), LIMB_OK);
    ENSURE_INT(limb_mesh_parse(&drawn, glb->bytes, glb->size, NULL), LIMB_OK);
    ENSURE_INT(limb_image_parse(&image, s->png, s->png_size, NULL), LIMB_OK);
    ENSURE_INT(limb_link_compute_inertia(&s->weighed, &robot->link[1], &s->inertia_opts), LIMB_OK);
    s->robot = robot;
    s->document = robot->document;
    s->report = report;
    s->model = model;
    s->scene = scene;
    s->srdf = pairs;
    s->target_check = target_check;
    s->sphere_set = set;
    s->collision_matrix = matrix;
    s->trajectory = trajectory;
    s->xacro = xacro;
    s->robot_file = file;
    s->joint_list = list;
    s->glb = glb;
    s->mesh = mesh;
    s->drawn = drawn;
    s->image = &image;
}

own *make_own(const shared *s)
{
    own *o = aligned_alloc(64, (sizeof *o + 63) / 64 * 64);
    ENSURE(o != NULL);
    memset(o, 0, sizeof *o);
    ENSURE_INT(limb_work_create(&o->work, s->model, NULL), LIMB_OK);
    ENSURE_INT(limb_query_create(&o->query, s->scene, NULL), LIMB_OK);
    ENSURE_INT(limb_report_create(&o->report, NULL), LIMB_OK);
    ENSURE_INT(limb_resolver_create(&o->resolver, s->path, NULL), LIMB_OK);
    ENSURE_INT(limb_robot_parse(&o->robot, urdf, sizeof urdf - 1, NULL), LIMB_OK);
    ENSURE_INT(limb_edit_begin(&o->edit, o->robot), LIMB_OK);
    ENSURE_INT(limb_trajectory_build(&o->trajectory, s->model, NULL, s->number, 2, NULL), LIMB_OK);
    o->engine = limb_engine_create(NULL);
    ENSURE(o->engine != NULL);
    o->batch = limb_batch_init(s->model, 1, o->batch_memory, sizeof o->batch_memory);
    ENSURE(o->batch != NULL);
    limb_fk_acceleration(s->model, o->work, s->number, s->number, s->number);
    return o;
}

void free_own(own *o)
{
    limb_work_free(o->work);
    limb_query_free(o->query);
    limb_report_free(o->report);
    limb_resolver_free(o->resolver);
    limb_edit_free(o->edit);
    limb_robot_free(o->robot);
    limb_engine_free(o->engine);
    limb_trajectory_free(o->trajectory);
    free(o);
}
