// The mesh builder: growing streams, parts, materials, findings.
#define _POSIX_C_SOURCE 200809L

#include "geometry/mesh/builder.h"

#include "base/isa.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_SIZE = 400 };
static const double default_crease_angle = 0.6; // rad: bevels are smooth, cube edges sharp
static const size_t default_max_bytes = (size_t)1 << 30;
static const int default_max_triangles = 50 * 1000 * 1000;

static limb_status report_expansion(limb__mesh_builder *b, const char *what, size_t asked,
                                    size_t max);
static bool add_attribute(limb__mesh_builder *b, limb__corner_stream *stream,
                          const uint32_t *corner, int count);
static bool is_absent(const uint32_t *corner, int count);
static bool grow_stream(const limb_allocator *memory, void **value, int *capacity, int needed,
                        size_t row_size, size_t head);
static void release_corners(limb__mesh_builder *b);
static void report(limb__mesh_builder *b, limb_rule rule, size_t offset, const char *format,
                   va_list args) __attribute__((format(printf, 4, 0)));
static bool has_decimal_comma(const limb__source *source, size_t offset);
static bool has_text(limb__mesh_builder *b);

void limb__mesh_builder_init(limb__mesh_builder *b, const limb_mesh_opts *opts, const char *file,
                             const char *bytes, size_t size)
{
    memset(b, 0, sizeof *b);
    if (opts) b->opts = *opts;
    b->memory = limb__memory(b->opts.memory);
    b->report = b->opts.report;
    if (b->opts.crease_angle <= 0) b->opts.crease_angle = default_crease_angle;
    if (b->opts.max_bytes == 0) b->opts.max_bytes = default_max_bytes;
    if (b->opts.max_triangles <= 0 || b->opts.max_triangles > INT32_MAX / 6)
        b->opts.max_triangles = default_max_triangles;
    b->unit = 1;
    b->nbyte = size;
    b->isa = limb__isa_choose(LIMB_ISA_AUTO);
    limb__source_init(&b->source, b->memory, file, bytes, size);
    limb__arena_init(&b->arena, b->memory, 0);
}

void limb__mesh_builder_free(limb__mesh_builder *b)
{
    const limb_allocator *memory = b->memory;
    limb__release(memory, b->position.value, (size_t)b->position.capacity * 12);
    limb__release(memory, b->normal.value, (size_t)b->normal.capacity * 12);
    limb__release(memory, b->texcoord.value, (size_t)b->texcoord.capacity * 8);
    limb__release(memory, b->color.value, (size_t)b->color.capacity * 4);
    release_corners(b);
    limb__release(memory, b->corner_normal.value, (size_t)b->corner_normal.capacity * 4);
    limb__release(memory, b->corner_texcoord.value, (size_t)b->corner_texcoord.capacity * 4);
    limb__release(memory, b->part, (size_t)b->part_capacity * sizeof *b->part);
    limb__release(memory, b->material, (size_t)b->material_capacity * sizeof *b->material);
    limb__arena_free(&b->arena);
    if (b->fetched_text) limb__release(memory, b->fetched_text, b->source.size + 1);
    limb__source_free(&b->source);
}

//---- what may be shown more than once ------------------------------------------------------------

limb_status limb__mesh_step(limb__mesh_builder *b, int count)
{
    enum { PER_BYTE = 4, SPARE = 10 * 1000 * 1000 };
    b->nstep += (size_t)count;
    const size_t max = b->nbyte * PER_BYTE + SPARE;
    return b->nstep > max ? report_expansion(b, "steps to walk through", b->nstep, max)
                          : limb__mesh_make(b, 0);
}

limb_status limb__mesh_make(limb__mesh_builder *b, size_t size)
{
    // a million triangles for a file of any size; welding and shading take up to four times as
    // much, which is the bound stated at limb_mesh_load
    enum { PER_BYTE = 64, SPARE = 128 << 20 };
    b->nmade += size;
    const size_t max = b->nbyte * PER_BYTE + SPARE;
    return b->nmade > max ? report_expansion(b, "bytes of memory", b->nmade, max) : LIMB_OK;
}

static limb_status report_expansion(limb__mesh_builder *b, const char *what, size_t asked,
                                    size_t max)
{
    limb__report(b->report, limb__place_file(b->source.file), LIMB_RULE_MESH_LIMIT,
                 "instancing expands the file beyond the limit: with %d triangles so far it needs "
                 "%lu %s; the limit for %lu bytes is %lu",
                 b->corner_position.count / 3, (unsigned long)asked, what, (unsigned long)b->nbyte,
                 (unsigned long)max);
    return LIMB_ERROR_LIMIT;
}

//---- streams -------------------------------------------------------------------------------------

bool limb__mesh_reserve_floats(limb__mesh_builder *b, limb__float_stream *stream, int more,
                               int width)
{
    if (more <= stream->capacity - stream->count) return true;
    if (more > INT32_MAX / 4 - stream->count) return false;
    return grow_stream(b->memory, (void **)&stream->value, &stream->capacity, stream->count + more,
                       (size_t)width * sizeof(float), 0);
}

