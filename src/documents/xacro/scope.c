// Tables of names, and the search for a name: in the macro, in its callers, in the document.
#include "base/names.h"
#include "documents/builtins/builtins.h"
#include "documents/xacro/expand.h"
#include "documents/xacro/origin.h"

#include <string.h>

struct limb__table_slot {
    uint64_t hash;
    limb_text name;
    void *value; // NULL: removed
};

typedef struct limb__pending { // a property being resolved
    limb_text name;
    struct limb__pending *outer;
} limb__pending;

static struct limb__table_slot *find_slot(const limb__table *table, limb_text name, uint64_t hash);
static bool grow(limb__eval *eval, limb__table *table);
static limb__value *resolve(limb__expansion *x, limb__scope *scope, limb__property *property);
static void use(limb__expansion *x, limb__property *property);
static void raise_circle(limb__expansion *x, limb_text name);

void **limb__table_add(limb__eval *eval, limb__table *table, limb_text name)
{
    if (table->count * 4 >= table->nslot * 3 && !grow(eval, table)) return NULL;
    const uint64_t hash = limb__hash_text(name.data, name.size);
    struct limb__table_slot *slot = find_slot(table, name, hash);
    if (!slot->name.data) {
        table->count++;
        *slot = (struct limb__table_slot){hash, name, NULL};
    }
    return &slot->value;
}

void *limb__table_find(const limb__table *table, limb_text name)
{
    if (table->count == 0) return NULL;
    return find_slot(table, name, limb__hash_text(name.data, name.size))->value;
}

void limb__table_remove(limb__table *table, limb_text name)
{
    if (table->count == 0) return;
    find_slot(table, name, limb__hash_text(name.data, name.size))->value = NULL;
}

void limb__table_names(const limb__table *table, limb__known *names)
{
    for (int i = 0; i < table->nslot; i++)
        if (table->slot[i].value) limb__known_add(names, table->slot[i].name);
}

// Lists the properties visible from the scope, or without one from the current text.
void limb__list_properties(limb__eval *eval, void *ctx, limb__known *names)
{
    const limb__expansion *x = eval->host;
    for (const limb__scope *scope = ctx ? ctx : x->scope; scope; scope = scope->parent)
        limb__table_names(&scope->table, names);
}

static struct limb__table_slot *find_slot(const limb__table *table, limb_text name, uint64_t hash)
{
    const uint32_t mask = (uint32_t)table->nslot - 1;
    uint32_t at = (uint32_t)hash & mask;
    for (;; at = (at + 1) & mask) {
        struct limb__table_slot *slot = &table->slot[at];
        if (!slot->name.data) return slot;
        if (slot->hash == hash && slot->name.size == name.size &&
            memcmp(slot->name.data, name.data, name.size) == 0) {
            return slot;
        }
    }
}

static bool grow(limb__eval *eval, limb__table *table)
{
    limb__table bigger = {.nslot = table->nslot > 0 ? table->nslot * 2 : 8, .count = table->count};
    const size_t size = (size_t)bigger.nslot * sizeof *bigger.slot;
    bigger.slot = limb__take(eval, size);
    if (!bigger.slot) return false;
    memset(bigger.slot, 0, size);
    for (int i = 0; i < table->nslot; i++) {
        if (!table->slot[i].name.data) continue;
        *find_slot(&bigger, table->slot[i].name, table->slot[i].hash) = table->slot[i];
    }
    *table = bigger;
    return true;
}

limb__property *limb__scope_find(limb__scope *scope, limb_text name)
{
    for (; scope; scope = scope->parent) {
        limb__property *property = limb__table_find(&scope->table, name);
        if (property) return property;
    }
    return NULL;
}

// Finds a name used in an expression; NULL without an error: undefined.
limb__value *limb__find_property(limb__eval *eval, void *ctx, limb_text name)
{
    limb__expansion *x = eval->host;
    (void)ctx;
    limb__value *value = limb__find_member(eval, x->scope, name);
    if (!value && !eval->error && limb__table_find(&x->argument, name)) {
        limb__raise(eval, "NameError",
                    "name '%.*s' is not defined: an argument is written $(arg %.*s)",
                    (int)name.size, name.data, (int)name.size, name.data);
    }
    return value;
}

