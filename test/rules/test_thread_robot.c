// Eight threads share one robot and its document: spans, paths, checks, look-ups, writing,
// formatting and the prediction of urdfdom give each of them the result of a single thread. Under
// ThreadSanitizer this also verifies that none of these calls writes to shared data.
#include "harness.h"
#include "limb/check.h"
#include "limb/edit.h"
#include "limb/pool.h"
#include "limb/robot.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A robot with defects of many rules in many lines, so that checks report and count siblings.
static char *make_text(void)
{
    enum { LINKS = 40, ROOM = 40000 };
    char *text = malloc(ROOM);
    ENSURE(text);
    int size = snprintf(text, ROOM, "<?xml version=\"1.0\"?>\n<robot name=\"many\">\n");
    for (int i = 0; i < LINKS; i++) {
        size += snprintf(text + size, (size_t)(ROOM - size),
                         "  <link name=\"link_%d\">\n    <inertial><mass value=\"%d\"/>"
                         "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"9\"/>"
                         "</inertial>\n  </link>\n",
                         i, i % 3);
        if (i == 0) continue;
        size += snprintf(text + size, (size_t)(ROOM - size),
                         "  <joint name=\"joint_%d\" type=\"revolute\">\n"
                         "    <parent link=\"link_%d\"/><child link=\"link_%d\"/>\n"
                         "    <axis xyz=\"0 0 2\"/>\n"
                         "    <limit lower=\"1\" upper=\"-1\" effort=\"1\" velocity=\"1\"/>\n"
                         "    <mimic joint=\"joint_%d\"/>\n  </joint>\n",
                         i, i - 1, i, (i + 5) % LINKS);
    }
    snprintf(text + size, (size_t)(ROOM - size), "</robot>\n");
    return text;
}

// FNV-1a over everything that one thread sees.
typedef struct digest {
    uint64_t hash;
    size_t size;
} digest;

static limb_status take(void *ctx, const void *bytes, size_t size)
{
    digest *d = ctx;
    for (size_t i = 0; i < size; i++)
        d->hash = (d->hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    d->size += size;
    return LIMB_OK;
}

static digest look(const limb_robot *robot)
{
    digest d = {0xcbf29ce484222325u, 0};
    const limb_document *doc = robot->document;
    for (int node = 0; node < limb_document_node_count(doc); node++) {
        char path[200];
        const limb_span span = limb_node_span(doc, node);
        take(&d, &span.line, sizeof span.line);
        take(&d, &span.end_column, sizeof span.end_column);
        take(&d, path, (size_t)limb_node_path(doc, node, path, sizeof path));
    }
    for (int i = 0; i < robot->njoint; i++) {
        const int found = limb_robot_find_joint(robot, robot->joint[i].name);
        take(&d, &found, sizeof found);
    }
    limb_report *report;
    limb_status status = limb_report_create(&report, NULL);
    if (status == LIMB_OK) status = limb_robot_check(robot, report);
    if (status == LIMB_OK)
        status = limb_report_print(report, LIMB_REPORT_FORMAT_JSON, NULL, take, &d);
    limb_report_free(report);
    if (status == LIMB_OK) status = limb_robot_write(robot, take, &d);
    if (status == LIMB_OK) status = limb_robot_format(robot, NULL, take, &d);
    take(&d, &status, sizeof status);
    return d;
}

typedef struct shared {
    const limb_robot *robot;
    digest alone;
    atomic_int ntask;
    atomic_int nwrong;
} shared;

static void look_again(void *ctx, int task, int worker)
{
    shared *s = ctx;
    (void)task;
    (void)worker;
    const digest d = look(s->robot);
    atomic_fetch_add(&s->ntask, 1);
    if (d.hash != s->alone.hash || d.size != s->alone.size) atomic_fetch_add(&s->nwrong, 1);
}

TEST(threads_share_a_robot_and_its_document)
{
    enum { TASKS = 64 };
    char *text = make_text();
    limb_report *report;
    limb_robot *robot;
    limb_pool *pool;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_load_opts opts = {.report = report, .keep_broken = true};
    const limb_status status = limb_robot_parse(&robot, text, strlen(text), &opts);
    ENSURE(status == LIMB_OK || status == LIMB_ERROR_INPUT);
    ENSURE(robot && report->nfinding > 100);
    ENSURE_INT(limb_pool_create(&pool, 8, NULL), LIMB_OK);

    // the threads come first: a cache that one thread filled before would hide a race
    shared s = {.robot = robot};
    limb_robot *other;
    ENSURE_INT(limb_robot_parse(&other, text, strlen(text), &(limb_load_opts){.keep_broken = true}),
               status);
    s.alone = look(other);
    pool->run(pool, TASKS, look_again, &s);
    ENSURE_INT(atomic_load(&s.ntask), TASKS);
    ENSURE_INT(atomic_load(&s.nwrong), 0);
    ENSURE(s.alone.size > 50000);

    limb_pool_free(pool);
    limb_robot_free(other);
    limb_robot_free(robot);
    limb_report_free(report);
    free(text);
}
