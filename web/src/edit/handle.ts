// The mode that moves a link by inverse kinematics: a handle at the selected link; while it is dragged, the engine
// computes joint values that move the link there.
//
// Arrows are parallel to the robot's axes, so that blue is up; rings rotate about the link's own axes.
import * as THREE from "three";
import { move } from "../robot/pose";
import { linkOf, poseParts, type Robot } from "../robot/robot";
import type { Store } from "../state/store";
import type { Mode } from "../view/modes";
import type { Stage } from "../view/stage";
import { toast } from "../widgets/dom";
import type { HandleBar } from "./handle-bar";
import { HandleMode } from "./handle-mode";

const GESTURE = "handle";
const MAX_FRAMES = 60; // maximum per goal
const ONE = new THREE.Vector3(1, 1, 1);

export class MoveMode extends HandleMode {
  private link = "";
  private robot: Robot | undefined;
  private frame = 0; // the frame in which the search continues
  private unfinished = 0; // number of frames used so far

  constructor(store: Store, stage: Stage, usual: Mode, private readonly bar: HandleBar) {
    super(store, stage, usual);
    store.on("handle", () => this.active && this.showKind());
    store.on(["selection", "robot"], () => this.active && this.attach());
    store.on("pose", () => this.follow());
  }

  get active(): boolean {
    return this.link !== "";
  }

  enter(): void {
    if (this.wantedLink()) this.attach();
    else {
      toast("Select the link to move first.");
      this.store.change({ mode: "orbit" });
    }
  }

  protected override moved(): void {
    this.ask();
  }

  protected override released(takenBack: boolean): void {
    if (takenBack) {
      cancelAnimationFrame(this.frame);
      this.unfinished = 0;
      this.store.cancel(GESTURE);
    }
    this.follow();
    if (this.unfinished === 0) this.store.settle(); // otherwise when the search ends
  }

  protected override orient(): void {
    const turned = this.store.state.handle === "rotate";
    if (turned) this.gizmo.place(this.place, this.turn);
    else this.gizmo.place(this.place, this.robot?.frame.getWorldQuaternion(new THREE.Quaternion()) ?? new THREE.Quaternion());
    this.stage.invalidate();
  }

  protected override detach(): void {
    super.detach();
    this.link = "";
    this.unfinished = 0;
    cancelAnimationFrame(this.frame);
    this.bar.hide();
  }

  // Attaches the handle to the selected link; without one the mode ends.
  private attach(): void {
    this.detach();
    this.robot = this.store.state.robot;
    this.link = this.wantedLink() ?? "";
    if (!this.active) {
      this.store.change({ mode: "orbit" });
      return;
    }
    const held = { id: this.link, text: this.link };
    this.bar.show([held], held, ["translate", "rotate"]);
    this.gizmo.visible = true;
    this.follow();
    this.showKind();
  }

  private wantedLink(): string | undefined {
    return linkOf(this.store.state.robot, this.store.state.selection);
  }

  // Moves the handle to its link, unless it is being dragged or the link is still moving.
  private follow(): void {
    const node = this.robot?.links.get(this.link)?.node;
    if (node && !this.held && this.unfinished === 0) this.take(node.matrixWorld);
  }

  private showKind(): void {
    this.gizmo.setKind(this.store.state.handle);
    this.orient();
  }

  // Computes joint values that move the link to the handle, or as close as possible.
  private ask(): void {
    const { robot } = this;
    if (!robot || !this.link) return;
    const goal = new THREE.Matrix4().compose(this.place, this.turn, ONE);
    const { xyz, quat } = poseParts(goal.premultiply(robot.frame.matrixWorld.clone().invert()));
    try {
      const answer = robot.kinematics.solve(this.link, xyz, quat, robot.values());
      this.unfinished = answer.unfinished && this.unfinished < MAX_FRAMES ? this.unfinished + 1 : 0;
      move(this.store, answer.joints, { undo: GESTURE });
      if (this.unfinished > 0) this.goOn();
      else if (!answer.solved) toast(answer.reason, "error");
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
    if (!this.held && this.unfinished === 0) this.store.settle();
  }

  // Continues an unfinished search in the next frame, from the last result.
  private goOn(): void {
    const { link } = this;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (this.link === link) this.ask();
    });
  }
}
