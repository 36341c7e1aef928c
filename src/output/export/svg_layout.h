// Positions of the boxes of a drawn tree.
#ifndef LIMB_EXPORT_SVG_LAYOUT_H
#define LIMB_EXPORT_SVG_LAYOUT_H

#include "base/arena.h"
#include "limb/robot.h"

// Lengths are pixels. The fonts are monospaced, so that widths are known without their metrics.
enum { SVG_BOX_HEIGHT = 40, SVG_NAME_SIZE = 13, SVG_LABEL_SIZE = 11, SVG_DETAIL_SIZE = 10 };

typedef struct svg_box { // one per link, in document order
    double x, y;         // upper left corner
    double width;
    double label_width; // of the joint above it
    double label_start; // start of the labels of its layer: x if the tree grows to the right
} svg_box;

typedef struct svg_layout {
    svg_box *box;
    bool downwards; // else to the right
    double width, height;
} svg_layout;

// The second line of a joint's label: "revolute -90..90 deg". Returns its length.
size_t limb__svg_joint_detail(const limb_joint *joint, char text[96]);

// Chooses the direction and places all links that are reachable from the root. False: no memory.
bool limb__svg_layout(svg_layout *layout, limb__arena *arena, const limb_robot *robot);

#endif
