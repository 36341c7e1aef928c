// Tests the limits of an expansion, regardless of the file: steps, memory, and the stack
// of a thread.
#include "documents/builtins/text_methods.h"
#include "documents/xacro/expand.h"
#include "support/memory.h"
#include "xacro_cases.h"

#include <pthread.h>

//---- searching -----------------------------------------------------------------------------------

static size_t slow_first(limb_text text, limb_text part, size_t from)
{
    for (size_t i = from; i + part.size <= text.size; i++)
        if (part.size == 0 || memcmp(text.data + i, part.data, part.size) == 0) return i;
    return SIZE_MAX;
}

static size_t slow_last(limb_text text, limb_text part, size_t end)
{
    size_t last = SIZE_MAX;
    for (size_t i = 0; i + part.size <= end; i++)
        if (part.size == 0 || memcmp(text.data + i, part.data, part.size) == 0) last = i;
    return last;
}

TEST(texts_are_found_where_a_slow_search_finds_them)
{
    limb_test_rng rng = {1};
    int nfound = 0;
    for (int round = 0; round < LIMB_TEST_COUNT(800000); round++) {
        char text[40], part[12];
        const int letters = 1 + limb_test_below(&rng, 3);
        const limb_text whole = {text, (size_t)limb_test_below(&rng, sizeof text)};
        const limb_text wanted = {part, (size_t)limb_test_below(&rng, sizeof part)};
        for (size_t i = 0; i < whole.size; i++)
            text[i] = (char)("ab\xff"[limb_test_below(&rng, letters)]);
        for (size_t i = 0; i < wanted.size; i++)
            part[i] = (char)("ab\xff"[limb_test_below(&rng, letters)]);
        const size_t at = (size_t)limb_test_below(&rng, (int)whole.size + 1);
        const size_t found = slow_first(whole, wanted, at);
        ENSURE(limb__text_first(whole, wanted, at) == found);
        ENSURE(limb__text_last(whole, wanted, at) == slow_last(whole, wanted, at));
        nfound += found != SIZE_MAX;
    }
    ENSURE(nfound > LIMB_TEST_COUNT(80000));
}

//---- steps and memory ----------------------------------------------------------------------------

typedef struct outcome {
    limb_status status;
    size_t peak;
    char rule[40];   // of the first error
    char value[100]; // of the attribute k of the outermost element
} outcome;

static outcome run(const char *text, const limb_xacro_opts *given)
{
    outcome out = {.status = LIMB_OK};
    limb_report *report;
    limb_xacro *xacro;
    limb_test_memory memory;
    limb_test_memory_init(&memory);
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    limb_xacro_opts opts = given ? *given : (limb_xacro_opts){0};
    opts.memory = &memory.allocator;
    opts.report = report;
    out.status = limb_xacro_expand(&xacro, text, strlen(text), &opts);
    ENSURE(xacro != NULL);
    for (int i = report->nfinding - 1; i >= 0; i--)
        if (report->finding[i].severity == LIMB_SEVERITY_ERROR)
            snprintf(out.rule, sizeof out.rule, "%s", report->finding[i].id);
    const char *value = xacro->text ? strstr(xacro->text, "k=\"") : NULL;
    if (value) sscanf(value, "k=\"%99[^\"]\"", out.value);
    limb_xacro_free(xacro);
    limb_report_free(report);
    out.peak = memory.peak;
    return out;
}

static void expect_value(const char *expression, const char *expected)
{
    char text[1000];
    snprintf(text, sizeof text, "<a " NS " k=\"${%s}\"/>", expression);
    const outcome out = run(text, NULL);
    if (out.status != LIMB_OK) limb_test_fail(__FILE__, __LINE__, "%s: %s", expression, out.rule);
    ENSURE_TEXT(out.value, expected);
}

