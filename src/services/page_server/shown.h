// A robot made ready to be shown: read, checked, its meshes loaded, as GLB and as the page's JSON.
#ifndef LIMB_PAGE_SERVER_SHOWN_H
#define LIMB_PAGE_SERVER_SHOWN_H

#include "base/text.h"
#include "limb/export.h"
#include "limb/load.h"
#include "limb/shapes.h"
#include "limb/view.h"

typedef struct limb__shown {
    limb_robot_file *file; // the files it was read from, without the robot; NULL: not read
    limb_robot *robot;
    limb_report *report; // the caller's or our own
    bool owns_report;
    limb_robot_meshes *meshes;
    limb_glb *glb;
    limb__builder json;
    bool name_only;      // the JSON names the file without its folders
    bool urdf_colors;    // replace the materials of meshes in the GLB
    bool own_materials;  // of limb_glb_opts
    bool writable;       // the page may save it
    char *view;          // text of the file of the view; NULL: none
    const char *compare; // file of the robot shown beside it; NULL: none
} limb__shown;

// Of opts: the file of the view, where packages are, arguments, how meshes look. LIMB_ERROR_INPUT:
// nothing can be shown, the findings say why. They go into report, or into a new one when that is
// NULL. Free in every case.
limb_status limb__shown_load(limb__shown *out, const char *path, const limb_view_opts *opts,
                             int version, limb_report *report);
// In the place of a robot that cannot be shown: one link without a shape, and the findings.
limb_status limb__shown_stand_in(limb__shown *out, const char *path, int version,
                                 const limb_report *report);
void limb__shown_free(limb__shown *shown);
// The JSON again, without the folder that the file is in.
limb_status limb__shown_hide_folder(limb__shown *shown, int version);
// The JSON again: this robot, the findings of a newer file that cannot be shown.
limb_status limb__shown_break(limb__shown *shown, const limb_report *report, int version);

#endif
