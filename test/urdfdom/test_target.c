// Tests the report of urdfdom's prediction: its place, and the other findings.
// test_target_urdfdom.cpp verifies the prediction itself against the library.
#include "harness.h"
#include "limb/check.h"
#include "support/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static limb_target *read_text(const char *text, limb_report **report)
{
    limb_target *target;
    ENSURE_INT(limb_report_create(report, NULL), LIMB_OK);
    const limb_target_opts opts = {.report = *report, .file = "a.urdf"};
    ENSURE_INT(limb_target_urdfdom(&target, text, strlen(text), &opts), LIMB_OK);
    return target;
}

// The verdict and all findings: "refuses\n1:16 urdfdom-refuses /robot: message\n"
static void ensure_says(int line, const char *text, const char *expected)
{
    limb_report *report;
    limb_target *target = read_text(text, &report);
    char said[4096];
    int size = snprintf(said, sizeof said, "%s\n", limb_verdict_name(target->verdict));
    for (int i = 0; i < report->nfinding; i++) {
        const limb_finding *f = &report->finding[i];
        size += snprintf(said + size, sizeof said - (size_t)size, "%u:%u+%u %s %s: %s\n",
                         f->span.line, f->span.column, f->span.size, f->id, f->path, f->message);
    }
    limb_test_text(__FILE__, line, text, said, expected);
    limb_target_free(target);
    limb_report_free(report);
}
#define ENSURE_SAYS(text, expected) ensure_says(__LINE__, text, expected)

#define REFUSES(place, path, reason)                                                               \
    "refuses\n" place " urdfdom-refuses " path                                                     \
    ": urdfdom 3 (ROS 2 Humble, Debian 12) refuses the file: " reason "\n"
#define LOSES(place, path, message) place " urdfdom-loses " path ": " message "\n"

TEST(verdicts_have_names)
{
    ENSURE_TEXT(limb_verdict_name(LIMB_VERDICT_LOADS), "loads");
    ENSURE_TEXT(limb_verdict_name(LIMB_VERDICT_LOSES), "loses");
    ENSURE_TEXT(limb_verdict_name(LIMB_VERDICT_REFUSES), "refuses");
}

TEST(what_survives_is_delivered_by_name)
{
    const char *text =
        "<robot name='r'>\n"
        "<link name='b'><visual><origin xyz='1 2 3'/><geometry><sphere radius='.5'/></geometry>"
        "<material name='m'><color rgba='1 0.5 0 1'/></material></visual></link>\n"
        "<link name='a'><inertial><mass value='2'/>"
        "<inertia ixx='1' ixy='2' ixz='3' iyy='4' iyz='5' izz='6'/></inertial></link>\n"
        "<joint name='j' type='prismatic'><parent link='a'/><child link='b'/>"
        "<limit effort='3' velocity='4' lower='-1' upper='1'/></joint>\n"
        "</robot>";
    limb_report *report;
    limb_target *target = read_text(text, &report);
    ENSURE_INT(target->verdict, LIMB_VERDICT_LOADS);
    ENSURE_TEXT(target->reason, "");
    ENSURE_TEXT(target->root, "a");
    ENSURE_INT(target->nloss, 0);
    ENSURE_INT(report->nfinding, 0);
    ENSURE_INT(target->nlink, 2);
    const limb_target_link *a = &target->link[0], *b = &target->link[1];
    ENSURE_TEXT(a->name, "a");
    ENSURE(a->has_inertial && !b->has_inertial);
    ENSURE(a->mass == 2 && a->inertia[1] == 2 && a->inertia[5] == 6);
    ENSURE_TEXT(b->name, "b");
    ENSURE_INT(b->nvisual, 1);
    ENSURE_INT(b->ncollision, 0);
    ENSURE_TEXT(b->visual[0].shape, "sphere");
    ENSURE(b->visual[0].xyz[1] == 2 && b->visual[0].size[0] == 0.5);
    ENSURE(b->visual[0].has_material && b->visual[0].rgba[1] == 0.5f);
    ENSURE_INT(target->njoint, 1);
    ENSURE_TEXT(target->joint[0].type, "prismatic");
    ENSURE_TEXT(target->joint[0].parent, "a");
    ENSURE(target->joint[0].axis[0] == 1 && target->joint[0].upper == 1);
    limb_target_free(target);
    limb_report_free(report);
}

