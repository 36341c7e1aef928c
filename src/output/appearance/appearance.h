// The appearance of robots: appearance.def as constants, for creating materials and pictures.
#ifndef LIMB_APPEARANCE_APPEARANCE_H
#define LIMB_APPEARANCE_APPEARANCE_H

typedef struct limb__soft_box {
    float azimuth, elevation; // degrees; azimuth from the camera to its right
    float sharpness, strength;
    float color[3];
} limb__soft_box;

typedef struct limb__look {
#define LOOK(name, value)    float name;
#define LOOK3(name, a, b, c) float name[3];
#define BOX(name, azimuth, elevation, sharpness, strength, r, g, b)
#include "output/appearance/appearance.def"
} limb__look;

enum {
#define LOOK(name, value)
#define LOOK3(name, a, b, c)
#define BOX(name, azimuth, elevation, sharpness, strength, r, g, b) LIMB__BOX_##name,
#include "output/appearance/appearance.def"
    LIMB__NBOX
};

extern const limb__look limb__looks;
extern const limb__soft_box limb__box[LIMB__NBOX];

// Names of the materials of limb's own shapes in a GLB: the picture and the page identify surfaces
// by them, whatever has been done to the file in between.
#define LIMB__PAINT_MISSING   "limb_missing"
#define LIMB__PAINT_SKELETON  "limb_skeleton"
#define LIMB__PAINT_COLLISION "limb_collision"
#define LIMB__PAINT_INERTIA   "limb_inertia"
#define LIMB__PAINT_AXIS      "limb_axis_" // and x, y or z

#endif
