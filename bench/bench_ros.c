// A JointState to its TFMessage, over DDS on the loopback: how long it takes, and the rate that is
// held without loss.
//
// The node runs in a process of its own, as `limb publish` does, with a robot of 50 joints and
// nothing throttled; this process is the other end. A stamp is the number of its message, so that
// answers are matched to questions. Each line says how long it takes from the call that sends a
// JointState to the arrival of its TFMessage in this process, in the callback of its DDS; a thread
// that waits for the message elsewhere is woken after that, which the first line gives, too. "in
// the node" is the part of it that the node spends from taking a message to having sent the
// transforms; the rest is the system's sockets and waking the threads that receive. Beside it is
// what the same messages cost ROS 1's robot_state_publisher in processor time, where that is
// installed (bench/ros1_publisher.py).
#define _DEFAULT_SOURCE // MAP_ANONYMOUS

#ifdef LIMB_ROS_BUILT

#include "bench.h"
#include "limb/limb.h"
#include "services/dds/node.h"
#include "services/messages/joint_message.h"
#include "services/ros/ros_tf.h"
#include "services/ros/state.h"

#include <dds/ddsi/ddsi_serdata.h>
#include <math.h>
#include <messages.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char PROCESSING[] = "ros/message of 50 joints to transforms, encoded";
enum { JOINTS = 50, PINGS = 3000, DOMAIN = 231, WARM = 200, FIRST_STAMP = 1000000 };

typedef struct bench {
    limb_robot *robot;
    pid_t child;
    limb__node node;
    dds_entity_t joints, tf;
    char *name[JOINTS];
    double position[JOINTS];
    sensor_msgs_msg_dds__JointState_ message;
    // without the network
    limb__builder bytes;
    limb__joint_message incoming;
    limb__state *state;
    limb__transform transform[JOINTS];
    limb__tf out;
    int64_t stamp;
    // questions and answers; the thread that receives fills in the answers
    int total;
    double *sent, *took; // s, by number; took is 0 while there is no answer   (total)
    sem_t answered;
    limb_ros_counts *counts; // of the node, in memory that both processes share
} bench;

static bool start(bench *b);
static void stop(bench *b);
static limb_robot *make_robot(void);
static void run_node(const limb_robot *robot, limb_ros_counts *counts, int ready);
static void measure_ping(bench *b);
static void measure_rate(bench *b, double rate);
static bool begin_questions(bench *b, int total);
static void ask(bench *b, int number);
static void take_answers(dds_entity_t reader, void *ctx);
static bool wait_for_answer(bench *b);
static int end_questions(bench *b);
static double quantile(const double *sorted, int count, double share);
static double node_time(const bench *b, const limb_ros_counts *before);
static void measure_processing(bench *b);
static void measure_ros1(const bench *b, double rate);
static void compute(void *ctx);
static bool send_joints(bench *b, int64_t stamp);
static int take(bench *b, int64_t *stamp, int max);
static bool wait_for_node(bench *b);
static double processor_seconds(pid_t pid);
static double seconds(void);
static int ascending(const void *a, const void *b);

BENCH(ros, "ros")
{
    if (!limb_bench_matches("ros/network") && !limb_bench_matches(PROCESSING)) return;
    bench *b = calloc(1, sizeof *b);
    if (b && start(b)) {
        measure_processing(b);
        if (limb_bench_matches("ros/network")) {
            measure_ping(b);
            measure_rate(b, 100);
            measure_rate(b, 1000);
            measure_rate(b, 10000);
            measure_ros1(b, 500); // it answers at most 1000 a second
        }
    } else {
        limb_bench_note("ros: no network, or no memory");
    }
    if (b) stop(b);
    free(b);
}

