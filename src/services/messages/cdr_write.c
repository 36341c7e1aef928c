// Writes values in CDR.
#include "services/messages/cdr_write.h"

#include "services/messages/cdr.h"

#include <string.h>

static void put(limb__builder *out, uint64_t value, size_t size);

void limb__cdr_begin(limb__builder *out)
{
    static const char header[LIMB__CDR_HEADER] = {0, 1, 0, 0}; // plain CDR, little endian
    out->size = 0;
    limb__builder_bytes(out, header, sizeof header);
}

void limb__cdr_put_u8(limb__builder *out, uint8_t value)
{
    put(out, value, 1);
}

void limb__cdr_put_u32(limb__builder *out, uint32_t value)
{
    put(out, value, 4);
}

void limb__cdr_put_u64(limb__builder *out, uint64_t value)
{
    put(out, value, 8);
}

void limb__cdr_put_double(limb__builder *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(out, bits, 8);
}

void limb__cdr_put_text(limb__builder *out, const char *text)
{
    const size_t size = strlen(text) + 1;
    if (size > UINT32_MAX) out->failed = true;
    put(out, size, 4);
    limb__builder_bytes(out, text, size);
}

void limb__cdr_put_stamp(limb__builder *out, int64_t ns)
{
    static const int64_t SECOND = 1000000000;
    const int64_t seconds = ns / SECOND - (ns % SECOND < 0);
    put(out, (uint32_t)(int32_t)seconds, 4);
    put(out, (uint32_t)(ns - seconds * SECOND), 4);
}

static void put(limb__builder *out, uint64_t value, size_t size)
{
    const size_t misaligned = (out->size - LIMB__CDR_HEADER) % size;
    if (misaligned > 0) limb__builder_repeat(out, 0, (int)(size - misaligned));
    for (size_t i = 0; i < size; i++)
        limb__builder_char(out, (char)(unsigned char)(value >> (8 * i)));
}
