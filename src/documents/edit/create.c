// Creates a robot of one link, to be edited.
#include "base/text.h"
#include "limb/edit.h"

#include <assert.h>
#include <string.h>

static void append_name(limb__builder *xml, const char *before, const char *name);

limb_status limb_robot_create(limb_robot **out, const char *name, const char *root_link,
                              const limb_load_opts *opts)
{
    assert(out);
    limb__builder xml;
    limb__builder_init(&xml, opts ? opts->memory : NULL);
    append_name(&xml, "<?xml version=\"1.0\"?>\n<robot name=\"", name);
    append_name(&xml, "\">\n  <link name=\"", root_link);
    limb__builder_text(&xml, "\"/>\n</robot>\n");
    *out = NULL;
    const limb_status status =
        xml.failed ? LIMB_ERROR_MEMORY : limb_robot_parse(out, xml.data, xml.size, opts);
    limb__builder_free(&xml);
    return status;
}

static void append_name(limb__builder *xml, const char *before, const char *name)
{
    limb__builder_text(xml, before);
    limb__builder_xml(xml, name, strlen(name), '"');
}
