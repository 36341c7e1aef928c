// A robot's life: load, parse, write, save, free, and finding things by name.
#include "limb/robot.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/number_plain.h"
#include "urdf/read.h"

#include <errno.h>
#include <string.h>

enum {
    DEFAULT_MAX_BYTES = 256 << 20,
    LARGEST_MAX_BYTES = 1 << 30, // spans are 32 bits
    DEFAULT_MAX_NUMBER_BYTES = 1000
};

// What a robot is read from.
typedef struct input {
    const char *file;
    char *text; // the robot's, or freed
    size_t size;
    limb__census census;
} input;

static limb_status build(limb_robot **out, const input *in, const limb_load_opts *opts);
static limb_status read_and_judge(limb__robot *robot, const input *in, const limb_load_opts *opts);
static limb_status read_into(limb__robot *robot, const input *in, limb_report *report,
                             const limb_load_opts *opts);
static void release_content(limb__robot *robot);
static size_t max_bytes(const limb_load_opts *opts);
static limb_status over_max_bytes(const char *file, const limb_load_opts *opts);
static const char *reason(int error);

static const limb_load_opts defaults = {0};

limb_status limb_robot_load(limb_robot **out, const char *path, const limb_load_opts *opts)
{
    if (!opts) opts = &defaults;
    *out = NULL;
    input in = {.file = opts->file ? opts->file : path};
    const limb_status status =
        limb__file_read(path, limb__memory(opts->memory), max_bytes(opts), &in.text, &in.size);
    if (status == LIMB_ERROR_LIMIT) return over_max_bytes(in.file, opts);
    if (status == LIMB_ERROR_IO) {
        limb__report_file(opts->report, in.file, LIMB_RULE_FILE_READ, 0, "cannot be read: %s",
                          reason(errno));
    }
    if (status != LIMB_OK) return status;
    in.census = limb__xml_census(in.text, in.size, NULL);
    return build(out, &in, opts);
}

limb_status limb_robot_parse(limb_robot **out, const char *text, size_t size,
                             const limb_load_opts *opts)
{
    if (!opts) opts = &defaults;
    *out = NULL;
    input in = {.file = opts->file ? opts->file : "", .size = size};
    if (size > max_bytes(opts)) return over_max_bytes(in.file, opts);
    in.text = limb__allocate(limb__memory(opts->memory), size + 1);
    if (!in.text) return LIMB_ERROR_MEMORY;
    in.census = limb__xml_census(text, size, in.text);
    in.text[size] = 0;
    return build(out, &in, opts);
}

void limb_robot_free(limb_robot *robot)
{
    if (!robot) return;
    limb__robot *inner = limb__robot_of(robot);
    const limb_allocator *memory = inner->memory;
    release_content(inner);
    limb__release(memory, inner, sizeof *inner);
}

limb_status limb_robot_write(const limb_robot *robot, limb_write_fn *write, void *ctx)
{
    const limb__robot *inner = limb__robot_of(robot);
    return write(ctx, inner->text, inner->size);
}

limb_status limb_robot_save(const limb_robot *robot, const char *path)
{
    const limb__robot *inner = limb__robot_of(robot);
    return limb__file_replace(path, inner->text, inner->size);
}

int limb_robot_find_link(const limb_robot *robot, const char *name)
{
    return limb__names_find(&limb__robot_of(robot)->link_name, name, strlen(name));
}

int limb_robot_find_joint(const limb_robot *robot, const char *name)
{
    return limb__names_find(&limb__robot_of(robot)->joint_name, name, strlen(name));
}

int limb_robot_find_material(const limb_robot *robot, const char *name)
{
    const int index = limb__names_find(&limb__robot_of(robot)->material_name, name, strlen(name));
    return index < robot->nmaterial ? index : -1;
}

void limb__robot_adopt(limb_robot *robot, limb_robot *other)
{
    limb__robot *to = limb__robot_of(robot);
    limb__robot *from = limb__robot_of(other);
    release_content(to);
    *to = *from;
    to->open.document = &to->document;
    limb__release(from->memory, from, sizeof *from);
}

static limb_status build(limb_robot **out, const input *in, const limb_load_opts *opts)
{
    const limb_allocator *memory = limb__memory(opts->memory);
    limb__robot *robot = limb__allocate(memory, sizeof *robot);
    if (!robot) {
        limb__release(memory, in->text, in->size + 1);
        return LIMB_ERROR_MEMORY;
    }
    memset(robot, 0, sizeof *robot);
    robot->memory = memory;
    robot->text = in->text;
    robot->size = in->size;
    robot->opts = *opts;
    robot->opts.report = NULL;
    robot->opts.file = NULL;
    const limb_status status = read_and_judge(robot, in, opts);
    robot->refused = status == LIMB_ERROR_INPUT;
    const bool keep = opts->keep_broken && status == LIMB_ERROR_INPUT && robot->open.document;
    if (status != LIMB_OK && !keep) {
        limb_robot_free(&robot->open);
        return status;
    }
    *out = &robot->open;
    return status;
}

