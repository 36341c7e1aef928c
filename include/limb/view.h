// The page for a robot: a small server for a browser on this machine, or one file to send.
//
// Threads: the calls for one view belong to one thread; the server has its own threads.
#ifndef LIMB_VIEW_H
#define LIMB_VIEW_H

#include "limb/base.h"
#include "limb/diag.h"
#include "limb/load.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct limb_view limb_view;

// Receives joint values by the names of the page's coordinates, which are not NUL-terminated and
// valid only during the call.
typedef void limb_view_joints_fn(void *ctx, const limb_text *name, const double *position,
                                 int count);

typedef struct limb_view_opts { // zero-initialize
    limb_robot_file_opts file;  // how the robot is loaded and its meshes are shown. load.report
                                // receives the findings of the first load; arguments must outlive
                                // the view; text, such as unsaved edits, is read by
                                // limb_view_write_html only, and path says where its meshes are
    bool write;                 // the page may save changes to the file; ignored for xacro
                                // and read-only files
    const char *config;  // the view file; must outlive the view; NULL: NAME.limb-view.json beside
                         // the robot's file, if it exists
    const char *compare; // a second robot, shown as a ghost; must outlive the view; NULL: none
    const char *address; // to listen on; NULL: 127.0.0.1, this machine only
    int port;            // 0: 8137, or the next that is free
    bool exact_port;     // only that port
    limb_view_joints_fn
        *joints; // the page moved joints; called from the server's threads. NULL: the
                 // page keeps them to itself
    void *joints_ctx;
} limb_view_opts;

// Loads the robot and starts to serve its page. If the file cannot be shown, the page lists the
// findings and waits until it is saved without them. LIMB_ERROR_IO: the file cannot be read, or
// there is no free port (then the report is empty).
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_view_start(limb_view **out, const char *path,
                                                     const limb_view_opts *opts);
// Nullable: view
LIMB_API void limb_view_stop(limb_view *view);

// The address to open, with its access token: "http://127.0.0.1:8137/?token=...".
LIMB_API const char *limb_view_url(const limb_view *view);
// The same with a token that works once, for a browser started by a program. NOTE: every user of
// the machine can read the arguments of a process; pass the address in a private file.
LIMB_API const char *limb_view_launch_url(const limb_view *view);
LIMB_API int limb_view_port(const limb_view *view);
// Returns whether the file, as it was at the start or at the last poll, cannot be shown.
LIMB_API bool limb_view_is_waiting(const limb_view *view);

// Checks once whether the robot's file, a file it includes or one of its meshes changed on disk,
// and those of the robot to compare with; call it a few times a second. A change is shown once the
// files have not changed for one call. Returns whether the robot itself was updated.
LIMB_API bool limb_view_poll(limb_view *view);

// Moves the joints in every open page.
LIMB_API void limb_view_send_joints(limb_view *view, const limb_text *name, const double *position,
                                    int count);

// Writes the page, the robot and its findings as one HTML file that needs neither server nor
// network. path NULL: without a robot, for any folder dropped onto it.
// Nullable: path, opts
LIMB_API LIMB_MUST_CHECK limb_status limb_view_write_html(const char *path,
                                                          const limb_view_opts *opts,
                                                          limb_write_fn *write, void *ctx);

#ifdef __cplusplus
}
#endif
#endif // LIMB_VIEW_H
