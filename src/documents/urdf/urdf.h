// The internal structure of a limb_robot, for the files of this room.
#ifndef LIMB_URDF_URDF_H
#define LIMB_URDF_URDF_H

#include "base/arena.h"
#include "base/names.h"
#include "documents/xml/places.h"
#include "limb/robot.h"

typedef struct limb__robot {
    limb_robot open; // first: a limb_robot * is a limb__robot *
    const limb_allocator *memory;
    limb__arena arena; // everything but this struct, the source and the table of lines
    limb_document document;
    char *text; // the source, a NUL after it
    size_t size;
    limb__names link_name;
    limb__names joint_name;
    limb__names material_name; // robot level first, then inline definitions from nmaterial on
    limb_load_opts opts;       // as given, without the report
    bool refused;              // kept although findings reject it
} limb__robot;

static inline limb__robot *limb__robot_of(const limb_robot *robot)
{
    return (limb__robot *)(uintptr_t)robot;
}

// The input of reading a robot.
typedef struct limb__robot_input {
    const char *file; // name shown to the user
    char *text;       // (size + 1), a NUL at the end
    size_t size;
    limb__census census; // of the text
} limb__robot_input;

// Creates a robot without content that owns in->text, which is freed on failure.
limb_status limb__robot_create(limb__robot **out, const limb__robot_input *in,
                               const limb_load_opts *opts);
// Document and values, once; report is not NULL. Nothing is checked that needs the whole robot.
// Places are made ready for the document, for this and further reports: the caller frees them,
// whatever the status.
limb_status limb__robot_read(limb__robot *robot, const limb__robot_input *in,
                             limb__xml_places *places, limb_report *report,
                             const limb_load_opts *opts);

// Gives robot the content of other, which is freed with robot's old content. Both pointers into the
// old robot and other itself are then gone.
void limb__robot_adopt(limb_robot *robot, limb_robot *other);

#endif
