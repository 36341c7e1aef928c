// The base of all modes with a handle: the handle in the view, the gesture that drags it, and the usual mode for
// everything else. A mode says where its handle is and what happens when it moves.
import * as THREE from "three";
import type { Store } from "../state/store";
import type { Gesture, Mode } from "../view/modes";
import type { Hit } from "../view/pick";
import type { Stage } from "../view/stage";
import { Gizmo, type Part } from "./gizmo";

export abstract class HandleMode implements Mode {
  readonly gizmo: Gizmo;
  protected readonly place = new THREE.Vector3(); // desired position of the target in the scene
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

  // Called when the handle moved: the target should move to place and turn.
  protected abstract moved(): void;

  // Called at the end of a drag, or when it is canceled; place and turn then have their initial values again.
  protected abstract released(takenBack: boolean): void;

  leave(): void {
    this.detach();
  }

  press(event: PointerEvent): Gesture | undefined {
    // a finger does not hover over the handle before it touches
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

  // Moves the target to a pose given in the robot's world, as a drag does.
  moveTo(pose: THREE.Matrix4): void {
    const { robot } = this.store.state;
    if (!robot || !this.gizmo.visible) return;
    this.take(robot.frame.matrixWorld.clone().multiply(pose));
    this.moved();
  }

  protected hover(event: PointerEvent): void {
    this.gizmo.hover(event);
  }

  // Moves the handle to a pose in the scene.
  protected take(pose: THREE.Matrix4): void {
    pose.decompose(this.place, this.turn, new THREE.Vector3());
    this.orient();
  }

  // Sets the orientation of the handle: that of its target by default.
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
