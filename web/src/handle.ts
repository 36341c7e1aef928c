// The mode that moves a link by inverse kinematics: a gizmo at the selected link; while it is dragged the engine is asked for joint
// values that put the link there.
//
// Arrows point along the robot's axes, so that blue is up; rings turn about the link's own.
import * as THREE from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import { byId, toast } from "./dom";
import type { Gesture, Mode } from "./modes";
import type { Hit } from "./pick";
import { move } from "./pose";
import { linkOf, poseParts, type Robot } from "./robot";
import type { Stage } from "./stage";
import type { Store } from "./store";

const GESTURE = "handle";

export class MoveMode implements Mode {
  private readonly goal = new THREE.Object3D(); // what the gizmo moves
  private readonly turn = new THREE.Quaternion(); // of the link in the scene, while only its place is wanted
  private readonly gizmo: TransformControls;
  private link = "";
  private robot: Robot | undefined;

  constructor(private readonly store: Store, private readonly stage: Stage, private readonly usual: Mode) {
    this.gizmo = new TransformControls(stage.camera, stage.renderer.domElement);
    this.gizmo.setSize(0.8);
    this.gizmo.setSpace("local");
    this.gizmo.addEventListener("change", () => stage.invalidate());
    this.gizmo.addEventListener("dragging-changed", (event) => {
      stage.controls.enabled = !event.value;
      if (event.value) return;
      this.follow();
      store.settle();
    });
    this.gizmo.addEventListener("objectChange", () => this.ask());
    stage.scene.add(this.goal);
    byId("handle-move").addEventListener("click", () => store.change({ handle: "translate" }));
    byId("handle-turn").addEventListener("click", () => store.change({ handle: "rotate" }));
    store.on("handle", () => this.showKind());
    store.on(["selection", "robot"], () => {
      if (this.active) this.attach();
    });
    store.on("pose", () => this.follow());
    this.showKind();
  }

  enter(): void {
    if (this.wantedLink()) this.attach();
    else {
      toast("Select the link to move first.");
      this.store.change({ mode: "orbit" });
    }
  }

  leave(): void {
    this.detach();
  }

  press(event: PointerEvent): Gesture | "taken" | undefined {
    return this.grabs(event) ? "taken" : this.usual.press(event);
  }

  click(hit: Hit | undefined, event: PointerEvent): void {
    this.usual.click(hit, event);
  }

  cursor(hit: Hit | undefined): string {
    return this.usual.cursor?.(hit) ?? "";
  }

  get active(): boolean {
    return this.link !== "";
  }

  // At the selected link; without one the mode ends.
  private attach(): void {
    this.detach();
    this.robot = this.store.state.robot;
    this.link = this.wantedLink() ?? "";
    if (!this.active) {
      this.store.change({ mode: "orbit" });
      return;
    }
    byId("handle-bar").hidden = false;
    byId("handle-link").textContent = this.link;
    this.follow();
    this.gizmo.attach(this.goal);
    this.stage.scene.add(this.gizmo.getHelper());
  }

  private detach(): void {
    this.link = "";
    byId("handle-bar").hidden = true;
    this.gizmo.detach();
    this.gizmo.getHelper().removeFromParent();
    this.stage.invalidate();
  }

  private wantedLink(): string | undefined {
    return linkOf(this.store.state.robot, this.store.state.selection);
  }

  // Whether a press at this place takes hold of the handle. A finger was not over it before it came down.
  private grabs(event: PointerEvent): boolean {
    if (!this.active) return false;
    const box = this.stage.renderer.domElement.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 2 - 1;
    const y = -((event.clientY - box.top) / box.height) * 2 + 1;
    this.gizmo.pointerHover({ x, y, button: event.button } as unknown as PointerEvent);
    return this.gizmo.axis !== null;
  }

  // Asks for a pose given in the robot's world, as typed or as tests do.
  moveTo(pose: THREE.Matrix4): void {
    if (!this.robot) return;
    this.robot.frame.matrixWorld.clone().multiply(pose).decompose(this.goal.position, this.turn, new THREE.Vector3());
    this.orient();
    this.ask();
  }

  // The handle goes where its link is, unless it is held.
  private follow(): void {
    const node = this.robot?.links.get(this.link)?.node;
    if (!node || this.gizmo.dragging) return;
    node.matrixWorld.decompose(this.goal.position, this.turn, new THREE.Vector3());
    this.orient();
  }

  private showKind(): void {
    const { handle } = this.store.state;
    this.gizmo.setMode(handle);
    byId("handle-move").setAttribute("aria-pressed", String(handle === "translate"));
    byId("handle-turn").setAttribute("aria-pressed", String(handle === "rotate"));
    this.orient();
  }

  private orient(): void {
    if (this.store.state.handle === "rotate") this.goal.quaternion.copy(this.turn);
    else this.robot?.frame.getWorldQuaternion(this.goal.quaternion);
    this.goal.updateMatrixWorld();
    this.stage.invalidate();
  }

  // Joint values that put the link where the handle is, or as near as it can get.
  private ask(): void {
    const { robot } = this;
    if (!robot || !this.link) return;
    if (this.store.state.handle === "rotate") this.turn.copy(this.goal.quaternion);
    const goal = new THREE.Matrix4().compose(this.goal.position, this.turn, new THREE.Vector3(1, 1, 1));
    const { xyz, quat } = poseParts(goal.premultiply(robot.frame.matrixWorld.clone().invert()));
    try {
      const answer = robot.kinematics.solve(this.link, xyz, quat, robot.values());
      move(this.store, answer.joints, { undo: GESTURE });
      if (!answer.solved) toast(answer.reason, "error");
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
    if (!this.gizmo.dragging) this.store.settle();
  }
}
