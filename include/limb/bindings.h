// limb_engine: one robot and all queries about it, through functions only.
//
// For other languages, and for WebAssembly: no call here needs the layout of a struct. Arguments
// are the engine, NUL-terminated UTF-8, numbers and arrays of doubles; results are a status, a
// number, arrays that the caller provides, or bytes that the engine keeps (limb_engine_bytes). C
// programs have more functions in the other headers.
//
// Units are SI and radians, poses 3x4 row-major world from link, as everywhere in limb.
//
// Threads: an engine belongs to one thread at a time.
#ifndef LIMB_BINDINGS_H
#define LIMB_BINDINGS_H

#include "limb/base.h"
#include "limb/diag.h"
#include "limb/mesh.h"
#include "limb/model.h"
#include "limb/robot.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_engine limb_engine;

// Creates an engine without a robot, with memory from the allocator (NULL: malloc). Returns NULL if
// there is no memory.
// Nullable: memory
LIMB_API limb_engine *limb_engine_create(const limb_allocator *memory);
// Nullable: engine
LIMB_API void limb_engine_free(limb_engine *engine); // NULL is allowed

// The output of the last call to a limb_engine_write_* function, NUL-terminated; valid until the
// next such call.
LIMB_API const char *limb_engine_bytes(const limb_engine *engine);
LIMB_API size_t limb_engine_size(const limb_engine *engine);
// Why the last call failed, one sentence; "" if it did not. Errors of the file are in its findings.
LIMB_API const char *limb_engine_message(const limb_engine *engine);

//---- the file ------------------------------------------------------------------------------------

// Sets the folder of a package for robots loaded afterwards.
LIMB_API limb_status limb_engine_add_package(limb_engine *engine, const char *name,
                                             const char *folder);

// Sets an argument for xacro files loaded afterwards, as name:=value in the command.
LIMB_API limb_status limb_engine_add_argument(limb_engine *engine, const char *name,
                                              const char *value);

// Returns false for builds without xacro: limb.wasm, as opposed to limb-xacro.wasm.
LIMB_API bool limb_engine_reads_xacro(void);

// Replaces the robot by another one and checks its text. A .xacro file is expanded; its findings
// point into the original files, and its text is the expansion. LIMB_ERROR_INPUT: it is rejected;
// if its XML could be read it is kept nevertheless, so that it can be shown and repaired.
LIMB_API limb_status limb_engine_load(limb_engine *engine, const char *path);
// The same from memory; name is the path for findings and relative URIs.
LIMB_API limb_status limb_engine_parse(limb_engine *engine, const char *text, size_t size,
                                       const char *name);
// The longest text that limb_engine_parse accepts, in bytes. A longer one is rejected by its size
// alone, so it need not be copied into the engine's memory.
LIMB_API size_t limb_engine_max_bytes(void);
LIMB_API bool limb_engine_has_robot(const limb_engine *engine);
// Reads the files that the robot names and adds findings about them, as limb check does.
LIMB_API limb_status limb_engine_check_files(limb_engine *engine);

LIMB_API int limb_engine_error_count(const limb_engine *engine);
LIMB_API int limb_engine_warning_count(const limb_engine *engine);
// The findings: format 0 is text, 1 JSON, 2 SARIF, 3 GitHub annotations.
LIMB_API limb_status limb_engine_write_findings(limb_engine *engine, int format);
// Writes the file, byte for byte as read or as edited.
LIMB_API limb_status limb_engine_write_source(limb_engine *engine);
LIMB_API limb_status limb_engine_write_formatted(limb_engine *engine); // in canonical layout
// Writes links, joints, findings and source as JSON: the robot.json of docs/page.md.
LIMB_API limb_status limb_engine_write_page(limb_engine *engine);

// Writes the changes since an older text of the robot, by meaning, as JSON: a list of kind
// ("added", "removed", "changed", "renamed"), path, attribute, old, new, old_line and line.
// LIMB_ERROR_INPUT: the old text cannot be read.
LIMB_API limb_status limb_engine_write_changes(limb_engine *engine, const char *old_text,
                                               size_t size);

