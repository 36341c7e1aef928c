// Decodes JointState and MultiDOFJointState from CDR.
#include "services/messages/joint_message.h"

#include "base/memory.h"
#include "services/messages/cdr.h"

#include <string.h>

enum { POSE = 7 }; // numbers per pose

static limb_status read_message(limb__joint_message *out, const void *bytes, size_t size,
                                int numbers, limb__cdr *cdr);
static limb_status read_names(limb__joint_message *out, limb__cdr *cdr);
static limb_status read_numbers(limb__cdr *cdr, int numbers, double **value, int *capacity,
                                int *count);

limb_status limb__joint_message_read(limb__joint_message *out, const void *bytes, size_t size)
{
    limb__cdr cdr;
    const limb_status status = read_message(out, bytes, size, 1, &cdr);
    if (status != LIMB_OK) return status;
    // velocity and effort are unused, but must be complete
    for (int i = 0; i < 2; i++)
        limb__cdr_skip(&cdr, limb__cdr_count(&cdr, 8), 8);
    return cdr.failed ? LIMB_ERROR_INPUT : LIMB_OK;
}

limb_status limb__joint_message_read_poses(limb__joint_message *out, const void *bytes, size_t size)
{
    enum { TWIST = 6, WRENCH = 6 };
    limb__cdr cdr;
    const limb_status status = read_message(out, bytes, size, POSE, &cdr);
    if (status != LIMB_OK) return status;
    limb__cdr_skip(&cdr, TWIST * limb__cdr_count(&cdr, TWIST * sizeof(double)), 8);
    limb__cdr_skip(&cdr, WRENCH * limb__cdr_count(&cdr, WRENCH * sizeof(double)), 8);
    return cdr.failed ? LIMB_ERROR_INPUT : LIMB_OK;
}

limb_status limb__joint_message_read_all(limb__joint_message *out, const void *bytes, size_t size)
{
    limb__cdr cdr;
    limb_status status = read_message(out, bytes, size, 1, &cdr);
    if (status == LIMB_OK)
        status = read_numbers(&cdr, 1, &out->velocity, &out->velocity_capacity, &out->nvelocity);
    if (status == LIMB_OK)
        status = read_numbers(&cdr, 1, &out->effort, &out->effort_capacity, &out->neffort);
    return status == LIMB_OK && cdr.failed ? LIMB_ERROR_INPUT : status;
}

void limb__joint_message_free(limb__joint_message *message)
{
    limb__release(limb__memory(NULL), message->name,
                  (size_t)message->name_capacity * sizeof *message->name);
    limb__release(limb__memory(NULL), message->value,
                  (size_t)message->value_capacity * sizeof *message->value);
    limb__release(limb__memory(NULL), message->velocity,
                  (size_t)message->velocity_capacity * sizeof *message->velocity);
    limb__release(limb__memory(NULL), message->effort,
                  (size_t)message->effort_capacity * sizeof *message->effort);
    memset(message, 0, sizeof *message);
}

// Both messages begin alike: header, names, and one item per name.
static limb_status read_message(limb__joint_message *out, const void *bytes, size_t size,
                                int numbers, limb__cdr *cdr)
{
    if (!limb__cdr_open(cdr, bytes, size)) return LIMB_ERROR_INPUT;
    const int32_t seconds = (int32_t)limb__cdr_u32(cdr);
    const uint32_t nanoseconds = limb__cdr_u32(cdr);
    out->stamp = (int64_t)seconds * 1000000000 + nanoseconds;
    limb__cdr_text(cdr); // frame_id
    limb_status status = read_names(out, cdr);
    if (status == LIMB_OK)
        status = read_numbers(cdr, numbers, &out->value, &out->value_capacity, &out->nvalue);
    if (status == LIMB_OK && cdr->failed) status = LIMB_ERROR_INPUT;
    return status;
}

static limb_status read_names(limb__joint_message *out, limb__cdr *cdr)
{
    const uint32_t count = limb__cdr_count(cdr, sizeof(uint32_t));
    if (cdr->failed || count > INT32_MAX) return LIMB_ERROR_INPUT;
    if (!limb__grow(limb__memory(NULL), (void **)&out->name, &out->name_capacity, (int)count,
                    sizeof *out->name))
        return LIMB_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        out->name[i] = limb__cdr_text(cdr);
    out->nname = (int)count;
    return LIMB_OK;
}

// Reads items of `numbers` numbers each.
static limb_status read_numbers(limb__cdr *cdr, int numbers, double **value, int *capacity,
                                int *count)
{
    const uint32_t size = limb__cdr_count(cdr, (size_t)numbers * sizeof(double));
    if (cdr->failed || size > INT32_MAX / POSE) return LIMB_ERROR_INPUT;
    const int total = (int)size * numbers;
    if (!limb__grow(limb__memory(NULL), (void **)value, capacity, total, sizeof **value))
        return LIMB_ERROR_MEMORY;
    for (int i = 0; i < total; i++)
        (*value)[i] = limb__cdr_double(cdr);
    *count = (int)size;
    return LIMB_OK;
}
