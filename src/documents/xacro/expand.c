// The traversal of the tree: expands each element, comments, text and attributes.
#include "documents/xacro/expand.h"

#include <stdio.h>
#include <string.h>

static bool expand_attributes(limb__expansion *x, limb__dom *node, limb__scope *scope);
static bool expand_node(limb__expansion *x, limb__dom *node, limb__macros *macros,
                        limb__scope *scope);
static bool insert_block(limb__expansion *x, limb__dom *node, limb__macros *macros,
                         limb__scope *scope);
static void report_unknown_block(limb__expansion *x, const limb__dom_attr *attr,
                                 const limb__scope *scope);
static bool rename_element(limb__expansion *x, limb__dom *node, limb__macros *macros,
                           limb__scope *scope);
static bool set_attribute(limb__expansion *x, limb__dom *node, limb__scope *scope);
static bool expand_condition(limb__expansion *x, limb__dom *node, limb__macros *macros,
                             limb__scope *scope);
static void expand_again(limb__expansion *x, const limb__dom *node, const limb__dom_attr *value,
                         limb__scope *scope);
static bool expand_comment(limb__expansion *x, limb__dom *node, limb__scope *scope,
                           bool *evaluates);
static bool enter(limb__expansion *x, const limb__dom *node);
static void warn_of_old_tag(limb__expansion *x, limb__dom *node);
static bool is_blank(limb_text text);
static int count_lines(limb_text text);

bool limb__expand_element(limb__expansion *x, limb__dom *node, limb__macros *macros,
                          limb__scope *scope)
{
    const bool ok = expand_attributes(x, node, scope);
    return limb__expand_children(x, node, macros, scope) && ok;
}

static bool expand_attributes(limb__expansion *x, limb__dom *node, limb__scope *scope)
{
    bool ok = true;
    for (int i = 0; i < node->nattr;) {
        limb__dom_attr *attr = &node->attr[i];
        const bool is_xacro = attr->name.size > 6 && memcmp(attr->name.data, "xacro:", 6) == 0;
        if (is_xacro || limb__text_equal(attr->name, "xmlns:xacro")) {
            limb__dom_remove_attr(node, attr);
            continue;
        }
        const limb_text value = limb__expand_str(x, attr->value, scope, attr->origin);
        if (!value.data) {
            ok = false;
            attr->value = (limb_text){"", 0}; // inside a block it would otherwise
                                              // be evaluated again
            limb__recover(x);
        } else if (value.data != attr->value.data) {
            attr->value = value;
            attr->origin.is_literal = false;
            attr->trail = x->from;
        }
        i++;
    }
    return ok;
}

// Leaves out children that fail; returns false if one did.
bool limb__expand_children(limb__expansion *x, limb__dom *node, limb__macros *macros,
                           limb__scope *scope)
{
    if (!enter(x, node)) return false;
    bool evaluates_comments = false;
    bool ok = true;
    limb__dom *next;
    for (limb__dom *child = node->first; child && !x->is_stopped; child = next) {
        next = child->next;
        bool done = true;
        if (child->kind == LIMB_NODE_ELEMENT) {
            evaluates_comments = false;
            done = expand_node(x, child, macros, scope);
        } else if (child->kind == LIMB_NODE_TEXT) {
            child->content = limb__expand_str(x, child->content, scope, child->origin);
            done = child->content.data != NULL;
            if (!done) child->content = (limb_text){"", 0};
            if (!is_blank(child->content)) evaluates_comments = false;
        } else if (child->kind == LIMB_NODE_COMMENT) {
            done = expand_comment(x, child, scope, &evaluates_comments);
        }
        if (!done) {
            ok = false;
            limb__recover(x);
            if (child->kind == LIMB_NODE_ELEMENT && child->parent == node && child->name.size > 6 &&
                memcmp(child->name.data, "xacro:", 6) == 0) {
                limb__dom_remove(child);
            }
        }
    }
    x->depth--;
    return ok && !x->is_stopped;
}

