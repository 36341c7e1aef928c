// limb_target_urdfdom against the library itself: verdict, root, and all that survives of links and
// joints, on the corpus, the probes beside it, our own cases, and thousands of seeded mutations.
//
// Three things of the library are kept out of the comparison:
// - It prints values as printf formats, so a "%" in a number that it cannot read is undefined
//   behavior. Its log is switched off here, where nothing is formatted.
// - A text that ends inside a UTF-8 character makes TinyXML read past its end. Eight NUL bytes
//   after the text let it find the end there, which is the best that can happen.
// - Documents nested deeper than 35,000 elements overflow its stack; none is tried here.
// Models with cycles never free themselves (shared pointers), so leaks are not looked for in it.
#include "harness.h"
#include "limb/check.h"
#include "support/corpus.h"
#include "urdfdom/mutate.hpp"
#include "urdfdom/sample_robots.hpp"

#include <console_bridge/console.h>
#include <tinyxml.h>
#include <urdf_parser/urdf_parser.h>

#include <dirent.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define WITHOUT_LEAK_CHECK __lsan::ScopedDisabler without_leak_check
#endif
#endif
#ifndef WITHOUT_LEAK_CHECK
#define WITHOUT_LEAK_CHECK ((void)0)
#endif

using std::string;

enum {
    SAMPLE_MUTATIONS = 2000,
    CORPUS_MUTATIONS = 40,
    LARGEST_MUTATED = 60000,
    DEEP = 3000,
    MAX_PRINTED = 20
};

//---- one comparison ------------------------------------------------------------------------------

static bool near(double a, double b)
{
    return a == b || std::fabs(a - b) <= 1e-14 * (1 + std::fabs(b)) ||
           (std::isnan(a) && std::isnan(b));
}

static bool same_pose(const double xyz[3], const double quat[4], const urdf::Pose &pose)
{
    const urdf::Rotation &r = pose.rotation;
    return xyz[0] == pose.position.x && xyz[1] == pose.position.y && xyz[2] == pose.position.z &&
           near(quat[0], r.x) && near(quat[1], r.y) && near(quat[2], r.z) && near(quat[3], r.w);
}

static bool same_geometry(const limb_target_shape &ours, const urdf::Geometry &theirs)
{
    const double *size = ours.size;
    const string shape = ours.shape;
    switch (theirs.type) {
    case urdf::Geometry::SPHERE:
        return shape == "sphere" && size[0] == static_cast<const urdf::Sphere &>(theirs).radius;
    case urdf::Geometry::BOX: {
        const urdf::Vector3 &dim = static_cast<const urdf::Box &>(theirs).dim;
        return shape == "box" && size[0] == dim.x && size[1] == dim.y && size[2] == dim.z;
    }
    case urdf::Geometry::CYLINDER: {
        const urdf::Cylinder &c = static_cast<const urdf::Cylinder &>(theirs);
        return shape == "cylinder" && size[0] == c.radius && size[1] == c.length;
    }
    default: {
        const urdf::Mesh &mesh = static_cast<const urdf::Mesh &>(theirs);
        return shape == "mesh" && ours.filename == mesh.filename && size[0] == mesh.scale.x &&
               size[1] == mesh.scale.y && size[2] == mesh.scale.z;
    }
    }
}

static bool same_material(const limb_target_shape &ours, const urdf::Visual &theirs)
{
    if (ours.material != theirs.material_name) return false;
    if (ours.has_material != (theirs.material != nullptr)) return false;
    if (!theirs.material) return true;
    const urdf::Color &c = theirs.material->color;
    return ours.rgba[0] == c.r && ours.rgba[1] == c.g && ours.rgba[2] == c.b &&
           ours.rgba[3] == c.a && ours.texture == theirs.material->texture_filename;
}

static string link_difference(const limb_target_link &ours, const urdf::Link &theirs)
{
    if (ours.name != theirs.name) return "name";
    if (ours.has_inertial != (theirs.inertial != nullptr)) return "inertial";
    if (theirs.inertial) {
        const urdf::Inertial &i = *theirs.inertial;
        const double tensor[6] = {i.ixx, i.ixy, i.ixz, i.iyy, i.iyz, i.izz};
        if (ours.mass != i.mass) return "mass";
        if (memcmp(ours.inertia, tensor, sizeof tensor) != 0) return "inertia";
        if (!same_pose(ours.inertial_xyz, ours.inertial_quat, i.origin)) return "inertial origin";
    }
    if (ours.nvisual != (int)theirs.visual_array.size()) return "visual count";
    if (ours.ncollision != (int)theirs.collision_array.size()) return "collision count";
    for (int i = 0; i < ours.nvisual; i++) {
        const urdf::Visual &visual = *theirs.visual_array[(size_t)i];
        if (!same_pose(ours.visual[i].xyz, ours.visual[i].quat, visual.origin))
            return "visual origin";
        if (!same_geometry(ours.visual[i], *visual.geometry)) return "visual geometry";
        if (!same_material(ours.visual[i], visual)) return "material";
    }
    for (int i = 0; i < ours.ncollision; i++) {
        const urdf::Collision &collision = *theirs.collision_array[(size_t)i];
        if (!same_pose(ours.collision[i].xyz, ours.collision[i].quat, collision.origin))
            return "collision origin";
        if (!same_geometry(ours.collision[i], *collision.geometry)) return "collision geometry";
    }
    return "";
}

