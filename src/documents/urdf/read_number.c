// Numbers that the fast path does not handle: long ones, with exponents, and malformed values.
//
// urdfdom splits a vector only at spaces and reads each piece with a stream that must end with the
// number; a single number may have white space before it but not after it. limb accepts any XML
// white space and reports where urdfdom would refuse.
#include "base/number.h"
#include "base/text.h"
#include "documents/diag/report.h"
#include "documents/urdf/read.h"
#include "documents/xml/xml_scan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN = 60 }; // bytes of a token shown in a message

typedef struct numbers {
    limb__reader *r;
    int node, attr;
    int flags;
    int count;         // expected
    const char *begin; // of the value, decoded
    const char *end;
    bool is_source; // the value is a slice of the source, so spans are exact
    double value[LIMB__MAX_NUMBERS];
    int nread;           // tokens so far, including surplus ones
    int nbad;            // tokens that are not usable numbers
    const char *surplus; // the first token beyond count, or NULL
    const char *refused; // the first white space that urdfdom refuses, or NULL
    const char *refused_end;
} numbers;

static bool read_by_token(limb__reader *r, int node, int attr, double *out, int count, int flags);
static bool report_commas(numbers *n);
static void read_tokens(numbers *n);
static bool is_space_refused(const numbers *n, const char *begin, const char *end);
static void read_token(numbers *n, const char *token, const char *end);
static void report_word(const numbers *n, const char *token, const char *end);
static bool has_decimal_comma(const char *token, const char *end);
static bool has_unit(const char *token, const char *end);
static bool is_expression(const char *token, const char *end);
static void report_token(const numbers *n, const char *token, const char *end, limb_rule rule,
                         const char *what);
static bool report_wrong_count(numbers *n);
static const char *key_of(const numbers *n);
static const char *tag_of(const numbers *n);
static void fix_value(const numbers *n, const char *title, char separator, const char *tail);
static void span_of(const numbers *n, const char *begin, const char *end, uint32_t *offset,
                    uint32_t *size);

bool limb__read_long_numbers(limb__reader *r, int node, int attr, double *out, int count, int flags)
{
    const limb__xml_attr *a = &r->doc->attr[attr];
    const char *at = r->text + a->value;
    const char *end = at + a->value_size;
    double value[LIMB__MAX_NUMBERS];
    if (limb__xml_has_reference(a->label) || a->value_size > (uint32_t)r->max_number_bytes) {
        return read_by_token(r, node, attr, out, count, flags);
    }
    for (int i = 0; i < count; i++) {
        while (at < end && *at == ' ')
            at++;
        if (limb__number_parse(at, end, &value[i], &at) != LIMB__NUMBER_OK ||
            (at < end && *at != ' ')) {
            return read_by_token(r, node, attr, out, count, flags);
        }
    }
    if (count > 1) {
        while (at < end && *at == ' ')
            at++;
    }
    if (at < end) return read_by_token(r, node, attr, out, count, flags);
    memcpy(out, value, sizeof(double) * (size_t)count);
    return true;
}

// Reads token by token and reports errors.
static bool read_by_token(limb__reader *r, int node, int attr, double *out, int count, int flags)
{
    const limb__xml_attr *a = &r->doc->attr[attr];
    numbers n = {.r = r, .node = node, .attr = attr, .flags = flags, .count = count};
    n.is_source = !limb__xml_has_reference(a->label);
    n.begin = n.is_source ? r->text + a->value : limb__read_text(r, attr);
    n.end = n.begin + (n.is_source ? a->value_size : strlen(n.begin));
    if (limb__has_substitution(n.begin, (size_t)(n.end - n.begin))) {
        limb__report_xacro(r, node, attr);
        return false;
    }
    if (report_commas(&n)) return false;
    read_tokens(&n);
    if (n.nbad > 0 || report_wrong_count(&n)) return false;
    if (n.refused) {
        uint32_t offset;
        uint32_t size;
        span_of(&n, n.refused, n.refused_end, &offset, &size);
        limb__report(r->report, limb__at_bytes(r, node, attr, offset, size),
                     LIMB_RULE_NUMBER_SEPARATOR,
                     count > 1 ? "urdfdom refuses %s of <%s>: only spaces may separate numbers, "
                                 "not tabs or line breaks"
                               : "urdfdom refuses %s of <%s>: nothing may follow the number",
                     key_of(&n), tag_of(&n));
        fix_value(&n, "use single spaces", ' ', "");
    }
    memcpy(out, n.value, sizeof(double) * (size_t)count);
    return true;
}

