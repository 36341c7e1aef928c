// Encoding, characters and the XML declaration.
#include "base/text.h"
#include "documents/xml/reader.h"

static size_t trim_nuls(limb__xml_reader *reader);
static bool is_binary(const limb__xml_reader *reader);
static void report_nuls(limb__xml_reader *reader, size_t size);
static void check_parts(limb__xml_reader *reader, const limb__xml_node *node);
static bool is_version_misspelt(limb__xml_reader *reader, const char *p, const char *end);
static void check_version(limb__xml_reader *reader, limb_text version);
static void check_encoding_name(limb__xml_reader *reader, limb_text encoding);
static limb_text read_part(const char **p, const char *end, const char *name);
static bool equal_any_case(limb_text text, const char *other);

bool limb__xml_check_encoding(limb__xml_reader *reader)
{
    const unsigned char *byte = (const unsigned char *)reader->text;
    const size_t size = (size_t)(reader->end - reader->text);
    const bool low_first =
        size >= 2 && ((byte[0] == 0xFF && byte[1] == 0xFE) || (byte[0] == '<' && byte[1] == 0));
    const bool high_first =
        size >= 2 &&
        ((byte[0] == 0xFE && byte[1] == 0xFF) || (byte[0] == 0 && byte[1] == '<') ||
         (byte[0] == 0 && byte[1] == 0 && size >= 4 && (byte[2] == 0xFE || byte[3] == '<')));
    if (low_first || high_first) {
        limb__xml_report(reader, reader->text, 2, LIMB_RULE_XML_ENCODING,
                         "the file is UTF-16 or UTF-32; save it as UTF-8");
        return false;
    }
    const size_t nuls = trim_nuls(reader);
    if (is_binary(reader)) {
        limb__xml_report(reader, reader->text, 0, LIMB_RULE_XML_ENCODING,
                         "this is a binary file, not XML");
        return false;
    }
    if (nuls > 0) report_nuls(reader, nuls);
    return true;
}

// Returns the number of NUL bytes removed from the end.
static size_t trim_nuls(limb__xml_reader *reader)
{
    const char *stop = reader->end;
    const char *text_end = stop;
    while (stop > reader->text && limb__is_gap(stop[-1])) {
        stop--;
        if (*stop == 0) text_end = stop;
    }
    const size_t size = (size_t)(reader->end - text_end);
    reader->end = text_end;
    return size;
}

// Returns whether even the start is not text; other defects are then irrelevant.
static bool is_binary(const limb__xml_reader *reader)
{
    enum { LOOKED_AT = 1024 };
    const size_t size = (size_t)(reader->end - reader->text);
    const char *end = reader->text + (size < LOOKED_AT ? size : LOOKED_AT);
    const char *first = limb__scan_gap(reader->text, reader->end);
    return first < reader->end && *first != '<' &&
           memchr(reader->text, 0, (size_t)(end - reader->text));
}

static void report_nuls(limb__xml_reader *reader, size_t size)
{
    const char *at = reader->end;
    limb__xml_report(reader, at, size, LIMB_RULE_XML_NUL, "a NUL byte follows the document");
    limb__report_fix(reader->report, limb__xml_at(reader, at, size), "remove it", "");
}

// Reports the first forbidden character and the first byte that is not UTF-8, with their numbers.
void limb__xml_check_characters(limb__xml_reader *reader)
{
    const char *end = reader->end;
    const char *first_odd = NULL;
    const char *first_bad = NULL;
    uint32_t odd = 0;
    size_t nodd = 0;
    size_t nbad = 0;
    for (const char *p = limb__scan_special(reader->text, end); p < end;
         p = limb__scan_special(p, end)) {
        uint32_t c;
        const int size = limb__utf8_decode(p, end, &c);
        if (size == 0) {
            if (nbad++ == 0) first_bad = p;
        } else if (c < 0x20 || c == 0xFFFE || c == 0xFFFF) {
            // a NUL rejects the file wherever it is, other characters are kept
            if (nodd++ == 0 || (c == 0 && odd != 0)) {
                first_odd = p;
                odd = c;
            }
        }
        p += size > 0 ? size : 1;
    }
    if (nbad > 0) {
        limb__xml_report(reader, first_bad, 1, LIMB_RULE_XML_UTF8,
                         "byte 0x%02X is not valid UTF-8%s", (unsigned char)*first_bad,
                         nbad > 1 ? "; more follow" : "");
    }
    if (nodd > 0) {
        const bool nul = odd == 0;
        limb__xml_report(reader, first_odd, 1, nul ? LIMB_RULE_XML_SYNTAX : LIMB_RULE_XML_CHARACTER,
                         "character U+%04X is not allowed in XML%s", (unsigned)odd,
                         nodd > 1 ? "; more follow" : "");
    }
}

