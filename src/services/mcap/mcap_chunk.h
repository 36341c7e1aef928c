// A chunk of an MCAP file: records that may be compressed together.
#ifndef LIMB_MCAP_MCAP_CHUNK_H
#define LIMB_MCAP_MCAP_CHUNK_H

#include "limb/base.h"

enum {
    LIMB__MCAP_CHUNK_HEAD = 64,       // enough of a chunk to identify its content
    LIMB__MCAP_MAX_CHUNK = 256 << 20, // bytes, uncompressed
};

typedef enum limb__mcap_packing {
    LIMB__MCAP_PLAIN,
    LIMB__MCAP_ZSTD,
    LIMB__MCAP_LZ4,
    LIMB__MCAP_UNKNOWN
} limb__mcap_packing;

typedef struct limb__mcap_chunk {
    limb__mcap_packing packing;
    size_t offset; // of the compressed records in the file
    size_t packed_size;
    size_t unpacked_size;
    uint32_t checksum; // of the uncompressed records; 0: none
} limb__mcap_chunk;

// Reads the first bytes of a chunk record, given its size and file offset. Returns false if
// it is malformed.
bool limb__mcap_chunk_read(limb__mcap_chunk *out, const char *head, size_t head_size, size_t offset,
                           size_t size);
// Decompresses to unpacked_size bytes. Returns false if the size or the checksum differs.
bool limb__mcap_unpack(const limb__mcap_chunk *chunk, const char *packed, char *out);

#endif
