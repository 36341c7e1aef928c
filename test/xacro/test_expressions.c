// Compares xacro expressions with Python 3: a table of error-prone cases, and random expressions
// evaluated by Debian's python3 in the same run.
#define _POSIX_C_SOURCE 200809L // popen

#include "base/memory.h"
#include "documents/builtins/builtins.h"
#include "documents/expression/value.h"
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const limb__eval_limits limits = {.max_memory = (size_t)64 << 20,
                                         .max_steps = 10000000,
                                         .max_depth = 200,
                                         .max_stack = (size_t)1 << 20};

// The text of the value, or "!Kind: message".
static void evaluate(const char *text, size_t size, char *out, size_t capacity)
{
    limb__arena arena;
    limb__eval eval;
    limb__arena_init(&arena, limb__memory(NULL), 0);
    limb__eval_init(&eval, &arena, &limb__python_library, &limits);
    limb__value *value = limb__evaluate_text(&eval, text, size);
    const limb_text shown = value ? limb__value_str(&eval, value) : (limb_text){NULL, 0};
    if (shown.data) {
        snprintf(out, capacity, "%.*s", (int)shown.size, shown.data);
    } else {
        ENSURE(eval.error != NULL);
        snprintf(out, capacity, "!%s: %s", eval.error_kind, eval.error);
    }
    ENSURE_INT(eval.depth, 0);
    limb__arena_free(&arena);
}

static void check(const char *expression, const char *expected)
{
    char result[4096];
    evaluate(expression, strlen(expression), result, sizeof result);
    if (strcmp(result, expected) != 0) {
        limb_test_fail(__FILE__, __LINE__, "%s\n  gives    %s\n  expected %s", expression, result,
                       expected);
    }
}

static void check_fails(const char *expression, const char *kind)
{
    char result[4096];
    evaluate(expression, strlen(expression), result, sizeof result);
    const size_t size = strlen(kind);
    if (result[0] != '!' || strncmp(result + 1, kind, size) != 0) {
        limb_test_fail(__FILE__, __LINE__, "%s\n  gives    %s\n  expected %s", expression, result,
                       kind);
    }
}

TEST(numbers_are_those_of_python)
{
    check("-7 // 2", "-4");
    check("-7 % 3", "2");
    check("7 % -3", "-2");
    check("1/2", "0.5");
    check("4/2", "2.0");
    check("2**-1", "0.5");
    check("2**10", "1024");
    check("-2**2", "-4");
    check("2**3**2", "512");
    check("True + 1", "2");
    check("True", "True");
    check("1e-5", "1e-05");
    check("0.1+0.2", "0.30000000000000004");
    check("1e16", "1e+16");
    check("1e15", "1000000000000000.0");
    check("123456789012345680.0", "1.2345678901234568e+17");
    check("0.0001", "0.0001");
    check("0.00001234", "1.234e-05");
    check("-0.0", "-0.0");
    check("7.5 // 2", "3.0");
    check("-7.5 // 2", "-4.0");
    check("-7.5 % 2", "0.5");
    check("5 % -0.75", "-0.25");
    check("1_000", "1000");
    check("0x10 + 0b11 + 0o7", "26");
    check("round(2.5)", "2");
    check("round(3.5)", "4");
    check("round(2.675, 2)", "2.67");
    check("round(1234, -2)", "1200");
    check("round(1250, -2)", "1200");
    check("int('0x1f', 16)", "31");
    check("python.len(python.chr(0))", "1");
    check("math.fsum([1e16, 1, 1e-16])", "1.0000000000000002e+16");
    check("math.fsum([1e16, -1, -1e-16])", "9999999999999998.0");
    check("int(-3.7)", "-3");
    check("float('inf')", "inf");
    check("1 << 4 | 1", "17");
    check("~5", "-6");
    check("pi", "3.141592653589793");
    check("radians(180)", "3.141592653589793");
    check("math.hypot(3, 4)", "5.0");
    check("math.factorial(20)", "2432902008176640000");
    check("math.comb(10, 3)", "120");
    check("math.gcd(12, 18)", "6");
    check("fabs(-2)", "2.0");
    check("2.5.is_integer()", "False");
    check("[2..is_integer(), 1e3.is_integer()]", "[True, True]");
    check_fails("1.2.3", "SyntaxError");
    check("[bool(''), bool(2), bool()]", "[False, True, False]");
}

