// The robot in the page: coordinates, their limits and mimic joints, and the resulting poses of the GLB's nodes.
//
// In the GLB a joint's node is at its origin in the parent link, and the child link's node is its child. Here the link
// nodes are moved to the top level of the robot's world: posing the robot takes one call of the engine, and the
// matrices of the links that moved.
import * as THREE from "three";
import type { Kinematics } from "../engine/kinematics";
import type { Selection } from "../state/state";
import { dispose } from "../view/dispose";
import type { Joint, Link, RobotData, Vec3, Vec4 } from "./data";

export interface Coordinate {
  id: string; // the joint's name, followed by /x, /y, ... for joints with several coordinates
  joint: Joint;
  component: number;
  angular: boolean;
  lower: number;
  upper: number;
  bounded: boolean; // lower and upper are the file's limits, not only a slider's range
  mimic: { source: Coordinate; multiplier: number; offset: number } | undefined;
  value: number;
}

export interface LinkNode {
  data: Link;
  node: THREE.Object3D;
  joint: Joint | undefined; // the parent joint
  jointNode: THREE.Object3D | undefined; // at the joint's origin; moves with the parent link
  visual: THREE.Object3D | undefined;
  collision: THREE.Object3D | undefined;
  bones: THREE.Object3D | undefined; // placeholder for missing shapes
  size: number; // of its overlays: frame, dial, center of mass; m
}

const COMPONENTS: Record<string, [string, boolean][]> = {
  revolute: [["", true]],
  continuous: [["", true]],
  prismatic: [["", false]],
  fixed: [],
  planar: [["/x", false], ["/y", false], ["/theta", true]],
  floating: [["/x", false], ["/y", false], ["/z", false], ["/roll", true], ["/pitch", true], ["/yaw", true]],
};

const jointNodes = new WeakMap<THREE.Object3D, THREE.Object3D>(); // the joint node above a link's node in the GLB

const restPlaces = new WeakMap<THREE.Object3D, THREE.Matrix4>(); // transforms of robots' worlds in their scenes, with the root at rest

// Returns the node at the origin of a link's parent joint, which moves with the parent link.
export function jointNodeOf(link: THREE.Object3D): THREE.Object3D | undefined {
  return jointNodes.get(link);
}

export class Robot {
  readonly coordinates: Coordinate[] = [];
  readonly links = new Map<string, LinkNode>();
  readonly joints = new Map<string, Joint>();
  readonly frame: THREE.Object3D; // the robot's z-up world, in which poses are given
  readonly size: number; // a typical length, for overlays and the camera

  private readonly byId = new Map<string, Coordinate>();
  private readonly jointCoordinates = new Map<string, Coordinate[]>();

  private readonly moving: (THREE.Object3D | undefined)[]; // link nodes, in the order of the engine's poses
  private shown: Float64Array | undefined; // link poses of the nodes
  private fixed: { at: number; place: THREE.Matrix4 } | undefined; // the fixed link: its index among the engine's poses, and its initial pose

  constructor(readonly data: RobotData, readonly scene: THREE.Object3D, readonly kinematics: Kinematics) {
    for (const joint of data.joints) this.joints.set(joint.name, joint);
    this.frame = scene.getObjectByProperty("name", "limb_z_up") ?? scene;
    if (!restPlaces.has(this.frame)) restPlaces.set(this.frame, this.frame.matrix.clone());
    this.collectNodes();
    this.moving = kinematics.links.map((name) => this.links.get(name)?.node);
    this.orderCoordinates();
    this.resolveMimic();
    this.apply();
    const box = this.bounds();
    this.size = box.isEmpty() ? 1 : Math.max(box.getSize(new THREE.Vector3()).length() / 2, 1e-3);
  }

  // Returns the bounds of the visuals, or of everything if there are none.
  bounds(): THREE.Box3 {
    const box = new THREE.Box3();
    for (const { visual, bones } of this.links.values()) for (const part of [visual, bones]) if (part) box.expandByObject(part);
    return box.isEmpty() ? box.setFromObject(this.scene) : box;
  }

  // Returns the bounds of a link's visible shapes, or a small box around its frame.
  linkBounds(name: string): THREE.Box3 {
    const link = this.links.get(name);
    const box = new THREE.Box3();
    for (const shape of [link?.visual, link?.collision]) if (shape && box.isEmpty()) box.setFromObject(shape);
    if (link && box.isEmpty()) {
      const side = this.size * 0.2;
      box.setFromCenterAndSize(new THREE.Vector3().setFromMatrixPosition(link.node.matrixWorld), new THREE.Vector3(side, side, side));
    }
    return box;
  }

  find(id: string): Coordinate | undefined {
    return this.byId.get(id);
  }

