// The tree as SVG: a title, links as boxes, joints as lines with a two-line label, a legend.
#include "limb/export.h"

#include "base/text.h"
#include "output/export/svg_layout.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { MARGIN = 24, TITLE_HEIGHT = 44, LEGEND_HEIGHT = 34, LEGEND_STEP = 110, TURN = 30 };

static const char style[] =
    "<style>\n"
    "svg{background:#fff;font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace}\n"
    ".title{font-size:16px;font-weight:bold;fill:#1f2933}\n"
    ".sub{font-size:11px;fill:#616e7c}\n"
    ".link rect{fill:#f5f7fa;stroke:#7b8794;stroke-width:1.2}\n"
    ".link.root rect{fill:#e0e8f9;stroke:#3f5aa8}\n"
    ".link text{font-size:13px;fill:#1f2933;text-anchor:middle}\n"
    ".link .mass{font-size:10px;fill:#616e7c}\n"
    ".joint path{fill:none;stroke-width:2}\n"
    ".joint text{font-size:11px;fill:#323f4b}\n"
    ".joint .type{font-size:10px;fill:#616e7c}\n"
    ".revolute{stroke:#2f6fd0}.continuous{stroke:#0f9d8f}.prismatic{stroke:#d9730d}\n"
    ".fixed{stroke:#9aa5b1;stroke-dasharray:5 4}.floating{stroke:#8a4fc4}.planar{stroke:#c2417c}\n"
    "@media (prefers-color-scheme:dark){svg{background:#1b1f24}"
    ".title,.link text{fill:#e4e7eb}.sub,.link .mass,.joint .type{fill:#9aa5b1}"
    ".joint text{fill:#cbd2d9}.link rect{fill:#2a3038;stroke:#7b8794}"
    ".link.root rect{fill:#26345c;stroke:#7f9cf0}}\n"
    "</style>\n";

static void print_frame(limb__builder *out, const limb_robot *robot, const svg_layout *layout);
static void print_title(limb__builder *out, const limb_robot *robot);
static void print_joints(limb__builder *out, const limb_robot *robot, const svg_layout *layout);
static void print_line(limb__builder *out, const limb_joint *joint, const svg_layout *layout);
static void print_label(limb__builder *out, const limb_joint *joint, const svg_layout *layout);
static void print_link(limb__builder *out, const limb_robot *robot, int link, const svg_box *box);
static void print_legend(limb__builder *out, const limb_robot *robot, double y);
static void print_xml(limb__builder *out, const char *text);
static void print_attribute(limb__builder *out, const char *name, double value);
static void print_point(limb__builder *out, const char *command, double x, double y);
static double tenths(double value);

limb_status limb_export_svg(const limb_robot *robot, const limb_export_opts *opts,
                            limb_write_fn *write, void *ctx)
{
    assert(robot && write);
    const limb_allocator *memory = opts ? opts->memory : NULL;
    limb__arena arena;
    limb__builder out;
    svg_layout layout = {0};
    limb__arena_init(&arena, memory, 0);
    limb__builder_init(&out, memory);
    limb_status status = LIMB_ERROR_MEMORY;
    if (limb__svg_layout(&layout, &arena, robot)) {
        print_frame(&out, robot, &layout);
        if (!out.failed) status = write(ctx, out.data, out.size);
    }
    limb__builder_free(&out);
    limb__arena_free(&arena);
    return status;
}

