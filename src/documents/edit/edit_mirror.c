// Mirrors a robot: a left arm becomes a right arm.
//
// With M the reflection along one axis, every pose T becomes M T M, whose rotation is again
// a rotation: xyz changes the sign of that axis, roll, pitch and yaw those of the two
// others. A rotation about a by q becomes one about -M a by q, and a translation along a one
// along M a, so joint values and limits keep their meaning. Tensors become M I M; meshes are
// mirrored by their scale.
#include "documents/edit/verbs.h"

#include <assert.h>
#include <string.h>

typedef struct mirror {
    double sign[3]; // of coordinates: M
    double turn[3]; // of axial vectors: -M
    const char *a;  // words in names that are swapped
    const char *b;
} mirror;

static limb_status mirror_shape(limb_edit *edit, const limb_link_shape *shape, const void *ctx);
static limb_status mirror_inertia(limb_edit *edit, const limb_inertial *inertial, int axis);
static limb_status mirror_axis(limb_edit *edit, const limb_joint *joint, const mirror *m);
static const char *swapped(limb__arena *arena, const char *name, const void *ctx);

limb_status limb_edit_mirror(limb_edit *edit, int axis, const char *a, const char *b)
{
    assert(edit);
    limb__edit_start(edit);
    if (axis < 0 || axis > 2) return limb__edit_fail(edit, "no axis %d", axis);
    if ((a == NULL) != (b == NULL) || (a && (!*a || !*b || strcmp(a, b) == 0)))
        return limb__edit_fail(edit, "names are changed by two different words");
    limb_status status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) return status;
    mirror m = {{1, 1, 1}, {-1, -1, -1}, a, b};
    m.sign[axis] = -1;
    m.turn[axis] = 1;

    const int mark = limb__patches_mark(&edit->patches);
    const limb_robot *robot = edit->robot;
    status = limb__edit_multiply_origins(edit, m.sign, m.turn);
    if (status == LIMB_OK) status = limb__edit_each_shape(edit, mirror_shape, &m);
    for (int i = 0; i < robot->nlink && status == LIMB_OK; i++)
        status = mirror_inertia(edit, robot->link[i].inertial, axis);
    for (int i = 0; i < robot->njoint && status == LIMB_OK; i++)
        status = mirror_axis(edit, &robot->joint[i], &m);
    if (status == LIMB_OK && a) status = limb__edit_rename_each(edit, swapped, &m);
    if (status == LIMB_OK) status = limb__edit_stage(edit, NULL);
    if (status != LIMB_OK) limb__patches_undo(&edit->patches, mark);
    return status;
}

static limb_status mirror_shape(limb_edit *edit, const limb_link_shape *shape, const void *ctx)
{
    const mirror *m = ctx;
    const limb_shape *s = &shape->geometry;
    if (s->type != LIMB_SHAPE_MESH) return LIMB_OK; // symmetric in their own axes
    double scale[3];
    bool is_one = true;
    for (int i = 0; i < 3; i++) {
        scale[i] = s->scale[i] * m->sign[i];
        is_one &= scale[i] == 1;
    }
    // mirrored back: the attribute is no longer needed
    if (is_one && limb__xml_find_attr(edit->doc, s->node, "scale") >= 0)
        return limb_edit_set_attribute(edit, s->node, "scale", NULL);
    return limb__edit_put_numbers(edit, s->node, "scale", scale, 3);
}

// the two products with this axis
static limb_status mirror_inertia(limb_edit *edit, const limb_inertial *inertial, int axis)
{
    static const char *const product[3][2] = {{"ixy", "ixz"}, {"ixy", "iyz"}, {"ixz", "iyz"}};
    if (!inertial) return LIMB_OK;
    const int node = limb_node_find(edit->doc, inertial->node, "inertia");
    const double minus = -1;
    limb_status status = LIMB_OK;
    for (int i = 0; i < 2 && status == LIMB_OK; i++)
        status = limb__edit_multiply(edit, node, product[axis][i], &minus, 1);
    return status;
}

static limb_status mirror_axis(limb_edit *edit, const limb_joint *joint, const mirror *m)
{
    if (joint->type == LIMB_JOINT_FIXED || joint->type == LIMB_JOINT_FLOATING) return LIMB_OK;
    const double *sign = joint->type == LIMB_JOINT_PRISMATIC ? m->sign : m->turn;
    if (joint->axis_node >= 0 && joint->has_axis)
        return limb__edit_multiply(edit, joint->axis_node, "xyz", sign, 3);
    if (joint->axis_node >= 0 || sign[0] > 0) return LIMB_OK;
    // the default axis, x, is reversed
    return limb__edit_insert(edit, joint->node, false, "<axis xyz=\"-1 0 0\"/>");
}

// Returns the name with each of the two words replaced by the other; NULL: it contains neither.
static const char *swapped(limb__arena *arena, const char *name, const void *ctx)
{
    const mirror *m = ctx;
    const size_t a = strlen(m->a), b = strlen(m->b);
    if (!strstr(name, m->a) && !strstr(name, m->b)) return NULL;
    // the longer word is searched first, so that "l" does not hide "left"
    const bool a_first = a >= b;
    char *out = limb__arena_take(arena, strlen(name) * (1 + (a > b ? a : b)) + 1);
    if (!out) return NULL;
    char *end = out;
    while (*name) {
        const bool is_a = strncmp(name, m->a, a) == 0;
        const bool is_b = strncmp(name, m->b, b) == 0;
        const bool take_a = is_a && (a_first || !is_b);
        if (!is_a && !is_b) {
            *end++ = *name++;
            continue;
        }
        const char *word = take_a ? m->b : m->a;
        memcpy(end, word, strlen(word));
        end += strlen(word);
        name += take_a ? a : b;
    }
    *end = 0;
    return out;
}