static string joint_difference(const limb_target_joint &ours, const urdf::Joint &theirs)
{
    static const char *const type[] = {"unknown",  "revolute", "continuous", "prismatic",
                                       "floating", "planar",   "fixed"};
    if (ours.name != theirs.name) return "name";
    if (strcmp(ours.type, type[theirs.type]) != 0) return "type";
    if (ours.parent != theirs.parent_link_name) return "parent";
    if (ours.child != theirs.child_link_name) return "child";
    if (!same_pose(ours.xyz, ours.quat, theirs.parent_to_joint_origin_transform)) return "origin";
    if (ours.axis[0] != theirs.axis.x || ours.axis[1] != theirs.axis.y ||
        ours.axis[2] != theirs.axis.z)
        return "axis";
    if (ours.has_limit != (theirs.limits != nullptr)) return "limit";
    if (theirs.limits &&
        (ours.lower != theirs.limits->lower || ours.upper != theirs.limits->upper ||
         ours.effort != theirs.limits->effort || ours.velocity != theirs.limits->velocity))
        return "limits";
    return "";
}

static string model_difference(const limb_target &ours, const urdf::ModelInterface &theirs)
{
    if (ours.root != theirs.getRoot()->name) return "root";
    if (ours.nlink != (int)theirs.links_.size()) return "link count";
    if (ours.njoint != (int)theirs.joints_.size()) return "joint count";
    int i = 0;
    for (const auto &entry : theirs.links_) {
        const string difference = link_difference(ours.link[i++], *entry.second);
        if (!difference.empty()) return "link " + entry.first + ": " + difference;
    }
    i = 0;
    for (const auto &entry : theirs.joints_) {
        const string difference = joint_difference(ours.joint[i++], *entry.second);
        if (!difference.empty()) return "joint " + entry.first + ": " + difference;
    }
    return "";
}

// Losses that urdfdom does not report, found independently of limb: a part that is
// twice where one is read, a visual or collision that did not arrive, a color that changed.
static bool has_part_twice(const TiXmlElement *parent)
{
    static const char *const once[] = {"inertial", "origin",  "mass",     "inertia",    "geometry",
                                       "material", "color",   "parent",   "child",      "limit",
                                       "mimic",    "texture", "dynamics", "calibration"};
    for (const char *name : once) {
        const TiXmlElement *first = parent->FirstChildElement(name);
        if (first && first->NextSiblingElement(name)) return true;
        if (first && has_part_twice(first)) return true;
    }
    return false;
}

static bool changes_color(const TiXmlElement *visual, const urdf::Visual &read)
{
    const TiXmlElement *material = visual->FirstChildElement("material");
    const TiXmlElement *element = material ? material->FirstChildElement("color") : nullptr;
    const char *rgba = element ? element->Attribute("rgba") : nullptr;
    if (!rgba) return false;
    urdf::Color color;
    if (!color.init(rgba) || !read.material) return true;
    const urdf::Color &given = read.material->color;
    return color.r != given.r || color.g != given.g || color.b != given.b || color.a != given.a;
}

static bool loses_in_link(const TiXmlElement *element, const urdf::Link &link)
{
    size_t nvisual = 0, ncollision = 0;
    for (auto *e = element->FirstChildElement(); e; e = e->NextSiblingElement()) {
        const bool is_visual = e->ValueStr() == "visual",
                   is_collision = e->ValueStr() == "collision";
        if (!is_visual && !is_collision) continue;
        nvisual += is_visual;
        ncollision += is_collision;
        if (nvisual > link.visual_array.size() || ncollision > link.collision_array.size())
            return true;
        // a collision's material is not part of URDF
        if (is_visual && (has_part_twice(e) || changes_color(e, *link.visual_array[nvisual - 1])))
            return true;
    }
    return has_part_twice(element);
}

