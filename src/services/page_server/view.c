// The page's server: which robot is shown and which files are watched. All computation happens
// in the page.
//
// The caller's thread loads (limb_view_start, limb_view_poll); the server's threads answer. A lock
// guards what is shown.
#define _XOPEN_SOURCE 700

#include "limb/view.h"

#include "services/page_server/assets.h"
#include "services/page_server/gate.h"
#include "services/page_server/http.h"
#include "services/page_server/live.h"
#include "services/page_server/shown.h"
#include "services/page_server/view_file.h"
#include "services/page_server/watch.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_PORT = 8137, PORTS_TRIED = 50 };

struct limb_view {
    char *path;
    char url[160];
    char launch_url[160];
    limb_resolve_opts resolve;
    limb_view_opts opts; // for loading, and the callback for joint values
    limb__http *http;
    limb__shown shown;
    limb__watch watch;
    bool changed; // found by the last check; loaded once a check finds no further change
    int version;
    bool waiting;            // until a file can be shown
    limb__watch other_watch; // likewise for the robot to compare with
    bool other_changed;
    int other_version;
    pthread_mutex_t lock;
};

static limb_status start_server(limb_view *view, const limb_view_opts *opts);
static limb_status show(limb_view *view, const char *path, limb_report *report);
static limb_status show_stand_in(limb_view *view, const char *path, const limb_report *report);
static bool publish(limb_view *view);
static limb_status publish_other(limb_view *view, limb_report *report);
static void watch_files(limb__watch *watch, const limb__shown *shown);
static void watch_sources(limb__watch *watch, const limb_robot_file *file);
static bool is_due(limb__watch *watch, bool *changed);
static void reload(limb_view *view);
static void post_version(limb_view *view, int version);
static void reload_other(limb_view *view);
static void on_message(void *ctx, const char *text, size_t size);
static limb__save_answer on_save(void *ctx, const char *hash, const char *text, size_t size);
static limb__save_answer on_save_view(void *ctx, const char *text, size_t size);

limb_status limb_view_start(limb_view **out, const char *path, const limb_view_opts *opts)
{
    assert(out);
    static const limb_view_opts defaults;
    if (!opts) opts = &defaults;
    *out = NULL;
    if (!path) return LIMB_ERROR_IO;
    limb_view *view = calloc(1, sizeof *view);
    if (!view) return LIMB_ERROR_MEMORY;
    pthread_mutex_init(&view->lock, NULL);
    view->opts = *opts;
    view->opts.file.load.report = NULL; // only for the first load
    view->opts.file.text = NULL;        // a text cannot be watched, only a file
    if (opts->file.resolve) {
        view->resolve = *opts->file.resolve;
        view->opts.file.resolve = &view->resolve;
    }
    // before they are read, so that a save during the load is detected
    limb__watch_add(&view->watch, path);
    if (opts->compare) limb__watch_add(&view->other_watch, opts->compare);
    // the page shows the findings even if the caller does not request them
    limb_report *own = NULL;
    limb_status status = opts->file.load.report ? LIMB_OK : limb_report_create(&own, NULL);
    limb_report *report = opts->file.load.report ? opts->file.load.report : own;
    if (status == LIMB_OK) status = show(view, path, report);
    if (status == LIMB_ERROR_INPUT) status = show_stand_in(view, path, report);
    if (status == LIMB_OK) status = start_server(view, opts);
    if (status == LIMB_OK && !publish(view)) status = LIMB_ERROR_MEMORY;
    if (status == LIMB_OK && opts->compare) status = publish_other(view, report);
    limb_report_free(own);
    if (status != LIMB_OK) {
        limb_view_stop(view);
        return status;
    }
    *out = view;
    return LIMB_OK;
}

void limb_view_stop(limb_view *view)
{
    if (!view) return;
    limb__http_stop(view->http);
    limb__shown_free(&view->shown);
    limb__watch_clear(&view->watch);
    limb__watch_clear(&view->other_watch);
    pthread_mutex_destroy(&view->lock);
    free(view->path);
    free(view);
}

const char *limb_view_url(const limb_view *view)
{
    assert(view);
    return view->url;
}

const char *limb_view_launch_url(const limb_view *view)
{
    assert(view);
    return view->launch_url;
}