static void expect_limit(const char *text, const limb_xacro_opts *opts)
{
    const outcome out = run(text, opts);
    if (out.status != LIMB_ERROR_LIMIT)
        limb_test_fail(__FILE__, __LINE__, "%s: %s", strrchr(text, '$'), out.rule);
    ENSURE_TEXT(out.rule, "xacro-limit");
}

// Each of these searches used to take time proportional to the product of both sizes: hours.
TEST(long_texts_are_searched_in_linear_time)
{
#define LONG "('a' * 10000000)"
#define PART "('a' * 500000 + 'b' + 'a' * 500000)"
    expect_value(LONG ".find(" PART ")", "-1");
    expect_value(LONG ".rfind(" PART ")", "-1");
    expect_value("(" LONG " + 'b').index('a' * 1000000 + 'b')", "9000000");
    expect_value("('b' + " LONG ").rindex('b' + 'a' * 1000000)", "0");
    expect_value(PART " in " LONG, "False");
    expect_value(LONG ".count(" PART ")", "0");
    expect_value(LONG ".count('a' * 1000000)", "10");
    expect_value("len(" LONG ".split(" PART "))", "1");
    expect_value("len(" LONG ".rsplit(" PART "))", "1");
    expect_value("len(" LONG ".replace(" PART ", ''))", "10000000");
    expect_value("len(" LONG ".partition(" PART ")[0])", "10000000");
    expect_value("len(" LONG ".rpartition(" PART ")[2])", "10000000");
}

TEST(replacing_and_joining_give_what_python_gives)
{
    expect_value("'abcabc'.replace('b', 'xy')", "axycaxyc");
    expect_value("'abcabc'.replace('b', '', 1)", "acabc");
    expect_value("'abc'.replace('', '-')", "-a-b-c-");
    expect_value("'abc'.replace('', '-', 2)", "-a-bc");
    expect_value("''.replace('', '-')", "-");
    expect_value("''.replace('a', '-') + 'x'", "x");
    expect_value("'aaa'.replace('aa', 'b')", "ba");
    expect_value("'abc'.replace('abc', '') + 'x'", "x");
    expect_value("'abc'.replace('b', 'x', 0)", "abc");
    expect_value("', '.join(['a', '', 'b'])", "a, , b");
    expect_value("''.join([]) + 'x'", "x");
}

// Operations on long texts count as steps even if each result is short.
TEST(looking_at_long_texts_again_and_again_ends)
{
    static const char *const body[] = {
        "python.sum([len(s) for i in range(10000000)])",
        "[1 for i in range(10000000) if s[5000000] == 'b']",
        "[1 for i in range(10000000) if s == t]",
        "[1 for i in range(10000000) if s is t]",
        "[1 for i in range(10000000) if s > t]",
        "[1 for i in range(10000000) if s in d]",
        "[1 for i in range(10000000) if 'b' in s]",
        "s.lstrip('b' * 1000000 + 'a')",
    };
    for (size_t i = 0; i < sizeof body / sizeof *body; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "<a " NS "><xacro:property name=\"s\" value=\"${'a' * 10000000}\"/>"
                 "<xacro:property name=\"t\" value=\"${'a' * 9999999 + 'a'}\"/>"
                 "<xacro:property name=\"d\" value=\"${dict(a=1)}\"/>${%s}</a>",
                 body[i]);
        expect_limit(text, &(limb_xacro_opts){.max_steps = 3000000});
    }
}

// Each of 60 tuples contains the previous one twice, which makes 2^60 items.
TEST(hashes_of_shared_tuples_take_steps)
{
    char text[8000] = "<a " NS "><xacro:property name=\"p0\" value=\"${(1, 2)}\"/>";
    for (int i = 1; i <= 60; i++) {
        char one[100];
        snprintf(one, sizeof one, "<xacro:property name=\"p%d\" value=\"${(p%d, p%d)}\"/>", i,
                 i - 1, i - 1);
        strcat(text, one);
    }
    strcat(text, "${python.hash(p60)}</a>");
    expect_limit(text, &(limb_xacro_opts){.max_steps = 1000000});
}

