// Bodies made of swept shapes, each a part with its own paint.
#ifndef LIMB_TOOLS_SHAPE_H
#define LIMB_TOOLS_SHAPE_H

#include "limb/mesh.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define MAX_PART     48
static const double pi = 3.14159265358979323846;

typedef struct corner { // of a profile, from the lower end to the upper one, outside on the right
    double r, z, fillet;
} corner;

typedef enum axis { AXIS_X, AXIS_Y, AXIS_Z } axis; // that a shape's z points along

typedef enum paint { SHELL, GRAPHITE, STEEL, TEAL, LIGHT, RUBBER, NPAINT } paint;
extern const limb_mesh_material paints[NPAINT];

typedef struct body { // a mesh being made, and where the next shape goes
    float *position, *normal;
    uint32_t *index;
    int nvertex, ntriangle;
    limb_mesh_part part[MAX_PART];
    int npart;
    axis along;
    double at[3];
    int around; // points of a full circle
} body;

void place(body *b, axis along, double x, double y, double z);

void drum(body *b, paint color, double r, double z0, double z1, double fillet0, double fillet1);

// Around the place; the edges along z are rounded, those at the ends filleted.
void box(body *b, paint color, double x, double y, double z, double round, double fillet);

// core NULL: a point, for a body of revolution.
void sweep(body *b, paint color, const double (*core)[2], int ncore, const corner *profile,
           int nprofile);

// A body of revolution from the corners of its profile.
#define TURN(b, color, ...)                                                                        \
    sweep(b, color, NULL, 1, (const corner[]){__VA_ARGS__}, COUNT(((corner[]){__VA_ARGS__})))

void body_free(body *b);

#endif
