// Shared by the generated calls of test_const_threads and test_null: per-thread data, and the
// destination of results.
#ifndef LIMB_TEST_CONST_OBJECTS_H
#define LIMB_TEST_CONST_OBJECTS_H

#include "limb/bindings.h"
#include "limb/limb.h"
#include "limb/render.h"
#include "limb/ros.h"
#include "limb/view.h"
#include "limb/xacro.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LIMB_TEST_NUMBERS = 8192, LIMB_TEST_ROOM = 1 << 20 };

typedef struct shared { // objects and plain data that all threads read
    const limb_robot *robot;
    const limb_document *document;
    const limb_model *model;
    const limb_mesh *mesh;
    const limb_mesh *drawn;
    const limb_report *report;
    const limb_scene *scene;
    const limb_srdf *srdf;
    const limb_target_check *target_check;
    const limb_sphere_set *sphere_set;
    const limb_collision_matrix *collision_matrix;
    const limb_trajectory *trajectory;
    const limb_xacro *xacro;
    const limb_robot_file *robot_file;
    const limb_joint_list *joint_list;
    const limb_image *image;
    const limb_glb *glb;
    limb_robot_meshes *meshes; // const to all that takes it by a void *
    limb_link_inertia weighed;
    limb_fit fit;

    limb_glb_opts glb_opts;
    limb_scene_opts scene_opts;
    limb_inertia_opts inertia_opts;
    limb_cover_opts cover_opts;
    limb_page_opts page_opts;
    limb_render_opts render_opts;
    limb_ik_opts ik_opts;

    char path[1024], mesh_path[1024], srdf_path[1024];
    const char *text, *mesh_text, *srdf_text, *sphere_text;
    const char *words[2];
    const void *png;
    size_t png_size;
    _Alignas(64) double number[LIMB_TEST_NUMBERS]; // the identity, then zeros; aligned for lanes
    _Alignas(64) float number_float[LIMB_TEST_NUMBERS]; // the same
    int index[64];                                      // zeros
    double other_q[64];
    double inertia[6];
    double poses[24];
    float corner[24];
    limb_collider collider[2];
    limb_scene_object object[2];
    limb_sphere sphere[2];
} shared;

typedef struct own { // of one thread
    limb_work *work;
    limb_query *query;
    limb_report *report;
    limb_resolver *resolver;
    limb_robot *robot;
    limb_edit *edit; // of this robot
    limb_engine *engine;
    limb_trajectory *trajectory;
    limb_batch *batch;
    limb_image image;
    _Alignas(64) char batch_memory[1 << 16];
    uint64_t seed;
    uint64_t digest; // of the answers so far
    size_t nbyte;    // in it
    const char *reason;
    void *block;
    size_t block_size;
    _Alignas(64) char room[LIMB_TEST_ROOM];
    _Alignas(64) double out[8][LIMB_TEST_NUMBERS];
    _Alignas(64) float out_float[8][LIMB_TEST_NUMBERS];
    double identity[LIMB_TEST_NUMBERS]; // (nv x nv) mass matrix to factor
    int found[8][64];
    bool touches[64];
    char text[4096];
} own;

typedef struct call_of_function {
    const char *name;
    void (*call)(const shared *s, own *o);
} call_of_function;

extern const call_of_function const_calls[];
extern const int nconst_call;

void open_shared(shared *s); // lives until the program ends
own *make_own(const shared *s);
void free_own(own *o);

// A limb_write_fn over an own: FNV-1a.
limb_status take(void *ctx, const void *bytes, size_t size);
void take_text(own *o, const char *text);

#endif
