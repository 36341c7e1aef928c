// Tests of the JSON reader: accepted and refused texts, error positions, limits, memory exhaustion,
// truncated and damaged texts.
#include "base/json.h"
#include "harness.h"
#include "support/hostile.h"
#include "support/memory.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char every_kind[] =
    "\xef\xbb\xbf {\"a\" : [1, -2.5e3, 0.1, [], {}], \"text\":\"x\\n\\u00e9\\ud83d\\ude00\\\"/\","
    "\t\"t\":true,\r\n\"f\":false, \"n\":null, \"o\":{\"k\":\"\xc3\xa9\"}, \"a\":[7]} ";

static limb_status parse(limb__json_document *doc, const char *text)
{
    return limb__json_parse(doc, text, strlen(text), NULL);
}

static void ensure_text(const limb__json *value, const char *expected, size_t size)
{
    const limb_text text = limb__json_text(value);
    ENSURE(text.data);
    ENSURE_INT(text.size, size);
    ENSURE(memcmp(text.data, expected, size) == 0);
}

TEST(values_of_every_kind_are_read)
{
    limb__json_document doc;
    ENSURE_INT(parse(&doc, every_kind), LIMB_OK);
    const limb__json *root = doc.value;
    ENSURE_INT(root->kind, LIMB__JSON_OBJECT);
    ENSURE_INT(limb__json_count(root), 7);
    ENSURE_INT(root->as.extent, doc.count);
    ensure_text(limb__json_find(root, "text"), "x\n\xc3\xa9\xf0\x9f\x98\x80\"/", 10);
    ENSURE(limb__json_is(limb__json_find(root, "t"), LIMB__JSON_TRUE));
    ENSURE(limb__json_is(limb__json_find(root, "f"), LIMB__JSON_FALSE));
    ENSURE(limb__json_is(limb__json_find(root, "n"), LIMB__JSON_NULL));
    ensure_text(limb__json_find(limb__json_find(root, "o"), "k"), "\xc3\xa9", 2);
    ENSURE(!limb__json_find(root, "b"));

    // of equal keys the last one counts
    const limb__json *last = limb__json_find(root, "a");
    ENSURE_INT(limb__json_count(last), 1);
    const limb__json *first = root + 2;
    ENSURE_INT(limb__json_count(first), 5);
    double number[5];
    ENSURE_INT(limb__json_numbers(first, number, 5), 3);
    ENSURE(number[0] == 1 && number[1] == -2500 && number[2] == 0.1);
    ENSURE_INT(limb__json_at(first, 4)->kind, LIMB__JSON_OBJECT);
    ENSURE(!limb__json_at(first, 5) && !limb__json_at(first, -1));
    limb__json_free(&doc);
}

TEST(spans_are_the_bytes_of_the_text)
{
    static const char text[] = " [ \"a\\u0041\" , -1.50 , {\"k\": [ ] } , null ]  ";
    static const char *const expected[] = {"[ \"a\\u0041\" , -1.50 , {\"k\": [ ] } , null ]",
                                           "\"a\\u0041\"",
                                           "-1.50",
                                           "{\"k\": [ ] }",
                                           "\"k\"",
                                           "[ ]",
                                           "null"};
    limb__json_document doc;
    ENSURE_INT(parse(&doc, text), LIMB_OK);
    ENSURE_INT(doc.count, 7);
    for (int i = 0; i < doc.count; i++) {
        ENSURE_INT(doc.value[i].size, strlen(expected[i]));
        ENSURE(memcmp(text + doc.value[i].offset, expected[i], doc.value[i].size) == 0);
    }
    limb__json_free(&doc);
}

TEST(questions_about_nothing_have_answers)
{
    ENSURE(!limb__json_is(NULL, LIMB__JSON_NULL));
    ENSURE(!limb__json_find(NULL, "a") && !limb__json_first(NULL) && !limb__json_at(NULL, 0));
    ENSURE_INT(limb__json_count(NULL), 0);
    ENSURE_INT(limb__json_int(NULL, 5), 5);
    ENSURE(limb__json_number(NULL, 0.5) == 0.5);
    ENSURE_INT(limb__json_numbers(NULL, NULL, 3), 0);
    ENSURE(!limb__json_text(NULL).data);
}

