// Robots in tests: parsing that fails loudly, and finding nodes.
#include "support/robot.h"

#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text_buffer {
    char *data;
    size_t size;
} text_buffer;

static limb_robot *parse(const char *text, bool keep_broken);
static limb_status append(void *ctx, const void *bytes, size_t size);

limb_robot *limb_test_parse(const char *text)
{
    return parse(text, false);
}

limb_robot *limb_test_parse_broken(const char *text)
{
    return parse(text, true);
}

limb_robot_meshes *limb_test_collision_meshes(const limb_robot *robot)
{
    limb_robot_meshes *meshes;
    const limb_mesh_opts plain = {.normals = LIMB_MESH_NORMALS_NONE};
    const limb_robot_meshes_opts opts = {.mesh = &plain, .no_visual = true};
    ENSURE_INT(limb_robot_meshes_load(&meshes, robot, &opts), LIMB_OK);
    return meshes;
}

const char *limb_test_source(const limb_robot *robot)
{
    return limb_document_source(robot->document).data;
}

char *limb_test_format(const limb_robot *robot, const limb_format_opts *opts)
{
    text_buffer buffer = {calloc(1, 1), 0};
    if (limb_robot_format(robot, opts, append, &buffer) != LIMB_OK) {
        limb_test_fail(__FILE__, __LINE__, "formatting failed");
    }
    return buffer.data;
}

int limb_test_node(const limb_robot *robot, const char *path)
{
    const limb_document *doc = robot->document;
    int node = robot->node;
    while (*path && node >= 0) {
        const size_t length = strcspn(path, "/");
        char step[128], name[128];
        snprintf(step, sizeof step, "%.*s", (int)length, path);
        char *wanted = strchr(step, '@');
        if (wanted) *wanted++ = 0;
        node = limb_node_find(doc, node, step);
        while (wanted && node >= 0 &&
               (limb_node_attribute(doc, node, "name", name, sizeof name) < 0 ||
                strcmp(name, wanted) != 0))
            node = limb_node_find_next(doc, node, step);
        path += length + (path[length] == '/');
    }
    return node;
}

static limb_robot *parse(const char *text, bool keep_broken)
{
    limb_report *report;
    if (limb_report_create(&report, NULL) != LIMB_OK) abort();
    limb_robot *robot;
    const limb_status status = limb_robot_parse(
        &robot, text, strlen(text),
        &(limb_load_opts){.report = report, .keep_broken = keep_broken, .file = "test.urdf"});
    if (!robot || (status != LIMB_OK && !keep_broken)) {
        limb_test_fail(__FILE__, __LINE__, "refused: %s",
                       report->nfinding > 0 ? report->finding[0].message : "no finding");
    }
    limb_report_free(report);
    return robot;
}

static limb_status append(void *ctx, const void *bytes, size_t size)
{
    text_buffer *buffer = ctx;
    buffer->data = realloc(buffer->data, buffer->size + size + 1);
    if (!buffer->data) abort();
    memcpy(buffer->data + buffer->size, bytes, size);
    buffer->size += size;
    buffer->data[buffer->size] = 0;
    return LIMB_OK;
}
