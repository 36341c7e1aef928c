// The support polygon: the convex hull of a robot's ground contact points.
import type { Vec3 } from "./data";

export type Point = readonly [x: number, y: number];

// Returns the hull counter-clockwise, without points on its edges, by Andrew's monotone chain.
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (all: readonly Point[]): Point[] => {
    const out: Point[] = [];
    for (const point of all) {
      while (out.length >= 2 && turn(out[out.length - 2]!, out[out.length - 1]!, point) <= 0) out.pop();
      out.push(point);
    }
    return out.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

// Returns the distance of a point inside a convex polygon from its edge, meters; negative outside. A polygon without
// area has no interior.
export function insideBy(polygon: readonly Point[], [x, y]: Point): number {
  if (polygon.length < 3) return -Infinity;
  let margin = Infinity;
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length]!;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (length > 0) margin = Math.min(margin, turn(a, b, [x, y]) / length);
  });
  return margin;
}

function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// Returns the extreme points of a shape in many directions: enough to find its ground contacts in any pose. They
// include the corners of boxes and the rims of wheels.
export function farthestPoints(positions: Iterable<Vec3>): Vec3[] {
  const best = DIRECTIONS.map(() => -Infinity);
  const found: (Vec3 | undefined)[] = DIRECTIONS.map(() => undefined);
  for (const p of positions) {
    DIRECTIONS.forEach((d, i) => {
      const along = p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
      if (along <= best[i]!) return;
      best[i] = along;
      found[i] = p;
    });
  }
  const unique = new Map(found.filter((p) => p !== undefined).map((p) => [p.join(), p]));
  return [...unique.values()];
}

// Spread evenly over the sphere by the golden angle, with the axes and diagonals of a cube, which suit manufactured
// shapes.
const DIRECTIONS: Vec3[] = (() => {
  const out: Vec3[] = [];
  for (const x of [-1, 0, 1]) for (const y of [-1, 0, 1]) for (const z of [-1, 0, 1]) if (x || y || z) out.push([x, y, z]);
  const count = 100;
  for (let i = 0; i < count; i++) {
    const z = 1 - (2 * i + 1) / count;
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    out.push([Math.sqrt(1 - z * z) * Math.cos(angle), Math.sqrt(1 - z * z) * Math.sin(angle), z]);
  }
  return out;
})();
