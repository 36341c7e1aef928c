// Writes CDR, little endian: each value is aligned to its size, relative to the end of the header.
#ifndef LIMB_MESSAGES_CDR_WRITE_H
#define LIMB_MESSAGES_CDR_WRITE_H

#include "base/text.h"

// Begins a message in an empty builder, whose `failed` says at the end if memory was exhausted.
void limb__cdr_begin(limb__builder *out);
void limb__cdr_put_u8(limb__builder *out, uint8_t value); // also for bool
void limb__cdr_put_u32(limb__builder *out, uint32_t value);
void limb__cdr_put_u64(limb__builder *out, uint64_t value);
void limb__cdr_put_double(limb__builder *out, double value);
void limb__cdr_put_text(limb__builder *out, const char *text);
void limb__cdr_put_stamp(limb__builder *out, int64_t ns); // builtin_interfaces/Time

#endif
