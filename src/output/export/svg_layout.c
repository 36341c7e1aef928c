// Layered tree layout. Every link gets a strip across the direction of growth that is wide enough
// for itself and for the strips of its children side by side; it is centered over its children.
// Linear in the number of links, no recursion: robot->link_order has parents first.
//
// "Along" is the direction in which the tree grows, "across" the other one.
#include "output/export/svg_layout.h"

#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

enum {
    BOX_PADDING = 12,
    SIBLING_GAP = 14,
    CURVE_LENGTH = 30, // where a line leaves the parent and curves to the child's strip
    LABEL_HEIGHT = 38, // two lines beside a downward line
    LABEL_MARGIN = 16,
};
static const double glyph_width = 0.602; // of the font size: DejaVu Sans Mono, Menlo
static const double page_aspect = 1.6;   // width over height that fits a screen
static const double degrees = 57.29577951308232;

typedef struct strip {
    int depth;
    double own;    // across, for the link alone
    double extent; // across, including its subtree
    double inner;  // sum of the children's extents
    double start;  // across
    double middle; // across
} strip;

static void measure(const limb_robot *robot, svg_box *box);
static double text_width(const char *text, int font_size);
static void place(svg_layout *layout, const limb_robot *robot, strip *strips, double *layer);
static double lay_across(const svg_layout *layout, const limb_robot *robot, strip *strips);
static void center_over_children(const limb_robot *robot, strip *strips, int index);
static int hanging_link(const limb_robot *robot, int joint);
static double lay_along(const svg_layout *layout, const limb_robot *robot, const strip *strips,
                        double *layer);
static size_t print_rounded(char *text, double value, double unit);

size_t limb__svg_joint_detail(const limb_joint *joint, char text[96])
{
    const limb_joint_info *info = limb_joint_info_of(joint->type);
    size_t size = strlen(info->name);
    memcpy(text, info->name, size + 1);
    if (!joint->limit || !info->has_bounds) return size;
    const double unit = info->turns ? degrees : 1;
    text[size++] = ' ';
    size += print_rounded(text + size, joint->limit->lower, unit);
    memcpy(text + size, "..", 2);
    size += 2;
    size += print_rounded(text + size, joint->limit->upper, unit);
    const char *name = info->turns ? "\xC2\xB0" : " m";
    memcpy(text + size, name, strlen(name) + 1);
    return size + strlen(name);
}

bool limb__svg_layout(svg_layout *layout, limb__arena *arena, const limb_robot *robot)
{
    const size_t count = (size_t)robot->nlink + 1;
    layout->box = limb__arena_take_zero(arena, count * sizeof *layout->box);
    strip *strips = limb__arena_take_zero(arena, count * sizeof *strips);
    double *layer = limb__arena_take_zero(arena, (count + 1) * 2 * sizeof *layer);
    if (!layout->box || !strips || !layer) return false;
    measure(robot, layout->box);

    // both directions are tried; the one that fills a page better is used
    layout->downwards = true;
    place(layout, robot, strips, layer);
    const double tall = fmax(layout->width / page_aspect, layout->height);
    layout->downwards = false;
    place(layout, robot, strips, layer);
    if (fmax(layout->width / page_aspect, layout->height) <= tall) return true;
    layout->downwards = true;
    place(layout, robot, strips, layer);
    return true;
}

static void measure(const limb_robot *robot, svg_box *box)
{
    for (int i = 0; i < robot->norder; i++) {
        const int link = robot->link_order[i];
        box[link].width = text_width(robot->link[link].name, SVG_NAME_SIZE) + 2 * BOX_PADDING;
        const int joint = robot->link[link].parent_joint;
        if (joint < 0) continue;
        char detail[96];
        limb__svg_joint_detail(&robot->joint[joint], detail);
        box[link].label_width = fmax(text_width(robot->joint[joint].name, SVG_LABEL_SIZE),
                                     text_width(detail, SVG_DETAIL_SIZE));
    }
}

static double text_width(const char *text, int font_size)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0u) != 0x80u;
    return count * glyph_width * font_size;
}

static void place(svg_layout *layout, const limb_robot *robot, strip *strips, double *layer)
{
    const double across = lay_across(layout, robot, strips);
    const double along = lay_along(layout, robot, strips, layer);
    layout->width = layout->downwards ? across : along;
    layout->height = layout->downwards ? along : across;
    for (int i = 0; i < robot->norder; i++) {
        const int link = robot->link_order[i];
        svg_box *box = &layout->box[link];
        const strip *at = &strips[link];
        box->label_start = layer[robot->nlink + 1 + at->depth];
        box->x = layout->downwards ? at->middle - box->width / 2 : layer[at->depth];
        box->y = layout->downwards ? layer[at->depth] : at->middle - SVG_BOX_HEIGHT / 2.0;
    }
}

