// <origin>: a pose written as xyz and rpy, or as xyz and quat_xyzw from version 1.1 on.
#include "documents/urdf/read.h"
#include "numbers/math/rotation.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static inline void clear(limb_origin *out);
static void read_quaternion(limb__reader *r, int node, const limb__attrs *attrs, limb_origin *out);

void limb__read_origin(limb__reader *r, int node, limb_origin *out)
{
    clear(out);
    out->node = node;
    if (node < 0) return;

    limb__attrs attrs;
    limb__read_attrs(r, node, LIMB__TAG_ORIGIN, &attrs);
    const int xyz = limb__attr(&attrs, LIMB__KEY_XYZ);
    const int rpy = limb__attr(&attrs, LIMB__KEY_RPY);
    if (xyz >= 0) out->has_xyz = limb__read_numbers(r, node, xyz, out->xyz, 3, 0);
    if (rpy >= 0) out->has_rpy = limb__read_numbers(r, node, rpy, out->rpy, 3, 0);
    if (attrs.present & LIMB__BIT(LIMB__KEY_QUAT_XYZW)) read_quaternion(r, node, &attrs, out);
}

void limb_origin_pose(const limb_origin *origin, double pose[12])
{
    assert(origin);
    double rotation[9];
    if (origin->has_quat) {
        limb__quat_to_rotation(origin->quat, rotation);
    } else {
        limb__rpy_to_rotation(origin->rpy, rotation);
    }
    for (int row = 0; row < 3; row++) {
        memcpy(&pose[4 * row], &rotation[3 * row], 3 * sizeof(double));
        pose[4 * row + 3] = origin->xyz[row];
    }
}

// Clears field by field, which for so few bytes is faster than the string instruction
// that compilers use.
static inline void clear(limb_origin *out)
{
    out->has_xyz = out->has_rpy = out->has_quat = false;
    for (int i = 0; i < 3; i++)
        out->xyz[i] = out->rpy[i] = out->quat[i] = 0;
    out->quat[3] = 1;
}

static void read_quaternion(limb__reader *r, int node, const limb__attrs *attrs, limb_origin *out)
{
    const int attr = attrs->at[LIMB__KEY_QUAT_XYZW];
    double quat[4] = {0, 0, 0, 1};
    if (!limb__read_numbers(r, node, attr, quat, 4, 0)) return;
    if (r->minor < 1) {
        limb__report(
            r->report,
            limb__at_bytes(r, node, attr, r->doc->attr[attr].name, r->doc->attr[attr].label.size),
            LIMB_RULE_VERSION_FEATURE, "quat_xyzw is ignored: it needs <robot version=\"1.1\">");
        return;
    }
    if (attrs->present & LIMB__BIT(LIMB__KEY_RPY)) {
        limb__report(r->report, limb__at_value(r, node, attr), LIMB_RULE_ORIGIN_BOTH,
                     "an origin cannot have both rpy and quat_xyzw; quat_xyzw is used");
        limb__report_note(r->report, limb__at_value(r, -1, attrs->at[LIMB__KEY_RPY]),
                          "rpy is given here");
    }
    const double length =
        sqrt(quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3]);
    out->has_quat = true;
    if (!(length > 0) || !isfinite(length)) {
        limb__report(r->report, limb__at_value(r, node, attr), LIMB_RULE_QUATERNION_ZERO,
                     "the quaternion cannot be normalized and is read as no rotation");
        return;
    }
    for (int i = 0; i < 4; i++)
        out->quat[i] = quat[i] / length;
}
