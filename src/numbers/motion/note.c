// Messages about a table, with their line.
#include "numbers/motion/note.h"
#include "base/format.h"
#include "base/text.h"

void limb__note_line(const limb__note *note, int line, const char *message)
{
    if (note->note) note->note(note->ctx, line, message);
}

limb_status limb__refuse(const limb__note *note, int line, const char *message)
{
    limb__note_line(note, line, message);
    return LIMB_ERROR_INPUT;
}

limb_status limb__refuse_number(const limb__note *note, int line, const char *cell)
{
    char text[LIMB__NOTE_SIZE], shown[LIMB__SHOWN_SIZE];
    limb__format(text, sizeof text, "\"%s\" is not a number", limb__shown(cell, shown));
    return limb__refuse(note, line, text);
}

const char *limb__shown(const char *text, char out[LIMB__SHOWN_SIZE])
{
    static const char cut[] = "...";
    const char *end = text + strlen(text);
    size_t size = 0;
    while (*text) {
        uint32_t code_point;
        int count = limb__utf8_decode(text, end, &code_point);
        // control characters could control the terminal
        const bool bad =
            count == 0 || code_point < 0x20 || (code_point >= 0x7f && code_point < 0xa0);
        if (count == 0) count = 1;
        if (size + (size_t)count + sizeof cut > LIMB__SHOWN_SIZE) {
            memcpy(out + size, cut, sizeof cut);
            return out;
        }
        if (bad) {
            out[size++] = '?';
        } else {
            memcpy(out + size, text, (size_t)count);
            size += (size_t)count;
        }
        text += count;
    }
    out[size] = 0;
    return out;
}
