// Shared by the tags of xacro: required attributes, namespaces, names.
#include "documents/expression/syntax_node.h"
#include "documents/xacro/expand.h"
#include "documents/xml/xml.h"

#include <string.h>

static void report_unknown_attr(limb__expansion *x, const limb__dom *node,
                                const limb__dom_attr *attr, const char *allowed);

bool limb__is_xacro_name(limb_text name, const char *local)
{
    return name.size > 6 && memcmp(name.data, "xacro:", 6) == 0 &&
           limb__text_equal((limb_text){name.data + 6, name.size - 6}, local);
}

limb__dom_attr *limb__required_attr(limb__expansion *x, limb__dom *node, const char *name)
{
    limb__dom_attr *attr = limb__dom_find_attr(node, name);
    if (attr) return attr;
    limb__xacro_report(x, node->origin, LIMB_RULE_XACRO_ATTRIBUTE_MISSING,
                       "<%.*s> needs the attribute \"%s\"", (int)node->name.size, node->name.data,
                       name);
    return NULL;
}

void limb__check_attrs(limb__expansion *x, limb__dom *node, const char *allowed)
{
    for (int i = 0; i < node->nattr; i++) {
        const limb_text name = node->attr[i].name;
        if (name.size > 6 && memcmp(name.data, "xmlns:", 6) == 0) continue;
        const char *at = allowed;
        bool found = false;
        while (*at && !found) {
            const size_t size = strcspn(at, " ");
            found = size == name.size && memcmp(at, name.data, size) == 0;
            at += size;
            while (*at == ' ')
                at++;
        }
        if (!found) report_unknown_attr(x, node, &node->attr[i], allowed);
    }
}

static void report_unknown_attr(limb__expansion *x, const limb__dom *node,
                                const limb__dom_attr *attr, const char *allowed)
{
    limb__known known = {.arena = x->eval.arena};
    for (const char *at = allowed; *at; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        limb__known_add(&known, (limb_text){at, size});
        at += size;
    }
    const limb__suggestion near = limb__known_nearest(&known, attr->name);
    limb__xacro_report(x, attr->origin, LIMB_RULE_XACRO_ATTRIBUTE,
                       "<%.*s> has no attribute \"%.*s\"%s%s%s", (int)node->name.size,
                       node->name.data, (int)attr->name.size, attr->name.data, near.before,
                       near.name, near.after);
}

bool limb__lift_namespaces(limb__expansion *x, limb__dom *parent, const limb__dom *from)
{
    for (int i = 0; i < from->nattr; i++) {
        const limb__dom_attr *attr = &from->attr[i];
        if (attr->name.size <= 6 || memcmp(attr->name.data, "xmlns:", 6) != 0 ||
            limb__text_equal(attr->name, "xmlns:xacro")) {
            continue;
        }
        const limb__dom_attr *old = limb__dom_find_attr_text(parent, attr->name);
        const bool differs =
            old && (old->value.size != attr->value.size ||
                    memcmp(old->value.data, attr->value.data, attr->value.size) != 0);
        if (differs) {
            limb__xacro_report(x, attr->origin, LIMB_RULE_XACRO_NAMESPACE,
                               "%.*s is \"%.*s\" here, but \"%.*s\" where it is inserted",
                               (int)attr->name.size, attr->name.data, (int)attr->value.size,
                               attr->value.data, (int)old->value.size, old->value.data);
        } else if (!limb__dom_set_attr(&x->eval, parent, attr->name, attr->value, attr->origin)) {
            return false;
        }
    }
    return true;
}

void limb__recover(limb__expansion *x)
{
    if (x->eval.is_limit) {
        x->is_stopped = true;
        return;
    }
    x->eval.error = NULL;
    x->eval.error_kind = NULL;
    x->eval.is_final = false;
}

bool limb__is_xml_name(limb_text name)
{
    for (size_t i = 0; i < name.size; i++) {
        const unsigned char c = (unsigned char)name.data[i];
        const bool starts =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || c >= 0x80;
        const bool follows = (c >= '0' && c <= '9') || c == '-' || c == '.';
        if (!starts && (i == 0 || !follows)) return false;
    }
    return name.size > 0;
}

bool limb__is_keyword_text(limb_text text)
{
    return limb__is_keyword(text);
}

bool limb__text_holds(limb_text text, const char *part)
{
    const size_t size = strlen(part);
    for (size_t i = 0; i + size <= text.size; i++)
        if (memcmp(text.data + i, part, size) == 0) return true;
    return false;
}

limb__origin limb__origin_tag_name(const limb__dom *node)
{
    limb__origin origin = node->origin;
    if (origin.size > node->name.size + 1) {
        origin.offset += 1;
        origin.size = (uint32_t)node->name.size;
    }
    return origin;
}

int limb__order_names(limb_text a, limb_text b)
{
    const size_t size = a.size < b.size ? a.size : b.size;
    const int order = memcmp(a.data, b.data, size);
    return order != 0 ? order : a.size < b.size ? -1 : a.size > b.size;
}

// Usually the root declares the prefix; otherwise the document is searched, except elements that
// declare the prefix themselves.
void limb__check_prefix(limb__expansion *x, const limb__dom *root)
{
    const limb__dom *node = root;
    while (node) {
        const bool is_element = node->kind == LIMB_NODE_ELEMENT;
        const bool is_bound = is_element && limb__dom_find_attr(node, "xmlns:xacro");
        if (is_element && !is_bound && node->name.size > 6 &&
            memcmp(node->name.data, "xacro:", 6) == 0) {
            limb__xacro_report(x, limb__origin_tag_name(node), LIMB_RULE_XML_PREFIX,
                               "prefix \"xacro\" is not declared: "
                               "xmlns:xacro=\"http://www.ros.org/wiki/xacro\" is missing in the "
                               "outermost element");
            return;
        }
        const limb__dom *next = is_bound ? NULL : node->first;
        while (!next && node && node != root) {
            next = node->next;
            node = node->parent;
        }
        node = next;
    }
}
