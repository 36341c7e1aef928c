// Tests two hulls for contact at their poses in the world, the most frequent query of a
// self-collision check.
//
// Their boxes separate most pairs, usually along the axes of one of them; inner balls decide most
// overlapping pairs; the rest is left to GJK.
#include "numbers/narrowphase/boxes.h"
#include "numbers/narrowphase/pairs.h"

static void relative_pose(const double *a, const double *b, double out[12]);
static void between_boxes(const limb__placed_hull *a, const limb__placed_hull *b,
                          const double pose[12], double out[12]);
static bool boxes_part(const double *half_a, const double *half_b, const double pose[12]);
static bool balls_touch(const limb__convex *a, const limb__convex *b, const double pose[12]);

bool LIMB__FOR_ISA(limb__hulls_collide)(const limb__placed_hull *a, const limb__placed_hull *b,
                                        limb__pair_memory *memory)
{
    double pose[12], between[12];
    relative_pose(a->pose, b->pose, pose);
    between_boxes(a, b, pose, between);
    if (boxes_part(a->half, b->half, between)) return false;
    if (balls_touch(a->hull, b->hull, pose)) return true;
    // a new pair, or one that has rotated, starts along the line between the boxes' centers
    if (!(memory->axis[0] * between[3] + memory->axis[1] * between[7] +
              memory->axis[2] * between[11] <
          0))
        for (int k = 0; k < 3; k++)
            memory->axis[k] = -between[4 * k + 3];
    const limb__convex_pair pair = {a->hull, b->hull, pose};
    limb__gjk_answer answer;
    const limb__gjk_verdict verdict = limb__gjk(&pair, memory, 0, 0, &answer);
    return verdict != LIMB__GJK_FAR && (verdict != LIMB__GJK_SEPARATE || answer.distance <= 0);
}

// Computes the pose of b in the frame of a.
static void relative_pose(const double *a, const double *b, double out[12])
{
    limb__v4 from[3]; // rows of b, seen from the origin of a
    for (int k = 0; k < 3; k++)
        from[k] = *(const limb__v4u *)(b + 4 * k) - (limb__v4){0, 0, 0, a[4 * k + 3]};
    for (int i = 0; i < 3; i++)
        *(limb__v4u *)(out + 4 * i) =
            fma4(limb__splat4(a[8 + i]), from[2],
                 fma4(limb__splat4(a[4 + i]), from[1], limb__splat4(a[i]) * from[0]));
}

// Computes the same for the centers of their boxes.
static void between_boxes(const limb__placed_hull *a, const limb__placed_hull *b,
                          const double pose[12], double out[12])
{
    const double *center = b->center;
    for (int i = 0; i < 3; i++) {
        const double *row = pose + 4 * i;
        const double at = limb__fma1(
            row[0], center[0],
            limb__fma1(row[1], center[1], limb__fma1(row[2], center[2], row[3] - a->center[i])));
        limb__v4 moved = *(const limb__v4u *)row;
        moved[3] = at;
        *(limb__v4u *)(out + 4 * i) = moved;
    }
}

static bool boxes_part(const double *half_a, const double *half_b, const double pose[12])
{
    const limb__box_axes axes = limb__box_axes_of(half_a, half_b, pose);
    // the axes of the boxes first: they separate most pairs
    if ((bits4(max4(axes.of_a, axes.of_b) > 0.0) & 7) != 0) return true;
    const limb__v4 across = max4(axes.across[0], max4(axes.across[1], axes.across[2]));
    return (bits4(across > 0.0) & 7) != 0;
}

static bool balls_touch(const limb__convex *a, const limb__convex *b, const double pose[12])
{
    const double reach = a->inner_radius + b->inner_radius;
    const limb__vec3 on_b = limb__vec3_transform(pose, limb__vec3_load(b->inner));
    const limb__vec3 apart = limb__vec3_subtract(on_b, limb__vec3_load(a->inner));
    return reach > 0 && limb__vec3_squared(apart) <= reach * reach;
}
