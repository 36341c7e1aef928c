// Prints a message as text. The definition is read in parallel with the bytes: each of its lines is
// a field, "type name", "type[] name" or "type[9] name". The nesting depth is that of limb's
// definitions, not of the input.
#include "services/messages/print_message.h"

#include "services/messages/cdr.h"

#include <math.h>
#include <string.h>

typedef struct printer {
    limb__builder *out;
    limb__cdr cdr;
    bool json;
} printer;

typedef struct field {
    limb_text type;
    limb_text name;
    bool is_list;
    uint32_t count; // fixed length of an array; 0: given in the message
} field;

static void print_fields(printer *p, const char *definition, int indent, bool in_list);
static const char *read_field(const char *line, field *out);
static void print_list(printer *p, const field *f, int indent);
static void print_value(printer *p, limb_text type, int indent, bool in_list);
static void print_basic(printer *p, limb_text type, int indent);
static void print_integer(printer *p, limb_text type);
static void print_real(printer *p, double value);
static void print_text(printer *p, limb_text text, int indent);
static bool is_block(limb_text text);
static void print_block(printer *p, limb_text text, int indent);
static size_t min_size(limb_text type);
static void new_line(printer *p, int indent);

limb_status limb__print_message(limb__builder *out, const limb__message_type *type,
                                const void *bytes, size_t size, bool json)
{
    printer p = {.out = out, .json = json};
    // definitions use "pkg/Name" for "pkg/msg/Name"
    char name[LIMB__TYPE_NAME_SIZE];
    const size_t package = strcspn(type->name, "/");
    memcpy(name, type->name, package);
    strcpy(name + package, type->name + package + strlen("/msg"));
    const char *definition = limb__find_definition(name, strlen(name));
    if (!definition) return LIMB_ERROR_UNSUPPORTED;
    if (!limb__cdr_open(&p.cdr, bytes, size)) return LIMB_ERROR_INPUT;
    print_fields(&p, definition, 0, false);
    limb__builder_text(out, json ? "\n" : "\n---\n");
    if (out->failed) return LIMB_ERROR_MEMORY;
    return p.cdr.failed ? LIMB_ERROR_INPUT : LIMB_OK;
}

// An element of a list begins after its "- ", all other fields on separate lines.
static void print_fields(printer *p, const char *definition, int indent, bool in_list)
{
    field f;
    bool is_first = true;
    if (p->json) limb__builder_char(p->out, '{');
    for (const char *line = definition; *line && !p->cdr.failed; is_first = false) {
        line = read_field(line, &f);
        if (p->json) {
            if (!is_first) limb__builder_char(p->out, ',');
            limb__builder_json(p->out, f.name.data, f.name.size);
            limb__builder_char(p->out, ':');
        } else {
            if (!(is_first && (in_list || p->out->size == 0))) new_line(p, indent);
            limb__builder_bytes(p->out, f.name.data, f.name.size);
            limb__builder_char(p->out, ':');
        }
        if (f.is_list) {
            print_list(p, &f, indent);
        } else {
            print_value(p, f.type, indent, false);
        }
    }
    if (p->json) limb__builder_char(p->out, '}');
}

static const char *read_field(const char *line, field *out)
{
    const char *end = strchr(line, '\n');
    const char *blank = strchr(line, ' ');
    const size_t type = strcspn(line, " [");
    *out = (field){.type = {line, type}, .name = {blank + 1, (size_t)(end - blank - 1)}};
    out->is_list = line[type] == '[';
    for (const char *digit = line + type + 1; out->is_list && *digit != ']'; digit++)
        out->count = out->count * 10 + (uint32_t)(*digit - '0');
    return end + 1;
}

static void print_list(printer *p, const field *f, int indent)
{
    const uint32_t count = f->count > 0 ? f->count : limb__cdr_count(&p->cdr, min_size(f->type));
    if (p->json) {
        limb__builder_char(p->out, '[');
    } else if (count == 0) {
        limb__builder_text(p->out, " []");
    }
    for (uint32_t i = 0; i < count && !p->cdr.failed; i++) {
        if (p->json) {
            if (i > 0) limb__builder_char(p->out, ',');
        } else {
            new_line(p, indent);
            limb__builder_char(p->out, '-');
        }
        print_value(p, f->type, indent, true);
    }
    if (p->json) limb__builder_char(p->out, ']');
}