static bool really_loses_nothing(const string &text, const urdf::ModelInterface &theirs)
{
    TiXmlDocument doc;
    doc.Parse(text.c_str());
    const TiXmlElement *robot = doc.FirstChildElement("robot");
    const TiXmlElement *e = robot->FirstChildElement("link");
    for (; e; e = e->NextSiblingElement("link"))
        if (!e->Attribute("name") || loses_in_link(e, *theirs.getLink(e->Attribute("name"))))
            return false;
    for (e = robot->FirstChildElement("joint"); e; e = e->NextSiblingElement("joint"))
        if (has_part_twice(e)) return false;
    return robot->NextSiblingElement("robot") == nullptr;
}

static string verdict_difference(const limb_target &ours, const limb_report &report,
                                 const string &text, const urdf::ModelInterface *theirs)
{
    if ((ours.verdict == LIMB_VERDICT_REFUSES) == (theirs != nullptr)) return "verdict";
    if (!theirs) return ours.reason[0] && report.nerror > 0 ? "" : "no reason";
    if (ours.nloss != report.nwarning) return "losses and findings";
    if ((ours.verdict == LIMB_VERDICT_LOSES) != (ours.nloss > 0)) return "losses and verdict";
    if (ours.verdict == LIMB_VERDICT_LOADS && !really_loses_nothing(text, *theirs))
        return "unseen loss";
    return "";
}

struct Tally {
    int compared = 0, loads = 0, loses = 0, refuses = 0, disagreed = 0;
};

static string difference(const string &text, Tally *tally)
{
    WITHOUT_LEAK_CHECK;
    const string padded = text + string(8, '\0');
    const urdf::ModelInterfaceSharedPtr theirs = urdf::parseURDF(padded);

    limb_report *report = nullptr;
    if (limb_report_create(&report, nullptr) != LIMB_OK) return "no memory";
    limb_target_opts opts = {};
    opts.report = report;
    limb_target *ours = nullptr;
    string result = "status";
    if (limb_target_urdfdom(&ours, text.data(), text.size(), &opts) == LIMB_OK) {
        result = verdict_difference(*ours, *report, padded, theirs.get());
        if (result.empty() && theirs) result = model_difference(*ours, *theirs);
        tally->loads += ours->verdict == LIMB_VERDICT_LOADS;
        tally->loses += ours->verdict == LIMB_VERDICT_LOSES;
        tally->refuses += ours->verdict == LIMB_VERDICT_REFUSES;
        if (!result.empty())
            result += string(" (we say ") + limb_verdict_name(ours->verdict) + ": " + ours->reason +
                      "; it " + (theirs ? "loads" : "refuses") + ")";
    }
    limb_target_free(ours);
    limb_report_free(report);
    tally->compared++;
    return result;
}

// Prints a disagreement and keeps its text for a closer look.
static void compare(const string &text, const string &label, Tally *tally)
{
    const string result = difference(text, tally);
    if (result.empty()) return;
    if (tally->disagreed++ >= MAX_PRINTED) return;
    const string path =
        string(LIMB_BINARY_DIR "/target_") + std::to_string(tally->disagreed) + ".urdf";
    std::ofstream(path, std::ios::binary) << text;
    printf("%s: %s; see %s\n", label.c_str(), result.c_str(), path.c_str());
}

static void print(const char *what, const Tally &tally)
{
    printf("%s: %d compared (%d load, %d lose, %d refused), %d disagree\n", what, tally.compared,
           tally.loads, tally.loses, tally.refuses, tally.disagreed);
}

static void be_quiet()
{
    console_bridge::noOutputHandler();
    console_bridge::setLogLevel(console_bridge::CONSOLE_BRIDGE_LOG_NONE);
}

//---- the texts -----------------------------------------------------------------------------------

static string read_file(const string &path)
{
    std::ifstream stream(path, std::ios::binary);
    std::stringstream content;
    content << stream.rdbuf();
    return content.str();
}

static std::vector<string> corpus_files()
{
    std::vector<string> files;
    for (limb_test_robots robots = {}; limb_test_next_robot(&robots);)
        files.push_back(robots.path);
    return files;
}

static std::vector<string> probe_files()
{
    std::vector<string> files;
    const char *corpus = limb_test_corpus();
    if (!corpus) return files;
    const string folder = string(corpus) + "/../reference/probes";
    DIR *dir = opendir(folder.c_str());
    if (!dir) return files;
    while (const dirent *entry = readdir(dir)) {
        const string name = entry->d_name;
        if (name.size() > 5 && name.compare(name.size() - 5, 5, ".urdf") == 0)
            files.push_back(folder + "/" + name);
    }
    closedir(dir);
    return files;
}

static Tally compare_files(const std::vector<string> &files)
{
    Tally tally;
    for (const string &file : files)
        compare(read_file(file), file, &tally);
    return tally;
}