static bool start(bench *b)
{
    int ready[2];
    b->robot = make_robot();
    b->counts =
        mmap(NULL, sizeof *b->counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!b->robot || b->counts == MAP_FAILED || pipe(ready) != 0) return false;
    b->child = fork();
    if (b->child == 0) {
        close(ready[0]);
        run_node(b->robot, b->counts, ready[1]);
    }
    close(ready[1]);
    char byte;
    const bool started = read(ready[0], &byte, 1) == 1;
    close(ready[0]);
    const limb_ros_opts opts = {
        .has_domain = true, .domain = DOMAIN, .localhost = true, .node_name = "bench"};
    char reason[LIMB__REASON_SIZE];
    if (!started || limb__node_start(&b->node, &opts, reason) != LIMB_OK) return false;
    const limb__qos out = {.reliable = true, .depth = 10};
    const limb__qos in = {.reliable = true, .depth = 10000};
    b->joints = limb__node_write(&b->node, &limb__type_joint_state, "joint_states", &out);
    b->tf = limb__node_read(&b->node, &limb__type_tf, "/tf", &in);

    static char frame[] = "";
    for (int i = 0; i < JOINTS; i++) {
        b->name[i] = malloc(16);
        if (!b->name[i]) return false;
        snprintf(b->name[i], 16, "joint_%d", i);
        b->position[i] = sin(i);
    }
    b->message.header.frame_id = frame;
    b->message.name._buffer = b->name;
    b->message.name._length = b->message.name._maximum = JOINTS;
    b->message.position._buffer = b->position;
    b->message.position._length = b->message.position._maximum = JOINTS;
    limb__builder_init(&b->bytes, NULL);
    const limb__state_opts state = {0};
    return limb__encode(&b->bytes, &limb__type_joint_state, &b->message) &&
           limb__state_build(&b->state, b->robot, &state) == LIMB_OK &&
           limb__tf_reserve(&b->out, JOINTS) && wait_for_node(b);
}

static void stop(bench *b)
{
    if (b->child > 0) {
        kill(b->child, SIGKILL);
        waitpid(b->child, NULL, 0);
    }
    limb__node_stop(&b->node);
    limb__joint_message_free(&b->incoming);
    limb__state_free(b->state);
    limb__tf_free(&b->out);
    if (b->bytes.data) limb__builder_free(&b->bytes);
    for (int i = 0; i < JOINTS; i++)
        free(b->name[i]);
    free(b->sent);
    free(b->took);
    limb_robot_free(b->robot);
    if (b->counts != MAP_FAILED) munmap(b->counts, sizeof *b->counts);
}

static limb_robot *make_robot(void)
{
    char *text = malloc(400 * (JOINTS + 2));
    limb_robot *robot = NULL;
    if (!text) return NULL;
    int at = sprintf(text, "<robot name='fifty'><link name='link_0'/>");
    for (int i = 0; i < JOINTS; i++) {
        at += sprintf(text + at,
                      "<link name='link_%d'/><joint name='joint_%d' type='revolute'>"
                      "<parent link='link_%d'/><child link='link_%d'/>"
                      "<origin xyz='0.1 0 0.2' rpy='0.1 %d 0'/><axis xyz='0 1 1'/>"
                      "<limit lower='-3' upper='3' effort='1' velocity='1'/></joint>",
                      i + 1, i, i, i + 1, i);
    }
    sprintf(text + at, "</robot>");
    const limb_load_opts opts = {.skip_checks = true};
    if (limb_robot_parse(&robot, text, strlen(text), &opts) != LIMB_OK) robot = NULL;
    free(text);
    return robot;
}

static void run_node(const limb_robot *robot, limb_ros_counts *counts, int ready)
{
    const limb_ros_opts opts = {.has_domain = true,
                                .domain = DOMAIN,
                                .localhost = true,
                                .publish_frequency = (double)INFINITY};
    limb_ros *ros;
    if (limb_ros_start(&ros, &opts) != LIMB_OK || limb_ros_show(ros, robot) != LIMB_OK) _exit(1);
    if (write(ready, "x", 1) != 1) _exit(1);
    for (;;) {
        limb_ros_spin(ros, 0.1);
        limb_ros_count(ros, counts);
    }
}

static bool wait_for_node(bench *b)
{
    int64_t stamp;
    const double end = seconds() + 20;
    while (seconds() < end) {
        send_joints(b, 1);
        const struct timespec nap = {0, 10 * 1000 * 1000};
        nanosleep(&nap, NULL);
        if (take(b, &stamp, 1) > 0) return true;
    }
    return false;
}