// Writes the robot with its meshes as one GLB; parts is a sum of the flags. q (nq) is the
// configuration; NULL: that of limb_engine_neutral.
enum {
    LIMB_ENGINE_VISUAL = 1,
    LIMB_ENGINE_COLLISION = 2,
    LIMB_ENGINE_FRAMES = 4,
    LIMB_ENGINE_INERTIA = 8,
    LIMB_ENGINE_ANIMATE = 16,
    LIMB_ENGINE_URDF_COLORS = 32,  // override_colors of limb_glb_opts
    LIMB_ENGINE_OWN_MATERIALS = 64 // own_materials of limb_glb_opts
};
LIMB_API limb_status limb_engine_write_glb(limb_engine *engine, int parts, const double *q);

// Converts a mesh file of any format: to is "glb", "stl" or "obj". Needs no robot.
LIMB_API limb_status limb_engine_write_mesh(limb_engine *engine, const char *path, const char *to);

//---- edits ---------------------------------------------------------------------------------------

// Each call changes only the bytes concerned and reads the result. LIMB_ERROR_INPUT: the change is
// impossible or would make the file invalid; the robot is unchanged and the message gives the
// reason. After success the findings are those of the new text, and nodes and indices are new.
LIMB_API limb_status limb_engine_rename_link(limb_engine *engine, const char *from, const char *to);
LIMB_API limb_status limb_engine_rename_joint(limb_engine *engine, const char *from,
                                              const char *to);
LIMB_API limb_status limb_engine_reparent(limb_engine *engine, const char *joint,
                                          const char *new_parent, bool keep_pose);

// Elements are identified by numbers: that of a link or joint, and from there by tag. -1: none.
LIMB_API int limb_engine_root_node(const limb_engine *engine);
LIMB_API int limb_engine_link_node(const limb_engine *engine, const char *name);
LIMB_API int limb_engine_joint_node(const limb_engine *engine, const char *name);
LIMB_API int limb_engine_child_node(const limb_engine *engine, int node, const char *tag);
LIMB_API int limb_engine_next_node(const limb_engine *engine, int node, const char *tag);
// Finds an element by a path of names, "joint/elbow/limit", "material/red": see
// limb_robot_find_node.
LIMB_API int limb_engine_find_node(const limb_engine *engine, const char *path);
// Copies the value of an attribute, NUL-terminated and truncated to size bytes. Returns its length,
// or -1 if absent.
LIMB_API int limb_engine_attribute(const limb_engine *engine, int node, const char *name,
                                   char *value, size_t size);
// A NULL value removes the attribute.
// Nullable: value
LIMB_API limb_status limb_engine_set_attribute(limb_engine *engine, int node, const char *name,
                                               const char *value);
LIMB_API limb_status limb_engine_set_origin(limb_engine *engine, int node, const double pose[12]);
LIMB_API limb_status limb_engine_add(limb_engine *engine, int parent, const char *xml);
LIMB_API limb_status limb_engine_remove(limb_engine *engine, int node);
// Applies the certain fixes of the findings, as limb check --fix does. Returns the number
// of findings fixed.
LIMB_API int limb_engine_fix(limb_engine *engine);

//---- motion --------------------------------------------------------------------------------------

// Sizes and names; 0, NULL and -1 while there is no robot that can move. Coordinates are
// those of limb/model.h.
LIMB_API int limb_engine_nq(limb_engine *engine);
LIMB_API int limb_engine_nv(limb_engine *engine);
LIMB_API int limb_engine_nlink(limb_engine *engine);
LIMB_API const char *limb_engine_link_name(limb_engine *engine, int link);
LIMB_API const char *limb_engine_q_name(limb_engine *engine, int index);
LIMB_API const char *limb_engine_v_name(limb_engine *engine, int index);
LIMB_API int limb_engine_find_link(limb_engine *engine, const char *name);

// All of these return LIMB_ERROR_INPUT without a robot that can move, and do not allocate after the
// first of them. Arrays are (nq) or (nv) unless said otherwise.
LIMB_API limb_status limb_engine_limits(limb_engine *engine, double *q_min, double *q_max);
LIMB_API limb_status limb_engine_neutral(limb_engine *engine, double *q);
// World poses of all links; NaN for links that are not connected to the root. (nlink x 12)
LIMB_API limb_status limb_engine_fk(limb_engine *engine, const double *q, double *pose);
// The Jacobian of a link's origin in world axes, angular first. (6 x nv)
LIMB_API limb_status limb_engine_jacobian(limb_engine *engine, const double *q, int link,
                                          double *jacobian);
