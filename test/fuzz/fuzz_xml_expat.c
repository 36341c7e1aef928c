// Any bytes: expat and limb's reader give the same verdict and content, except for the differences
// listed in test/xml/expat_events.h.
#include "xml/expat_events.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    const limb_test_verdict verdict = limb_test_compare_with_expat(text, size);
    free(text);
    if (verdict >= LIMB_TEST_EVENTS_DIFFER) {
        fprintf(stderr, "expat differs: %d\n", (int)verdict);
        abort();
    }
    return 0;
}
