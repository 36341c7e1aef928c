// limb's own drawings: frames, inertia boxes, the skeleton; and their size.
//
// Helpers sized by the whole robot would hide a hand under the axes of its own fingers. So a link's
// helpers follow the radius of its shapes, or without shapes the distance to its next joint.
#include "output/export/glb_helpers.h"

#include "documents/urdf/solid.h"
#include "limb/model.h"
#include "numbers/math/inertia.h"
#include "output/appearance/appearance.h"
#include "output/export/glb_node.h"

#include <math.h>
#include <string.h>

typedef struct box {
    double lower[3], upper[3];
} box;

static void include(box *around, const double point[3]);
static void include_box(box *around, const box *inner, const double pose[12]);
static double radius_of(const box *b);
static box shape_box(const limb_shape *shape, const limb_glb_opts *opts);
static box link_box(const limb_link *link, const limb_glb_opts *opts);
static double way_to_next(const limb_robot *robot, int link);
static int write_rod(limb__glb_shapes *s, int mesh, const double to[3], double radius);

static const box NOTHING = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

bool limb__glb_measure(const limb_robot *robot, const limb_glb_opts *opts, limb__arena *arena,
                       double *size)
{
    double *pose = LIMB__ARENA_ARRAY(arena, double, (size_t)robot->nlink * 12);
    if (!pose) return false;
    box whole = NOTHING;
    for (int i = 0; i < robot->norder; i++) {
        const int link = robot->link_order[i];
        double *at = pose + 12 * (size_t)link;
        const int joint = robot->link[link].parent_joint;
        limb_pose_identity(at);
        if (joint >= 0) {
            limb_origin_pose(&robot->joint[joint].origin, at);
            limb_pose_multiply(pose + 12 * (size_t)robot->joint[joint].parent, at, at);
        }
        const box own = link_box(&robot->link[link], opts);
        size[link] = own.lower[0] <= own.upper[0] ? radius_of(&own) : way_to_next(robot, link) / 2;
        const double origin[3] = {at[3], at[7], at[11]};
        include(&whole, origin);
        if (own.lower[0] <= own.upper[0]) include_box(&whole, &own, at);
    }
    const double radius = fmax(radius_of(&whole), 1e-6);
    const double all = isfinite(radius) && radius > 1e-5 ? radius : 1;
    const limb__look *look = &limb__looks;
    for (int i = 0; i < robot->nlink; i++) {
        const double wished = isfinite(size[i]) ? (double)look->helper_share * size[i] : 0;
        size[i] =
            fmin(fmax(wished, (double)look->helper_min * all), (double)look->helper_max * all);
    }
    return true;
}

// Three rods, red x, green y, blue z.
int limb__glb_frame(limb__glb_shapes *s, double size)
{
    static const limb__glb_paint paint[3] = {LIMB__GLB_PAINT_X, LIMB__GLB_PAINT_Y,
                                             LIMB__GLB_PAINT_Z};
    int child[3];
    for (int axis = 0; axis < 3; axis++) {
        double to[3] = {0, 0, 0};
        to[axis] = size;
        child[axis] = write_rod(s, limb__glb_rod(s, paint[axis]), to, size * 0.03);
    }
    const int node = limb__glb_node(s->file, "frame");
    limb__glb_node_children(s->file, child, 3);
    limb__builder_char(&s->file->node.text, '}');
    return node;
}

bool limb__glb_has_inertia(const limb_inertial *inertial)
{
    if (!inertial || !(inertial->mass > 0) || !inertial->has_inertia) return false;
    const double *i = inertial->inertia;
    return isfinite(inertial->mass) && i[0] + i[3] + i[5] > 0;
}

// I = m/12 (b^2 + c^2), and so on.
int limb__glb_inertia(limb__glb_shapes *s, const limb_inertial *inertial, limb__glb_paint paint)
{
    double moment[3];
    double axes[9];
    limb__tensor_eigen(inertial->inertia, moment, axes);
    // eigenvectors have arbitrary signs: make them right-handed
    const double triple = axes[0] * (axes[4] * axes[8] - axes[5] * axes[7]) -
                          axes[1] * (axes[3] * axes[8] - axes[5] * axes[6]) +
                          axes[2] * (axes[3] * axes[7] - axes[4] * axes[6]);
    double turn[12];
    limb_pose_identity(turn);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++)
            turn[4 * r + c] = axes[3 * r + c] * (c == 2 && triple < 0 ? -1 : 1);
    }
    double pose[12];
    double side[3];
    limb_origin_pose(&inertial->origin, pose);
    limb_pose_multiply(pose, turn, pose);
    const double sum = moment[0] + moment[1] + moment[2];
    for (int k = 0; k < 3; k++)
        side[k] = sqrt(fmax(6 * (sum - 2 * moment[k]) / inertial->mass, 1e-12));

    const int mesh = limb__glb_box(s, paint);
    const int node = limb__glb_node(s->file, "inertia");
    limb__glb_node_pose(s->file, pose);
    limb__glb_node_scale(s->file, side);
    limb__glb_node_mesh(s->file, mesh);
    limb__builder_char(&s->file->node.text, '}');
    return node;
}

