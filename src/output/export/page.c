// The page's data other than the GLB: the robot as `limb show --json` prints it, with lines and
// missing meshes, the findings and the source.
#include "limb/export.h"

#include "base/names.h"
#include "output/export/robot_json.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

static void write_hash(limb__json_out *out, const limb_robot *robot);
static const char *shown_name(const char *file, const limb_page_opts *opts);
static void write_findings(limb__json_out *out, const limb_robot *robot, const limb_report *report,
                           const limb_page_opts *opts);
static void write_fixes(limb__json_out *out, const limb_robot *robot, const limb_finding *finding);
static void write_element(limb__json_out *out, const limb_robot *robot,
                          const limb_finding *finding);
static void write_element_by_path(limb__json_out *out, const limb_robot *robot, const char *path);
static bool contains(const limb_robot *robot, int node, const char *at);
static void write_source(limb__json_out *out, const limb_robot *robot);

limb_status limb_page_write(const limb_robot *robot, const limb_report *report,
                            const limb_page_opts *opts, limb_write_fn *write, void *ctx)
{
    assert(robot && write);
    static const limb_page_opts defaults;
    if (!opts) opts = &defaults;
    limb__builder text;
    limb__json_out out;
    limb__builder_init(&text, opts->memory);
    limb__json_out_init(&out, &text, true);
    limb__json_out_open(&out, NULL, '{');
    limb__json_out_text(&out, "schema", LIMB__ROBOT_JSON_SCHEMA);
    limb__json_out_number(&out, "version", opts->version);
    limb__json_out_text(&out, "file", shown_name(robot->file, opts));
    write_hash(&out, robot);
    limb__json_out_bool(&out, "writable", opts->writable);
    limb__json_out_text(&out, "compare", opts->compare);
    limb__json_out_text(&out, "view", opts->view);
    limb__json_out_bool(&out, "broken", opts->broken);
    limb__json_out_number(&out, "triangles", opts->ntriangle);
    limb__json_out_bool(&out, "urdf_colors", opts->urdf_colors);
    limb__json_out_bool(&out, "own_materials", opts->own_materials);
    limb__json_out_bool(&out, "gltf_turned", opts->gltf_turned);
    limb__robot_json(&out, robot,
                     &(limb__robot_json_opts){
                         .lines = true, .find_mesh = opts->find_mesh, .find_ctx = opts->find_ctx});
    write_findings(&out, robot, report, opts);
    write_source(&out, robot);
    limb__json_out_close(&out);
    const limb_status status = text.failed ? LIMB_ERROR_MEMORY : write(ctx, text.data, text.size);
    limb__builder_free(&text);
    return status;
}

// Writes the hash of the source: a page that saves an edit identifies the edited text by it.
static void write_hash(limb__json_out *out, const limb_robot *robot)
{
    char hash[LIMB_SOURCE_HASH_SIZE];
    const limb_text source = limb_document_source(robot->document);
    limb_source_hash(source.data, source.size, hash);
    limb__json_out_text(out, "hash", hash);
}

void limb_source_hash(const char *text, size_t size, char hash[LIMB_SOURCE_HASH_SIZE])
{
    assert((text || size == 0) && hash);
    static const char digit[] = "0123456789abcdef";
    uint64_t value = limb__hash_text(text, size);
    hash[LIMB_SOURCE_HASH_SIZE - 1] = 0;
    for (int i = LIMB_SOURCE_HASH_SIZE - 2; i >= 0; i--, value >>= 4)
        hash[i] = digit[value & 15];
}

static const char *shown_name(const char *file, const limb_page_opts *opts)
{
    const char *slash = opts->name_only && file ? strrchr(file, '/') : NULL;
    return slash ? slash + 1 : file;
}

