// Tests the prediction of urdfdom 6 where it differs from earlier versions.
#include "harness.h"
#include "limb/check.h"

#include <stdio.h>
#include <string.h>

// The verdict, and the first finding's message unless it loads.
static limb_verdict ask_six(const char *text, char *message, size_t capacity)
{
    limb_report *report;
    limb_target *target;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_target_opts opts = {.report = report, .version = LIMB_URDFDOM_6};
    ENSURE_INT(limb_target_urdfdom(&target, text, strlen(text), &opts), LIMB_OK);
    snprintf(message, capacity, "%s", report->nfinding > 0 ? report->finding[0].message : "");
    const limb_verdict verdict = target->verdict;
    limb_target_free(target);
    limb_report_free(report);
    return verdict;
}

#define SIX(version, body)                                                                         \
    "<robot name='r' version='" version "'><link name='a'/><link name='b'>" body
#define SHAPE6(shape)    "<visual><geometry>" shape "</geometry></visual></link>" FIXED6("")
#define FIXED6(inner)    "<joint name='j' type='fixed'>" inner ENDS6
#define ENDS6            "<parent link='a'/><child link='b'/></joint></robot>"
#define TURNS6(limit)    "</link><joint name='j' type='revolute'>" limit ENDS6
#define REFUSES6(reason) "urdfdom 6 (ROS 2 Rolling) refuses the file: " reason

TEST(urdfdom_6_knows_newer_versions)
{
    static const struct {
        const char *text;
        limb_verdict verdict;
        const char *message;
    } it[] = {
        {SIX("1.2", SHAPE6("<capsule radius='1' length='2'/>")), LIMB_VERDICT_LOADS, ""},
        {SIX("1.0", SHAPE6("<capsule radius='1' length='2'/>")), LIMB_VERDICT_LOSES,
         "<capsule> needs version=\"1.1\""},
        {SIX("1.3", SHAPE6("<sphere radius='1'/>")), LIMB_VERDICT_REFUSES,
         REFUSES6("version \"1.3\" is not 1.0, 1.1 or 1.2")},
        // sizes are checked since 1.2
        {SIX("1.2", SHAPE6("<box size='1 0 1'/>")), LIMB_VERDICT_LOSES,
         "a size of the box is not positive"},
        {SIX("1.1", SHAPE6("<box size='1 0 1'/>")), LIMB_VERDICT_LOADS, ""},
        {SIX("1.2", SHAPE6("<mesh filename='a' scale='1 -1 1'/>")), LIMB_VERDICT_LOADS, ""},
        // quaternions since 1.1
        {SIX("1.1", "</link>") FIXED6("<origin quat_xyzw='0 0 0 2'/>"), LIMB_VERDICT_LOADS, ""},
        {SIX("1.0", "</link>") FIXED6("<origin quat_xyzw='0 0 0 2'/>"), LIMB_VERDICT_LOSES,
         "ignores quat_xyzw unless the robot has version=\"1.1\""},
        {SIX("1.1", "</link>") FIXED6("<origin rpy='0 0 0' quat_xyzw='0 0 0 2'/>"),
         LIMB_VERDICT_REFUSES, REFUSES6("joint \"j\": origin has both rpy and quat_xyzw")},
        {SIX("1.1", "</link>") FIXED6("<origin quat_xyzw='0 0 2'/>"), LIMB_VERDICT_REFUSES,
         REFUSES6("joint \"j\": quat_xyzw has 3 numbers instead of 4")},
        // limits
        {SIX("1.2", TURNS6("<limit lower='-1' upper='1'/>")), LIMB_VERDICT_LOADS, ""},
        {SIX("1.1", TURNS6("<limit lower='-1' upper='1'/>")), LIMB_VERDICT_REFUSES,
         REFUSES6("joint \"j\": <limit> has no effort")},
        {SIX("1.2", TURNS6("<limit effort='1' velocity='1'/>")), LIMB_VERDICT_REFUSES,
         REFUSES6("joint \"j\": <limit> has no lower")},
        {SIX("1.2", TURNS6("<limit lower='1' upper='-1'/>")), LIMB_VERDICT_REFUSES,
         REFUSES6("joint \"j\": the lower limit is above the upper one")},
        {SIX("1.2", TURNS6("<limit lower='-1' upper='1' jerk='-2'/>")), LIMB_VERDICT_REFUSES,
         REFUSES6("joint \"j\": a limit is negative")},
        {SIX("1.0", TURNS6("<limit effort='1' velocity='1' jerk='2'/>")), LIMB_VERDICT_LOSES,
         "ignores jerk unless the robot has version=\"1.2\""},
    };
    for (size_t i = 0; i < sizeof it / sizeof *it; i++) {
        char message[500];
        const limb_verdict verdict = ask_six(it[i].text, message, sizeof message);
        if (verdict != it[i].verdict || !strstr(message, it[i].message))
            limb_test_fail(__FILE__, __LINE__, "%s\n%s: %s", it[i].text, limb_verdict_name(verdict),
                           message);
    }
}

TEST(urdfdom_6_reads_xml_with_tinyxml_2)
{
    char message[500];
    static const char body[] = "<robot name='r'><link name='a'/></robot>";
    ENSURE_INT(ask_six(body, message, sizeof message), LIMB_VERDICT_LOADS);
    ENSURE_INT(ask_six("<robot name='r'><link name='a'/></robot><more/>", message, sizeof message),
               LIMB_VERDICT_LOADS);
    ENSURE_INT(ask_six("<robot name='r'><link name='a'/></robot>more", message, sizeof message),
               LIMB_VERDICT_REFUSES);
    ENSURE_INT(
        ask_six("<robot name='r' name='s'><link name='a'/></robot>", message, sizeof message),
        LIMB_VERDICT_REFUSES);
    ENSURE(strstr(message, "the XML is malformed"));
    ENSURE_INT(ask_six("<robot name=r><link name='a'/></robot>", message, sizeof message),
               LIMB_VERDICT_REFUSES);
    ENSURE_INT(ask_six("", message, sizeof message), LIMB_VERDICT_REFUSES);
}

TEST(versions_of_urdfdom_have_names)
{
    limb_urdfdom version = LIMB_URDFDOM_3;
    ENSURE(limb_urdfdom_find("ros", &version) && version == LIMB_URDFDOM_6);
    ENSURE(limb_urdfdom_find("urdfdom", &version) && version == LIMB_URDFDOM_3);
    ENSURE(limb_urdfdom_find("urdfdom-6", &version) && version == LIMB_URDFDOM_6);
    ENSURE(!limb_urdfdom_find("urdfdom-7", &version) && !limb_urdfdom_find(NULL, &version));
    ENSURE_TEXT(limb_urdfdom_name(LIMB_URDFDOM_3), "urdfdom 3 (ROS 2 Humble, Debian 12)");
}