int limb__glb_bones(limb__glb_shapes *s, const limb_robot *robot, int link, double size,
                    const bool *wanted)
{
    const limb_link *data = &robot->link[link];
    int *child = LIMB__ARENA_ARRAY(s->arena, int, data->nchild_joint + 1);
    if (!child) return -1;
    const int ball = limb__glb_ball(s, LIMB__GLB_PAINT_SKELETON);
    const int rod = limb__glb_rod(s, LIMB__GLB_PAINT_SKELETON);
    const double radius[3] = {size * 0.4, size * 0.4, size * 0.4};
    int count = 0;
    child[count++] = limb__glb_node(s->file, "marker");
    limb__glb_node_scale(s->file, radius);
    limb__glb_node_mesh(s->file, ball);
    limb__builder_char(&s->file->node.text, '}');
    for (int i = 0; i < data->nchild_joint; i++) {
        const limb_joint *joint = &robot->joint[data->child_joint[i]];
        if (wanted && (joint->child < 0 || !wanted[joint->child])) continue;
        const double *to = joint->origin.xyz;
        const double length = sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
        if (isfinite(length) && length > 1e-9) child[count++] = write_rod(s, rod, to, size * 0.16);
    }
    const int node = limb__glb_node(s->file, "skeleton");
    limb__glb_node_children(s->file, child, count);
    limb__builder_text(&s->file->node.text, ",\"extras\":{\"limb\":\"skeleton\"}}");
    return node;
}

// Writes a cylinder from the origin to a point.
static int write_rod(limb__glb_shapes *s, int mesh, const double to[3], double radius)
{
    const double length = sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
    // the smallest rotation from z to there; for straight down 180 degrees about x
    double quat[4] = {-to[1] / length, to[0] / length, 0, 1 + to[2] / length};
    const double norm = sqrt(quat[0] * quat[0] + quat[1] * quat[1] + quat[3] * quat[3]);
    for (int k = 0; k < 4; k++)
        quat[k] = norm > 1e-9 ? quat[k] / norm : (k == 0 ? 1 : 0);
    const double middle[3] = {to[0] / 2, to[1] / 2, to[2] / 2};
    double pose[12];
    limb_pose_from_quat(middle, quat, pose);
    const double scale[3] = {radius, radius, length};
    const int node = limb__glb_node(s->file, "rod");
    limb__glb_node_pose(s->file, pose);
    limb__glb_node_scale(s->file, scale);
    limb__glb_node_mesh(s->file, mesh);
    limb__builder_char(&s->file->node.text, '}');
    return node;
}

//---- sizes ---------------------------------------------------------------------------------------

static void include(box *around, const double point[3])
{
    for (int k = 0; k < 3; k++) {
        around->lower[k] = fmin(around->lower[k], point[k]);
        around->upper[k] = fmax(around->upper[k], point[k]);
    }
}

static void include_box(box *around, const box *inner, const double pose[12])
{
    for (int i = 0; i < 8; i++) {
        const double p[3] = {i & 1 ? inner->upper[0] : inner->lower[0],
                             i & 2 ? inner->upper[1] : inner->lower[1],
                             i & 4 ? inner->upper[2] : inner->lower[2]};
        double q[3];
        for (int r = 0; r < 3; r++)
            q[r] = pose[4 * r] * p[0] + pose[4 * r + 1] * p[1] + pose[4 * r + 2] * p[2] +
                   pose[4 * r + 3];
        include(around, q);
    }
}

static double radius_of(const box *b)
{
    double square = 0;
    for (int k = 0; k < 3; k++)
        square += (b->upper[k] - b->lower[k]) * (b->upper[k] - b->lower[k]) / 4;
    return sqrt(square);
}

// Bounds of a shape, in its own frame; empty if its mesh is missing.
static box shape_box(const limb_shape *shape, const limb_glb_opts *opts)
{
    if (shape->type == LIMB_SHAPE_MESH) {
        const char *reason;
        const limb_mesh *mesh =
            opts->find_mesh ? opts->find_mesh(opts->find_ctx, shape->filename, &reason) : NULL;
        if (!mesh || mesh->ntriangle == 0) return NOTHING;
        box b = NOTHING;
        double a[3], c[3];
        for (int k = 0; k < 3; k++) {
            a[k] = (double)mesh->lower[k] * shape->scale[k];
            c[k] = (double)mesh->upper[k] * shape->scale[k];
        }
        include(&b, a);
        include(&b, c);
        return b;
    }
    double half[3];
    for (int k = 0; k < 3; k++) {
        const double axis[3] = {k == 0, k == 1, k == 2};
        half[k] = limb__shape_reach(shape, axis);
    }
    return (box){{-half[0], -half[1], -half[2]}, {half[0], half[1], half[2]}};
}

static box link_box(const limb_link *link, const limb_glb_opts *opts)
{
    box whole = NOTHING;
    for (int group = 0; group < 2 && !(whole.lower[0] <= whole.upper[0]); group++) {
        const limb_link_shape *shape = group == 0 ? link->visual : link->collision;
        const int count = group == 0 ? link->nvisual : link->ncollision;
        for (int i = 0; i < count; i++) {
            double pose[12];
            const box one = shape_box(&shape[i].geometry, opts);
            limb_origin_pose(&shape[i].origin, pose);
            if (one.lower[0] <= one.upper[0]) include_box(&whole, &one, pose);
        }
    }
    return whole;
}

static double way_to_next(const limb_robot *robot, int link)
{
    double longest = 0;
    for (int i = 0; i < robot->link[link].nchild_joint; i++) {
        const double *to = robot->joint[robot->link[link].child_joint[i]].origin.xyz;
        longest = fmax(longest, sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]));
    }
    return longest;
}
