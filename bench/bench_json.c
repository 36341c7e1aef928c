// JSON compared with cJSON, on texts typical of glTF.
#include "bench_json.h"

#include "base/json.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#ifdef LIMB_BENCH_CJSON
#define CJSON "cJSON", limb_bench_json_cjson
#else
#define CJSON NULL, NULL
#endif

static void read_ours(void *ctx)
{
    const limb_bench_json *input = ctx;
    limb__json_document doc;
    if (limb__json_parse(&doc, input->text, input->size, NULL) != LIMB_OK) abort();
    limb_bench_keep(doc.count);
    limb__json_free(&doc);
}

// Small objects: nodes with names, places and children.
static void make_nodes(limb__builder *out)
{
    limb__builder_text(out, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
    for (int i = 0; i < 2000; i++) {
        limb__builder_text(out, i ? ",{\"name\":\"link_" : "{\"name\":\"link_");
        limb__builder_int(out, i);
        limb__builder_text(out, "\",\"mesh\":");
        limb__builder_int(out, i % 37);
        limb__builder_text(out, ",\"translation\":[");
        limb__builder_number(out, i * 0.001);
        limb__builder_text(out, ",0.12,-0.0375],\"rotation\":[0,0,");
        limb__builder_number(out, (i * 7919 % 1000) / 997.0);
        limb__builder_text(out, ",0.7071067811865476],\"children\":[");
        limb__builder_int(out, i + 1);
        limb__builder_text(out, "]}");
    }
    limb__builder_text(out, "]}");
}

// One long string: a buffer in the file.
static void make_buffer(limb__builder *out)
{
    limb__builder_text(out, "{\"buffers\":[{\"uri\":\"data:application/octet-stream;base64,");
    for (int i = 0; i < 1 << 20; i++)
        limb__builder_char(out, (char)('A' + i * 31 % 26));
    limb__builder_text(out, "\"}]}");
}

static void run(const char *name, void (*make)(limb__builder *out))
{
    limb__builder text;
    limb__builder_init(&text, NULL);
    make(&text);
    limb__builder_nul(&text);
    limb_bench_json input = {text.data, text.size};
    limb_bench_run(&(limb_bench_case){name, read_ours, CJSON, &input, 1});
    limb__builder_free(&text);
}

BENCH(json, "json")
{
    if (!limb_bench_wanted("json/")) return;
    run("json/nodes", make_nodes);
    run("json/buffer", make_buffer);
}
