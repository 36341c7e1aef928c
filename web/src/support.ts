// The lowest point of a robot in any pose, from few points of each link: those that lie farthest out in some directions.
// Vertices beyond the point that lies lowest by these are missed by a hair at most, and a pose costs no pass over them.
import * as THREE from "three";
import type { LinkNode } from "./robot";

const DIRECTIONS: readonly [number, number, number][] = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z): [number, number, number] => [x, y, z])))
  .filter((way) => way.some((part) => part !== 0));

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

  // Height in the scene, where y is up; Infinity: there is nothing.
  lowest(): number {
    let low = Infinity;
    for (const { node, points } of this.parts) {
      const m = node.matrixWorld.elements;
      for (const { x, y, z } of points) low = Math.min(low, m[1]! * x + m[5]! * y + m[9]! * z + m[13]!);
    }
    return low;
  }
}

// In the frame that `into` leads to from the world.
function farthest(mesh: THREE.Mesh, into: THREE.Matrix4): THREE.Vector3[] {
  const position = (mesh.geometry as THREE.BufferGeometry).attributes["position"];
  if (!position) return [];
  const best = DIRECTIONS.map(() => -Infinity);
  const found = DIRECTIONS.map(() => 0);
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    for (let k = 0; k < DIRECTIONS.length; k++) {
      const way = DIRECTIONS[k]!;
      const far = way[0] * x + way[1] * y + way[2] * z;
      if (far > best[k]!) {
        best[k] = far;
        found[k] = i;
      }
    }
  }
  const place = into.clone().multiply(mesh.matrixWorld);
  return [...new Set(found)].map((i) => new THREE.Vector3().fromBufferAttribute(position, i).applyMatrix4(place));
}
