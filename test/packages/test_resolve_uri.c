// Tests of URI resolution: every location in its order, near matches, refused URIs.
#define _XOPEN_SOURCE 700

#include "packages/resolve_tree.h"
#include "support/hostile.h"

static void expect_path(limb_resolver *resolver, const char *uri, const char *path, bool guess)
{
    limb_resolution found;
    char whole[1024];
    snprintf(whole, sizeof whole, "%s/%s", root, path);
    ENSURE_INT(limb_resolve(resolver, uri, &found), LIMB_OK);
    ENSURE_INT(found.result, LIMB_RESOLVE_FOUND);
    ENSURE_TEXT(found.path, whole);
    ENSURE(found.nstep > 0 && found.step[found.nstep - 1].found);
    ENSURE_TEXT(found.step[found.nstep - 1].path, whole);
    ENSURE_INT(found.is_guess, guess);
}

static limb_resolution expect_result(limb_resolver *resolver, const char *uri,
                                     limb_resolve_result result)
{
    limb_resolution found;
    ENSURE_INT(limb_resolve(resolver, uri, &found), LIMB_OK);
    ENSURE_INT(found.result, result);
    ENSURE(found.path == NULL);
    return found;
}

TEST(packages_are_found_in_every_place)
{
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    expect_path(r, "package://arm/meshes/link%20one.stl", "ws/src/arm_folder/meshes/link one.stl",
                false);
    expect_path(r, "package://arm/meshes/link one.stl", "ws/src/arm_folder/meshes/link one.stl",
                false);
    expect_path(r, "package://arm_folder/meshes/Hand.STL", "ws/src/arm_folder/meshes/Hand.STL",
                false);
    expect_path(r, "package://gripper_description/finger.stl", "ws/src/gripper/finger.stl", false);
    expect_path(r, "package://plain/a.stl", "ws/src/plain/a.stl", true);
    // a folder of that name is nearer to what is meant than a nearer folder with such a file
    expect_path(r, "package://plain/meshes/Hand.STL", "ws/src/plain/meshes/Hand.STL", true);
    expect_path(r, "package://installed/a.stl", "prefix/share/installed/a.stl", false);
    expect_path(r, "package://lonely/a.stl", "isolated/lonely/share/lonely/a.stl", false);
    expect_path(r, "package://old/a.stl", "ros/deep/er/a.stl", false);
    expect_path(r, "package://oldest/a.stl", "ros/stack/oldest/a.stl", false);
    expect_path(r, "model://table/a.dae", "models/table/a.dae", false);
    expect_path(r, "model://arm/meshes/Hand.STL", "ws/src/arm_folder/meshes/Hand.STL", false);
    limb_resolver_free(r);
}

TEST(paths_without_a_package)
{
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    expect_path(r, "../meshes/Hand.STL", "ws/src/arm_folder/urdf/../meshes/Hand.STL", false);
    expect_path(r, "meshes/Hand.STL", "ws/src/arm_folder/meshes/Hand.STL", true);
    expect_path(r, "package://meshes/Hand.STL", "ws/src/arm_folder/meshes/Hand.STL", true);
    expect_path(r, "package:///meshes/Hand.STL", "ws/src/arm_folder/meshes/Hand.STL", true);
    expect_path(r, "package://renamed/meshes/Hand.STL", "ws/src/arm_folder/meshes/Hand.STL", true);
    char uri[1024];
    snprintf(uri, sizeof uri, "file://%s/ws/outside.stl", root);
    expect_path(r, uri, "ws/outside.stl", false);
    expect_path(r, uri + 7, "ws/outside.stl", false);
    limb_resolver_free(r);
}

TEST(the_callers_map_decides)
{
    make_tree();
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/ws/src/gripper", root);
    const limb_package map[] = {{"arm", folder}};
    limb_resolver *r = make_resolver((limb_resolve_opts){.package = map, .npackage = 1});
    expect_path(r, "package://arm/finger.stl", "ws/src/gripper/finger.stl", false);
    expect_result(r, "package://arm/meshes/Hand.STL", LIMB_RESOLVE_MISSING);
    limb_resolver_free(r);
}