TEST(comparisons_and_logic)
{
    check("1 < 2 < 3", "True");
    check("1 < 3 < 2", "False");
    check("1 == 1.0 == True", "True");
    check("2**53 + 1 == 2.0**53", "False");
    check("'a' in 'abc'", "True");
    check("1 not in [1, 2]", "False");
    check("None is None", "True");
    check("1 is not None", "True");
    check("0 or 'x'", "x");
    check("1 and []", "[]");
    check("not ''", "True");
    check("'yes' if 0 else 'no'", "no");
    check("1 if 0 else 2 if 0 else 3", "3");
    check("'b' > 'a'", "True");
    check("[1, 2] < [1, 3]", "True");
    check("math.nan == math.nan", "False");
}

TEST(texts_lists_and_dictionaries)
{
    check("'a' 'b'", "ab");
    check("u'x' * 3", "xxx");
    check("3 * [0, 1]", "[0, 1, 0, 1, 0, 1]");
    check("'hello'[1:4]", "ell");
    check("'hello'[::-1]", "olleh");
    check("[1,2,3,4][-3:]", "[2, 3, 4]");
    check("(1,)", "(1,)");
    check("()", "()");
    check("1, 2", "(1, 2)");
    check("{}", "{}");
    check("{'a': 1, 'b': [2]}", "{'a': 1, 'b': [2]}");
    check("{1, 2, 2}", "{1, 2}");
    check("python.set()", "set()");
    check("dict(a=1, b=2)", "{'a': 1, 'b': 2}");
    check("dict(a=1)['a']", "1");
    check("dict(dict(a=1), b=2)", "{'a': 1, 'b': 2}");
    check("[1, 2, 3].pop()", "3");
    check("[[1, 2].pop(0), 5]", "[1, 5]");
    check("[x * x for x in range(4) if x % 2]", "[1, 9]");
    check("[a + b for a, b in python.zip('ab', 'cd')]", "['ac', 'bd']");
    check("[(i, j) for i in range(2) for j in range(i)]", "[(1, 0)]");
    check("[k for k, (a, b) in [(1, (2, 3))]]", "[1]");
    check("{k: v for k, v in dict(a=1).items()}", "{'a': 1}");
    check("list(map(lambda x: x + 1, [1, 2]))", "[2, 3]");
    check("sorted([3, 1, 2], key=lambda x: -x)", "[3, 2, 1]");
    check("sorted(['b', 'a'])", "['a', 'b']");
    check("max([1, 5, 3])", "5");
    check("min('abc', key=lambda c: -python.ord(c))", "c");
    check("python.sum([0.1] * 3)", "0.30000000000000004");
    check("python.any([0, 1])", "True");
    check("python.type(1) == int", "True");
    check("python.type(1.5)", "<class 'float'>");
    check("python.isinstance(True, int)", "True");
    check("python.divmod(-7, 2)", "(-4, 1)");
    check("list(python.enumerate('ab', 1))", "[(1, 'a'), (2, 'b')]");
    check("list(python.reversed([1, 2]))", "[2, 1]");
    check("range(3)", "range(0, 3)");
    check("(lambda x, y=2: x * y)(3)", "6");
    check("max(*[1, 2], 3)", "3");
    check("dict(**{'a': 1})", "{'a': 1}");
    check("[1, *[2, 3]]", "[1, 2, 3]");
}

