// Attaches the camera to a link: it keeps its offset from the link, or its pose in the link's frame, while the robot
// moves.
import * as THREE from "three";
import type { State } from "../state/state";
import type { Store } from "../state/store";
import type { Stage } from "./stage";

// Must be called after the robot is posed.
export function addRide(store: Store, stage: Stage): void {
  let last: { link: string; turned: boolean; robot: State["robot"]; place: THREE.Matrix4 } | undefined;
  store.on(["robot", "pose", "ride", "fixedLink"], (state, before) => {
    const { ride, robot } = state;
    const node = ride && robot?.links.get(ride.link)?.node;
    if (!node) {
      last = undefined;
      return;
    }
    const place = node.matrixWorld.clone();
    // a camera set by the same change is already in place
    const goesOn = last?.link === ride.link && last.turned === ride.turned && last.robot === robot && state.camera === before.camera;
    if (goesOn && !last!.place.equals(place)) carry(stage, last!.place, place, ride.turned);
    last = { ...ride, robot, place };
  });
}

function carry(stage: Stage, from: THREE.Matrix4, to: THREE.Matrix4, turned: boolean): void {
  const way = to.clone().multiply(from.clone().invert());
  if (!turned) {
    const start = new THREE.Vector3().setFromMatrixPosition(from);
    way.makeTranslation(new THREE.Vector3().setFromMatrixPosition(to).sub(start));
  }
  stage.camera.position.applyMatrix4(way);
  stage.controls.target.applyMatrix4(way);
  stage.controls.update();
}
