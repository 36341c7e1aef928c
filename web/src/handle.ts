// The handle for inverse kinematics: a gizmo at the selected link; while it is dragged the engine is asked for joint
// values that put the link there. One question is under way at a time; the newest wish follows.
//
// Arrows point along the robot's axes, so that blue is up; rings turn about the link's own.
import * as THREE from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import { byId } from "./dom";
import type { Engine } from "./engine";
import { poseParts, type Robot } from "./robot";
import type { Stage } from "./stage";

type Mode = "translate" | "rotate";

export class Handle {
  private readonly goal = new THREE.Object3D(); // what the gizmo moves
  private readonly turn = new THREE.Quaternion(); // of the link in the scene, while only its place is wanted
  private readonly gizmo: TransformControls;
  private mode: Mode = "translate";
  private link = "";
  private robot: Robot | undefined;
  private asking = false;
  private wanted = false;

  constructor(
    private readonly stage: Stage, private readonly engine: Engine,
    private readonly solved: (joints: Record<string, number>) => void,
    private readonly failed: (reason: string) => void,
  ) {
    this.gizmo = new TransformControls(stage.camera, stage.renderer.domElement);
    this.gizmo.setSize(0.8);
    this.gizmo.setSpace("local");
    this.gizmo.addEventListener("change", () => stage.invalidate());
    this.gizmo.addEventListener("dragging-changed", (event) => {
      stage.controls.enabled = !event.value;
      if (!event.value) this.follow();
    });
    this.gizmo.addEventListener("objectChange", () => this.ask());
    stage.scene.add(this.goal);
    byId("handle-move").addEventListener("click", () => this.setMode("translate"));
    byId("handle-turn").addEventListener("click", () => this.setMode("rotate"));
    this.setMode("translate");
  }

  get active(): boolean {
    return this.link !== "";
  }

  // Shows the handle at a link, or hides it when none is named.
  attach(robot: Robot | undefined, link: string): void {
    this.robot = robot;
    this.link = robot && link ? link : "";
    byId("handle-bar").hidden = !this.active;
    byId("handle-link").textContent = this.link;
    this.gizmo.detach();
    this.gizmo.getHelper().removeFromParent();
    if (this.active) {
      this.follow();
      this.gizmo.attach(this.goal);
      this.stage.scene.add(this.gizmo.getHelper());
    }
    this.stage.invalidate();
  }

  // Whether a press at this place takes hold of the handle. A finger was not over it before it came down.
  grabs(event: PointerEvent): boolean {
    if (!this.active) return false;
    const box = this.stage.renderer.domElement.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 2 - 1;
    const y = -((event.clientY - box.top) / box.height) * 2 + 1;
    this.gizmo.pointerHover({ x, y, button: event.button } as unknown as PointerEvent);
    return this.gizmo.axis !== null;
  }

  switchMode(): void {
    if (this.active) this.setMode(this.mode === "translate" ? "rotate" : "translate");
  }

  // Asks for a pose given in the robot's world, as typed or as tests do.
  moveTo(pose: THREE.Matrix4): void {
    if (!this.robot) return;
    this.robot.frame.matrixWorld.clone().multiply(pose).decompose(this.goal.position, this.turn, new THREE.Vector3());
    this.orient();
    this.ask();
  }

  // The handle goes where its link is, unless it is held.
  follow(): void {
    const node = this.robot?.links.get(this.link)?.node;
    if (!node || this.gizmo.dragging) return;
    node.matrixWorld.decompose(this.goal.position, this.turn, new THREE.Vector3());
    this.orient();
  }

  private setMode(mode: Mode): void {
    this.mode = mode;
    this.gizmo.setMode(mode);
    byId("handle-move").setAttribute("aria-pressed", String(mode === "translate"));
    byId("handle-turn").setAttribute("aria-pressed", String(mode === "rotate"));
    this.orient();
  }

  private orient(): void {
    if (this.mode === "rotate") this.goal.quaternion.copy(this.turn);
    else this.robot?.frame.getWorldQuaternion(this.goal.quaternion);
    this.goal.updateMatrixWorld();
    this.stage.invalidate();
  }

  private ask(): void {
    this.wanted = true;
    if (!this.asking) void this.askNow();
  }

  private async askNow(): Promise<void> {
    this.asking = true;
    while (this.wanted && this.robot && this.link) {
      this.wanted = false;
      if (this.mode === "rotate") this.turn.copy(this.goal.quaternion);
      const goal = new THREE.Matrix4().compose(this.goal.position, this.turn, new THREE.Vector3(1, 1, 1));
      const { xyz, quat } = poseParts(goal.premultiply(this.robot.frame.matrixWorld.clone().invert()));
      try {
        const answer = await this.engine.solve({ link: this.link, xyz, quat, joints: this.robot.values() });
        this.solved(answer.joints);
        if (!answer.solved && !this.wanted) this.failed(answer.reason);
      } catch (error) {
        this.failed(error instanceof Error ? error.message : String(error));
      }
    }
    this.asking = false;
  }
}
