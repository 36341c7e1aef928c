// The clock that stamps messages: nanoseconds since 1970.
#ifndef LIMB_DDS_CLOCK_H
#define LIMB_DDS_CLOCK_H

#include <dds/dds.h>
#include <messages.h>

static inline int64_t limb__clock_now(void)
{
    return dds_time();
}

// Rounds to nanoseconds, at most 30 years, so that adding the result to a time cannot overflow.
static inline int64_t limb__clock_span(double ns)
{
    const int64_t longest = 1000000000000000000;
    return ns > 0 ? ns < (double)longest ? (int64_t)ns : longest : 0;
}

static inline void limb__stamp(int64_t ns, builtin_interfaces_msg_dds__Time_ *out)
{
    int64_t seconds = ns / 1000000000;
    if (ns % 1000000000 < 0) seconds--;
    out->sec = (int32_t)seconds;
    out->nanosec = (uint32_t)(ns - seconds * 1000000000);
}

#endif
