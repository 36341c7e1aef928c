// Writes computed inertia to the file: only the values change, the rest stays byte for byte.
#include "commands/shapes/inertia.h"
#include "limb/system.h"

#include <math.h>

// Significant digits written; more than any measured shape has
enum { WRITTEN_DIGITS = 9 };
// Values this small relative to the largest are rounding errors.
static const double NOISE = 1e-9;

static limb_status write_link(limb_edit *edit, const limb_document *doc, const inertia_row *r);
static limb_status add_inertial(limb_edit *edit, int link, const double pose[12],
                                const char *content);
static double rounded(double value, double noise, int digits);

int cli_inertia_write(inertia_table *t)
{
    limb_edit *edit = NULL;
    cli_buffer before = {0};
    int nwritten = 0, code = CLI_UNREADABLE;
    limb_status status = limb_robot_write(t->robot, cli_buffer_write, &before);
    if (status == LIMB_OK) status = limb_edit_begin(&edit, t->robot);
    for (int i = 0; i < t->nrow && status == LIMB_OK; i++) {
        if (t->row[i].computed.reason) continue;
        status = write_link(edit, t->robot->document, &t->row[i]);
        nwritten++;
    }
    if (status == LIMB_OK) status = limb_edit_apply(edit, NULL);
    cli_buffer text = {0};
    if (status == LIMB_OK) status = limb_robot_write(t->robot, cli_buffer_write, &text);
    if (status == LIMB_OK) {
        code = cli_save_back(t->app, t->app->operand.item[0], (limb_text){before.data, before.size},
                             text.data, text.size);
    } else {
        const char *why = edit ? limb_edit_message(edit) : "";
        cli_message(t->app, "%s", why[0] ? why : limb_status_text(status));
    }
    if (code == CLI_OK) {
        cli_message(t->app, "%d link%s written, %d left unchanged", nwritten, cli_plural(nwritten),
                    t->nrow - nwritten);
    }
    cli_buffer_free(&before);
    cli_buffer_free(&text);
    limb_edit_free(edit);
    return code;
}

// Changes the values of the link's <inertial> in place, or adds missing ones.
static limb_status write_link(limb_edit *edit, const limb_document *doc, const inertia_row *r)
{
    static const char *const name[6] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    const limb_link_inertia *c = &r->computed;
    const limb_inertial *inertial = r->link->inertial;
    const double noise = NOISE * c->moment[2];
    double pose[12], value[7] = {rounded(c->mass, 0, WRITTEN_DIGITS)};
    limb_pose_identity(pose);
    if (inertial) limb_origin_pose(&inertial->origin, pose);
    for (int k = 0; k < 3; k++)
        pose[4 * k + 3] = rounded(c->center[k], NOISE, WRITTEN_DIGITS);
    char number[7][LIMB_NUMBER_SIZE];
    for (int k = 0; k < 7; k++) {
        if (k > 0) value[k] = rounded(c->own_inertia[k - 1], noise, WRITTEN_DIGITS);
        limb_number_print(number[k], value[k]);
    }
    char mass[64], inertia[400], both[512];
    snprintf(mass, sizeof mass, "<mass value=\"%s\"/>", number[0]);
    snprintf(inertia, sizeof inertia,
             "<inertia ixx=\"%s\" ixy=\"%s\" ixz=\"%s\" iyy=\"%s\" iyz=\"%s\" izz=\"%s\"/>",
             number[1], number[2], number[3], number[4], number[5], number[6]);
    if (!inertial) {
        snprintf(both, sizeof both, "%s\n  %s", mass, inertia);
        return add_inertial(edit, r->link->node, pose, both);
    }
    const int mass_node = limb_node_find(doc, inertial->node, "mass");
    const int inertia_node = limb_node_find(doc, inertial->node, "inertia");
    limb_status status = limb_edit_set_origin(edit, inertial->node, pose);
    if (status == LIMB_OK)
        status = mass_node >= 0 ? limb_edit_set_attribute(edit, mass_node, "value", number[0])
                                : limb_edit_add(edit, inertial->node, mass);
    if (status == LIMB_OK && inertia_node < 0) return limb_edit_add(edit, inertial->node, inertia);
    for (int k = 0; k < 6 && status == LIMB_OK; k++)
        status = limb_edit_set_attribute(edit, inertia_node, name[k], number[k + 1]);
    return status;
}

static limb_status add_inertial(limb_edit *edit, int link, const double pose[12],
                                const char *content)
{
    char xml[800], at[3][LIMB_NUMBER_SIZE];
    for (int k = 0; k < 3; k++)
        limb_number_print(at[k], pose[4 * k + 3]);
    snprintf(xml, sizeof xml, "<inertial>\n  <origin xyz=\"%s %s %s\"/>\n  %s\n</inertial>", at[0],
             at[1], at[2], content);
    return limb_edit_add(edit, link, xml);
}

static double rounded(double value, double noise, int digits)
{
    if (fabs(value) <= noise || value == 0) return 0;
    const double scale = pow(10, digits - 1 - floor(log10(fabs(value))));
    const double shown = rint(value * scale) / scale;
    return isfinite(shown) ? shown : value;
}