TEST(sets_of_regular_values_are_quick)
{
    expect_value("len(python.set([i * 2**32 for i in range(300000)]))", "300000");
    expect_value("len(python.set([i * 2**40 + 0.0 for i in range(300000)]))", "300000");
    expect_value("len(python.set([(i * 2**32, 1) for i in range(100000)]))", "100000");
    expect_value("len(python.set([python.frozenset([i]) for i in range(100000)]))", "100000");
    expect_value("python.hash(python.frozenset([1, 2])) if False else "
                 "python.frozenset([1, 2]) in python.set([python.frozenset([2, 1])])",
                 "True");
}

TEST(a_result_that_is_too_long_takes_no_memory)
{
    static const char *const body[] = {
        "('a' * 1000000).replace('a', 'b' * 1000)",
        "('b' * 1000).join(['a'] * 1000000)",
        "python.repr(['a' * 1000] * 1000000)",
        "'%s' * 1 % ('a' * 60000000)",
    };
    const limb_xacro_opts opts = {.max_memory = (size_t)100 << 20};
    for (size_t i = 0; i < sizeof body / sizeof *body; i++) {
        char text[300];
        snprintf(text, sizeof text, "<a " NS ">${%s}</a>", body[i]);
        const outcome out = run(text, &opts);
        ENSURE_INT(out.status, LIMB_ERROR_LIMIT);
        if (out.peak > opts.max_memory * 3 / 2)
            limb_test_fail(__FILE__, __LINE__, "%s took %zu bytes", body[i], out.peak);
    }
}

static limb_status read_large(void *ctx, const char *path, const limb_allocator *memory,
                              size_t max_size, char **bytes, size_t *size)
{
    enum { SIZE = 100000 };
    (void)path;
    if (max_size < SIZE) return LIMB_ERROR_LIMIT;
    *bytes = memory->resize(memory->ctx, NULL, 0, SIZE + 1);
    if (!*bytes) return LIMB_ERROR_MEMORY;
    memset(*bytes, ' ', SIZE);
    memcpy(*bytes, "<p " NS ">", sizeof "<p " NS ">" - 1);
    memcpy(*bytes + SIZE - 4, "</p>", 5);
    *size = SIZE;
    ++*(int *)ctx;
    return LIMB_OK;
}

TEST(included_files_count_as_memory)
{
    enum { NINCLUDE = 10000 };
    char *text = malloc(NINCLUDE * 60 + 200);
    ENSURE(text != NULL);
    size_t size = (size_t)sprintf(text, "<a " NS ">");
    for (int i = 0; i < NINCLUDE; i++)
        size += (size_t)sprintf(text + size, "<xacro:include filename=\"f%d.xacro\"/>", i);
    sprintf(text + size, "</a>");
    int nread = 0;
    const limb_xacro_opts opts = {.max_memory = (size_t)100 << 20,
                                  .host = {.ctx = &nread, .read = read_large}};
    const outcome out = run(text, &opts);
    free(text);
    ENSURE_INT(out.status, LIMB_ERROR_LIMIT);
    ENSURE_TEXT(out.rule, "xacro-limit");
    ENSURE(nread > 100 && nread < 1100);
    ENSURE(out.peak <= opts.max_memory * 3 / 2);
}

//---- the stack -----------------------------------------------------------------------------------

// That of a thread of musl; frames are several times as large under sanitizers.
enum { THREAD_STACK = LIMB__MAX_STACK_KB / 96 * 128 * 1024 };

typedef struct job {
    const char *text;
    limb_xacro_opts opts;
    outcome out;
} job;

static void *run_job(void *ctx)
{
    job *j = ctx;
    j->out = run(j->text, &j->opts);
    return NULL;
}