TEST(what_is_refused)
{
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    expect_result(r, "package://arm/../../outside.stl", LIMB_RESOLVE_OUTSIDE);
    expect_result(r, "package://arm/meshes/%2e%2e/../../x.stl", LIMB_RESOLVE_OUTSIDE);
    expect_result(r, "../../../outside.stl", LIMB_RESOLVE_OUTSIDE);
    expect_result(r, "package://../x.stl", LIMB_RESOLVE_OUTSIDE);
    expect_result(r, "package://..%2F..%2F../outside.stl", LIMB_RESOLVE_OUTSIDE);
    expect_result(r, "https://example.org/a.stl", LIMB_RESOLVE_REMOTE);
    expect_result(r, "ftp://a", LIMB_RESOLVE_REMOTE);
    expect_result(r, "", LIMB_RESOLVE_MALFORMED);
    expect_result(r, "package://", LIMB_RESOLVE_MALFORMED);
    expect_result(r, "package://arm", LIMB_RESOLVE_MALFORMED);
    expect_result(r, "file://", LIMB_RESOLVE_MALFORMED);
    expect_result(r, "package://hidden/a.stl", LIMB_RESOLVE_NO_PACKAGE);
    expect_result(r, "package://other/a.stl", LIMB_RESOLVE_NO_PACKAGE);
    limb_resolver_free(r);
    r = make_resolver((limb_resolve_opts){.allow_outside = true});
    expect_path(r, "../../../outside.stl", "ws/src/arm_folder/urdf/../../../outside.stl", false);
    limb_resolver_free(r);
}

// Reading a pipe would block, and a folder cannot be read; neither is reported as a missing file.
TEST(what_is_not_a_regular_file_is_named_as_such)
{
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    char pipe[1024];
    snprintf(pipe, sizeof pipe, "%s/ws/src/arm_folder/meshes/pipe.stl", root);
    ENSURE(mkfifo(pipe, 0666) == 0);
    const limb_resolution found =
        expect_result(r, "package://arm/meshes/pipe.stl", LIMB_RESOLVE_NOT_A_FILE);
    ENSURE(!found.path);
    expect_result(r, "../meshes/pipe.stl", LIMB_RESOLVE_NOT_A_FILE);
    expect_result(r, "package://arm/meshes/visual", LIMB_RESOLVE_NOT_A_FILE);
    expect_result(r, "/dev/null", LIMB_RESOLVE_NOT_A_FILE);
    // a folder in a place that is only guessed says nothing
    expect_result(r, "package://nowhere/meshes", LIMB_RESOLVE_NO_PACKAGE);
    expect_result(r, "package://arm/meshes/pipe2.stl", LIMB_RESOLVE_MISSING);
    limb_resolver_free(r);
}

TEST(near_hits_are_offered)
{
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    limb_resolution found = expect_result(r, "package://arm/Meshes/hand.stl", LIMB_RESOLVE_MISSING);
    ENSURE(found.near_differs_in_case && found.near_is_certain);
    ENSURE_TEXT(found.near_uri, "package://arm/meshes/Hand.STL");
    found = expect_result(r, "package://arm/meshes/only.dae", LIMB_RESOLVE_MISSING);
    ENSURE(!found.near_differs_in_case && found.near_is_certain);
    ENSURE_TEXT(found.near_uri, "package://arm/meshes/visual/only.dae");
    found = expect_result(r, "package://arm/meshes/both.dae", LIMB_RESOLVE_MISSING);
    ENSURE(found.near_path && !found.near_is_certain);
    found = expect_result(r, "../Meshes/hand.stl", LIMB_RESOLVE_MISSING);
    ENSURE_TEXT(found.near_uri, "../meshes/Hand.STL");
    found = expect_result(r, "package://arm/meshes/nothing.dae", LIMB_RESOLVE_MISSING);
    ENSURE(!found.near_path && !found.near_uri);
    ENSURE(found.nstep >= 1);
    found = expect_result(r, "package://nowhere/no.stl", LIMB_RESOLVE_NO_PACKAGE);
    limb_resolver_free(r);
}

// Two files whose names differ only in case: a fix would have to guess which one is meant.
TEST(two_other_cases_are_not_certain)
{
    make_tree();
    make_file("ws/src/arm_folder/meshes/Twin.stl", "x");
    make_file("ws/src/arm_folder/meshes/TWIN.stl", "x");
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    limb_resolution found = expect_result(r, "package://arm/meshes/twin.stl", LIMB_RESOLVE_MISSING);
    ENSURE(!found.near_differs_in_case && !found.near_is_certain);
    ENSURE_INT(found.nsuggestion, 2);
    found = expect_result(r, "../meshes/twin.stl", LIMB_RESOLVE_MISSING);
    ENSURE(found.near_path && !found.near_is_certain);
    limb_resolver_free(r);
}

