// Writes GLB: a primitive for each part, a node for each run of parts with the same name,
// everything in one file.
#include "geometry/mesh_files/write.h"

#include "base/memory.h"
#include "geometry/mesh_files/glb_file.h"

#include <string.h>

typedef struct attributes { // accessors; -1: none
    int position, normal, texcoord, color;
} attributes;

static void add_nodes(limb__glb_file *file, const limb_mesh *mesh);
static bool begins_run(const limb_mesh *mesh, int part);
static bool add_vertices(limb__glb_file *file, const limb_mesh *mesh, attributes *out);
static void add_materials(limb__glb_file *file, const limb_mesh *mesh);
static void add_meshes(limb__glb_file *file, const limb_mesh *mesh, const attributes *have);
static void add_primitive(limb__glb_file *file, const limb_mesh_part *part, int view,
                          const attributes *have);

limb_status limb__glb_write(const limb_mesh *mesh, const char *mtllib, limb_write_fn *write,
                            void *ctx)
{
    (void)mtllib;
    limb__glb_file file;
    void *bytes = NULL;
    size_t size = 0;
    attributes have;
    limb_status status = LIMB_ERROR_MEMORY;
    limb__glb_init(&file, NULL);
    add_nodes(&file, mesh);
    if (mesh->ntriangle == 0) {
        status = limb__glb_finish(&file, 0, &bytes, &size);
    } else if (add_vertices(&file, mesh, &have)) {
        add_materials(&file, mesh);
        add_meshes(&file, mesh, &have);
        status = limb__glb_finish(&file, 0, &bytes, &size);
    }
    if (status == LIMB_OK) {
        status = write(ctx, bytes, size);
        limb__release(limb__memory(NULL), bytes, size);
    }
    limb__glb_free(&file);
    return status;
}

// Writes the root, which is the node of the only mesh or the parent of one node for each; a mesh
// must have a primitive, so an empty mesh is only a root.
static void add_nodes(limb__glb_file *file, const limb_mesh *mesh)
{
    limb__builder *text = &file->node.text;
    int nrun = 0;
    for (int i = 0; i < mesh->npart && mesh->ntriangle > 0; i++)
        nrun += begins_run(mesh, i);
    if (nrun != 1) {
        limb__glb_begin(&file->node);
        limb__builder_char(text, '{');
        for (int i = 0; i < nrun; i++) {
            limb__builder_text(text, i > 0 ? "," : "\"children\":[");
            limb__builder_int(text, i + 1);
        }
        limb__builder_text(text, nrun > 0 ? "]}" : "}");
    }
    for (int i = 0, run = 0; run < nrun; i++) {
        if (!begins_run(mesh, i)) continue;
        limb__glb_begin(&file->node);
        limb__builder_text(text, "{\"mesh\":");
        limb__builder_int(text, run++);
        const char *name = mesh->part[i].name;
        if (name[0]) {
            limb__builder_text(text, ",\"name\":");
            limb__builder_json(text, name, strlen(name));
        }
        limb__builder_char(text, '}');
    }
}

// Returns whether the part has triangles and a name other than that of the last such part.
static bool begins_run(const limb_mesh *mesh, int part)
{
    if (mesh->part[part].count == 0) return false;
    int before = part - 1;
    while (before >= 0 && mesh->part[before].count == 0)
        before--;
    return before < 0 || strcmp(mesh->part[before].name, mesh->part[part].name) != 0;
}

// Returns false if there is no memory.
static bool add_vertices(limb__glb_file *file, const limb_mesh *mesh, attributes *out)
{
    const int n = mesh->nvertex;
    *out = (attributes){-1, -1, -1, -1};
    out->position = limb__glb_floats(file, mesh->position, n, 3, LIMB__GLB_VERTICES, true);
    if (mesh->normal)
        out->normal = limb__glb_floats(file, mesh->normal, n, 3, LIMB__GLB_VERTICES, false);
    if (mesh->texcoord)
        out->texcoord = limb__glb_floats(file, mesh->texcoord, n, 2, LIMB__GLB_VERTICES, false);
    if (!mesh->color) return true;
    // vertex colors are linear in glTF
    const size_t size = (size_t)n * 4 * sizeof(float);
    float *linear = limb__allocate(file->memory, size);
    if (!linear) return false;
    for (int i = 0; i < n * 4; i++) {
        const double shown = mesh->color[i] / 255.0;
        linear[i] = (float)(i % 4 == 3 ? shown : limb__glb_linear(shown));
    }
    out->color = limb__glb_floats(file, linear, n, 4, LIMB__GLB_VERTICES, false);
    limb__release(file->memory, linear, size);
    return true;
}

static void add_materials(limb__glb_file *file, const limb_mesh *mesh)
{
    for (int i = 0; i < mesh->nmaterial; i++) {
        const limb_mesh_material *own = &mesh->material[i];
        limb__glb_material made = {.name = own->name,
                                   .metallic = own->metallic,
                                   .roughness = own->roughness,
                                   .double_sided = own->double_sided,
                                   .image = -1};
        memcpy(made.rgba, own->rgba, sizeof made.rgba);
        memcpy(made.emissive, own->emissive, sizeof made.emissive);
        if (own->has_texture) {
            made.image = own->texture.bytes
                             ? limb__glb_image(file, own->texture.bytes, own->texture.size)
                             : limb__glb_image_uri(file, own->texture.uri);
        }
        limb__glb_add_material(file, &made);
    }
}

static void add_meshes(limb__glb_file *file, const limb_mesh *mesh, const attributes *have)
{
    const int view =
        limb__glb_view(file, mesh->index, (size_t)mesh->ntriangle * 12, LIMB__GLB_INDICES);
    limb__builder *text = &file->mesh.text;
    bool open = false;
    for (int i = 0; i < mesh->npart; i++) {
        if (mesh->part[i].count == 0) continue;
        if (begins_run(mesh, i)) {
            if (open) limb__builder_text(text, "]}");
            limb__glb_begin(&file->mesh);
            limb__builder_text(text, "{\"primitives\":[");
            open = true;
        } else {
            limb__builder_char(text, ',');
        }
        add_primitive(file, &mesh->part[i], view, have);
    }
    if (open) limb__builder_text(text, "]}");
}

static void add_primitive(limb__glb_file *file, const limb_mesh_part *part, int view,
                          const attributes *have)
{
    const int other[3] = {have->normal, have->texcoord, have->color};
    static const char *const name[3] = {",\"NORMAL\":", ",\"TEXCOORD_0\":", ",\"COLOR_0\":"};
    limb__builder *text = &file->mesh.text;
    limb__builder_text(text, "{\"attributes\":{\"POSITION\":");
    limb__builder_int(text, have->position);
    for (int k = 0; k < 3; k++) {
        if (other[k] < 0) continue;
        limb__builder_text(text, name[k]);
        limb__builder_int(text, other[k]);
    }
    limb__builder_text(text, "},\"indices\":");
    limb__builder_int(text, limb__glb_indices(file, view, true, part->first * 3, part->count * 3));
    if (part->material >= 0) {
        limb__builder_text(text, ",\"material\":");
        limb__builder_int(text, part->material);
    }
    limb__builder_char(text, '}');
}
