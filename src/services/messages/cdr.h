// Reads CDR, the encoding of ROS 2 messages, in place: strings are borrowed, never copied.
//
// Every value is aligned to its size, relative to the end of the four-byte header with the byte
// order. A cursor that would leave the message fails, and returns zeros from then on, so that one
// check at the end suffices.
#ifndef LIMB_MESSAGES_CDR_H
#define LIMB_MESSAGES_CDR_H

#include "limb/base.h"

typedef struct limb__cdr {
    const unsigned char *data; // after the header
    size_t size;
    size_t at;
    bool swap; // the sender's byte order is not the host's
    bool failed;
} limb__cdr;

enum { LIMB__CDR_HEADER = 4 };

// Returns false if the message is shorter than its header, or not plain CDR.
bool limb__cdr_open(limb__cdr *cdr, const void *bytes, size_t size);

uint8_t limb__cdr_u8(limb__cdr *cdr);
uint32_t limb__cdr_u32(limb__cdr *cdr);
uint64_t limb__cdr_u64(limb__cdr *cdr);
double limb__cdr_double(limb__cdr *cdr);
// Returns the text without its NUL; {"", 0} after a failure.
limb_text limb__cdr_text(limb__cdr *cdr);
// Returns the number of following items of at least min_size bytes each. Fails if the message is
// too short for them, so that a forged count does not cause a large allocation.
uint32_t limb__cdr_count(limb__cdr *cdr, size_t min_size);
void limb__cdr_skip(limb__cdr *cdr, uint32_t count, size_t item_size); // skips numbers

#endif
