// The lifetime of a robot: parse, write, save, free, and search by name. Loading, which also
// checks, is in documents/rules/robot_load.c.
#include "limb/robot.h"
#include "limb/system.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/number_decimal.h"
#include "documents/urdf/read.h"

#include <assert.h>
#include <string.h>

enum { DEFAULT_MAX_NUMBER_BYTES = 1000 };

static void release_content(limb__robot *robot);

limb_status limb__robot_create(limb__robot **out, const limb__robot_input *in,
                               const limb_load_opts *opts)
{
    const limb_allocator *memory = limb__memory(opts->memory);
    limb__robot *robot = limb__allocate(memory, sizeof *robot);
    *out = robot;
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
    return LIMB_OK;
}

limb_status limb__robot_read(limb__robot *robot, const limb__robot_input *in,
                             limb__xml_places *places, limb_report *report,
                             const limb_load_opts *opts)
{
    // memory that real files need in addition to their text: two to three bytes per byte
    enum { ARENA_PER_BYTE = 3 };
    memset(places, 0, sizeof *places);
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

    limb__xml_places_init(places, &robot->document);
    limb__reader r = {.robot = robot,
                      .doc = &robot->document,
                      .places = places,
                      .text = robot->text,
                      .arena = &robot->arena,
                      .report = report,
                      .owner = -1};
    r.max_number_bytes =
        opts->max_number_bytes > 0 ? opts->max_number_bytes : DEFAULT_MAX_NUMBER_BYTES;
    if (robot->size > LIMB__DECIMAL_REACH && r.max_number_bytes >= LIMB__DECIMAL_REACH) {
        r.decimal_end = (uint32_t)robot->size - LIMB__DECIMAL_REACH;
    }
    limb__read_robot(&r);
    if (robot->arena.failed) return LIMB_ERROR_MEMORY;
    robot->open.document = &robot->document;
    robot->open.memory = sizeof *robot + robot->size + 1 + robot->arena.total;
    return r.over_limit ? LIMB_ERROR_LIMIT : LIMB_OK;
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
    assert(robot && write);
    const limb__robot *inner = limb__robot_of(robot);
    return write(ctx, inner->text, inner->size);
}

limb_status limb_robot_save(const limb_robot *robot, const char *path)
{
    assert(robot);
    const limb__robot *inner = limb__robot_of(robot);
    return limb_file_replace(path, inner->text, inner->size, NULL);
}

int limb_robot_find_link(const limb_robot *robot, const char *name)
{
    assert(robot);
    return name ? limb__names_find(&limb__robot_of(robot)->link_name, name, strlen(name)) : -1;
}

int limb_robot_find_joint(const limb_robot *robot, const char *name)
{
    assert(robot);
    return name ? limb__names_find(&limb__robot_of(robot)->joint_name, name, strlen(name)) : -1;
}

int limb_robot_find_material(const limb_robot *robot, const char *name)
{
    assert(robot);
    if (!name) return -1;
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

static void release_content(limb__robot *robot)
{
    limb__arena_free(&robot->arena);
    limb__release(robot->memory, robot->text, robot->size + 1);
}
