// A bitmap font, for pictures drawn without a text renderer.
#ifndef LIMB_CLI_FONT_H
#define LIMB_CLI_FONT_H

#include <stdbool.h>

enum {
    CLI_FONT_WIDTH = 5,
    CLI_FONT_ASCENT = 9,  // rows above the baseline
    CLI_FONT_HEIGHT = 12, // with the rows below it
    CLI_FONT_ADVANCE = 7  // from one letter to the next
};

// Returns whether a letter has a dot in that column and row, from the top left. A byte that is not
// printable ASCII is a box.
bool cli_font_dot(char letter, int column, int row);

#endif
