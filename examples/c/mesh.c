// Weighs a mesh: what it holds, whether it is closed, and its mass properties as a URDF <inertial>.
//
//     mesh part.stl density
#include <limb/limb.h>

#include <stdio.h>

static limb_status to_stderr(void *ctx, const void *bytes, size_t size)
{
    (void)ctx;
    return fwrite(bytes, 1, size, stderr) == size ? LIMB_OK : LIMB_ERROR_IO;
}

int main(int argc, char **argv)
{
    limb_report *report = NULL;
    limb_mesh *mesh = NULL;
    double density;
    int failed = 1;

    if (argc != 3 || !limb_number_parse(argv[2], &density)) {
        fprintf(stderr, "usage: mesh FILE DENSITY\n");
        return 2;
    }
    if (limb_report_create(&report, NULL) != LIMB_OK) goto done;
    const limb_mesh_opts opts = {.report = report, .normals = LIMB_MESH_NORMALS_NONE};
    if (limb_mesh_load(&mesh, argv[1], &opts) != LIMB_OK) {
        if (limb_report_print(report, LIMB_REPORT_FORMAT_TEXT, NULL, to_stderr, NULL) != LIMB_OK)
            fprintf(stderr, "not all findings are shown\n");
        goto done;
    }
    limb_mesh_topology topology;
    if (limb_mesh_compute_topology(&topology, mesh, NULL) != LIMB_OK) goto done;
    printf("%s: %d triangles, %d vertices, %s\n", limb_mesh_format_name(mesh->format),
           mesh->ntriangle, mesh->nvertex,
           topology.watertight ? "closed" : "not closed: its mass means little");

    limb_mass_properties p;
    if (limb_mesh_mass(&p, mesh, density, NULL) != LIMB_OK) goto done;
    printf("<inertial>\n");
    printf("  <origin xyz=\"%g %g %g\"/>\n", p.center[0], p.center[1], p.center[2]);
    printf("  <mass value=\"%g\"/>\n", p.mass);
    printf("  <inertia ixx=\"%g\" ixy=\"%g\" ixz=\"%g\" iyy=\"%g\" iyz=\"%g\" izz=\"%g\"/>\n",
           p.inertia[0], p.inertia[1], p.inertia[2], p.inertia[3], p.inertia[4], p.inertia[5]);
    printf("</inertial>\n");
    failed = 0;
done:
    limb_mesh_free(mesh);
    limb_report_free(report);
    return failed;
}