static void print_frame(limb__builder *out, const limb_robot *robot, const svg_layout *layout)
{
    const double width = fmax(ceil(layout->width), 360) + 2 * MARGIN;
    const double height = ceil(layout->height) + 2 * MARGIN + TITLE_HEIGHT + LEGEND_HEIGHT;
    limb__builder_text(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    print_attribute(out, "width", width);
    print_attribute(out, "height", height);
    limb__builder_text(out, ">\n");
    limb__builder_text(out, style);
    print_title(out, robot);
    // a narrow tree is centered
    const double left = floor((width - layout->width) / 2);
    limb__builder_text(out, "<g transform=\"translate(");
    limb__builder_number(out, left);
    limb__builder_char(out, ' ');
    limb__builder_number(out, MARGIN + TITLE_HEIGHT);
    limb__builder_text(out, ")\">\n");
    print_joints(out, robot, layout);
    for (int i = 0; i < robot->norder; i++)
        print_link(out, robot, robot->link_order[i], &layout->box[robot->link_order[i]]);
    limb__builder_text(out, "</g>\n");
    print_legend(out, robot, height - MARGIN + 4);
    limb__builder_text(out, "</svg>\n");
}

static void print_title(limb__builder *out, const limb_robot *robot)
{
    limb__builder_text(out, "<text class=\"title\" x=\"24\" y=\"34\">");
    print_xml(out, robot->name);
    limb__builder_text(out, "</text>\n<text class=\"sub\" x=\"24\" y=\"52\">");
    limb__builder_int(out, robot->nlink);
    limb__builder_text(out, robot->nlink == 1 ? " link, " : " links, ");
    limb__builder_int(out, robot->njoint);
    limb__builder_text(out, robot->njoint == 1 ? " joint</text>\n" : " joints</text>\n");
}

static void print_joints(limb__builder *out, const limb_robot *robot, const svg_layout *layout)
{
    for (int i = 0; i < robot->norder; i++) {
        const int index = robot->link[robot->link_order[i]].parent_joint;
        if (index < 0) continue;
        const limb_joint *joint = &robot->joint[index];
        limb__builder_text(out, "<g class=\"joint\">");
        print_line(out, joint, layout);
        print_label(out, joint, layout);
        limb__builder_text(out, "</g>\n");
    }
}

// Draws a curve from the parent to the child's strip, then a straight line along the label.
static void print_line(limb__builder *out, const limb_joint *joint, const svg_layout *layout)
{
    const svg_box *parent = &layout->box[joint->parent];
    const svg_box *child = &layout->box[joint->child];
    limb__builder_text(out, "<path class=\"");
    limb__builder_text(out, limb_joint_type_name(joint->type));
    limb__builder_text(out, "\" d=\"");
    if (layout->downwards) {
        const double from_x = parent->x + parent->width / 2;
        const double from_y = parent->y + SVG_BOX_HEIGHT;
        const double to_x = child->x + child->width / 2;
        print_point(out, "M", from_x, from_y);
        print_point(out, "C", from_x, from_y + TURN * 0.8);
        print_point(out, " ", to_x, from_y + TURN * 0.2);
        print_point(out, " ", to_x, from_y + TURN);
        print_point(out, "L", to_x, child->y);
    } else {
        const double from_x = parent->x + parent->width;
        const double from_y = parent->y + SVG_BOX_HEIGHT / 2.0;
        const double to_y = child->y + SVG_BOX_HEIGHT / 2.0;
        const double straight = child->label_start;
        print_point(out, "M", from_x, from_y);
        print_point(out, "L", straight - TURN, from_y);
        print_point(out, "C", straight - TURN * 0.2, from_y);
        print_point(out, " ", straight - TURN * 0.8, to_y);
        print_point(out, " ", straight, to_y);
        print_point(out, "L", child->x, to_y);
    }
    limb__builder_text(out, "\"/>");
}

static void print_label(limb__builder *out, const limb_joint *joint, const svg_layout *layout)
{
    const svg_box *child = &layout->box[joint->child];
    const double x = layout->downwards ? child->x + child->width / 2 + 8 : child->label_start + 8;
    const double y = layout->downwards ? child->y - 23 : child->y + SVG_BOX_HEIGHT / 2.0 - 5;
    limb__builder_text(out, "<text");
    print_attribute(out, "x", x);
    print_attribute(out, "y", y);
    limb__builder_char(out, '>');
    print_xml(out, joint->name);
    limb__builder_text(out, "</text><text class=\"type\"");
    print_attribute(out, "x", x);
    print_attribute(out, "y", layout->downwards ? y + 13 : y + 17);
    limb__builder_char(out, '>');
    char detail[96];
    limb__builder_bytes(out, detail, limb__svg_joint_detail(joint, detail));
    limb__builder_text(out, "</text>");
}

static void print_link(limb__builder *out, const limb_robot *robot, int link, const svg_box *box)
{
    const limb_inertial *inertial = robot->link[link].inertial;
    const bool has_mass = inertial && inertial->has_mass;
    limb__builder_text(out, link == robot->root ? "<g class=\"link root\"><rect"
                                                : "<g class=\"link\"><rect");
    print_attribute(out, "x", box->x);
    print_attribute(out, "y", box->y);
    print_attribute(out, "width", box->width);
    print_attribute(out, "height", SVG_BOX_HEIGHT);
    limb__builder_text(out, " rx=\"7\"/><text");
    print_attribute(out, "x", box->x + box->width / 2);
    print_attribute(out, "y", box->y + (has_mass ? 18 : 24));
    limb__builder_char(out, '>');
    print_xml(out, robot->link[link].name);
    limb__builder_text(out, "</text>");
    if (has_mass) {
        limb__builder_text(out, "<text class=\"mass\"");
        print_attribute(out, "x", box->x + box->width / 2);
        print_attribute(out, "y", box->y + 32);
        limb__builder_char(out, '>');
        limb__builder_number(out, round(inertial->mass * 1000) / 1000);
        limb__builder_text(out, " kg</text>");
    }
    limb__builder_text(out, "</g>\n");
}

// Lists the joint types that occur.
static void print_legend(limb__builder *out, const limb_robot *robot, double y)
{
    bool occurs[LIMB_JOINT_TYPE_COUNT] = {false};
    for (int i = 0; i < robot->njoint; i++)
        occurs[robot->joint[i].type] = true;
    double x = MARGIN;
    for (int type = 0; type < LIMB_JOINT_TYPE_COUNT; type++) {
        if (!occurs[type]) continue;
        const char *name = limb_joint_type_name((limb_joint_type)type);
        limb__builder_text(out, "<g class=\"joint\"><path class=\"");
        limb__builder_text(out, name);
        limb__builder_text(out, "\" d=\"");
        print_point(out, "M", x, y - 4);
        print_point(out, "L", x + 24, y - 4);
        limb__builder_text(out, "\"/><text class=\"type\"");
        print_attribute(out, "x", x + 30);
        print_attribute(out, "y", y);
        limb__builder_char(out, '>');
        limb__builder_text(out, name);
        limb__builder_text(out, "</text></g>\n");
        x += LEGEND_STEP;
    }
}

static void print_xml(limb__builder *out, const char *text)
{
    for (;;) {
        const size_t size = strcspn(text, "&<>");
        limb__builder_visible(out, text, size);
        text += size;
        if (!*text) return;
        limb__builder_xml(out, text++, 1, 0);
    }
}

static void print_attribute(limb__builder *out, const char *name, double value)
{
    limb__builder_char(out, ' ');
    limb__builder_text(out, name);
    limb__builder_text(out, "=\"");
    limb__builder_number(out, tenths(value));
    limb__builder_char(out, '"');
}

static void print_point(limb__builder *out, const char *command, double x, double y)
{
    limb__builder_text(out, command);
    limb__builder_number(out, tenths(x));
    limb__builder_char(out, ' ');
    limb__builder_number(out, tenths(y));
}

static double tenths(double value)
{
    const double rounded = round(value * 10) / 10;
    return rounded == 0 ? 0 : rounded; // no "-0"
}
