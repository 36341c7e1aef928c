// Checking a robot: limb_check reads a file, runs every rule over it, over its meshes and over its
// shapes, and applies what a team decided about findings. limb_fix_file makes the certain fixes.
// Every front of limb (command, Python, WebAssembly, page) uses these calls, so findings are the
// same bytes everywhere.
//
//     limb_report_create(&report, NULL);
//     const limb_robot_file_opts file = {.load = {.report = report}};
//     limb_check(NULL, "arm.urdf", &(limb_check_opts){.file = &file});
//     limb_report_print(report, LIMB_REPORT_FORMAT_TEXT, NULL, write, ctx);
//
// Threads: any number of calls may run at once, each with a report and a baseline of its own; a
// policy may be shared. A robot may be checked by many at once.
#ifndef LIMB_CHECK_H
#define LIMB_CHECK_H

#include "limb/base.h"
#include "limb/diag.h"
#include "limb/robot.h"

#ifdef __cplusplus
extern "C" {
#endif

struct limb_mesh_opts;       // mesh.h
struct limb_resolver;        // packages.h
struct limb_robot_file;      // load.h
struct limb_robot_file_opts; // load.h
struct limb_robot_meshes;    // shapes.h
struct limb_yaml_event;      // xacro.h
struct limb_yaml_problem;    // xacro.h

//---- policy --------------------------------------------------------------------------------------
//
// What a team decided about findings: severities, a target, folders of packages. It is read from
// .limb.yaml in the folder of a robot's file or in the nearest folder above it; docs/ci.md
// describes the file.

typedef struct limb_setting { // the severity of a rule
    limb_rule rule;
    int severity;        // a limb_severity or LIMB_SEVERITY_OFF
    const char *pattern; // of paths from the policy's folder, where * matches any characters; NULL:
                         // all files
} limb_setting;

typedef struct limb_policy { // open to read
    const char *path;        // of .limb.yaml; NULL: there is none, and all below is empty
    const char *folder;      // that it is in, absolute
    bool strict;             // warnings become errors
    const char *target;      // reader to ask, "ros" or "none"; NULL: not given
    int nsetting;
    const limb_setting *setting; // in order; the last one for a rule and a path counts
    int npackages;
    const char *const *packages; // folders of packages, absolute
} limb_policy;

typedef struct limb_policy_opts { // zero-initialize
    const limb_allocator *memory;
    limb_report *report; // receives a finding for each mistake, in .limb.yaml
    // limb_yaml_read or another limb_yaml_fn of xacro.h; NULL: a .limb.yaml cannot be read.
    limb_status (*yaml)(const char *text, size_t size,
                        bool (*take)(void *ctx, const struct limb_yaml_event *event), void *ctx,
                        struct limb_yaml_problem *problem);
} limb_policy_opts;

// The path of the .limb.yaml for a robot's file or folder ("-": the current folder); "" if there is
// none. An entry of that name that cannot be read is found as well: without its settings a file
// could pass. LIMB_ERROR_LIMIT: the path does not fit.
LIMB_API LIMB_MUST_CHECK limb_status limb_policy_find(const char *file, char *path,
                                                      size_t capacity);
// Reads a .limb.yaml; path "" or NULL makes a policy without settings. LIMB_ERROR_INPUT: the file
// has mistakes, the report lists them; *out holds what could be understood. LIMB_ERROR_IO: it
// cannot be read, which is reported as well. *out is to be freed unless it is NULL
// (LIMB_ERROR_MEMORY).
// Nullable: path, opts
LIMB_API LIMB_MUST_CHECK limb_status limb_policy_load(limb_policy **out, const char *path,
                                                      const limb_policy_opts *opts);
// Nullable: policy
LIMB_API void limb_policy_free(limb_policy *policy);

// A setting from the words of a user: a rule's id and "off", "info", "warning" or "error".
// LIMB_ERROR_INPUT: why (NUL-terminated, cut to capacity) says what is wrong.
LIMB_API LIMB_MUST_CHECK limb_status limb_setting_parse(limb_setting *out, const char *rule,
                                                        const char *severity, char *why,
                                                        size_t capacity);

//---- baseline ------------------------------------------------------------------------------------
//
// Findings that are accepted as they are today, so that only new ones count. A text file with one
// finding per line: file, rule and message, separated by tabs; positions are left out, so a finding
// that only moved is still accepted. Files are named from the folder of the baseline.

typedef struct limb_baseline { // open to read
    int naccepted;             // findings that were dropped, or recorded
} limb_baseline;

// Reads a baseline. LIMB_ERROR_IO sets errno.
// Nullable: memory
LIMB_API LIMB_MUST_CHECK limb_status limb_baseline_load(limb_baseline **out, const char *path,
                                                        const limb_allocator *memory);
// An empty one that records every finding instead, to be written to path. LIMB_ERROR_INPUT: there
// is a file that is not a baseline.
// Nullable: memory
LIMB_API LIMB_MUST_CHECK limb_status limb_baseline_create(limb_baseline **out, const char *path,
                                                          const limb_allocator *memory);
// Writes the recorded findings in one call.
LIMB_API LIMB_MUST_CHECK limb_status limb_baseline_write(const limb_baseline *baseline,
                                                         limb_write_fn *write, void *ctx);
// Nullable: baseline
LIMB_API void limb_baseline_free(limb_baseline *baseline);

//---- check ---------------------------------------------------------------------------------------

typedef struct limb_check_opts { // zero-initialize
    // How the robot is loaded, as for limb_robot_file_load; findings go to its load.report. Its
    // keep_broken only decides whether a refused robot is given out. NULL: the defaults.
    const struct limb_robot_file_opts *file;

    const limb_policy *policy;   // NULL: that of the file's .limb.yaml, whose mistakes are findings
    bool ignore_policy;          // look for no .limb.yaml
    const limb_setting *setting; // (nsetting) severities that win over the policy's
    int nsetting;
    limb_baseline *baseline; // accepts findings or records them; NULL: none

    bool text_only; // only the rules over the text: none about files, shapes and how they touch
    bool no_files;  // look for no meshes and textures, and read none
    bool any_place; // look for them also when the robot has no path ("-", or text without a name),
                    // starting at the current folder
    const struct limb_mesh_opts *mesh; // how meshes are loaded; NULL: without normals. Its memory,
                                       // report, file, read and draco are not used
    const char
        *target; // "ros", "mujoco,drake", "all", ...: also predict what these readers make of
                 // the file; "none": do not. NULL: the policy's target
} limb_check_opts;

typedef struct limb_checked {         // open to read; take a part by setting it to NULL
    limb_robot *robot;                // NULL: refused
    struct limb_robot_file *file;     // the files it was read from, without the robot; NULL: a text
    struct limb_robot_meshes *meshes; // NULL: not loaded
    const char *target;               // reader that was asked, "urdfdom-6"; NULL: none
    const char *verdict;              // of that reader: "loads", "loses" or "refuses"; NULL: none
    struct limb_target_check *targets; // what other readers make of it; NULL: none were asked
    limb_status incomplete;            // why some rules could not be run; LIMB_OK: all were
} limb_checked;

// Reads the file ("-": standard input), URDF or xacro, and adds all findings to the report, in
// order, moved to the files that were written by hand; drops those that comments, the policy or
// the baseline accept. Only fixes that limb_fix_file would make are kept. The status is that of
// loading, or says why some rules could not be run. *out is to be freed unless it is NULL.
// Nullable: out, opts
LIMB_API LIMB_MUST_CHECK limb_status limb_check(limb_checked **out, const char *path,
                                                const limb_check_opts *opts);
// The same for the text of a URDF file, which is never xacro; file->load.file is its name. No
// target is asked.
// Nullable: out, opts
LIMB_API LIMB_MUST_CHECK limb_status limb_check_text(limb_checked **out, const char *text,
                                                     size_t size, const limb_check_opts *opts);
// For findings that were made by other means, such as those of an SRDF file: drops those of the
// file at path that the policy or the baseline accepts and adjusts the severities of the others.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_check_adjust(const char *path,
                                                       const limb_check_opts *opts);