// Checks an instruction named "xml" in any case.
void limb__xml_check_declaration(limb__xml_reader *reader, int index)
{
    const limb__xml_node *node = &reader->node[index];
    const char *at = reader->text + node->begin;
    const size_t size = node->end - node->begin;
    const uint32_t bom = memcmp(reader->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    if (memcmp(reader->text + limb__xml_name(node), "xml", 3) != 0) {
        limb__xml_report(
            reader, at + 2, 3, LIMB_RULE_XML_DECLARATION,
            "a processing instruction cannot be named \"%.3s\"; the XML declaration is \"xml\"",
            at + 2);
        return;
    }
    if (reader->root >= 0) {
        limb__xml_report(reader, at, size, LIMB_RULE_XML_SYNTAX,
                         "an XML declaration follows the first element");
        return;
    }
    if (node->begin != bom) {
        limb__xml_report(reader, at, size, LIMB_RULE_XML_DECLARATION_LATE,
                         "%s before the XML declaration", index == 0 ? "white space" : "something");
    }
    check_parts(reader, node);
}

// Checks version, then encoding and standalone if present.
static void check_parts(limb__xml_reader *reader, const limb__xml_node *node)
{
    const char *p = reader->text + node->open_end;
    const char *end = reader->text + node->close;
    const limb_text version = read_part(&p, end, "version");
    if (version.data) {
        check_version(reader, version);
    } else if (is_version_misspelt(reader, p, end)) {
        return;
    } else {
        limb__xml_report(reader, reader->text + node->begin, node->end - node->begin,
                         LIMB_RULE_XML_DECLARATION, "the XML declaration has no version");
    }
    const limb_text encoding = read_part(&p, end, "encoding");
    if (encoding.data) check_encoding_name(reader, encoding);
    const limb_text standalone = read_part(&p, end, "standalone");
    const bool odd = standalone.data && !limb__text_equal(standalone, "yes") &&
                     !limb__text_equal(standalone, "no");
    const char *rest = odd ? standalone.data : limb__scan_gap(p, end);
    if (rest < end) {
        limb__xml_report(reader, rest, (size_t)(end - rest), LIMB_RULE_XML_DECLARATION,
                         "the XML declaration is malformed from here on");
    }
}

// Returns whether the declaration looks like <?xml verison="1.0"?>.
static bool is_version_misspelt(limb__xml_reader *reader, const char *p, const char *end)
{
    static const char *const right[] = {"version"};
    const char *name = limb__scan_gap(p, end);
    const char *name_end = limb__scan_name(name, end);
    const size_t size = (size_t)(name_end - name);
    if (name_end >= end || size > LIMB__NAME_SHOWN || limb__nearest(name, size, right, 1) != 0)
        return false;
    limb__xml_report(reader, name, size, LIMB_RULE_XML_DECLARATION,
                     "the XML declaration has no \"%.*s\"; did you mean \"version\"?",
                     LIMB__SHOW(size, name));
    limb__report_fix(reader->report, limb__xml_at(reader, name, size), "write \"version\"",
                     right[0]);
    return true;
}

static void check_version(limb__xml_reader *reader, limb_text version)
{
    size_t digits = 2;
    while (digits < version.size && version.data[digits] >= '0' && version.data[digits] <= '9') {
        digits++;
    }
    if (digits > 2 && digits == version.size && memcmp(version.data, "1.", 2) == 0) return;
    limb__xml_report(reader, version.data, version.size, LIMB_RULE_XML_DECLARATION,
                     "XML version \"%.*s\" does not exist; it is read as 1.0",
                     LIMB__SHOW(version.size, version.data));
    limb__report_fix(reader->report, limb__xml_at(reader, version.data, version.size),
                     "write \"1.0\"", "1.0");
}

// The document is read as UTF-8 whatever it declares, which is right for ASCII in every encoding
// that is a superset of it.
static void check_encoding_name(limb__xml_reader *reader, limb_text encoding)
{
    if (equal_any_case(encoding, "utf-8")) return;
    const char *p = reader->text;
    while (p < reader->end && (unsigned char)*p < 0x80) {
        p = limb__scan_special(p, reader->end);
        if (p < reader->end && (unsigned char)*p < 0x80) p++;
    }
    const bool ascii = p == reader->end;
    if (ascii && equal_any_case(encoding, "us-ascii")) return;
    const bool meant = ascii || equal_any_case(encoding, "utf8") ||
                       equal_any_case(encoding, "ascii") || equal_any_case(encoding, "us-ascii");
    limb__xml_report(reader, encoding.data, encoding.size,
                     meant ? LIMB_RULE_XML_DECLARATION : LIMB_RULE_XML_ENCODING,
                     "encoding \"%.*s\" is declared, but %s",
                     LIMB__SHOW(encoding.size, encoding.data),
                     ascii   ? "the file is ASCII; write UTF-8"
                     : meant ? "the file is UTF-8"
                             : "only UTF-8 is read; save the file as UTF-8");
    if (meant) {
        limb__report_fix(reader->report, limb__xml_at(reader, encoding.data, encoding.size),
                         "write \"UTF-8\"", "UTF-8");
    }
}

// Returns the value of name="..." if that is at *p after white space, and advances *p; otherwise
// data is NULL.
static limb_text read_part(const char **p, const char *end, const char *name)
{
    const limb_text none = {NULL, 0};
    const char *at = limb__scan_gap(*p, end);
    const size_t size = strlen(name);
    if (at == *p || (size_t)(end - at) < size || memcmp(at, name, size) != 0) return none;
    at = limb__scan_gap(at + size, end);
    if (at == end || *at != '=') return none;
    at = limb__scan_gap(at + 1, end);
    if (at == end || (*at != '"' && *at != '\'')) return none;
    const char *value = at + 1;
    at = memchr(value, *at, (size_t)(end - value));
    if (!at) return none;
    *p = at + 1;
    return (limb_text){value, (size_t)(at - value)};
}

static bool equal_any_case(limb_text text, const char *other)
{
    if (text.size != strlen(other)) return false;
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.data[i];
        if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != other[i]) return false;
    }
    return true;
}
