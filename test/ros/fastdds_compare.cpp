// Tests the node with Fast DDS: the messages it publishes and reads, and malformed ones.
#include "fastdds_peer.hpp"
#include "harness.h"
#include "limb/limb.h"
#include "limb_process.hpp"

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <map>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

static const char arm[] = LIMB_SOURCE_DIR "/examples/arm.urdf";
static const char tfType[] = "tf2_msgs::msg::dds_::TFMessage_";
static const char jointType[] = "sensor_msgs::msg::dds_::JointState_";
static const char stringType[] = "std_msgs::msg::dds_::String_";
// the profiles that RViz and tf2 ask for
static const PeerQos latched = {true, true, 1};
static const PeerQos listener = {true, false, 100};
static const PeerQos sender = {true, false, 10};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
static const bool sanitized = true;
#else
static const bool sanitized = false;
#endif
#else
static const bool sanitized = false;
#endif

static int newDomain()
{
    // tests may run beside each other
    static int next = 101 + static_cast<int>(getpid()) % 60;
    return next++;
}

static std::string readFile(const char *path)
{
    size_t size;
    char *text = limb_test_read_file(path, &size);
    std::string copy(text, size);
    free(text);
    return copy;
}

struct Robot {
    limb_robot *robot = nullptr;
    limb_model *model = nullptr;
    limb_work *work = nullptr;
    explicit Robot(const char *path)
    {
        ENSURE(limb_robot_load(&robot, path, nullptr) == LIMB_OK);
        ENSURE(limb_model_build(&model, robot, nullptr) == LIMB_OK);
        ENSURE(limb_work_create(&work, model, nullptr) == LIMB_OK);
    }
    ~Robot()
    {
        limb_work_free(work);
        limb_model_free(model);
        limb_robot_free(robot);
    }
};

// Poses of links by composing what was received, against limb_fk at the same values.
static int compareWithFk(const Robot &r, const std::vector<PeerTransform> &transforms,
                         const double *q)
{
    std::map<std::string, const PeerTransform *> byChild;
    for (const PeerTransform &t : transforms)
        byChild[t.child] = &t;
    limb_fk(r.model, r.work, q);
    std::map<std::string, std::vector<double>> pose;
    int compared = 0;
    for (int i = 0; i < r.robot->norder; i++) {
        const int link = r.robot->link_order[i];
        const char *name = r.robot->link[link].name;
        std::vector<double> own(12);
        if (link == r.robot->root) {
            limb_pose_identity(own.data());
        } else {
            ENSURE(byChild.count(name) == 1);
            const PeerTransform &t = *byChild[name];
            double local[12];
            limb_pose_from_quat(t.xyz, t.quat, local);
            ENSURE(pose.count(t.parent) == 1);
            limb_pose_multiply(pose[t.parent].data(), local, own.data());
            const double *fk = r.work->pose + 12 * r.model->link_slot[link];
            for (int k = 0; k < 12; k++)
                ENSURE_NEAR(own[static_cast<size_t>(k)], fk[k], 1e-12);
            compared++;
        }
        pose[name] = own;
    }
    return compared;
}

static PeerJoints jointsAt(const Robot &r, const double *q, int32_t sec)
{
    PeerJoints joints{sec, 0, {}, {}};
    for (int i = 0; i < r.model->nq; i++) {
        joints.name.push_back(r.model->q_name[i]);
        joints.position.push_back(q[i]);
    }
    return joints;
}

TEST(a_late_joiner_gets_description_and_fixed_transforms)
{
    const int domain = newDomain();
    LimbProcess limb(domain, {"publish", arm});
    ENSURE(limb.waitForMessage("publishing"));
    FastPeer peer(domain);
    ENSURE(peer.ok());
    const int description = peer.read("rt/robot_description", stringType, latched);
    const int fixed = peer.read("rt/tf_static", tfType, latched);
    const std::vector<Bytes> texts = peer.waitFor(description);
    ENSURE_INT(texts.size(), 1);
    ENSURE(readString(texts[0]) == readFile(arm));
    const std::vector<Bytes> statics = peer.waitFor(fixed);
    ENSURE_INT(statics.size(), 1);
    Robot r(arm);
    int nfixed = 0;
    for (int i = 0; i < r.robot->njoint; i++)
        nfixed += r.robot->joint[i].type == LIMB_JOINT_FIXED;
    ENSURE(nfixed > 0);
    ENSURE_INT(readTf(statics[0]).size(), nfixed);
    ENSURE_INT(limb.end(), 0);
}

