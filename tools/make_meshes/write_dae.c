// COLLADA of one mesh: a lambert material per paint, one geometry, one node. Lengths are in
// millimeters, so that the unit of the file matters.
#include "files.h"

static void write_materials(const limb_mesh *mesh, FILE *file);
static void write_geometry(const limb_mesh *mesh, FILE *file);
static void write_floats(FILE *file, const char *id, const float *value, int n, double scale);
static void write_scene(const limb_mesh *mesh, FILE *file);

void write_dae(const limb_mesh *mesh, FILE *file)
{
    fprintf(
        file,
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n"
        "<asset><created>2026-01-01T00:00:00Z</created><modified>2026-01-01T00:00:00Z</modified>"
        "<unit name=\"millimeter\" meter=\"0.001\"/><up_axis>Z_UP</up_axis></asset>\n");
    write_materials(mesh, file);
    write_geometry(mesh, file);
    write_scene(mesh, file);
    fprintf(file, "<scene><instance_visual_scene url=\"#scene\"/></scene>\n</COLLADA>\n");
}

static void write_materials(const limb_mesh *mesh, FILE *file)
{
    fprintf(file, "<library_effects>\n");
    for (int i = 0; i < mesh->nmaterial; i++) {
        const limb_mesh_material *m = &mesh->material[i];
        fprintf(
            file,
            "<effect id=\"%s-effect\"><profile_COMMON><technique sid=\"common\"><lambert><diffuse>"
            "<color>%.4g %.4g %.4g %.4g</color></diffuse></lambert></technique></profile_COMMON>"
            "</effect>\n",
            m->name, (double)m->rgba[0], (double)m->rgba[1], (double)m->rgba[2],
            (double)m->rgba[3]);
    }
    fprintf(file, "</library_effects>\n<library_materials>\n");
    for (int i = 0; i < mesh->nmaterial; i++) {
        const char *name = mesh->material[i].name;
        fprintf(file, "<material id=\"%s\"><instance_effect url=\"#%s-effect\"/></material>\n",
                name, name);
    }
    fprintf(file, "</library_materials>\n");
}

static void write_geometry(const limb_mesh *mesh, FILE *file)
{
    fprintf(file, "<library_geometries><geometry id=\"shape\"><mesh>\n");
    write_floats(file, "position", mesh->position, mesh->nvertex, 1000);
    write_floats(file, "normal", mesh->normal, mesh->nvertex, 1);
    fprintf(file, "<vertices id=\"vertex\"><input semantic=\"POSITION\" source=\"#position\"/>"
                  "<input semantic=\"NORMAL\" source=\"#normal\"/></vertices>\n");
    for (int i = 0; i < mesh->npart; i++) {
        const limb_mesh_part *part = &mesh->part[i];
        fprintf(
            file,
            "<triangles material=\"%s\" count=\"%d\"><input semantic=\"VERTEX\" source=\"#vertex\" "
            "offset=\"0\"/>\n<p>",
            mesh->material[part->material].name, part->count);
        for (int k = 0; k < part->count * 3; k++) {
            fprintf(file, "%s%u", k % 24 ? " " : "\n", (unsigned)mesh->index[part->first * 3 + k]);
        }
        fprintf(file, "\n</p></triangles>\n");
    }
    fprintf(file, "</mesh></geometry></library_geometries>\n");
}

static void write_floats(FILE *file, const char *id, const float *value, int n, double scale)
{
    fprintf(file, "<source id=\"%s\"><float_array id=\"%s-array\" count=\"%d\">", id, id, n * 3);
    for (int i = 0; i < n * 3; i++) {
        fprintf(file, "%s%.7g", i % 3 ? " " : "\n", (double)value[i] * scale);
    }
    fprintf(file,
            "\n</float_array><technique_common><accessor source=\"#%s-array\" count=\"%d\" "
            "stride=\"3\">"
            "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>"
            "<param name=\"Z\" type=\"float\"/></accessor></technique_common></source>\n",
            id, n);
}

static void write_scene(const limb_mesh *mesh, FILE *file)
{
    fprintf(file, "<library_visual_scenes><visual_scene "
                  "id=\"scene\"><node id=\"body\"><instance_geometry url=\"#shape\"><bind_material>"
                  "<technique_common>\n");
    for (int i = 0; i < mesh->nmaterial; i++) {
        const char *name = mesh->material[i].name;
        fprintf(file, "<instance_material symbol=\"%s\" target=\"#%s\"/>\n", name, name);
    }
    fprintf(file, "</technique_common></bind_material></instance_geometry></node></visual_scene>"
                  "</library_visual_scenes>\n");
}
