// limb_mesh: the triangles of one file, for drawing, collision and mass properties.
//
// The format is detected from the content: STL (binary, ASCII), OBJ with MTL, COLLADA 1.4 and 1.5,
// glTF 2.0 and GLB, PLY (ASCII, binary). A mesh is one block of plain data. Coordinates are in the
// mesh's own frame in meters; <mesh scale="..."> of a URDF multiplies them. Where tools differ:
//
//   COLLADA  the unit and the scene's transforms are applied, up_axis is not (apply_up_axis does)
//   glTF     is used as stored; turn_y_up rotates it by +90 degrees about x, from the standard's
//            y-up to z-up, as RViz does since 2025 (most meshes then do not fit their links)
//   others   have neither unit nor axis and are used as stored
//
// Skins are in their bind pose; animations and morphs are not applied.
//
// Threads: a mesh never changes; any number may read it.
#ifndef LIMB_MESH_H
#define LIMB_MESH_H

#include "limb/base.h"
#include "limb/diag.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- the mesh ------------------------------------------------------------------------------------

// LIMB_MESH_FORMAT_STL (binary), _STL_ASCII, _OBJ, _DAE (COLLADA), _GLTF, _GLB, _PLY, _PLY_ASCII
typedef enum limb_mesh_format {
#define LIMB_MESH_FORMAT(number, NAME, name, extension, is_text, in_pieces, test, reader, may_be,  \
                         write)                                                                    \
    LIMB_MESH_FORMAT_##NAME = number,
#include "limb/mesh_formats.def"
#undef LIMB_MESH_FORMAT
    LIMB_MESH_FORMAT_UNKNOWN = 0 // not read from a file
} limb_mesh_format;

LIMB_API const char *limb_mesh_format_name(limb_mesh_format format); // "STL", "COLLADA", ...

typedef enum limb_up_axis { LIMB_UP_UNKNOWN, LIMB_UP_X, LIMB_UP_Y, LIMB_UP_Z } limb_up_axis;

// A picture mapped onto the surface. At most one of path and bytes is given.
typedef struct limb_mesh_texture {
    const char *uri;   // as written in the file; "" when embedded without a name
    const char *path;  // uri resolved against the mesh file's folder; NULL when embedded or absent
    const void *bytes; // embedded picture, still encoded (PNG, JPEG); NULL when not embedded
    size_t size;
} limb_mesh_texture;

// Colors are display values (sRGB) in 0..1 as in URDF's <color>; glTF's linear
// factors are converted.
typedef struct limb_mesh_material {
    const char *name; // "" if it has none
    float rgba[4];    // base (diffuse) color and opacity; multiplies the texture
    float emissive[3];
    float metallic;  // 0..1; 0 if the format has no such value
    float roughness; // 0..1; computed from the shininess if the format has only that
    bool double_sided;
    bool undescribed; // only its name is known (an OBJ without its library): white
    bool has_texture;
    limb_mesh_texture texture; // of the base color
} limb_mesh_material;

// A run of triangles with one material.
typedef struct limb_mesh_part {
    const char *name; // object, group or node; "" if it has none
    int first;        // triangle
    int count;        // triangles
    int material;     // -1: none
} limb_mesh_part;

typedef struct limb_mesh {
    const char *file; // as given
    limb_mesh_format format;

    // vertices; equal ones are merged
    int nvertex;
    const float *position; // (nvertex x 3)
    const float *normal;   // unit (nvertex x 3), or NULL: see limb_mesh_normals
    const float *texcoord; // u v, 0 0 the picture's upper left corner (nvertex x 2), or NULL
    const uint8_t *color;  // rgba, display values (nvertex x 4), or NULL

    int ntriangle;
    const uint32_t *index; // counter-clockwise from outside (ntriangle x 3)
    int npart;
    const limb_mesh_part *part; // in order of first; together they cover all triangles
    int nmaterial;
    const limb_mesh_material *material;

    float lower[3], upper[3]; // bounds; all 0 if there is no vertex

    // properties of the file
    limb_up_axis up_axis; // declared, whether applied or not
    double unit;          // meters per unit as declared; 1 if not
    bool has_unit;
    int nvertex_read; // before welding
    int ndegenerate;  // triangles with two equal corners, dropped
    int nskipped;     // primitives that are not surface: points, lines
    int nnonfinite;   // triangles with a coordinate that is not finite, dropped

    size_t memory; // bytes of the block
    const limb_allocator *allocator;
} limb_mesh;

