// limb topics: lists the topics of a ROS 2 network.
#include "commands/ros/ros.h"
#include "frame/json.h"

#include <string.h>

typedef struct topics_opts {
    double wait;
    bool all;
    bool json;
    cli_ros_opts ros;
} topics_opts;

static int run(cli *app);

static const cli_option option[] = {
    {0, "wait", CLI_POSITIVE, offsetof(topics_opts, wait), "S", NULL,
     "time to listen, in seconds; default 2"},
    {0, "all", CLI_FLAG, offsetof(topics_opts, all), NULL, NULL,
     "include DDS topics that ROS hides"},
    {'j', "json", CLI_FLAG, offsetof(topics_opts, json), NULL, NULL, "print JSON"},
    CLI_ROS_OPTIONS(topics_opts, ros),
};

static const cli_example example[] = {
    {"limb topics", "every topic with its type, publishers, subscribers and quality of service"},
};

const cli_command cli_topics = {
    .name = "topics",
    .operands = "",
    .summary = "list the topics on a ROS 2 network",
    .description = "Joins the network, listens for a while and prints what other nodes publish and "
                   "subscribe to. The exit status is 1 if nothing is found.",
    .option = option,
    .noption = CLI_COUNT(option),
    .opts_size = sizeof(topics_opts),
    .min_operands = 0,
    .max_operands = 0,
    .example = example,
    .nexample = CLI_COUNT(example),
    .run = run,
};

#ifdef LIMB_ROS_BUILT

static void print_table(const limb_ros_topics *topics);
static void print_json(const limb_ros_topics *topics);
static int width(int least, const char *text);

static int run(cli *app)
{
    const topics_opts *opts = app->opts;
    limb_ros_opts ros = {0};
    limb_ros_args *args;
    limb_ros_topics *topics = NULL;
    int code = cli_ros_parse(app, &opts->ros, &ros, &args);
    if (code == CLI_OK) {
        const limb_status status = limb_ros_topics_collect(&topics, &ros, opts->wait, opts->all);
        code = status == LIMB_OK ? CLI_OK : status == LIMB_ERROR_INPUT ? CLI_USAGE : CLI_UNREADABLE;
    }
    if (code == CLI_OK) {
        if (opts->json) {
            print_json(topics);
        } else {
            print_table(topics);
        }
        if (topics->count == 0) {
            cli_message(app, "nothing was found; other nodes must use the same domain "
                             "(--domain, ROS_DOMAIN_ID)");
            code = CLI_FINDINGS;
        }
    }
    limb_ros_topics_free(topics);
    limb_ros_args_free(args);
    return code;
}

static void print_table(const limb_ros_topics *topics)
{
    int name = 5, type = 4;
    for (int i = 0; i < topics->count; i++) {
        name = width(name, topics->topic[i].name);
        type = width(type, topics->topic[i].type);
    }
    if (topics->count > 0)
        printf("%-*s  %-*s  %4s  %4s  %s\n", name, "topic", type, "type", "pub", "sub",
               "quality of service");
    for (int i = 0; i < topics->count; i++) {
        const limb_ros_topic *topic = &topics->topic[i];
        char shown[CLI_NAME_SIZE], shown_type[CLI_NAME_SIZE];
        printf("%-*s  %-*s  %4d  %4d  %s%s\n", name, cli_visible(topic->name, shown), type,
               cli_visible(topic->type, shown_type), topic->npublisher, topic->nsubscriber,
               topic->npublisher > 0 ? "" : "wanted: ", topic->qos);
    }
}

static int width(int least, const char *text)
{
    const int size = (int)strlen(text);
    return size > least && size < CLI_NAME_SIZE ? size : least;
}

static void print_json(const limb_ros_topics *topics)
{
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-topics/1");
    cli_json_open(&json, "topics", '[');
    for (int i = 0; i < topics->count; i++) {
        const limb_ros_topic *topic = &topics->topic[i];
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "name", topic->name);
        cli_json_text(&json, "type", topic->type);
        cli_json_int(&json, "publishers", topic->npublisher);
        cli_json_int(&json, "subscribers", topic->nsubscriber);
        cli_json_text(&json, "qos", topic->qos);
        cli_json_close(&json);
    }
    cli_json_close(&json);
    cli_json_close(&json);
}

#else

static int run(cli *app)
{
    cli_message(app, "this limb was built without ROS 2 (LIMB_ROS)");
    return CLI_UNREADABLE;
}

#endif
