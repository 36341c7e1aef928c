// <xacro:macro>, its parameters, and calling it.
#include "documents/xacro/expand.h"
#include "documents/xacro/origin.h"

#include <string.h>

static bool parse_parameters(limb__expansion *x, limb__macro *macro, limb_text list);
static bool dynamic_name(limb__expansion *x, limb__dom *node, limb__scope *scope, limb_text *name);
static limb__macro *find_macro(limb__expansion *x, limb_text name, limb__macros **macros,
                               limb__scope **scope);
static limb__macro *find_plain(limb__macros *macros, limb_text name);
static void report_unknown_macro(limb__expansion *x, limb__dom *node, limb_text name,
                                 limb__macros *macros);
static bool set_attributes(limb__expansion *x, limb__dom *node, const limb__macro *macro,
                           bool *given, limb__scope *outer, limb__scope *inner);
static bool set_blocks(limb__expansion *x, limb__dom *node, const limb__macro *macro, bool *given,
                       limb__scope *inner);
static bool set_defaults(limb__expansion *x, limb__dom *node, const limb__macro *macro, bool *given,
                         limb__scope *outer, limb__scope *inner);
static bool expand_body(limb__expansion *x, limb__dom *node, limb__macro *macro,
                        limb__macros *macros, limb__scope *inner);
static bool is_space(char c);

bool limb__define_macro(limb__expansion *x, limb__dom *node, limb__macros *macros)
{
    limb__remove_previous_comments(x, node);
    limb__check_attrs(x, node, "name params");
    const limb__dom_attr *attr = limb__required_attr(x, node, "name");
    const limb__dom_attr *params = limb__dom_find_attr(node, "params");
    if (!attr) return false;
    limb_text name = attr->value;
    if (name.size > 6 && memcmp(name.data, "xacro:", 6) == 0) {
        name = (limb_text){name.data + 6, name.size - 6};
        limb__xacro_report(x, attr->origin, LIMB_RULE_XACRO_PREFIX,
                           "the name of a macro is written without \"xacro:\"");
        if (attr->origin.is_literal && !attr->origin.frame) {
            limb__file_source *file = limb__kept_source(x->kept, attr->origin.source);
            limb__report_fix(x->report, limb__place_text(&file->source, attr->origin.offset, 6),
                             "remove \"xacro:\"", "");
        }
    }
    if (limb__text_equal(name, "call") || memchr(name.data, '.', name.size) || name.size == 0) {
        limb__xacro_report(x, attr->origin, LIMB_RULE_XACRO_MACRO,
                           name.size == 0 ? "a macro needs a name"
                           : limb__text_equal(name, "call")
                               ? "a macro cannot be named \"call\": <xacro:call> calls by name"
                               : "the name of a macro must not hold '.', which separates "
                                 "namespaces");
        return false;
    }
    limb__macro *macro = limb__take(&x->eval, sizeof *macro);
    void **slot = macro ? limb__table_add(&x->eval, &macros->table, name) : NULL;
    if (!slot) return limb__report_error(x, node->origin);
    if (*slot && x->opts->report_redefined) {
        const limb__macro *old = *slot;
        limb__xacro_report(x, attr->origin, LIMB_RULE_XACRO_REDEFINED,
                           "macro \"%.*s\" replaces another of the same name", (int)name.size,
                           name.data);
        limb__xacro_note(x, old->body->origin, "the other is defined here");
    }
    *macro = (limb__macro){.name = name, .body = node, .file = x->file};
    *slot = macro;
    return !params || parse_parameters(x, macro, params->value) ||
           limb__report_error(x, params->origin);
}

static bool parse_parameters(limb__expansion *x, limb__macro *macro, limb_text list)
{
    limb_text rest = list;
    limb__macro_parameter one;
    int count = 0;
    while (limb__next_parameter(&rest, &one))
        count++;
    macro->parameter = limb__take(&x->eval, (size_t)count * sizeof *macro->parameter);
    if (!macro->parameter) return false;
    while (limb__next_parameter(&list, &one))
        macro->parameter[macro->nparameter++] = one;
    return true;
}