//---- loading -------------------------------------------------------------------------------------

typedef enum limb_mesh_normals {
    LIMB_MESH_NORMALS_GIVEN,   // the file's own vertex normals; NULL if not every vertex has one.
                               // (STL's facet normals say nothing that the triangles do not, and
                               // are not read.)
    LIMB_MESH_NORMALS_COMPUTE, // the file's own, or computed with the crease angle: never NULL
    LIMB_MESH_NORMALS_NONE // only positions: no normals, texture coordinates and colors; vertices
                           // are welded by position alone. For collision and mass.
} limb_mesh_normals;

// Reads a companion of the mesh (material library, buffer) named as written in the file. The block
// is allocated from memory, has *size + 1 bytes and ends in a NUL; the caller releases it.
// LIMB_ERROR_IO: there is no such file.
typedef limb_status limb_mesh_read_fn(void *ctx, const char *uri, const limb_allocator *memory,
                                      void **bytes, size_t *size);

// Decodes meshes that glTF compresses with Draco, which needs a C++ library:
// limb_draco_decode is one.
typedef struct limb_draco_attribute {
    int id;    // in the stream; negative: not requested
    int width; // numbers per vertex
} limb_draco_attribute;

typedef struct limb_draco_mesh {
    int nvertex;
    int ntriangle;
    uint32_t *index; // (ntriangle x 3)
    float *value[4]; // of each requested attribute (nvertex x width); NULL: absent
    void *block;     // allocated from memory: contains all of the above
    size_t block_size;
} limb_draco_mesh;

// LIMB_ERROR_INPUT: the stream is malformed. The caller releases the block.
typedef limb_status limb_draco_fn(limb_draco_mesh *out, const void *bytes, size_t size,
                                  const limb_draco_attribute *attribute, int count,
                                  const limb_allocator *memory);

// glTF is y-up by its standard, but most robots store their meshes as the links need them.
typedef enum limb_gltf_up {
    LIMB_GLTF_UP_FITTING, // as stored, unless more links fit their collisions only when turned;
                          // without such collisions: files of the same name beside them
    LIMB_GLTF_UP_AS_STORED,
    LIMB_GLTF_UP_Y // turned from y-up to z-up
} limb_gltf_up;

typedef struct limb_mesh_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    limb_report *report; // receives findings; NULL: only the status is returned
    const char *file;    // limb_mesh_parse: name used in findings and to resolve textures
    limb_mesh_normals normals;
    double crease_angle;  // rad; faces that meet at a smaller angle share a normal; default
                          // 0.6 (34 degrees)
    double weld;          // m; vertices closer than this are merged; 0: equal ones, < 0: none
    bool keep_degenerate; // triangles with two equal corners
    bool apply_up_axis;   // COLLADA: rotate to z-up by the file's up_axis
    bool ignore_unit;     // COLLADA: use lengths without the file's unit
    bool turn_y_up;       // glTF: rotate from y-up to z-up
    bool skip_companions; // read no other file: OBJ without its MTL; a glTF that needs
                          // one is refused
    // limb_mesh_load: companions and textures are read only below this folder; NULL: the mesh's
    // package (the folder above it that has a package.xml), else its own folder.
    const char *root;
    bool allow_parent_paths; // they may be anywhere. NOTE: follows paths from untrusted files
    limb_mesh_read_fn *read; // companions; if NULL, limb_mesh_load reads them beside the file
    void *read_ctx;
    limb_draco_fn *draco; // limb_draco_decode; NULL: meshes compressed with Draco are rejected
    size_t max_bytes;     // of a file; default 1 GiB
    int max_triangles;    // default 50 million; each instance in a scene counts, see limb_mesh_load
} limb_mesh_opts;

