// JSON of any bytes: an accepted text is written in canonical form and read again as
// the same value.
#include "base/json.h"
#include "base/text.h"
#include "support/json_print.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ensure(int condition)
{
    if (!condition) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    limb__json_document doc, again;
    const limb_status status = limb__json_parse(&doc, bytes, size, NULL);
    if (status != LIMB_OK) {
        ensure(doc.error_offset <= size && doc.error[0]);
        limb__json_free(&doc);
        return 0;
    }
    limb__builder first, second;
    limb__builder_init(&first, NULL);
    limb__builder_init(&second, NULL);
    limb_test_json_print(&first, &doc);
    ensure(limb__json_parse(&again, first.data, first.size, NULL) == LIMB_OK);
    ensure(again.count == doc.count);
    limb_test_json_print(&second, &again);
    ensure(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    limb__builder_free(&first);
    limb__builder_free(&second);
    limb__json_free(&again);
    limb__json_free(&doc);
    return 0;
}
