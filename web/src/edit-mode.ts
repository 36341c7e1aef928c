// The mode in which the robot's file is edited: the inspector has fields, and a handle moves the origin of the selected joint. Every
// step of a drag is an edit of the file; all of them are one for undo.
import * as THREE from "three";
import type { Document } from "./document";
import { toast } from "./dom";
import { Gizmo, type Part } from "./gizmo";
import type { Gesture, Mode } from "./modes";
import type { Hit } from "./pick";
import { linkOf, poseParts } from "./robot";
import type { Stage } from "./stage";
import type { Store } from "./store";

const GESTURE = "edit by handle";
const DIGITS = 5; // of metres and radians that a hand can place

export class EditMode implements Mode {
  private readonly gizmo: Gizmo;
  private readonly place = new THREE.Vector3(); // of the joint's origin, in the scene
  private readonly turn = new THREE.Quaternion();
  private joint = "";
  private held = false;
  private editing = false;
  private wanted = false;

  constructor(private readonly store: Store, private readonly stage: Stage, private readonly document: Document, private readonly usual: Mode) {
    this.gizmo = new Gizmo(stage);
    stage.scene.add(this.gizmo);
    stage.renderer.domElement.addEventListener("pointermove", (event) => {
      if (this.joint && !this.held && event.buttons === 0) this.gizmo.hover(event);
    });
    store.on(["selection", "robot", "pose", "handle"], () => this.follow());
  }

  enter(): void {
    if (this.document.obstacle) {
      toast(this.document.obstacle, "error");
      this.store.change({ mode: "orbit" });
      return;
    }
    this.follow();
  }

  leave(): void {
    this.detach();
  }

  press(event: PointerEvent): Gesture | undefined {
    const part = this.joint ? this.gizmo.hover(event) : null;
    return part ? this.hold(part, event) : this.usual.press(event);
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

  // Moves the origin of the selected joint to a pose in the robot's world, as a drag does.
  moveTo(pose: THREE.Matrix4): void {
    const { robot } = this.store.state;
    if (!robot || !this.joint) return;
    robot.frame.matrixWorld.clone().multiply(pose).decompose(this.place, this.turn, new THREE.Vector3());
    this.edit();
  }

  private hold(part: Part, event: PointerEvent): Gesture {
    const drag = this.gizmo.begin(part, event);
    const [place, turn] = [this.place.clone(), this.turn.clone()];
    this.held = true;
    const move = ({ shift, turn: by }: ReturnType<typeof drag>): void => {
      this.place.copy(place).add(shift);
      this.turn.copy(turn).premultiply(by);
      this.gizmo.place(this.place, this.turn);
      this.edit();
    };
    const letGo = (): void => {
      this.held = false;
      if (!this.editing) this.end();
    };
    return {
      clicks: false,
      move: (now) => move(drag(now)),
      end: letGo,
      cancel: () => {
        move({ shift: new THREE.Vector3(), turn: new THREE.Quaternion() });
        letGo();
      },
    };
  }

  // At the origin of the joint that is selected, or above the link that is.
  private follow(): void {
    const { robot, selection, mode, handle } = this.store.state;
    if (mode !== "edit" || this.held || this.editing) return;
    const link = robot?.links.get(linkOf(robot, selection) ?? "");
    this.joint = link?.jointNode ? (link.joint?.name ?? "") : "";
    if (!this.joint) {
      this.detach();
      return;
    }
    link!.jointNode!.matrixWorld.decompose(this.place, this.turn, new THREE.Vector3());
    this.gizmo.setKind(handle);
    this.gizmo.place(this.place, this.turn);
    this.gizmo.visible = true;
    this.stage.invalidate();
  }

  private detach(): void {
    this.joint = "";
    this.gizmo.visible = false;
    this.gizmo.axis = null;
    this.stage.invalidate();
  }

  // One edit at a time; the newest wish follows.
  private edit(): void {
    this.wanted = true;
    if (!this.editing) void this.editNow();
  }

  private async editNow(): Promise<void> {
    this.editing = true;
    while (this.wanted && this.joint) {
      this.wanted = false;
      const { robot } = this.store.state;
      const parent = robot?.links.get(robot.joints.get(this.joint)?.parent ?? "")?.node;
      if (!parent) break;
      const goal = new THREE.Matrix4().compose(this.place, this.turn, new THREE.Vector3(1, 1, 1));
      const { xyz, rpy } = poseParts(goal.premultiply(parent.matrixWorld.clone().invert()));
      const text = (values: readonly number[]) => values.map((value) => Number(value.toFixed(DIGITS)) || 0).join(" ");
      const attributes: Record<string, string> = this.store.state.handle === "rotate" ? { rpy: text(rpy) } : { xyz: text(xyz) };
      await this.document.edit({ kind: "set", of: "joint", name: this.joint, path: ["origin"], attributes }, GESTURE);
    }
    this.editing = false;
    if (!this.held) this.end();
  }

  private end(): void {
    this.store.settle();
    this.follow();
  }
}