// Reads a mesh. LIMB_OK: *out is to be freed; it may have no triangles (a finding says so). For any
// other status *out is NULL and the report gives the reason.
//
// Memory stays below 256 times the size of the file and its buffers plus 512 MiB, whatever the
// content; 1 MiB instead of 512 if nothing is instanced. Scenes can contain the same geometry many
// times (instances; primitives that share accessors), so the resulting data is counted: 4 bytes
// for each number of a vertex, 80 for a triangle, and the names of parts and pictures. More than
// 64 bytes for each byte of the file and its buffers plus 128 MiB, which is a million triangles,
// gives LIMB_ERROR_LIMIT.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_mesh_load(limb_mesh **out, const char *path,
                                                    const limb_mesh_opts *opts);
// The same from memory. Companions are read only if opts->read is given.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_mesh_parse(limb_mesh **out, const void *bytes,
                                                     size_t size, const limb_mesh_opts *opts);
// Nullable: mesh
LIMB_API void limb_mesh_free(limb_mesh *mesh);

// Makes a mesh from the caller's arrays: fill a limb_mesh's vertices, triangles, parts and
// materials (without a part, one part with no material is created; a NULL file is ""). Everything
// is copied; bounds are computed. LIMB_ERROR_INPUT: an index, part or material is out of range.
// Nullable: memory
LIMB_API LIMB_MUST_CHECK limb_status limb_mesh_copy(limb_mesh **out, const limb_mesh *source,
                                                    const limb_allocator *memory);

// Returns whether the file defines the mesh's appearance: vertex colors, or a part with a described
// material. Such a mesh keeps its appearance under a URDF color; any other takes the URDF's.
LIMB_API bool limb_mesh_has_looks(const limb_mesh *mesh);

// Finds the loaded mesh of a URI as written in a robot, or returns NULL with the reason; used by
// calls that need the meshes of a robot. The mesh must exist until that call returns.
// limb_robot_meshes_find is such a function.
typedef const limb_mesh *limb_find_mesh_fn(void *ctx, const char *uri, const char **reason);

//---- measuring -----------------------------------------------------------------------------------

LIMB_API double limb_mesh_area(const limb_mesh *mesh); // m^2

// Signed volume by the divergence theorem, m^3: meaningful for closed meshes, negative if the mesh
// is inside out.
LIMB_API double limb_mesh_volume(const limb_mesh *mesh);

// The connectivity of the triangles, by position alone.
typedef struct limb_mesh_topology {
    int nvertex;      // distinct positions
    int nedge;        // undirected
    int nopen;        // edges with one triangle
    int nnonmanifold; // non-manifold edges, with three or more triangles
    int nflipped;     // edges whose two triangles have the same direction
    int ncomponent;   // pieces connected through edges
    bool watertight;  // every edge has exactly two triangles of opposite direction, and there is
                      // at least one
} limb_mesh_topology;

// Nullable: memory
LIMB_API LIMB_MUST_CHECK limb_status limb_mesh_compute_topology(limb_mesh_topology *out,
                                                                const limb_mesh *mesh,
                                                                const limb_allocator *memory);

typedef struct limb_mass_properties {
    double mass;
    double center[3];  // of mass, in the mesh's frame
    double inertia[6]; // xx xy xz yy yz zz about the center of mass, entries of the matrix
} limb_mass_properties;

// Mass properties of the enclosed solid at a density (kg/m^3), with each axis scaled first (scale
// NULL: 1 1 1). An inside-out mesh gives the same result as the mesh with reversed winding.
// LIMB_ERROR_NUMERIC: no volume. Exact integrals over the faces; meaningful for closed meshes.
// Nullable: scale
LIMB_API LIMB_MUST_CHECK limb_status limb_mesh_mass(limb_mass_properties *out,
                                                    const limb_mesh *mesh, double density,
                                                    const double *scale);

//---- working -------------------------------------------------------------------------------------

