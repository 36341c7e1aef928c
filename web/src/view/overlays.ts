// Overlays on the robot: link frames, joint axes with their range, centers of mass, inertia boxes, names.
//
// Overlays are children of the robot's nodes, so they move with it. Each is created when it is first shown.
import * as THREE from "three";
import { CSS2DObject } from "three/addons/renderers/CSS2DRenderer.js";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { color, number } from "../appearance/look";
import type { Inertial, Joint } from "../robot/data";
import { principal } from "../robot/inertia";
import type { Coordinate, LinkNode, Robot } from "../robot/robot";
import { fromRpy } from "../robot/robot";
import type { Overlay } from "../state/state";
import type { Store } from "../state/store";
import { middle } from "../widgets/format";
import { dispose } from "./dispose";

type Kind = Extract<Overlay, "frames" | "axes" | "com" | "inertia" | "names">;
const MAX_NAME = 30; // characters; the tooltip has the full name
const AXIS = 0x0ea5c6;
const FRAME = ["axis_x_color", "axis_y_color", "axis_z_color"] as const;
const KINDS: Kind[] = ["frames", "axes", "com", "inertia", "names"];

export class Overlays {
  private robot: Robot | undefined;
  private readonly built = new Map<Kind, Map<string, THREE.Object3D | undefined>>();
  private readonly needles = new Map<string, THREE.Object3D>();
  // the same for every link: clones share their vertices
  private frame: THREE.Object3D | undefined;
  private arrow: THREE.Object3D | undefined;
  private readonly links = new Map<string, ParentArrow>(); // from frames to their parents

  constructor(private readonly store: Store) {}

  adopt(robot: Robot): void {
    for (const objects of this.built.values()) for (const object of objects.values()) if (object) dispose(object);
    this.built.clear();
    this.frame = undefined;
    this.arrow = undefined;
    this.needles.clear();
    for (const { drawn } of this.links.values()) dispose(drawn);
    this.links.clear();
    this.robot = robot;
    this.refresh();
  }

  refresh(): void {
    const { robot } = this;
    if (!robot) return;
    const { overlays, linkOverlays, frameSize, hiddenFrames } = this.store.state;
    const hidden = new Set(this.store.state.hiddenLinks);
    const withoutFrame = new Set(hiddenFrames);
    for (const kind of KINDS) {
      const alone = this.chosen(kind, robot);
      const single = (name: string) => name === alone?.data.name || linkOverlays[name]?.includes(kind) === true;
      this.build(kind, robot, [...robot.links.values()].filter(({ data }) => overlays[kind] || single(data.name)));
      for (const [link, object] of this.built.get(kind) ?? []) {
        if (!object) continue;
        object.visible = ((overlays[kind] && !(kind === "frames" && withoutFrame.has(link))) || single(link)) && !hidden.has(link);
        if (kind === "frames") object.scale.setScalar(robot.links.get(link)!.size * frameSize);
      }
    }
    this.refreshArrows(robot, (link) => overlays.frames && !withoutFrame.has(link) && !hidden.has(link));
    this.move();
  }

  // The selection shows its frame or axis even if those of the others are off.
  private chosen(kind: Kind, robot: Robot): LinkNode | undefined {
    const { selection } = this.store.state;
    if (kind === "frames" && selection?.kind === "link") return robot.links.get(selection.name);
    if (kind === "axes" && selection?.kind === "joint") return robot.links.get(robot.joints.get(selection.name)?.child ?? "");
    return undefined;
  }

  // Moves the needle of each joint's dial, and the arrows from frames to their parents.
  move(): void {
    if (!this.robot) return;
    for (const arrow of this.links.values()) if (arrow.drawn.visible) placeArrow(arrow);
    for (const [name, needle] of this.needles) {
      const [coordinate] = this.robot.coordinatesOf(name);
      if (coordinate) placeNeedle(needle, coordinate);
    }
  }

  private refreshArrows(robot: Robot, shown: (link: string) => boolean): void {
    const { frameArrows, frameSize } = this.store.state;
    for (const { data, node, joint, size } of robot.links.values()) {
      const parent = joint && robot.links.get(joint.parent);
      const known = this.links.get(data.name);
      const wanted = frameArrows && parent !== undefined && shown(data.name) && shown(joint!.parent);
      if (known) known.drawn.visible = wanted;
      if (known) known.width = size * frameSize;
      if (known || !wanted) continue;
      const made: ParentArrow = { from: node, to: parent.node, width: size * frameSize, ...makeParentArrow() };
      made.drawn.userData["overlay"] = "frames";
      robot.frame.add(made.drawn);
      this.links.set(data.name, made);
    }
  }