TEST(xml_errors_are_placed)
{
    ENSURE_SAYS("", REFUSES("1:1+0", "", "the XML is malformed: there is no element in it"));
    ENSURE_SAYS("<robot name='a'>\n <link name='l'>\n</robot>",
                REFUSES("3:1+8", "",
                        "the XML is malformed: an end tag does not fit the element that is open"));
    ENSURE_SAYS("<robot name='a'>\n <link name='l'/>\n",
                REFUSES("1:2+5", "", "the XML is malformed: an element is not closed"));
    ENSURE_SAYS(
        "<robot name='a' b='1' name='b'/>",
        REFUSES("1:23+4", "", "the XML is malformed: an element has the same attribute twice"));
    ENSURE_SAYS("<robot name='a' b/>",
                REFUSES("1:17+1", "",
                        "the XML is malformed: an attribute is not of the form name=\"value\""));
    ENSURE_SAYS("<robot name='a'/ >",
                REFUSES("1:16+1", "", "the XML is malformed: \"/\" is not followed by \">\""));
    ENSURE_SAYS("<robot>&#x;&#a;</robot>",
                REFUSES("1:2+5", "",
                        "the XML is malformed: a character reference in the text of an element is "
                        "malformed"));
}

TEST(a_robot_must_be_found)
{
    ENSURE_SAYS("<a/>", REFUSES("1:1+0", "", "there is no outermost element <robot>"));
    // the document ends at the first thing that is not markup, here the rest of a DTD
    ENSURE_SAYS("<!DOCTYPE r [<!ENTITY e 'v'>]>\n<robot name='a'><link name='l'/></robot>",
                REFUSES("1:29+1", "", "there is no <robot> before this, where reading stops"));
    ENSURE_SAYS("<robot><link name='l'/></robot>",
                REFUSES("1:2+5", "/robot", "the robot has no name"));
    ENSURE_SAYS("<robot name='a'/>", REFUSES("1:2+5", "/robot", "the robot has no link"));
    ENSURE_SAYS("<robot name='a' version='1.1'><link name='l'/></robot>",
                REFUSES("1:26+3", "/robot/@version", "version \"1.1\" is not 1.0"));
    ENSURE_SAYS("<robot name='a'><link name='l'/></robot>\n<robot/>",
                "loses\n" LOSES("2:2+5", "/robot[2]",
                                "the file: urdfdom reads only the first <robot>, not this one"));
}

TEST(much_that_is_not_xml_loads)
{
    ENSURE_SAYS("</x><robot name=a><link name = 'l'/>text</robot> after <it", "loads\n");
    ENSURE_SAYS("<robot name='a'><link name='l'/></robot><!-- no end", "loads\n");
    ENSURE_SAYS("<robot name='a' xml:x='1'><x:y/><link name='l'/></robot >", "loads\n");
    ENSURE_SAYS("<robot name='a'><link name='a&foo;b'/></robot>",
                "loses\n" LOSES("1:29+7", "/robot/link/@name",
                                "link \"afoo;b\": urdfdom reads this name as \"afoo;b\""));
}

TEST(a_broken_visual_takes_the_rest_of_the_link)
{
    ENSURE_SAYS("<robot name='a'><link name='l'>\n"
                "<collision><geometry><sphere radius='1'/></geometry></collision>\n"
                "<visual><geometry><box size='1 2'/></geometry></visual>\n"
                "<visual><geometry><sphere radius='1'/></geometry></visual>\n"
                "</link></robot>",
                "loses\n" LOSES("2:2+9", "/robot/link/collision",
                                "link \"l\": urdfdom drops this collision, because it stops "
                                "reading the link at a broken visual")
                    LOSES("3:30+3", "/robot/link/visual[1]/geometry/box/@size",
                          "link \"l\": urdfdom drops this visual: size has 2 numbers instead of 3")
                        LOSES("4:2+6", "/robot/link/visual[2]",
                              "link \"l\": urdfdom drops this visual, because it stops reading the "
                              "link at a broken visual"));
}

