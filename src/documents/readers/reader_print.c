// The report of limb_check_target: for people one line per reader with the reasons below it, worst
// first; as JSON the numbers that arrive, too.
#include "base/text.h"
#include "documents/readers/readers.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { MAX_REASONS = 3, VERDICT_WIDTH = 9 };
static const double NEGLIGIBLE = 1e-3; // of the mass

static void print_text(limb__builder *out, const limb_target_check *check, const char *name);
static void print_headline(limb__builder *out, const limb_target_check *check, const char *name);
static void print_result(limb__builder *out, const limb_target_check *check,
                         const limb_reader_result *result, int title_width);
static void print_mass(limb__builder *out, double before, double after);
static void print_places(limb__builder *out, const limb_reader_reason *reason);
static void print_whole(limb__builder *out, const limb_target_check *check);
static void print_json(limb__builder *out, const limb_target_check *check);
static void print_json_result(limb__builder *out, const limb_reader_result *result);
static void print_json_facts(limb__builder *out, const limb_reader_result *result);
static void member(limb__builder *out, const char *key);
static void text_member(limb__builder *out, const char *key, const char *text);
static void pad(limb__builder *out, const char *text, int width);

limb_status limb_target_check_print(const limb_target_check *check, limb_report_format format,
                                    const char *name, limb_write_fn *write, void *ctx)
{
    assert(check && write);
    limb__builder out;
    limb__builder_init(&out, NULL);
    if (format == LIMB_REPORT_FORMAT_JSON)
        print_json(&out, check);
    else
        print_text(&out, check, name ? name : "-");
    const limb_status status = out.failed ? LIMB_ERROR_MEMORY : write(ctx, out.data, out.size);
    limb__builder_free(&out);
    return status;
}

//---- text ----------------------------------------------------------------------------------------

static void print_text(limb__builder *out, const limb_target_check *check, const char *name)
{
    int width = 0;
    for (int i = 0; i < check->nresult; i++) {
        const limb_reader_result *result = &check->result[i];
        const int size = (int)strlen(limb_reader_at(result->reader)->title);
        if (result->verdict != LIMB_READER_VERDICT_WHOLE && size > width) width = size;
    }
    print_headline(out, check, name);
    for (int i = 0; i < check->nresult; i++)
        if (check->result[i].verdict != LIMB_READER_VERDICT_WHOLE)
            print_result(out, check, &check->result[i], width);
    print_whole(out, check);
    if (check->nhelped < 1 || !check->edit[0]) return;
    limb__builder_text(out, "  one change helps ");
    limb__builder_int(out, check->nhelped);
    limb__builder_text(out, check->nhelped == 1 ? " reader: " : " readers: ");
    limb__builder_text(out, check->edit);
    limb__builder_text(out, " (line ");
    limb__builder_int(out, check->edit_span.line);
    limb__builder_text(out, ")\n");
}

// Prints "arm.urdf for 9 readers: 5 whole, 3 lose, 1 refuses".
static void print_headline(limb__builder *out, const limb_target_check *check, const char *name)
{
    static const char *const one[] = {"whole", "loses", "changes", "dies", "refuses"};
    static const char *const many[] = {"whole", "lose", "change it", "die", "refuse"};
    int count[LIMB_READER_VERDICT_REFUSES + 1] = {0};
    for (int i = 0; i < check->nresult; i++)
        count[check->result[i].verdict]++;
    limb__builder_visible(out, name, strlen(name));
    limb__builder_text(out, " for ");
    limb__builder_int(out, check->nresult);
    limb__builder_text(out, check->nresult == 1 ? " reader:" : " readers:");
    const char *separator = " ";
    for (int i = 0; i <= LIMB_READER_VERDICT_REFUSES; i++) {
        if (count[i] == 0) continue;
        limb__builder_text(out, separator);
        limb__builder_int(out, count[i]);
        limb__builder_char(out, ' ');
        limb__builder_text(out, count[i] == 1 ? one[i] : many[i]);
        separator = ", ";
    }
    limb__builder_char(out, '\n');
}

static void print_result(limb__builder *out, const limb_target_check *check,
                         const limb_reader_result *result, int title_width)
{
    const limb_reader_info *info = limb_reader_at(result->reader);
    limb__builder_text(out, "  ");
    pad(out, limb_reader_verdict_name(result->verdict), VERDICT_WIDTH);
    pad(out, info->title, title_width + 2);
    // beside a refusal nothing else counts
    int count = result->nreason;
    while (result->verdict >= LIMB_READER_VERDICT_DIES &&
           result->reason[count - 1].verdict < LIMB_READER_VERDICT_DIES)
        count--;
    for (int i = 0; i < count && i < MAX_REASONS; i++) {
        const limb_reader_reason *reason = &result->reason[i];
        if (i > 0) limb__builder_repeat(out, ' ', 2 + VERDICT_WIDTH + title_width + 2);
        if (i == 0 && result->has_facts && result->has_mass)
            print_mass(out, check->mass, result->mass);
        limb__builder_visible(out, reason->message, strlen(reason->message));
        print_places(out, reason);
        limb__builder_char(out, '\n');
    }
    if (count > MAX_REASONS) {
        limb__builder_repeat(out, ' ', 2 + VERDICT_WIDTH + title_width + 2);
        limb__builder_text(out, "and ");
        limb__builder_int(out, count - MAX_REASONS);
        limb__builder_text(out, " more\n");
    }
    if (!info->cure[0] || result->verdict >= LIMB_READER_VERDICT_DIES) return;
    limb__builder_repeat(out, ' ', 2 + VERDICT_WIDTH + title_width + 2);
    limb__builder_text(out, "cure: ");
    limb__builder_text(out, info->cure);
    limb__builder_char(out, '\n');
}

