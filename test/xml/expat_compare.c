// Compares limb's reader with expat on samples, on thousands of damaged samples, and
// on real robots.
#include "harness.h"
#include "support/corpus.h"
#include "xml/expat_events.h"

#include <stdio.h>

static const char *const sample[] = {
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<robot name='r'>\n <link name=\"a\"/> <!-- c -->\n"
    " <joint name='j' type=\"fixed\"><origin xyz=\"0 0 0\" rpy='1 2\t3'/></joint>\r\n</robot>\n",
    "<a>text &lt;&amp;&#65;&#x1F916; <b c='&quot;&apos;&gt;'/> more ]] > text<![CDATA[ <raw> "
    "]]></a>",
    "\xEF\xBB\xBF<a\xC3\xA4 x = '1'\n y\t=\"2\r\n3\" ><?pi some thing?></a\xC3\xA4 ><!-- end -->",
    "<x:a xmlns:x='u' x:b='1'><_c.d-e1>\n\n</_c.d-e1><f></f><f/></x:a>",
    "<a><b><c><d/></c></b><b/><!----><!-- - --><?p?>\t<e f='' g=\"'\" h='\"' i='>'/>x\ry\r\nz</a>",
    "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/>",
    " \n<!-- before --><?go?><r>\xE6\x9C\xBA\xE5\x99\xA8\xE4\xBA\xBA</r> \n<?stop?>\n",
};
enum { NSAMPLE = sizeof sample / sizeof *sample };

static const char *const verdict_name[] = {"accepted by both, same events",
                                           "refused by both",
                                           "tolerated by us",
                                           "names of the fifth edition",
                                           "a limit of limb",
                                           "events differ",
                                           "only we accept",
                                           "only we refuse"};

static limb_test_verdict check(const char *text, size_t size, const char *what)
{
    const limb_test_verdict verdict = limb_test_compare_with_expat(text, size);
    if (verdict >= LIMB_TEST_EVENTS_DIFFER) {
        limb_test_fail(__FILE__, __LINE__, "%s: %s:\n%.*s", what, verdict_name[verdict], (int)size,
                       text);
    }
    return verdict;
}

TEST(samples_are_read_alike)
{
    for (int i = 0; i < NSAMPLE; i++) {
        ENSURE_INT(check(sample[i], strlen(sample[i]), "sample"), LIMB_TEST_SAME_ACCEPTED);
    }
}

static const char *const piece[] = {
    "<",
    ">",
    "\"",
    "'",
    "&",
    ";",
    "=",
    "/",
    "]]>",
    "--",
    "<!--",
    "-->",
    "<?",
    "?>",
    "<![CDATA[",
    " ",
    "\n",
    "a",
    ":",
    "-",
    "0",
    "&amp;",
    "&#0;",
    "<a>",
    "</a>",
    "<b/>",
    "\r",
    "\x01",
    "\xC3",
    "\t",
    "</",
    "/>",
    "x='1'",
    "\xC3\xA4",
    "\xC3\x97",
    "&x;",
    "<?xml version='1.0'?>",
    "#",
    "&#x20;",
    "<!DOCTYPE a>",
};
enum { NPIECE = sizeof piece / sizeof *piece };

// Cuts, doubles, drops, swaps and inserts a few times.
static size_t mutate(limb_test_rng *rng, char *text, size_t size, size_t room)
{
    for (int n = 1 + limb_test_below(rng, 3); n > 0 && size > 0; n--) {
        const size_t at = (size_t)limb_test_below(rng, (int)size);
        const size_t left = size - at;
        const size_t some = 1 + (size_t)limb_test_below(rng, left < 8 ? (int)left : 8);
        const char *insert = piece[limb_test_below(rng, NPIECE)];
        size_t more = 0;
        switch (limb_test_below(rng, 4)) {
        case 0: // drop
            memmove(text + at, text + at + some, left - some);
            size -= some;
            break;
        case 1: // double
            if (size + some > room) break;
            memmove(text + at + some, text + at, left);
            size += some;
            break;
        case 2: // insert
            more = strlen(insert);
            if (size + more > room) break;
            memmove(text + at + more, text + at, left);
            memcpy(text + at, insert, more);
            size += more;
            break;
        default: // replace
            text[at] = insert[0];
            break;
        }
    }
    return size;
}

TEST(damaged_samples_are_judged_alike)
{
    enum { ROUNDS = 6000, ROOM = 1024 };
    limb_test_rng rng = {20240607};
    int count[LIMB_TEST_WE_REFUSE + 1] = {0};
    for (int i = 0; i < ROUNDS * NSAMPLE; i++) {
        char text[ROOM + 1];
        size_t size = strlen(sample[i % NSAMPLE]);
        memcpy(text, sample[i % NSAMPLE], size);
        size = mutate(&rng, text, size, ROOM);
        text[size] = 0;
        count[check(text, size, "damaged")]++;
    }
    for (int i = 0; i < LIMB_TEST_EVENTS_DIFFER; i++)
        printf("%6d %s\n", count[i], verdict_name[i]);
    ENSURE(count[LIMB_TEST_SAME_ACCEPTED] > ROUNDS / 2);
    ENSURE(count[LIMB_TEST_SAME_REFUSED] > ROUNDS);
    ENSURE(count[LIMB_TEST_TOLERATED] > 100);
    ENSURE(count[LIMB_TEST_WIDE_NAMES] < ROUNDS / 10);
}

TEST(robots_beside_us_are_read_alike)
{
    int count[LIMB_TEST_WE_REFUSE + 1] = {0};
    for (limb_test_robots robots = {0}; limb_test_next_robot(&robots);) {
        size_t size;
        char *text = limb_test_read_file(robots.path, &size);
        count[check(text, size, robots.path)]++;
        free(text);
    }
    ENSURE(count[LIMB_TEST_SAME_ACCEPTED] > 0 || !limb_test_corpus());
    for (int i = 0; i < LIMB_TEST_EVENTS_DIFFER; i++)
        printf("%6d %s\n", count[i], verdict_name[i]);
}
