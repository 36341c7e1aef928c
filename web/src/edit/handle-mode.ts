// What modes with a handle have in common: the handle in the view, the gesture that drags it, and the usual mode for everything
// beside it. A mode says where its handle is and what happens when it was moved.
import * as THREE from "three";
import type { Store } from "../state/store";
import type { Gesture, Mode } from "../view/modes";
import type { Hit } from "../view/pick";
import type { Stage } from "../view/stage";
import { Gizmo, type Part } from "./gizmo";

export abstract class HandleMode implements Mode {
  readonly gizmo: Gizmo;
  protected readonly place = new THREE.Vector3(); // where what is held shall be, in the scene
  protected readonly turn = new THREE.Quaternion();
  protected held = false;

  constructor(protected readonly store: Store, protected readonly stage: Stage, private readonly usual: Mode) {
    this.gizmo = new Gizmo(stage);
    stage.scene.add(this.gizmo);
    stage.renderer.domElement.addEventListener("pointermove", (event) => {
      if (!this.held && event.buttons === 0) this.hover(event);
    });
  }

  abstract enter(): void;

  // The handle was moved: what it holds shall be at place and turn.
  protected abstract moved(): void;

  // The hand let go, or took back what it had done: then place and turn are those of the start again.
  protected abstract released(takenBack: boolean): void;

  leave(): void {
    this.detach();
  }

  press(event: PointerEvent): Gesture | undefined {
    // a finger was not over the handle before it came down
    this.hover(event);
    return this.gizmo.axis ? this.hold(this.gizmo.axis, event) : this.usual.press(event);
  }

  click(hit: Hit | undefined, event: PointerEvent): void {
    this.usual.click(hit, event);
  }

  doubleClick(hit: Hit | undefined): void {
    this.usual.doubleClick?.(hit);
  }

  cursor(hit: Hit | undefined): string {
    return this.gizmo.axis ? "move" : (this.usual.cursor?.(hit) ?? "");
  }

  // Asks for a pose given in the robot's world, as a drag does.
  moveTo(pose: THREE.Matrix4): void {
    const { robot } = this.store.state;
    if (!robot || !this.gizmo.visible) return;
    this.take(robot.frame.matrixWorld.clone().multiply(pose));
    this.moved();
  }

  protected hover(event: PointerEvent): void {
    this.gizmo.hover(event);
  }

  // The handle to where something is in the scene.
  protected take(pose: THREE.Matrix4): void {
    pose.decompose(this.place, this.turn, new THREE.Vector3());
    this.orient();
  }

  // Which way the handle points; along what it holds unless a mode knows better.
  protected orient(): void {
    this.gizmo.place(this.place, this.turn);
    this.stage.invalidate();
  }

  protected detach(): void {
    this.held = false;
    this.gizmo.visible = false;
    this.gizmo.axis = null;
    this.stage.invalidate();
  }

  private hold(part: Part, event: PointerEvent): Gesture {
    const drag = this.gizmo.begin(part, event);
    const [place, turn] = [this.place.clone(), this.turn.clone()];
    this.held = true;
    const letGo = (takenBack: boolean): void => {
      this.held = false;
      this.released(takenBack);
    };
    return {
      clicks: false,
      move: (now) => {
        const { shift, turn: by } = drag(now);
        this.place.copy(place).add(shift);
        this.turn.copy(turn).premultiply(by);
        this.orient();
        this.moved();
      },
      end: () => letGo(false),
      cancel: () => {
        this.place.copy(place);
        this.turn.copy(turn);
        this.orient();
        letGo(true);
      },
    };
  }
}