// Returns the size of a default value at text, which extends to a space outside quotes: ${...},
// $(...), or any mix of 'quoted', "quoted" and other text. 0: no such form.
static size_t default_size(const char *at, const char *end)
{
    for (int i = 0; i < 2; i++) {
        if (end - at < 2 || at[0] != '$' || at[1] != "{("[i]) continue;
        for (const char *close = at + 2; close < end; close++) {
            close = memchr(close, "})"[i], (size_t)(end - close));
            if (!close) break;
            if (close + 1 == end || is_space(close[1])) return (size_t)(close + 1 - at);
        }
    }
    const char *stop = at;
    bool was_quoted[2] = {false, false}; // by ' and "
    while (stop < end && !is_space(*stop)) {
        if (*stop == '\'' || *stop == '"') {
            bool *was = &was_quoted[*stop == '"'];
            const char *close = memchr(stop + 1, *stop, (size_t)(end - stop) - 1);
            if (!close && !*was) return 0;
            if (close) stop = close; // otherwise it ends the quotation before: 'it's'
            *was = true;
        }
        stop++;
    }
    return (size_t)(stop - at);
}

// Parses name, name:=default, name=default, name:=^, name:=^|default; spaces around the
// sign are allowed.
bool limb__next_parameter(limb_text *list, limb__macro_parameter *out)
{
    const char *at = list->data;
    const char *end = list->data + list->size;
    while (at < end && is_space(*at))
        at++;
    if (at == end) return false;
    const char *begin = at;
    while (at < end && !is_space(*at) && *at != ':' && *at != '=')
        at++;
    const char *name_end = at;
    while (at < end && is_space(*at))
        at++;
    if (at < end && *at == ':') at++;
    if (name_end > begin && at < end && *at == '=') {
        at++;
        while (at < end && is_space(*at))
            at++;
        // without a default a space after the sign ends the parameter
        limb__macro_parameter found = {.name = {begin, (size_t)(name_end - begin)}};
        if (at < end && *at == '^') {
            found.forwards = true;
            at++;
            if (at < end && *at == '|') at++;
        }
        const size_t size = default_size(at, end);
        const char *stop = at + size;
        if (stop == end || is_space(*stop)) {
            found.has_default = size > 0;
            found.default_text = (limb_text){at, size};
            *out = found;
            *list = (limb_text){stop, (size_t)(end - stop)};
            return true;
        }
    }
    // no default: everything up to the next space is the name
    at = begin;
    while (at < end && !is_space(*at))
        at++;
    *out = (limb__macro_parameter){.name = {begin, (size_t)(at - begin)}};
    *list = (limb_text){at, (size_t)(end - at)};
    return true;
}

bool limb__call_macro(limb__expansion *x, limb__dom *node, limb__macros *macros, limb__scope *scope)
{
    limb_text name = {node->name.data + 6, node->name.size - 6};
    if (limb__text_equal(name, "call") && !dynamic_name(x, node, scope, &name)) return false;
    // arguments and blocks are evaluated in the caller's scope, the body in the namespace
    // of the macro
    limb__macros *home_macros = macros;
    limb__scope *home = scope;
    limb__macro *macro = find_macro(x, name, &home_macros, &home);
    if (!macro) {
        report_unknown_macro(x, node, name, macros);
        return false;
    }
    limb__scope *inner = limb__take(&x->eval, sizeof *inner);
    bool *given = inner ? limb__take(&x->eval, (size_t)macro->nparameter + 1) : NULL;
    if (!given) return limb__report_error(x, node->origin);
    *inner = (limb__scope){.parent = home};
    memset(given, 0, (size_t)macro->nparameter + 1);
    if (!set_attributes(x, node, macro, given, scope, inner) ||
        !limb__expand_children(x, node, macros, scope) ||
        !set_blocks(x, node, macro, given, inner) ||
        !set_defaults(x, node, macro, given, scope, inner)) {
        return false;
    }
    return expand_body(x, node, macro, home_macros, inner);
}

