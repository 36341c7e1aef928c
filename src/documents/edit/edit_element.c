// Edits of single attributes and elements: each is one or two patches of the source.
#include "documents/edit/edit.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static bool is_name(const char *name);
static limb_status refuse_name(limb_edit *edit, const char *name);
static limb_status append_attribute(limb_edit *edit, int node, const char *name, const char *value,
                                    size_t size);
static limb_status drop_attribute(limb_edit *edit, int attr);

limb_status limb_edit_set_attribute(limb_edit *edit, int node, const char *name, const char *value)
{
    assert(edit);
    if (!limb__edit_start_element(edit, node)) return LIMB_ERROR_INPUT;
    if (!is_name(name)) return refuse_name(edit, name);
    if (value) return limb__edit_put_attribute(edit, node, name, value, strlen(value));
    const int attr = limb__xml_find_attr(edit->doc, node, name);
    return attr < 0 ? LIMB_OK : drop_attribute(edit, attr);
}

limb_status limb_edit_set_numbers(limb_edit *edit, int node, const char *name, const double *value,
                                  int count)
{
    assert(edit);
    if (!limb__edit_start_element(edit, node)) return LIMB_ERROR_INPUT;
    if (!is_name(name)) return refuse_name(edit, name);
    if (count < 1 || !value) return limb__edit_fail(edit, "there are no numbers");
    for (int i = 0; i < count; i++)
        if (!isfinite(value[i])) return limb__edit_fail(edit, "a number is not finite");
    return limb__edit_put_numbers(edit, node, name, value, count);
}

static limb_status refuse_name(limb_edit *edit, const char *name)
{
    return limb__edit_fail(edit, "\"%s\" cannot be an attribute's name", name ? name : "");
}

limb_status limb_edit_add(limb_edit *edit, int parent, const char *xml)
{
    assert(edit);
    if (!limb__edit_start_element(edit, parent)) return LIMB_ERROR_INPUT;
    if (!xml) return limb__edit_fail(edit, "there is no XML to add");
    return limb__edit_insert(edit, parent, false, xml);
}

limb_status limb_edit_remove(limb_edit *edit, int node)
{
    assert(edit);
    limb__edit_start(edit);
    if (node < 0 || node >= edit->doc->nnode) return limb__edit_fail(edit, "no node %d", node);
    if (node == edit->doc->root) {
        return limb__edit_fail(edit, "the outermost element cannot be removed");
    }
    uint32_t begin, end;
    limb__layout_lines_of(edit->doc, node, &begin, &end);
    return limb__edit_patch(edit, begin, end - begin, 0, "", 0);
}

limb_status limb_edit_replace(limb_edit *edit, int node, const char *xml)
{
    assert(edit);
    if (!limb__edit_start_element(edit, node)) return LIMB_ERROR_INPUT;
    if (!xml) return limb__edit_fail(edit, "there is no XML to add");
    const limb__xml_node *n = &edit->doc->node[node];
    edit->scratch.size = 0;
    const limb_status status =
        limb__edit_fragment(edit, xml, limb__layout_indent(edit->doc, n->begin));
    if (status != LIMB_OK) return status;
    return limb__edit_patch_scratch(edit, n->begin, n->end - n->begin, 0);
}

limb_status limb__edit_put_attribute(limb_edit *edit, int node, const char *name, const char *value,
                                     size_t size)
{
    const int attr = limb__xml_find_attr(edit->doc, node, name);
    if (attr < 0) return append_attribute(edit, node, name, value, size);
    return limb__edit_put_value(edit, attr, value, size);
}

limb_status limb__edit_put_numbers(limb_edit *edit, int node, const char *name, const double *value,
                                   int count)
{
    limb__builder text;
    limb__builder_init(&text, edit->memory);
    for (int i = 0; i < count; i++) {
        if (i > 0) limb__builder_char(&text, ' ');
        limb__builder_number(&text, value[i]);
    }
    const limb_status status =
        text.failed ? LIMB_ERROR_MEMORY
                    : limb__edit_put_attribute(edit, node, name, text.data, text.size);
    limb__builder_free(&text);
    return status;
}

limb_status limb__edit_put_value(limb_edit *edit, int attr, const char *value, size_t size)
{
    const limb__xml_attr *a = &edit->doc->attr[attr];
    const char *old = edit->doc->source.text + a->value;
    if (!limb__edit_is_text(edit, value, size)) return LIMB_ERROR_INPUT;
    edit->scratch.size = 0;
    limb__builder_xml(&edit->scratch, value, size, old[-1]);
    if (!edit->scratch.failed && edit->scratch.size == a->value_size &&
        (a->value_size == 0 || memcmp(edit->scratch.data, old, a->value_size) == 0)) {
        return LIMB_OK;
    }
    return limb__edit_patch_scratch(edit, a->value, a->value_size, 0);
}

// letters, digits and -._: as in XML; beyond ASCII the reader decides
static bool is_name(const char *name)
{
    if (!name || !*name) return false;
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        const bool begins = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_' ||
                            *c == ':' || *c >= 0x80;
        const bool follows = (*c >= '0' && *c <= '9') || *c == '-' || *c == '.';
        if (!begins && (!follows || c == (const unsigned char *)name)) return false;
    }
    return true;
}

// Inserts an attribute after the last one, with the same quotes; on a line of its own if the last
// one is on its own line.
static limb_status append_attribute(limb_edit *edit, int node, const char *name, const char *value,
                                    size_t size)
{
    const limb_document *doc = edit->doc;
    const limb__xml_node *n = &doc->node[node];
    const limb__xml_attr *last =
        limb__xml_nattr(n) > 0 ? &doc->attr[limb__xml_attr_end(n) - 1] : NULL;
    const uint32_t at =
        last ? last->value + last->value_size + 1 : limb__xml_name(n) + n->label.size;
    const char quote = last ? doc->source.text[last->value - 1] : limb__layout_quote(doc);

    if (!limb__edit_is_text(edit, value, size)) return LIMB_ERROR_INPUT;
    limb__builder *text = &edit->scratch;
    text->size = 0;
    const limb_text indent = last ? limb__layout_indent(doc, last->name) : (limb_text){NULL, 0};
    if (indent.data) {
        limb__builder_text(text, limb__layout_newline(doc));
        limb__builder_bytes(text, indent.data, indent.size);
    } else {
        limb__builder_char(text, ' ');
    }
    const size_t begin = text->size - 1; // with one byte of white space: "rpy=" is not "my_rpy="
    limb__builder_text(text, name);
    limb__builder_char(text, '=');
    limb__builder_char(text, quote);
    if (!text->failed &&
        limb__patches_inserts(&edit->patches, at, 0, text->data + begin, text->size - begin)) {
        return limb__edit_fail(edit, "attribute \"%s\" was already added; apply that first", name);
    }
    limb__builder_xml(text, value, size, quote);
    limb__builder_char(text, quote);
    return limb__edit_patch_scratch(edit, at, 0, 0);
}

// Removes an attribute with the white space before it.
static limb_status drop_attribute(limb_edit *edit, int attr)
{
    const limb__xml_attr *a = &edit->doc->attr[attr];
    uint32_t begin = a->name;
    while (limb__is_space(edit->doc->source.text[begin - 1]))
        begin--;
    const uint32_t end = a->value + a->value_size + 1;
    // x="1"y="2" is tolerated in files, but <linky="2" is another element
    const char next = edit->doc->source.text[end];
    const bool is_joined = !limb__is_space(next) && next != '/' && next != '>';
    return limb__edit_patch(edit, begin, end - begin, 0, " ", is_joined ? 1 : 0);
}
