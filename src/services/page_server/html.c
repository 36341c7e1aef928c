// Writes the page with the robot's data as a single file.
//
// The data is in two script elements that browsers do not execute: JSON, in which "<" is escaped so
// that it cannot end the element, and the GLB in base64.
#include "limb/view.h"

#include "services/page_server/assets.h"
#include "services/page_server/shown.h"

#include <assert.h>
#include <string.h>

static limb_status write_robot(limb__builder *out, const char *path, const limb_view_opts *opts,
                               const char *name);
static limb_status write_empty(limb_write_fn *write, void *ctx);
static void escape_json(limb__builder *out, const char *json, size_t size);

limb_status limb_view_write_html(const char *path, const limb_view_opts *opts, limb_write_fn *write,
                                 void *ctx)
{
    assert(write);
    static const limb_view_opts defaults;
    if (!opts) opts = &defaults;
    if (!path) return write_empty(write, ctx);
    limb__builder data;
    limb__builder_init(&data, NULL);
    limb_status status = write_robot(&data, path, opts, "limb");
    if (status == LIMB_OK && opts->compare) {
        limb_view_opts alone = *opts;
        alone.compare = NULL;
        alone.config = NULL;
        alone.file.text = NULL;
        status = write_robot(&data, opts->compare, &alone, "limb-other");
    }
    if (status == LIMB_OK && data.failed) status = LIMB_ERROR_MEMORY;
    if (status == LIMB_OK) status = write(ctx, limb__page_head, limb__page_head_size);
    if (status == LIMB_OK) status = write(ctx, data.data, data.size);
    if (status == LIMB_OK) status = write(ctx, limb__page_tail, limb__page_tail_size);
    limb__builder_free(&data);
    return status;
}

// Writes the elements NAME-data and NAME-scene.
static limb_status write_robot(limb__builder *out, const char *path, const limb_view_opts *opts,
                               const char *name)
{
    limb__shown shown;
    limb_status status = limb__shown_load(&shown, path, opts, 1, opts->file.load.report);
    if (status == LIMB_OK) status = limb__shown_hide_folder(&shown, 1);
    if (status == LIMB_OK) {
        limb__builder_text(out, "<script id=\"");
        limb__builder_text(out, name);
        limb__builder_text(out, "-data\" type=\"application/json\">");
        escape_json(out, shown.json.data, shown.json.size);
        limb__builder_text(out, "</script>\n<script id=\"");
        limb__builder_text(out, name);
        limb__builder_text(out, "-scene\" type=\"text/plain\">");
        limb__builder_base64(out, shown.glb->bytes, shown.glb->size);
        limb__builder_text(out, "</script>\n");
    }
    limb__shown_free(&shown);
    return status;
}

// Writes a page without a robot, onto which one can be dropped.
static limb_status write_empty(limb_write_fn *write, void *ctx)
{
    static const char none[] = "<script id=\"limb-data\" type=\"application/json\"></script>\n";
    limb_status status = write(ctx, limb__page_head, limb__page_head_size);
    if (status == LIMB_OK) status = write(ctx, none, sizeof none - 1);
    if (status == LIMB_OK) status = write(ctx, limb__page_tail, limb__page_tail_size);
    return status;
}

static void escape_json(limb__builder *out, const char *json, size_t size)
{
    const char *end = json + size;
    while (json < end) {
        const char *stop = memchr(json, '<', (size_t)(end - json));
        limb__builder_bytes(out, json, (size_t)((stop ? stop : end) - json));
        if (!stop) return;
        limb__builder_text(out, "\\u003c");
        json = stop + 1;
    }
}
