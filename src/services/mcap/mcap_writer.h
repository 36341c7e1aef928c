// Records to MCAP, the container of ROS 2 and Foxglove: a flat sequence of records.
#ifndef LIMB_MCAP_MCAP_WRITER_H
#define LIMB_MCAP_MCAP_WRITER_H

#include "services/messages/sink.h"

typedef struct limb__mcap_writer limb__mcap_writer;

// Opens the file and writes the schemas and channels. Returns LIMB_ERROR_IO if it
// cannot be written.
limb_status limb__mcap_writer_open(limb__mcap_writer **out, const char *path,
                                   const limb__channel_info *channel, int nchannel);
// Adds one CDR message. Returns false if the disk is full or the like; later calls do nothing.
bool limb__mcap_writer_add(limb__mcap_writer *writer, int channel, int64_t time, const void *bytes,
                           size_t size);
// Completes the file. Returns false if something could not be written. NULL is allowed.
bool limb__mcap_writer_close(limb__mcap_writer *writer);

#endif
