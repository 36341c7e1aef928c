// Compares the JSON reader with cJSON: valid texts of random values give the same result; damaged
// ones are refused by both, except for known differences of cJSON.
#include "harness.h"
#include "support/json_print.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_peer(limb__builder *out, const cJSON *value)
{
    if (cJSON_IsString(value)) {
        limb__builder_json(out, value->valuestring, strlen(value->valuestring));
    } else if (cJSON_IsNumber(value)) {
        limb_test_json_number(out, value->valuedouble);
    } else if (cJSON_IsArray(value) || cJSON_IsObject(value)) {
        const bool object = cJSON_IsObject(value);
        limb__builder_char(out, object ? '{' : '[');
        for (const cJSON *item = value->child; item; item = item->next) {
            if (item != value->child) limb__builder_char(out, ',');
            if (object) {
                limb__builder_json(out, item->string, strlen(item->string));
                limb__builder_char(out, ':');
            }
            print_peer(out, item);
        }
        limb__builder_char(out, object ? '}' : ']');
    } else {
        limb__builder_text(out, cJSON_IsTrue(value)    ? "true"
                                : cJSON_IsFalse(value) ? "false"
                                                       : "null");
    }
}

//---- random texts --------------------------------------------------------------------------------

static void add_string(limb__builder *out, limb_test_rng *rng)
{
    static const char *const piece[] = {"a",        "key", " ",   "\\n",     "\\\"",
                                        "\\\\",     "/",   "\\/", "\\u00e9", "\\ud83d\\ude00",
                                        "\xc3\xa9", "0",   "\\t"};
    limb__builder_char(out, '"');
    for (int i = limb_test_below(rng, 4); i > 0; i--)
        limb__builder_text(out, piece[limb_test_below(rng, 13)]);
    limb__builder_char(out, '"');
}

static void add_value(limb__builder *out, limb_test_rng *rng, int depth)
{
    static const char *const space[] = {"", "", " ", "\n\t"};
    const int kind = limb_test_below(rng, depth > 0 ? 7 : 4);
    limb__builder_text(out, space[limb_test_below(rng, 4)]);
    if (kind == 0) {
        static const char *const word[] = {"true", "false", "null"};
        limb__builder_text(out, word[limb_test_below(rng, 3)]);
    } else if (kind == 1) {
        limb__builder_int(out, (long long)limb_test_next(rng) >> limb_test_below(rng, 60));
    } else if (kind == 2) {
        char text[40];
        snprintf(text, sizeof text, "%.*g", 1 + limb_test_below(rng, 17),
                 limb_test_uniform(rng, -1, 1) * (limb_test_below(rng, 2) ? 1e200 : 1e-3));
        limb__builder_text(out, text);
    } else if (kind == 3) {
        add_string(out, rng);
    } else {
        const bool object = kind == 4;
        limb__builder_char(out, object ? '{' : '[');
        for (int i = limb_test_below(rng, 5); i > 0; i--) {
            if (object) {
                add_string(out, rng);
                limb__builder_char(out, ':');
            }
            add_value(out, rng, depth - 1);
            if (i > 1) limb__builder_char(out, ',');
        }
        limb__builder_char(out, object ? '}' : ']');
    }
    limb__builder_text(out, space[limb_test_below(rng, 4)]);
}

//---- comparison ----------------------------------------------------------------------------------

// cJSON takes any byte up to the blank as white space and as part of a string, does not look at
// UTF-8, takes \u with other digits for NUL, and leaves the form of numbers to strtod.
static bool peer_is_lenient(const limb__json_document *doc, const char *text, size_t size)
{
    const unsigned char c =
        doc->error_offset < size ? (unsigned char)text[doc->error_offset] : 0xff;
    return c < 0x20 || strstr(doc->error, "UTF-8") || strstr(doc->error, "a number with") ||
           strstr(doc->error, "digits after");
}

// It refuses surrogates without their partner, and forgets the end of numbers of 64 bytes and more.
static bool peer_is_strict(const char *text)
{
    return strstr(text, "\\ud") || strstr(text, "\\uD");
}

// Returns whether both accept. The text ends in a NUL that is not part of it and contains no other.
static bool compare(const char *text, size_t size)
{
    limb__json_document doc;
    const limb_status status = limb__json_parse(&doc, text, size, NULL);
    cJSON *peer = cJSON_ParseWithLengthOpts(text, size + 1, NULL, true);
    const bool both = status == LIMB_OK && peer;
    if (both && !strstr(text, "\\u0000")) {
        limb__builder ours, theirs;
        limb__builder_init(&ours, NULL);
        limb__builder_init(&theirs, NULL);
        limb_test_json_print(&ours, &doc);
        print_peer(&theirs, peer);
        ENSURE_TEXT(limb__builder_nul(&ours), limb__builder_nul(&theirs));
        limb__builder_free(&ours);
        limb__builder_free(&theirs);
    } else if (!both && status == LIMB_OK) {
        if (!peer_is_strict(text))
            limb_test_fail(__FILE__, __LINE__, "only cJSON refuses %s", text);
    } else if (!both && peer) {
        if (!peer_is_lenient(&doc, text, size))
            limb_test_fail(__FILE__, __LINE__, "only cJSON takes %s: %s", text, doc.error);
    }
    cJSON_Delete(peer);
    limb__json_free(&doc);
    return both;
}

TEST(sound_texts_are_read_as_cjson_reads_them)
{
    limb_test_rng rng = {1};
    for (int i = 0; i < LIMB_TEST_COUNT(40000); i++) {
        limb__builder text;
        limb__builder_init(&text, NULL);
        add_value(&text, &rng, 6);
        limb__builder_nul(&text);
        ENSURE(compare(text.data, text.size));
        limb__builder_free(&text);
    }
}

TEST(damaged_texts_are_judged_as_cjson_judges_them)
{
    static const char mark[] = "{}[],:\"\\u0123456789-+.eEdD \n\t\r\x01\x1f\xc3\xa9\xfftfn";
    limb_test_rng rng = {2};
    int accepted = 0, refused = 0;
    for (int i = 0; i < LIMB_TEST_COUNT(80000); i++) {
        limb__builder text;
        limb__builder_init(&text, NULL);
        add_value(&text, &rng, 4);
        limb__builder_nul(&text);
        for (int k = 1 + limb_test_below(&rng, 2); k > 0 && text.size > 0; k--)
            text.data[limb_test_below(&rng, (int)text.size)] =
                mark[limb_test_below(&rng, (int)sizeof mark - 1)];
        if (compare(text.data, text.size)) {
            accepted++;
        } else {
            refused++;
        }
        limb__builder_free(&text);
    }
    ENSURE(accepted > 1000 && refused > 1000);
}