// Nullable: checked
LIMB_API void limb_checked_free(limb_checked *checked);

//---- fix -----------------------------------------------------------------------------------------

// Receives the new text of a file that fixes change. A status other than LIMB_OK
// ends limb_fix_file.
typedef limb_status limb_fix_save_fn(void *ctx, const char *path, limb_text before,
                                     limb_text after);

// Makes the certain fixes of what limb_check would find, in the file itself or, for xacro, in the
// files it was made from; again while they reveal new ones. Accepted findings are not fixed. *count
// is the number of findings fixed. The report of opts is used on the way and left empty.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_fix_file(const char *path, const limb_check_opts *opts,
                                                   limb_fix_save_fn *save, void *ctx, int *count);
// The same for the text of a URDF file; write is called once if something was fixed.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_fix_text(const char *text, size_t size,
                                                   const limb_check_opts *opts,
                                                   limb_write_fn *write, void *ctx, int *count);

//---- rules ---------------------------------------------------------------------------------------
//
// The parts of limb_check, for robots that were loaded by other means.

// Checks every rule for a robot and adds the findings to the report. Returns LIMB_OK even if there
// are findings, LIMB_ERROR_MEMORY if not everything could be checked. Loading does this unless
// skip_checks is set.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_check(const limb_robot *robot, limb_report *report);

