// Nodes of the robot's GLB, as JSON.
#include "output/export/glb_node.h"

#include "limb/model.h"

#include <string.h>

int limb__glb_node(limb__glb_file *file, const char *name)
{
    const int node = limb__glb_begin(&file->node);
    limb__builder_text(&file->node.text, "{\"name\":");
    limb__builder_json(&file->node.text, name, strlen(name));
    return node;
}

void limb__glb_node_pose(limb__glb_file *file, const double pose[12])
{
    limb__builder *text = &file->node.text;
    const double xyz[3] = {pose[3], pose[7], pose[11]};
    double quat[4];
    limb_pose_to_quat(pose, quat);
    if (xyz[0] != 0 || xyz[1] != 0 || xyz[2] != 0) {
        limb__builder_text(text, ",\"translation\":");
        limb__glb_numbers(text, xyz, 3);
    }
    if (quat[3] != 1) {
        limb__builder_text(text, ",\"rotation\":");
        limb__glb_numbers(text, quat, 4);
    }
}

void limb__glb_node_scale(limb__glb_file *file, const double scale[3])
{
    limb__builder_text(&file->node.text, ",\"scale\":");
    limb__glb_numbers(&file->node.text, scale, 3);
}

void limb__glb_node_mesh(limb__glb_file *file, int mesh)
{
    if (mesh < 0) return;
    limb__builder_text(&file->node.text, ",\"mesh\":");
    limb__builder_int(&file->node.text, mesh);
}

void limb__glb_node_children(limb__glb_file *file, const int *child, int count)
{
    limb__builder *text = &file->node.text;
    if (count == 0) return;
    limb__builder_text(text, ",\"children\":[");
    for (int i = 0; i < count; i++) {
        if (i > 0) limb__builder_char(text, ',');
        limb__builder_int(text, child[i]);
    }
    limb__builder_char(text, ']');
}
