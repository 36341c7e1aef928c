// A tree of packages, install prefixes and models on disk, and a resolver for one robot in it.
#ifndef LIMB_TEST_RESOLVE_TREE_H
#define LIMB_TEST_RESOLVE_TREE_H

#include "harness.h"
#include "limb/check.h"
#include "limb/packages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char root[512]; // of the tree below, without a slash at its end

static inline void make_file(const char *path, const char *text)
{
    char whole[1024];
    snprintf(whole, sizeof whole, "%s/%s", root, path);
    for (char *slash = whole + strlen(root) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = 0;
        mkdir(whole, 0777);
        *slash = '/';
    }
    FILE *file = fopen(whole, "w");
    ENSURE(file != NULL);
    fputs(text, file);
    fclose(file);
}

static inline void make_tree(void)
{
    if (root[0]) return;
    char name[256];
    snprintf(name, sizeof name, "%s/resolve_XXXXXX", LIMB_BINARY_DIR);
    ENSURE(mkdtemp(name) != NULL);
    ENSURE(realpath(name, root) != NULL);
    make_file("ws/src/arm_folder/package.xml",
              "<?xml version=\"1.0\"?>\n<!-- <name>no</name> -->\n<package><name> arm </name>"
              "</package>");
    make_file("ws/src/arm_folder/urdf/arm.urdf", "<robot/>");
    make_file("ws/src/arm_folder/meshes/link one.stl", "x");
    make_file("ws/src/arm_folder/meshes/Hand.STL", "x");
    make_file("ws/src/arm_folder/meshes/visual/only.dae", "x");
    make_file("ws/src/arm_folder/meshes/visual/both.dae", "x");
    make_file("ws/src/arm_folder/meshes/collision/both.dae", "x");
    make_file("ws/src/gripper/package.xml", "<package><name>gripper_description</name></package>");
    make_file("ws/src/gripper/finger.stl", "x");
    make_file("ws/src/hidden/package.xml", "<package><name>hidden</name></package>");
    make_file("ws/src/hidden/COLCON_IGNORE", "");
    make_file("ws/src/hidden/a.stl", "x");
    make_file("ws/src/plain/a.stl", "x");
    make_file("ws/src/plain/meshes/Hand.STL", "x");
    make_file("ws/outside.stl", "x");
    make_file("prefix/share/installed/a.stl", "x");
    make_file("prefix/share/installed/package.xml", "<package><name>installed</name></package>");
    make_file("prefix/share/no_package/a.stl", "x");
    make_file("isolated/lonely/share/lonely/a.stl", "x");
    make_file("ros/deep/er/package.xml", "<package><name>old</name></package>");
    make_file("ros/deep/er/a.stl", "x");
    make_file("ros/stack/oldest/manifest.xml", "<package/>");
    make_file("ros/stack/oldest/a.stl", "x");
    make_file("ros/stack/other/manifest.xml", "<database/>");
    make_file("ros/stack/other/a.stl", "x");
    make_file("models/table/a.dae", "x");
}

static inline const char *environment(void *ctx, const char *name)
{
    (void)ctx;
    static char value[2048];
    if (strcmp(name, "AMENT_PREFIX_PATH") == 0) {
        snprintf(value, sizeof value, ":/nowhere::%s/prefix:", root);
    } else if (strcmp(name, "COLCON_PREFIX_PATH") == 0) {
        snprintf(value, sizeof value, "%s/isolated", root);
    } else if (strcmp(name, "ROS_PACKAGE_PATH") == 0) {
        snprintf(value, sizeof value, "%s/ros", root);
    } else if (strcmp(name, "GZ_SIM_RESOURCE_PATH") == 0) {
        snprintf(value, sizeof value, "%s/models", root);
    } else {
        return NULL;
    }
    return value;
}

static inline limb_resolver *make_resolver(limb_resolve_opts opts)
{
    make_tree();
    char file[1024];
    snprintf(file, sizeof file, "%s/ws/src/arm_folder/urdf/arm.urdf", root);
    opts.environment = environment;
    limb_resolver *resolver;
    ENSURE_INT(limb_resolver_create(&resolver, file, &opts), LIMB_OK);
    return resolver;
}

#endif
