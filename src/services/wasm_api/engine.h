// What the files of the engine share; see limb/bindings.h.
#ifndef LIMB_WASM_API_ENGINE_H
#define LIMB_WASM_API_ENGINE_H

#include "base/arena.h"
#include "base/text.h"
#include "limb/bindings.h"
#include "limb/check.h"
#include "limb/collision.h"
#include "limb/load.h"
#include "limb/model.h"
#include "limb/shapes.h"

struct limb_engine {
    const limb_allocator *memory;
    limb_allocator allocator; // a copy of the caller's, when it gave one
    limb_report *report;
    limb_robot *robot;         // NULL: none
    limb_robot_meshes *meshes; // NULL until needed
    bool is_checked;           // the report holds the findings of all rules, not only of the text
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
    limb_robot_file *xacro;    // of the file that was loaded
    bool is_expansion;         // the robot's text is the expansion as it was made, without edits
    limb_resolve_opts resolve; // of file
    limb_robot_file_opts file; // how robots are loaded; see limb__engine_how
    limb__arena names;         // texts of the packages and arguments
};

// The status, with its phrase (or the given one) as the message; LIMB_OK clears the message.
limb_status limb__engine_end(limb_engine *engine, limb_status status, const char *message);
// Ends a call that read a robot: the message is the first finding that refuses it.
limb_status limb__engine_loaded(limb_engine *engine, limb_status status);
void limb__engine_drop_robot(limb_engine *engine); // with its findings
// What a robot from a xacro file needs; engine_xacro.c, or engine_urdf.c where xacro is left out.
const char *limb__engine_file(const limb_engine *engine); // the one that was written; NULL: none
void limb__engine_drop_file(limb_engine *engine);
// Forgets what was made of the robot's content.
void limb__engine_changed(limb_engine *engine);
// The model and its work, made when they are asked for first.
limb_status limb__engine_model(limb_engine *engine);
// The meshes, loaded when first needed; what is wrong with them is found by
// limb_engine_check_files.
limb_status limb__engine_meshes(limb_engine *engine);
// How a robot is loaded, with the engine's packages and arguments; findings under that name.
const limb_robot_file_opts *limb__engine_how(limb_engine *engine, const char *name);
// Options to check by. The engine has no YAML reader and looks for no .limb.yaml.
limb_check_opts limb__engine_check_opts(limb_engine *engine, const char *name, bool text_only);
// Checks the robot's text as it is now by the rules over the text. Findings of before are dropped.
limb_status limb__engine_check_text(limb_engine *engine);
// Reads the file again to check an unchanged expansion; engine_xacro.c or engine_urdf.c.
limb_status limb__engine_check_expansion(limb_engine *engine, limb_checked **out,
                                         const limb_check_opts *opts);
// The robot and the files of a checked one become the engine's.
void limb__engine_take(limb_engine *engine, limb_checked *checked);
// The collision scene is made anew when it is asked for next.
void limb__engine_forget_scene(limb_engine *engine);
void limb__engine_drop_meshes(limb_engine *engine); // those of limb_engine_add_mesh
// A limb_write_fn that appends to the engine's bytes.
limb_status limb__engine_write(void *engine, const void *bytes, size_t size);

#endif