// Prints "3.5 kg -> 4.86 kg; ", with four digits each, if the reader's mass differs
// from the file's.
static void print_mass(limb__builder *out, double before, double after)
{
    if (!isfinite(before) || !isfinite(after)) return;
    const double scale = fmax(fabs(before), fabs(after));
    if (fabs(before - after) <= NEGLIGIBLE * scale) return;
    const double value[2] = {before, after};
    for (int i = 0; i < 2; i++) {
        const double size = fabs(value[i]);
        const double unit = size > 0 ? pow(10, floor(log10(size)) - 3) : 1;
        // a unit below one is a division, so that no digits of its rounding appear
        const double rounded = unit >= 1 ? round(value[i] / unit) * unit
                                         : round(value[i] * (1 / unit)) / round(1 / unit);
        limb__builder_number(out, rounded);
        limb__builder_text(out, i == 0 ? " kg -> " : " kg; ");
    }
}

// Prints "  :12 :31 +4".
static void print_places(limb__builder *out, const limb_reader_reason *reason)
{
    limb__builder_char(out, ' ');
    for (int i = 0; i < reason->nline && i < 2; i++) {
        limb__builder_text(out, " :");
        limb__builder_int(out, reason->line[i]);
    }
    const int shown = reason->nline < 2 ? reason->nline : 2;
    if (reason->count <= shown) return;
    limb__builder_text(out, " +");
    limb__builder_int(out, reason->count - shown);
}

static void print_whole(limb__builder *out, const limb_target_check *check)
{
    const char *separator = "  whole    ";
    for (int i = 0; i < check->nresult; i++) {
        if (check->result[i].verdict != LIMB_READER_VERDICT_WHOLE) continue;
        limb__builder_text(out, separator);
        limb__builder_text(out, limb_reader_at(check->result[i].reader)->title);
        separator = ", ";
    }
    if (separator[0] == ',') limb__builder_char(out, '\n');
}

static void pad(limb__builder *out, const char *text, int width)
{
    limb__builder_text(out, text);
    const int size = (int)strlen(text);
    if (size < width) limb__builder_repeat(out, ' ', width - size);
}

//---- JSON ----------------------------------------------------------------------------------------

static void print_json(limb__builder *out, const limb_target_check *check)
{
    limb__builder_char(out, '[');
    for (int i = 0; i < check->nresult; i++) {
        if (i > 0) limb__builder_char(out, ',');
        print_json_result(out, &check->result[i]);
    }
    limb__builder_char(out, ']');
}

static void print_json_result(limb__builder *out, const limb_reader_result *result)
{
    const limb_reader_info *info = limb_reader_at(result->reader);
    limb__builder_char(out, '{');
    text_member(out, "name", info->name);
    text_member(out, "title", info->title);
    text_member(out, "version", info->version);
    text_member(out, "verdict", limb_reader_verdict_name(result->verdict));
    member(out, "findings");
    limb__builder_char(out, '[');
    for (int i = 0; i < result->nreason; i++) {
        const limb_reader_reason *reason = &result->reason[i];
        if (i > 0) limb__builder_char(out, ',');
        limb__builder_char(out, '{');
        text_member(out, "verdict", limb_reader_verdict_name(reason->verdict));
        text_member(out, "message", reason->message);
        if (reason->edit[0]) text_member(out, "edit", reason->edit);
        member(out, "line");
        limb__builder_int(out, reason->span.line);
        member(out, "column");
        limb__builder_int(out, reason->span.column);
        member(out, "count");
        limb__builder_int(out, reason->count);
        limb__builder_char(out, '}');
    }
    limb__builder_char(out, ']');
    if (info->cure[0] && result->verdict != LIMB_READER_VERDICT_WHOLE)
        text_member(out, "cure", info->cure);
    if (result->has_facts) print_json_facts(out, result);
    limb__builder_char(out, '}');
}

// Numbers that JSON does not have are null.
static void number(limb__builder *out, double value)
{
    if (isfinite(value))
        limb__builder_number(out, value);
    else
        limb__builder_text(out, "null");
}

static void print_json_facts(limb__builder *out, const limb_reader_result *result)
{
    member(out, "mass");
    if (result->has_mass)
        number(out, result->mass);
    else
        limb__builder_text(out, "null");
    member(out, "dof");
    limb__builder_int(out, result->ndof);
    if (result->nvisual >= 0) {
        member(out, "visuals");
        limb__builder_int(out, result->nvisual);
        member(out, "collisions");
        limb__builder_int(out, result->ncollision);
    }
    member(out, "joints");
    limb__builder_char(out, '{');
    for (int i = 0; i < result->njoint; i++) {
        const limb_reader_joint *joint = &result->joint[i];
        if (i > 0) limb__builder_char(out, ',');
        limb__builder_json(out, joint->name, strlen(joint->name));
        limb__builder_text(out, ":{\"limit\":");
        if (joint->has_limit) {
            limb__builder_char(out, '[');
            number(out, joint->lower);
            limb__builder_char(out, ',');
            number(out, joint->upper);
            limb__builder_char(out, ']');
        } else {
            limb__builder_text(out, "null");
        }
        if (joint->source) text_member(out, "mimic", joint->source);
        limb__builder_char(out, '}');
    }
    limb__builder_char(out, '}');
}

static void member(limb__builder *out, const char *key)
{
    if (out->size > 0 && out->data[out->size - 1] != '{') limb__builder_char(out, ',');
    limb__builder_char(out, '"');
    limb__builder_text(out, key);
    limb__builder_text(out, "\":");
}

static void text_member(limb__builder *out, const char *key, const char *text)
{
    member(out, key);
    limb__builder_json(out, text, strlen(text));
}
