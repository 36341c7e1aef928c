// Names with characters above ASCII or a colon, which scan.h does not handle.
#include "base/text.h"
#include "documents/xml/reader.h"

static bool is_name_character(uint32_t c, bool first);

const char *limb__xml_scan_name_rest(limb__xml_reader *reader, const char *p)
{
    for (;;) {
        if (p < reader->end && *p == ':') {
            p++;
            reader->nprefix++;
            reader->prefix_end = limb__xml_offset(reader, p);
        } else {
            uint32_t c;
            const int size = p < reader->end ? limb__utf8_decode(p, reader->end, &c) : 0;
            if (size < 2 || !is_name_character(c, false)) return p;
            p += size;
        }
        p = limb__scan_name(p, reader->end);
    }
}

bool limb__xml_begins_wide_name(const char *p, const char *end)
{
    uint32_t c;
    return limb__utf8_decode(p, end, &c) > 1 && is_name_character(c, true);
}

// NameStartChar and NameChar of XML 1.0, fifth edition, above ASCII.
static bool is_name_character(uint32_t c, bool first)
{
    static const struct {
        uint32_t low;
        uint32_t high;
    } start[] = {
        {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2FF},    {0x370, 0x37D},
        {0x37F, 0x1FFF},  {0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF},
        {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
    };
    for (size_t i = 0; i < sizeof start / sizeof *start; i++) {
        if (c >= start[i].low && c <= start[i].high) return true;
    }
    return !first && (c == 0xB7 || (c >= 0x300 && c <= 0x36F) || (c >= 0x203F && c <= 0x2040));
}
