// Passing NULL for an object is an error of the caller: debug builds abort with an assertion, as
// docs/concepts.md says. Each call runs in a process of its own.
#define _POSIX_C_SOURCE 200809L

#include "harness.h"
#include "limb/bindings.h"
#include "limb/limb.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef NDEBUG

static void no_model_in_fk(void)
{
    double q[1] = {0};
    limb_fk(NULL, NULL, q);
}

static void no_work_in_jacobian(void)
{
    double jacobian[6];
    limb_jacobian(NULL, NULL, 0, NULL, LIMB_REFERENCE_LOCAL, jacobian);
}

static void no_model_in_gravity(void)
{
    double q[1] = {0}, tau[1];
    limb_gravity(NULL, NULL, q, tau);
}

static void no_robot_in_model_build(void)
{
    limb_model *model;
    (void)!limb_model_build(&model, NULL, NULL);
}

static void no_out_in_parse(void)
{
    (void)!limb_robot_parse(NULL, "<robot/>", 8, NULL);
}

static void no_document_in_node_parent(void)
{
    (void)limb_node_parent(NULL, 0);
}

static void no_edit_in_rename(void)
{
    (void)!limb_edit_rename_link(NULL, 0, "x");
}

static void no_report_in_print(void)
{
    (void)!limb_report_print(NULL, LIMB_REPORT_FORMAT_TEXT, NULL, NULL, NULL);
}

static void no_mesh_in_write(void)
{
    (void)!limb_mesh_write(NULL, LIMB_MESH_FORMAT_STL, NULL, NULL, NULL);
}

static void no_scene_in_query_create(void)
{
    limb_query *query;
    (void)!limb_query_create(&query, NULL, NULL);
}

static void no_query_in_collide(void)
{
    (void)limb_collide(NULL, NULL);
}

static void no_set_in_sphere_set_count(void)
{
    (void)limb_sphere_set_count(NULL);
}

static void no_mesh_in_decimate(void)
{
    limb_mesh *mesh;
    (void)!limb_mesh_decimate(&mesh, NULL, NULL, NULL);
}

static void no_out_in_hull_build(void)
{
    (void)!limb_hull_build(NULL, NULL, 0, NULL, NULL);
}

static void no_out_in_xacro_load(void)
{
    (void)!limb_xacro_load(NULL, "a.xacro", NULL);
}

static void no_engine_in_engine_load(void)
{
    (void)!limb_engine_load(NULL, "a.urdf");
}

static void no_engine_in_engine_fk(void)
{
    (void)!limb_engine_fk(NULL, NULL, NULL);
}

static const struct {
    const char *name;
    void (*call)(void);
} bug[] = {
    {"limb_fk", no_model_in_fk},
    {"limb_jacobian", no_work_in_jacobian},
    {"limb_gravity", no_model_in_gravity},
    {"limb_model_build", no_robot_in_model_build},
    {"limb_robot_parse", no_out_in_parse},
    {"limb_node_parent", no_document_in_node_parent},
    {"limb_edit_rename_link", no_edit_in_rename},
    {"limb_report_print", no_report_in_print},
    {"limb_mesh_write", no_mesh_in_write},
    {"limb_query_create", no_scene_in_query_create},
    {"limb_collide", no_query_in_collide},
    {"limb_sphere_set_count", no_set_in_sphere_set_count},
    {"limb_mesh_decimate", no_mesh_in_decimate},
    {"limb_hull_build", no_out_in_hull_build},
    {"limb_xacro_load", no_out_in_xacro_load},
    {"limb_engine_load", no_engine_in_engine_load},
    {"limb_engine_fk", no_engine_in_engine_fk},
};

#endif

TEST(a_missing_object_is_asserted_in_debug_builds)
{
#ifdef NDEBUG
    printf("skipped: this build has no assertions\n");
#else
    for (size_t i = 0; i < sizeof bug / sizeof bug[0]; i++) {
        const pid_t child = fork();
        ENSURE(child >= 0);
        if (child == 0) {
            signal(SIGABRT, SIG_DFL);
            const int nowhere = open("/dev/null", O_WRONLY);
            dup2(nowhere, STDERR_FILENO); // the assertion's own message
            bug[i].call();
            _exit(0);
        }
        int status;
        ENSURE_INT(waitpid(child, &status, 0), child);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
            limb_test_fail(__FILE__, __LINE__, "%s does not assert", bug[i].name);
    }
#endif
}