//---- over the network ----------------------------------------------------------------------------

// Measures requests sent one at a time.
static void measure_ping(bench *b)
{
    static double woken[PINGS + WARM];
    if (!begin_questions(b, PINGS + WARM)) return;
    const limb_ros_counts before = *b->counts;
    for (int i = 0; i < b->total; i++) {
        ask(b, i);
        if (wait_for_answer(b)) woken[i] = seconds() - b->sent[i];
    }
    const double in_node = node_time(b, &before);
    // the first ones only warm up
    memset(b->took, 0, WARM * sizeof *b->took);
    const int count = end_questions(b);
    qsort(woken + WARM, PINGS, sizeof *woken, ascending);
    limb_bench_result(
        "ros/network: JointState of %d joints to TFMessage and back, one at a time: "
        "median %.0f us, 99th percentile %.0f us, %d of %d lost; in the node %.1f us; "
        "until a thread that waits for it runs: median %.0f us",
        JOINTS, 1e6 * quantile(b->took, count, 0.5), 1e6 * quantile(b->took, count, 0.99),
        PINGS - count, PINGS, 1e6 * in_node, 1e6 * quantile(woken + WARM, PINGS, 0.5));
}

// Measures requests sent at a constant rate for two seconds.
static void measure_rate(bench *b, double rate)
{
    if (!begin_questions(b, (int)(2 * rate))) return;
    const limb_ros_counts before = *b->counts;
    const double before_cpu = processor_seconds(b->child);
    const double start_time = seconds();
    for (int i = 0; i < b->total; i++) {
        const double left = start_time + i / rate - seconds();
        if (left > 0) nanosleep(&(struct timespec){0, (long)(1e9 * left)}, NULL);
        ask(b, i);
    }
    const double span = seconds() - start_time;
    for (int i = 0; i < b->total && wait_for_answer(b); i++) {
    }
    const double spent = processor_seconds(b->child) - before_cpu;
    const double in_node = node_time(b, &before);
    const int total = b->total, count = end_questions(b);
    limb_bench_result(
        "ros/network: %.0f messages a second for 2 s: %d of %d answered, median %.0f us, "
        "99th percentile %.0f us; in the node %.1f us; %.1f us of processor time each",
        total / span, count, total, 1e6 * quantile(b->took, count, 0.5),
        1e6 * quantile(b->took, count, 0.99), 1e6 * in_node, 1e6 * spent / total);
}

// False: no memory.
static bool begin_questions(bench *b, int total)
{
    int64_t stamp;
    free(b->sent);
    free(b->took);
    b->total = total;
    b->sent = calloc((size_t)total, sizeof *b->sent);
    b->took = calloc((size_t)total, sizeof *b->took);
    if (!b->sent || !b->took || sem_init(&b->answered, 0, 0) != 0) return false;
    while (take(b, &stamp, 1) > 0) {
    }
    dds_listener_t *listener = dds_create_listener(b);
    dds_lset_data_available(listener, take_answers);
    dds_set_listener(b->tf, listener);
    dds_delete_listener(listener);
    return true;
}

static void ask(bench *b, int number)
{
    b->sent[number] = seconds();
    send_joints(b, FIRST_STAMP + number);
}

// Takes the answers, on the thread that received them.
static void take_answers(dds_entity_t reader, void *ctx)
{
    (void)reader;
    bench *b = ctx;
    const double now = seconds();
    int64_t stamp;
    while (take(b, &stamp, 1) > 0) {
        const int64_t number = stamp - FIRST_STAMP;
        if (number < 0 || number >= b->total) continue;
        b->took[number] = now - b->sent[number];
        sem_post(&b->answered);
    }
}

// Returns false if no answer arrives within a second.
static bool wait_for_answer(bench *b)
{
    struct timespec late;
    clock_gettime(CLOCK_REALTIME, &late);
    late.tv_sec += 1;
    return sem_timedwait(&b->answered, &late) == 0;
}

