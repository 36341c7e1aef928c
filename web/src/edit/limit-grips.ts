// Grips for the limits of a joint: the range between them as a sector or a rail, and a ball at each end that can be
// dragged.
//
// In its own frame z is the joint's axis and the sector begins at x, as on the dial of the overlays. A sector has the
// size of the handle on the screen; a rail is as long as the range.
import * as THREE from "three";
import { CSS2DObject } from "three/addons/renderers/CSS2DRenderer.js";
import { dispose } from "../view/dispose";
import { DragSpace } from "../view/drag-space";
import type { Stage } from "../view/stage";
import { h } from "../widgets/dom";
import { REACH } from "./gizmo";

export type Bound = "lower" | "upper";

const INK = 0x0ea5c6, HELD = 0xffb224;
const PIXELS = 78; // radius of the sector
const BALL = 7; // pixels
const BOUNDS = ["lower", "upper"] as const;

export class LimitGrips extends THREE.Group {
  bound: Bound | null = null; // under the pointer, or being dragged
  private readonly space: DragSpace;
  private readonly axis = new THREE.Vector3();
  private angular = true;
  private values: Record<Bound, number> = { lower: 0, upper: 0 };
  private readonly balls: Record<Bound, THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>>;
  private readonly labels: Record<Bound, HTMLElement>;
  private range: THREE.Mesh | undefined;

  // text formats a value in the display units.
  constructor(private readonly stage: Stage, private readonly text: (value: number, angular: boolean) => string) {
    super();
    this.space = new DragSpace(stage);
    this.visible = false;
    const ball = () => onTop(new THREE.Mesh(new THREE.SphereGeometry(1, 20, 14), ink(0.95)), 32);
    this.balls = { lower: ball(), upper: ball() };
    const label = () => h("div", { class: "label" });
    this.labels = { lower: label(), upper: label() };
    for (const bound of BOUNDS) {
      const tag = new CSS2DObject(this.labels[bound]);
      tag.center.set(0, 0.5);
      this.balls[bound].add(tag);
      this.add(this.balls[bound]);
    }
  }

  place(pose: THREE.Matrix4, angular: boolean, lower: number, upper: number): void {
    pose.decompose(this.position, this.quaternion, this.scale);
    this.scale.setScalar(1);
    this.axis.set(0, 0, 1).applyQuaternion(this.quaternion);
    this.angular = angular;
    this.values = { lower, upper };
    this.draw();
  }

  hover(event: PointerEvent): Bound | null {
    const at = this.space.pointer(event);
    const reach = BALL + (event.pointerType === "touch" ? REACH.touch : REACH.mouse);
    const far = (bound: Bound) => this.space.screen(this.balls[bound].getWorldPosition(new THREE.Vector3())).distanceTo(at);
    const near = this.visible ? BOUNDS.filter((bound) => far(bound) < reach).sort((a, b) => far(a) - far(b))[0] ?? null : null;
    if (near !== this.bound) {
      this.bound = near;
      this.paint();
      this.stage.invalidate();
    }
    return near;
  }

  // Begins a drag. The returned function gives the new value of the limit.
  begin(bound: Bound, event: PointerEvent): (now: PointerEvent) => number {
    const first = this.values[bound];
    const center = this.position.clone();
    if (this.angular) {
      const angle = this.space.turning(center, this.axis, event, PIXELS);
      return (now) => first + angle(now);
    }
    const place = this.space.alongLine(center, this.axis);
    const start = place(event) ?? center;
    return (now) => first + (place(now) ?? start).clone().sub(start).dot(this.axis);
  }

  set(bound: Bound, value: number): void {
    this.values[bound] = value;
    this.draw();
  }

  override updateMatrixWorld(force?: boolean): void {
    const pixel = this.stage.pixelAt(this.position);
    if (this.angular) this.scale.setScalar(PIXELS * pixel);
    for (const bound of BOUNDS) this.balls[bound].scale.setScalar(this.angular ? BALL / PIXELS : BALL * pixel);
    if (this.range && !this.angular) this.range.scale.set(2 * pixel, 2 * pixel, 1);
    super.updateMatrixWorld(force);
  }

  private draw(): void {
    const { lower, upper } = this.values;
    if (this.range) dispose(this.range);
    const size = Math.max(upper - lower, 1e-6);
    const shape = this.angular
      ? new THREE.RingGeometry(0.25, 1, 72, 1, lower, Math.min(size, 2 * Math.PI))
      : new THREE.CylinderGeometry(1, 1, size, 12).rotateX(Math.PI / 2).translate(0, 0, (lower + upper) / 2);
    this.range = onTop(new THREE.Mesh(shape, ink(this.angular ? 0.3 : 0.6)), 30);
    this.add(this.range);
    for (const bound of BOUNDS) {
      const value = this.values[bound];
      if (this.angular) this.balls[bound].position.set(Math.cos(value), Math.sin(value), 0);
      else this.balls[bound].position.set(0, 0, value);
      this.labels[bound].textContent = this.text(value, this.angular);
    }
    this.paint();
    this.updateMatrixWorld(true);
    this.stage.invalidate();
  }

  private paint(): void {
    for (const bound of BOUNDS) this.balls[bound].material.color.setHex(bound === this.bound ? HELD : INK);
  }
}

function ink(opacity: number): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({ color: INK, transparent: true, opacity, depthTest: false, depthWrite: false, side: THREE.DoubleSide, toneMapped: false });
}

function onTop<T extends THREE.Object3D>(object: T, order: number): T {
  object.renderOrder = order;
  return object;
}
