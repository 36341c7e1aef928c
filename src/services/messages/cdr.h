// Reading CDR, the encoding of ROS 2 messages, in place: strings are pointed at, never copied.
//
// Every value is aligned to its size, counted from the byte after the four that say the byte order.
// A cursor that would leave the message fails, stays failed and gives zeros from then on, so that a
// reader may check once at the end.
#ifndef LIMB_MESSAGES_CDR_H
#define LIMB_MESSAGES_CDR_H

#include "limb/base.h"

typedef struct limb__cdr {
    const unsigned char *data; // after the header
    size_t size;
    size_t at;
    bool swap; // the sender's byte order is not ours
    bool failed;
} limb__cdr;

enum { LIMB__CDR_HEADER = 4 };

// False: shorter than its header, or not plain CDR.
bool limb__cdr_open(limb__cdr *cdr, const void *bytes, size_t size);

uint8_t limb__cdr_u8(limb__cdr *cdr);
uint32_t limb__cdr_u32(limb__cdr *cdr);
uint64_t limb__cdr_u64(limb__cdr *cdr);
double limb__cdr_double(limb__cdr *cdr);
// Without its NUL; {"", 0} after a failure.
limb_text limb__cdr_text(limb__cdr *cdr);
// The number of items that follow, each at least min_size bytes: fails when the message is too
// short for so many, so that nobody makes room for a number that a sender invented.
uint32_t limb__cdr_count(limb__cdr *cdr, size_t min_size);
void limb__cdr_skip(limb__cdr *cdr, uint32_t count, size_t item_size); // of numbers

#endif
