// COLLADA texts for tests: a square, its triangles and scenes of them.
#ifndef LIMB_TEST_FORMATS_DAE_TEXTS_H
#define LIMB_TEST_FORMATS_DAE_TEXTS_H

#include "harness.h"
#include "limb/mesh.h"

#include <string.h>

#define HEAD                                                                                       \
    "<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "    \
    "version=\"1.4.1\">"
#define SOURCE(id, count, stride, numbers)                                                         \
    "<source id=\"" id "\"><float_array id=\"" id "-array\" count=\"" #count "\">" numbers         \
    "</float_array><technique_common><accessor source=\"#" id                                      \
    "-array\" count=\"9\" stride=\"" #stride "\"/></technique_common></source>"
// the corners of a unit square in z = 0 and a point above its first corner
#define SQUARE       SOURCE("pos", 15, 3, "0 0 0 1 0 0 1 1 0 0 1 0 0 0 1")
#define VERTICES     "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#pos\"/></vertices>"
#define VERTEX_INPUT "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
#define GEOMETRY(primitives)                                                                       \
    "<library_geometries><geometry id=\"g\" name=\"geo\"><mesh>" SQUARE VERTICES primitives        \
    "</mesh></geometry></library_geometries>"
#define SCENE(nodes)                                                                               \
    "<library_visual_scenes><visual_scene id=\"s\">" nodes                                         \
    "</visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene>"
#define TAIL         "</COLLADA>\n"
#define ONE_TRIANGLE "<triangles count=\"1\">" VERTEX_INPUT "<p>0 1 2</p></triangles>"

static inline limb_mesh *parse(const char *text, const limb_mesh_opts *opts)
{
    limb_mesh *mesh;
    ENSURE_INT(limb_mesh_parse(&mesh, text, strlen(text), opts), LIMB_OK);
    ENSURE_INT(mesh->format, LIMB_MESH_FORMAT_DAE);
    return mesh;
}

static inline void expect_point(const limb_mesh *mesh, int corner, double x, double y, double z)
{
    const float *p = mesh->position + 3 * mesh->index[corner];
    ENSURE_NEAR((double)p[0], x, 1e-6);
    ENSURE_NEAR((double)p[1], y, 1e-6);
    ENSURE_NEAR((double)p[2], z, 1e-6);
}

#endif
