// The handle for inverse kinematics: a gizmo at the selected link; while it is dragged the server is asked for joint
// values that put the link there. One question is under way at a time; the newest wish follows.
import * as THREE from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import type { Source } from "./data";
import { poseParts, type Robot } from "./robot";
import type { Stage } from "./stage";

export class Handle {
  private readonly goal = new THREE.Object3D();
  private readonly gizmo: TransformControls;
  private link = "";
  private robot: Robot | undefined;
  private asking = false;
  private wanted = false;

  constructor(
    private readonly stage: Stage, private readonly source: Source,
    private readonly solved: (joints: Record<string, number>) => void,
    private readonly failed: (reason: string) => void,
  ) {
    this.gizmo = new TransformControls(stage.camera, stage.renderer.domElement);
    this.gizmo.setSize(0.8);
    this.gizmo.addEventListener("change", () => stage.invalidate());
    this.gizmo.addEventListener("dragging-changed", (event) => {
      stage.controls.enabled = !event.value;
      if (!event.value) this.snapToLink();
    });
    this.gizmo.addEventListener("objectChange", () => this.ask());
    stage.scene.add(this.goal);
  }

  get active(): boolean {
    return this.link !== "";
  }

  // Shows the handle at a link, or hides it when none is named.
  attach(robot: Robot | undefined, link: string): void {
    this.robot = robot;
    this.link = robot && link ? link : "";
    this.stage.renderer.domElement.dataset["mode"] = this.link ? "handle" : "";
    this.gizmo.detach();
    this.gizmo.getHelper().removeFromParent();
    if (this.link) {
      this.snapToLink();
      this.gizmo.attach(this.goal);
      this.stage.scene.add(this.gizmo.getHelper());
    }
    this.stage.invalidate();
  }

  setMode(mode: "translate" | "rotate"): void {
    this.gizmo.setMode(mode);
    this.stage.invalidate();
  }

  // Asks for a pose given in the robot's world, as typed or as tests do.
  moveTo(pose: THREE.Matrix4): void {
    if (!this.robot) return;
    this.robot.frame.matrixWorld.clone().multiply(pose).decompose(this.goal.position, this.goal.quaternion, this.goal.scale);
    this.ask();
  }

  private snapToLink(): void {
    const node = this.robot?.links.get(this.link)?.node;
    if (node) node.matrixWorld.decompose(this.goal.position, this.goal.quaternion, this.goal.scale);
    this.goal.scale.setScalar(1);
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
      this.goal.updateMatrixWorld();
      const world = this.robot.frame.matrixWorld.clone().invert().multiply(this.goal.matrixWorld);
      const { xyz, quat } = poseParts(world);
      try {
        const answer = await this.source.solve({ link: this.link, xyz, quat, joints: this.robot.values() });
        this.solved(answer.joints);
        if (!answer.solved && !this.wanted) this.failed(answer.reason);
      } catch (error) {
        this.failed(error instanceof Error ? error.message : String(error));
      }
    }
    this.asking = false;
  }
}