  coordinatesOf(joint: string): Coordinate[] {
    return this.jointCoordinates.get(joint) ?? [];
  }

  // Sets one coordinate, clamped to its limits unless they are ignored, and the joints that mimic it.
  set(coordinate: Coordinate, value: number, ignoreLimits = false): void {
    if (coordinate.mimic || !Number.isFinite(value)) return;
    coordinate.value = coordinate.bounded && !ignoreLimits
      ? Math.min(Math.max(value, coordinate.lower), coordinate.upper)
      : value;
  }

  setMany(values: Record<string, number>, ignoreLimits = false): void {
    for (const id in values) {
      const coordinate = this.byId.get(id);
      if (coordinate) this.set(coordinate, values[id]!, ignoreLimits);
    }
    this.apply();
  }

  values(): Record<string, number> {
    const values: Record<string, number> = {};
    for (const c of this.coordinates) if (!c.mimic) values[c.id] = c.value;
    return values;
  }

  // Returns its value in the neutral pose, shown initially: 0, or the middle of a range without 0.
  neutral(coordinate: Coordinate): number {
    return this.kinematics.neutral[coordinate.id] ?? 0;
  }

  center(coordinate: Coordinate): number {
    return coordinate.bounded ? (coordinate.lower + coordinate.upper) / 2 : 0;
  }

  // Fixes a link at its initial pose, so that the others move around it; undefined: the root.
  hold(link: string | undefined): void {
    const index = link === undefined ? -1 : this.kinematics.links.indexOf(link);
    if (index < 0 ? !this.fixed : this.fixed?.at === 12 * index) return;
    this.fixed = index < 0 ? undefined : { at: 12 * index, place: poseAt(this.kinematics.poses(this.kinematics.neutral), 12 * index) };
    this.placeFrame();
  }

  // Updates the matrices of the link nodes whose pose changed.
  apply(): void {
    for (const c of this.coordinates) {
      if (c.mimic) c.value = c.mimic.multiplier * c.mimic.source.value + c.mimic.offset;
    }
    if (!this.kinematics.moves) return;
    const poses = this.kinematics.poses(this.values());
    for (let i = 0; i < this.moving.length; i++) {
      const node = this.moving[i];
      const at = 12 * i;
      if (!node || Number.isNaN(poses[at]!) || (this.shown && samePose(poses, this.shown, at))) continue;
      takePose(node.matrix.elements, poses, at);
      node.updateMatrixWorld(true); // its subtree only; links are at the top level
    }
    this.shown = poses;
    this.placeFrame();
  }

  private placeFrame(): void {
    const place = restPlaces.get(this.frame)!.clone();
    if (this.fixed && this.shown && !Number.isNaN(this.shown[this.fixed.at]!)) {
      place.multiply(this.fixed.place).multiply(poseAt(this.shown, this.fixed.at).invert());
    }
    if (this.frame.matrix.equals(place)) return;
    this.frame.matrix.copy(place);
    this.frame.updateMatrixWorld(true);
  }

  // Frees the robot's resources on the graphics card and in the engine; a robot that replaces it may share the scene.
  dispose(next?: Robot): void {
    if (next?.scene !== this.scene) dispose(this.scene);
    this.kinematics.free();
  }

  // Returns the pose of a link in another link's frame, or in the robot's world if none is given.
  pose(name: string, reference?: string): THREE.Matrix4 {
    const base = (reference && this.links.get(reference)?.node) || this.frame;
    const node = this.links.get(name)?.node;
    if (!node) return new THREE.Matrix4();
    return base.matrixWorld.clone().invert().multiply(node.matrixWorld);
  }

  private collectNodes(): void {
    const byName = new Map(this.data.links.map((link) => [link.name, link]));
    this.scene.traverse((node) => {
      const extras = node.userData as { limb?: string; name?: string; size?: number };
      const data = extras.limb === "link" ? byName.get(extras.name ?? node.name) : undefined;
      if (data) {
        this.links.set(data.name, { data, node, joint: undefined, jointNode: undefined, visual: undefined, collision: undefined, bones: undefined, size: extras.size ?? 0.05 });
      }
    });
    for (const link of this.links.values()) {
      link.visual = link.node.children.find((child) => child.userData["limb"] === "visuals");
      link.collision = link.node.children.find((child) => child.userData["limb"] === "collisions");
      link.bones = link.node.children.find((child) => child.userData["limb"] === "skeleton");
    }
    for (const joint of this.data.joints) {
      const child = this.links.get(joint.child);
      if (child) child.joint = joint;
    }
    this.layOut();
  }