limb_status limb__mesh_reserve_rows(limb__mesh_builder *b, limb__float_stream *stream, int more,
                                    int width)
{
    const limb_status status = limb__mesh_make(b, (size_t)more * (size_t)width * sizeof(float));
    if (status != LIMB_OK) return status;
    return limb__mesh_reserve_floats(b, stream, more, width) ? LIMB_OK : LIMB_ERROR_MEMORY;
}

bool limb__mesh_reserve_corners(limb__mesh_builder *b, limb__corner_stream *stream, int more)
{
    if (more <= stream->capacity - stream->count) return true;
    if (more > INT32_MAX / 2 - stream->count) return false;
    return grow_stream(b->memory, (void **)&stream->value, &stream->capacity, stream->count + more,
                       sizeof(uint32_t), stream == &b->corner_position ? LIMB__MESH_HEAD : 0);
}

bool limb__mesh_add_position(limb__mesh_builder *b, float x, float y, float z)
{
    if (!limb__mesh_reserve_floats(b, &b->position, 1, 3)) return false;
    float *row = b->position.value + (size_t)b->position.count++ * 3;
    row[0] = x;
    row[1] = y;
    row[2] = z;
    return true;
}

bool limb__mesh_add_normal(limb__mesh_builder *b, float x, float y, float z)
{
    if (!limb__mesh_reserve_floats(b, &b->normal, 1, 3)) return false;
    float *row = b->normal.value + (size_t)b->normal.count++ * 3;
    row[0] = x;
    row[1] = y;
    row[2] = z;
    return true;
}

bool limb__mesh_add_texcoord(limb__mesh_builder *b, float u, float v)
{
    if (!limb__mesh_reserve_floats(b, &b->texcoord, 1, 2)) return false;
    float *row = b->texcoord.value + (size_t)b->texcoord.count++ * 2;
    row[0] = u;
    row[1] = v;
    return true;
}

limb_status limb__mesh_add_triangle(limb__mesh_builder *b, const limb__corner corner[3])
{
    const uint32_t position[3] = {corner[0].position, corner[1].position, corner[2].position};
    const uint32_t normal[3] = {corner[0].normal, corner[1].normal, corner[2].normal};
    const uint32_t texcoord[3] = {corner[0].texcoord, corner[1].texcoord, corner[2].texcoord};
    return limb__mesh_add_triangles(b, 1, position, normal, texcoord);
}

limb_status limb__mesh_add_triangles(limb__mesh_builder *b, int count, const uint32_t *position,
                                     const uint32_t *normal, const uint32_t *texcoord)
{
    if (count == 0) return LIMB_OK;
    const int before = b->corner_position.count;
    if (count > b->opts.max_triangles - before / 3) {
        limb__report(b->report, limb__place_file(b->source.file), LIMB_RULE_MESH_LIMIT,
                     "the mesh has more than %d triangles", b->opts.max_triangles);
        return LIMB_ERROR_LIMIT;
    }
    const limb_status status = limb__mesh_make(b, (size_t)count * LIMB__MESH_TRIANGLE);
    if (status != LIMB_OK) return status;
    if (b->npart == 0 && !limb__mesh_begin_part(b, "", -1)) return LIMB_ERROR_MEMORY;
    if (!limb__mesh_reserve_corners(b, &b->corner_position, 3 * count) ||
        !add_attribute(b, &b->corner_normal, normal, 3 * count) ||
        !add_attribute(b, &b->corner_texcoord, texcoord, 3 * count))
        return LIMB_ERROR_MEMORY;
    memcpy(b->corner_position.value + before, position, (size_t)count * 3 * sizeof *position);
    b->corner_position.count = before + 3 * count;
    return LIMB_OK;
}

// An attribute's corners start with the first triangle that has it; earlier ones have none.
static bool add_attribute(limb__mesh_builder *b, limb__corner_stream *stream,
                          const uint32_t *corner, int count)
{
    if (stream->count == 0 && is_absent(corner, count)) return true;
    const int before = b->corner_position.count;
    if (!limb__mesh_reserve_corners(b, stream, before - stream->count + count)) return false;
    while (stream->count < before)
        stream->value[stream->count++] = LIMB__CORNER_NONE;
    const size_t size = (size_t)count * sizeof *corner;
    if (corner)
        memcpy(stream->value + before, corner, size);
    else
        memset(stream->value + before, 0xff, size); // LIMB__CORNER_NONE
    stream->count = before + count;
    return true;
}

static bool is_absent(const uint32_t *corner, int count)
{
    for (int i = 0; corner && i < count; i++) {
        if (corner[i] != LIMB__CORNER_NONE) return false;
    }
    return true;
}

// The block starts head bytes before the values.
static bool grow_stream(const limb_allocator *memory, void **value, int *capacity, int needed,
                        size_t row_size, size_t head)
{
    // grows by half, because a block that must move wastes less memory than with doubling
    int wanted = *capacity + *capacity / 2;
    if (wanted < needed) wanted = needed;
    if (wanted < 64) wanted = 64;
    char *block = *value ? (char *)*value - head : NULL;
    char *moved =
        memory->resize(memory->ctx, block, block ? head + (size_t)*capacity * row_size : 0,
                       head + (size_t)wanted * row_size);
    if (!moved) return false;
    *value = moved + head;
    *capacity = wanted;
    return true;
}

