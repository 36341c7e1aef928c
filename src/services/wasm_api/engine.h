// Internals shared by the files of the engine; see limb/bindings.h.
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
    limb_allocator allocator; // copy of the caller's, if any
    limb_report *report;
    limb_robot *robot;         // NULL: none
    limb_robot_meshes *meshes; // NULL until needed
    bool is_checked;           // the report has the findings of all rules, not only those for text
    limb_model *model;         // NULL until requested
    limb_work *work;
    limb_scene *scene; // NULL until requested
    limb_query *query;
    struct limb__given_mesh *given; // meshes added by limb_engine_add_mesh
    int ngiven, given_capacity;
    limb__builder bytes;
    limb__builder message;
    limb_package *package;
    int npackage, package_capacity;
    limb_xacro_argument *argument;
    int nargument, argument_capacity;
    limb_robot_file *xacro;    // for the file that was loaded
    bool is_expansion;         // the robot's text is an unedited expansion
    limb_resolve_opts resolve; // of file
    limb_robot_file_opts file; // how robots are loaded; see limb__engine_how
    limb__arena names;         // strings of the packages and arguments
};

// Returns the status and sets the message to its phrase or the given one; LIMB_OK
// clears the message.
limb_status limb__engine_end(limb_engine *engine, limb_status status, const char *message);
// Ends a call that loaded a robot, and sets the message to the first finding that rejects it.
limb_status limb__engine_loaded(limb_engine *engine, limb_status status);
void limb__engine_drop_robot(limb_engine *engine); // including its findings
// For robots from xacro files; in engine_xacro.c, or engine_urdf.c if xacro is left out.
const char *limb__engine_file(const limb_engine *engine); // the file last written; NULL: none
void limb__engine_drop_file(limb_engine *engine);
// Invalidates everything derived from the robot's content.
void limb__engine_changed(limb_engine *engine);
// Creates the model and its work on first use.
limb_status limb__engine_model(limb_engine *engine);
// Loads the meshes on first use; limb_engine_check_files reports their errors.
limb_status limb__engine_meshes(limb_engine *engine);
// Returns how a robot is loaded, with the engine's packages and arguments; name is the file
// name in findings.
const limb_robot_file_opts *limb__engine_how(limb_engine *engine, const char *name);
// Returns options for checking. The engine has no YAML reader and does not look for .limb.yaml.
limb_check_opts limb__engine_check_opts(limb_engine *engine, const char *name, bool text_only);
// Checks the robot's current text by the rules for text. Drops earlier findings.
limb_status limb__engine_check_text(limb_engine *engine);
// Reads the file again to check an unedited expansion; engine_xacro.c or engine_urdf.c.
limb_status limb__engine_check_expansion(limb_engine *engine, limb_checked **out,
                                         const limb_check_opts *opts);
// Moves the robot and the files of a checked one into the engine.
void limb__engine_take(limb_engine *engine, limb_checked *checked);
// Invalidates the collision scene, which is rebuilt on next use.
void limb__engine_forget_scene(limb_engine *engine);
void limb__engine_drop_meshes(limb_engine *engine); // those of limb_engine_add_mesh
// A limb_write_fn that appends to the engine's bytes.
limb_status limb__engine_write(void *engine, const void *bytes, size_t size);

#endif