// Adds a finding for every mesh and texture URI of the robot that is not found, with the
// searched places as notes and a similar file as fix. Files are not opened. Malformed URIs are
// reported by limb_robot_check.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_check_files(const limb_robot *robot,
                                                            struct limb_resolver *resolver,
                                                            limb_report *report);

// Adds findings about the meshes of a robot once they are loaded: millimeters instead of meters,
// colors that readers show differently, visuals with a wrong up axis.
LIMB_API void limb_robot_check_meshes(const limb_robot *robot,
                                      const struct limb_robot_meshes *meshes, limb_report *report);

// Removes the findings that comments in the robot's file accept, and reports comments that name no
// rule or accept nothing. To be called last, when all other findings are in the report.
//     <!-- limb: off RULE reason -->            in an element: for all findings in that element
//     <!-- limb: off-next-line RULE reason -->  for those on the next line
// Findings that keep a robot from loading stay.
LIMB_API LIMB_MUST_CHECK limb_status limb_robot_suppress(const limb_robot *robot,
                                                         limb_report *report);

//---- target --------------------------------------------------------------------------------------
//
// How another reader would treat the file: whether urdfdom, ROS's parser, loads it, and what it
// loses. docs/urdfdom.md describes that parser.
//
// Threads: calls share nothing; any number may read one target.

typedef enum limb_verdict {
    LIMB_VERDICT_LOADS,  // everything that the file says is read
    LIMB_VERDICT_LOSES,  // it loads, but something is silently dropped or changed
    LIMB_VERDICT_REFUSES // nothing loads
} limb_verdict;

LIMB_API const char *limb_verdict_name(limb_verdict verdict); // "loads", "loses", "refuses"

typedef struct limb_target_shape { // what survives of a visual or collision
    const char *shape;             // "box", "cylinder", "sphere", "mesh", "capsule"
    double size[3]; // box: edges; cylinder, capsule: radius, length; sphere: radius; mesh: scale
    const char *filename; // of a mesh; "" otherwise
    double xyz[3];        // origin
    double quat[4];       // x y z w
    const char *material; // a visual's material by name; "" when there is none
    bool has_material;    // false: no material, or one that urdfdom could not read
    float rgba[4];        // the color that the visual gets; 0 0 0 1 if there is none
    const char *texture;  // "" when there is none
} limb_target_shape;

typedef struct limb_target_link { // what survives of a link
    const char *name;
    bool has_inertial; // also true if only half of it was read
    double mass;
    double inertia[6]; // ixx ixy ixz iyy iyz izz
    double inertial_xyz[3], inertial_quat[4];
    int nvisual;
    const limb_target_shape *visual;
    int ncollision;
    const limb_target_shape *collision;
} limb_target_link;

typedef struct limb_target_joint {
    const char *name;
    const char *type; // "revolute"
    const char *parent, *child;
    double xyz[3], quat[4]; // origin; x y z w
    double axis[3];         // 0 0 0 for fixed and floating, whatever the file says
    bool has_limit;
    double lower, upper, effort, velocity;
} limb_target_joint;

typedef struct limb_target {
    limb_verdict verdict;
    const char *reason; // of a refusal: the first one that urdfdom detects, one sentence; else ""
    const char *root;   // root link's name; "" when refused
    int nlink;
    const limb_target_link *link; // in urdfdom's order: by name
    int njoint;
    const limb_target_joint *joint;
    int nloss; // each dropped or changed thing; also added to the report as findings
} limb_target;

// The version of urdfdom: they differ in the XML they accept and in the URDF versions they support.
typedef enum limb_urdfdom {
    LIMB_URDFDOM_3, // 3.0 with TinyXML 2.6: URDF 1.0; ROS 2 Humble, Debian 12
    LIMB_URDFDOM_6  // 6.0 with TinyXML-2: URDF 1.0 to 1.2; ROS 2 Rolling
} limb_urdfdom;
enum { LIMB_URDFDOM_NEWEST = LIMB_URDFDOM_6 };

// "urdfdom 3 (ROS 2 Humble, Debian 12)"
LIMB_API const char *limb_urdfdom_name(limb_urdfdom version);
// "urdfdom-3", "urdfdom-6", "urdfdom" (as 3) or "ros" (the newest). Returns false for other names.
LIMB_API bool limb_urdfdom_find(const char *name, limb_urdfdom *version);

typedef struct limb_target_opts { // zero-initialize
    const limb_allocator *memory;
    limb_urdfdom version;
    limb_report *report; // receives a finding for each refusal and each loss; may be NULL
    const char *file;    // name shown in findings; NULL: "-"
} limb_target_opts;

// Reads the text as urdfdom does. Returns LIMB_OK whatever the verdict; LIMB_ERROR_LIMIT if the
// text is 4 GiB or longer. The text need not outlive the call.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_target_urdfdom(limb_target **out, const char *text,
                                                         size_t size, const limb_target_opts *opts);