// Builds the convex hull of points (npoint x 3). dimension: 3 a closed convex mesh; 2 a flat
// polygon, two-sided; 1 and 0 no triangles, the end points or the point as vertices; -1 no points.
// Nullable: memory, dimension
LIMB_API LIMB_MUST_CHECK limb_status limb_hull_build(limb_mesh **out, const float *point,
                                                     int npoint, const limb_allocator *memory,
                                                     int *dimension);

typedef struct limb_decimate_opts { // zero-initialize
    const limb_allocator *memory;
    int ntriangle;    // stop at this many; default: as few as max_error allows
    double max_error; // m: no vertex is moved farther from the planes and open edges it was on;
                      // 0: no bound
    // Reports progress: the number of triangles removed, and the number to be removed; may be NULL.
    void (*progress)(void *ctx, int done, int total);
    void *progress_ctx;
} limb_decimate_opts;

// Reduces the number of triangles by collapsing edges, smallest error first. *error
// is the largest distance that a collapse moved away from the planes and open edges it replaced.
// Positions only.
// Nullable: opts, error
LIMB_API LIMB_MUST_CHECK limb_status limb_mesh_decimate(limb_mesh **out, const limb_mesh *mesh,
                                                        const limb_decimate_opts *opts,
                                                        double *error);

//---- writing -------------------------------------------------------------------------------------

// The format in which a file of that name is written, by its extension, or
// LIMB_MESH_FORMAT_UNKNOWN.
LIMB_API limb_mesh_format limb_mesh_format_written(const char *path);

// Writes LIMB_MESH_FORMAT_STL, _OBJ or _GLB; others are LIMB_ERROR_UNSUPPORTED. An OBJ refers to
// its materials by mtllib if that is given; limb_mesh_write_mtl writes their text. A GLB is written
// without rotation to y-up, so that loading gives the same mesh.
LIMB_API LIMB_MUST_CHECK limb_status limb_mesh_write(const limb_mesh *mesh, limb_mesh_format format,
                                                     const char *mtllib, limb_write_fn *write,
                                                     void *ctx);
LIMB_API LIMB_MUST_CHECK limb_status limb_mesh_write_mtl(const limb_mesh *mesh,
                                                         limb_write_fn *write, void *ctx);

//---- fit -----------------------------------------------------------------------------------------
//
// Fits: simple shapes around a mesh, and convex parts of a mesh.
//
// Every fit contains its points: spheres, boxes, cylinders and capsules contain all points, parts
// the whole solid that the mesh encloses. Their volumes show how much larger a fit is than the
// mesh. All functions are deterministic: the same points give the same fit.
//
// Threads: the functions share no data.

//---- primitives ----------------------------------------------------------------------------------

typedef enum limb_fit_kind {
    LIMB_FIT_BOX,
    LIMB_FIT_CYLINDER, // axis z, centered
    LIMB_FIT_SPHERE,
    LIMB_FIT_CAPSULE // axis z, centered; length is that of the cylindrical part
} limb_fit_kind;
enum { LIMB_FIT_KIND_COUNT = LIMB_FIT_CAPSULE + 1 };

typedef struct limb_fit {
    limb_fit_kind kind;
    double pose[12]; // in the frame of the points, 3x4 row-major
    double size[3];  // box: full edge lengths, m
    double radius;   // cylinder, sphere, capsule, m
    double length;   // cylinder, capsule, m
} limb_fit;

LIMB_API const char *limb_fit_kind_name(limb_fit_kind kind); // "box"; NULL: no such kind
LIMB_API double limb_fit_volume(const limb_fit *fit);        // m^3

// Fits the smallest shape of a kind around points (npoint x 3), each multiplied by scale (3; NULL:
// 1 1 1) first. The sphere is the smallest possible. Boxes, cylinders and capsules are the best of
// many directions (faces of the hull, its axes of inertia, the frame), refined by a local search:
// rarely more than 1 % larger than the minimum. The frame's own axes are kept if rotating would
// save less than 0.1 %. Flat points result in a box of size 0 in that direction. Time is bounded:
// the search uses at most some hundred points of the hull. LIMB_ERROR_INPUT: there are no points,
// or some are not finite.
// Nullable: scale, memory
LIMB_API LIMB_MUST_CHECK limb_status limb_fit_points(limb_fit *out, limb_fit_kind kind,
                                                     const float *point, int npoint,
                                                     const double *scale,
                                                     const limb_allocator *memory);

