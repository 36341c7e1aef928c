// The measuring mode: pairs of points on links, with their distance, its components along the robot's axes and their
// height above the ground. A point is fixed to its link, so that a measurement moves with the robot. A joint selected
// in the tree or among the sliders is a point as well: its origin.
import * as THREE from "three";
import { CSS2DObject } from "three/addons/renderers/CSS2DRenderer.js";
import type { Anchor } from "../state/state";
import type { Store } from "../state/store";
import { byId, h, toast } from "../widgets/dom";
import { short } from "../widgets/format";
import { dispose } from "./dispose";
import type { Gesture, Mode } from "./modes";
import type { Hit } from "./pick";
import type { Stage } from "./stage";

const INK = 0xf43f5e;
const AXES = [0xf0565b, 0x3cb371, 0x4a8dff];
const DOT = 9; // pixels

export class MeasureMode implements Mode {
  private readonly group = new THREE.Group();
  private dot: THREE.Texture | undefined;

  constructor(private readonly store: Store, private readonly stage: Stage, private readonly usual: Mode) {
    stage.scene.add(this.group);
    byId("measure-clear").addEventListener("click", () => store.change({ measured: [] }, { undo: true }));
    store.on(["robot", "pose", "measured"], (state, before) => {
      if (state.measured.length > 0 || before.measured.length > 0) this.draw();
    });
    store.on("selection", ({ mode, selection, robot }) => {
      const joint = mode === "measure" && selection?.kind === "joint" ? robot?.joints.get(selection.name) : undefined;
      if (joint) this.take({ link: joint.child, at: [0, 0, 0] });
    });
  }

  enter(): void {
    byId("measure-bar").hidden = false;
    if (this.store.state.measured.length === 0) toast("Click two points on the robot, or choose two joints in the tree.");
  }

  leave(): void {
    byId("measure-bar").hidden = true;
  }

  press(event: PointerEvent): Gesture | undefined {
    return this.usual.press(event);
  }

  click(hit: Hit | undefined): void {
    const node = hit && this.store.state.robot?.links.get(hit.link)?.node;
    if (hit && node) this.take({ link: hit.link, at: node.worldToLocal(hit.point.clone()).toArray() });
  }

  cursor(hit: Hit | undefined): string {
    return hit ? "crosshair" : "";
  }

  private take(anchor: Anchor): void {
    this.store.change({ measured: [...this.store.state.measured, anchor] }, { undo: true });
  }

  private draw(): void {
    const { robot, measured } = this.store.state;
    for (const child of [...this.group.children]) dispose(child);
    const points = measured.flatMap(({ link, at }) => {
      const node = robot?.links.get(link)?.node;
      return node ? [node.localToWorld(new THREE.Vector3(...at))] : [];
    });
    points.forEach((point, i) => {
      this.mark(point);
      const other = points[i - 1];
      if (i % 2 === 1 && other) this.join(other, point);
      else if (i === points.length - 1) this.label(point, [`${millimeters(this.height(point))} above the ground`]);
    });
    this.stage.invalidate();
  }

  private mark(point: THREE.Vector3): void {
    this.dot ??= makeDot();
    const dot = new Dot(this.stage, new THREE.SpriteMaterial({ map: this.dot, color: INK, depthTest: false, toneMapped: false }));
    dot.position.copy(point);
    dot.renderOrder = 21;
    this.group.add(dot);
  }

  // Draws the straight line, and the components along the robot's axes.
  private join(a: THREE.Vector3, b: THREE.Vector3): void {
    const frame = this.store.state.robot!.frame;
    const turn = frame.getWorldQuaternion(new THREE.Quaternion());
    const delta = b.clone().sub(a).applyQuaternion(turn.clone().invert());
    const corner = a.clone();
    this.line(a, b, INK, 1);
    delta.toArray().forEach((part, axis) => {
      const next = corner.clone().add(new THREE.Vector3().setComponent(axis, part).applyQuaternion(turn));
      this.line(corner, next, AXES[axis]!, 0.8);
      corner.copy(next);
    });
    const parts = delta.toArray().map((part, axis) => `d${"xyz"[axis]} ${short(part * 1000, 4)}`);
    this.label(a.clone().lerp(b, 0.5), [
      millimeters(a.distanceTo(b)), `${parts.join("  ")} mm`, `height ${short(this.height(a) * 1000)} to ${millimeters(this.height(b))}`,
    ]);
  }

  private line(a: THREE.Vector3, b: THREE.Vector3, color: number, opacity: number): void {
    const line = new THREE.Line(new THREE.BufferGeometry().setFromPoints([a, b]), new THREE.LineBasicMaterial({ color, opacity, transparent: true, depthTest: false, toneMapped: false }));
    line.renderOrder = 20;
    this.group.add(line);
  }

  private label(at: THREE.Vector3, lines: string[]): void {
    const [first = "", ...rest] = lines;
    const tag = new CSS2DObject(h("div", { class: "label measured" }, h("b", {}, first), ...rest.flatMap((line) => [h("br"), line])));
    tag.position.copy(at);
    tag.center.set(0, 0.5); // next to the line
    this.group.add(tag);
  }

  private height(point: THREE.Vector3): number {
    return point.y - this.stage.floor;
  }
}

// Has the same size on the screen at any distance, in both projections.
class Dot extends THREE.Sprite {
  constructor(private readonly stage: Stage, material: THREE.SpriteMaterial) {
    super(material);
  }

  override updateMatrixWorld(force?: boolean): void {
    this.scale.setScalar(DOT * this.stage.pixelAt(this.position));
    super.updateMatrixWorld(force);
  }
}

function millimeters(meters: number): string {
  return `${short(meters * 1000, 4)} mm`;
}

function makeDot(): THREE.Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 32;
  const draw = canvas.getContext("2d");
  if (draw) {
    draw.fillStyle = draw.strokeStyle = "#ffffff";
    draw.arc(16, 16, 13, 0, 2 * Math.PI);
    draw.fill();
  }
  return new THREE.CanvasTexture(canvas);
}