static bool expand_node(limb__expansion *x, limb__dom *node, limb__macros *macros,
                        limb__scope *scope)
{
    const limb_text name = node->name;
    if (name.size < 6 || memcmp(name.data, "xacro:", 6) != 0) {
        warn_of_old_tag(x, node);
        return limb__expand_element(x, node, macros, scope);
    }
    bool ok = true;
    if (limb__is_xacro_name(name, "insert_block")) return insert_block(x, node, macros, scope);
    if (limb__is_xacro_name(name, "include")) return limb__include(x, node, macros, scope);
    if (limb__is_xacro_name(name, "element")) return rename_element(x, node, macros, scope);
    if (limb__is_xacro_name(name, "if") || limb__is_xacro_name(name, "unless")) {
        return expand_condition(x, node, macros, scope);
    }
    if (limb__is_xacro_name(name, "property")) {
        ok = limb__define_property(x, node, scope);
    } else if (limb__is_xacro_name(name, "macro")) {
        ok = limb__define_macro(x, node, macros);
    } else if (limb__is_xacro_name(name, "arg")) {
        ok = limb__declare_argument(x, node, scope);
    } else if (limb__is_xacro_name(name, "attribute")) {
        ok = set_attribute(x, node, scope);
    } else {
        return limb__call_macro(x, node, macros, scope);
    }
    limb__dom_remove(node);
    return ok;
}

static bool insert_block(limb__expansion *x, limb__dom *node, limb__macros *macros,
                         limb__scope *scope)
{
    limb__check_attrs(x, node, "name");
    const limb__dom_attr *attr = limb__required_attr(x, node, "name");
    if (!attr) return false;
    char *starred = limb__take(&x->eval, attr->value.size + 2);
    if (!starred) return limb__report_error(x, node->origin);
    memcpy(starred, "**", 2);
    memcpy(starred + 2, attr->value.data, attr->value.size);
    limb__property *many = limb__scope_find(scope, (limb_text){starred, attr->value.size + 2});
    limb__property *one =
        many ? NULL : limb__scope_find(scope, (limb_text){starred + 1, attr->value.size + 1});
    limb__property *property = many ? many : one;
    if (!property || property->value->kind != LIMB__VALUE_BLOCK) {
        report_unknown_block(x, attr, scope);
        return false;
    }
    property->is_used = true;
    limb__dom *block = limb__dom_clone(&x->eval, property->value->as.block, NULL);
    if (!block) return limb__report_error(x, node->origin);
    if (many) {
        limb__expand_element(x, block, macros, scope);
        limb__dom_replace_by_content(node, block);
    } else {
        limb__dom_insert_before(block, node);
        limb__expand_element(x, block, macros, scope);
        limb__dom_remove(node);
    }
    return true;
}

static void report_unknown_block(limb__expansion *x, const limb__dom_attr *attr,
                                 const limb__scope *scope)
{
    limb__known all = {.arena = x->eval.arena}, blocks = all;
    for (; scope; scope = scope->parent)
        limb__table_names(&scope->table, &all);
    for (int i = 0; i < all.count; i++)
        if (all.name[i][0] == '*')
            limb__known_add_word(&blocks, all.name[i] + strspn(all.name[i], "*"));
    const limb__suggestion near = limb__known_nearest(&blocks, attr->value);
    limb__xacro_report(x, attr->origin, LIMB_RULE_XACRO_BLOCK, "there is no block \"%.*s\"%s%s%s",
                       (int)attr->value.size, attr->value.data, near.before, near.name, near.after);
}

// <xacro:element xacro:name="..."> becomes the element of that name.
static bool rename_element(limb__expansion *x, limb__dom *node, limb__macros *macros,
                           limb__scope *scope)
{
    limb__dom_attr *attr = limb__required_attr(x, node, "xacro:name");
    if (!attr) return false;
    const limb_text name = limb__expand_str(x, attr->value, scope, attr->origin);
    if (!name.data) return false;
    if (!limb__is_xml_name(name)) {
        limb__xacro_report(x, attr->origin, LIMB_RULE_XACRO_NAME,
                           name.size == 0 ? "the name of the element is empty"
                                          : "\"%.*s\" cannot name an element",
                           (int)(name.size < 200 ? name.size : 200), name.data);
        return false;
    }
    limb__dom_remove_attr(node, attr);
    node->name = name;
    if (limb__is_xacro_name(name, "element")) { // would never terminate
        limb__required_attr(x, node, "xacro:name");
        return false;
    }
    return expand_node(x, node, macros, scope);
}