static outcome run_in_thread(const char *text, limb_xacro_opts opts)
{
    job j = {.text = text, .opts = opts};
    pthread_attr_t attributes;
    pthread_t thread;
    ENSURE_INT(pthread_attr_init(&attributes), 0);
    ENSURE_INT(pthread_attr_setstacksize(&attributes, THREAD_STACK), 0);
    ENSURE_INT(pthread_create(&thread, &attributes, run_job, &j), 0);
    ENSURE_INT(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    return j.out;
}

static char *text_of; // of the case at hand
static size_t text_size;
enum { TEXT_ROOM = 4 << 20 };

static void add(const char *piece, int count)
{
    const size_t size = strlen(piece);
    for (int i = 0; i < count; i++, text_size += size)
        memcpy(text_of + text_size, piece, size + 1);
}

static void begin(void)
{
    text_size = 0;
    add("<a " NS ">", 1);
}

static limb_status read_self(void *ctx, const char *path, const limb_allocator *memory,
                             size_t max_size, char **bytes, size_t *size)
{
    static const char text[] =
        "<p " NS "><b><xacro:include filename=\"f${python.len(python.vars())}"
        ".xacro\"/></b></p>";
    (void)ctx;
    (void)path;
    (void)max_size;
    *size = sizeof text - 1;
    *bytes = memory->resize(memory->ctx, NULL, 0, sizeof text);
    if (*bytes) memcpy(*bytes, text, sizeof text);
    return *bytes ? LIMB_OK : LIMB_ERROR_MEMORY;
}

static void expect_refused(const char *what)
{
    add("</a>", 1);
    const limb_xacro_opts opts = {.max_steps = 20000000, .host = {.read = read_self}};
    const outcome out = run_in_thread(text_of, opts);
    if (out.status != LIMB_ERROR_LIMIT && out.status != LIMB_ERROR_INPUT) {
        limb_test_fail(__FILE__, __LINE__, "%s: %s %s", what, limb_status_text(out.status),
                       out.rule);
    }
}

static void nested_text(const char *what, const char *open, const char *middle, const char *close)
{
    begin();
    add("${", 1);
    add(open, 20000);
    add(middle, 1);
    add(close, 20000);
    add("}", 1);
    expect_refused(what);
}

// Each property is made of the one before, with a text before it, and the last is used.
static void chain(const char *what, const char *before)
{
    begin();
    add("<xacro:property name=\"p0\" value=\"${(1,)}\"/>", 1);
    for (int i = 1; i <= 20000; i++) {
        char one[200];
        snprintf(one, sizeof one, "<xacro:property name=\"p%d\" value=\"%s${p%d}\"/>", i, before,
                 i - 1);
        add(one, 1);
    }
    add("${p20000}", 1);
    expect_refused(what);
}

TEST(nothing_nests_deeper_than_a_small_stack)
{
    text_of = malloc(TEXT_ROOM);
    ENSURE(text_of != NULL);
    begin();
    add("<xacro:macro name=\"m\"><xacro:m/></xacro:macro><xacro:m/>", 1);
    expect_refused("macros");
    begin();
    add("<xacro:macro name=\"m\" params=\"n\"><xacro:if value=\"${n > 0}\"><b><xacro:m n=\"${n - "
        "1}\"/>"
        "</b></xacro:if></xacro:macro><xacro:m n=\"100000\"/>",
        1);
    expect_refused("macros in conditions");
    begin();
    add("<xacro:macro name=\"m\" params=\"*b\"><xacro:m><xacro:insert_block name=\"b\"/></xacro:m>"
        "</xacro:macro><xacro:m><c/></xacro:m>",
        1);
    expect_refused("blocks");
    begin();
    add("<b><xacro:if value=\"1\">", 400);
    add("</xacro:if></b>", 400);
    expect_refused("elements"); // the reader's own limit
    begin();
    add("<xacro:include filename=\"f.xacro\"/>", 1);
    expect_refused("includes");

    nested_text("parentheses", "(", "1", ")");
    nested_text("lists", "[", "1", "]");
    nested_text("signs", "-", "1", "");
    nested_text("not", "not ", "1", "");
    nested_text("powers", "2**", "1", "");
    nested_text("choices", "1 if 0 else ", "1", "");
    nested_text("calls", "abs(", "1", ")");
    nested_text("subscripts", "p0[", "1", "]");
    nested_text("lambdas", "lambda: ", "1", "");
    nested_text("attributes", "p0", "", ".a");
    nested_text("sums", "1", "", "+1");
    nested_text("targets", "[1 for ", "x", " in [1]]");
    nested_text("clauses", "[1 ", "for x in [1] ", "for x in [1] ");
    begin();
    add("${(lambda f: f(f))(lambda f: f(f))}", 1);
    expect_refused("recursion of a lambda");

    chain("properties", "");
    chain("texts", "x");
    free(text_of);
    text_of = NULL;
}

// Deeply nested tuples and slices, built one level at a time, are hashed, compared and printed.
TEST(deep_values_fit_a_small_stack)
{
    text_of = malloc(TEXT_ROOM);
    ENSURE(text_of != NULL);
    static const char *const use[] = {
        "${python.hash(q)}",       "${q == r}",         "${q < r}",          "${q}",
        "${'%s' % (q,)}",          "${'{}'.format(q)}", "${python.repr(q)}", "${python.set([q])}",
        "${python.frozenset([q])}"};
    static const char *const wrap[] = {"(${v},)", "[${v}]", "python.slice(${v})", "dict(a=${v})",
                                       "python.frozenset([${v}])"};
    for (size_t i = 0; i < sizeof wrap / sizeof *wrap; i++) {
        for (size_t k = 0; k < sizeof use / sizeof *use; k++) {
            char macro[400];
            begin();
            // 3000 values inside each other, by properties that are evaluated at once
            for (int n = 0; n < 2; n++) {
                snprintf(macro, sizeof macro,
                         "<xacro:property name=\"%s\" value=\"${(1,)}\" lazy_eval=\"false\"/>",
                         n ? "r" : "q");
                add(macro, 1);
                const char *at = strstr(wrap[i], "${v}");
                snprintf(macro, sizeof macro,
                         "<xacro:property name=\"%s\" value=\"${%.*s%s%s}\" lazy_eval=\"false\"/>",
                         n ? "r" : "q", (int)(at - wrap[i]), wrap[i], n ? "r" : "q", at + 4);
                add(macro, 3000);
            }
            add(use[k], 1);
            add("</a>", 1);
            const outcome out = run_in_thread(text_of, (limb_xacro_opts){.max_steps = 20000000});
            ENSURE(out.status == LIMB_OK || out.rule[0] != 0);
        }
    }
    free(text_of);
    text_of = NULL;
}

// Loops of real files fit: they are macros that call themselves under a condition.
TEST(loops_of_some_length_fit_a_small_stack)
{
    const outcome out = run_in_thread(
        "<a " NS "><xacro:macro name=\"m\" params=\"n\"><xacro:if value=\"${n > 0}\"><b/><xacro:m "
        "n=\"${n - 1}\"/></xacro:if></xacro:macro><xacro:m n=\"40\"/></a>",
        (limb_xacro_opts){0});
    ENSURE_INT(out.status, LIMB_OK);
    // with a large stack, the limit of depth is what ends it
    const outcome large =
        run("<a " NS "><xacro:macro name=\"m\" params=\"n\"><xacro:if value=\"${n > "
            "0}\"><b/><xacro:m n=\"${n - 1}\"/></xacro:if></xacro:macro><xacro:m "
            "n=\"400\"/></a>",
            &(limb_xacro_opts){.max_stack = (size_t)6 << 20});
    ENSURE_INT(large.status, LIMB_OK);
}
