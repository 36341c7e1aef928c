// The shapes of a robot as glTF meshes.
//
// Three small tables, each a list because robots have few entries: stored vertices (by mesh file or
// unit primitive), created materials (by their source), and created meshes (by vertices and the
// overriding material).
#include "output/export/glb_shapes.h"

#include "base/memory.h"
#include "base/names.h"
#include "output/appearance/appearance.h"

#include <math.h>
#include <string.h>

typedef struct limb__glb_geometry {
    const limb_mesh *mesh;                 // NULL: a primitive
    int position, normal, texcoord, color; // accessors; -1: none
    int npart;
    int *part_indices; // accessor of each part
} limb__glb_geometry;

// name, color, opacity and roughness of limb's own paints; the name is the key too
static const struct {
    const char *name;
    const float *color;
    const float *opacity; // NULL: opaque
    const float *roughness;
} own_paint[LIMB__GLB_NPAINT] = {
    [LIMB__GLB_PAINT_PLAIN] = {"", limb__looks.plain_color, NULL, &limb__looks.plain_roughness},
    [LIMB__GLB_PAINT_MISSING] = {LIMB__PAINT_MISSING, limb__looks.missing_color, NULL,
                                 &limb__looks.missing_roughness},
    [LIMB__GLB_PAINT_SKELETON] = {LIMB__PAINT_SKELETON, limb__looks.skeleton_color, NULL,
                                  &limb__looks.plain_roughness},
    [LIMB__GLB_PAINT_COLLISION] = {LIMB__PAINT_COLLISION, limb__looks.collision_color,
                                   &limb__looks.collision_opacity, &limb__looks.overlay_roughness},
    [LIMB__GLB_PAINT_INERTIA] = {LIMB__PAINT_INERTIA, limb__looks.inertia_color,
                                 &limb__looks.inertia_opacity, &limb__looks.overlay_roughness},
    [LIMB__GLB_PAINT_X] = {LIMB__PAINT_AXIS "x", limb__looks.axis_x_color, NULL,
                           &limb__looks.overlay_roughness},
    [LIMB__GLB_PAINT_Y] = {LIMB__PAINT_AXIS "y", limb__looks.axis_y_color, NULL,
                           &limb__looks.overlay_roughness},
    [LIMB__GLB_PAINT_Z] = {LIMB__PAINT_AXIS "z", limb__looks.axis_z_color, NULL,
                           &limb__looks.overlay_roughness},
};

static const limb__glb_geometry *geometry_of(limb__glb_shapes *s, const limb_shape *shape,
                                             bool textured, double scale[3], const char **missing);
static const limb__glb_geometry *primitive(limb__glb_shapes *s, const limb_shape *shape,
                                           bool textured, double scale[3]);
static const limb__glb_geometry *unit(limb__glb_shapes *s, const limb__unit_solid *solid,
                                      bool textured);
static const limb__glb_geometry *store_tessellation(limb__glb_shapes *s, const void *key,
                                                    bool textured);
static const limb__glb_geometry *store_mesh(limb__glb_shapes *s, const limb_mesh *mesh);
static const limb__glb_geometry *find_geometry(limb__glb_shapes *s, const void *key, bool textured);
static limb__glb_geometry *new_geometry(limb__glb_shapes *s, const void *key, bool textured);
static int store_indices(limb__glb_shapes *s, const limb_mesh *mesh, bool *wide);
static int store_rows(limb__glb_shapes *s, const float *value, int count, int width);
static int store_colors(limb__glb_shapes *s, const limb_mesh *mesh);
static int pair(limb__glb_shapes *s, const limb__glb_geometry *geometry, int paint);
static void write_primitive(limb__glb_shapes *s, const limb__glb_geometry *geometry, int part,
                            int material, bool overridden);
static int find_paint(limb__glb_shapes *s, const void *key);
static int remember_paint(limb__glb_shapes *s, const void *key, const limb__glb_material *material);
static int paint_visual(limb__glb_shapes *s, const limb_link_shape *geom,
                        const limb__glb_geometry *geometry);
