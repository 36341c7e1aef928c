// References: the five built-in entities and character numbers, checked and decoded.
//
// A document type's entities are never looked up, so no text can grow by decoding.
#include "base/text.h"
#include "documents/xml/reader.h"

typedef enum reference_kind {
    REFERENCE_CHARACTER, // stands for one code point
    REFERENCE_UNKNOWN,   // &name; that is not built in
    REFERENCE_INVALID,   // &#0; and other numbers that are no characters
    REFERENCE_NONE       // '&' that does not begin a reference
} reference_kind;

typedef struct reference {
    reference_kind kind;
    uint32_t code_point;
    const char *end; // after the ';'
} reference;

static reference read_reference(const char *p, const char *end);
static reference read_number(const char *p, const char *end);

const char *limb__xml_check_reference(limb__xml_reader *reader, const char *p, const char *end)
{
    const reference found = read_reference(p, end);
    const size_t size = (size_t)(found.end - p);
    switch (found.kind) {
    case REFERENCE_CHARACTER:
        break;
    case REFERENCE_UNKNOWN:
        limb__xml_report(reader, p, size, LIMB_RULE_XML_ENTITY,
                         "entity \"%.*s\" is unknown and is kept as text", LIMB__SHOW(size, p));
        break;
    case REFERENCE_INVALID:
        limb__xml_report(reader, p, size, LIMB_RULE_XML_CHARACTER,
                         "\"%.*s\" is not a character that XML allows", LIMB__SHOW(size, p));
        break;
    case REFERENCE_NONE:
        limb__xml_report(reader, p, 1, LIMB_RULE_XML_AMPERSAND,
                         "\"&\" does not begin a reference; write \"&amp;\"");
        limb__report_fix(reader->report, limb__xml_at(reader, p, 1), "write \"&amp;\"", "&amp;");
        break;
    }
    return found.end;
}

size_t limb__xml_decode_one(const char *raw, const char *end, char out[4], const char **next)
{
    const reference found = read_reference(raw, end);
    *next = found.end;
    return found.kind == REFERENCE_CHARACTER ? (size_t)limb__utf8_encode(out, found.code_point) : 0;
}

size_t limb__xml_decode(const char *raw, size_t size, char *out)
{
    const char *end = raw + size;
    char *to = out;
    while (raw < end) {
        const char *stop = memchr(raw, '&', (size_t)(end - raw));
        if (!stop) stop = end;
        memmove(to, raw, (size_t)(stop - raw));
        to += stop - raw;
        raw = stop;
        if (raw == end) break;
        char piece[4];
        const char *next;
        const size_t length = limb__xml_decode_one(raw, end, piece, &next);
        if (length > 0) {
            memcpy(to, piece, length);
            to += length;
        } else {
            memmove(to, raw, (size_t)(next - raw));
            to += next - raw;
        }
        raw = next;
    }
    *to = 0;
    return (size_t)(to - out);
}

static reference read_reference(const char *p, const char *end)
{
    static const struct {
        const char *name;
        uint32_t code_point;
    } built_in[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    const reference none = {REFERENCE_NONE, 0, p + 1};
    const char *name = p + 1;
    if (name < end && *name == '#') return read_number(p, end);
    if (!limb__xml_begins_name(name, end)) return none;
    const char *stop = name;
    while (stop < end && (limb__is_name_byte(*stop) || *stop == ':' || (*stop & 0x80)))
        stop++;
    if (stop == end || *stop != ';') return none;
    const size_t size = (size_t)(stop - name);
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++) {
        if (size == strlen(built_in[i].name) && memcmp(name, built_in[i].name, size) == 0) {
            return (reference){REFERENCE_CHARACTER, built_in[i].code_point, stop + 1};
        }
    }
    return (reference){REFERENCE_UNKNOWN, 0, stop + 1};
}

// Parses "&#38;" or "&#x26;".
static reference read_number(const char *p, const char *end)
{
    const reference none = {REFERENCE_NONE, 0, p + 1};
    const char *digit = p + 2;
    const bool hex = digit < end && *digit == 'x';
    if (hex) digit++;
    const uint32_t base = hex ? 16 : 10;
    uint32_t code_point = 0;
    const char *at = digit;
    for (; at < end; at++) {
        const char lower = (char)(*at | 0x20);
        uint32_t value;
        if (*at >= '0' && *at <= '9')
            value = (uint32_t)(*at - '0');
        else if (hex && lower >= 'a' && lower <= 'f')
            value = (uint32_t)(lower - 'a' + 10);
        else
            break;
        if (code_point < 0x110000) code_point = code_point * base + value;
    }
    if (at == digit || at == end || *at != ';') return none;
    const bool allowed = code_point >= 0x20
                             ? code_point < 0x110000 && (code_point & ~0x7FFu) != 0xD800 &&
                                   code_point != 0xFFFE && code_point != 0xFFFF
                             : code_point == '\t' || code_point == '\n' || code_point == '\r';
    return (reference){allowed ? REFERENCE_CHARACTER : REFERENCE_INVALID, code_point, at + 1};
}
