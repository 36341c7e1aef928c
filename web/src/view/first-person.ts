// First person: dragging rotates the camera in place, the wheel moves forward and back. With a camera attached to a
// link, this shows what a camera there would see.
import * as THREE from "three";
import type { Store } from "../state/store";
import type { Stage } from "./stage";

const STEP = 0.06; // of the distance to the target, per notch of the wheel
const STEEP = 0.01; // minimum angle to the vertical, radians

export function addFirstPerson(store: Store, stage: Stage): void {
  const canvas = stage.renderer.domElement;
  let last: PointerEvent | undefined;
  store.on("firstPerson", ({ firstPerson }) => {
    stage.controls.enableRotate = stage.controls.enableZoom = !firstPerson;
    last = undefined;
  });
  canvas.addEventListener("pointerdown", (event) => {
    last = store.state.firstPerson && event.isPrimary && event.button === 0 ? event : undefined;
  });
  canvas.addEventListener("pointermove", (event) => {
    // the pointer is dragging a joint
    if (!last || !event.isPrimary || (event.buttons & 1) === 0 || !stage.controls.enabled) return;
    const angle = THREE.MathUtils.degToRad(stage.camera.fov) / canvas.clientHeight;
    lookAround(stage, (event.clientX - last.clientX) * angle, (event.clientY - last.clientY) * angle);
    last = event;
  });
  canvas.addEventListener("wheel", (event) => {
    if (!store.state.firstPerson) return;
    event.preventDefault();
    walk(stage, -Math.sign(event.deltaY));
  }, { passive: false });
}

// Rotates the view to the left and up, radians.
export function lookAround({ camera, controls }: Stage, left: number, up: number): void {
  const sight = new THREE.Spherical().setFromVector3(controls.target.clone().sub(camera.position));
  sight.theta += left;
  sight.phi = Math.min(Math.max(sight.phi - up, STEEP), Math.PI - STEEP);
  controls.target.setFromSpherical(sight).add(camera.position);
  controls.update();
}

export function walk({ camera, controls }: Stage, steps: number): void {
  const way = controls.target.clone().sub(camera.position).multiplyScalar(STEP * steps);
  camera.position.add(way);
  controls.target.add(way);
  controls.update();
}
