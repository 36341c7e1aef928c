#include "base/text.h"
#include "harness.h"
#include "limb/system.h"
#include "support/hostile.h"

#include <limits.h>
#include <string.h>

TEST(text_grows)
{
    limb__builder builder;
    limb__builder_init(&builder, NULL);
    ENSURE_TEXT(limb__builder_nul(&builder), "");
    limb__builder_text(&builder, "mass ");
    limb__builder_number(&builder, 0.25);
    limb__builder_char(&builder, ' ');
    limb__builder_int(&builder, -42);
    limb__builder_repeat(&builder, '.', 3);
    limb__builder_repeat(&builder, '.', 0);
    limb__builder_bytes(&builder, "kgs", 2);
    limb__builder_bytes(&builder, NULL, 0);
    ENSURE_TEXT(limb__builder_nul(&builder), "mass 0.25 -42...kg");
    ENSURE_INT(builder.size, strlen(builder.data));
    limb__builder_repeat(&builder, 'x', 100000);
    ENSURE_INT(strlen(limb__builder_nul(&builder)), 100018);
    limb__builder_free(&builder);
}

TEST(integers_of_any_size)
{
    limb__builder builder;
    limb__builder_init(&builder, NULL);
    limb__builder_int(&builder, 0);
    limb__builder_char(&builder, ' ');
    limb__builder_int(&builder, LLONG_MIN);
    limb__builder_char(&builder, ' ');
    limb__builder_int(&builder, LLONG_MAX);
    ENSURE_TEXT(limb__builder_nul(&builder), "0 -9223372036854775808 9223372036854775807");
    limb__builder_free(&builder);
}

static void ensure_json(const char *text, size_t size, const char *expected)
{
    limb__builder builder;
    limb__builder_init(&builder, NULL);
    limb__builder_json(&builder, text, size);
    ENSURE_TEXT(limb__builder_nul(&builder), expected);
    limb__builder_free(&builder);
}

TEST(json_strings_are_escaped)
{
    ensure_json("arm", 3, "\"arm\"");
    ensure_json("a\"b\\c\n\r\t", 8, "\"a\\\"b\\\\c\\n\\r\\t\"");
    ensure_json("\0\x1f\x7f", 3, "\"\\u0000\\u001f\\u007f\"");
    ensure_json("\xe8\x87\x82", 3, "\"\xe8\x87\x82\"");
    // bytes that are not UTF-8, a cut character at the end
    ensure_json("\xff-\xe8\x87", 4, "\"\xef\xbf\xbd-\xef\xbf\xbd\xef\xbf\xbd\"");
}

static void ensure_xml(const char *text, char quote, const char *expected)
{
    limb__builder builder;
    limb__builder_init(&builder, NULL);
    limb__builder_xml(&builder, text, strlen(text), quote);
    ENSURE_TEXT(limb__builder_nul(&builder), expected);
    limb__builder_free(&builder);
}

TEST(xml_text_is_escaped)
{
    ensure_xml("a<b>&\"'\n", 0, "a&lt;b&gt;&amp;\"'\n");
    ensure_xml("a<b>&\"'\n\t\r", '"', "a&lt;b>&amp;&quot;'&#10;&#9;&#13;");
    ensure_xml("\"'", '\'', "\"&apos;");
}

static void ensure_visible(const char *text, const char *expected)
{
    limb__builder builder;
    limb__builder_init(&builder, NULL);
    limb__builder_visible(&builder, text, strlen(text));
    ENSURE_TEXT(limb__builder_nul(&builder), expected);
    limb__builder_free(&builder);
}

// Tests characters that could control a terminal, reverse its text, or be invisible.
TEST(what_is_not_seen_is_made_visible)
{
    ensure_visible("a\x1b[1m\n\x7f", "a\u241B[1m\u240A\u2421");
    ensure_visible("\xc2\x9b|\u202E|\u2066|\u200B|\u2060|\uFEFF|\xff",
                   "\uFFFD|\uFFFD|\uFFFD|\uFFFD|\uFFFD|\uFFFD|\uFFFD");
    // joiners are letters' business in some scripts
    ensure_visible("\u0646\u200C\u0647 \u00E4", "\u0646\u200C\u0647 \u00E4");
}

static limb_status build(const limb_allocator *memory, void *ctx)
{
    (void)ctx;
    limb__builder builder;
    limb__builder_init(&builder, memory);
    for (int i = 0; i < 300; i++) {
        limb__builder_text(&builder, "link ");
        limb__builder_number(&builder, i * 0.1);
        limb__builder_json(&builder, "a\n", 2);
        limb__builder_xml(&builder, "<", 1, 0);
    }
    const bool empty = strlen(limb__builder_nul(&builder)) == 0;
    const bool failed = builder.failed;
    limb__builder_free(&builder);
    ENSURE(failed == empty);
    return failed ? LIMB_ERROR_MEMORY : LIMB_OK;
}

TEST(a_builder_remembers_that_memory_failed)
{
    ENSURE(limb_test_every_failure(LIMB_OK, build, NULL) > 3);
}

TEST(texts_are_equal_to_the_last_byte_and_xml_has_four_blanks)
{
    ENSURE(limb__text_equal((limb_text){"axis=", 4}, "axis"));
    ENSURE(!limb__text_equal((limb_text){"axis", 4}, "axi"));
    ENSURE(!limb__text_equal((limb_text){"axi", 3}, "axis"));
    ENSURE(limb__is_space(' ') && limb__is_space('\n') && limb__is_space('\r') &&
           limb__is_space('\t'));
    ENSURE(!limb__is_space('\v') && !limb__is_space(0) && !limb__is_space('\f'));
}

