// The handle's drawing and geometry: arrows, squares and a ball for translation, rings for rotation. It has the same
// size on the screen at any distance, and is drawn over the robot.
//
// Hit testing is done on the screen, in pixels: a part has the same tolerance for a finger or mouse, however thin it is
// drawn.
import * as THREE from "three";
import { DragSpace } from "../view/drag-space";
import type { Stage } from "../view/stage";

export type Kind = "translate" | "rotate";
export type Part = "X" | "Y" | "Z" | "XY" | "YZ" | "ZX" | "XYZ";

const COLOR: Record<string, number> = { X: 0xf0565b, Y: 0x3cb371, Z: 0x4a8dff, XY: 0x4a8dff, YZ: 0xf0565b, ZX: 0x3cb371, XYZ: 0xf4f6f8 };
const HELD = 0xffb224;
const PIXELS = 92; // from the center to the end of an arrow or to a ring
export const REACH = { mouse: 9, touch: 20 }; // pixels: tolerance of hit testing
const SQUARE = [0.26, 0.46] as const; // extent of a square between two arrows
const RING_POINTS = 64;

interface Piece {
  part: Part;
  kind: Kind;
  mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;
}

export class Gizmo extends THREE.Group {
  axis: Part | null = null; // under the pointer, or being dragged
  private kind: Kind = "translate";
  private pieces: Piece[] = []; // created when they are first shown
  private readonly space: DragSpace;

  constructor(private readonly stage: Stage) {
    super();
    this.space = new DragSpace(stage);
    this.visible = false;
  }

  setKind(kind: Kind): void {
    this.kind = kind;
    if (this.pieces.length === 0) {
      this.pieces = makePieces();
      this.add(...this.pieces.map(({ mesh }) => mesh));
    }
    this.paint();
  }

  place(position: THREE.Vector3, turn: THREE.Quaternion): void {
    this.position.copy(position);
    this.quaternion.copy(turn);
    this.updateMatrixWorld();
  }

  // Updates and returns the part under the pointer.
  hover(event: PointerEvent): Part | null {
    const part = this.visible ? this.partAt(event) : null;
    if (part !== this.axis) {
      this.axis = part;
      this.paint();
      this.stage.invalidate();
    }
    return part;
  }

  // Begins a drag. The returned function gives its motion so far: a translation in the scene, or a rotation about an
  // axis of the handle.
  begin(part: Part, event: PointerEvent): (now: PointerEvent) => { shift: THREE.Vector3; turn: THREE.Quaternion } {
    const center = this.position.clone();
    const shift = new THREE.Vector3();
    const turn = new THREE.Quaternion();
    if (this.kind === "rotate") {
      const axis = this.direction(part);
      const angle = this.space.turning(center, axis, event, PIXELS);
      return (now) => ({ shift, turn: turn.setFromAxisAngle(axis, angle(now)) });
    }
    const place = part.length === 1 ? this.space.alongLine(center, this.direction(part)) : this.space.inPlane(center, this.normalOf(part));
    const start = place(event) ?? center;
    return (now) => ({ shift: shift.subVectors(place(now) ?? start, start), turn });
  }

  dispose(): void {
    for (const { mesh } of this.pieces) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }

  override updateMatrixWorld(force?: boolean): void {
    if (this.visible) this.scale.setScalar(PIXELS * this.stage.pixelAt(this.position));
    super.updateMatrixWorld(force);
  }

  private paint(): void {
    for (const { part, kind, mesh } of this.pieces) {
      mesh.visible = kind === this.kind;
      const square = part.length === 2;
      mesh.material.color.setHex(part === this.axis ? HELD : COLOR[part]!);
      mesh.material.opacity = part === this.axis ? 1 : square ? 0.45 : 0.92;
    }
  }

  private partAt(event: PointerEvent): Part | null {
    const at = this.space.pointer(event);
    const reach = event.pointerType === "touch" ? REACH.touch : REACH.mouse;
    if (this.kind === "rotate") return nearest((["X", "Y", "Z"] as const).map((part) => [part, distanceToPath(at, this.ring(part))]), reach);
    if (at.distanceTo(this.screen(0, 0, 0)) < reach + 3) return "XYZ";
    for (const part of ["XY", "YZ", "ZX"] as const) if (inside(at, this.square(part))) return part;
    return nearest((["X", "Y", "Z"] as const).map((part) => [part, distanceToPath(at, [this.onAxis(part, 0.2), this.onAxis(part, 1.05)])]), reach);
  }

  // ---- on the screen

  private screen(x: number, y: number, z: number): THREE.Vector2 {
    return this.space.screen(this.localToWorld(new THREE.Vector3(x, y, z)));
  }

  private onAxis(part: Part, at: number): THREE.Vector2 {
    return this.screen(part === "X" ? at : 0, part === "Y" ? at : 0, part === "Z" ? at : 0);
  }