// The report's counts decide; without one, findings are counted in one of our own.
static limb_status read_and_judge(limb__robot *robot, const input *in, const limb_load_opts *opts)
{
    limb_report *report = opts->report;
    const limb_report_opts only_count = {.memory = opts->memory, .max_findings = -1};
    if (!report && limb_report_create(&report, &only_count) != LIMB_OK) return LIMB_ERROR_MEMORY;
    const int nrefusal = report->nrefusal;
    const int nwarning = report->nwarning + report->nerror;
    limb_status status = read_into(robot, in, report, opts);
    if (status == LIMB_OK && !opts->skip_checks) {
        status = limb__xml_check_namespaces(&robot->document, report);
        if (status == LIMB_OK) status = limb_robot_check(&robot->open, report);
    }
    const bool refused = report->nrefusal > nrefusal ||
                         (opts->strict && report->nwarning + report->nerror > nwarning);
    if (opts->report) {
        limb_report_sort(report);
    } else {
        limb_report_free(report);
    }
    return status == LIMB_OK && refused ? LIMB_ERROR_INPUT : status;
}

static limb_status read_into(limb__robot *robot, const input *in, limb_report *report,
                             const limb_load_opts *opts)
{
    // what real files need beside their text: two to three bytes for each of theirs
    enum { ARENA_PER_BYTE = 3 };
    limb__arena_init(&robot->arena, robot->memory, ARENA_PER_BYTE * robot->size + 1024);
    robot->open.file = limb__arena_copy_text(&robot->arena, in->file, strlen(in->file));
    if (!robot->open.file) return LIMB_ERROR_MEMORY;
    const limb__xml_limits limits = {.max_depth = opts->max_depth,
                                     .max_attributes = opts->max_attributes,
                                     .max_name_bytes = opts->max_name_bytes,
                                     .element = &limb__tag_words,
                                     .attribute = &limb__key_words,
                                     .census = &in->census};
    const limb_status status =
        limb__xml_parse(&robot->document, &robot->arena, robot->memory, robot->open.file,
                        robot->text, robot->size, &limits, report);
    if (status != LIMB_OK) return status;

    limb__reader r = {.robot = robot,
                      .doc = &robot->document,
                      .text = robot->text,
                      .arena = &robot->arena,
                      .report = report,
                      .owner = -1};
    r.max_number_bytes =
        opts->max_number_bytes > 0 ? opts->max_number_bytes : DEFAULT_MAX_NUMBER_BYTES;
    if (robot->size > LIMB__PLAIN_REACH && r.max_number_bytes >= LIMB__PLAIN_REACH) {
        r.plain_end = (uint32_t)robot->size - LIMB__PLAIN_REACH;
    }
    limb__read_robot(&r);
    if (robot->arena.failed) return LIMB_ERROR_MEMORY;
    robot->open.document = &robot->document;
    robot->open.memory = sizeof *robot + robot->size + 1 + robot->arena.total;
    return r.over_limit ? LIMB_ERROR_LIMIT : LIMB_OK;
}

static void release_content(limb__robot *robot)
{
    limb__xml_free(&robot->document);
    limb__arena_free(&robot->arena);
    limb__release(robot->memory, robot->text, robot->size + 1);
}

static size_t max_bytes(const limb_load_opts *opts)
{
    const size_t bytes = opts->max_bytes > 0 ? opts->max_bytes : DEFAULT_MAX_BYTES;
    return bytes < LARGEST_MAX_BYTES ? bytes : LARGEST_MAX_BYTES;
}

static limb_status over_max_bytes(const char *file, const limb_load_opts *opts)
{
    limb__report_file(opts->report, file, LIMB_RULE_XML_LIMIT, 0,
                      "the file is larger than the limit of %zu bytes", max_bytes(opts));
    return LIMB_ERROR_LIMIT;
}

// Not strerror: its words depend on the locale.
static const char *reason(int error)
{
    switch (error) {
    case ENOENT:
        return "there is no such file";
    case EACCES:
        return "permission denied";
    case EISDIR:
        return "it is a folder";
    case ENOTDIR:
        return "a part of the path is not a folder";
    default:
        return "the system reports an error";
    }
}
