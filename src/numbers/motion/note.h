// Messages about a table, with their line.
#ifndef LIMB_MOTION_NOTE_H
#define LIMB_MOTION_NOTE_H

#include "limb/motion.h"

enum { LIMB__NOTE_SIZE = 400 };

typedef struct limb__note {
    limb_note_fn *note; // NULL: messages are dropped
    void *ctx;
} limb__note;

void limb__note_line(const limb__note *note, int line, const char *message);
// The same for an error that ends parsing: returns LIMB_ERROR_INPUT.
limb_status limb__refuse(const limb__note *note, int line, const char *message);
// Reports a cell that should be a number.
limb_status limb__refuse_number(const limb__note *note, int line, const char *cell);
// Formats a name or cell for a message: truncated, with control characters replaced.
enum { LIMB__SHOWN_SIZE = 120 };
const char *limb__shown(const char *text, char out[LIMB__SHOWN_SIZE]);

#endif
