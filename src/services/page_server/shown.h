// A robot prepared for display: read, checked, with its meshes, as GLB and as the page's JSON.
#ifndef LIMB_PAGE_SERVER_SHOWN_H
#define LIMB_PAGE_SERVER_SHOWN_H

#include "base/text.h"
#include "limb/export.h"
#include "limb/load.h"
#include "limb/shapes.h"
#include "limb/view.h"

typedef struct limb__shown {
    limb_robot_file *file; // the source files, without the robot; NULL: not read
    limb_robot *robot;
    limb_report *report; // the caller's, or an internal one
    bool owns_report;
    limb_robot_meshes *meshes;
    limb_glb *glb;
    limb__builder json;
    bool name_only;      // the JSON has the file name without its folders
    bool urdf_colors;    // replace the materials of meshes in the GLB
    bool own_materials;  // option of limb_glb_opts
    bool writable;       // the page is allowed to save it
    char *view;          // text of the view file; NULL: none
    const char *compare; // file of the robot to compare with; NULL: none
} limb__shown;

// Uses these members of opts: the view file, packages, arguments, mesh appearance.
// LIMB_ERROR_INPUT: nothing can be shown; the findings give the reason. They go into report, or
// into a new one if it is NULL. Free the result in every case.
limb_status limb__shown_load(limb__shown *out, const char *path, const limb_view_opts *opts,
                             int version, limb_report *report);
// Replaces a robot that cannot be shown by a link without a shape, with the findings.
limb_status limb__shown_stand_in(limb__shown *out, const char *path, int version,
                                 const limb_report *report);
void limb__shown_free(limb__shown *shown);
// Rewrites the JSON without the folder of the file.
limb_status limb__shown_hide_folder(limb__shown *shown, int version);
// Rewrites the JSON: this robot with the findings of a newer version that cannot be shown.
limb_status limb__shown_break(limb__shown *shown, const limb_report *report, int version);

#endif