//---- did you mean --------------------------------------------------------------------------------

static int distance(const char *a, const char *b)
{
    const int there = limb__edit_distance(a, strlen(a), b, strlen(b), 10);
    ENSURE_INT(limb__edit_distance(b, strlen(b), a, strlen(a), 10), there);
    return there;
}

TEST(edit_distance_in_half_steps)
{
    ENSURE_INT(distance("", ""), 0);
    ENSURE_INT(distance("axis", "axis"), 0);
    ENSURE_INT(distance("Axis", "axis"), 1);
    ENSURE_INT(distance("axs", "axis"), 2);
    ENSURE_INT(distance("axxis", "axis"), 2);
    ENSURE_INT(distance("asis", "axis"), 2);
    ENSURE_INT(distance("aixs", "axis"), 2);
    ENSURE_INT(distance("", "axis"), 8);
    ENSURE_INT(distance("ca", "abc"), 6); // no part is edited twice
    ENSURE_INT(distance("abcdefgh", "ijklmnop"), 11);
    char large[100];
    memset(large, 'a', sizeof large);
    ENSURE_INT(limb__edit_distance(large, sizeof large, large, sizeof large, 4), 5);
}

TEST(a_limit_only_cuts_the_distance)
{
    limb_test_rng rng = {1};
    for (int i = 0; i < 20000; i++) {
        char a[12], b[12];
        const size_t a_size = (size_t)limb_test_below(&rng, 12);
        const size_t b_size = (size_t)limb_test_below(&rng, 12);
        for (int k = 0; k < 12; k++) {
            a[k] = "abAB"[limb_test_below(&rng, 4)];
            b[k] = "abAB"[limb_test_below(&rng, 4)];
        }
        const int whole = limb__edit_distance(a, a_size, b, b_size, 1000);
        const int limit = limb_test_below(&rng, 8);
        ENSURE_INT(limb__edit_distance(a, a_size, b, b_size, limit),
                   whole < limit + 1 ? whole : limit + 1);
    }
}

static int nearest(const char *text)
{
    static const char *const words[] = {"link", "joint", "material", "xyz", "rpy", "effort"};
    return limb_nearest(text, words, 6);
}

TEST(the_nearest_word_is_a_misspelling_or_none)
{
    ENSURE_INT(nearest("jiont"), 1);
    ENSURE_INT(nearest("Link"), 0);
    ENSURE_INT(nearest("xzy"), 3);
    static const char *const numbered[] = {"joint1", "joint12", "link_02"};
    ENSURE_INT(limb__nearest("joint3", 6, numbered, 3), -1); // another number is not a misspelling
    ENSURE_INT(limb__nearest("joint2", 6, numbered, 3), -1);
    ENSURE_INT(limb__nearest("jiont1", 6, numbered, 3), 0);
    ENSURE_INT(limb__nearest("joint", 5, numbered, 3), 0);
    ENSURE_INT(limb__nearest("link_2", 6, numbered, 3), 2);
    ENSURE_INT(nearest("XYZ"), 3); // case alone makes no other word
    ENSURE_INT(nearest("MATERIAL"), 2);
    ENSURE_INT(nearest("matrial"), 2);
    ENSURE_INT(nearest("efort"), 5);
    ENSURE_INT(nearest("gazebo"), -1);
    ENSURE_INT(nearest(""), -1);
    ENSURE_INT(limb__nearest("link", 4, NULL, 0), -1);
}

//---- UTF-8 ---------------------------------------------------------------------------------------

TEST(every_code_point_is_encoded_and_decoded)
{
    for (uint32_t c = 0; c <= 0x10ffff; c++) {
        if (c >= 0xd800 && c <= 0xdfff) continue;
        char text[4];
        const int size = limb__utf8_encode(text, c);
        ENSURE_INT(size, c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4);
        uint32_t again;
        ENSURE_INT(limb__utf8_decode(text, text + size, &again), size);
        ENSURE_INT(again, c);
        ENSURE_INT(limb__utf8_decode(text, text + size - 1, &again), 0);
    }
}

TEST(what_is_not_utf8)
{
    static const char *const text[] = {
        "\x80",             // continuation first
        "\xc0\x80",         // NUL in two bytes
        "\xc1\xbf",         // overlong
        "\xe0\x9f\xbf",     // overlong
        "\xf0\x8f\xbf\xbf", // overlong
        "\xed\xa0\x80",     // surrogate
        "\xf4\x90\x80\x80", // beyond U+10FFFF
        "\xf8\x88\x80\x80", // five-byte form
        "\xc3(",            // no continuation
        "\xff",
    };
    uint32_t c;
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++)
        ENSURE_INT(limb__utf8_decode(text[i], text[i] + strlen(text[i]), &c), 0);
    ENSURE_INT(limb__utf8_decode("", "", &c), 0);
}

TEST(the_first_invalid_byte_is_found_anywhere)
{
    char text[40];
    memset(text, 'a', sizeof text);
    ENSURE(limb__utf8_invalid(text, text + sizeof text) == NULL);
    ENSURE(limb__utf8_invalid(text, text) == NULL);
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = '\xff';
        ENSURE(limb__utf8_invalid(text, text + sizeof text) == text + i);
        text[i] = 'a';
    }
    memcpy(text + 6, "\xe8\x87\x82", 3);
    ENSURE(limb__utf8_invalid(text, text + sizeof text) == NULL);
}