// As in ROS, the search in every scope ends with the global names, even in that of a namespace.
limb__value *limb__find_member(limb__eval *eval, void *ctx, limb_text name)
{
    limb__expansion *x = eval->host;
    for (limb__scope *scope = ctx; scope; scope = scope->parent) {
        limb__property *property = limb__table_find(&scope->table, name);
        if (property) return resolve(x, scope, property);
    }
    return limb__global(eval, name);
}

bool limb__has_member(limb__eval *eval, void *ctx, limb_text name)
{
    limb__property *property = limb__scope_find(ctx, name);
    if (property) property->is_used = true;
    return property || limb__is_global(eval, name);
}

void *limb__scope_at_hand(limb__eval *eval)
{
    const limb__expansion *x = eval->host;
    return x->scope;
}

static limb__value *resolve(limb__expansion *x, limb__scope *scope, limb__property *property)
{
    property->is_used = true;
    if (property->is_failed) {
        limb__raise(&x->eval, "NameError", "property \"%.*s\" has no value",
                    (int)property->name.size, property->name.data);
        x->eval.is_final = true;
        x->is_suppressed = true;
        return NULL;
    }
    if (property->value) {
        use(x, property);
        return property->value;
    }
    if (property->is_resolving) {
        raise_circle(x, property->name);
        return NULL;
    }
    if (!limb__has_stack(&x->eval)) {
        limb__raise(&x->eval, "RecursionError", "too many properties refer to one another");
        return NULL;
    }
    limb__pending pending = {property->name, x->pending};
    property->is_resolving = true;
    x->pending = &pending;
    limb__value *value = limb__expand_text(x, property->text, scope, property->origin);
    x->pending = pending.outer;
    property->is_resolving = false;
    if (value) property->value = limb__literal(x, value);
    property->is_failed = property->value == NULL;
    property->from = x->from;
    use(x, property);
    return property->value;
}

// Records the first property that the current text uses.
static void use(limb__expansion *x, limb__property *property)
{
    if (x->used) return;
    if (!property->trail) {
        property->trail = limb__kept_trail(x->kept, property->name, property->origin,
                                           property->is_parameter, property->from);
    }
    x->used = property->trail;
}

static void raise_circle(limb__expansion *x, limb_text name)
{
    // "a -> b -> a": pending properties are linked from the newest
    const limb__pending *way[16];
    int count = 0;
    for (const limb__pending *at = x->pending; at && count < 16; at = at->outer) {
        way[count++] = at;
        if (at->name.size == name.size && memcmp(at->name.data, name.data, name.size) == 0) break;
    }
    limb__builder out;
    limb__eval_builder(&x->eval, &out);
    for (int i = count - 1; i >= 0; i--) {
        limb__builder_bytes(&out, way[i]->name.data, way[i]->name.size);
        limb__builder_text(&out, " -> ");
    }
    limb__builder_bytes(&out, name.data, name.size);
    limb__raise(&x->eval, "NameError",
                "circular definition of a property: %s; lazy_eval=\"false\" evaluates it at once",
                limb__builder_nul(&out));
    limb__builder_free(&out);
}

// A lazy text is stored unevaluated; everything else becomes a value at once.
limb__property *limb__scope_set(limb__expansion *x, limb__scope *scope, limb_text name,
                                limb__value *value, bool is_lazy, limb__origin origin)
{
    limb__eval *eval = &x->eval;
    if (!value) return NULL;
    if (limb__is_global(eval, name)) {
        limb__xacro_report(x, origin, LIMB_RULE_XACRO_BUILTIN,
                           "\"%.*s\" hides the built-in name in every expression that follows",
                           (int)name.size, name.data);
    }
    value = limb__literal(x, value);
    void **slot = value ? limb__table_add(eval, &scope->table, name) : NULL;
    if (!slot) return NULL;
    limb__property *property = limb__take(eval, sizeof *property);
    if (!property) return NULL;
    const bool is_text = is_lazy && value->kind == LIMB__VALUE_TEXT;
    *property = (limb__property){
        .value = is_text ? NULL : value, .origin = origin, .name = name, .next = x->first_property};
    property->from = is_lazy ? NULL : x->from;
    if (is_text) property->text = value->as.text;
    x->first_property = property;
    *slot = property;
    return property;
}