  private build(kind: Kind, robot: Robot, links: LinkNode[]): void {
    const objects = this.built.get(kind) ?? new Map<string, THREE.Object3D | undefined>();
    this.built.set(kind, objects);
    for (const link of links) {
      if (objects.has(link.data.name)) continue;
      const object = this.buildOne(kind, link, robot);
      objects.set(link.data.name, object);
      if (!object) continue;
      object.userData["overlay"] = kind;
      // a joint's dial is fixed in the joint's frame, everything else moves with the link
      const place = kind === "axes" ? link.jointNode ?? link.node : link.node;
      place.add(object);
      object.updateWorldMatrix(false, true);
    }
  }

  private buildOne(kind: Kind, link: LinkNode, robot: Robot): THREE.Object3D | undefined {
    const { size } = link; // scaled, so that small links such as fingers stay readable
    switch (kind) {
      case "frames": return sized((this.frame ??= makeFrame(1)).clone(), size);
      case "axes": return link.joint && this.makeDial(link.joint, robot, size);
      case "com": return link.data.inertial ? makeCenter(link.data.inertial, size * 0.2) : undefined;
      case "inertia": return link.data.inertial ? makeInertiaBox(link.data.inertial) : undefined;
      case "names": return makeName(link.data.name);
    }
  }

  private makeDial(joint: Joint, robot: Robot, size: number): THREE.Object3D | undefined {
    const [coordinate] = robot.coordinatesOf(joint.name);
    const axis = new THREE.Vector3(...joint.axis);
    if (!coordinate || axis.lengthSq() === 0 || joint.type === "floating") return undefined;
    const dial = new THREE.Group();
    dial.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), axis.normalize());
    this.arrow ??= new THREE.Mesh(makeArrow(1), flat(AXIS, 0.95));
    dial.add(sized(this.arrow.clone(), size * 1.6));
    if (coordinate.angular) {
      const { bounded, lower, upper } = coordinate;
      const range = bounded ? Math.min(upper - lower, 2 * Math.PI) : 2 * Math.PI;
      const ring = new THREE.RingGeometry(size * 0.72, size, 64, 1, bounded ? lower : 0, Math.max(range, 1e-3));
      dial.add(new THREE.Mesh(ring, flat(AXIS, 0.4)));
      const needle = new THREE.Mesh(new THREE.PlaneGeometry(size * 1.1, size * 0.06).translate(size * 0.55, 0, 0), flat(0xff8a00, 0.95));
      dial.add(needle);
      this.needles.set(joint.name, needle);
    } else if (joint.type === "prismatic") {
      // a range far beyond the robot's size would be a line across the whole view
      const most = robot.size * 4;
      const [lower, upper] = [Math.max(coordinate.lower, -most), Math.min(coordinate.upper, most)];
      const rail = new THREE.CylinderGeometry(size * 0.05, size * 0.05, Math.max(upper - lower, 1e-6)).rotateX(Math.PI / 2);
      rail.translate(0, 0, (upper + lower) / 2);
      dial.add(new THREE.Mesh(rail, flat(AXIS, 0.5)));
      const needle = new THREE.Mesh(new THREE.SphereGeometry(size * 0.14, 16, 12), flat(0xff8a00, 0.95));
      dial.add(needle);
      this.needles.set(joint.name, needle);
    }
    onTop(dial);
    return dial;
  }
}

// Arrow from a frame to its parent's, as in RViz: a yellow shaft, a pink head at the parent.
interface ParentArrow {
  drawn: THREE.Group;
  shaft: THREE.Object3D;
  head: THREE.Object3D;
  from: THREE.Object3D;
  to: THREE.Object3D;
  width: number; // of the frame, m
}

function makeParentArrow(): Pick<ParentArrow, "drawn" | "shaft" | "head"> {
  const shaft = new THREE.Mesh(SHAFT, SHAFT_COLOR);
  const head = new THREE.Mesh(HEAD, HEAD_COLOR);
  const drawn = new THREE.Group().add(shaft, head);
  shaft.renderOrder = head.renderOrder = 9; // before the frames
  return { drawn, shaft, head };
}

// Hides the arrow of coincident frames.
function placeArrow({ drawn, shaft, head, from, to, width }: ParentArrow): void {
  const start = new THREE.Vector3().setFromMatrixPosition(from.matrix);
  const way = new THREE.Vector3().setFromMatrixPosition(to.matrix).sub(start);
  const length = way.length();
  const tip = Math.min(width * 0.35, length * 0.3);
  shaft.visible = head.visible = length > width * 0.02;
  drawn.position.copy(start);
  if (length > 0) drawn.quaternion.setFromUnitVectors(UP, way.divideScalar(length));
  shaft.scale.set(width * 0.02, Math.max(length - tip, 1e-9), width * 0.02);
  head.position.y = length - tip;
  head.scale.set(tip * 0.3, Math.max(tip, 1e-9), tip * 0.3);
}

function sized<T extends THREE.Object3D>(object: T, size: number): T {
  object.scale.setScalar(size);
  return object;
}