TEST(half_an_inertial_is_kept)
{
    ENSURE_SAYS(
        "<robot name='a'><link name='l'><inertial><mass value='1 '/></inertial></link>"
        "<link><visual/></link><joint name='j' type='fixed'><parent link='l'/>"
        "<child link='l'/></joint></robot>",
        "loses\n" LOSES("1:18+4", "/robot/link[1]",
                        "urdfdom keeps link \"l\", but in a cycle that the root does not "
                        "reach")
            LOSES("1:55+2", "/robot/link[1]/inertial/mass/@value",
                  "link \"l\": urdfdom reads the inertial only up to here: value=\"1 \" is "
                  "not a number to urdfdom")
                LOSES("1:79+4", "/robot/link[2]",
                      "urdfdom keeps nothing of a link that has no name and calls it \"\""));
}

TEST(colors_that_do_not_arrive)
{
    ENSURE_SAYS("<robot name='a'>"
                "<material name='m'><color rgba='1 1 1'/></material>\n"
                "<link name='l'><visual><geometry><box size='1 1 1'/></geometry>"
                "<material name='m'><color rgba='1 0 0 1'/></material></visual>\n"
                "<visual><geometry><box size='1 1 1'/></geometry>"
                "<material name='n'><color rgba='255 0 0 1'/></material></visual></link></robot>",
                "loses\n" LOSES("1:49+5", "/robot/material/color/@rgba",
                                "material \"m\": urdfdom makes the color black, because it has 3 "
                                "numbers")
                    LOSES("2:65+8", "/robot/link/visual[1]/material",
                          "link \"l\": material \"m\" is known already, so urdfdom ignores what it "
                          "is here")
                        LOSES("3:81+3", "/robot/link/visual[2]/material/color/@rgba",
                              "link \"l\": urdfdom drops the color, because \"255\" is not a "
                              "number from 0 to 1"));
    // equal content is not lost, nor is a name that nobody defines
    ENSURE_SAYS("<robot name='a'><material name='m'><color rgba='1 1 1 1'/></material>"
                "<link name='l'><visual><geometry><box size='1 1 1'/></geometry>"
                "<material name='m'><color rgba='1.0 1 1 1'/></material></visual>"
                "<visual><geometry><box size='1 1 1'/></geometry><material name='n'/></visual>"
                "</link></robot>",
                "loads\n");
}

TEST(every_broken_joint_is_reported)
{
    ENSURE_SAYS(
        "<robot name='a'><link name='l'/>\n"
        "<joint name='i' type='revolute'/>\n"
        "<joint name='j' type='fixed'><origin rpy='0 0 0,1'/></joint>\n"
        "<joint name='k' type='round'/>\n"
        "<joint name='m' type='fixed'><limit effort='1'/></joint>\n"
        "<joint type='fixed'/></robot>",
        REFUSES(
            "2:2+5", "/robot/joint[1]",
            "joint \"i\": a revolute joint needs a limit") "3:47+3 urdfdom-refuses "
                                                           "/robot/joint[2]/origin/@rpy: urdfdom 3 "
                                                           "(ROS 2 Humble, Debian 12) refuses the "
                                                           "file: "
                                                           "joint \"j\": \"0,1\" in rpy is not a "
                                                           "number to urdfdom\n"
                                                           "4:23+5 urdfdom-refuses "
                                                           "/robot/joint[3]/@type: urdfdom 3 (ROS "
                                                           "2 Humble, Debian 12) refuses the file: "
                                                           "joint \"k\": \"round\" is not a type "
                                                           "of joint\n"
                                                           "5:31+5 urdfdom-refuses "
                                                           "/robot/joint[4]/limit: urdfdom 3 (ROS "
                                                           "2 Humble, Debian 12) refuses the file: "
                                                           "joint \"m\": <limit> has no velocity\n"
                                                           "6:2+5 urdfdom-refuses "
                                                           "/robot/joint[5]: urdfdom 3 (ROS 2 "
                                                           "Humble, Debian 12) refuses the file: a "
                                                           "joint: it has "
                                                           "no name\n");
}

