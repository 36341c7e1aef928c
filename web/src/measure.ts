// The mode that measures: two clicked points, the line between them and its length.
import * as THREE from "three";
import { CSS2DObject } from "three/addons/renderers/CSS2DRenderer.js";
import { dispose } from "./dispose";
import { toast } from "./dom";
import { short } from "./format";
import type { Gesture, Mode } from "./modes";
import type { Hit } from "./pick";
import type { Stage } from "./stage";

export class MeasureMode implements Mode {
  private points: THREE.Vector3[] = [];
  private readonly group = new THREE.Group();

  constructor(private readonly stage: Stage, private readonly usual: Mode) {
    stage.scene.add(this.group);
  }

  enter(): void {
    toast("Click two points on the robot to measure their distance.");
  }

  leave(): void {
    this.clear();
  }

  press(event: PointerEvent): Gesture | "taken" | undefined {
    return this.usual.press(event);
  }

  click(hit: Hit | undefined): void {
    if (!hit) return;
    const { point } = hit;
    if (this.points.length === 2) this.clear();
    this.points.push(point.clone());
    const dot = new THREE.Mesh(new THREE.SphereGeometry(1, 16, 12), ink());
    dot.position.copy(point);
    dot.scale.setScalar(this.stage.camera.position.distanceTo(point) * 0.006);
    dot.renderOrder = 20;
    this.group.add(dot);
    const [a, b] = this.points;
    if (a && b) this.join(a, b);
    this.stage.invalidate();
  }

  private join(a: THREE.Vector3, b: THREE.Vector3): void {
    const line = new THREE.Line(new THREE.BufferGeometry().setFromPoints([a, b]), new THREE.LineBasicMaterial({ color: 0xf43f5e, depthTest: false }));
    line.renderOrder = 20;
    const text = `${short(a.distanceTo(b) * 1000, 4)} mm`;
    const label = document.createElement("div");
    label.className = "label strong";
    label.textContent = text;
    const tag = new CSS2DObject(label);
    tag.position.copy(a).lerp(b, 0.5);
    this.group.add(line, tag);
    toast(`The distance is ${text}.`);
  }

  private clear(): void {
    this.points = [];
    for (const child of [...this.group.children]) dispose(child);
    this.stage.invalidate();
  }
}

function ink(): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({ color: 0xf43f5e, depthTest: false, transparent: true });
}
