// Meshes with their own materials and a URDF color.
//
// RViz before 2026 and the loaders of three.js keep the mesh's materials, newer RViz uses the
// URDF's color. limb keeps the materials; docs/concepts.md states the policy.
#include "build/check/mesh_checks.h"

#include "documents/diag/report.h"
#include "documents/xml/places.h"

#include <stdio.h>

static const limb_mesh *find(const limb_robot_meshes *meshes, const limb_link_shape *shape);
static bool is_white(const limb_material *material);

void limb__check_mesh_looks(const limb_robot *robot, const limb_robot_meshes *meshes,
                            limb_report *report)
{
    if (!report || meshes->nloaded == 0) return;
    const limb_link *link = NULL;
    const limb_link_shape *first = NULL;
    int count = 0;
    for (int i = 0; i < robot->nlink; i++) {
        for (int k = 0; k < robot->link[i].nvisual; k++) {
            const limb_link_shape *visual = &robot->link[i].visual[k];
            const limb_material *material = visual->material;
            if (!material || !(material->has_color || material->texture) || is_white(material))
                continue;
            const limb_mesh *mesh = find(meshes, visual);
            if (!mesh || !limb_mesh_has_looks(mesh)) continue;
            if (count++ > 0) continue;
            link = &robot->link[i];
            first = visual;
        }
    }
    if (count == 0) return;
    limb__xml_places places;
    limb__xml_places_init(&places, robot->document);
    char more[64] = "";
    if (count > 1) snprintf(more, sizeof more, ", and so do %d more", count - 1);
    const int node = first->inline_material ? first->inline_material->node : first->geometry.node;
    limb__report(report, limb__xml_at_tag(&places, node), LIMB_RULE_MESH_LOOKS,
                 "link \"%.200s\": the mesh has materials of its own%s; readers differ in whether "
                 "the URDF's material replaces them",
                 link->name, more);
    limb__xml_places_free(&places);
}

static const limb_mesh *find(const limb_robot_meshes *meshes, const limb_link_shape *shape)
{
    if (shape->geometry.type != LIMB_SHAPE_MESH || !shape->geometry.filename) return NULL;
    void *ctx = (void *)(uintptr_t)meshes;
    return limb_robot_meshes_find(ctx, shape->geometry.filename, NULL);
}

// Returns whether the color is an exporter's default.
static bool is_white(const limb_material *material)
{
    return !material->texture && material->rgba[0] >= 1 && material->rgba[1] >= 1 &&
           material->rgba[2] >= 1;
}
