// glTF documents: members of JSON objects, their places in the file, matrices of nodes.
#include "geometry/gltf/gltf.h"

#include <math.h>
#include <string.h>

size_t limb__gltf_place(const limb__gltf *g, const limb__json *value)
{
    return g->json_offset + (value ? value->offset : 0);
}

int limb__gltf_json_int(const limb__json *object, const char *name, int absent)
{
    return limb__json_int(limb__json_find(object, name), absent);
}

double limb__gltf_json_number(const limb__json *object, const char *name, double absent)
{
    return limb__json_number(limb__json_find(object, name), absent);
}

int limb__gltf_json_numbers(const limb__json *object, const char *name, double *value, int count)
{
    return limb__json_numbers(limb__json_find(object, name), value, count);
}

limb_text limb__gltf_json_text(const limb__json *object, const char *name)
{
    return limb__json_text(limb__json_find(object, name));
}

// A node's matrix (column-major) or its scale, rotation (x y z w) and translation.
void limb__gltf_local_matrix(const limb__json *node, double t[12])
{
    double m[16];
    if (limb__gltf_json_numbers(node, "matrix", m, 16) == 16) {
        for (int i = 0; i < 12; i++)
            t[i] = m[i % 4 * 4 + i / 4];
        return;
    }
    double s[3] = {1, 1, 1}, q[4] = {0, 0, 0, 1}, p[3] = {0, 0, 0};
    double value[4];
    if (limb__gltf_json_numbers(node, "scale", value, 3) == 3) memcpy(s, value, sizeof s);
    if (limb__gltf_json_numbers(node, "translation", value, 3) == 3) memcpy(p, value, sizeof p);
    if (limb__gltf_json_numbers(node, "rotation", value, 4) == 4) {
        const double length = sqrt(value[0] * value[0] + value[1] * value[1] + value[2] * value[2] +
                                   value[3] * value[3]);
        for (int k = 0; k < 4 && length > 0 && isfinite(length); k++)
            q[k] = value[k] / length;
    }
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
                         2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                         2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            t[i * 4 + k] = r[i * 3 + k] * s[k];
        t[i * 4 + 3] = p[i];
    }
}
