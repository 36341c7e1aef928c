// Measure: two clicked points, the line between them and its length.
import * as THREE from "three";
import { CSS2DObject } from "three/addons/renderers/CSS2DRenderer.js";
import { short } from "./dom";
import type { Stage } from "./stage";

export class Measure {
  active = false;
  private points: THREE.Vector3[] = [];
  private readonly group = new THREE.Group();

  constructor(private readonly stage: Stage, private readonly told: (text: string) => void) {
    stage.scene.add(this.group);
  }

  setActive(active: boolean): void {
    this.active = active;
    this.clear();
    if (active) this.told("Click two points on the robot to measure their distance.");
  }

  // Returns whether the point was taken.
  take(point: THREE.Vector3): boolean {
    if (!this.active) return false;
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
    return true;
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
    this.told(`Distance ${text}`);
  }

  private clear(): void {
    this.points = [];
    for (const child of [...this.group.children]) {
      if (child instanceof CSS2DObject) child.element.remove();
      child.removeFromParent();
    }
    this.stage.invalidate();
  }
}

function ink(): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({ color: 0xf43f5e, depthTest: false, transparent: true });
}