// Brings a link to a pose, from q and, if max_tries is above 1, from random starts; q receives the
// solution or the closest configuration. error receives the remaining meters and
// radians. Returns a limb_ik_outcome (0: solved; its phrase is the message), or -1 without a robot
// that can move or for an invalid pose.
// Nullable: error
LIMB_API int limb_engine_ik(limb_engine *engine, int link, const double pose[12], int max_tries,
                            double max_seconds, double *q, double error[2]);
LIMB_API limb_status limb_engine_inverse_dynamics(limb_engine *engine, const double *q,
                                                  const double *v, const double *a, double *tau);
LIMB_API limb_status limb_engine_forward_dynamics(limb_engine *engine, const double *q,
                                                  const double *v, const double *tau, double *a);
LIMB_API limb_status limb_engine_mass_matrix(limb_engine *engine, const double *q,
                                             double *mass); // (nv x nv)
LIMB_API limb_status limb_engine_gravity(limb_engine *engine, const double *q, double *tau);
// Advances q and v by dt seconds under tau (NULL: none), with damping and friction.
// Nullable: tau
LIMB_API limb_status limb_engine_step(limb_engine *engine, const double *tau, double dt, double *q,
                                      double *v);
// Simulates passive motion: count steps of dt without torques, with the file's damping and
// friction. Joint limits stop the joints without bouncing and carry the weight beyond them; drag
// (1/s) slows every motion, so that a robot without damping also comes to rest.
LIMB_API limb_status limb_engine_fall(limb_engine *engine, double dt, int count, double drag,
                                      double *q, double *v);
// In world coordinates, m; NaN for a robot without mass.
LIMB_API limb_status limb_engine_center_of_mass(limb_engine *engine, const double *q,
                                                double center[3]);
// Positions of a link's origin at count random configurations within the limits (count x 3): the
// points of limb reach with the same seed.
LIMB_API limb_status limb_engine_reach(limb_engine *engine, int link, int seed, int count,
                                       float *point);

//---- collision -----------------------------------------------------------------------------------

// Provides the triangles of a mesh that the robot names, for collision, so that a program that
// already has them does not need the file. To be called before the first of the calls below;
// positions in meters as in the file (npoint x 3), corners of triangles (ntriangle x 3).
LIMB_API limb_status limb_engine_add_mesh(limb_engine *engine, const char *uri,
                                          const float *position, int npoint,
                                          const uint32_t *triangle, int ntriangle);
// The number of collision shapes that are missing (missing meshes, broken geometry), and the number
// of link pairs that are compared: all except those connected by a joint, those that touch in
// nearly every configuration, and those at most three moving joints apart that touch at the neutral
// one. -1 without a robot.
LIMB_API int limb_engine_missing_count(limb_engine *engine);
LIMB_API int limb_engine_pair_count(limb_engine *engine);
// The pairs that touch at q, except those that always do: the first max of them as rows of nine
// numbers: two links, the distance (negative: depth), the points on both. Returns the number of all
// such pairs; -1: no robot that can move, or q is not finite.
LIMB_API int limb_engine_touching(limb_engine *engine, const double *q, double *contact, int max);
// The closest pair, in the same form. Returns 1, 0 if there is no pair, or -1.
LIMB_API int limb_engine_nearest(limb_engine *engine, const double *q, double *contact);
// Tests for contact while one coordinate of q takes each of count values. Returns the number of
// values with contact, or -1.
LIMB_API int limb_engine_touching_along(limb_engine *engine, const double *q, int index,
                                        const double *value, int count, bool *touches);

//---- a robot -------------------------------------------------------------------------------------

// For languages that cannot access structs. An index out of range returns NULL, or -1.
LIMB_API const char *limb_robot_name(const limb_robot *robot);
LIMB_API int limb_robot_root(const limb_robot *robot); // link; -1: none, or several
LIMB_API const limb_document *limb_robot_document(const limb_robot *robot);
LIMB_API int limb_robot_link_count(const limb_robot *robot);
LIMB_API const char *limb_robot_link_name(const limb_robot *robot, int link);
LIMB_API int limb_robot_link_parent_joint(const limb_robot *robot, int link); // -1 at the root
LIMB_API int limb_robot_link_node(const limb_robot *robot, int link);
LIMB_API int limb_robot_joint_count(const limb_robot *robot);
LIMB_API const char *limb_robot_joint_name(const limb_robot *robot, int joint);
LIMB_API const char *limb_robot_joint_type(const limb_robot *robot, int joint); // "revolute"
LIMB_API int limb_robot_joint_parent(const limb_robot *robot, int joint);       // link; -1: unknown
LIMB_API int limb_robot_joint_child(const limb_robot *robot, int joint);        // link; -1: unknown
LIMB_API int limb_robot_joint_node(const limb_robot *robot, int joint);
// The <limit>'s lower and upper, rad or m; -inf and inf if the joint has none. Returns false if
// there is no such joint.
LIMB_API bool limb_robot_joint_limits(const limb_robot *robot, int joint, double *lower,
                                      double *upper);
