// OBJ: common lines by windows.
//
// A common line holds "v", "vn" or "vt" with as many numbers as that needs, or a face as
// obj_faces_isa.c describes it; one blank is between the words. All else is for obj.c, which reads
// the line from its begin: nothing is added before a line is known to be common.
#include "geometry/mesh_files/obj.h"

#include "geometry/mesh_files/window.h"

static const char *read_common(limb__obj *o, const char *line, limb_status *status);

const limb__obj_reader LIMB__FOR_ISA(limb__obj_reader) = {read_common,
                                                          LIMB__FOR_ISA(limb__obj_read_faces)};

#if LIMB__WINDOWS

static const char *read_rows(limb__obj *o, const char *line, size_t word,
                             limb__float_stream *stream, limb_status *status);
static const char *read_texcoords(limb__obj *o, const char *line, limb_status *status);
static const char *read_three(const char *text, float value[3]);
static const char *read_two(const char *text, float value[2]);

static const char *read_common(limb__obj *o, const char *line, limb_status *status)
{
    // the first bytes of a file have none before them
    if (line - o->piece.text < LIMB__WINDOW_BEFORE) return line;
    for (const char *before = NULL; line != before && *status == LIMB_OK;) {
        before = line;
        if (o->piece.end - line < LIMB__WINDOW_ROOM) break;
        if (memcmp(line, "f ", 2) == 0)
            line = LIMB__FOR_ISA(limb__obj_read_faces)(o, line, status);
        else if (memcmp(line, "v ", 2) == 0)
            line = read_rows(o, line, 2, &o->b->position, status);
        else if (memcmp(line, "vn ", 3) == 0)
            line = read_rows(o, line, 3, &o->b->normal, status);
        else if (memcmp(line, "vt ", 3) == 0)
            line = read_texcoords(o, line, status);
    }
    return line;
}

// Lines of three numbers after the same word, whose size counts its blank. Room for many is made,
// then it is filled.
static const char *read_rows(limb__obj *o, const char *line, size_t word,
                             limb__float_stream *stream, limb_status *status)
{
    enum { ROWS = 256 };
    const char kind = line[1];
    for (;;) {
        if (!limb__mesh_reserve_floats(o->b, stream, ROWS, 3)) {
            *status = LIMB_ERROR_MEMORY;
            return line;
        }
        float *row = stream->value + (size_t)stream->count * 3;
        const float *const full = row + (size_t)ROWS * 3;
        while (row != full && o->piece.end - line >= LIMB__WINDOW_ROOM && line[0] == 'v' &&
               line[1] == kind && line[word - 1] == ' ') {
            const char *const next = read_three(line + word, row);
            if (!next) break;
            row += 3;
            line = next;
        }
        stream->count = (int)((row - stream->value) / 3);
        if (row != full) return line;
    }
}

// Two numbers or three, of which the last does not count.
static const char *read_texcoords(limb__obj *o, const char *line, limb_status *status)
{
    while (o->piece.end - line >= LIMB__WINDOW_ROOM && memcmp(line, "vt ", 3) == 0) {
        float value[3];
        const char *next = read_two(line + 3, value);
        if (!next) next = read_three(line + 3, value);
        if (!next) break;
        if (!limb__mesh_add_texcoord(o->b, value[0], 1 - value[1])) {
            *status = LIMB_ERROR_MEMORY;
            break;
        }
        line = next;
    }
    return line;
}

// Three numbers with one blank between them, and the next line; NULL: not a common line.
LIMB__INLINE const char *read_three(const char *text, float value[3])
{
    text += *text == ' '; // some programs write two blanks
    const limb__window window = limb__window_floats(text);
    const uint64_t second = window.space & (window.space - 1);
    const uint64_t third = second & (second - 1);
    if (third == 0) return NULL;
    const size_t end[3] = {(size_t)__builtin_ctzll(window.space), (size_t)__builtin_ctzll(second),
                           (size_t)__builtin_ctzll(third)};
    if (text[end[0]] != ' ' || text[end[1]] != ' ') return NULL;
    if (!limb__window_three(text, window.stop, 0, end, value)) return NULL;
    return limb__obj_next_line(text + end[2]);
}

// The same for two.
LIMB__INLINE const char *read_two(const char *text, float value[2])
{
    text += *text == ' ';
    const limb__window window = limb__window_floats(text);
    const uint64_t second = window.space & (window.space - 1);
    if (second == 0) return NULL;
    const size_t begin = (size_t)__builtin_ctzll(window.space) + 1;
    const size_t end = (size_t)__builtin_ctzll(second);
    if (text[begin - 1] != ' ') return NULL;
    const char *const next = limb__obj_next_line(text + end);
    if (!next || !limb__window_float(text, text + begin - 1, window.stop, &value[0]) ||
        !limb__window_float(text + begin, text + end, window.stop >> begin, &value[1]))
        return NULL;
    return next;
}

#else

static const char *read_common(limb__obj *o, const char *line, limb_status *status)
{
    (void)o, (void)status;
    return line;
}

#endif