TEST(newer_parts_of_urdf_are_lost)
{
    ENSURE_SAYS(
        "<robot name='a'><link name='l'/><link name='m'/>\n"
        "<joint name='j' type='continuous'><origin quat_xyzw='0 0 0 1'/>"
        "<parent link='l'/><child link='m'/><axis/>\n"
        "<limit effort='1' velocity='1' jerk='2'/></joint></robot>",
        "loses\n" LOSES("2:54+7", "/robot/joint/origin/@quat_xyzw",
                        "joint \"j\": urdfdom 3 (ROS 2 Humble, Debian 12) does not know quat_xyzw")
            LOSES("2:100+4", "/robot/joint/axis",
                  "joint \"j\": urdfdom takes an axis without xyz as 0 0 0")
                LOSES("3:38+1", "/robot/joint/limit/@jerk",
                      "joint \"j\": urdfdom 3 (ROS 2 Humble, Debian 12) does not know jerk"));
}

TEST(trees_that_urdfdom_refuses)
{
    ENSURE_SAYS("<robot name='a'><link name='l'/><link name='k'/></robot>",
                REFUSES("1:18+4", "/robot/link[1]", "links \"k\" and \"l\" both have no parent"));
    ENSURE_SAYS("<robot name='a'><link name='l'/><joint name='j' type='fixed'><parent link='l'/>"
                "<child link='x'/></joint></robot>",
                REFUSES("1:93+1", "/robot/joint/child/@link",
                        "joint \"j\": no link named \"x\" for its child"));
    ENSURE_SAYS("<robot name='a'><link name='l'/><joint name='j' type='fixed'><parent link='l'/>"
                "<child link='l'/></joint></robot>",
                REFUSES("1:18+4", "/robot/link", "every link has a parent, so there is no root"));
}

TEST(long_names_are_cut_in_messages)
{
    char text[1200] = "<robot name='a'><link name='";
    for (int i = 0; i < 200; i++)
        strcat(text, "\xc3\xa9");
    strcat(text, "'><visual/></link></robot>");
    limb_report *report;
    limb_target *target = read_text(text, &report);
    ENSURE_INT(strlen(target->root), 400);
    ENSURE_INT(report->nfinding, 1);
    ENSURE(strstr(report->finding[0].message, "\xc3\xa9\xe2\x80\xa6\": urdfdom drops"));
    limb_target_free(target);
    limb_report_free(report);
}

//---- hostile input -------------------------------------------------------------------------------

static const char everything[] =
    "\xef\xbb\xbf<?xml version=\"1.0\" encoding=\"UTF-8\"?><!-- c --><!DOCTYPE robot>\n"
    "<robot name=\"r\" version=\"1.0\"><material name=\"m\"><color rgba=\"1 0 0 1\"/></material>\n"
    "<link name=\"b&amp;\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" "
    "iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial><visual><origin xyz=\"1 2 3\" rpy=\"0 0 1\"/>"
    "<geometry><box size=\"1 1 1\"/><sphere radius=\"1\"/></geometry><material name=\"m\">"
    "<color rgba=\"0 0 1 1\"/></material></visual><visual><geometry><capsule/></geometry></visual>"
    "<collision/></link>\n<link name=\"&#x41;&x;\"/><![CDATA[<]]>text\n"
    "<joint name='j' type='fixed'><parent link='b&amp;'/><child link='Ax;'/></joint>\n"
    "<joint name='k' type='fixed'><parent link='b&amp;'/><child link='Ax;'/></joint>\n"
    "<robot/></robot>\n";

static limb_status read_everything(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    limb_target *target;
    const limb_target_opts opts = {.memory = memory};
    const limb_status status = limb_target_urdfdom(&target, everything, strlen(everything), &opts);
    if (status == LIMB_OK) {
        ENSURE_INT(target->verdict, LIMB_VERDICT_LOSES);
        limb_target_free(target);
    } else {
        ENSURE(!target);
    }
    return status;
}

TEST(a_lack_of_memory_is_reported)
{
    limb_test_every_failure(LIMB_OK, read_everything, NULL);
}

static limb_status report_everything(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    limb_report *report;
    limb_status status = limb_report_create(&report, &(limb_report_opts){.memory = memory});
    if (status != LIMB_OK) return status;
    limb_target *target;
    const limb_target_opts opts = {.memory = memory, .report = report};
    status = limb_target_urdfdom(&target, everything, strlen(everything), &opts);
    if (status == LIMB_OK) ENSURE_INT(target->nloss, report->nwarning);
    limb_target_free(target);
    limb_report_free(report);
    return status;
}

