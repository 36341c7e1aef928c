// Tests of names, remapping rules, ROS arguments and the network configuration.
#define _XOPEN_SOURCE 700 // setenv

#include "base/memory.h"
#include "harness.h"
#include "services/dds/dds_config.h"
#include "services/dds/topic_name.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char reason[LIMB__TOPIC_SIZE];

static const char *resolve(const char *space, const limb_ros_remap *remap, int nremap,
                           const char *topic)
{
    static char out[LIMB__TOPIC_SIZE];
    limb__node_name node;
    ENSURE(limb__node_name_init(&node, "limb", space, remap, nremap, reason));
    return limb__topic_resolve(&node, topic, out) ? out : "(not a name)";
}

TEST(names_are_relative_to_the_namespace)
{
    ENSURE_TEXT(resolve("/", NULL, 0, "tf"), "/tf");
    ENSURE_TEXT(resolve("/", NULL, 0, "/tf"), "/tf");
    ENSURE_TEXT(resolve("/a/b", NULL, 0, "tf"), "/a/b/tf");
    ENSURE_TEXT(resolve("/a/b", NULL, 0, "/tf"), "/tf");
    ENSURE_TEXT(resolve("/a", NULL, 0, "~/x"), "/a/limb/x");
    ENSURE_TEXT(resolve("/", NULL, 0, "~"), "/limb");
}