// "1, 2, 3": reports one finding for all commas if there is no other defect. Returns
// true if reported.
static bool report_commas(numbers *n)
{
    if (n->count < 2 || !memchr(n->begin, ',', (size_t)(n->end - n->begin))) return false;
    int npiece = 0;
    for (const char *at = n->begin; at < n->end;) {
        if (*at == ',' || limb__is_space(*at)) {
            at++;
            continue;
        }
        double unused;
        const char *stop = at;
        if (limb__number_parse(at, n->end, &unused, &stop) != LIMB__NUMBER_OK) return false;
        if (stop < n->end && *stop != ',' && !limb__is_space(*stop)) return false;
        at = stop;
        npiece++;
    }
    if (npiece != n->count) return false;
    limb__report(n->r->report, limb__at_value(n->r, n->node, n->attr), LIMB_RULE_NUMBER_MALFORMED,
                 "numbers in %s of <%s> are separated by spaces, not commas", key_of(n), tag_of(n));
    fix_value(n, "use spaces", ',', "");
    return true;
}

static void read_tokens(numbers *n)
{
    const char *at = n->begin;
    do {
        const char *space = at;
        while (at < n->end && limb__is_space(*at))
            at++;
        if (!n->refused && is_space_refused(n, space, at)) {
            n->refused = space;
            n->refused_end = at;
        }
        const char *token = at;
        while (at < n->end && !limb__is_space(*at))
            at++;
        if (at > token) read_token(n, token, at);
    } while (at < n->end);
}

// Returns whether urdfdom refuses the run of white space: see the top of this file. Other
// characters between two spaces, or at the end of a piece, are a piece that is not a number.
static bool is_space_refused(const numbers *n, const char *begin, const char *end)
{
    if (begin == end) return false;
    const bool at_start = begin == n->begin;
    const bool at_end = end == n->end;
    if (n->count == 1) return at_end && !at_start;
    if (!at_start && *begin != ' ') return true;
    while (begin < end && *begin == ' ')
        begin++;
    if (at_end) return begin < end;
    while (begin < end && *begin != ' ')
        begin++;
    return begin < end;
}

static void read_token(numbers *n, const char *token, const char *end)
{
    double value = 0;
    const char *stop = token;
    const int index = n->nread++;
    if (index == n->count) n->surplus = token;
    if (end - token > n->r->max_number_bytes) {
        n->r->over_limit = true;
        n->nbad++;
        report_token(n, token, end, LIMB_RULE_XML_LIMIT, "is too long for a number");
        return;
    }
    const limb__number_result result = limb__number_parse(token, end, &value, &stop);
    if (result == LIMB__NUMBER_MALFORMED || stop < end) {
        n->nbad++;
        report_word(n, token, end);
    } else if (result == LIMB__NUMBER_OVERFLOW) {
        n->nbad++;
        report_token(n, token, end, LIMB_RULE_NUMBER_RANGE, "is too large for a double");
    } else if (result == LIMB__NUMBER_SPECIAL && (n->flags & LIMB__ALLOW_INFINITE) &&
               isinf(value)) {
        const limb__key key = limb__key_at(n->r, n->attr);
        const bool is_bound = key == LIMB__KEY_LOWER || key == LIMB__KEY_UPPER;
        report_token(n, token, end, LIMB_RULE_NUMBER_RANGE,
                     is_bound ? "is not finite: urdfdom refuses it; write a large number"
                              : "is not finite: urdfdom refuses it; leave it out (URDF 1.2) or "
                                "write a large number");
    } else if (result == LIMB__NUMBER_SPECIAL) {
        n->nbad++;
        report_token(n, token, end, LIMB_RULE_NUMBER_RANGE, "is not a finite number");
    }
    if (index < n->count) n->value[index] = value;
}