static int paint_urdf(limb__glb_shapes *s, const limb_material *material, bool textured);
static int paint_part(limb__glb_shapes *s, const limb_mesh *mesh, int part);
static int paint_own(limb__glb_shapes *s, limb__glb_paint paint);
static int paint_vertices(limb__glb_shapes *s, const limb_mesh *mesh);
static int picture_of(limb__glb_shapes *s, const char *uri);

bool limb__glb_shapes_init(limb__glb_shapes *shapes, limb__glb_file *file, limb__arena *arena,
                           const limb_robot *robot, const limb_glb_opts *opts)
{
    memset(shapes, 0, sizeof *shapes);
    shapes->file = file;
    shapes->arena = arena;
    shapes->robot = robot;
    shapes->opts = opts;
    shapes->tessellation = limb__arena_take(arena, sizeof *shapes->tessellation);
    return shapes->tessellation != NULL;
}

int limb__glb_visual(limb__glb_shapes *s, const limb_link_shape *geom, double scale[3],
                     const char **missing)
{
    const limb_material *material = limb_visual_material(geom, s->opts->own_materials);
    const bool textured = material && material->texture;
    const limb__glb_geometry *geometry = geometry_of(s, &geom->geometry, textured, scale, missing);
    return geometry ? pair(s, geometry, paint_visual(s, geom, geometry)) : -1;
}

int limb__glb_painted(limb__glb_shapes *s, const limb_link_shape *geom, limb__glb_paint paint,
                      double scale[3], const char **missing)
{
    const limb__glb_geometry *geometry = geometry_of(s, &geom->geometry, false, scale, missing);
    return geometry ? pair(s, geometry, paint_own(s, paint)) : -1;
}

int limb__glb_rod(limb__glb_shapes *s, limb__glb_paint paint)
{
    return pair(s, unit(s, &limb__unit_cylinder, false), paint_own(s, paint));
}

int limb__glb_box(limb__glb_shapes *s, limb__glb_paint paint)
{
    return pair(s, unit(s, &limb__unit_box, false), paint_own(s, paint));
}

int limb__glb_ball(limb__glb_shapes *s, limb__glb_paint paint)
{
    return pair(s, unit(s, &limb__unit_sphere, false), paint_own(s, paint));
}

//---- vertices ------------------------------------------------------------------------------------

static const limb__glb_geometry *geometry_of(limb__glb_shapes *s, const limb_shape *shape,
                                             bool textured, double scale[3], const char **missing)
{
    if (shape->type != LIMB_SHAPE_MESH) return primitive(s, shape, textured, scale);
    const char *reason = "meshes were not loaded";
    const limb_mesh *mesh =
        s->opts->find_mesh ? s->opts->find_mesh(s->opts->find_ctx, shape->filename, &reason) : NULL;
    if (mesh && mesh->ntriangle == 0) reason = "the mesh has no triangles";
    memcpy(scale, shape->scale, 3 * sizeof *scale);
    if (mesh && mesh->ntriangle > 0) return store_mesh(s, mesh);
    *missing = reason;
    return NULL;
}

// Texture coordinates are stored only with a texture, and then separately from the
// shape without one.
static const limb__glb_geometry *primitive(limb__glb_shapes *s, const limb_shape *shape,
                                           bool textured, double scale[3])
{
    // a size of zero would make a singular matrix
    static const double min_size = 1e-9;
    const limb__unit_solid *solid = limb__unit_solid_of(shape, scale);
    if (solid) {
        for (int k = 0; k < 3; k++)
            scale[k] = fmax(fabs(scale[k]), min_size);
        return unit(s, solid, textured);
    }
    scale[0] = scale[1] = scale[2] = 1;
    limb__tessellate_capsule(s->tessellation, fmax(fabs(shape->radius), min_size),
                             fmax(fabs(shape->length), min_size));
    return store_tessellation(s, shape, textured);
}

static const limb__glb_geometry *unit(limb__glb_shapes *s, const limb__unit_solid *solid,
                                      bool textured)
{
    const limb__glb_geometry *known = find_geometry(s, solid, textured);
    if (known) return known;
    solid->tessellate(s->tessellation);
    return store_tessellation(s, solid, textured);
}