TEST(integers_are_clamped_and_fractions_are_none)
{
    static const struct {
        const char *text;
        int value;
    } sample[] = {{"0", 0},           {"-7", -7},        {"1e3", 1000},
                  {"1.5", -1},        {"true", -1},      {"2147483648", INT_MAX},
                  {"-1e99", INT_MIN}, {"1e999", INT_MAX}};
    for (size_t i = 0; i < sizeof sample / sizeof *sample; i++) {
        limb__json_document doc;
        ENSURE_INT(parse(&doc, sample[i].text), LIMB_OK);
        ENSURE_INT(limb__json_int(doc.value, -1), sample[i].value);
        limb__json_free(&doc);
    }
}

TEST(surrogates_and_nul_are_decoded)
{
    static const struct {
        const char *text;
        const char *decoded;
        size_t size;
    } sample[] = {
        {"\"\\u0000\"", "", 1},
        {"\"\\ud800\"", "\xef\xbf\xbd", 3},
        {"\"\\udc00\\ud800\"", "\xef\xbf\xbd\xef\xbf\xbd", 6},
        {"\"\\ud800\\u0041\"", "\xef\xbf\xbd\x41", 4},
        {"\"\\ud800\\ud800\\udc00\"", "\xef\xbf\xbd\xf0\x90\x80\x80", 7},
        {"\"\\udbff\\udfff\"", "\xf4\x8f\xbf\xbf", 4},
        {"\"\\b\\f\\n\\r\\t\\/\\\\\\\"\"", "\b\f\n\r\t/\\\"", 8},
    };
    for (size_t i = 0; i < sizeof sample / sizeof *sample; i++) {
        limb__json_document doc;
        ENSURE_INT(parse(&doc, sample[i].text), LIMB_OK);
        ensure_text(doc.value, sample[i].decoded, sample[i].size);
        limb__json_free(&doc);
    }
}

// each text with a caret under the byte that the error must point at
static const struct {
    const char *text;
    const char *caret;
    const char *message;
} refused[] = {
    {"", "^", "there is no JSON value"},
    {"  ", "  ^", "there is no JSON value"},
    {"[1,]", "  ^", "a comma without anything after it"},
    {"{\"a\":1,}", "      ^", "a comma without anything after it"},
    {"[1 2]", "   ^", "expected ',' or ']' after an element"},
    {"{\"a\":1 \"b\":2}", "       ^", "expected ',' or '}' after a member"},
    {"{a:1}", " ^", "expected a member name in quotes"},
    {"{\"a\" 1}", "     ^", "expected ':' after a member name"},
    {"{\"a\":}", "     ^", "expected a value"},
    {"[", " ^", "the JSON ends before a value"},
    {"[1", "  ^", "the JSON ends inside an array"},
    {"{", " ^", "the JSON ends inside an object"},
    {"{\"a\":1", "      ^", "the JSON ends inside an object"},
    {"[1}", "  ^", "expected ',' or ']' after an element"},
    {"]", "^", "expected a value"},
    {"01", "^", "a number with a leading zero"},
    {"-", "^", "expected digits after '-'"},
    {"+1", "^", "expected a value"},
    {".5", "^", "expected a value"},
    {"[1.]", " ^", "a number without digits after its point"},
    {"1e+", "^", "a number without digits in its exponent"},
    {"True", "^", "expected a value"},
    {"tru", "^", "expected a value: true, false or null are written in lower case"},
    {"nan", "^", "expected a value: true, false or null are written in lower case"},
    {"Infinity", "^", "expected a value"},
    {"-Infinity", "^", "expected digits after '-'"},
    {"\"ab", "^", "a string without its closing quote"},
    {"\"ab\\", "   ^", "an unknown escape in a string"},
    {"\"a\\x\"", "  ^", "an unknown escape in a string"},
    {"\"\\u12g4\"", " ^", "expected four hexadecimal digits after \\u"},
    {"\"a\nb\"", "  ^", "a control character in a string, which must be escaped"},
    {"\"\xff\"", " ^", "a string that is not valid UTF-8"},
    {"\"\xed\xa0\x80\"", " ^", "a string that is not valid UTF-8"},
    {"1 2", "  ^", "text after the end of the JSON value"},
    {"// a\n1", "^", "expected a value"},
    {"'a'", "^", "expected a value"},
};