// Returns the extent of the whole tree.
static double lay_across(const svg_layout *layout, const limb_robot *robot, strip *strips)
{
    if (robot->norder == 0) return 0;
    for (int i = 0; i < robot->norder; i++) {
        const int link = robot->link_order[i];
        const svg_box *box = &layout->box[link];
        // beside a downward line the label is to the right of the center
        const double half = fmax(box->width / 2, box->label_width + LABEL_MARGIN);
        strips[link] = (strip){.own = layout->downwards ? 2 * half : SVG_BOX_HEIGHT};
        strips[link].own += SIBLING_GAP;
        const int joint = robot->link[link].parent_joint;
        if (joint >= 0) strips[link].depth = strips[robot->joint[joint].parent].depth + 1;
    }
    for (int i = robot->norder - 1; i >= 0; i--) {
        const int link = robot->link_order[i];
        strips[link].extent = fmax(strips[link].own, strips[link].inner);
        const int joint = robot->link[link].parent_joint;
        if (joint >= 0) strips[robot->joint[joint].parent].inner += strips[link].extent;
    }
    for (int i = 0; i < robot->norder; i++) {
        const limb_link *link = &robot->link[robot->link_order[i]];
        const strip *parent = &strips[robot->link_order[i]];
        double start = parent->start + (parent->extent - parent->inner) / 2;
        for (int j = 0; j < link->nchild_joint; j++) {
            const int child = hanging_link(robot, link->child_joint[j]);
            if (child < 0) continue;
            strips[child].start = start;
            start += strips[child].extent;
        }
    }
    for (int i = robot->norder - 1; i >= 0; i--)
        center_over_children(robot, strips, robot->link_order[i]);
    return strips[robot->link_order[0]].extent;
}

// Centers the link over its children, as far as its own strip allows.
static void center_over_children(const limb_robot *robot, strip *strips, int index)
{
    const limb_link *link = &robot->link[index];
    strip *at = &strips[index];
    double first = -1;
    double last = -1;
    for (int i = 0; i < link->nchild_joint; i++) {
        const int child = hanging_link(robot, link->child_joint[i]);
        if (child < 0) continue;
        if (first < 0) first = strips[child].middle;
        last = strips[child].middle;
    }
    const double wanted = first < 0 ? at->start + at->extent / 2 : (first + last) / 2;
    at->middle = fmin(fmax(wanted, at->start + at->own / 2), at->start + at->extent - at->own / 2);
}

// Returns the joint's child, or -1 if that link is also the child of another joint and drawn there.
static int hanging_link(const limb_robot *robot, int joint)
{
    const int child = robot->joint[joint].child;
    return robot->link[child].parent_joint == joint ? child : -1;
}

// Fills layer[depth] with the start of each layer, and layer[nlink + 1 + depth] with the start of
// the labels before it; returns the length of all.
static double lay_along(const svg_layout *layout, const limb_robot *robot, const strip *strips,
                        double *layer)
{
    int ndepth = 0;
    double *label = layer + robot->nlink + 1; // first the widest label, then its start
    for (int i = 0; i <= robot->nlink; i++)
        layer[i] = label[i] = 0;
    for (int i = 0; i < robot->norder; i++) {
        const int link = robot->link_order[i];
        const int depth = strips[link].depth;
        const svg_box *box = &layout->box[link];
        layer[depth] = fmax(layer[depth], layout->downwards ? SVG_BOX_HEIGHT : box->width);
        label[depth] =
            fmax(label[depth], layout->downwards ? LABEL_HEIGHT : box->label_width + LABEL_MARGIN);
        if (depth + 1 > ndepth) ndepth = depth + 1;
    }
    double at = 0;
    for (int depth = 0; depth < ndepth; depth++) {
        const double label_width = label[depth];
        const double size = layer[depth];
        if (depth > 0) {
            label[depth] = at + CURVE_LENGTH;
            at = label[depth] + label_width;
        }
        layer[depth] = at;
        at += size;
    }
    return at;
}

// Prints three digits after the point, which suffice for a drawing.
static size_t print_rounded(char *text, double value, double unit)
{
    char digits[LIMB__NUMBER_TEXT_MAX];
    const double scale = unit > 1 ? 10 : 1000;
    const double rounded = round(value * unit * scale) / scale;
    const size_t size = limb__number_print(digits, rounded == 0 ? 0 : rounded);
    memcpy(text, digits, size);
    return size;
}
