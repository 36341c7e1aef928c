// First person: dragging turns the camera where it is, the wheel walks forward and back. With a camera that rides on a link, what a camera
// there would see.
import * as THREE from "three";
import type { Store } from "../state/store";
import type { Stage } from "./stage";

const STEP = 0.06; // of the distance to the target, for one notch of the wheel
const STEEP = 0.01; // radians that the camera stays away from straight up and down

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
    // a joint that is dragged has the pointer
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

// To the left and up, radians.
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
