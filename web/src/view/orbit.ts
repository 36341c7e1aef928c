// The default mode: a click selects, dragging a link moves its parent joint, everything else moves the camera.
import * as THREE from "three";
import { move } from "../robot/pose";
import type { Coordinate, Robot } from "../robot/robot";
import type { Store } from "../state/store";
import type { Gesture, Mode } from "./modes";
import type { Hit, Picker } from "./pick";
import type { Stage } from "./stage";

const MAX_TURN = 0.2; // radians per pointer event
const GESTURE = "drag";

export class OrbitMode implements Mode {
  constructor(private readonly store: Store, private readonly stage: Stage, private readonly picker: Picker, private readonly focus: () => void) {}

  press(event: PointerEvent): Gesture | undefined {
    const { robot } = this.store.state;
    const hit = this.picker.now(event.clientX, event.clientY);
    const coordinate = hit && movable(robot, hit.link);
    return robot && coordinate && new JointDrag(this.store, this.stage, robot, coordinate, hit.point, event);
  }

  click(hit: Hit | undefined): void {
    this.store.change({ selection: hit && { kind: "link", name: hit.link } });
  }

  // The first of the two clicks has selected the link.
  doubleClick(): void {
    this.focus();
  }

  cursor(hit: Hit | undefined): string {
    return hit && movable(this.store.state.robot, hit.link) ? "grab" : "";
  }
}

// The grabbed point follows the pointer: the joint's speed there is measured by a small step.
class JointDrag implements Gesture {
  private readonly node: THREE.Object3D;
  private readonly last: THREE.Vector2;

  constructor(
    private readonly store: Store, private readonly stage: Stage, private readonly robot: Robot, private readonly coordinate: Coordinate,
    private readonly held: THREE.Vector3, event: PointerEvent,
  ) {
    this.node = robot.links.get(coordinate.joint.child)!.node;
    this.last = new THREE.Vector2(event.clientX, event.clientY);
  }

  move(event: PointerEvent): void {
    const { robot, coordinate, node } = this;
    if (this.store.state.robot !== robot) return;
    const now = new THREE.Vector2(event.clientX, event.clientY);
    const grabbed = node.worldToLocal(this.held.clone());
    const speed = this.speed(grabbed);
    const strength = speed.lengthSq();
    if (strength > 1) {
      const change = now.clone().sub(this.last).dot(speed) / strength;
      const most = coordinate.angular ? MAX_TURN : robot.size * 0.1;
      move(this.store, { [coordinate.id]: coordinate.value + Math.min(Math.max(change, -most), most) }, { undo: GESTURE });
    }
    node.localToWorld(this.held.copy(grabbed));
    this.last.copy(now);
  }

  end(): void {
    this.store.settle();
  }

  cancel(): void {
    this.store.cancel(GESTURE);
  }

  // Returns pixels per radian or meter of the joint, at a point of the link.
  private speed(grabbed: THREE.Vector3): THREE.Vector2 {
    const { robot, coordinate, node } = this;
    const step = coordinate.angular ? 1e-3 : robot.size * 1e-3;
    const here = this.toScreen(node.localToWorld(grabbed.clone()));
    const before = coordinate.value;
    robot.set(coordinate, before + step, true);
    robot.apply();
    const speed = this.toScreen(node.localToWorld(grabbed.clone())).sub(here).divideScalar(step);
    robot.set(coordinate, before, true);
    robot.apply();
    return speed;
  }

  private toScreen(point: THREE.Vector3): THREE.Vector2 {
    const canvas = this.stage.renderer.domElement;
    const clip = point.project(this.stage.eye());
    return new THREE.Vector2((clip.x * canvas.clientWidth) / 2, (-clip.y * canvas.clientHeight) / 2);
  }
}

// Returns the closest joint at or above the link that can be moved by hand.
function movable(robot: Robot | undefined, link: string): Coordinate | undefined {
  let joint = robot?.links.get(link)?.joint;
  for (let guard = 0; robot && joint && guard < 10000; guard++) {
    const coordinate = robot.coordinatesOf(joint.name)[0];
    if (coordinate && joint.type !== "floating" && joint.type !== "planar") {
      return coordinate.mimic ? coordinate.mimic.source : coordinate;
    }
    joint = robot.links.get(joint.parent)?.joint;
  }
  return undefined;
}
