// What is said about a table, with its line.
#ifndef LIMB_MOTION_NOTE_H
#define LIMB_MOTION_NOTE_H

#include "limb/motion.h"

enum { LIMB__NOTE_SIZE = 400 };

typedef struct limb__note {
    limb_note_fn *note; // NULL: nobody listens
    void *ctx;
} limb__note;

void limb__note_line(const limb__note *note, int line, const char *message);
// The same for what ends the reading: returns LIMB_ERROR_INPUT.
limb_status limb__refuse(const limb__note *note, int line, const char *message);
// A cell that should be a number.
limb_status limb__refuse_number(const limb__note *note, int line, const char *cell);
// A name or cell as a part of a message: cut after some characters, control characters replaced.
enum { LIMB__SHOWN_SIZE = 120 };
const char *limb__shown(const char *text, char out[LIMB__SHOWN_SIZE]);

#endif