// A correct URI whose package is merely not on the search path must stay as it is: a file of the
// same name in another package is a suggestion, never a fix.
TEST(addresses_never_cross_packages)
{
    make_tree();
    make_file("ws/src/arm_folder/meshes/visual/base.stl", "x");
    make_file("ws/src/arm_folder/meshes/collision/base.stl", "x");
    make_file("ws/src/arm_folder/lone/meshes/visual/upper.stl", "x");
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    limb_resolution found =
        expect_result(r, "package://acme_arm/meshes/visual/upper.stl", LIMB_RESOLVE_NO_PACKAGE);
    ENSURE(found.near_path && !found.near_is_certain);
    // ranked by how much of the end agrees
    found =
        expect_result(r, "package://acme_arm/robots/collision/base.stl", LIMB_RESOLVE_NO_PACKAGE);
    ENSURE_INT(found.nsuggestion, 2);
    ENSURE(!found.near_is_certain);
    ENSURE_TEXT(found.suggestion[0].uri, "package://arm/meshes/collision/base.stl");
    ENSURE_TEXT(found.suggestion[1].uri, "package://arm/meshes/visual/base.stl");
    ENSURE(found.near_uri == found.suggestion[0].uri);
    // in the known package a folder more or less is certain, another folder is not
    found = expect_result(r, "package://arm/meshes/visual/upper.stl", LIMB_RESOLVE_MISSING);
    ENSURE(found.near_is_certain);
    ENSURE_TEXT(found.near_uri, "package://arm/lone/meshes/visual/upper.stl");
    found = expect_result(r, "package://arm/meshes/collision/upper.stl", LIMB_RESOLVE_MISSING);
    ENSURE(found.near_path && !found.near_is_certain);
    limb_resolver_free(r);
}

// A package nested in the folder of another one is a separate package.
TEST(addresses_do_not_enter_nested_packages)
{
    make_tree();
    make_file("ws/src/arm_folder/nested/package.xml", "<package><name>nested</name></package>");
    make_file("ws/src/arm_folder/nested/inner.stl", "x");
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    const limb_resolution found = expect_result(r, "package://arm/inner.stl", LIMB_RESOLVE_MISSING);
    ENSURE(found.near_path && !found.near_is_certain);
    limb_resolver_free(r);
}

TEST(packages_are_found_up_to_the_root_of_the_repository)
{
    make_tree();
    make_file("clone/.git/HEAD", "x");
    make_file("clone/a/b/c/d/e/arm.urdf", "<robot/>");
    make_file("clone/vendors/hands/two/hand_description/package.xml",
              "<package><name>hand_description</name></package>");
    make_file("clone/vendors/hands/two/hand_description/palm.stl", "x");
    make_file("other_ws/src/repo/.git/HEAD", "x");
    make_file("other_ws/src/repo/x/y/z/arm.urdf", "<robot/>");
    make_file("other_ws/src/beside/grip/package.xml", "<package><name>grip</name></package>");
    make_file("other_ws/src/beside/grip/jaw.stl", "x");
    char file[1024];
    limb_resolver *r;
    const limb_resolve_opts opts = {.ignore_environment = true};
    snprintf(file, sizeof file, "%s/clone/a/b/c/d/e/arm.urdf", root);
    ENSURE_INT(limb_resolver_create(&r, file, &opts), LIMB_OK);
    expect_path(r, "package://hand_description/palm.stl",
                "clone/vendors/hands/two/hand_description/palm.stl", false);
    limb_resolver_free(r);
    snprintf(file, sizeof file, "%s/other_ws/src/repo/x/y/z/arm.urdf", root);
    ENSURE_INT(limb_resolver_create(&r, file, &opts), LIMB_OK);
    expect_path(r, "package://grip/jaw.stl", "other_ws/src/beside/grip/jaw.stl", false);
    limb_resolver_free(r);
}

static void expect_folder(limb_resolver *resolver, const char *package, const char *path)
{
    const char *found = limb_resolver_find_package(resolver, package);
    char whole[1024];
    snprintf(whole, sizeof whole, "%s/%s", root, path);
    ENSURE_TEXT(found ? found : "none", *path ? whole : "none");
}

