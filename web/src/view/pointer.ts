// The pointer in the 3D view: what lies under it, and presses, drags and clicks for the active mode.
//
// There is one hover query at a time: while it runs, only the latest position is kept. A second finger cancels the
// gesture of the first, and both rotate and zoom the camera.
import * as THREE from "three";
import type { Store } from "../state/store";
import type { Gesture, Modes } from "./modes";
import type { Picker } from "./pick";
import type { Stage } from "./stage";

const CLICK_SLACK = 5; // pixels of motion allowed in a click

export class Pointer {
  private gesture: Gesture | undefined;
  private pressed: THREE.Vector2 | undefined;
  private last: PointerEvent | undefined; // of the first finger
  private handing = false; // the first finger is being passed to the camera
  private over: { x: number; y: number } | undefined; // pointer position not yet queried
  private looking = false;

  constructor(private readonly stage: Stage, private readonly picker: Picker, private readonly store: Store, private readonly modes: Modes) {
    const canvas = stage.renderer.domElement;
    // before the camera controls receive the press, so that they can be disabled
    canvas.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("dblclick", (event) => modes.current.doubleClick?.(picker.now(event.clientX, event.clientY)));
    canvas.addEventListener("pointercancel", () => this.cancel());
    canvas.addEventListener("pointerleave", () => {
      this.over = undefined;
      store.change({ hover: undefined });
    });
  }

  private down(event: PointerEvent): void {
    if (this.handing || event.button !== 0) return;
    if (!event.isPrimary) {
      this.secondFinger();
      return;
    }
    const gesture = this.modes.current.press(event);
    this.pressed = gesture?.clicks === false ? undefined : new THREE.Vector2(event.clientX, event.clientY);
    this.last = event;
    if (!gesture) return;
    this.stage.controls.enabled = false;
    this.gesture = gesture;
    this.stage.renderer.domElement.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    if (this.gesture && event.isPrimary) {
      this.last = event;
      this.gesture.move(event);
      return;
    }
    if (event.buttons !== 0 || event.pointerType === "touch") return;
    this.over = { x: event.clientX, y: event.clientY };
    if (!this.looking) void this.look();
  }

  private async look(): Promise<void> {
    const canvas = this.stage.renderer.domElement;
    this.looking = true;
    while (this.over) {
      const { x, y } = this.over;
      this.over = undefined;
      const hit = await this.picker.soon(x, y);
      if (this.pressed || !canvas.matches(":hover")) continue;
      this.store.change({ hover: hit && { kind: "link", name: hit.link } });
      canvas.style.cursor = this.modes.current.cursor?.(hit) ?? "";
    }
    this.looking = false;
  }

  private up(event: PointerEvent): void {
    const from = this.pressed;
    this.release();
    this.gesture?.end();
    this.gesture = undefined;
    if (!from || from.distanceTo(new THREE.Vector2(event.clientX, event.clientY)) > CLICK_SLACK) return;
    this.modes.current.click(this.picker.now(event.clientX, event.clientY), event);
  }

  // The camera's controls did not see the press of the first finger, so it is replayed at its current position.
  private secondFinger(): void {
    const { last } = this;
    const held = this.gesture !== undefined;
    this.cancel();
    if (!held || !last) return;
    this.handing = true;
    const { pointerId, pointerType, clientX, clientY } = last;
    const init = { pointerId, pointerType, clientX, clientY, isPrimary: true, button: 0, buttons: 1, bubbles: true };
    this.stage.renderer.domElement.dispatchEvent(new PointerEvent("pointerdown", init));
    this.handing = false;
  }

  private cancel(): void {
    this.gesture?.cancel();
    this.gesture = undefined;
    this.release();
  }

  private release(): void {
    this.pressed = undefined;
    this.last = undefined;
    this.stage.controls.enabled = true;
  }
}
