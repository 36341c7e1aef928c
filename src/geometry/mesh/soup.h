// A triangle soup being added to the builder, as in STL: corners are points, not indices.
//
// A reader fills point with facets and adds up to LIMB__SOUP_STEP at a time; they are welded
// together, so that the latencies of different points overlap.
#ifndef LIMB_MESH_SOUP_H
#define LIMB_MESH_SOUP_H

#include "geometry/mesh/builder.h"
#include "geometry/mesh/weld.h"

enum { LIMB__SOUP_STEP = 512 }; // facets

typedef struct limb__soup {
    limb__mesh_builder *b;
    limb__weld weld;
    float *point; // first, second and third of each facet, none -0 (LIMB__SOUP_STEP x 9)
} limb__soup;

// The expected number is a hint. Call the end function even if this fails: it passes the status on.
limb_status limb__soup_begin(limb__soup *soup, limb__mesh_builder *b, int expected_triangles);
limb_status limb__soup_end(limb__soup *soup, limb_status status);

// Adds the first count facets of point to the builder, except those with two equal corners.
limb_status limb__soup_add(limb__soup *soup, int count);

#endif