static const limb__glb_geometry *store_tessellation(limb__glb_shapes *s, const void *key,
                                                    bool textured)
{
    const limb__tessellation *t = s->tessellation;
    limb__glb_geometry *g = new_geometry(s, key, textured);
    int *part = LIMB__ARENA_ARRAY(s->arena, int, 1);
    const int nindex = t->ntriangle * 3;
    uint32_t *index = LIMB__ARENA_ARRAY(s->arena, uint32_t, nindex); // the next shape reuses t's
    if (!g || !part || !index) return NULL;
    memcpy(index, t->index, (size_t)nindex * sizeof *index);
    part[0] =
        limb__glb_indices(s->file, limb__glb_view_narrow(s->file, index, nindex), false, 0, nindex);
    g->npart = 1;
    g->part_indices = part;
    g->position = limb__glb_floats(s->file, t->position, t->nvertex, 3, LIMB__GLB_VERTICES, true);
    g->normal = limb__glb_floats(s->file, t->normal, t->nvertex, 3, LIMB__GLB_VERTICES, false);
    if (textured) {
        g->texcoord =
            limb__glb_floats(s->file, t->texcoord, t->nvertex, 2, LIMB__GLB_VERTICES, false);
    }
    return g;
}

static const limb__glb_geometry *store_mesh(limb__glb_shapes *s, const limb_mesh *mesh)
{
    const limb__glb_geometry *known = find_geometry(s, mesh, false);
    if (known) return known;
    limb__glb_geometry *g = new_geometry(s, mesh, false);
    int *part = LIMB__ARENA_ARRAY(s->arena, int, mesh->npart);
    if (!g || !part) return NULL;
    g->mesh = mesh;
    bool wide;
    const int view = store_indices(s, mesh, &wide);
    for (int i = 0; i < mesh->npart; i++) {
        part[i] = limb__glb_indices(s->file, view, wide, mesh->part[i].first * 3,
                                    mesh->part[i].count * 3);
    }
    g->npart = mesh->npart;
    g->part_indices = part;
    const int n = mesh->nvertex;
    g->position = limb__glb_float_accessor(s->file, store_rows(s, mesh->position, n, 3), n, 3,
                                           mesh->lower, mesh->upper);
    if (mesh->normal) {
        g->normal =
            limb__glb_float_accessor(s->file, store_rows(s, mesh->normal, n, 3), n, 3, NULL, NULL);
    }
    if (mesh->texcoord) {
        g->texcoord = limb__glb_float_accessor(s->file, store_rows(s, mesh->texcoord, n, 2), n, 2,
                                               NULL, NULL);
    }
    if (mesh->color) g->color = store_colors(s, mesh);
    return g;
}

static const limb__glb_geometry *find_geometry(limb__glb_shapes *s, const void *key, bool textured)
{
    intptr_t known;
    return limb__memo_find(&s->geometry, key, textured, &known) ? (const limb__glb_geometry *)known
                                                                : NULL;
}

static limb__glb_geometry *new_geometry(limb__glb_shapes *s, const void *key, bool textured)
{
    limb__glb_geometry *g = limb__arena_take_zero(s->arena, sizeof *g);
    if (!g) return NULL;
    g->normal = g->texcoord = g->color = -1;
    limb__memo_put(&s->geometry, s->arena, key, textured, (intptr_t)g);
    return g;
}

// Two bytes each if they suffice; the largest 16-bit index is reserved by glTF.
static int store_indices(limb__glb_shapes *s, const limb_mesh *mesh, bool *wide)
{
    const int count = mesh->ntriangle * 3;
    *wide = mesh->nvertex > 65535;
    return *wide
               ? limb__glb_view_borrowed(s->file, mesh->index, (size_t)count * 4, LIMB__GLB_INDICES)
               : limb__glb_view_narrow(s->file, mesh->index, count);
}

// Stores an attribute of a mesh, whose array outlives the writing.
static int store_rows(limb__glb_shapes *s, const float *value, int count, int width)
{
    return limb__glb_view_borrowed(s->file, value, (size_t)count * (size_t)width * sizeof *value,
                                   LIMB__GLB_VERTICES);
}