// Sorts how long those took that were answered. Returns how many.
static int end_questions(bench *b)
{
    int count = 0;
    dds_set_listener(b->tf, NULL);
    sem_destroy(&b->answered);
    for (int i = 0; i < b->total; i++) {
        if (b->took[i] > 0) b->took[count++] = b->took[i];
    }
    qsort(b->took, (size_t)count, sizeof *b->took, ascending);
    return count;
}

static double quantile(const double *sorted, int count, double share)
{
    return count > 0 ? sorted[(int)(share * (count - 1))] : 0;
}

// Seconds that the node spent on each message since then, once it has written down its counts.
static double node_time(const bench *b, const limb_ros_counts *before)
{
    nanosleep(&(struct timespec){0, 250 * 1000 * 1000}, NULL);
    const double messages = (double)(b->counts->received - before->received);
    return messages > 0 ? (b->counts->handling - before->handling) / messages : 0;
}

// The processor time that the same messages cost ROS 1's robot_state_publisher.
static void measure_ros1(const bench *b, double rate)
{
    char path[] = "/tmp/limb-bench-ros1-XXXXXX", command[512], line[256];
    const int file = mkstemp(path);
    if (file < 0) return;
    close(file);
    if (limb_robot_save(b->robot, path) == LIMB_OK) {
        snprintf(command, sizeof command, "/usr/bin/python3 '%s' '%s' %d %.0f 2>/dev/null",
                 LIMB_BENCH_FOLDER "/ros1_publisher.py", path, JOINTS, rate);
        FILE *out = popen(command, "r");
        if (out && fgets(line, sizeof line, out)) {
            line[strcspn(line, "\n")] = 0;
            limb_bench_result("ros/network: ROS 1 robot_state_publisher: %s", line);
        } else {
            limb_bench_result("ros/network: no ROS 1 robot_state_publisher to compare with");
        }
        if (out) pclose(out);
    }
    unlink(path);
}

//---- without the network -------------------------------------------------------------------------

static void measure_processing(bench *b)
{
    limb_bench_run(&(limb_bench_case){PROCESSING, compute, NULL, NULL, b, 1});
}

static void compute(void *ctx)
{
    bench *b = ctx;
    int count;
    if (limb__joint_message_read(&b->incoming, b->bytes.data, b->bytes.size) != LIMB_OK) abort();
    const limb__joint_values values = {.stamp = ++b->stamp,
                                       .now = b->stamp,
                                       .nname = b->incoming.nname,
                                       .name = b->incoming.name,
                                       .nvalue = b->incoming.nvalue,
                                       .value = b->incoming.value};
    limb__state_update(b->state, &values, b->transform, &count);
    limb__tf_fill(&b->out, b->transform, count, b->stamp);
    limb__builder encoded;
    limb__builder_init(&encoded, NULL);
    limb__encode(&encoded, &limb__type_tf, &b->out.message);
    limb_bench_keep((double)encoded.size);
    limb__builder_free(&encoded);
}

//---- both ends -----------------------------------------------------------------------------------

static bool send_joints(bench *b, int64_t stamp)
{
    b->message.header.stamp.sec = (int32_t)stamp;
    return dds_write(b->joints, &b->message) == DDS_RETCODE_OK;
}

// The stamp of a message from the node; only its first bytes are looked at.
static int take(bench *b, int64_t *stamp, int max)
{
    struct ddsi_serdata *data;
    dds_sample_info_t info;
    const int count = dds_takecdr(b->tf, &data, (uint32_t)max, &info, DDS_ANY_STATE);
    if (count <= 0) return 0;
    unsigned char head[16]; // encapsulation, number of transforms, stamp
    int32_t second = 0;
    if (info.valid_data && ddsi_serdata_size(data) >= sizeof head) {
        ddsi_serdata_to_ser(data, 0, sizeof head, head);
        memcpy(&second, head + 8, sizeof second);
    }
    ddsi_serdata_unref(data);
    *stamp = second;
    return 1;
}

static double processor_seconds(pid_t pid)
{
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    const size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    unsigned long user = 0, system = 0;
    const char *rest = strrchr(text, ')');
    if (!rest || sscanf(rest + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                        &system) != 2)
        return 0;
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#else
typedef int limb_bench_ros_unused;
#endif
