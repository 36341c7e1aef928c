// Joint values between the page and whoever drives or follows the robot, as JSON.
#ifndef LIMB_PAGE_SERVER_LIVE_H
#define LIMB_PAGE_SERVER_LIVE_H

#include "base/text.h"
#include "limb/view.h"

// What the page is sent when it connects: its joint values are wanted.
#define LIMB__LIVE_GREETING "{\"type\":\"live\"}"

// {"type":"joints","joints":{"elbow":0.5}}: gives the values on. False: not such a message.
bool limb__live_take(const char *text, size_t size, limb_view_joints_fn *joints, void *ctx);
void limb__live_write(limb__builder *out, const limb_text *name, const double *position, int count);

#endif