static void print_value(printer *p, limb_text type, int indent, bool in_list)
{
    const char *nested = limb__find_definition(type.data, type.size);
    if (!nested) {
        if (!p->json) limb__builder_char(p->out, ' ');
        print_basic(p, type, indent);
        return;
    }
    if (in_list && !p->json) limb__builder_char(p->out, ' ');
    print_fields(p, nested, indent + 2, in_list);
}

static void print_basic(printer *p, limb_text type, int indent)
{
    if (limb__text_equal(type, "string")) {
        print_text(p, limb__cdr_text(&p->cdr), indent);
    } else if (limb__text_equal(type, "float64")) {
        print_real(p, limb__cdr_double(&p->cdr));
    } else {
        print_integer(p, type);
    }
}

static void print_integer(printer *p, limb_text type)
{
    if (limb__text_equal(type, "int32")) {
        limb__builder_int(p->out, (int32_t)limb__cdr_u32(&p->cdr));
    } else if (limb__text_equal(type, "uint32")) {
        limb__builder_int(p->out, limb__cdr_u32(&p->cdr));
    } else {
        limb__builder_int(p->out, limb__cdr_u8(&p->cdr));
    }
}

static void print_real(printer *p, double value)
{
    if (isfinite(value)) {
        limb__builder_number(p->out, value);
    } else if (p->json) {
        limb__builder_text(p->out, "null");
    } else {
        limb__builder_text(p->out, isnan(value) ? ".nan" : value > 0 ? ".inf" : "-.inf");
    }
}

// A JSON string is also valid YAML; names need no quotes there, and multi-line text is readable
// as a block.
static void print_text(printer *p, limb_text text, int indent)
{
    bool is_name = text.size > 0 && !p->json;
    for (size_t i = 0; i < text.size && is_name; i++) {
        const char c = text.data[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        is_name = letter || (i > 0 && ((c >= '0' && c <= '9') || c == '/' || c == '.'));
    }
    if (is_name) {
        limb__builder_bytes(p->out, text.data, text.size);
    } else if (!p->json && is_block(text)) {
        print_block(p, text, indent + 2);
    } else {
        limb__builder_json(p->out, text.data, text.size);
    }
}

// Returns true for several lines that YAML accepts unquoted: no control characters, and no
// other line breaks.
static bool is_block(limb_text text)
{
    const char *end = text.data + text.size;
    if (text.size == 0 || !memchr(text.data, '\n', text.size)) return false;
    if (limb__utf8_invalid(text.data, end)) return false;
    for (const char *at = text.data; at < end;) {
        uint32_t c;
        at += limb__utf8_decode(at, end, &c);
        const bool is_control = c < 0x20 || (c >= 0x7f && c < 0xa0);
        const bool is_special = c == 0x2028 || c == 0x2029 || c == 0xfeff;
        if ((is_control && c != '\n' && c != '\t') || is_special) return false;
    }
    return true;
}

// Prints a literal block. Its indentation is explicit, since its first line may begin with blanks;
// "-": no final line feed, "+": several.
static void print_block(printer *p, limb_text text, int indent)
{
    const size_t last = text.size - 1;
    const bool is_ended = text.data[last] == '\n';
    const bool is_open = is_ended && (last == 0 || text.data[last - 1] == '\n');
    limb__builder_text(p->out, is_open ? "|2+" : is_ended ? "|2" : "|2-");
    const size_t size = is_ended ? last : text.size;
    for (size_t at = 0; at <= size;) {
        const char *end = at < size ? memchr(text.data + at, '\n', size - at) : NULL;
        const size_t length = end ? (size_t)(end - (text.data + at)) : size - at;
        // empty lines are not indented
        new_line(p, length > 0 ? indent : 0);
        limb__builder_bytes(p->out, text.data + at, length);
        at += length + 1;
    }
}

// Returns the minimum size of an element in bytes.
static size_t min_size(limb_text type)
{
    if (limb__text_equal(type, "float64")) return 8;
    if (limb__text_equal(type, "uint8")) return 1;
    return 4; // integers, the length of a string; every message contains one of those
}

static void new_line(printer *p, int indent)
{
    limb__builder_char(p->out, '\n');
    limb__builder_repeat(p->out, ' ', indent);
}