TEST(errors_point_at_their_byte)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        limb__json_document doc;
        ENSURE_INT(parse(&doc, refused[i].text), LIMB_ERROR_INPUT);
        ENSURE_TEXT(doc.error, refused[i].message);
        ENSURE_INT(doc.error_offset, strlen(refused[i].caret) - 1);
        ENSURE(!doc.value);
        limb__json_free(&doc);
    }
}

TEST(a_nul_byte_ends_nothing)
{
    limb__json_document doc;
    ENSURE_INT(limb__json_parse(&doc, "[1]\0", 4, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(doc.error_offset, 3);
    limb__json_free(&doc);
    ENSURE_INT(limb__json_parse(&doc, "\"\\\0\"", 4, NULL), LIMB_ERROR_INPUT);
    ENSURE_INT(doc.error_offset, 1);
    limb__json_free(&doc);
}

TEST(bytes_of_other_encodings_pass_when_asked_for)
{
    limb__json_document doc;
    const limb__json_opts opts = {.any_bytes = true};
    ENSURE_INT(limb__json_parse(&doc, "\"a\xff\\n\"", 6, &opts), LIMB_OK);
    ensure_text(doc.value, "a\xff\n", 3);
    limb__json_free(&doc);
}

TEST(depth_is_limited_and_a_million_levels_need_no_stack)
{
    enum { MANY = 1000 * 1000 };
    char *text = malloc(2 * MANY);
    ENSURE(text);
    memset(text, '[', MANY);
    memset(text + MANY, ']', MANY);
    limb__json_document doc;
    ENSURE_INT(limb__json_parse(&doc, text, 2 * MANY, NULL), LIMB_ERROR_LIMIT);
    ENSURE_INT(doc.error_offset, 1000);
    limb__json_free(&doc);
    ENSURE_INT(limb__json_parse(&doc, text, 2 * MANY, &(limb__json_opts){.max_depth = MANY}),
               LIMB_OK);
    ENSURE_INT(doc.count, MANY);
    ENSURE_INT(doc.value[MANY - 1].as.extent, 1);
    limb__json_free(&doc);
    free(text);
}

static limb_status parse_all(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    limb__json_document doc;
    const limb_status status = limb__json_parse(&doc, every_kind, sizeof every_kind - 1,
                                                &(limb__json_opts){.memory = memory});
    limb__json_free(&doc);
    return status;
}

TEST(want_of_memory_is_not_bad_input)
{
    ENSURE(limb_test_every_failure(LIMB_OK, parse_all, NULL) >= 2);
}

// Whatever the bytes are: values nest, spans lie inside each other, an error is inside the text.
static void check_any(const char *bytes, size_t size, void *ctx)
{
    long *accepted = ctx;
    limb__json_document doc;
    const limb_status status = limb__json_parse(&doc, bytes, size, NULL);
    if (status == LIMB_OK) {
        ++*accepted;
        ENSURE(doc.count > 0);
        for (int i = 0; i < doc.count; i++) {
            const limb__json *value = &doc.value[i];
            ENSURE(value->size > 0 && value->offset + value->size <= size);
            for (const limb__json *item = limb__json_first(value); item;
                 item = limb__json_next(value, item)) {
                ENSURE(item->offset > value->offset);
                ENSURE(item->offset + item->size < value->offset + value->size);
            }
        }
    } else {
        ENSURE_INT(status, LIMB_ERROR_INPUT);
        ENSURE(doc.error_offset <= size && doc.error[0]);
    }
    limb__json_free(&doc);
}

TEST(texts_cut_at_every_byte_are_refused)
{
    long accepted = 0;
    limb_test_every_truncation(every_kind, sizeof every_kind - 1, check_any, &accepted);
    ENSURE_INT(accepted, 2); // the whole, and without the blank at its end
}

TEST(damaged_texts_do_no_harm)
{
    long accepted = 0;
    limb_test_every_flip(every_kind, sizeof every_kind - 1, check_any, &accepted);
    ENSURE(accepted > 100);
}
