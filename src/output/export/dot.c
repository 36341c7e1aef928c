// Writes the tree in Graphviz's language.
#include "limb/export.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>

static void print_link(limb__builder *out, const limb_link *link);
static void print_joint(limb__builder *out, const limb_joint *joint);
static void print_quoted(limb__builder *out, const char *text);
static void print_escaped(limb__builder *out, const char *text);

limb_status limb_export_dot(const limb_robot *robot, const limb_export_opts *opts,
                            limb_write_fn *write, void *ctx)
{
    assert(robot && write);
    limb__builder out;
    limb__builder_init(&out, opts ? opts->memory : NULL);
    limb__builder_text(&out, "digraph ");
    print_quoted(&out, robot->name);
    limb__builder_text(&out, " {\n"
                             "  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
                             "  edge [fontname=\"sans-serif\", fontsize=10];\n");
    for (int i = 0; i < robot->nlink; i++)
        print_link(&out, &robot->link[i]);
    for (int i = 0; i < robot->njoint; i++)
        print_joint(&out, &robot->joint[i]);
    limb__builder_text(&out, "}\n");
    const limb_status status = out.failed ? LIMB_ERROR_MEMORY : write(ctx, out.data, out.size);
    limb__builder_free(&out);
    return status;
}

static void print_link(limb__builder *out, const limb_link *link)
{
    limb__builder_text(out, "  ");
    print_quoted(out, link->name);
    limb__builder_text(out, ";\n");
}

static void print_joint(limb__builder *out, const limb_joint *joint)
{
    limb__builder_text(out, "  ");
    print_quoted(out, joint->parent_name);
    limb__builder_text(out, " -> ");
    print_quoted(out, joint->child_name);
    limb__builder_text(out, " [label=\"");
    print_escaped(out, joint->name);
    limb__builder_text(out, "\\n");
    limb__builder_text(out, limb_joint_type_name(joint->type));
    limb__builder_text(out, limb_joint_info_of(joint->type)->ndof == 0 ? "\", style=dashed];\n"
                                                                       : "\"];\n");
}

static void print_quoted(limb__builder *out, const char *text)
{
    limb__builder_char(out, '"');
    print_escaped(out, text);
    limb__builder_char(out, '"');
}

static void print_escaped(limb__builder *out, const char *text)
{
    for (;;) {
        const size_t size = strcspn(text, "\"\\");
        limb__builder_visible(out, text, size);
        text += size;
        if (!*text) return;
        limb__builder_char(out, '\\');
        limb__builder_char(out, *text++);
    }
}
