// OBJ: plain lines by windows.
//
// A plain line holds "v", "vn" or "vt" with as many numbers as that needs, or a face as obj_faces.c
// describes it; one blank stands between the words. All else is for obj.c, which reads the line
// from its begin: nothing is added before a line is known to be plain.
#include "mesh/obj.h"

#include "mesh/window.h"

#if LIMB__WINDOWS

static const char *read_rows(limb__obj *o, const char *line, size_t word,
                             limb__float_stream *stream, limb_status *status);
static const char *read_texcoords(limb__obj *o, const char *line, limb_status *status);
static int read_numbers(const char *text, float value[3], const char **stop);

const char *limb__obj_read_plain(limb__obj *o, const char *line, limb_status *status)
{
    // the first bytes of a file have none before them
    if (line - o->piece.text < LIMB__WINDOW_BEFORE) return line;
    for (const char *before = NULL; line != before && *status == LIMB_OK;) {
        before = line;
        if (o->piece.end - line < LIMB__WINDOW_ROOM) break;
        if (memcmp(line, "f ", 2) == 0)
            line = limb__obj_read_faces(o, line, status);
        else if (memcmp(line, "v ", 2) == 0)
            line = read_rows(o, line, 2, &o->b->position, status);
        else if (memcmp(line, "vn ", 3) == 0)
            line = read_rows(o, line, 3, &o->b->normal, status);
        else if (memcmp(line, "vt ", 3) == 0)
            line = read_texcoords(o, line, status);
    }
    return line;
}

// Lines of three numbers behind the same word, whose size counts its blank.
static const char *read_rows(limb__obj *o, const char *line, size_t word,
                             limb__float_stream *stream, limb_status *status)
{
    const char kind = line[1];
    while (o->piece.end - line >= LIMB__WINDOW_ROOM && line[0] == 'v' && line[1] == kind &&
           line[word - 1] == ' ') {
        if (stream->count == stream->capacity && !limb__mesh_reserve_floats(o->b, stream, 1, 3)) {
            *status = LIMB_ERROR_MEMORY;
            break;
        }
        float *const row = stream->value + (size_t)stream->count * 3;
        const char *stop;
        if (read_numbers(line + word, row, &stop) != 3) break;
        const char *const next = limb__obj_next_line(stop);
        if (!next) break;
        stream->count++;
        line = next;
    }
    return line;
}

// Two numbers or three, of which the last does not count.
static const char *read_texcoords(limb__obj *o, const char *line, limb_status *status)
{
    while (o->piece.end - line >= LIMB__WINDOW_ROOM && memcmp(line, "vt ", 3) == 0) {
        float value[3];
        const char *stop;
        if (read_numbers(line + 3, value, &stop) < 2) break;
        const char *const next = limb__obj_next_line(stop);
        if (!next) break;
        if (!limb__mesh_add_texcoord(o->b, value[0], 1 - value[1])) {
            *status = LIMB_ERROR_MEMORY;
            break;
        }
        line = next;
    }
    return line;
}

// Up to three numbers with one blank between them and the place behind the last; 0: not plain.
static inline int read_numbers(const char *text, float value[3], const char **stop)
{
    if (__builtin_expect(*text == ' ', 0)) text++; // some programs write two blanks
    const limb__window window = limb__window_floats(text);
    uint64_t space = window.space;
    size_t begin = 0;
    for (int i = 0; i < 3; i++) {
        if (space == 0) return 0;
        const size_t end = (size_t)__builtin_ctzll(space);
        if (!limb__window_float(text + begin, text + end, window.stop >> begin, &value[i]))
            return 0;
        *stop = text + end;
        if (text[end] != ' ') return i + 1;
        space &= space - 1;
        begin = end + 1;
    }
    return 3;
}

#else

const char *limb__obj_read_plain(limb__obj *o, const char *line, limb_status *status)
{
    (void)o, (void)status;
    return line;
}

#endif