static bool dynamic_name(limb__expansion *x, limb__dom *node, limb__scope *scope, limb_text *name)
{
    limb__dom_attr *attr = limb__required_attr(x, node, "macro");
    if (!attr) return false;
    *name = limb__expand_str(x, attr->value, scope, attr->origin);
    limb__dom_remove_attr(node, attr);
    return name->data != NULL;
}

// "a.b.macro" is looked up as a whole first, then as a macro of the namespace b in a; macros and
// scope become those of the namespace.
static limb__macro *find_macro(limb__expansion *x, limb_text name, limb__macros **macros,
                               limb__scope **scope)
{
    limb__macro *macro = find_plain(*macros, name);
    if (macro) return macro;
    limb__macros *space = *macros;
    limb__scope *names = *scope;
    for (;;) {
        const char *dot = memchr(name.data, '.', name.size);
        if (!dot) break;
        const limb_text part = {name.data, (size_t)(dot - name.data)};
        limb__macros *inner = NULL;
        for (limb__macros *at = space; at && !inner; at = at->parent)
            inner = limb__table_find(&at->spaces, part);
        limb__property *property = limb__scope_find(names, part);
        if (!inner || !property || !property->value || property->value->kind != LIMB__VALUE_SCOPE) {
            return NULL;
        }
        property->is_used = true;
        space = inner;
        names = property->value->as.scope;
        name = (limb_text){dot + 1, name.size - part.size - 1};
    }
    macro = space != *macros ? find_plain(space, name) : NULL;
    if (macro) {
        *macros = space;
        *scope = names;
    }
    (void)x;
    return macro;
}

static limb__macro *find_plain(limb__macros *macros, limb_text name)
{
    for (; macros; macros = macros->parent) {
        limb__macro *macro = limb__table_find(&macros->table, name);
        if (macro) return macro;
    }
    return NULL;
}

static void report_unknown_macro(limb__expansion *x, limb__dom *node, limb_text name,
                                 limb__macros *macros)
{
    static const char *const tag[] = {"if",      "unless",    "include", "property",     "macro",
                                      "element", "attribute", "arg",     "insert_block", "call"};
    limb__known known = {.arena = x->eval.arena};
    for (; macros; macros = macros->parent)
        limb__table_names(&macros->table, &known);
    for (size_t i = 0; i < sizeof tag / sizeof *tag; i++)
        limb__known_add_word(&known, tag[i]);
    const limb__suggestion near = limb__known_nearest(&known, name);
    limb__xacro_report(x, limb__origin_tag_name(node), LIMB_RULE_XACRO_MACRO,
                       "unknown macro \"%.*s\"%s%s%s", (int)(name.size < 200 ? name.size : 200),
                       name.data, near.before, near.name, near.after);
}

static bool set_attributes(limb__expansion *x, limb__dom *node, const limb__macro *macro,
                           bool *given, limb__scope *outer, limb__scope *inner)
{
    for (int i = 0; i < node->nattr; i++) {
        limb__dom_attr *attr = &node->attr[i];
        int index = 0;
        while (index < macro->nparameter &&
               (given[index] || macro->parameter[index].name.size != attr->name.size ||
                memcmp(macro->parameter[index].name.data, attr->name.data, attr->name.size) != 0)) {
            index++;
        }
        if (index == macro->nparameter) {
            limb__known known = {.arena = x->eval.arena};
            for (int k = 0; k < macro->nparameter; k++)
                limb__known_add(&known, macro->parameter[k].name);
            const limb__suggestion near = limb__known_nearest(&known, attr->name);
            limb__xacro_report(x, attr->origin, LIMB_RULE_XACRO_PARAMETER,
                               "macro \"%.*s\" has no parameter \"%.*s\"%s%s%s",
                               (int)macro->name.size, macro->name.data, (int)attr->name.size,
                               attr->name.data, near.before, near.name, near.after);
            limb__note_definition(x, macro);
            return false;
        }
        given[index] = true;
        limb__value *value = limb__expand_text(x, attr->value, outer, attr->origin);
        limb__property *property =
            limb__scope_set(x, inner, attr->name, value, false, attr->origin);
        if (!property) return limb__report_error(x, attr->origin);
        property->is_parameter = true;
    }
    node->nattr = 0;
    return true;
}

