// Decompresses chunks: uncompressed, zstd, or LZ4 frames.
#include "services/mcap/mcap_chunk.h"

#include <lz4frame.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

static uint64_t number_at(const char *bytes, int count);
static bool unpack(const limb__mcap_chunk *chunk, const char *packed, char *out);
static bool unpack_lz4(const limb__mcap_chunk *chunk, const char *packed, char *out);

// Fields: times (2 x 8 bytes), uncompressed size (8), checksum (4), name of the compression (4 and
// its bytes), compressed size (8).
bool limb__mcap_chunk_read(limb__mcap_chunk *out, const char *head, size_t head_size, size_t offset,
                           size_t size)
{
    enum { UNPACKED = 16, CHECKSUM = 24, NAME = 28, LONGEST_NAME = 16 };
    if (head_size < NAME + 4) return false;
    const size_t name_size = (size_t)number_at(head + NAME, 4);
    const size_t begin = NAME + 4 + name_size + 8;
    if (name_size > LONGEST_NAME || begin > head_size) return false;
    const char *name = head + NAME + 4;
    const uint64_t packed = number_at(name + name_size, 8);
    const uint64_t unpacked = number_at(head + UNPACKED, 8);
    if (packed > size - begin) return false;
    out->packing = name_size == 0                                   ? LIMB__MCAP_PLAIN
                   : name_size == 4 && memcmp(name, "zstd", 4) == 0 ? LIMB__MCAP_ZSTD
                   : name_size == 3 && memcmp(name, "lz4", 3) == 0  ? LIMB__MCAP_LZ4
                                                                    : LIMB__MCAP_UNKNOWN;
    out->offset = offset + begin;
    out->packed_size = (size_t)packed;
    out->unpacked_size = unpacked > SIZE_MAX ? SIZE_MAX : (size_t)unpacked;
    out->checksum = (uint32_t)number_at(head + CHECKSUM, 4);
    return out->packing != LIMB__MCAP_PLAIN || packed == unpacked;
}

bool limb__mcap_unpack(const limb__mcap_chunk *chunk, const char *packed, char *out)
{
    if (!unpack(chunk, packed, out)) return false;
    return chunk->checksum == 0 ||
           chunk->checksum == crc32_z(0, (const Bytef *)out, (z_size_t)chunk->unpacked_size);
}

static bool unpack(const limb__mcap_chunk *chunk, const char *packed, char *out)
{
    switch (chunk->packing) {
    case LIMB__MCAP_PLAIN:
        memcpy(out, packed, chunk->packed_size);
        return true;
    case LIMB__MCAP_ZSTD:
        return ZSTD_decompress(out, chunk->unpacked_size, packed, chunk->packed_size) ==
               chunk->unpacked_size;
    case LIMB__MCAP_LZ4:
        return unpack_lz4(chunk, packed, out);
    case LIMB__MCAP_UNKNOWN:
        break;
    }
    return false;
}

static bool unpack_lz4(const limb__mcap_chunk *chunk, const char *packed, char *out)
{
    LZ4F_dctx *context;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION))) return false;
    size_t read = 0, written = 0, left = 1;
    while (left > 0 && read < chunk->packed_size) {
        size_t room = chunk->unpacked_size - written;
        size_t piece = chunk->packed_size - read;
        left = LZ4F_decompress(context, out + written, &room, packed + read, &piece, NULL);
        if (LZ4F_isError(left) || (room == 0 && piece == 0)) break;
        written += room;
        read += piece;
    }
    LZ4F_freeDecompressionContext(context);
    return left == 0 && written == chunk->unpacked_size;
}

static uint64_t number_at(const char *bytes, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value |= (uint64_t)(unsigned char)bytes[i] << (8 * i);
    return value;
}
