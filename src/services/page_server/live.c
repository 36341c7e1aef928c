// Exchanges joint values between the page and others.
#include "services/page_server/live.h"

#include "base/json.h"

#include <math.h>
#include <stdlib.h>

static void give_on(const limb__json *joints, limb_view_joints_fn *give, void *ctx);

bool limb__live_take(const char *text, size_t size, limb_view_joints_fn *joints, void *ctx)
{
    limb__json_document document;
    const limb__json_opts opts = {.max_depth = 4};
    const bool read = limb__json_parse(&document, text, size, &opts) == LIMB_OK;
    const limb__json *message = read ? document.value : NULL;
    const limb__json *values = limb__json_find(message, "joints");
    const bool is_joints =
        limb__text_equal(limb__json_text(limb__json_find(message, "type")), "joints") &&
        limb__json_is(values, LIMB__JSON_OBJECT);
    if (is_joints) give_on(values, joints, ctx);
    limb__json_free(&document);
    return is_joints;
}

void limb__live_write(limb__builder *out, const limb_text *name, const double *position, int count)
{
    limb__builder_text(out, "{\"type\":\"joints\",\"joints\":{");
    bool is_first = true;
    for (int i = 0; i < count; i++) {
        if (!isfinite(position[i])) continue;
        if (!is_first) limb__builder_char(out, ',');
        is_first = false;
        limb__builder_json(out, name[i].data, name[i].size);
        limb__builder_char(out, ':');
        limb__builder_number(out, position[i]);
    }
    limb__builder_text(out, "}}");
}

static void give_on(const limb__json *joints, limb_view_joints_fn *give, void *ctx)
{
    const int max = limb__json_count(joints);
    limb_text *name = malloc(sizeof *name * ((size_t)max + 1));
    double *position = malloc(sizeof *position * ((size_t)max + 1));
    int count = 0;
    const limb__json *key = name && position ? limb__json_first(joints) : NULL;
    while (key) {
        const limb__json *value = limb__json_next(joints, key);
        const double number = limb__json_number(value, (double)NAN);
        if (isfinite(number)) {
            name[count] = limb__json_text(key);
            position[count++] = number;
        }
        key = limb__json_next(joints, value);
    }
    if (count > 0) give(ctx, name, position, count);
    free(position);
    free(name);
}
