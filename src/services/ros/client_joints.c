// JointState messages of Foxglove clients: decoded from CDR and re-encoded by the code that idlc
// generated, so that everything sent to the network is well-formed regardless of the client.
#include "services/ros/client_joints.h"

#include "services/dds/clock.h"
#include "services/messages/cdr.h"

#include <messages.h>
#include <stdlib.h>
#include <string.h>

static bool read_names(limb__cdr *cdr, dds_sequence_string *out);
static bool read_numbers(limb__cdr *cdr, dds_sequence_double *out);
static char *borrow(limb_text text);

limb_status limb__client_joints_write(dds_entity_t writer, const void *bytes, size_t size)
{
    limb__cdr cdr;
    if (!limb__cdr_open(&cdr, bytes, size)) return LIMB_ERROR_INPUT;
    sensor_msgs_msg_dds__JointState_ message;
    memset(&message, 0, sizeof message);
    message.header.stamp.sec = (int32_t)limb__cdr_u32(&cdr);
    message.header.stamp.nanosec = limb__cdr_u32(&cdr);
    message.header.frame_id = borrow(limb__cdr_text(&cdr));
    if (message.header.stamp.sec == 0 && message.header.stamp.nanosec == 0)
        limb__stamp(limb__clock_now(), &message.header.stamp);
    limb_status status = LIMB_ERROR_MEMORY;
    if (read_names(&cdr, &message.name) && read_numbers(&cdr, &message.position) &&
        read_numbers(&cdr, &message.velocity) && read_numbers(&cdr, &message.effort)) {
        const bool is_whole = !cdr.failed && message.name._length == message.position._length;
        status = !is_whole                                       ? LIMB_ERROR_INPUT
                 : dds_write(writer, &message) == DDS_RETCODE_OK ? LIMB_OK
                                                                 : LIMB_ERROR_IO;
    }
    free(message.name._buffer);
    free(message.position._buffer);
    free(message.velocity._buffer);
    free(message.effort._buffer);
    return status;
}

// Returns false if memory is exhausted. Malformed input makes the cursor fail.
static bool read_names(limb__cdr *cdr, dds_sequence_string *out)
{
    const uint32_t count = limb__cdr_count(cdr, sizeof(uint32_t));
    out->_buffer = calloc((size_t)count + 1, sizeof *out->_buffer);
    if (!out->_buffer) return false;
    out->_length = out->_maximum = count;
    for (uint32_t i = 0; i < count; i++)
        out->_buffer[i] = borrow(limb__cdr_text(cdr));
    return true;
}

static bool read_numbers(limb__cdr *cdr, dds_sequence_double *out)
{
    const uint32_t count = limb__cdr_count(cdr, sizeof(double));
    out->_buffer = calloc((size_t)count + 1, sizeof *out->_buffer);
    if (!out->_buffer) return false;
    out->_length = out->_maximum = count;
    for (uint32_t i = 0; i < count; i++)
        out->_buffer[i] = limb__cdr_double(cdr);
    return true;
}

// A CDR string ends with NUL. DDS types lack const for data that is only read.
static char *borrow(limb_text text)
{
    union {
        const char *from;
        char *to;
    } same = {text.data};
    return same.to;
}