TEST(methods_and_formats)
{
    check("'a b  c'.split()", "['a', 'b', 'c']");
    check("'a,b,,c'.split(',')", "['a', 'b', '', 'c']");
    check("'a,b,c'.split(',', 1)", "['a', 'b,c']");
    check("'a.b.c'.rsplit('.', maxsplit=1)", "['a.b', 'c']");
    check("','.join(['1', '2'])", "1,2");
    check("'left_arm'.replace('left', 'right').upper()", "RIGHT_ARM");
    check("'x'.center(4, '*')", "*x**");
    check("'abc'.center(6)", " abc  ");
    check("'-42'.zfill(6)", "-00042");
    check("'%d %s %.2f' % (1, 'a', 2.5)", "1 a 2.50");
    check("'%(n)05.1f' % {'n': 3.14159}", "003.1");
    check("'%5d|%-5d|%+d' % (1, 2, 3)", "    1|2    |+3");
    check("'%x %o %e %g' % (255, 8, 12345.678, 0.00001)", "ff 10 1.234568e+04 1e-05");
    check("'{} {}'.format(1, 'b')", "1 b");
    check("'{1}{0}{n}'.format(1, 2, n=3)", "213");
    check("'{:>6.2f}|{:<5}|{:^5}'.format(3.14159, 'a', 'b')", "  3.14|a    |  b  ");
    check("'{0[a]} {1.real}'.format(dict(a=1), 2)",
          "!AttributeError: 'int' has no attribute 'real'");
    check("'{:,} {:08.3f} {:x} {:%}'.format(1234567, 3.14159, 255, 0.5)",
          "1,234,567 0003.142 ff 50.000000%");
    check("'{!r:>5}'.format('a')", "  'a'");
    check("'{:{w}}'.format(1, w=4)", "   1");
    check("dict(a=1).get('b', 7)", "7");
    check("list(dict(a=1, b=2).items())", "[('a', 1), ('b', 2)]");
    check("dict(a=1).keys()", "dict_keys(['a'])");
    check("[3, 1].index(1)", "1");
    check("(lambda a, b: [a.pop(2), a, b])([1, 2, 3], [4, 5, 6])", "[3, [1, 2], [4, 5, 6]]");
    check("(lambda a, b: [a.pop(0), a, b])([1, 2, 3], [4, 5, 6])", "[1, [2, 3], [4, 5, 6]]");
    check("'Größe'[2]", "ö");
    check("len('Größe')", "5");
    check("'\\x41\\u00e9\\n'.strip()", "Aé");
    check("'\\101\\1234\\7z'", "AS4\az");
    check("python.ord('\\377')", "255");
    check("'aab'[:2].lstrip('ab') + '|' + 'aab'[:2].strip('ab')", "|");
    check("'baa'[1:].rstrip('ab') + '|'", "|");
    check("'aa'.lstrip('a\\0') + '|' + 'aa'.rstrip('a\\0')", "|");
    check("r'\\n'", "\\n");
    check("{1, 2} | {3}", "{1, 2, 3}");
    check("{1, 2} & {2}", "{2}");
    check("{'it\\'s': \"a\"}", "{\"it's\": 'a'}");
}

TEST(methods_of_types)
{
    check("list(map(str.strip, ' a , b '.split(',')))", "['a', 'b']");
    check("sorted(['B', 'a'], key=str.lower)", "['a', 'B']");
    check("str.join('-', ['a', 'b'])", "a-b");
    check("str.split('a b', maxsplit=0)", "['a b']");
    check("int.bit_length(True)", "1");
    check("dict.fromkeys(['a', 'b'], 0)", "{'a': 0, 'b': 0}");
    check("dict.fromkeys('ab')", "{'a': None, 'b': None}");
    check("list(map(dict.keys, [dict(a=1)]))", "[dict_keys(['a'])]");
    check_fails("str.upper(1)", "TypeError");
    check_fails("str.upper()", "TypeError");
    check_fails("str.nothing", "AttributeError");
    check_fails("dict().fromkeys", "AttributeError");
}

TEST(ends_of_texts)
{
    check("'arm_left'.startswith('left', 4)", "True");
    check("'arm_left'.endswith('arm', 0, 3)", "True");
    check("'arm_left'.endswith('arm_left', 1)", "False");
    check("'abc'.startswith('', 4)", "False");
    check("'abc'.startswith(('x', 'b'), -2)", "True");
    check("'\u00e9a\u00e8'.strip('\u00e9')", "a\u00e8"); // the first byte, which both share, stays
    check("'\u00a01\u2003'.strip() + '|'", "1|");
    check("'a\u00a0b c'.split()", "['a', 'b', 'c']");
    check("' a\u00a0b c '.rsplit(None, 1)", "['a\u00a0b', 'c']");
    check("' a b  c '.split(None, 1)", "['a', 'b  c']");
    check("int('\u00a07 ')", "7");
    check("'\u00a0 '.isspace()", "True");
}

TEST(parts_of_ranges)
{
    check("range(10)[2:8:2]", "range(2, 8, 2)");
    check("range(10)[::-1]", "range(9, -1, -1)");
    check("range(0, 10, 3)[1:]", "range(3, 12, 3)");
    check("list(range(5)[-2:])", "[3, 4]");
    check("range(10**15)[10**14]", "100000000000000");
    check("range(10**15)[5:10**14:7][1]", "12");
    check_fails("range(2**62, 2**63 - 1)[::2**62][::2**62]", "OverflowError");
}

