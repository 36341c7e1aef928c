// Visits every pointer and index of a robot, so that sanitizers check each of them, and
// verifies the guarantees of robot.h. Used by tests and by the fuzz target, which has no test
// to fail: a violation aborts.
#ifndef LIMB_TEST_URDF_WALK_H
#define LIMB_TEST_URDF_WALK_H

#include "limb/robot.h"

#include <stdlib.h>
#include <string.h>

static size_t limb_test_walked;

static inline void limb_test_must(bool condition)
{
    if (!condition) abort();
}

static inline void limb_test_walk_text(const char *text)
{
    limb_test_must(text != NULL);
    limb_test_walked += strlen(text);
}

static inline void limb_test_walk_node(const limb_robot *robot, int node)
{
    limb_test_must(node >= 0 && node < limb_document_node_count(robot->document));
    limb_test_walked += limb_node_name(robot->document, node).size;
}

static inline void limb_test_walk_material(const limb_robot *robot, const limb_material *material)
{
    if (!material) return;
    limb_test_walk_node(robot, material->node);
    limb_test_walk_text(material->name);
    if (material->texture) limb_test_walk_text(material->texture);
    for (int i = 0; i < 4; i++)
        limb_test_must(material->rgba[i] >= 0 && material->rgba[i] <= 1);
}

static inline void limb_test_walk_geoms(const limb_robot *robot, const limb_link_shape *geom,
                                        int count)
{
    for (int i = 0; i < count; i++) {
        limb_test_walk_node(robot, geom[i].node);
        limb_test_walk_node(robot, geom[i].geometry.node);
        limb_test_walk_text(geom[i].name);
        limb_test_must((geom[i].geometry.type == LIMB_SHAPE_MESH) ==
                       (geom[i].geometry.filename != NULL));
        if (geom[i].geometry.filename) limb_test_walk_text(geom[i].geometry.filename);
        limb_test_walk_material(robot, geom[i].inline_material);
        limb_test_walk_material(robot, geom[i].material);
        limb_test_walk_material(robot, geom[i].urdfdom_material);
        double pose[12];
        limb_origin_pose(&geom[i].origin, pose);
        limb_test_must(geom[i].origin.node >= -1);
    }
}

static inline void limb_test_walk_links(const limb_robot *robot)
{
    for (int i = 0; i < robot->nlink; i++) {
        const limb_link *link = &robot->link[i];
        limb_test_walk_node(robot, link->node);
        limb_test_walk_text(link->name);
        if (link->inertial) limb_test_walk_node(robot, link->inertial->node);
        limb_test_walk_geoms(robot, link->visual, link->nvisual);
        limb_test_walk_geoms(robot, link->collision, link->ncollision);
        if (link->parent_joint >= 0) limb_test_must(robot->joint[link->parent_joint].child == i);
        for (int k = 0; k < link->nchild_joint; k++)
            limb_test_must(robot->joint[link->child_joint[k]].parent == i);
    }
}

static inline void limb_test_walk_joints(const limb_robot *robot)
{
    for (int i = 0; i < robot->njoint; i++) {
        const limb_joint *joint = &robot->joint[i];
        limb_test_walk_node(robot, joint->node);
        limb_test_walk_text(joint->name);
        limb_test_walk_text(joint->parent_name);
        limb_test_walk_text(joint->child_name);
        limb_test_must(joint->parent >= -1 && joint->parent < robot->nlink);
        limb_test_must(joint->child >= -1 && joint->child < robot->nlink);
        if (joint->limit) limb_test_walk_node(robot, joint->limit->node);
        if (joint->dynamics) limb_test_walk_node(robot, joint->dynamics->node);
        if (joint->safety) limb_test_walk_node(robot, joint->safety->node);
        if (joint->calibration) limb_test_walk_node(robot, joint->calibration->node);
        if (!joint->mimic) continue;
        limb_test_walk_node(robot, joint->mimic->node);
        limb_test_walk_text(joint->mimic->joint_name);
        limb_test_must(joint->mimic->joint >= -1 && joint->mimic->joint < robot->njoint);
    }
}

static inline void limb_test_walk_robot(const limb_robot *robot)
{
    limb_test_walk_text(robot->file);
    limb_test_walk_text(robot->name);
    limb_test_walk_node(robot, robot->node);
    limb_test_walk_links(robot);
    limb_test_walk_joints(robot);
    for (int i = 0; i < robot->nmaterial; i++)
        limb_test_walk_material(robot, &robot->material[i]);
    for (int i = 0; i < robot->nextension; i++) {
        limb_test_walk_node(robot, robot->extension[i].node);
        limb_test_walk_text(robot->extension[i].tag);
        limb_test_walk_text(robot->extension[i].name);
        limb_test_walk_text(robot->extension[i].reference);
    }
    // parents come first, and every link at most once
    limb_test_must(robot->root >= -1 && robot->root < robot->nlink);
    limb_test_must(robot->norder >= 0 && robot->norder <= robot->nlink);
    limb_test_must((robot->root >= 0) == (robot->norder > 0));
    for (int i = 0; i < robot->norder; i++) {
        const int link = robot->link_order[i];
        limb_test_must(link >= 0 && link < robot->nlink);
        limb_test_must((robot->link[link].parent_joint < 0) == (i == 0));
    }
}

#endif
