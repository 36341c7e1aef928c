// Builds MCAP records: operation code, length, fields in little endian.
#ifndef LIMB_MCAP_MCAP_RECORD_H
#define LIMB_MCAP_MCAP_RECORD_H

#include "base/text.h"
#include "services/messages/sink.h"

// Returns the offset of the record, for limb__mcap_end.
size_t limb__mcap_begin(limb__builder *out, int code);
void limb__mcap_put(limb__builder *out, uint64_t value, int bytes);
void limb__mcap_put_text(limb__builder *out, const char *text);
// Fills in the length, including bytes of the record that are written elsewhere.
void limb__mcap_end(limb__builder *out, size_t begin, size_t more);

// Writes the schema of a channel and the channel itself, under one number.
void limb__mcap_put_channel(limb__builder *out, const limb__channel_info *channel, int id);

#endif