TEST(what_is_not_a_name_is_refused)
{
    static const char *const bad[] = {"", "/", "a//b", "a/", "1a", "a/2", "a b", "a-b", "\xc3\xa4"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ENSURE_TEXT(resolve("/", NULL, 0, bad[i]), "(not a name)");
    char longest[400];
    memset(longest, 'a', sizeof longest);
    longest[sizeof longest - 1] = 0;
    ENSURE_TEXT(resolve("/", NULL, 0, longest), "(not a name)");
    limb__node_name node;
    ENSURE(!limb__node_name_init(&node, "a/b", "/", NULL, 0, reason));
    ENSURE(!limb__node_name_init(&node, "a", "b", NULL, 0, reason));
    ENSURE(!limb__node_name_init(&node, "a", "/b/", NULL, 0, reason));
    ENSURE(strstr(reason, "namespace") != NULL);
}

TEST(the_first_rule_that_matches_counts)
{
    const limb_ros_remap rule[] = {
        {"__ns", "/left"},       {"__node", "arm"},  {"/tf", "tf"},        {"/tf", "/other"},
        {"joint_states", "/js"}, {"arm:one", "two"}, {"other:one", "six"}, {"rostopic://a", "b"}};
    const int count = (int)(sizeof rule / sizeof rule[0]);
    ENSURE_TEXT(resolve("/", rule, count, "/tf"), "/left/tf");
    ENSURE_TEXT(resolve("/", rule, count, "joint_states"), "/js");
    ENSURE_TEXT(resolve("/", rule, count, "one"), "/left/two");
    ENSURE_TEXT(resolve("/", rule, count, "a"), "/left/b");
    ENSURE_TEXT(resolve("/", rule, count, "~/p"), "/left/arm/p");
    const limb_ros_remap bad = {"tf", "not a name"};
    ENSURE_TEXT(resolve("/", &bad, 1, "tf"), "(not a name)");
}

//---- arguments -----------------------------------------------------------------------------------

static void hear(void *ctx, const char *text)
{
    snprintf(ctx, 256, "%s", text);
}

TEST(arguments_of_ros_are_understood)
{
    static const char *const argument[] = {"-r",
                                           "a:=b",
                                           "--remap",
                                           "__ns:=/x",
                                           "-p",
                                           "publish_frequency:=50.0",
                                           "-p",
                                           "frame_prefix:=left/",
                                           "--param",
                                           "ignore_timestamp:=true",
                                           "--log-level",
                                           "debug",
                                           "--disable-stdout-logs"};
    limb_ros_opts opts = {0};
    limb_ros_args *args;
    ENSURE(limb_ros_args_parse(&args, argument, 13, &opts) == LIMB_OK);
    ENSURE_INT(opts.nremap, 2);
    ENSURE_TEXT(opts.remap[0].from, "a");
    ENSURE_TEXT(opts.remap[0].to, "b");
    ENSURE_NEAR(opts.publish_frequency, 50, 0);
    ENSURE_TEXT(opts.frame_prefix, "left/");
    ENSURE(opts.ignore_timestamp);
    limb_ros_args_free(args);
    static const char *const simulated[] = {"-p", "use_sim_time:=true", "-p", "speed:=1"};
    ENSURE(limb_ros_args_parse(&args, simulated, 4, &opts) == LIMB_OK);
    ENSURE(opts.use_sim_time);
    limb_ros_args_free(args);
    static const char *const robot[] = {"-p", "robot_description:=<robot name=\"a: b # c\"/>"};
    ENSURE(limb_ros_args_parse(&args, robot, 2, &opts) == LIMB_OK);
    ENSURE_TEXT(opts.robot_description, "<robot name=\"a: b # c\"/>");
    limb_ros_args_free(args);
    static const char *const launched[] = {"-p", "use_sim_time:=False", "-p",
                                           "frame_prefix:='a b'"};
    ENSURE(limb_ros_args_parse(&args, launched, 4, &opts) == LIMB_OK);
    ENSURE_TEXT(opts.frame_prefix, "a b");
    limb_ros_args_free(args);
    static const char *const empty[] = {"-p", "frame_prefix:=\"\""};
    ENSURE(limb_ros_args_parse(&args, empty, 2, &opts) == LIMB_OK);
    ENSURE_TEXT(opts.frame_prefix, "");
    limb_ros_args_free(args);
}

TEST(wrong_arguments_are_refused_with_a_message)
{
    static const char *const wrong[][2] = {{"-r", NULL},
                                           {"-r", "a"},
                                           {"-r", ":=b"},
                                           {"-r", "a:="},
                                           {"-p", "speed"},
                                           {"-p", "publish_frequency:=0"},
                                           {"-p", "publish_frequency:=1000.5"},
                                           {"-p", "publish_frequency:=.inf"},
                                           {"-p", "robot_description:=5"},
                                           {"-p", "use_sim_time:=perhaps"},
                                           {"-p", "ignore_timestamp:=maybe"},
                                           {"-p", "publish_frequency:=-1"},
                                           {"--params-file", "x"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[256] = "";
        limb_ros_opts opts = {.message = hear, .ctx = text};
        limb_ros_args *args;
        const limb_status status = limb_ros_args_parse(&args, wrong[i], wrong[i][1] ? 2 : 1, &opts);
        ENSURE_INT(status,
                   strcmp(wrong[i][0], "--params-file") == 0 ? LIMB_ERROR_IO : LIMB_ERROR_INPUT);
        ENSURE(text[0] != 0);
        ENSURE(args == NULL);
    }
}

//---- the network ---------------------------------------------------------------------------------

static char *config(const limb_ros_opts *opts)
{
    limb__builder out;
    limb__builder_init(&out, limb__memory(NULL));
    char *text = NULL;
    if (limb__dds_config(&out, opts)) text = strdup(limb__builder_nul(&out));
    limb__builder_free(&out);
    return text;
}

TEST(the_environment_says_how_far_to_look)
{
    static const char *const variable[] = {"ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_LOCALHOST_ONLY",
                                           "ROS_STATIC_PEERS", "CYCLONEDDS_URI"};
    static const struct {
        const char *value[4];
        bool localhost;
        const char *has, *has_not; // in the message; NULL: not checked
    } cases[] = {
        {{NULL, NULL, NULL, NULL}, false, NULL, NULL},
        {{"SUBNET", NULL, NULL, NULL}, false, NULL, NULL},
        {{"LOCALHOST", NULL, NULL, NULL}, false, "Peer address=\"localhost\"", "any.example"},
        {{"OFF", NULL, "any.example", NULL}, false, "name=\"lo\"", "Peer address"},
        {{NULL, "1", NULL, NULL}, false, "name=\"lo\"", "any"},
        // the older one prevails
        {{"SUBNET", "1", "any.example", NULL}, false, "name=\"lo\"", "any.example"},
        {{"NONSENSE", "1", NULL, NULL}, false, "Peer address=\"localhost\"", "any.example"},
        {{"LOCALHOST", "0", NULL, NULL}, false, "name=\"lo\"", "any.example"},
        {{"SUBNET", NULL, NULL, NULL}, true, "name=\"lo\"", "any.example"},
        {{NULL, NULL, "any.example;10.0.0.1", NULL},
         false,
         "<Peer address=\"10.0.0.1\"/>",
         "\"lo\""},
        {{NULL, NULL, "\"><x", NULL}, false, "&quot;", "<x"},
        {{NULL, NULL, NULL, "file:///x.xml"}, true, "file:///x.xml,<Cyclone", "any.example"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int k = 0; k < 4; k++) {
            if (cases[i].value[k]) {
                setenv(variable[k], cases[i].value[k], 1);
            } else {
                unsetenv(variable[k]);
            }
        }
        const limb_ros_opts opts = {.localhost = cases[i].localhost};
        char *text = config(&opts);
        ENSURE(text != NULL);
        const bool is_local = cases[i].has && strstr(cases[i].has, "10.0.0.1") == NULL &&
                              strstr(cases[i].has, "&quot;") == NULL;
        ENSURE_INT(limb__dds_is_local(&opts), is_local);
        if (cases[i].has) {
            ENSURE(strstr(text, cases[i].has) != NULL);
            ENSURE(strstr(strstr(text, "<General>"), cases[i].has_not) == NULL);
        } else {
            ENSURE(strstr(text, "<WhcHigh>") != NULL); // as always
            ENSURE(!strstr(text, "<General>") && !strstr(text, "<Discovery>"));
        }
        free(text);
    }
    setenv(variable[0], "EVERYWHERE", 1);
    ENSURE(config(&(limb_ros_opts){0}) == NULL);
    for (int k = 0; k < 4; k++)
        unsetenv(variable[k]);
}

TEST(the_domain_is_a_number_that_has_ports)
{
    int domain;
    limb_ros_opts opts = {0};
    unsetenv("ROS_DOMAIN_ID");
    ENSURE(limb__dds_domain(&opts, &domain));
    ENSURE_INT(domain, 0);
    static const char *const bad[] = {"-1", "233", "1.5", "x", "1e9"};
    for (int i = 0; i < 5; i++) {
        setenv("ROS_DOMAIN_ID", bad[i], 1);
        ENSURE(!limb__dds_domain(&opts, &domain));
    }
    setenv("ROS_DOMAIN_ID", "42", 1);
    ENSURE(limb__dds_domain(&opts, &domain));
    ENSURE_INT(domain, 42);
    opts.has_domain = true;
    opts.domain = 7;
    ENSURE(limb__dds_domain(&opts, &domain));
    ENSURE_INT(domain, 7);
    unsetenv("ROS_DOMAIN_ID");
}
