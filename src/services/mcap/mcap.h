// Constants shared by the reader and the writer of MCAP (https://mcap.dev/spec).
#ifndef LIMB_MCAP_MCAP_H
#define LIMB_MCAP_MCAP_H

#include <stdint.h>

enum {
    LIMB__MCAP_HEADER = 0x01,
    LIMB__MCAP_FOOTER = 0x02,
    LIMB__MCAP_SCHEMA = 0x03,
    LIMB__MCAP_CHANNEL = 0x04,
    LIMB__MCAP_MESSAGE = 0x05,
    LIMB__MCAP_CHUNK = 0x06,
    LIMB__MCAP_MESSAGE_INDEX = 0x07,
    LIMB__MCAP_CHUNK_INDEX = 0x08,
    LIMB__MCAP_STATISTICS = 0x0B,
    LIMB__MCAP_DATA_END = 0x0F
};

enum {
    LIMB__MCAP_RECORD_HEAD = 9,  // operation code, length
    LIMB__MCAP_MESSAGE_HEAD = 22 // channel, sequence, two times
};

static const unsigned char limb__mcap_magic[8] = {0x89, 'M', 'C', 'A', 'P', 0x30, 0x0D, 0x0A};

#endif