static Tally compare_samples()
{
    Tally tally;
    for (const char *sample : sample_robots)
        compare(sample, "sample", &tally);
    string deep = "<robot name='deep'><link name='l'/>";
    for (int i = 0; i < DEEP; i++)
        deep += "<x>";
    for (int i = 0; i < DEEP; i++)
        deep += "</x>";
    compare(deep + "</robot>", "deep", &tally);
    compare(deep, "deep", &tally);
    return tally;
}

static Tally compare_sample_mutations()
{
    Tally tally;
    int index = 0;
    for (const char *sample : sample_robots) {
        const string text = sample;
        const Mutator mutator(text);
        limb_test_rng rng = {(uint64_t)(1000 + index++)};
        for (int i = 0; i < SAMPLE_MUTATIONS; i++)
            compare(mutator.mutate(&rng), "mutation " + std::to_string(i), &tally);
    }
    return tally;
}

static Tally compare_variants()
{
    Tally tally;
    for (const char *sample : sample_robots) {
        const string text = sample;
        const Mutator mutator(text);
        for (int i = 0; i < mutator.nvariant(); i++)
            compare(mutator.variant(i), "variant " + std::to_string(i), &tally);
    }
    return tally;
}

// Every byte of the short samples made into each byte that means something to a reader.
static Tally compare_bytes()
{
    static const char bytes[] = "<>/\"'=&;#! \n\0x0-\x7f\xc3\xef\xbb";
    Tally tally;
    for (const char *sample : sample_robots) {
        const string text = sample;
        if (text.size() > 1000) continue;
        for (size_t i = 0; i < text.size(); i++) {
            for (size_t k = 0; k + 1 < sizeof bytes; k++) {
                string changed = text;
                changed[i] = bytes[k];
                compare(changed, "byte " + std::to_string(i), &tally);
            }
        }
    }
    return tally;
}

static Tally compare_corpus_mutations()
{
    Tally tally;
    std::vector<string> files = corpus_files();
    const std::vector<string> probes = probe_files();
    files.insert(files.end(), probes.begin(), probes.end());
    limb_test_rng rng = {77};
    for (const string &file : files) {
        const string text = read_file(file);
        if (text.size() > LARGEST_MUTATED) continue;
        const Mutator mutator(text);
        for (int i = 0; i < CORPUS_MUTATIONS; i++)
            compare(mutator.mutate(&rng), file + " mutation " + std::to_string(i), &tally);
    }
    return tally;
}

// Every prefix: the end of the text in every state of the reader.
static Tally compare_truncations()
{
    Tally tally;
    for (const char *sample : sample_robots) {
        const string text = sample;
        for (size_t size = 0; size < text.size(); size++)
            compare(text.substr(0, size), "first " + std::to_string(size), &tally);
    }
    return tally;
}

TEST(samples_agree)
{
    be_quiet();
    const Tally tally = compare_samples();
    print("samples", tally);
    ENSURE(tally.compared > 0 && tally.loads > 0 && tally.loses > 0);
    ENSURE_INT(tally.disagreed, 0);
}

TEST(sample_mutations_agree)
{
    be_quiet();
    const Tally tally = compare_sample_mutations();
    print("mutations of samples", tally);
    ENSURE(tally.loads > 500 && tally.loses > 500 && tally.refuses > 500);
    ENSURE_INT(tally.disagreed, 0);
}

TEST(variants_agree)
{
    be_quiet();
    const Tally tally = compare_variants();
    print("single changes of samples", tally);
    ENSURE(tally.loads > 1000 && tally.loses > 1000 && tally.refuses > 1000);
    ENSURE_INT(tally.disagreed, 0);
}

TEST(bytes_agree)
{
    be_quiet();
    const Tally tally = compare_bytes();
    print("single bytes of samples", tally);
    ENSURE(tally.compared > 1000);
    ENSURE_INT(tally.disagreed, 0);
}

TEST(truncations_agree)
{
    be_quiet();
    const Tally tally = compare_truncations();
    print("truncations", tally);
    ENSURE(tally.compared > 1000);
    ENSURE_INT(tally.disagreed, 0);
}

TEST(corpus_agrees)
{
    be_quiet();
    const Tally tally = compare_files(corpus_files());
    print("corpus", tally);
    ENSURE(tally.compared > 0 || !limb_test_corpus());
    ENSURE_INT(tally.disagreed, 0);
}

TEST(probes_agree)
{
    be_quiet();
    const Tally tally = compare_files(probe_files());
    print("probes", tally);
    ENSURE_INT(tally.disagreed, 0);
}

TEST(corpus_mutations_agree)
{
    be_quiet();
    const Tally tally = compare_corpus_mutations();
    print("mutations of the corpus and the probes", tally);
    ENSURE_INT(tally.disagreed, 0);
}