static void release_corners(limb__mesh_builder *b)
{
    const limb__corner_stream *stream = &b->corner_position;
    if (!stream->value) return;
    limb__release(b->memory, (char *)stream->value - LIMB__MESH_HEAD,
                  LIMB__MESH_HEAD + (size_t)stream->capacity * sizeof(uint32_t));
}

//---- parts and materials -------------------------------------------------------------------------

bool limb__mesh_begin_part(limb__mesh_builder *b, const char *name, int material)
{
    const int first = b->corner_position.count / 3;
    if (b->npart > 0) {
        limb_mesh_part *last = &b->part[b->npart - 1];
        last->count = first - last->first;
        if (last->material == material && strcmp(last->name, name) == 0) return true;
        if (last->count == 0) b->npart--;
    }
    if (!limb__grow(b->memory, (void **)&b->part, &b->part_capacity, b->npart + 1, sizeof *b->part))
        return false;
    b->part[b->npart++] = (limb_mesh_part){name, first, 0, material};
    return true;
}

int limb__mesh_add_material(limb__mesh_builder *b, const char *name)
{
    if (!limb__grow(b->memory, (void **)&b->material, &b->material_capacity, b->nmaterial + 1,
                    sizeof *b->material))
        return -1;
    limb_mesh_material *material = &b->material[b->nmaterial];
    memset(material, 0, sizeof *material);
    material->name = name;
    for (int k = 0; k < 4; k++)
        material->rgba[k] = 1;
    material->roughness = 1;
    return b->nmaterial++;
}

int limb__mesh_find_material(limb__mesh_builder *b, const char *name, size_t size)
{
    if (b->nmaterial > b->name_capacity) {
        b->name_capacity = b->nmaterial * 2 + 16;
        b->nnamed = 0;
        if (!limb__names_init(&b->material_name, &b->arena, b->name_capacity)) {
            b->name_capacity = 0;
            return -2;
        }
    }
    for (; b->nnamed < b->nmaterial; b->nnamed++) {
        const char *known = b->material[b->nnamed].name;
        limb__names_add(&b->material_name, known, strlen(known), b->nnamed);
    }
    return b->nmaterial > 0 ? limb__names_find(&b->material_name, name, size) : -1;
}

//---- findings ------------------------------------------------------------------------------------

limb_status limb__mesh_broken(limb__mesh_builder *b, size_t offset, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report(b, LIMB_RULE_MESH_BROKEN, offset, format, args);
    va_end(args);
    return LIMB_ERROR_INPUT;
}

limb_status limb__mesh_unsupported(limb__mesh_builder *b, size_t offset, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report(b, LIMB_RULE_MESH_UNSUPPORTED, offset, format, args);
    va_end(args);
    return LIMB_ERROR_UNSUPPORTED;
}

void limb__mesh_skipped(limb__mesh_builder *b, size_t offset, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report(b, LIMB_RULE_MESH_SKIPPED, offset, format, args);
    va_end(args);
}

static void report(limb__mesh_builder *b, limb_rule rule, size_t offset, const char *format,
                   va_list args)
{
    if (!b->report) return;
    char message[MESSAGE_SIZE];
    vsnprintf(message, sizeof message, format, args);
    if (b->is_text && has_text(b)) {
        if (rule == LIMB_RULE_MESH_BROKEN && has_decimal_comma(&b->source, offset)) {
            const size_t used = strlen(message);
            snprintf(message + used, sizeof message - used,
                     ": numbers are written with a decimal comma; use a point");
        }
        if (offset > b->source.size) offset = b->source.size;
        limb__report(b->report, limb__place_text(&b->source, (uint32_t)offset, 0), rule, "%s",
                     message);
    } else {
        limb__report(b->report, limb__place_byte(b->source.file, offset), rule, "%s", message);
    }
}

// Returns whether a comma between two digits is in the line of a location, near it: "0,5".
static bool has_decimal_comma(const limb__source *source, size_t offset)
{
    enum { NEAR = 40 };
    const char *const text = source->text;
    if (offset > source->size) offset = source->size;
    size_t begin = offset, end = offset;
    while (begin > 0 && offset - begin < NEAR && text[begin - 1] != '\n')
        begin--;
    while (end < source->size && end - offset < NEAR && text[end] != '\n')
        end++;
    for (size_t i = begin + 1; i + 1 < end; i++) {
        if (text[i] == ',' && text[i - 1] >= '0' && text[i - 1] <= '9' && text[i + 1] >= '0' &&
            text[i + 1] <= '9')
            return true;
    }
    return false;
}

// A finding shows its line: the text of a file that was read in pieces is fetched now.
static bool has_text(limb__mesh_builder *b)
{
    if (b->source.text) return true;
    size_t size;
    if (limb__file_read_whole(b->stream, b->memory, b->opts.max_bytes, &b->fetched_text, &size) !=
        LIMB_OK)
        return false;
    b->source.text = b->fetched_text;
    b->source.size = size;
    return true;
}