TEST(joint_states_of_fast_dds_become_transforms_equal_to_fk)
{
    const int domain = newDomain();
    LimbProcess limb(domain, {"publish", arm});
    ENSURE(limb.waitForMessage("publishing"));
    FastPeer peer(domain);
    const int fixed = peer.read("rt/tf_static", tfType, latched);
    const int moving = peer.read("rt/tf", tfType, listener);
    const int joints = peer.write("rt/joint_states", jointType, sender);
    ENSURE(peer.waitForReader(joints));
    const std::vector<Bytes> statics = peer.waitFor(fixed);
    ENSURE_INT(statics.size(), 1);
    Robot r(arm);
    uint64_t seed = 7;
    std::vector<double> q(static_cast<size_t>(r.model->nq));
    for (int32_t second = 1000; second < 1010; second++) {
        limb_random_configuration(r.model, &seed, q.data());
        // our reader is best effort: a message may be lost, so it is sent until it was answered
        std::vector<Bytes> answers;
        for (int i = 0; answers.empty() && i < 600; i++) {
            ENSURE(peer.send(joints, writeJoints(jointsAt(r, q.data(), second))));
            for (int k = 0; answers.empty() && k < 50; k++) {
                answers = peer.take(moving);
                if (answers.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
        }
        ENSURE_INT(answers.size(), 1);
        std::vector<PeerTransform> all = readTf(answers[0]);
        ENSURE_INT(all[0].sec, second);
        for (const PeerTransform &t : readTf(statics[0]))
            all.push_back(t);
        ENSURE_INT(compareWithFk(r, all, q.data()), r.robot->nlink - 1);
    }
    ENSURE_INT(limb.end(), 0);
}

TEST(joint_states_are_published_in_document_order)
{
    const int domain = newDomain();
    LimbProcess limb(domain, {"publish", arm, "--joints-from", "random", "--rate", "50"});
    FastPeer peer(domain);
    const int joints = peer.read("rt/joint_states", jointType, sender);
    const int moving = peer.read("rt/tf", tfType, listener);
    const std::vector<Bytes> messages = peer.waitFor(joints);
    ENSURE(!messages.empty());
    const PeerJoints first = readJoints(messages[0]);
    Robot r(arm);
    size_t at = 0;
    for (int i = 0; i < r.robot->njoint; i++) {
        const limb_joint &joint = r.robot->joint[i];
        if (joint.type == LIMB_JOINT_FIXED) continue;
        ENSURE(at < first.name.size());
        ENSURE_TEXT(first.name[at].c_str(), joint.name);
        ENSURE(first.position[at] >= joint.limit->lower - 1e-12 || joint.mimic);
        at++;
    }
    ENSURE_INT(at, first.name.size());
    ENSURE(first.sec > 0);
    ENSURE(!peer.waitFor(moving).empty());
    ENSURE_INT(limb.end(), 0);
}

TEST(saving_the_file_publishes_it_again)
{
    const int domain = newDomain();
    char path[] = "/tmp/limb-saved-XXXXXX.urdf";
    ENSURE(close(mkstemps(path, 5)) == 0);
    std::string text = readFile(arm);
    std::ofstream(path) << text;
    LimbProcess limb(domain, {"publish", path});
    ENSURE(limb.waitForMessage("publishing"));
    FastPeer peer(domain);
    const int description = peer.read("rt/robot_description", stringType, latched);
    const int fixed = peer.read("rt/tf_static", tfType, latched);
    ENSURE(readString(peer.waitFor(description)[0]) == text);
    peer.waitFor(fixed);
    text += "<!-- changed -->\n";
    std::ofstream(path) << text;
    const std::vector<Bytes> again = peer.waitFor(description);
    ENSURE(!again.empty() && readString(again.back()) == text);
    ENSURE(!peer.waitFor(fixed).empty());
    // what cannot be read leaves the last one
    std::ofstream(path) << "<robot";
    ENSURE(limb.waitForMessage("the previous version stays"));
    ENSURE(limb.isRunning());
    unlink(path);
}

TEST(names_are_remapped_as_ros_does_it)
{
    const int domain = newDomain();
    LimbProcess limb(domain, {"publish", arm, "--frame-prefix", "left/", "--ros-args", "-r",
                              "__ns:=/robots/one", "-r", "/tf_static:=fixed", "-r",
                              "robot_description:=/what", "--"});
    ENSURE(limb.waitForMessage("publishing"));
    FastPeer peer(domain);
    const int fixed = peer.read("rt/robots/one/fixed", tfType, latched);
    const int description = peer.read("rt/what", stringType, latched);
    const std::vector<Bytes> statics = peer.waitFor(fixed);
    ENSURE_INT(statics.size(), 1);
    ENSURE(readTf(statics[0])[0].child.rfind("left/", 0) == 0);
    ENSURE_INT(peer.waitFor(description).size(), 1);
}

// A node that ended does not stay in anybody's lists until its lease is up.
TEST(a_node_that_ends_says_so)
{
    const int domain = newDomain();
    LimbProcess limb(domain, {"publish", arm});
    ENSURE(limb.waitForMessage("publishing"));
    FastPeer peer(domain);
    ENSURE(peer.ok());
    const int description = peer.read("rt/robot_description", stringType, latched);
    ENSURE_INT(peer.waitFor(description).size(), 1);
    ENSURE_INT(limb.end(), 0);
    ENSURE(peer.waitForLeaving() == FastPeer::Gone::saidSo);
}

// What `ros2 node list` reads: the node's name, its endpoints by their identifiers, of the size
// that the distribution has.
static void checkGraph(const char *distro, size_t gidSize)
{
    const int domain = newDomain();
    LimbProcess limb(domain, {"publish", arm, "--ros-distro", distro, "--ros-args", "-r",
                              "__node:=shoulder", "-r", "__ns:=/left", "--"});
    ENSURE(limb.waitForMessage("publishing"));
    FastPeer peer(domain);
    const int graph = peer.read("ros_discovery_info",
                                "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_", latched);
    const std::vector<Bytes> messages = peer.waitFor(graph);
    ENSURE(!messages.empty());
    const Bytes &bytes = messages.back();
    const std::string text(bytes.begin(), bytes.end());
    ENSURE(text.find("/left") != std::string::npos);
    const size_t name = text.find("shoulder");
    ENSURE(name != std::string::npos);
    // after the name: how many readers, their identifiers, how many writers, theirs
    size_t at = (name + sizeof "shoulder" - 4 + 3) / 4 * 4 + 4;
    const auto count = [&] {
        uint32_t value;
        ENSURE(at + 4 <= bytes.size());
        std::memcpy(&value, bytes.data() + at, 4);
        at += 4;
        return value;
    };
    // joint states and poses; description, fixed and moving transforms, events; six services with a
    // reader of requests and a writer of replies each
    const size_t readers = 2 + 6, writers = 4 + 6;
    ENSURE_INT(count(), readers);
    at += readers * gidSize;
    ENSURE_INT(count(), writers);
    ENSURE_INT(bytes.size() - at, writers * gidSize);
    ENSURE_INT(limb.end(), 0);
}

TEST(the_node_is_announced_for_the_distribution)
{
    checkGraph("humble", 24);
    checkGraph("jazzy", 16);
}

//---- what no proper sender sends -----------------------------------------------------------------

// A valid message is answered: the node lives and works.
static void ensureAnswers(FastPeer &peer, int joints, int moving, const Bytes &good)
{
    peer.take(moving);
    bool answered = false;
    for (int i = 0; !answered && i < 3000; i++) {
        ENSURE(peer.send(joints, good));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        answered = !peer.take(moving).empty();
    }
    ENSURE(answered);
}

TEST(malformed_messages_are_ignored)
{
    const int domain = newDomain();
    LimbProcess limb(domain, {"publish", arm, "--ignore-timestamp"});
    ENSURE(limb.waitForMessage("publishing"));
    FastPeer peer(domain);
    const int moving = peer.read("rt/tf", tfType, listener);
    const int joints = peer.write("rt/joint_states", jointType, sender);
    ENSURE(peer.waitForReader(joints));
    Robot r(arm);
    std::vector<double> q(static_cast<size_t>(r.model->nq));
    const Bytes good = writeJoints(jointsAt(r, q.data(), 5));
    ensureAnswers(peer, joints, moving, good);
    // cut at every byte, every byte changed, random bytes, large ones
    limb_test_rng rng = {1};
    for (size_t size = 0; size < good.size(); size++)
        peer.send(joints, Bytes(good.begin(), good.begin() + static_cast<long>(size)));
    for (size_t at = 0; at < good.size(); at++) {
        Bytes bad = good;
        bad[at] = static_cast<uint8_t>(limb_test_next(&rng));
        peer.send(joints, bad);
    }
    for (int i = 0; i < 300; i++) {
        Bytes bad(static_cast<size_t>(limb_test_below(&rng, 2000)));
        for (uint8_t &byte : bad)
            byte = static_cast<uint8_t>(limb_test_next(&rng));
        if (i % 2 == 0 && bad.size() > 4) std::memcpy(bad.data(), "\0\1\0\0", 4);
        peer.send(joints, bad);
    }
    PeerJoints large{1, 0, {std::string(1 << 20, 'x')}, {1.0}};
    peer.send(joints, writeJoints(large));
    large.name.assign(20000, "shoulder");
    large.position.assign(20000, 0.5);
    peer.send(joints, writeJoints(large));
    large.position.resize(3);
    peer.send(joints, writeJoints(large));
    PeerJoints strange = jointsAt(r, q.data(), INT32_MIN);
    strange.position.assign(strange.name.size(), NAN);
    peer.send(joints, writeJoints(strange));
    strange.position.assign(strange.name.size(), INFINITY);
    peer.send(joints, writeJoints(strange));
    ensureAnswers(peer, joints, moving, good);
    // wrong counts are reported
    PeerJoints short_one = jointsAt(r, q.data(), 6);
    short_one.position.pop_back();
    for (int i = 0; i < 500 && limb.messages().find("is ignored") == std::string::npos; i++) {
        peer.send(joints, writeJoints(short_one));
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ENSURE(limb.messages().find("is ignored") != std::string::npos);
    ENSURE_INT(limb.end(), 0);
}

TEST(a_peer_that_dies_mid_stream_disturbs_nobody)
{
    const int domain = newDomain();
    LimbProcess limb(domain, {"publish", arm, "--ignore-timestamp"});
    ENSURE(limb.waitForMessage("publishing"));
    Robot r(arm);
    std::vector<double> q(static_cast<size_t>(r.model->nq));
    const Bytes good = writeJoints(jointsAt(r, q.data(), 5));
    int ready[2];
    ENSURE(pipe(ready) == 0);
    const pid_t child = fork();
    if (child == 0) {
        FastPeer doomed(domain);
        const int moving = doomed.read("rt/tf", tfType, listener);
        const int joints = doomed.write("rt/joint_states", jointType, sender);
        doomed.waitForReader(joints);
        for (bool received = false;;) {
            doomed.send(joints, good);
            if (!received && !doomed.take(moving).empty()) {
                received = true;
                if (write(ready[1], "x", 1) != 1) _exit(1);
            }
        }
    }
    char byte;
    ENSURE(read(ready[0], &byte, 1) == 1); // it sends and gets answers
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(ready[0]);
    close(ready[1]);
    FastPeer peer(domain);
    const int moving = peer.read("rt/tf", tfType, listener);
    const int joints = peer.write("rt/joint_states", jointType, sender);
    ENSURE(peer.waitForReader(joints));
    ensureAnswers(peer, joints, moving, good);
    ENSURE_INT(limb.end(), 0);
}

TEST(a_flood_with_a_jumping_clock_takes_no_memory)
{
    const int domain = newDomain();
    LimbProcess limb(domain, {"publish", arm, "--joints-from", "random"});
    ENSURE(limb.waitForMessage("publishing"));
    FastPeer peer(domain);
    const int moving = peer.read("rt/tf", tfType, listener);
    const int joints = peer.write("rt/joint_states", jointType, sender);
    ENSURE(peer.waitForReader(joints));
    Robot r(arm);
    std::vector<double> q(static_cast<size_t>(r.model->nq));
    uint64_t seed = 3;
    size_t answered = 0;
    long early = 0;
    // 1000 Hz for a minute (a share of it where everything is slower, unless LIMB_SOAK
    // says how long)
    const char *asked = getenv("LIMB_SOAK");
    const int seconds = asked ? atoi(asked) : LIMB_TEST_COUNT(60);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < seconds * 1000; i++) {
        limb_random_configuration(r.model, &seed, q.data());
        const int32_t stamp = i % 1000 == 999 ? i % 7 : 1000 + i;
        peer.send(joints, writeJoints(jointsAt(r, q.data(), stamp)));
        if (i % 997 == 0) peer.send(joints, Bytes(static_cast<size_t>(i % 300), 0xff));
        answered += peer.take(moving).size();
        if (i == seconds * 1000 / 6) early = limb.memory();
        std::this_thread::sleep_until(start + std::chrono::milliseconds(i + 1));
    }
    const long late = limb.memory();
    ENSURE(answered > 100);
    ENSURE(early > 0);
    std::printf("memory after %d s: %ld kB, after %d s: %ld kB\n", seconds / 6, early, seconds,
                late);
    // sanitizers keep freed memory; there the check for leaks at the end says more
    if (!sanitized) ENSURE(late - early < 1024);
    ENSURE_INT(limb.end(), 0);
}
