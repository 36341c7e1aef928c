// Frames points: the closest camera position that shows all of them, centered in the picture. The same steps as in
// src/output/render/camera.c, so that page and picture show a robot at the same size.
import type { Vec3 } from "../robot/data";

export interface Lens {
  horizontal: number; // half of the usable extent at distance one
  vertical: number;
  parallel: boolean; // parallel projection
}

export interface Frame {
  center: Vec3; // the point the camera looks at
  distance: number; // from the center to the camera
}

const ROUNDS = 6; // iterations: with perspective the center of the picture depends on the distance

// `back` points from the object to the camera; all three are unit vectors.
export function frame(points: readonly Vec3[], start: Vec3, right: Vec3, up: Vec3, back: Vec3, lens: Lens): Frame {
  let center = start;
  let distance = distanceFor(points, center, right, up, back, lens);
  for (let round = 0; round < ROUNDS; round++) {
    const [x, y] = middle(points, center, right, up, back, lens.parallel ? Infinity : distance);
    const scale = lens.parallel ? 1 : distance;
    center = center.map((part, k) => part + scale * (x * right[k]! + y * up[k]!)) as Vec3;
    distance = distanceFor(points, center, right, up, back, lens);
  }
  return { center, distance };
}

// Returns the smallest distance from which every point is inside the lens.
function distanceFor(points: readonly Vec3[], center: Vec3, right: Vec3, up: Vec3, back: Vec3, lens: Lens): number {
  let distance = 0;
  for (const point of points) {
    const d = minus(point, center);
    const depth = lens.parallel ? 0 : dot(d, back);
    distance = Math.max(distance, depth + Math.abs(dot(d, right)) / lens.horizontal, depth + Math.abs(dot(d, up)) / lens.vertical);
  }
  return distance;
}

// Returns the center of the points as seen from that distance: of their slopes, or for an infinite distance of their
// positions perpendicular to the view.
function middle(points: readonly Vec3[], center: Vec3, right: Vec3, up: Vec3, back: Vec3, distance: number): [x: number, y: number] {
  const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
  for (const point of points) {
    const d = minus(point, center);
    const depth = distance === Infinity ? 1 : distance - dot(d, back);
    for (const [k, axis] of [right, up].entries()) {
      const slope = dot(d, axis) / depth;
      low[k] = Math.min(low[k]!, slope);
      high[k] = Math.max(high[k]!, slope);
    }
  }
  return [(low[0]! + high[0]!) / 2, (low[1]! + high[1]!) / 2];
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