// glTF's vertex colors are linear, limb's are display values.
static int store_colors(limb__glb_shapes *s, const limb_mesh *mesh)
{
    float *value = LIMB__ARENA_ARRAY(s->arena, float, (size_t)mesh->nvertex * 4);
    if (!value) return -1;
    for (int i = 0; i < mesh->nvertex * 4; i++) {
        const double shown = mesh->color[i] / 255.0;
        value[i] = (float)(i % 4 == 3 ? shown : limb__glb_linear(shown));
    }
    return limb__glb_floats(s->file, value, mesh->nvertex, 4, LIMB__GLB_VERTICES, false);
}

//---- meshes: vertices with materials -------------------------------------------------------------

static int pair(limb__glb_shapes *s, const limb__glb_geometry *geometry, int paint)
{
    if (!geometry) return -1;
    intptr_t known;
    if (limb__memo_find(&s->mesh, geometry, paint, &known)) return (int)known;
    // materials come first: they are separate objects
    int *material = LIMB__ARENA_ARRAY(s->arena, int, geometry->npart);
    if (!material) return -1;
    for (int i = 0; i < geometry->npart; i++) {
        material[i] = paint >= 0 ? paint : paint_part(s, geometry->mesh, i);
    }
    const int index = limb__glb_begin(&s->file->mesh);
    limb__memo_put(&s->mesh, s->arena, geometry, paint, index);
    limb__builder *text = &s->file->mesh.text;
    limb__builder_text(text, "{\"primitives\":[");
    for (int i = 0; i < geometry->npart; i++) {
        if (i > 0) limb__builder_char(text, ',');
        write_primitive(s, geometry, i, material[i], paint >= 0);
    }
    limb__builder_text(text, "]}");
    return index;
}

static void write_primitive(limb__glb_shapes *s, const limb__glb_geometry *geometry, int part,
                            int material, bool overridden)
{
    limb__builder *text = &s->file->mesh.text;
    limb__builder_text(text, "{\"attributes\":{\"POSITION\":");
    limb__builder_int(text, geometry->position);
    if (geometry->normal >= 0) {
        limb__builder_text(text, ",\"NORMAL\":");
        limb__builder_int(text, geometry->normal);
    }
    if (geometry->texcoord >= 0) {
        limb__builder_text(text, ",\"TEXCOORD_0\":");
        limb__builder_int(text, geometry->texcoord);
    }
    // a color from the URDF replaces the mesh's own
    if (geometry->color >= 0 && !overridden) {
        limb__builder_text(text, ",\"COLOR_0\":");
        limb__builder_int(text, geometry->color);
    }
    limb__builder_text(text, "},\"indices\":");
    limb__builder_int(text, geometry->part_indices[part]);
    limb__builder_text(text, ",\"material\":");
    limb__builder_int(text, material);
    limb__builder_char(text, '}');
}

//---- materials -----------------------------------------------------------------------------------

static int find_paint(limb__glb_shapes *s, const void *key)
{
    intptr_t known;
    return limb__memo_find(&s->paint, key, 0, &known) ? (int)known : -1;
}

static int remember_paint(limb__glb_shapes *s, const void *key, const limb__glb_material *material)
{
    const int index = limb__glb_add_material(s->file, material);
    limb__memo_put(&s->paint, s->arena, key, 0, index);
    return index;
}

// Returns the URDF's material if it has content and the mesh has no appearance of its own, else -1:
// the mesh's. Primitives without a material are gray.
static int paint_visual(limb__glb_shapes *s, const limb_link_shape *geom,
                        const limb__glb_geometry *geometry)
{
    const limb_material *material = limb_visual_material(geom, s->opts->own_materials);
    const bool textured = material && material->texture && geometry->texcoord >= 0;
    const bool keeps =
        geometry->mesh && !s->opts->override_colors && limb_mesh_has_looks(geometry->mesh);
    if (!keeps && material && (material->has_color || textured))
        return paint_urdf(s, material, textured);
    if (geometry->mesh) return -1;
    return paint_own(s, LIMB__GLB_PAINT_PLAIN);
}