LIMB_API int limb_robot_material_count(const limb_robot *robot);
LIMB_API const char *limb_robot_material_name(const limb_robot *robot, int material);

//---- the findings of a report --------------------------------------------------------------------

// For languages that cannot access structs. A finding out of range returns NULL, 0, or
// the lowest severity.
LIMB_API int limb_report_finding_count(const limb_report *report);
LIMB_API int limb_report_error_count(const limb_report *report);
LIMB_API int limb_report_warning_count(const limb_report *report);
LIMB_API int limb_report_info_count(const limb_report *report);
LIMB_API int limb_report_lost_count(const limb_report *report);
LIMB_API const char *limb_report_finding_rule(const limb_report *report, int finding); // its id
LIMB_API limb_severity limb_report_finding_severity(const limb_report *report, int finding);
LIMB_API const char *limb_report_finding_message(const limb_report *report, int finding);
LIMB_API const char *limb_report_finding_file(const limb_report *report, int finding);
LIMB_API int limb_report_finding_line(const limb_report *report, int finding);
LIMB_API int limb_report_finding_column(const limb_report *report, int finding);
LIMB_API const char *limb_report_finding_path(const limb_report *report, int finding);

//---- a mesh --------------------------------------------------------------------------------------

// The mesh's counts and arrays, for languages that cannot access structs; absent arrays are NULL. A
// part out of range returns NULL.
LIMB_API int limb_mesh_vertex_count(const limb_mesh *mesh);
LIMB_API int limb_mesh_triangle_count(const limb_mesh *mesh);
LIMB_API int limb_mesh_part_count(const limb_mesh *mesh);
LIMB_API const char *limb_mesh_part_name(const limb_mesh *mesh, int part);
LIMB_API const float *limb_mesh_vertex_positions(const limb_mesh *mesh);    // (nvertex x 3)
LIMB_API const float *limb_mesh_vertex_normals(const limb_mesh *mesh);      // (nvertex x 3)
LIMB_API const uint32_t *limb_mesh_triangle_indices(const limb_mesh *mesh); // (ntriangle x 3)
LIMB_API void limb_mesh_bounds(const limb_mesh *mesh, float lower[3], float upper[3]);

//---- a model -------------------------------------------------------------------------------------

// For languages that cannot access structs. An index out of range returns NULL, -1 or NaN.
LIMB_API int limb_model_nq(const limb_model *model); // positions
LIMB_API int limb_model_nv(const limb_model *model); // velocities
LIMB_API int limb_model_link_count(const limb_model *model);
LIMB_API const char *limb_model_link_name(const limb_model *model, int link);
LIMB_API int limb_model_joint_count(const limb_model *model); // joints that move
LIMB_API const char *limb_model_joint_name(const limb_model *model, int joint);
LIMB_API int limb_model_joint_kind(const limb_model *model, int joint); // limb_motion_kind
LIMB_API int limb_model_joint_q(const limb_model *model, int joint);    // first position
LIMB_API int limb_model_joint_v(const limb_model *model, int joint);    // first velocity
LIMB_API const char *limb_model_q_name(const limb_model *model, int q);
LIMB_API const char *limb_model_v_name(const limb_model *model, int v);
LIMB_API double limb_model_q_min(const limb_model *model, int q); // rad or m; -inf: no limit
LIMB_API double limb_model_q_max(const limb_model *model, int q);
LIMB_API double limb_model_v_max(const limb_model *model, int v);   // rad/s or m/s
LIMB_API double limb_model_tau_max(const limb_model *model, int v); // N m or N

#ifdef __cplusplus
}
#endif
#endif // LIMB_BINDINGS_H