static void write_findings(limb__json_out *out, const limb_robot *robot, const limb_report *report,
                           const limb_page_opts *opts)
{
    static const char *const severity[] = {"info", "warning", "error"};
    limb__json_out_open(out, "findings", '[');
    for (int i = 0; report && i < report->nfinding; i++) {
        const limb_finding *finding = &report->finding[i];
        limb__json_out_open(out, NULL, '{');
        limb__json_out_text(out, "rule", finding->id);
        limb__json_out_text(out, "severity", severity[finding->severity]);
        limb__json_out_text(out, "message", finding->message);
        limb__json_out_text(out, "path", finding->path);
        // for an expansion, findings are in the original files
        const char *file = finding->span.file;
        if (file && robot->file && strcmp(file, robot->file) != 0)
            limb__json_out_text(out, "file", shown_name(file, opts));
        limb__json_out_number(out, "line", finding->span.line);
        limb__json_out_number(out, "column", finding->span.column);
        limb__json_out_number(out, "size", finding->span.size);
        limb__json_out_text(out, "source", finding->source_line ? finding->source_line : "");
        limb__json_out_number(out, "source_column", finding->source_column);
        if (!opts->broken) write_element(out, robot, finding);
        if (!opts->broken) write_fixes(out, robot, finding);
        limb__json_out_close(out);
    }
    limb__json_out_close(out);
}

// Writes the edits of the robot's own text, in bytes; omitted for a finding without any.
static void write_fixes(limb__json_out *out, const limb_robot *robot, const limb_finding *finding)
{
    if (finding->nfix == 0 || strcmp(finding->span.file, robot->file) != 0) return;
    limb__json_out_open(out, "fix", '[');
    for (int i = 0; i < finding->nfix; i++) {
        limb__json_out_open(out, NULL, '{');
        limb__json_out_text(out, "title", finding->fix[i].title);
        limb__json_out_number(out, "offset", finding->fix[i].offset);
        limb__json_out_number(out, "size", finding->fix[i].size);
        limb__json_out_text(out, "text", finding->fix[i].text);
        limb__json_out_close(out);
    }
    limb__json_out_close(out);
}

// Returns the link or joint whose source contains the finding; none for files other
// than the robot's.
static void write_element(limb__json_out *out, const limb_robot *robot, const limb_finding *finding)
{
    if (finding->span.line == 0) return;
    if (strcmp(finding->span.file, robot->file) != 0) {
        write_element_by_path(out, robot, finding->path);
        return;
    }
    const char *at = limb_document_source(robot->document).data + finding->span.offset;
    for (int i = 0; i < robot->nlink; i++) {
        if (!contains(robot, robot->link[i].node, at)) continue;
        limb__json_out_text(out, "link", robot->link[i].name);
        return;
    }
    for (int i = 0; i < robot->njoint; i++) {
        if (!contains(robot, robot->joint[i].node, at)) continue;
        limb__json_out_text(out, "joint", robot->joint[i].name);
        return;
    }
}

// Finds the element by "/robot/link[2]/...": for an expansion, whose findings are in
// the xacro file.
static void write_element_by_path(limb__json_out *out, const limb_robot *robot, const char *path)
{
    static const char link[] = "/robot/link";
    static const char joint[] = "/robot/joint";
    const bool is_link = strncmp(path, link, sizeof link - 1) == 0;
    if (!is_link && strncmp(path, joint, sizeof joint - 1) != 0) return;
    const char *rest = path + (is_link ? sizeof link : sizeof joint) - 1;
    int number = *rest == '[' ? 0 : 1;
    if (number == 0) {
        for (rest++; *rest >= '0' && *rest <= '9' && number <= INT_MAX / 20; rest++)
            number = 10 * number + (*rest - '0');
    }
    int node = limb_node_find(robot->document, robot->node, is_link ? "link" : "joint");
    for (; number > 1 && node >= 0; number--)
        node = limb_node_find_next(robot->document, node, is_link ? "link" : "joint");
    for (int i = 0; is_link && i < robot->nlink; i++) {
        if (robot->link[i].node == node) limb__json_out_text(out, "link", robot->link[i].name);
    }
    for (int i = 0; !is_link && i < robot->njoint; i++) {
        if (robot->joint[i].node == node) limb__json_out_text(out, "joint", robot->joint[i].name);
    }
}

static bool contains(const limb_robot *robot, int node, const char *at)
{
    const limb_text text = limb_node_source(robot->document, node);
    return at >= text.data && at < text.data + text.size;
}

static void write_source(limb__json_out *out, const limb_robot *robot)
{
    const limb_text source = limb_document_source(robot->document);
    const char *at = source.data;
    const char *end = source.data + source.size;
    limb__json_out_open(out, "source", '[');
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const char *line_end = stop ? stop : end;
        const bool carriage = line_end > at && line_end[-1] == '\r';
        limb__json_out_bytes(out, NULL, at, (size_t)(line_end - at) - (carriage ? 1 : 0));
        at = stop ? stop + 1 : end;
    }
    limb__json_out_close(out);
}