function placeNeedle(needle: THREE.Object3D, coordinate: Coordinate): void {
  if (coordinate.angular) needle.rotation.z = coordinate.value;
  else needle.position.z = coordinate.value;
  needle.updateMatrix();
}

const UP = new THREE.Vector3(0, 1, 0);
const SHAFT = new THREE.CylinderGeometry(1, 1, 1, 8).translate(0, 0.5, 0);
const HEAD = new THREE.ConeGeometry(1, 1, 12).translate(0, 0.5, 0);
const SHAFT_COLOR = new THREE.MeshBasicMaterial({ color: 0xf2d024, toneMapped: false, transparent: true, opacity: 0.9, depthTest: false });
const HEAD_COLOR = new THREE.MeshBasicMaterial({ color: 0xf0569b, toneMapped: false, transparent: true, opacity: 0.9, depthTest: false });

// Uses rods (red x, green y, blue z), since lines would be one pixel wide.
function makeFrame(size: number): THREE.Object3D {
  const rods = [rod(size).rotateZ(-Math.PI / 2), rod(size), rod(size).rotateX(Math.PI / 2)].map((geometry, axis) => {
    const shade = color(FRAME[axis]!);
    const colors = new Float32Array(geometry.attributes["position"]!.count * 3);
    for (let i = 0; i < colors.length; i += 3) shade.toArray(colors, i);
    return geometry.setAttribute("color", new THREE.BufferAttribute(colors, 3));
  });
  const frame = new THREE.Mesh(mergeGeometries(rods), new THREE.MeshBasicMaterial({ vertexColors: true, toneMapped: false }));
  onTop(frame);
  return frame;
}

// From the origin along y.
function rod(length: number, radius = length * 0.03): THREE.BufferGeometry {
  return new THREE.CylinderGeometry(radius, radius, length, 8).translate(0, length / 2, 0);
}

function makeArrow(length: number): THREE.BufferGeometry {
  const head = length * 0.2;
  const cone = new THREE.ConeGeometry(head * 0.4, head, 12).translate(0, length - head / 2, 0);
  return mergeGeometries([rod(length - head, length * 0.018), cone]).rotateX(Math.PI / 2);
}

function makeCenter(inertial: Inertial, size: number): THREE.Object3D {
  const ball = new THREE.Mesh(new THREE.SphereGeometry(size, 20, 14), flat(0xf43f5e, 0.95));
  ball.position.set(...inertial.xyz);
  onTop(ball);
  return ball;
}

// Returns a box of uniform density with the link's mass and moments: sides from I = m/12 (b^2 + c^2) etc.
function makeInertiaBox(inertial: Inertial): THREE.Object3D | undefined {
  const { mass, inertia, xyz, rpy } = inertial;
  if (mass === null || inertia === null || !(mass > 0)) return undefined;
  const { moments, axes } = principal(inertia);
  const [a, b, c] = moments;
  const side = (s: number) => Math.sqrt(Math.max(0, (6 * s) / mass));
  const box = new THREE.Mesh(
    new THREE.BoxGeometry(side(b + c - a), side(a + c - b), side(a + b - c)), INERTIA,
  );
  box.renderOrder = 6;
  const edges = new THREE.LineSegments(new THREE.EdgesGeometry(box.geometry), INERTIA_EDGE);
  edges.renderOrder = 7;
  box.add(edges);
  const turned = new THREE.Group();
  turned.position.set(...xyz);
  turned.quaternion.copy(fromRpy(rpy)).multiply(new THREE.Quaternion().setFromRotationMatrix(axes));
  turned.add(box);
  return turned;
}

// Draws front faces only, so that the back does not show through.
const INERTIA = new THREE.MeshStandardMaterial({
  color: color("inertia_color"), roughness: number("overlay_roughness"), transparent: true, opacity: number("inertia_opacity"), depthWrite: false,
});
const INERTIA_EDGE = new THREE.LineBasicMaterial({ color: color("inertia_edge"), toneMapped: false, transparent: true });

function makeName(name: string): THREE.Object3D {
  const label = document.createElement("div");
  label.className = "label";
  label.textContent = middle(name, MAX_NAME);
  const tag = new CSS2DObject(label);
  tag.center.set(0, 0.5); // next to the frame, not over it
  return tag;
}

function flat(ink: number, opacity: number): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({ color: ink, toneMapped: false, transparent: true, opacity, side: THREE.DoubleSide, depthWrite: false });
}

// Drawn after the robot and on top of it, so that a frame inside a housing is visible.
function onTop(object: THREE.Object3D): void {
  object.traverse((node) => {
    node.renderOrder = 10;
    const material = (node as THREE.Mesh).material as THREE.Material | undefined;
    if (!material) return;
    material.depthTest = false;
    material.transparent = true;
  });
}