static bool set_attribute(limb__expansion *x, limb__dom *node, limb__scope *scope)
{
    const limb__dom_attr *name_attr = limb__required_attr(x, node, "name");
    const limb__dom_attr *value_attr = name_attr ? limb__required_attr(x, node, "value") : NULL;
    if (!value_attr) return false;
    const limb_text name = limb__expand_str(x, name_attr->value, scope, name_attr->origin);
    const limb_text value = name.data
                                ? limb__expand_str(x, value_attr->value, scope, value_attr->origin)
                                : (limb_text){NULL, 0};
    if (!value.data) return false;
    if (!limb__is_xml_name(name)) {
        limb__xacro_report(x, name_attr->origin, LIMB_RULE_XACRO_NAME,
                           name.size == 0 ? "the name of the attribute is empty"
                                          : "\"%.*s\" cannot name an attribute",
                           (int)(name.size < 200 ? name.size : 200), name.data);
        return false;
    }
    limb__dom *parent = node->parent;
    const bool is_lost = parent->name.size > 6 && memcmp(parent->name.data, "xacro:", 6) == 0;
    if (is_lost) {
        limb__xacro_report(x, node->origin, LIMB_RULE_XACRO_LOST,
                           "the attribute is lost: xacro sets it on <%.*s>, which is not part of "
                           "the result",
                           (int)parent->name.size, parent->name.data);
    }
    limb__origin origin = value_attr->origin;
    origin.is_literal = origin.is_literal && value.data == value_attr->value.data;
    return limb__dom_set_attr(&x->eval, parent, name, value, origin) ||
           limb__report_error(x, node->origin);
}

static bool expand_condition(limb__expansion *x, limb__dom *node, limb__macros *macros,
                             limb__scope *scope)
{
    limb__remove_previous_comments(x, node);
    limb__check_attrs(x, node, "value");
    const limb__dom_attr *attr = limb__required_attr(x, node, "value");
    if (!attr) return false;
    limb__value *value = limb__expand_text(x, attr->value, scope, attr->origin);
    if (!value) return false;
    const int condition = limb__condition(x, value);
    if (condition < 0) {
        if (x->eval.error) return limb__report_error(x, attr->origin);
        const limb_text shown = limb__value_str(&x->eval, value);
        const int size = (int)(shown.size < 200 ? shown.size : 200);
        const bool is_name = shown.data && limb__scope_find(scope, shown) != NULL;
        limb__xacro_report(x, attr->origin, LIMB_RULE_XACRO_CONDITION,
                           is_name
                               ? "the condition is \"%.*s\"; it must be true, false or an "
                                 "integer: the property is written ${%.*s}"
                               : "the condition is \"%.*s\"; it must be true, false or an integer",
                           size, shown.data ? shown.data : "", size, shown.data);
        return false;
    }
    const bool keep = (condition == 1) == limb__is_xacro_name(node->name, "if");
    if (!keep) {
        limb__dom_remove(node);
        return true;
    }
    expand_again(x, node, attr, scope);
    limb__expand_children(x, node, macros, scope);
    limb__dom_replace_by_content(node, node);
    return true;
}

// As in ROS, all attributes of a true condition are evaluated, including unknown ones, and its
// value a second time; only a call could make a difference.
static void expand_again(limb__expansion *x, const limb__dom *node, const limb__dom_attr *value,
                         limb__scope *scope)
{
    for (int i = 0; i < node->nattr; i++) {
        const limb__dom_attr *attr = &node->attr[i];
        if (attr == value && !limb__text_holds(attr->value, "(")) continue;
        if (!limb__expand_str(x, attr->value, scope, attr->origin).data) limb__recover(x);
    }
}

