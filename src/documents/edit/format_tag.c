// Start tags in canonical form: attributes in the schema's order, double quotes, shortest numbers.
#include "base/number.h"
#include "documents/edit/format_document.h"

#include <string.h>

enum { COLUMN_LIMIT = 100 };

typedef struct tag_writer {
    limb__builder *out;
    limb__builder *scratch;
    const limb_document *doc;
    bool keep_numbers;
    int align;  // column of the first attribute
    int column; // current column
} tag_writer;

static void write_attribute(tag_writer *w, int attr, bool is_number, int tail);
static void append_value(limb__builder *out, const char *value, uint32_t size);
static bool append_numbers(limb__builder *out, const char *value, uint32_t size);
static bool is_number_key(limb__key key);
static int width_of(const char *text, size_t size);

void limb__format_start_tag(limb__builder *out, limb__builder *scratch, const limb_document *doc,
                            int node, limb__tag tag, int column, int tail,
                            const limb_format_opts *opts)
{
    const limb__xml_node *n = &doc->node[node];
    const char *text = doc->source.text;
    limb__builder_char(out, '<');
    limb__builder_bytes(out, text + limb__xml_name(n), n->label.size);
    const int begin = column + 1 + width_of(text + limb__xml_name(n), n->label.size);
    tag_writer w = {out, scratch, doc, opts->keep_numbers, begin + 1, begin};

    // the schema's attributes first, in its order
    const uint64_t keys = limb__schema_of[tag].key;
    int at[LIMB__KEY_COUNT];
    memset(at, 0xff, sizeof at);
    int left = limb__xml_nattr(n);
    for (int attr = n->attr; attr < limb__xml_attr_end(n) && !opts->keep_order; attr++) {
        const limb__key key = limb__key_of(text + doc->attr[attr].name, doc->attr[attr].label.size);
        if (keys & LIMB__BIT(key)) at[key] = attr;
    }
    for (int key = 0; key < LIMB__KEY_COUNT; key++) {
        if (at[key] < 0) continue;
        left--;
        write_attribute(&w, at[key], is_number_key((limb__key)key), left == 0 ? tail : 0);
    }
    for (int attr = n->attr; attr < limb__xml_attr_end(n); attr++) {
        const limb__key key = limb__key_of(text + doc->attr[attr].name, doc->attr[attr].label.size);
        const bool is_ours = (keys & LIMB__BIT(key)) != 0;
        if (is_ours && at[key] == attr) continue;
        left--;
        write_attribute(&w, attr, is_ours && is_number_key(key), left == 0 ? tail : 0);
    }
}

// Continues on the same line while it fits, else on the next under the first attribute.
static void write_attribute(tag_writer *w, int attr, bool is_number, int tail)
{
    const limb__xml_attr *a = &w->doc->attr[attr];
    const char *text = w->doc->source.text;
    limb__builder *piece = w->scratch;
    piece->size = 0;
    limb__builder_bytes(piece, text + a->name, a->label.size);
    limb__builder_text(piece, "=\"");
    if (!is_number || w->keep_numbers || !append_numbers(piece, text + a->value, a->value_size)) {
        append_value(piece, text + a->value, a->value_size);
    }
    limb__builder_char(piece, '"');
    if (piece->failed) {
        w->out->failed = true;
        return;
    }
    const int width = width_of(piece->data, piece->size);
    if (w->column + 1 + width + tail > COLUMN_LIMIT && w->column >= w->align) {
        limb__builder_char(w->out, '\n');
        limb__builder_repeat(w->out, ' ', w->align);
        w->column = w->align + width;
    } else {
        limb__builder_char(w->out, ' ');
        w->column += 1 + width;
    }
    limb__builder_bytes(w->out, piece->data, piece->size);
}

// Appends the value as written, except that quotes become double quotes.
static void append_value(limb__builder *out, const char *value, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        if (value[i] == '"') {
            limb__builder_text(out, "&quot;");
        } else {
            limb__builder_char(out, value[i]);
        }
    }
}

// Writes each number in its shortest form, separated by one space. Returns false, with nothing
// appended, for a value that a reader could interpret as anything other than finite numbers.
static bool append_numbers(limb__builder *out, const char *value, uint32_t size)
{
    const size_t begin = out->size;
    const char *at = value, *end = value + size;
    while (at < end) {
        if (limb__is_space(*at)) {
            at++;
            continue;
        }
        double number;
        const char *stop;
        const limb__number_result result = limb__number_parse(at, end, &number, &stop);
        if (result != LIMB__NUMBER_OK || (stop < end && !limb__is_space(*stop))) {
            out->size = begin;
            return false;
        }
        if (out->size > begin) limb__builder_char(out, ' ');
        limb__builder_number(out, number);
        at = stop;
    }
    return out->size > begin;
}

static bool is_number_key(limb__key key)
{
    const uint64_t texts = LIMB__BIT(LIMB__KEY_OTHER) | LIMB__BIT(LIMB__KEY_NAME) |
                           LIMB__BIT(LIMB__KEY_VERSION) | LIMB__BIT(LIMB__KEY_TYPE) |
                           LIMB__BIT(LIMB__KEY_FILENAME) | LIMB__BIT(LIMB__KEY_LINK) |
                           LIMB__BIT(LIMB__KEY_JOINT) | LIMB__BIT(LIMB__KEY_REFERENCE);
    return !(texts & LIMB__BIT(key));
}

// Returns the width in columns, counted as code points.
static int width_of(const char *text, size_t size)
{
    int width = 0;
    for (size_t i = 0; i < size; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80) width++;
    return width;
}
