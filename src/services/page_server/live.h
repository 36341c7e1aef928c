// Joint values, exchanged as JSON between the page and programs that drive or follow the robot.
#ifndef LIMB_PAGE_SERVER_LIVE_H
#define LIMB_PAGE_SERVER_LIVE_H

#include "base/text.h"
#include "limb/view.h"

// Sent to a page when it connects: requests its joint values.
#define LIMB__LIVE_GREETING "{\"type\":\"live\"}"

// Parses {"type":"joints","joints":{"elbow":0.5}} and passes the values on. Returns false for
// any other message.
bool limb__live_take(const char *text, size_t size, limb_view_joints_fn *joints, void *ctx);
void limb__live_write(limb__builder *out, const limb_text *name, const double *position, int count);

#endif
