// Searching a text for another in linear time.
#ifndef LIMB_EXPRESSION_TEXT_FIND_H
#define LIMB_EXPRESSION_TEXT_FIND_H

#include "documents/expression/value.h"

// Returns the byte offset of the first occurrence of part at or after from, or of the last one that
// ends at or before end; SIZE_MAX: none.
size_t limb__text_first(limb_text text, limb_text part, size_t from);
size_t limb__text_last(limb_text text, limb_text part, size_t end);

#endif
