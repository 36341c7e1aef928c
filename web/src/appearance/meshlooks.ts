// Three questions on which URDF readers differ, as switches of the page: whether a URDF color replaces the materials of
// a mesh that has its own, whether a visual's own material definition takes precedence over the first one of that name,
// and whether glTF meshes are rotated from y-up to z-up.
//
// The GLB contains one answer, which its data names; the other is derived from it.
import * as THREE from "three";
import { materialOf, type Geom, type RobotData, type Vec4 } from "../robot/data";
import type { Robot } from "../robot/robot";
import type { State } from "../state/state";
import { number } from "./look";

const TO_Z_UP = new THREE.Matrix4().makeRotationX(Math.PI / 2);

export type MeshLooks = Pick<State, "urdfColors" | "ownMaterials" | "gltfTurned">;

// Returns which switches apply to the robot.
export function switches(data: RobotData): { colors: boolean; own: boolean; up: boolean } {
  const visuals = data.links.flatMap((link) => link.visuals);
  return {
    colors: !data.urdf_colors && visuals.some((geom) => geom.geometry.type === "mesh" && geom.material?.rgba),
    own: visuals.some((geom) => geom.own_material !== undefined),
    up: [...visuals, ...data.links.flatMap((link) => link.collisions)].some(isGltf),
  };
}

export function applyMeshLooks(robot: Robot, looks: MeshLooks): void {
  for (const { data, visual, collision } of robot.links.values()) {
    for (const [group, geoms] of [[visual, data.visuals], [collision, data.collisions]] as const) {
      for (const node of group?.children ?? []) {
        const geom = geoms[Number(node.userData["index"])];
        if (!geom || geom.geometry.missing) continue;
        if (isGltf(geom)) turn(node, looks.gltfTurned !== robot.data.gltf_turned, robot.data.gltf_turned);
        if (group === visual) paint(node, colorOf(geom, robot.data, looks));
      }
    }
  }
  robot.apply();
}

// Returns the color that replaces a visual's color in the GLB. over: replace it only where the mesh has that color, and
// thus no material of its own.
function colorOf(geom: Geom, data: RobotData, { urdfColors, ownMaterials }: MeshLooks): { rgba: Vec4; over?: Vec4 } | undefined {
  const [given, wanted] = [materialOf(geom, data.own_materials), materialOf(geom, ownMaterials)];
  const rgba = wanted?.rgba;
  if (!rgba) return undefined;
  const mesh = geom.geometry.type === "mesh";
  if (mesh && urdfColors && !data.urdf_colors) return { rgba };
  if (wanted === given) return undefined;
  return mesh && !data.urdf_colors && given?.rgba ? { rgba, over: given.rgba } : { rgba };
}

function isGltf({ geometry }: Geom): boolean {
  return geometry.type === "mesh" && /\.(glb|gltf)$/i.test(geometry.filename ?? "");
}

// Rotates the vertices by a quarter turn or back, after the node's own transform.
function turn(node: THREE.Object3D, differs: boolean, back: boolean): void {
  node.matrix.compose(node.position, node.quaternion, node.scale);
  if (differs) node.matrix.multiply(back ? TO_Z_UP.clone().invert() : TO_Z_UP);
  node.matrixAutoUpdate = false;
  node.matrixWorldNeedsUpdate = true;
}

function paint(root: THREE.Object3D, color: { rgba: Vec4; over?: Vec4 } | undefined): void {
  root.traverse((node) => {
    if (!(node instanceof THREE.Mesh)) return;
    const own = (node.userData["ownMaterial"] ??= node.material) as THREE.MeshStandardMaterial;
    const before = node.userData["urdfMaterial"] as THREE.Material | undefined;
    before?.dispose();
    node.userData["urdfMaterial"] = undefined;
    const wanted = color && (!color.over || isPlain(own, color.over));
    node.material = wanted ? (node.userData["urdfMaterial"] = flat(color.rgba)) : own;
  });
}

function isPlain({ map, vertexColors, color }: THREE.MeshStandardMaterial, [r, g, b]: Vec4): boolean {
  const given = new THREE.Color().setRGB(r, g, b, THREE.SRGBColorSpace);
  return !map && !vertexColors && Math.max(Math.abs(color.r - given.r), Math.abs(color.g - given.g), Math.abs(color.b - given.b)) < 0.02;
}

function flat([r = 1, g = 1, b = 1, a = 1]: readonly number[]): THREE.MeshStandardMaterial {
  const color = new THREE.Color().setRGB(r, g, b, THREE.SRGBColorSpace);
  return new THREE.MeshStandardMaterial({ color, opacity: a, transparent: a < 1, roughness: number("plain_roughness"), metalness: 0, side: THREE.DoubleSide });
}
