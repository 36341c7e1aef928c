// The lowest point and the extent of a robot in any pose, from a few points per link: the extreme ones in several
// directions. The true extremes differ from these by very little, and a new pose needs no pass over all vertices.
import * as THREE from "three";
import type { Vec3 } from "./data";
import type { LinkNode } from "./robot";

// One of each pair of opposite directions: the thirteen lines from the center of a cube to its faces, edges and
// corners.
const DIRECTIONS: readonly [number, number, number][] = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z): [number, number, number] => [x, y, z])))
  .filter(([x, y, z]) => x > 0 || (x === 0 && (y > 0 || (y === 0 && z > 0))));

export class Support {
  private readonly parts: { node: THREE.Object3D; points: THREE.Vector3[] }[] = [];

  constructor(links: Iterable<LinkNode>) {
    for (const { node, visual, bones, collision } of links) {
      const into = node.matrixWorld.clone().invert();
      const shapes = visual || bones ? [visual, bones] : [collision];
      for (const shape of shapes) {
        shape?.traverse((mesh) => {
          if (mesh instanceof THREE.Mesh) this.parts.push({ node, points: farthest(mesh, into) });
        });
      }
    }
  }

  // Returns a height in the scene, where y is up; Infinity for an empty robot.
  lowest(): number {
    let low = Infinity;
    for (const { node, points } of this.parts) {
      const m = node.matrixWorld.elements;
      for (const { x, y, z } of points) low = Math.min(low, m[1]! * x + m[5]! * y + m[9]! * z + m[13]!);
    }
    return low;
  }

  // Returns the points in the scene.
  points(): Vec3[] {
    return this.parts.flatMap(({ node, points }) => points.map((point) => point.clone().applyMatrix4(node.matrixWorld).toArray()));
  }
}

// Returns the extreme vertices in the frame that `into` transforms to from the world.
function farthest(mesh: THREE.Mesh, into: THREE.Matrix4): THREE.Vector3[] {
  const position = (mesh.geometry as THREE.BufferGeometry).attributes["position"];
  if (!position || position.count === 0) return [];
  const place = into.clone().multiply(mesh.matrixWorld);
  return [...extremes(coordinates(position))].map((i) => new THREE.Vector3().fromBufferAttribute(position, i).applyMatrix4(place));
}

// Returns x, y, z of all vertices; without a copy if they are stored contiguously.
function coordinates(position: THREE.BufferAttribute | THREE.InterleavedBufferAttribute): Float32Array {
  if (position instanceof THREE.BufferAttribute && position.itemSize === 3 && !position.normalized && position.array instanceof Float32Array) return position.array;
  const points = new Float32Array(3 * position.count);
  for (let i = 0; i < position.count; i++) points.set([position.getX(i), position.getY(i), position.getZ(i)], 3 * i);
  return points;
}

// Returns the indices of the extreme vertices along each line, at both ends.
function extremes(points: Float32Array): Set<number> {
  const found = new Set<number>();
  for (const [x, y, z] of DIRECTIONS) {
    let low = Infinity, high = -Infinity, lowest = 0, highest = 0;
    for (let i = 0; i + 2 < points.length; i += 3) {
      const far = x * points[i]! + y * points[i + 1]! + z * points[i + 2]!;
      if (far < low) {
        low = far;
        lowest = i;
      }
      if (far > high) {
        high = far;
        highest = i;
      }
    }
    found.add(lowest / 3).add(highest / 3);
  }
  return found;
}
