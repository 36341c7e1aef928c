// Prints the links' inertia as a table or as JSON.
//
// The table's columns are as wide as their widest number, so that ten of them fit a terminal.
#include "commands/shapes/inertia.h"
#include "frame/json.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 10 };

static void print_links(const inertia_table *t, int width[COLUMNS], FILE *out);
static void print_name(const inertia_table *t, const inertia_row *r, FILE *out);
static void print_line(const char *name, const limb_mass_properties *m, int width[COLUMNS],
                       FILE *out);
static int number_text(double value, int lowest, char text[32]);
static int decade_of(double value);
static void print_json_row(cli_json *json, const inertia_row *r);
static void print_json_body(cli_json *json, const char *key, const limb_mass_properties *m);
static limb_mass_properties computed_of(const inertia_row *r);

void cli_inertia_print(const inertia_table *t)
{
    static const char *const heading[COLUMNS] = {"MASS", "X",   "Y",   "Z",   "IXX",
                                                 "IXY",  "IXZ", "IYY", "IYZ", "IZZ"};
    int width[COLUMNS];
    for (int k = 0; k < COLUMNS; k++)
        width[k] = (int)strlen(heading[k]);
    print_links(t, width, NULL);
    printf("%s%-10s", t->app->color_out ? "\x1b[2m" : "", "LINK");
    for (int k = 0; k < COLUMNS; k++)
        printf("  %*s", width[k], heading[k]);
    printf("%s\n", t->app->color_out ? "\x1b[0m" : "");
    print_links(t, width, stdout);
}

void cli_inertia_print_json(const inertia_table *t)
{
    cli_json json;
    cli_json_init(&json, stdout);
    cli_json_open_schema(&json, "limb-inertia/1");
    cli_json_open(&json, "links", '[');
    for (int i = 0; i < t->nrow; i++)
        print_json_row(&json, &t->row[i]);
    cli_json_close(&json);
    cli_json_close(&json);
}

// Prints the table; without output, only updates the widths.
static void print_links(const inertia_table *t, int width[COLUMNS], FILE *out)
{
    for (int i = 0; i < t->nrow; i++) {
        const inertia_row *r = &t->row[i];
        const limb_mass_properties computed = computed_of(r);
        if (out) print_name(t, r, out);
        if (!r->computed.reason) print_line("computed", &computed, width, out);
        if (r->is_declared) print_line("declared", &r->declared, width, out);
    }
}

static void print_name(const inertia_table *t, const inertia_row *r, FILE *out)
{
    char name[CLI_NAME_SIZE];
    const bool color = t->app->color_out;
    const limb_link_inertia *c = &r->computed;
    fprintf(out, "%s%s%s: ", color ? "\x1b[1m" : "", cli_visible(r->link->name, name),
            color ? "\x1b[0m" : "");
    if (c->reason) {
        fprintf(out, "%s\n", c->reason);
        return;
    }
    fprintf(out, "%d %s%s", c->nshape, c->from_visual ? "visual" : "collision",
            cli_plural(c->nshape));
    if (c->nhull > 0) {
        fprintf(out, " (%d mesh%s not closed: convex hull)", c->nhull,
                c->nhull == 1 ? " is" : "es are");
    }
    if (r->is_compared) {
        const limb_inertia_comparison *found = &r->comparison;
        fprintf(out, "; declared tensor %.3g times the solid's", found->factor);
        if (found->center_outside > 0)
            fprintf(out, ", center %.3g m outside", found->center_outside);
        if (found->products_negated) fprintf(out, ", products look negated");
        if (found->about_origin) fprintf(out, ", apparently about the origin");
    } else if (r->is_declared && r->declared.mass > 0 && r->link->inertial->has_inertia) {
        fprintf(out, "; no body has the declared tensor");
    }
    fputc('\n', out);
}

static void print_line(const char *name, const limb_mass_properties *m, int width[COLUMNS],
                       FILE *out)
{
    // to a hundredth of a millimeter, and to the fifth digit of the largest entry: smaller
    // digits only distract
    double largest = 0;
    for (int k = 0; k < 6; k++)
        largest = fmax(largest, fabs(m->inertia[k]));
    const int lowest[3] = {INT_MIN, -5,
                           largest > 0 && isfinite(largest) ? decade_of(largest) - 4 : 0};
    double value[COLUMNS] = {m->mass};
    memcpy(value + 1, m->center, sizeof m->center);
    memcpy(value + 4, m->inertia, sizeof m->inertia);
    if (out) fprintf(out, "  %-8s", name);
    for (int k = 0; k < COLUMNS; k++) {
        char text[32];
        const int size = number_text(value[k], lowest[k == 0 ? 0 : k < 4 ? 1 : 2], text);
        if (size > width[k]) width[k] = size;
        if (out) fprintf(out, "  %*s", width[k], text);
    }
    if (out) fputc('\n', out);
}

// Prints at most four digits, and none below the decade lowest. The number is rounded once:
// rounding it to that decade first could create ties. Returns the size.
static int number_text(double value, int lowest, char text[32])
{
    if (!isfinite(value)) return snprintf(text, 32, "%g", value);
    const int decade = value == 0 ? INT_MIN : decade_of(value);
    if (decade < lowest || value == 0) return snprintf(text, 32, "0");
    const int digits = lowest < decade - 3 ? 4 : decade - lowest + 1;
    return snprintf(text, 32, "%.*g", digits, value);
}

// Returns the power of ten of the first digit; log10 may be off by one near a power.
static int decade_of(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.16e", value);
    return (int)strtol(strchr(text, 'e') + 1, NULL, 10);
}

static void print_json_row(cli_json *json, const inertia_row *r)
{
    const limb_link_inertia *c = &r->computed;
    const limb_mass_properties computed = computed_of(r);
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "link", r->link->name);
    cli_json_text(json, "reason", c->reason);
    if (!c->reason) {
        cli_json_text(json, "from", c->from_visual ? "visual" : "collision");
        cli_json_int(json, "shapes", c->nshape);
        cli_json_int(json, "hulls", c->nhull);
        cli_json_number(json, "volume", c->volume);
        cli_json_number(json, "density", c->density);
        cli_json_numbers(json, "lower", c->lower, 3);
        cli_json_numbers(json, "upper", c->upper, 3);
        print_json_body(json, "computed", &computed);
    }
    if (r->is_declared) print_json_body(json, "declared", &r->declared);
    if (r->is_compared) {
        const limb_inertia_comparison *found = &r->comparison;
        cli_json_open(json, "comparison", '{');
        cli_json_number(json, "factor", found->factor);
        cli_json_numbers(json, "moment_factor", found->moment_factor, 3);
        cli_json_number(json, "center_distance", found->center_distance);
        cli_json_number(json, "center_outside", found->center_outside);
        cli_json_bool(json, "products_negated", found->products_negated);
        cli_json_bool(json, "about_origin", found->about_origin);
        cli_json_close(json);
    }
    cli_json_close(json);
}

static void print_json_body(cli_json *json, const char *key, const limb_mass_properties *m)
{
    cli_json_open(json, key, '{');
    cli_json_number(json, "mass", m->mass);
    cli_json_numbers(json, "center", m->center, 3);
    cli_json_numbers(json, "inertia", m->inertia, 6);
    cli_json_close(json);
}

static limb_mass_properties computed_of(const inertia_row *r)
{
    limb_mass_properties m = {.mass = r->computed.mass};
    memcpy(m.center, r->computed.center, sizeof m.center);
    memcpy(m.inertia, r->computed.inertia, sizeof m.inertia);
    return m;
}