// Nullable: target
LIMB_API void limb_target_free(limb_target *target);

//---- readers -------------------------------------------------------------------------------------
//
// Where will this robot run? What the programs that read URDF make of a file: each verdict, why,
// and the numbers that arrive, by one table of features and readers (docs/readers.md). Meshes are
// not opened: a reader that refuses a file because a mesh is missing does so beyond this.
//
// Threads: calls share nothing; any number may read one result.

typedef enum limb_reader_verdict { // from the best to the worst
    LIMB_READER_VERDICT_WHOLE,
    LIMB_READER_VERDICT_LOSES,   // something is dropped
    LIMB_READER_VERDICT_CHANGES, // something is wrong or invented
    LIMB_READER_VERDICT_DIES,    // the program crashes
    LIMB_READER_VERDICT_REFUSES  // nothing loads
} limb_reader_verdict;

LIMB_API const char *limb_reader_verdict_name(limb_reader_verdict verdict); // "whole"

typedef struct limb_reader_info {
    const char *name;    // "mujoco:full": an option that changes the verdict is part of the name
    const char *title;   // "MuJoCo 4.0 with bodies and visuals kept"
    const char *version; // the release that the predictions are verified with
    const char *cure;    // the reader's own switch by which it loses less; "" when there is none
} limb_reader_info;

LIMB_API int limb_reader_count(void);
LIMB_API const limb_reader_info *limb_reader_at(int reader); // NULL: no such number
LIMB_API int limb_reader_find(const char *name);             // -1: none

typedef struct limb_reader_reason {
    limb_reader_verdict verdict; // that this reason alone would give
    const char *message;         // one sentence
    const char *edit;            // the change to the file that avoids it; "" if there is none
    limb_span span;              // of the first place
    int count;                   // places with the same reason, 1 or more
    int nline;                   // valid entries of line, the lines of the first places
    uint32_t line[4];
} limb_reader_reason;

typedef struct limb_reader_joint { // of one coordinate
    const char *name;
    bool has_limit;      // false: the reader sees no limits; lower and upper are then infinite
    double lower, upper; // rad or m; infinite when the bound is absent
    const char *source;  // the joint that it mimics; NULL: it does not mimic another
} limb_reader_joint;

typedef struct limb_reader_result {
    int reader;
    limb_reader_verdict verdict;
    int nreason; // worst first
    const limb_reader_reason *reason;

    // what arrives; meaningless when the reader refuses the file or dies
    bool has_facts; // false: the rest is not known
    bool has_mass;  // false: it depends on meshes
    double mass;    // kg
    int ndof;       // degrees of freedom, without those of a free base
    int nvisual;    // -1: the reader does not keep shapes
    int ncollision; // -1 likewise
    int njoint;     // those of one coordinate
    const limb_reader_joint *joint;
} limb_reader_result;

typedef struct limb_target_check {
    int nresult;
    const limb_reader_result *result; // worst first
    double mass;                      // kg, that the file says
    const char *edit; // the one change that helps most readers; "" when there is none
    int nhelped;      // readers that it helps
    limb_span edit_span;
} limb_target_check;

typedef struct limb_check_target_opts { // zero-initialize
    const limb_allocator *memory;
    const int *reader; // the readers asked about; NULL: all
    int nreader;
    limb_report *report; // receives a finding per reason; may be NULL
    const char *file;    // name shown in findings; NULL: "-"
} limb_check_target_opts;

// Predicts what the readers make of the text. LIMB_OK whatever the verdicts; LIMB_ERROR_LIMIT: the
// text is 1 GiB or longer. The text need not outlive the call.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_check_target(limb_target_check **out, const char *text,
                                                       size_t size,
                                                       const limb_check_target_opts *opts);
// Nullable: check
LIMB_API void limb_target_check_free(limb_target_check *check);

// "mujoco,drake" or "all" as readers, into reader, which has room for limb_reader_count() numbers;
// "ros" and "urdfdom" are the urdfdom that limb_urdfdom_find takes. Returns how many, or -1 and the
// name that is none in *unknown. Nullable: unknown.
LIMB_API int limb_reader_list(const char *names, int *reader, limb_text *unknown);

// Writes the report as text for people, or as a JSON array for LIMB_REPORT_FORMAT_JSON; other
// formats have the findings of opts->report. Name is that of the file. Nullable: name.
LIMB_API LIMB_MUST_CHECK limb_status limb_target_check_print(const limb_target_check *check,
                                                             limb_report_format format,
                                                             const char *name, limb_write_fn *write,
                                                             void *ctx);

#ifdef __cplusplus
}
#endif
#endif // LIMB_CHECK_H