TEST(a_lack_of_memory_for_findings_only_costs_findings)
{
    limb_test_every_failure(LIMB_OK, report_everything, NULL);
}

static void survive(const char *bytes, size_t size, void *ctx)
{
    limb_target *target;
    ENSURE_INT(limb_target_urdfdom(&target, bytes, size, NULL), LIMB_OK);
    *(int *)ctx += target->verdict != LIMB_VERDICT_REFUSES;
    limb_target_free(target);
}

TEST(cut_and_wrong_bytes_are_survived)
{
    int nloaded = 0;
    limb_test_every_truncation(everything, strlen(everything), survive, &nloaded);
    limb_test_every_flip(everything, strlen(everything), survive, &nloaded);
    ENSURE(nloaded > 0);
}

static char *repeated(const char *head, const char *piece, int count, const char *tail,
                      size_t *size)
{
    const size_t piece_size = strlen(piece);
    char *text = malloc(strlen(head) + piece_size * (size_t)count + strlen(tail) + 1);
    ENSURE(text);
    strcpy(text, head);
    char *at = text + strlen(head);
    for (int i = 0; i < count; i++, at += piece_size)
        memcpy(at, piece, piece_size);
    strcpy(at, tail);
    *size = strlen(text);
    return text;
}

static limb_target *read_repeated(const char *head, const char *piece, int count, const char *tail)
{
    size_t size;
    char *text = repeated(head, piece, count, tail, &size);
    limb_report *report;
    limb_target *target;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_target_opts opts = {.report = report};
    ENSURE_INT(limb_target_urdfdom(&target, text, size, &opts), LIMB_OK);
    limb_report_free(report);
    free(text);
    return target;
}

TEST(deep_documents_are_refused_as_the_stack_of_urdfdom_ends)
{
    limb_target *target = read_repeated("<robot name='a'><link name='l'/>", "<x>", 100000, "");
    ENSURE_INT(target->verdict, LIMB_VERDICT_REFUSES);
    ENSURE(strstr(target->reason, "stack"));
    limb_target_free(target);
}

// each of these documents takes minutes if anything is searched for repeatedly
TEST(large_documents_take_linear_time)
{
    enum { LARGE = 50000 };
    static const struct {
        const char *head, *piece, *tail;
        limb_verdict verdict;
        int nloss;
    } large[] = {
        {"<robot name='a'><link name='l'>", "<visual/><collision/>", "</link></robot>",
         LIMB_VERDICT_LOSES, 2 * LARGE},
        {"<robot name='a'><link name='l'>", "<inertial/>", "</link></robot>", LIMB_VERDICT_LOSES,
         LARGE},
        {"<robot name='a'>", "<link name='l'/>", "</robot>", LIMB_VERDICT_REFUSES, 0},
        {"<robot name='a'>", "<material name='m'/>", "</robot>", LIMB_VERDICT_REFUSES, 0},
        {"<robot name='a'><link name='", "&#49;", "'/></robot>", LIMB_VERDICT_LOADS, 0},
        {"<robot name='a'><link name='l'/>", "&#49;", "</robot>", LIMB_VERDICT_LOADS, 0},
        {"<robot name='a'><link name='l'/>", "<!--", "--></robot>", LIMB_VERDICT_LOADS, 0},
        {"<robot name='a'><link name='l' ", "a='1'", "/></robot>", LIMB_VERDICT_REFUSES, 0},
        {"", "<?xml?>", "<robot name='a'><link name='l'/></robot>", LIMB_VERDICT_LOADS, 0},
    };
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        limb_target *target = read_repeated(large[i].head, large[i].piece, LARGE, large[i].tail);
        ENSURE_INT(target->verdict, large[i].verdict);
        ENSURE_INT(target->nloss, large[i].nloss);
        limb_target_free(target);
    }
}

TEST(a_text_beyond_four_gigabytes_is_not_read)
{
    limb_target *target;
    ENSURE_INT(limb_target_urdfdom(&target, "", UINT32_MAX, NULL), LIMB_ERROR_LIMIT);
    ENSURE(!target);
    limb_target_free(target);
}
