// What the files of the engine share; see limb/bindings.h.
#ifndef LIMB_WASM_API_ENGINE_H
#define LIMB_WASM_API_ENGINE_H

#include "base/arena.h"
#include "base/text.h"
#include "limb/bindings.h"
#include "limb/collision.h"
#include "limb/load.h"
#include "limb/model.h"
#include "limb/shapes.h"

struct limb_engine {
    const limb_allocator *memory;
    limb_allocator allocator; // a copy of the caller's, when it gave one
    limb_report *report;
    limb_robot *robot;         // NULL: none
    limb_robot_meshes *meshes; // NULL until asked for
    bool meshes_reported;      // the report has what is wrong with them
    limb_model *model;         // NULL until asked for
    limb_work *work;
    limb_scene *scene; // NULL until asked for
    limb_query *query;
    struct limb__given_mesh *given; // meshes by limb_engine_add_mesh
    int ngiven, given_capacity;
    limb__builder bytes;
    limb__builder message;
    limb_package *package;
    int npackage, package_capacity;
    limb_xacro_argument *argument;
    int nargument, argument_capacity;
    limb_robot_file *xacro; // of the file that was loaded
    bool is_expansion;      // the robot's text is the expansion as it was made, without edits
    limb__arena names;      // texts of the packages and arguments
};

// The status, with its phrase (or the given one) as the message; LIMB_OK clears the message.
limb_status limb__engine_end(limb_engine *engine, limb_status status, const char *message);
// Ends a call that read a robot: the message is the first finding that refuses it.
limb_status limb__engine_loaded(limb_engine *engine, limb_status status);
void limb__engine_drop_robot(limb_engine *engine); // with its findings
// What a robot from a xacro file needs; engine_xacro.c, or engine_urdf.c where xacro is left out.
const char *limb__engine_file(const limb_engine *engine); // the one that was written; NULL: none
limb_status limb__engine_relocate(limb_engine *engine);   // findings about the expansion move
void limb__engine_drop_file(limb_engine *engine);
// Forgets what was made of the robot's content.
void limb__engine_changed(limb_engine *engine);
// The model and its work, made when they are asked for first.
limb_status limb__engine_model(limb_engine *engine);
// The meshes, loaded when they are asked for first.
limb_status limb__engine_meshes(limb_engine *engine, bool report);
// The collision scene is made anew when it is asked for next.
void limb__engine_forget_scene(limb_engine *engine);
void limb__engine_drop_meshes(limb_engine *engine); // those of limb_engine_add_mesh
// A limb_write_fn that appends to the engine's bytes.
limb_status limb__engine_write(void *engine, const void *bytes, size_t size);

#endif
