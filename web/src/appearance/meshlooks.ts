// Two questions on which readers of URDF differ, answered in the page at will: whether a URDF color replaces the materials of
// a mesh that has its own, and whether glTF meshes are turned from y-up to z-up.
//
// The GLB comes with one answer, which its data names; the other is made from it.
import * as THREE from "three";
import type { Geom, RobotData } from "../robot/data";
import type { Robot } from "../robot/robot";
import type { State } from "../state/state";

const TO_Z_UP = new THREE.Matrix4().makeRotationX(Math.PI / 2);

export type MeshLooks = Pick<State, "urdfColors" | "gltfTurned">;

// What the robot offers to switch.
export function switches(data: RobotData): { colors: boolean; up: boolean } {
  const visuals = data.links.flatMap((link) => link.visuals);
  return {
    colors: !data.urdf_colors && visuals.some((geom) => geom.geometry.type === "mesh" && geom.material?.rgba),
    up: [...visuals, ...data.links.flatMap((link) => link.collisions)].some(isGltf),
  };
}

export function applyMeshLooks(robot: Robot, { urdfColors, gltfTurned }: MeshLooks): void {
  for (const { data, visual, collision } of robot.links.values()) {
    for (const [group, geoms] of [[visual, data.visuals], [collision, data.collisions]] as const) {
      for (const node of group?.children ?? []) {
        const geom = geoms[Number(node.userData["index"])];
        if (geom?.geometry.type !== "mesh" || geom.geometry.missing) continue;
        if (isGltf(geom)) turn(node, gltfTurned !== robot.data.gltf_turned, robot.data.gltf_turned);
        if (group === visual) paint(node, urdfColors && !robot.data.urdf_colors ? geom.material?.rgba ?? undefined : undefined);
      }
    }
  }
  robot.apply();
}

function isGltf({ geometry }: Geom): boolean {
  return geometry.type === "mesh" && /\.(glb|gltf)$/i.test(geometry.filename ?? "");
}

// The node's own transform, and after it, on the vertices, the quarter turn there or back.
function turn(node: THREE.Object3D, differs: boolean, back: boolean): void {
  node.matrix.compose(node.position, node.quaternion, node.scale);
  if (differs) node.matrix.multiply(back ? TO_Z_UP.clone().invert() : TO_Z_UP);
  node.matrixAutoUpdate = false;
  node.matrixWorldNeedsUpdate = true;
}

function paint(root: THREE.Object3D, rgba: readonly number[] | undefined): void {
  root.traverse((node) => {
    if (!(node instanceof THREE.Mesh)) return;
    const own = (node.userData["ownMaterial"] ??= node.material) as THREE.MeshStandardMaterial;
    const before = node.userData["urdfMaterial"] as THREE.Material | undefined;
    before?.dispose();
    node.userData["urdfMaterial"] = undefined;
    node.material = rgba ? (node.userData["urdfMaterial"] = flat(rgba)) : own;
  });
}

function flat([r = 1, g = 1, b = 1, a = 1]: readonly number[]): THREE.MeshStandardMaterial {
  const color = new THREE.Color().setRGB(r, g, b, THREE.SRGBColorSpace);
  return new THREE.MeshStandardMaterial({ color, opacity: a, transparent: a < 1, roughness: 0.55, metalness: 0, side: THREE.DoubleSide });
}
