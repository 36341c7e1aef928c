// Animated camera moves: from the current position around the target to the new one, eased.
import * as THREE from "three";
import type { OrbitControls } from "three/addons/controls/OrbitControls.js";

const DURATION = 380; // milliseconds

interface Place {
  target: THREE.Vector3;
  around: THREE.Spherical;
}

export class Flight {
  private from: Place | undefined;
  private to: Place | undefined;
  private began: number | undefined;

  constructor(private readonly camera: THREE.Camera, private readonly controls: OrbitControls) {}

  get active(): boolean {
    return this.to !== undefined;
  }

  start(position: THREE.Vector3, target: THREE.Vector3, eased: boolean): void {
    if (!eased) {
      this.to = undefined;
      this.camera.position.copy(position);
      this.controls.target.copy(target);
      this.controls.update();
      return;
    }
    this.to = place(position, target);
    this.from = place(this.camera.position, this.controls.target);
    this.began = undefined;
    // the shorter direction
    const turn = this.to.around.theta - this.from.around.theta;
    this.from.around.theta += Math.round(turn / (2 * Math.PI)) * 2 * Math.PI;
  }

  stop(): void {
    this.to = undefined;
  }

  // Called before each frame with its time; Infinity ends the move.
  step(now: number): void {
    if (!this.to) return;
    this.began ??= now;
    this.put(now === Infinity ? 1 : Math.min((now - this.began) / DURATION, 1));
  }

  private put(time: number): void {
    const { from, to } = this;
    if (!from || !to) return;
    const part = time * time * (3 - 2 * time);
    const mix = THREE.MathUtils.lerp;
    const around = new THREE.Spherical(
      from.around.radius * (to.around.radius / from.around.radius) ** part,
      mix(from.around.phi, to.around.phi, part), mix(from.around.theta, to.around.theta, part),
    );
    this.controls.target.lerpVectors(from.target, to.target, part);
    this.camera.position.setFromSpherical(around).add(this.controls.target);
    if (time >= 1) this.to = undefined;
    this.controls.update();
  }
}

function place(position: THREE.Vector3, target: THREE.Vector3): Place {
  return { target: target.clone(), around: new THREE.Spherical().setFromVector3(position.clone().sub(target)).makeSafe() };
}