TEST(packages_are_found_as_folders)
{
    char models[1024];
    make_tree();
    snprintf(models, sizeof models, "%s/models", root);
    const char *const packages[] = {models};
    const limb_package given = {"mapped", "/some/where"};
    limb_resolver *r = make_resolver((limb_resolve_opts){
        .packages = packages, .npackages = 1, .package = &given, .npackage = 1});
    ENSURE_TEXT(limb_resolver_find_package(r, "mapped"), "/some/where");
    expect_folder(r, "table", "models/table");                 // in a folder of packages
    expect_folder(r, "arm", "ws/src/arm_folder");              // the robot's own
    expect_folder(r, "gripper_description", "ws/src/gripper"); // by its package.xml
    expect_folder(r, "installed", "prefix/share/installed");
    expect_folder(r, "old", "ros/deep/er");
    expect_folder(r, "plain", ""); // a folder of that name, without a package.xml
    expect_folder(r, "ws", "ws");  // unless the robot's file is in it
    expect_folder(r, "share", ""); // of the prefix, as are all that are no packages
    expect_folder(r, "no_package", "");
    expect_folder(r, "hidden", ""); // marked to be ignored
    expect_folder(r, "nowhere", "");
    expect_folder(r, "", "");
    expect_folder(r, "..", "");
    expect_folder(r, "arm/urdf", "");
    char own[1024];
    snprintf(own, sizeof own, "%s/ws/src/arm_folder", root);
    ENSURE_TEXT(limb_resolver_own_package(r), own);
    limb_resolver_free(r);
}

TEST(folders_of_packages_may_be_given)
{
    make_tree();
    make_file("far/store/pump_pkg/package.xml", "<package><name>pump</name></package>");
    make_file("far/store/pump_pkg/a.stl", "x");
    make_file("far/bare/a.stl", "x");
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/far", root);
    const char *const packages[] = {folder};
    limb_resolver *r = make_resolver((limb_resolve_opts){0});
    expect_result(r, "package://pump/a.stl", LIMB_RESOLVE_NO_PACKAGE);
    limb_resolver_free(r);
    r = make_resolver((limb_resolve_opts){.packages = packages, .npackages = 1});
    expect_path(r, "package://pump/a.stl", "far/store/pump_pkg/a.stl", false);
    expect_path(r, "package://bare/a.stl", "far/bare/a.stl", false);
    limb_resolver_free(r);
}

typedef struct counter { // of memory in use
    size_t now, max;
} counter;

static void *count_resize(void *ctx, void *block, size_t old_size, size_t new_size)
{
    counter *c = ctx;
    void *moved = NULL;
    if (new_size == 0)
        free(block);
    else if (!(moved = realloc(block, new_size)))
        return NULL;
    c->now += new_size;
    c->now -= old_size;
    if (c->now > c->max) c->max = c->now;
    return moved;
}

// Every missing file is searched for in the same folders. They are listed once, so that memory does
// not grow with the product of files and folders.
TEST(folders_are_listed_once)
{
    enum { FILES = 1000, MISSING = 100 };
    make_tree();
    char name[128];
    for (int i = 0; i < FILES; i++) {
        snprintf(name, sizeof name, "crowd/meshes/%d/part_number_%d.stl", i % 20, i);
        make_file(name, "");
    }
    make_file("crowd/package.xml", "<package><name>crowd</name></package>");
    make_file("crowd/.git/HEAD", ""); // the search ends here: what lies around does not matter
    counter used = {0};
    const limb_allocator memory = {count_resize, &used};
    char file[1024];
    snprintf(file, sizeof file, "%s/crowd/arm.urdf", root);
    limb_resolver *r;
    const limb_resolve_opts opts = {.ignore_environment = true, .memory = &memory};
    ENSURE_INT(limb_resolver_create(&r, file, &opts), LIMB_OK);
    size_t first = 0;
    for (int i = 0; i < MISSING; i++) {
        limb_resolution found;
        snprintf(name, sizeof name, "package://%s/meshes/missing_%d.stl", i % 2 ? "crowd" : "gone",
                 i);
        ENSURE_INT(limb_resolve(r, name, &found), LIMB_OK);
        ENSURE(found.result != LIMB_RESOLVE_FOUND);
        if (i == 1) first = used.max;
    }
    ENSURE(first > 0 && used.max < 3 << 20);
    limb_resolver_free(r);
    ENSURE_INT(used.now, 0);
}

static limb_status resolve_again(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    char file[1024];
    snprintf(file, sizeof file, "%s/ws/src/arm_folder/urdf/arm.urdf", root);
    limb_resolver *r;
    limb_status status = limb_resolver_create(
        &r, file, &(limb_resolve_opts){.memory = memory, .environment = environment});
    if (status != LIMB_OK) return status;
    static const char *const uri[] = {"package://arm/meshes/Hand.STL",
                                      "package://arm/meshes/hand.stl", "package://installed/a.stl",
                                      "meshes/no.stl"};
    for (int i = 0; i < 4 && status == LIMB_OK; i++) {
        limb_resolution found;
        status = limb_resolve(r, uri[i], &found);
    }
    limb_resolver_free(r);
    return status;
}

TEST(resolving_survives_a_lack_of_memory)
{
    make_tree();
    limb_test_every_failure(LIMB_OK, resolve_again, NULL);
}