  private square(part: Part): THREE.Vector2[] {
    const [a, b] = SQUARE;
    return ([[a, a], [b, a], [b, b], [a, b]] as const).map(([u, v]) => this.screen(...inPlaneOf(part, u, v)));
  }

  // Returns the half of the ring that faces the viewer; the other half is hidden.
  private ring(part: Part): THREE.Vector2[] {
    const eye = this.stage.sight(this.position).negate().applyQuaternion(this.quaternion.clone().invert());
    const points: THREE.Vector2[] = [];
    for (let i = 0; i <= RING_POINTS; i++) {
      const angle = (i / RING_POINTS) * 2 * Math.PI;
      const [x, y, z] = inPlaneOf(part === "X" ? "YZ" : part === "Y" ? "ZX" : "XY", Math.cos(angle), Math.sin(angle));
      if (x * eye.x + y * eye.y + z * eye.z > -0.05) points.push(this.screen(x, y, z));
      else points.push(new THREE.Vector2(NaN, NaN));
    }
    return points;
  }

  // ---- in the scene

  private direction(part: Part): THREE.Vector3 {
    return new THREE.Vector3(part === "X" ? 1 : 0, part === "Y" ? 1 : 0, part === "Z" ? 1 : 0).applyQuaternion(this.quaternion);
  }

  private normalOf(part: Part): THREE.Vector3 {
    if (part === "XYZ") return this.stage.eye().getWorldDirection(new THREE.Vector3());
    return this.direction(part === "XY" ? "Z" : part === "YZ" ? "X" : "Y");
  }
}

function makePieces(): Piece[] {
  const pieces: Piece[] = [];
  const add = (part: Part, kind: Kind, geometry: THREE.BufferGeometry) => {
    const material = new THREE.MeshBasicMaterial({ color: COLOR[part]!, transparent: true, depthTest: false, depthWrite: false, side: THREE.DoubleSide, toneMapped: false });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.renderOrder = 30 + (part === "XYZ" ? 2 : part.length === 1 ? 1 : 0);
    pieces.push({ part, kind, mesh });
  };
  for (const part of ["X", "Y", "Z"] as const) {
    add(part, "translate", turnTo(part, arrow()));
    const ring = new THREE.TorusGeometry(1, 0.014, 8, 96);
    add(part, "rotate", part === "X" ? ring.rotateY(Math.PI / 2) : part === "Y" ? ring.rotateX(Math.PI / 2) : ring);
  }
  const [from, to] = SQUARE;
  for (const part of ["XY", "YZ", "ZX"] as const) {
    const square = new THREE.PlaneGeometry(to - from, to - from).translate((from + to) / 2, (from + to) / 2, 0);
    add(part, "translate", part === "XY" ? square : part === "YZ" ? square.rotateY(-Math.PI / 2) : square.rotateX(Math.PI / 2));
  }
  add("XYZ", "translate", new THREE.SphereGeometry(0.075, 24, 16));
  return pieces;
}

// An arrow along y, from near the center to 1: one outline, revolved about its axis.
function arrow(): THREE.BufferGeometry {
  const outline = [[0, 0.14], [0.02, 0.14], [0.02, 0.8], [0.062, 0.8], [0.066, 0.81], [0.006, 1], [0, 1.002]] as const;
  return new THREE.LatheGeometry(outline.map(([radius, y]) => new THREE.Vector2(radius, y)), 20);
}

function turnTo(part: Part, geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  return part === "X" ? geometry.rotateZ(-Math.PI / 2) : part === "Z" ? geometry.rotateX(Math.PI / 2) : geometry;
}

function inPlaneOf(part: Part, u: number, v: number): [number, number, number] {
  return part === "XY" ? [u, v, 0] : part === "YZ" ? [0, u, v] : [v, 0, u];
}

function nearest(distances: [Part, number][], reach: number): Part | null {
  const [part, distance] = distances.reduce((a, b) => (b[1] < a[1] ? b : a));
  return distance < reach ? part : null;
}

// Returns the distance from a point to a polyline, ignoring segments with a NaN end.
function distanceToPath(at: THREE.Vector2, path: THREE.Vector2[]): number {
  let least = Infinity;
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1]!, path[i]!];
    const along = b.clone().sub(a);
    const part = THREE.MathUtils.clamp(at.clone().sub(a).dot(along) / Math.max(along.lengthSq(), 1e-9), 0, 1);
    const distance = a.clone().addScaledVector(along, part).distanceTo(at);
    if (distance < least) least = distance;
  }
  return least;
}

function inside(at: THREE.Vector2, corners: THREE.Vector2[]): boolean {
  let sign = 0;
  return corners.every((corner, i) => {
    const next = corners[(i + 1) % corners.length]!;
    const side = Math.sign((next.x - corner.x) * (at.y - corner.y) - (next.y - corner.y) * (at.x - corner.x));
    const same = sign === 0 || side === sign;
    sign = side;
    return same;
  });
}
