// Nodes of the robot's GLB: members common to most of them. A node starts with its name and ends
// with the caller's brace.
#ifndef LIMB_EXPORT_GLB_NODE_H
#define LIMB_EXPORT_GLB_NODE_H

#include "geometry/mesh_files/glb_file.h"

// Starts a node and returns its index.
int limb__glb_node(limb__glb_file *file, const char *name);
// Writes translation and rotation unless they are zero.
void limb__glb_node_pose(limb__glb_file *file, const double pose[12]);
void limb__glb_node_scale(limb__glb_file *file, const double scale[3]);
void limb__glb_node_mesh(limb__glb_file *file, int mesh); // -1: none
void limb__glb_node_children(limb__glb_file *file, const int *child, int count);

#endif