int limb_view_port(const limb_view *view)
{
    assert(view);
    return limb__http_port(view->http);
}

bool limb_view_is_waiting(const limb_view *view)
{
    assert(view);
    return view->waiting;
}

bool limb_view_poll(limb_view *view)
{
    assert(view);
    pthread_mutex_lock(&view->lock);
    const bool due = is_due(&view->watch, &view->changed);
    if (due) reload(view);
    const int version = view->version;
    pthread_mutex_unlock(&view->lock);
    if (due) post_version(view, version);
    if (is_due(&view->other_watch, &view->other_changed)) reload_other(view);
    return due;
}

void limb_view_send_joints(limb_view *view, const limb_text *name, const double *position,
                           int count)
{
    assert(view && (count <= 0 || (name && position)));
    limb__builder text;
    limb__builder_init(&text, NULL);
    limb__live_write(&text, name, position, count);
    const char *message = limb__builder_nul(&text);
    if (!text.failed) limb__http_post(view->http, LIMB__TOPIC_JOINTS, message);
    limb__builder_free(&text);
}

static limb_status start_server(limb_view *view, const limb_view_opts *opts)
{
    const limb__http_handler handler = {.ctx = view,
                                        .greeting = view->opts.joints ? LIMB__LIVE_GREETING : NULL,
                                        .message = view->opts.joints ? on_message : NULL,
                                        .save = view->opts.write ? on_save : NULL,
                                        .save_view = view->opts.write ? on_save_view : NULL};
    limb__http_opts http = {.address = opts->address,
                            .asset = limb__page_asset,
                            .nasset = limb__page_nasset,
                            .handler = &handler};
    const int first = opts->port > 0 ? opts->port : DEFAULT_PORT;
    const int tries = opts->exact_port ? 1 : PORTS_TRIED;
    limb_status status = LIMB_ERROR_IO;
    for (int i = 0; i < tries && status == LIMB_ERROR_IO && first + i < 65536; i++) {
        http.port = first + i;
        status = limb__http_start(&view->http, &http);
    }
    if (status != LIMB_OK) return status;
    const limb__gate *gate = limb__http_gate(view->http);
    snprintf(view->url, sizeof view->url, "http://%s:%d/?token=%s", gate->address, gate->port,
             gate->token);
    snprintf(view->launch_url, sizeof view->launch_url, "http://%s:%d/?token=%s", gate->address,
             gate->port, gate->launch_token);
    return LIMB_OK;
}

// Loads a robot that replaces the one shown; on failure the old one stays.
static limb_status show(limb_view *view, const char *path, limb_report *report)
{
    limb__shown next;
    char *copy = strdup(path);
    const limb_status status =
        copy ? limb__shown_load(&next, path, &view->opts, view->version + 1, report)
             : LIMB_ERROR_MEMORY;
    if (!copy) return status;
    if (status != LIMB_OK) {
        limb__watch_begin(&view->watch);
        watch_files(&view->watch, &view->shown);
        limb__watch_add(&view->watch, path);
        watch_sources(&view->watch, next.file); // the error may be in a new file
        limb__watch_end(&view->watch);
        limb__shown_free(&next);
        free(copy);
        return status;
    }
    limb__shown_free(&view->shown);
    free(view->path);
    view->shown = next;
    view->path = copy;
    view->waiting = false;
    view->version++;
    view->shown.report = NULL; // the caller's, which may not outlive this call
    limb__watch_begin(&view->watch);
    watch_files(&view->watch, &view->shown);
    limb__watch_end(&view->watch);
    return LIMB_OK;
}

// Shows the findings of a file that cannot be shown, until a save fixes it.
static limb_status show_stand_in(limb_view *view, const char *path, const limb_report *report)
{
    view->path = strdup(path);
    limb_status status = view->path ? LIMB_OK : LIMB_ERROR_MEMORY;
    if (status == LIMB_OK)
        status = limb__shown_stand_in(&view->shown, path, ++view->version, report);
    view->waiting = true; // until a file watched during the attempt changes
    return status;
}

static bool publish(limb_view *view)
{
    const limb__shown *shown = &view->shown;
    return limb__http_publish(view->http, shown->json.data, shown->json.size, shown->glb->bytes,
                              shown->glb->size);
}