TEST(errors_have_a_kind_and_a_reason)
{
    check_fails("", "SyntaxError");
    check_fails("1 +", "SyntaxError");
    check_fails("(1", "SyntaxError");
    check_fails("1 2", "SyntaxError");
    check_fails("a b", "SyntaxError");
    check_fails("'abc", "SyntaxError");
    check_fails("x = 1", "SyntaxError");
    check_fails("007", "SyntaxError");
    check_fails("1abc", "SyntaxError");
    check_fails("f'{1}'", "SyntaxError: f-strings");
    check_fails("(y := 1)", "SyntaxError: assignment expressions");
    check_fails("'a' * 1.5", "TypeError: can't multiply sequence by non-int of type 'float'");
    check_fails("1.5 * [1]", "TypeError: can't multiply sequence by non-int of type 'float'");
    check_fails("1j", "SyntaxError: complex");
    check_fails("unknown", "NameError: name 'unknown' is not defined");
    check_fails("abs(1)", "NameError: name 'abs' is not defined; write python.abs");
    check_fails("__import__('os')", "NameError");
    check_fails("''.__class__", "NameError");
    check_fails("'{0.__class__}'.format(1)", "NameError");
    check_fails("1/0", "ZeroDivisionError");
    check_fails("1 // 0", "ZeroDivisionError");
    check_fails("1.0 % 0", "ZeroDivisionError");
    check_fails("'a' + 1", "TypeError: can only concatenate str");
    check_fails("1 + 'a'", "TypeError: unsupported operand");
    check_fails("1 < 'a'", "TypeError");
    check_fails("[1][5]", "IndexError");
    check_fails("dict(a=1)['b']", "KeyError");
    check_fails("sqrt(-1)", "ValueError: math domain error");
    check_fails("exp(1000)", "OverflowError");
    check_fails("2**64", "OverflowError: the integer does not fit");
    check_fails("9223372036854775807 + 1", "OverflowError");
    check_fails("{[1]: 2}", "TypeError: unhashable");
    check_fails("len(1)", "TypeError");
    check_fails("len()", "TypeError");
    check_fails("'a'.nothing()", "AttributeError");
    check_fails("int('x')", "ValueError");
    check_fails("(lambda x: x)()", "TypeError");
    check_fails("[a for a, b in [(1, 2, 3)]]", "ValueError");
}

TEST(limits_end_what_would_not_end)
{
    char deep[4001];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    check_fails(deep, "LimitError");
    memset(deep, '-', sizeof deep - 1);
    check_fails(deep, "LimitError");
    check_fails("'a' * 10**12", "LimitError");
    check_fails("[0] * 10**9", "LimitError");
    check_fails("[i for i in range(10**10)]", "LimitError");
    check_fails("(lambda f: f(f))(lambda f: f(f))", "RecursionError");
    check_fails("[[i + j + k for i in range(1000)] for j in range(1000) for k in range(1000)]",
                "LimitError");
}

static void unescape(char *text)
{
    char *out = text;
    for (const char *at = text; *at; at++) {
        if (at[0] == '\\' && at[1] == 'x') {
            const char code[3] = {at[2], at[3], 0};
            *out++ = (char)strtol(code, NULL, 16);
            at += 3;
        } else {
            *out++ = *at;
        }
    }
    *out = 0;
}

TEST(random_expressions_give_what_python_gives)
{
    static char line[16384];
    static char result[8192];
    char command[1024];
    const int count = LIMB_TEST_COUNT(10000);
    const char *seed = getenv("LIMB_TEST_SEED");
    snprintf(command, sizeof command, "python3 '%s/test/xacro/expressions.py' %d %d",
             LIMB_SOURCE_DIR, seed ? atoi(seed) : 7, count);
    FILE *python = popen(command, "r");
    ENSURE(python != NULL);
    int nread = 0;
    int nerror = 0;
    int ntoo_large = 0;
    int nwrong = 0;
    while (fgets(line, sizeof line, python)) {
        line[strcspn(line, "\n")] = 0;
        char *expected = strchr(line, '\t');
        ENSURE(expected != NULL);
        *expected++ = 0;
        unescape(expected);
        evaluate(line, strlen(line), result, sizeof result);
        nread++;
        if (strstr(result, "64 bits") || strstr(result, "64-bit")) {
            ntoo_large++;
            continue;
        }
        if (expected[0] == '!') nerror++;
        const bool same = expected[0] == '!' ? result[0] == '!' : strcmp(result, expected) == 0;
        if (!same && nwrong++ < 20) {
            fprintf(stderr, "%s\n  gives  %s\n  python %s\n", line, result, expected);
        }
    }
    ENSURE_INT(pclose(python), 0);
    ENSURE_INT(nread, count);
    ENSURE_INT(nwrong, 0);
    // most have a value, some are errors, and very few need integers of more than 64 bits
    ENSURE(nerror > 0 && nerror < nread / 2);
    ENSURE(ntoo_large < nread / 50);
}