// Reports a token that is not a number, with the cause if it is known: a typographic minus sign or
// space, a decimal comma, a unit, an expression.
static void report_word(const numbers *n, const char *token, const char *end)
{
    char what[100] = "is not a number";
    const char *odd = token;
    while (odd < end && (unsigned char)*odd < 0x80)
        odd++;
    uint32_t code_point;
    if (odd < end && limb__utf8_decode(odd, end, &code_point) > 0) {
        snprintf(what, sizeof what, "is not a number: it holds the character U+%04X",
                 (unsigned)code_point);
    } else if (has_decimal_comma(token, end)) {
        snprintf(what, sizeof what, "is not a number: the decimal separator is a point");
    } else if (has_unit(token, end)) {
        snprintf(what, sizeof what,
                 "is not a number: no units are written, all values are in m, kg, s, N and rad");
    } else if (is_expression(token, end)) {
        snprintf(what, sizeof what,
                 "is not a number: write the value; only xacro files have expressions");
    }
    report_token(n, token, end, LIMB_RULE_NUMBER_MALFORMED, what);
}

// Returns true for 1,5.
static bool has_decimal_comma(const char *token, const char *end)
{
    const char *comma = memchr(token, ',', (size_t)(end - token));
    double unused;
    const char *stop = token;
    if (!comma || comma + 1 == end ||
        limb__number_parse(token, comma, &unused, &stop) != LIMB__NUMBER_OK || stop != comma) {
        return false;
    }
    const char *at = comma + 1;
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at == end;
}

// Returns true for 5kg, 90deg, 0.5m/s.
static bool has_unit(const char *token, const char *end)
{
    static const char *const unit[] = {"m",   "mm",  "cm",  "kg",   "g",     "s",     "n",   "nm",
                                       "deg", "rad", "m/s", "mm/s", "rad/s", "deg/s", "n*m", "in"};
    double unused;
    const char *stop = token;
    if (limb__number_parse(token, end, &unused, &stop) == LIMB__NUMBER_MALFORMED) return false;
    const size_t size = (size_t)(end - stop);
    for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) {
        size_t same = 0;
        while (same < size && unit[i][same] && (stop[same] | 0x20) == (unit[i][same] | 0x20))
            same++;
        if (same == size && same > 0 && unit[i][same] == 0) return true;
    }
    return false;
}

// Returns true for pi, -pi/2, 3.14*2.
static bool is_expression(const char *token, const char *end)
{
    bool has_operator = false;
    bool has_digit_or_pi = false;
    for (const char *at = token; at < end; at++) {
        has_operator |= *at == '*' || *at == '/' || *at == '(';
        has_digit_or_pi |= *at >= '0' && *at <= '9';
        if (end - at >= 2 && (at[0] | 0x20) == 'p' && (at[1] | 0x20) == 'i') {
            const bool is_word = (at == token || !limb__is_letter(at[-1])) &&
                                 (at + 2 == end || !limb__is_letter(at[2]));
            if (is_word) return true;
        }
    }
    return has_operator && has_digit_or_pi;
}

static void report_token(const numbers *n, const char *token, const char *end, limb_rule rule,
                         const char *what)
{
    const int shown = end - token > SHOWN ? SHOWN : (int)(end - token);
    uint32_t offset;
    uint32_t size;
    span_of(n, token, end, &offset, &size);
    limb__report(n->r->report, limb__at_bytes(n->r, n->node, n->attr, offset, size), rule,
                 "\"%.*s%s\" in %s of <%s> %s", shown, token, end - token > SHOWN ? "…" : "",
                 key_of(n), tag_of(n), what);
}

