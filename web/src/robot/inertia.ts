// Principal moments and axes of an inertia tensor, by Jacobi's rotations.
import * as THREE from "three";

// inertia: ixx ixy ixz iyy iyz izz. The columns of axes are the directions of the moments, right-handed.
export function principal(inertia: readonly number[]): { moments: [number, number, number]; axes: THREE.Matrix4 } {
  const [xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0] = inertia;
  const a = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
  const v = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const at = (m: number[][], i: number, j: number) => m[i]?.[j] ?? 0;
  for (let sweep = 0; sweep < 24; sweep++) {
    let off = 0;
    for (const [p, q] of [[0, 1], [0, 2], [1, 2]] as const) {
      const apq = at(a, p, q);
      off += apq * apq;
      if (apq === 0) continue;
      const theta = (at(a, q, q) - at(a, p, p)) / (2 * apq);
      const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      for (let k = 0; k < 3; k++) rotate(a[k]!, p, q, c, s);
      rotateRows(a, p, q, c, s);
      for (let k = 0; k < 3; k++) rotate(v[k]!, p, q, c, s);
    }
    if (off < 1e-30) break;
  }
  const axes = new THREE.Matrix4().set(
    at(v, 0, 0), at(v, 0, 1), at(v, 0, 2), 0, at(v, 1, 0), at(v, 1, 1), at(v, 1, 2), 0,
    at(v, 2, 0), at(v, 2, 1), at(v, 2, 2), 0, 0, 0, 0, 1,
  );
  return { moments: [at(a, 0, 0), at(a, 1, 1), at(a, 2, 2)], axes };
}

function rotate(row: number[], p: number, q: number, c: number, s: number): void {
  const x = row[p] ?? 0;
  const y = row[q] ?? 0;
  row[p] = c * x - s * y;
  row[q] = s * x + c * y;
}

function rotateRows(a: number[][], p: number, q: number, c: number, s: number): void {
  for (let k = 0; k < 3; k++) {
    const x = a[p]![k] ?? 0;
    const y = a[q]![k] ?? 0;
    a[p]![k] = c * x - s * y;
    a[q]![k] = s * x + c * y;
  }
}