static int paint_urdf(limb__glb_shapes *s, const limb_material *material, bool textured)
{
    // the same material with and without its texture gives two
    const void *key = textured ? (const void *)material->texture : (const void *)material;
    const int known = find_paint(s, key);
    if (known >= 0) return known;
    limb__glb_material made = {.name = material->name,
                               .rgba = {1, 1, 1, 1},
                               .roughness = limb__looks.plain_roughness,
                               .double_sided = true,
                               .image = -1};
    if (material->has_color) {
        for (int k = 0; k < 4; k++)
            made.rgba[k] = (float)material->rgba[k];
    }
    if (textured) made.image = picture_of(s, material->texture);
    return remember_paint(s, key, &made);
}

static int paint_part(limb__glb_shapes *s, const limb_mesh *mesh, int part)
{
    const int index = mesh ? mesh->part[part].material : -1;
    if (index < 0 && mesh && mesh->color) return paint_vertices(s, mesh);
    if (index < 0) return paint_own(s, LIMB__GLB_PAINT_PLAIN);
    const limb_mesh_material *own = &mesh->material[index];
    const int known = find_paint(s, own);
    if (known >= 0) return known;
    limb__glb_material made = {.name = own->name,
                               .metallic = own->metallic,
                               .roughness = own->roughness,
                               .double_sided = true,
                               .image = -1};
    memcpy(made.rgba, own->rgba, sizeof made.rgba);
    memcpy(made.emissive, own->emissive, sizeof made.emissive);
    if (own->has_texture && mesh->texcoord) {
        made.image = own->texture.bytes
                         ? limb__glb_image(s->file, own->texture.bytes, own->texture.size)
                     : own->texture.path ? picture_of(s, own->texture.path)
                                         : -1;
    }
    return remember_paint(s, own, &made);
}

static int paint_own(limb__glb_shapes *s, limb__glb_paint paint)
{
    const char *name = own_paint[paint].name;
    const int known = find_paint(s, name);
    if (known >= 0) return known;
    const float *color = own_paint[paint].color;
    const float opacity = own_paint[paint].opacity ? *own_paint[paint].opacity : 1;
    const limb__glb_material made = {.name = name,
                                     .rgba = {color[0], color[1], color[2], opacity},
                                     .roughness = *own_paint[paint].roughness,
                                     .double_sided = true,
                                     .image = -1};
    return remember_paint(s, name, &made);
}

// White, to be multiplied by the colors of a mesh's vertices.
static int paint_vertices(limb__glb_shapes *s, const limb_mesh *mesh)
{
    const int known = find_paint(s, mesh->color);
    if (known >= 0) return known;
    const limb__glb_material made = {.name = "",
                                     .rgba = {1, 1, 1, 1},
                                     .roughness = limb__looks.plain_roughness,
                                     .double_sided = true,
                                     .image = -1};
    return remember_paint(s, mesh->color, &made);
}

// A picture by URI or path, embedded once.
static int picture_of(limb__glb_shapes *s, const char *uri)
{
    const size_t length = strlen(uri);
    const void *key = (const void *)(uintptr_t)(limb__hash_text(uri, length) | 1);
    intptr_t known;
    if (limb__memo_find(&s->picture, key, (intptr_t)length, &known)) return (int)known;

    int image = -1;
    void *bytes = NULL;
    size_t size = 0;
    const limb_allocator *memory = limb__memory(s->opts->memory);
    const limb_status status =
        s->opts->find_image ? s->opts->find_image(s->opts->find_ctx, uri, memory, &bytes, &size)
                            : LIMB_ERROR_IO;
    if (status == LIMB_ERROR_MEMORY) s->arena->failed = true; // the picture may exist
    if (status == LIMB_OK) {
        image = limb__glb_image(s->file, bytes, size);
        limb__release(memory, bytes, size);
    }
    limb__memo_put(&s->picture, s->arena, key, (intptr_t)length, image);
    return image;
}
