// Reading JSON by cJSON, for bench_json.c.
#include "bench_json.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

void limb_bench_json_cjson(void *ctx)
{
    const limb_bench_json *input = ctx;
    cJSON *json = cJSON_ParseWithLength(input->text, input->size);
    if (!json) abort();
    limb_bench_keep(json->type);
    cJSON_Delete(json);
}