// Returns true if the values cannot be used. One scale factor and a color without alpha are
// unambiguous, so they are read, and reported with their fix.
static bool report_wrong_count(numbers *n)
{
    const limb__xml_attr *a = &n->r->doc->attr[n->attr];
    if (n->nread == n->count) return false;
    if (n->nread == 0) {
        limb__report(n->r->report, limb__at_value(n->r, n->node, n->attr),
                     LIMB_RULE_NUMBER_MALFORMED, "%s of <%s> is empty; it needs %d number%s",
                     key_of(n), tag_of(n), n->count, n->count == 1 ? "" : "s");
        return true;
    }
    if ((n->flags & LIMB__COLOR) && n->nread == 3) {
        n->value[3] = 1;
        limb__report(n->r->report, limb__at_value(n->r, n->node, n->attr), LIMB_RULE_NUMBER_COUNT,
                     "rgba has three numbers, not four; urdfdom reads it as opaque black");
        fix_value(n, "add the alpha 1", ' ', " 1");
        return false;
    }
    const limb_rule rule = n->flags & LIMB__SCALE ? LIMB_RULE_MESH_SCALE : LIMB_RULE_NUMBER_COUNT;
    uint32_t offset = a->value;
    uint32_t size = a->value_size;
    if (n->surplus) span_of(n, n->surplus, n->end, &offset, &size);
    limb__report(n->r->report, limb__at_bytes(n->r, n->node, n->attr, offset, size), rule,
                 "%s of <%s> has %d number%s, not %d", key_of(n), tag_of(n), n->nread,
                 n->nread == 1 ? "" : "s", n->count);
    if (!(n->flags & LIMB__SCALE) || n->nread != 1) return true;

    // the same factor for all axes
    limb__builder text;
    limb__builder_init(&text, n->r->robot->memory);
    for (int i = 0; i < 3; i++) {
        n->value[i] = n->value[0];
        if (i > 0) limb__builder_char(&text, ' ');
        limb__builder_number(&text, n->value[0]);
    }
    limb__report_fix(n->r->report, limb__at_value(n->r, -1, n->attr), "write it three times",
                     limb__builder_nul(&text));
    limb__builder_free(&text);
    return false;
}

static const char *key_of(const numbers *n)
{
    return limb__key_name[limb__key_at(n->r, n->attr)];
}

static const char *tag_of(const numbers *n)
{
    return limb__tag_name[limb__tag_at(n->r, n->node)];
}

// Offers the value with single spaces between its tokens, which white space and the
// separator delimit.
static void fix_value(const numbers *n, const char *title, char separator, const char *tail)
{
    if (!n->is_source) return;
    limb__builder text;
    limb__builder_init(&text, n->r->robot->memory);
    for (const char *at = n->begin; at < n->end;) {
        if (*at == separator || limb__is_space(*at)) {
            at++;
            continue;
        }
        if (text.size > 0) limb__builder_char(&text, ' ');
        for (; at < n->end && *at != separator && !limb__is_space(*at); at++)
            limb__builder_char(&text, *at);
    }
    limb__builder_text(&text, tail);
    const char *value = limb__builder_nul(&text);
    if (!text.failed)
        limb__report_fix(n->r->report, limb__at_value(n->r, -1, n->attr), title, value);
    limb__builder_free(&text);
}

// Trailing white space is not part of the span.
static void span_of(const numbers *n, const char *begin, const char *end, uint32_t *offset,
                    uint32_t *size)
{
    const limb__xml_attr *a = &n->r->doc->attr[n->attr];
    const char *trimmed = end;
    while (trimmed > begin && limb__is_space(trimmed[-1]))
        trimmed--;
    if (trimmed == begin) trimmed = end;
    *offset = n->is_source ? (uint32_t)(begin - n->r->text) : a->value;
    *size = n->is_source ? (uint32_t)(trimmed - begin) : a->value_size;
}
