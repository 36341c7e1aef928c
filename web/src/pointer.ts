// The pointer in the 3D view: hover and select links, drag a link to move its joint, take points for measuring.
//
// A drag that begins on a link with a movable joint above it moves that joint; one that begins anywhere else turns the
// camera. What is hovered is asked for one place at a time: while an answer is under way only the newest wish is kept.
import * as THREE from "three";
import type { Picker } from "./pick";
import type { Coordinate, Robot } from "./robot";
import type { Stage } from "./stage";
import type { Store } from "./store";

export interface PointerHost {
  robot(): Robot | undefined;
  moved(coordinate: Coordinate, value: number): void;
  taken(press: PointerEvent): boolean; // true: the handle is held by it
  picked(point: THREE.Vector3): boolean; // true: the click was taken (measuring)
}

const CLICK_SLACK = 5; // pixels that a click may slip

export class Pointer {
  private drag: { coordinate: Coordinate; start: THREE.Vector3; node: THREE.Object3D; last: THREE.Vector2 } | undefined;
  private pressed: THREE.Vector2 | undefined;
  private over: { x: number; y: number } | undefined; // where the pointer is and nobody has looked yet
  private looking = false;

  constructor(
    private readonly stage: Stage, private readonly picker: Picker, private readonly store: Store,
    private readonly host: PointerHost,
  ) {
    const canvas = stage.renderer.domElement;
    // before the camera controls see the press, so that they can be held still
    canvas.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", () => this.endDrag());
    canvas.addEventListener("pointerleave", () => {
      this.over = undefined;
      store.setHover(undefined);
    });
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary || this.host.taken(event)) return;
    this.pressed = new THREE.Vector2(event.clientX, event.clientY);
    const hit = this.picker.now(event.clientX, event.clientY);
    const coordinate = hit && this.movable(hit.link);
    const node = coordinate && this.host.robot()?.links.get(coordinate.joint.child)?.node;
    if (!hit || !coordinate || !node) return;
    this.stage.controls.enabled = false;
    this.drag = { coordinate, start: hit.point, node, last: this.pressed.clone() };
    this.stage.renderer.domElement.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    if (this.drag) {
      this.dragTo(event);
      return;
    }
    if (event.buttons !== 0 || event.pointerType === "touch") return;
    this.over = { x: event.clientX, y: event.clientY };
    if (!this.looking) void this.look();
  }

  private async look(): Promise<void> {
    this.looking = true;
    while (this.over) {
      const { x, y } = this.over;
      this.over = undefined;
      const hit = await this.picker.soon(x, y);
      if (this.pressed || !this.stage.renderer.domElement.matches(":hover")) continue;
      this.store.setHover(hit && { kind: "link", name: hit.link });
      this.stage.renderer.domElement.style.cursor = hit && this.movable(hit.link) ? "grab" : "";
    }
    this.looking = false;
  }

  private up(event: PointerEvent): void {
    const from = this.pressed;
    this.pressed = undefined;
    this.endDrag();
    if (!from || from.distanceTo(new THREE.Vector2(event.clientX, event.clientY)) > CLICK_SLACK) return;
    const hit = this.picker.now(event.clientX, event.clientY);
    if (hit && this.host.picked(hit.point)) return;
    this.store.select(hit && { kind: "link", name: hit.link });
  }

  private endDrag(): void {
    this.drag = undefined;
    this.stage.controls.enabled = true;
  }

  // The nearest joint at or above the link that can be moved by hand.
  private movable(link: string): Coordinate | undefined {
    const robot = this.host.robot();
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

  // The grabbed point moves on the screen as fast as the pointer: the joint's speed there is measured by a small step.
  private dragTo(event: PointerEvent): void {
    const { drag } = this;
    const robot = this.host.robot();
    if (!drag || !robot) return;
    const now = new THREE.Vector2(event.clientX, event.clientY);
    const wanted = now.clone().sub(drag.last);
    const grabbed = drag.node.worldToLocal(drag.start.clone());

    const step = drag.coordinate.angular ? 1e-3 : robot.size * 1e-3;
    const here = this.toScreen(drag.node.localToWorld(grabbed.clone()));
    const before = drag.coordinate.value;
    robot.set(drag.coordinate, before + step, true);
    robot.apply();
    const speed = this.toScreen(drag.node.localToWorld(grabbed.clone())).sub(here).divideScalar(step);
    robot.set(drag.coordinate, before, true);
    robot.apply();

    const strength = speed.lengthSq();
    if (strength > 1) {
      const change = wanted.dot(speed) / strength;
      const most = drag.coordinate.angular ? 0.2 : robot.size * 0.1;
      this.host.moved(drag.coordinate, before + Math.min(Math.max(change, -most), most));
    }
    drag.start = drag.node.localToWorld(grabbed);
    drag.last = now;
  }

  private toScreen(point: THREE.Vector3): THREE.Vector2 {
    const canvas = this.stage.renderer.domElement;
    const clip = point.project(this.stage.camera);
    return new THREE.Vector2((clip.x * canvas.clientWidth) / 2, (-clip.y * canvas.clientHeight) / 2);
  }
}