// Loads the robot to compare with. If it cannot be shown the last good one stays; its files are
// watched in every case.
static limb_status publish_other(limb_view *view, limb_report *report)
{
    limb__shown other;
    limb_view_opts alone = view->opts;
    alone.write = false;
    alone.compare = NULL;
    alone.config = NULL;
    limb_status status =
        limb__shown_load(&other, view->opts.compare, &alone, ++view->other_version, report);
    limb__watch_begin(&view->other_watch);
    watch_files(&view->other_watch, &other);
    if (status != LIMB_OK) limb__watch_add(&view->other_watch, view->opts.compare);
    limb__watch_end(&view->other_watch);
    if (status == LIMB_OK && !limb__http_publish_other(view->http, other.json.data, other.json.size,
                                                       other.glb->bytes, other.glb->size))
        status = LIMB_ERROR_MEMORY;
    limb__shown_free(&other);
    return status;
}

static void watch_files(limb__watch *watch, const limb__shown *shown)
{
    watch_sources(watch, shown->file);
    const limb_robot_meshes *meshes = shown->meshes;
    for (int i = 0; meshes && i < meshes->nmesh; i++) {
        if (meshes->mesh[i].path) limb__watch_add(watch, meshes->mesh[i].path);
    }
}

// Watches the robot's file and all its includes.
static void watch_sources(limb__watch *watch, const limb_robot_file *file)
{
    for (int i = 0; file && i < file->nfile; i++)
        limb__watch_add(watch, file->path[i]);
}

// Returns true if files changed and are stable again: an editor may still be writing.
static bool is_due(limb__watch *watch, bool *changed)
{
    const bool moved = limb__watch_look(watch);
    const bool due = *changed && !moved;
    *changed = moved;
    return due;
}

// Reloads a changed file. If it cannot be shown, the last good robot stays, with the findings of
// the new version.
static void reload(limb_view *view)
{
    limb_report *report = NULL;
    if (limb_report_create(&report, NULL) != LIMB_OK) return;
    char *path = strdup(view->path);
    const limb_status status = path ? show(view, path, report) : LIMB_ERROR_MEMORY;
    if (status == LIMB_ERROR_INPUT || status == LIMB_ERROR_IO) {
        if (limb__shown_break(&view->shown, report, ++view->version) == LIMB_OK) publish(view);
    } else if (status == LIMB_OK) {
        publish(view);
    }
    free(path);
    limb_report_free(report);
}

// A page that already has this version ignores the message.
static void post_version(limb_view *view, int version)
{
    char text[64];
    snprintf(text, sizeof text, "{\"type\":\"reload\",\"version\":%d}", version);
    limb__http_post(view->http, LIMB__TOPIC_FILE, text);
}

// Reloads the changed robot to compare with.
static void reload_other(limb_view *view)
{
    limb_report *report = NULL;
    if (limb_report_create(&report, NULL) != LIMB_OK) return;
    const limb_status status = publish_other(view, report);
    limb_report_free(report);
    char text[64];
    snprintf(text, sizeof text, "{\"type\":\"other\",\"version\":%d%s}", view->other_version,
             status == LIMB_OK ? "" : ",\"broken\":true");
    limb__http_post(view->http, LIMB__TOPIC_OTHER, text);
}

// Called when the page moved the robot's joints.
static void on_message(void *ctx, const char *text, size_t size)
{
    const limb_view_opts *opts = &((const limb_view *)ctx)->opts;
    (void)limb__live_take(text, size, opts->joints, opts->joints_ctx);
}

// Called when the page saves: the watch then detects the change like an editor's.
static limb__save_answer on_save(void *ctx, const char *hash, const char *text, size_t size)
{
    limb_view *view = ctx;
    pthread_mutex_lock(&view->lock);
    const limb__save_answer answer =
        view->shown.writable ? limb__save(view->path, hash, text, size)
                             : (limb__save_answer){403, "This file cannot be changed from here."};
    pthread_mutex_unlock(&view->lock);
    return answer;
}

// Called when the page saves its view.
static limb__save_answer on_save_view(void *ctx, const char *text, size_t size)
{
    const limb_view *view = ctx;
    char path[LIMB__PATH_MAX];
    if (!limb__view_file_path(path, view->path, view->opts.config))
        return (limb__save_answer){500, "The name of the view file is too long."};
    return limb__view_file_save(path, text, size);
}