static bool expand_comment(limb__expansion *x, limb__dom *node, limb__scope *scope, bool *evaluates)
{
    const limb_text text = node->content;
    if (limb__text_holds(text, "xacro:eval-comments")) {
        *evaluates = !limb__text_holds(text, "xacro:eval-comments:off");
        limb__dom_remove(node);
        return true;
    }
    if (!*evaluates) return true;
    limb__origin origin = node->origin; // the content starts after "<!--"
    origin.offset += 4;
    origin.is_literal = text.size + 7 == origin.size; // no line end was converted
    origin.size = (uint32_t)text.size;
    const limb_text value = limb__expand_str(x, text, scope, origin);
    if (!value.data) return false;
    node->content = value;
    return true;
}

static bool enter(limb__expansion *x, const limb__dom *node)
{
    const int max = x->opts->max_depth > 0 ? x->opts->max_depth : LIMB__MAX_NESTING;
    if (x->depth < max && limb__has_stack_for_expressions(&x->eval) && limb__step(&x->eval, 1)) {
        x->depth++;
        return true;
    }
    if (x->eval.error) {
        limb__report_error(x, node->origin);
    } else if (!x->is_stopped) {
        char limit[60];
        if (x->depth < max) {
            snprintf(limit, sizeof limit, "too deeply for %zu kB of stack",
                     x->eval.limits.max_stack >> 10);
        } else {
            snprintf(limit, sizeof limit, "more than %d deep", max);
        }
        limb__xacro_report(x, node->origin, LIMB_RULE_XACRO_RECURSION,
                           "macros, includes or elements are nested %s", limit);
        x->status = LIMB_ERROR_LIMIT;
    }
    x->is_stopped = true;
    return false;
}

// Before ROS Jade the prefix was optional. Only forms that URDF itself does not
// define are reported.
static void warn_of_old_tag(limb__expansion *x, limb__dom *node)
{
    static const char *const old[] = {"property",     "macro",  "include",
                                      "insert_block", "unless", "if"};
    bool is_old = false;
    for (size_t i = 0; i < sizeof old / sizeof *old && !is_old; i++)
        is_old = limb__text_equal(node->name, old[i]);
    if (!is_old) return;
    const bool is_include = limb__text_equal(node->name, "include");
    const bool has_form =
        limb__text_equal(node->name, "if") || limb__text_equal(node->name, "unless")
            ? limb__dom_find_attr(node, "value") != NULL
        : is_include
            ? limb__dom_find_attr(node, "filename") != NULL && !limb__dom_first_element(node)
            : limb__dom_find_attr(node, "name") != NULL;
    if (!has_form) return;
    limb__xacro_report(x, limb__origin_tag_name(node), LIMB_RULE_XACRO_UNPREFIXED,
                       "<%.*s> without the prefix \"xacro:\" is not expanded", (int)node->name.size,
                       node->name.data);
}

//---- comments ------------------------------------------------------------------------------------

// Removes the comments directly before a xacro tag, unless an empty line separates them. The space
// inserted after the tag prevents a later tag from removing comments above it.
void limb__remove_previous_comments(limb__expansion *x, limb__dom *node)
{
    limb__dom *next = node->next;
    limb__dom *previous = node->previous;
    while (previous) {
        if (previous->kind == LIMB_NODE_TEXT && previous->content.size > 0 &&
            is_blank(previous->content) && count_lines(previous->content) <= 1) {
            previous = previous->previous;
        }
        if (previous && previous->kind == LIMB_NODE_COMMENT) {
            limb__dom *comment = previous;
            previous = previous->previous;
            limb__dom_remove(comment);
            continue;
        }
        if (next && next != x->stop_blank) limb__dom_insert_before(x->stop_blank, next);
        return;
    }
}

static bool is_blank(limb_text text)
{
    for (size_t i = 0; i < text.size; i++)
        if (!limb__is_space(text.data[i])) return false;
    return true;
}

static int count_lines(limb_text text)
{
    int count = 0;
    for (size_t i = 0; i < text.size; i++)
        count += text.data[i] == '\n';
    return count;
}