  // Moves all links to the top level of the robot's world in the pose of the GLB, and disables automatic matrix
  // updates.
  private layOut(): void {
    this.scene.updateMatrixWorld(true);
    this.scene.traverse((node) => (node.matrixAutoUpdate = false));
    const world = this.frame.matrixWorld.clone().invert();
    for (const link of this.links.values()) {
      if (link.node.parent !== this.frame) {
        jointNodes.set(link.node, link.node.parent!);
        link.node.matrix.multiplyMatrices(world, link.node.matrixWorld);
        this.frame.add(link.node);
      }
      link.jointNode = jointNodeOf(link.node);
    }
  }

  // Orders the sliders as in the tree, parents first, siblings in file order.
  private orderCoordinates(): void {
    const children = new Map<string, Joint[]>();
    for (const joint of this.data.joints) {
      children.set(joint.parent, [...(children.get(joint.parent) ?? []), joint]);
    }
    const stack = [...(children.get(this.data.root) ?? [])].reverse();
    const seen = new Set<string>();
    while (stack.length > 0) {
      const joint = stack.pop();
      if (!joint || seen.has(joint.name)) continue;
      seen.add(joint.name);
      this.addCoordinates(joint);
      stack.push(...[...(children.get(joint.child) ?? [])].reverse());
    }
  }

  private addCoordinates(joint: Joint): void {
    const list = (COMPONENTS[joint.type] ?? []).map(([suffix, angular], component): Coordinate => {
      const lower = joint.limit?.lower ?? 0;
      const upper = joint.limit?.upper ?? 0;
      const limited = (joint.type === "revolute" || joint.type === "prismatic") && lower <= upper;
      const range = angular ? Math.PI : 1;
      return {
        id: joint.name + suffix, joint, component, angular, bounded: limited, mimic: undefined, value: 0,
        lower: limited ? lower : -range,
        upper: limited ? upper : range,
      };
    });
    for (const c of list) {
      c.value = this.neutral(c);
      this.coordinates.push(c);
      this.byId.set(c.id, c);
    }
    this.jointCoordinates.set(joint.name, list);
  }

  // Composes chains of mimic joints to the independent joint at their end; a cycle is left independent.
  private resolveMimic(): void {
    for (const c of this.coordinates) {
      let { mimic } = c.joint;
      let multiplier = 1;
      let offset = 0;
      const visited = new Set([c.joint.name]);
      let source: Coordinate | undefined;
      while (mimic) {
        offset += multiplier * mimic.offset;
        multiplier *= mimic.multiplier;
        source = visited.has(mimic.joint) ? undefined : this.byId.get(mimic.joint);
        if (!source) break;
        visited.add(mimic.joint);
        mimic = source.joint.mimic;
      }
      c.mimic = source && { source, multiplier, offset };
    }
  }
}

// Returns a link and all its descendants.
export function subTree(robot: Robot, root: string): string[] {
  const children = new Map<string, string[]>();
  for (const { parent, child } of robot.joints.values()) {
    const list = children.get(parent);
    if (list) list.push(child);
    else children.set(parent, [child]);
  }
  // iteration over a set includes elements added meanwhile
  const found = new Set([root]);
  for (const link of found) for (const child of children.get(link) ?? []) found.add(child);
  return [...found];
}

// Returns the link of a selection: for a joint, its child link.
export function linkOf(robot: Robot | undefined, selection: Selection | undefined): string | undefined {
  return selection?.kind === "joint" ? robot?.joints.get(selection.name)?.child : selection?.name;
}

function samePose(a: Float64Array, b: Float64Array, from: number): boolean {
  for (let i = from; i < from + 12; i++) if (a[i] !== b[i]) return false;
  return true;
}

function poseAt(poses: Float64Array, at: number): THREE.Matrix4 {
  const pose = new THREE.Matrix4();
  takePose(pose.elements, poses, at);
  return pose;
}

// Copies twelve numbers, row by row, into a column-major matrix.
function takePose(to: number[], from: Float64Array, at: number): void {
  for (let row = 0; row < 3; row++) for (let column = 0; column < 4; column++) to[4 * column + row] = from[at + 4 * row + column]!;
}

// Rotations about the fixed axes x, y, z are Euler angles of order ZYX in three's terms.
export function fromRpy(rpy: Vec3): THREE.Quaternion {
  return new THREE.Quaternion().setFromEuler(new THREE.Euler(rpy[0], rpy[1], rpy[2], "ZYX"));
}

export function poseParts(matrix: THREE.Matrix4): { xyz: Vec3; rpy: Vec3; quat: Vec4 } {
  const position = new THREE.Vector3();
  const rotation = new THREE.Quaternion();
  matrix.decompose(position, rotation, new THREE.Vector3());
  const euler = new THREE.Euler().setFromQuaternion(rotation, "ZYX");
  return {
    xyz: [position.x, position.y, position.z],
    rpy: [euler.x, euler.y, euler.z],
    quat: [rotation.x, rotation.y, rotation.z, rotation.w],
  };
}
