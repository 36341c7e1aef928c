// Triangles of the primitive shapes, fine enough to appear round.
#ifndef LIMB_EXPORT_TESSELLATE_H
#define LIMB_EXPORT_TESSELLATE_H

#include "limb/mesh.h"
#include "limb/robot.h"

enum { LIMB__ROUND_SEGMENTS = 48, LIMB__CAP_RINGS = 12 };

// Vertices and triangles in the caller's arrays, which are large enough for any of the shapes.
enum { LIMB__TESSELLATE_VERTICES = 49 * 28, LIMB__TESSELLATE_TRIANGLES = 48 * 2 * 28 };

typedef struct limb__tessellation {
    int nvertex;
    int ntriangle;
    float position[LIMB__TESSELLATE_VERTICES * 3];
    float normal[LIMB__TESSELLATE_VERTICES * 3];
    float texcoord[LIMB__TESSELLATE_VERTICES * 2]; // v downwards, as in glTF
    uint32_t index[LIMB__TESSELLATE_TRIANGLES * 3];
} limb__tessellation;

// Shapes that are a scaled unit solid share its triangles: returns the solid, and the scale of its
// node. NULL: the shape has its own triangles, from limb__tessellate_capsule.
typedef struct limb__unit_solid {
    void (*tessellate)(limb__tessellation *out);
} limb__unit_solid;

extern const limb__unit_solid limb__unit_box, limb__unit_cylinder, limb__unit_sphere;
const limb__unit_solid *limb__unit_solid_of(const limb_shape *shape, double scale[3]);

void limb__tessellate_box(limb__tessellation *out);      // edges of length 1, centered
void limb__tessellate_cylinder(limb__tessellation *out); // radius 1, length 1, axis z, centered
void limb__tessellate_sphere(limb__tessellation *out);   // radius 1
void limb__tessellate_capsule(limb__tessellation *out, double radius,
                              double length); // axis z, centered

#endif
