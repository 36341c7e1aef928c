// Updates the scene of a robot after an edit of its file: the same meshes with new names, poses and colors. Link poses
// come from the engine; this file sets everything fixed in a link, and joint origins.
import * as THREE from "three";
import { materialOf, type Geom, type RobotData } from "./data";
import { fromRpy, jointNodeOf } from "./robot";

// Returns whether two versions of a robot can share one scene: the same links, joints and shapes in the same order,
// with the same treatment of meshes.
export function sameScene(a: RobotData, b: RobotData): boolean {
  return a.urdf_colors === b.urdf_colors && a.own_materials === b.own_materials && a.gltf_turned === b.gltf_turned &&
    a.links.length === b.links.length && a.joints.length === b.joints.length && a.root === nameAt(a, b, b.root) &&
    a.joints.every((joint, i) => joint.parent === nameAt(a, b, b.joints[i]!.parent) && joint.child === nameAt(a, b, b.joints[i]!.child)) &&
    a.links.every((link, i) => sameShapes(link.visuals, b.links[i]!.visuals) && sameShapes(link.collisions, b.links[i]!.collisions));
}

// Returns the name of a link or joint of one text in the other: elements keep their order.
export function renamed(kind: "link" | "joint", name: string, from: RobotData, to: RobotData): string {
  const list = kind === "link" ? from.links : from.joints;
  const other = kind === "link" ? to.links : to.joints;
  return list.length === other.length ? other[list.findIndex((one) => one.name === name)]?.name ?? name : name;
}

// Changes the scene of one text into that of the other.
export function restage(scene: THREE.Object3D, from: RobotData, to: RobotData): void {
  const links = new Map<string, THREE.Object3D>();
  scene.traverse((node) => {
    if (node.userData["limb"] === "link") links.set(nodeName(node), node);
  });
  from.links.forEach((before, i) => {
    const after = to.links[i]!;
    const node = links.get(before.name);
    if (!node) return;
    node.userData["name"] = after.name;
    placeShapes(node, "visuals", before.visuals, after.visuals, from.own_materials);
    placeShapes(node, "collisions", before.collisions, after.collisions, from.own_materials);
    const joint = to.joints.find(({ child }) => child === after.name);
    const origin = jointNodeOf(node);
    if (joint && origin) place(origin, joint.xyz, joint.rpy);
  });
  scene.updateMatrixWorld(true);
}

function placeShapes(link: THREE.Object3D, kind: string, before: Geom[], after: Geom[], own: boolean): void {
  const group = link.children.find((child) => child.userData["limb"] === kind);
  for (const node of group?.children ?? []) {
    const index = node.userData["index"] as number;
    const [was, is] = [before[index], after[index]];
    if (!was || !is) continue;
    if (!same(was.xyz, is.xyz) || !same(was.rpy, is.rpy)) place(node, is.xyz, is.rpy);
    const [old, now] = [materialOf(was, own)?.rgba, materialOf(is, own)?.rgba];
    if (now && !(old && same(old, now))) recolor(node, now, old ?? undefined);
  }
}

function place(node: THREE.Object3D, xyz: readonly number[], rpy: readonly number[]): void {
  node.position.set(xyz[0]!, xyz[1]!, xyz[2]!);
  node.quaternion.copy(fromRpy(rpy as [number, number, number]));
  node.updateMatrix();
}

// Gives the node its own material, since materials in the GLB may be shared. A mesh with materials of its own keeps
// them.
function recolor(node: THREE.Object3D, rgba: readonly number[], old: readonly number[] | undefined): void {
  const before = old && new THREE.Color().setRGB(old[0]!, old[1]!, old[2]!, THREE.SRGBColorSpace);
  node.traverse((mesh) => {
    if (!(mesh instanceof THREE.Mesh)) return;
    const own = mesh.material as THREE.MeshStandardMaterial;
    if (own.map || own.vertexColors || (before && distance(own.color, before) > 0.02)) return;
    const material = own.clone();
    material.color.setRGB(rgba[0]!, rgba[1]!, rgba[2]!, THREE.SRGBColorSpace);
    material.opacity = rgba[3] ?? 1;
    material.transparent = material.opacity < 1;
    mesh.material = material;
    if (mesh.userData["ownMaterial"]) mesh.userData["ownMaterial"] = material;
  });
}

function distance(a: THREE.Color, b: THREE.Color): number {
  return Math.max(Math.abs(a.r - b.r), Math.abs(a.g - b.g), Math.abs(a.b - b.b));
}

function sameShapes(a: Geom[], b: Geom[]): boolean {
  const form = ({ geometry: { missing: _, ...rest } }: Geom) => JSON.stringify(rest);
  return a.length === b.length && a.every((geom, i) => form(geom) === form(b[i]!));
}

function nameAt(a: RobotData, b: RobotData, link: string): string {
  return a.links[b.links.findIndex(({ name }) => name === link)]?.name ?? "";
}

function nodeName(node: THREE.Object3D): string {
  return (node.userData["name"] as string | undefined) ?? node.name;
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