static bool set_blocks(limb__expansion *x, limb__dom *node, const limb__macro *macro, bool *given,
                       limb__scope *inner)
{
    limb__dom *block = limb__dom_first_element(node);
    for (int i = 0; i < macro->nparameter; i++) {
        const limb_text name = macro->parameter[i].name;
        if (name.data[0] != '*') continue;
        if (!block) {
            limb__xacro_report(x, node->origin, LIMB_RULE_XACRO_PARAMETER,
                               "macro \"%.*s\" needs an element for its block \"%.*s\"",
                               (int)macro->name.size, macro->name.data, (int)name.size, name.data);
            limb__note_definition(x, macro);
            return false;
        }
        given[i] = true;
        limb__value *value = limb__value_new(&x->eval, LIMB__VALUE_BLOCK);
        if (value) value->as.block = block;
        limb__property *property = limb__scope_set(x, inner, name, value, false, block->origin);
        if (!property) return limb__report_error(x, node->origin);
        property->is_parameter = true;
        block = limb__dom_next_element(block);
    }
    if (!block) return true;
    limb__xacro_report(x, block->origin, LIMB_RULE_XACRO_PARAMETER,
                       "macro \"%.*s\" takes no block for <%.*s>", (int)macro->name.size,
                       macro->name.data, (int)block->name.size, block->name.data);
    limb__note_definition(x, macro);
    return false;
}

static bool set_defaults(limb__expansion *x, limb__dom *node, const limb__macro *macro, bool *given,
                         limb__scope *outer, limb__scope *inner)
{
    bool complete = true;
    for (int i = 0; i < macro->nparameter; i++) {
        const limb__macro_parameter *parameter = &macro->parameter[i];
        if (given[i]) continue;
        limb__origin origin = macro->body->origin;
        const limb__dom_attr *params = limb__dom_find_attr(macro->body, "params");
        if (params && params->origin.is_literal && parameter->has_default) {
            const size_t offset = (size_t)(parameter->default_text.data - params->value.data);
            origin = limb__origin_part(params->origin, offset, parameter->default_text.size);
        }
        limb__value *value = NULL;
        if (parameter->forwards) {
            x->scope = outer;
            value = limb__find_member(&x->eval, outer, parameter->name);
            if (x->eval.error) return limb__report_error(x, node->origin);
        }
        if (!value && parameter->has_default) {
            value = limb__expand_text(x, parameter->default_text, outer, origin);
            if (!value) {
                limb__xacro_note(x, node->origin, "the default is used by this call");
                return false;
            }
        }
        if (!value) {
            complete = false;
            continue;
        }
        limb__property *property = limb__scope_set(x, inner, parameter->name, value, false, origin);
        if (!property) return limb__report_error(x, node->origin);
        property->is_parameter = true;
        given[i] = true;
    }
    if (!complete) limb__report_missing_parameters(x, node, macro, given);
    return complete;
}

static bool expand_body(limb__expansion *x, limb__dom *node, limb__macro *macro,
                        limb__macros *macros, limb__scope *inner)
{
    limb__eval *eval = &x->eval;
    const limb__frame *outer = x->frame;
    limb__frame *frame = limb__kept_frame(x->kept, node->origin, macro->name);
    limb__macros *local = frame ? limb__take(eval, sizeof *local) : NULL;
    if (!frame) limb__raise_memory(eval);
    limb__dom *body = local ? limb__dom_clone(eval, macro->body, frame) : NULL;
    if (!body) return limb__report_error(x, node->origin);
    *local = (limb__macros){.parent = macros};
    x->frame = frame;
    // as in ROS the attributes of <xacro:macro> are also evaluated
    limb__expand_element(x, body, local, inner);
    x->frame = outer;
    limb__remove_previous_comments(x, node);
    if (!limb__lift_namespaces(x, node->parent, body)) return limb__report_error(x, node->origin);
    limb__dom_replace_by_content(node, body);
    return true;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
