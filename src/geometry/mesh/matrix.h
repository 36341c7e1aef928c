// Affine transforms of scenes: 3x4 row-major, with any scale and mirroring.
#ifndef LIMB_MESH_MATRIX_H
#define LIMB_MESH_MATRIX_H

// out = a b; out may be a.
void limb__matrix_multiply(const double a[12], const double b[12], double out[12]);
double limb__matrix_determinant(const double m[12]);
// Transforms points in place (count x 3).
void limb__matrix_place_points(const double m[12], float *row, int count);
// Transforms directions of normals in place, by the cofactor matrix; their length is arbitrary.
void limb__matrix_place_normals(const double m[12], float *row, int count);

#endif