// Enlarges the shape to contain points that are outside, for a pose that was rounded: the pose
// stays, and so does the length of a capsule. LIMB_ERROR_INPUT: a point or the fit is not finite;
// the fit is unchanged.
LIMB_API LIMB_MUST_CHECK limb_status limb_fit_grow(limb_fit *fit, const float *point, int npoint,
                                                   const double *scale);

//---- volumes -------------------------------------------------------------------------------------

typedef struct limb_solid_volume {
    double solid;      // m^3: the volume that the mesh encloses; for a mesh that encloses
                       // none, its hull's
    double hull;       // m^3: of the convex hull; 0: the mesh is flat
    bool is_closed;    // solid is exact: the surface is watertight, and its shells do not overlap
    bool is_estimated; // else: solid is right to about 0.5 % of the hull; gaps in the surface count
                       // as closed, and what several shells enclose counts once
} limb_solid_volume;

// Computes the volume that fits are compared with.
// Nullable: scale, memory
LIMB_API LIMB_MUST_CHECK limb_status limb_mesh_solid_volume(limb_solid_volume *out,
                                                            const limb_mesh *mesh,
                                                            const double *scale,
                                                            const limb_allocator *memory);

//---- convex parts --------------------------------------------------------------------------------

typedef struct limb_decompose_opts { // zero-initialize; zero means the default
    const limb_allocator *memory;
    double max_error; // stop when the parts' volume is larger than the solid's by no more than this
                      // share of it; default 0.05
    int max_parts;    // default 16, at most 256
    int resolution; // cells along the longest side, by which cuts are chosen; default 48, 8 to 128
    // Called between steps; returning true ends the call with LIMB_ERROR_LIMIT. May be NULL.
    bool (*stop)(void *ctx);
    void *stop_ctx;
} limb_decompose_opts;

typedef struct limb_parts {
    int npart;
    const limb_mesh *const *part; // closed convex meshes in the mesh's frame
    double volume;                // m^3: sum of the parts', at least that of their union
    double solid;                 // m^3: the volume compared with; see is_closed
    bool is_closed;               // solid is exact; else it is estimated
} limb_parts;

// Approximate convex decomposition: parts that together contain the solid that the mesh encloses,
// or for an open mesh its surface, to within the rounding of float coordinates. The solid is cut by
// the planes that reduce the volume of the pieces' hulls most, until the error is met; then parts
// whose common hull adds little volume are merged. Time and memory are bounded by the mesh's size
// times max_parts. LIMB_ERROR_INPUT: the mesh has no triangles, or points that are not finite.
// LIMB_ERROR_NUMERIC: the mesh is flat.
// Nullable: opts
LIMB_API LIMB_MUST_CHECK limb_status limb_mesh_decompose(limb_parts **out, const limb_mesh *mesh,
                                                         const limb_decompose_opts *opts);
// Nullable: parts
LIMB_API void limb_parts_free(limb_parts *parts);

//---- draco ---------------------------------------------------------------------------------------
//
// Draco: the decoder of KHR_draco_mesh_compression for limb_mesh_opts, based on Google's library.
// It is a separate library (limb-draco), since it needs C++.
//
// Threads: any number may decode at once.

// A limb_draco_fn. NOTE: Draco allocates its own memory while decoding, bounded only by its checks
// of the stream.
LIMB_MUST_CHECK limb_status limb_draco_decode(limb_draco_mesh *out, const void *bytes, size_t size,
                                              const limb_draco_attribute *attribute, int count,
                                              const limb_allocator *memory);

#ifdef __cplusplus
}
#endif
#endif // LIMB_MESH_H
