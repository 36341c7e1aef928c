// The mode that moves a link by inverse kinematics: a handle at the selected link; while it is dragged the engine is asked for
// joint values that put the link there.
//
// Arrows point along the robot's axes, so that blue is up; rings turn about the link's own.
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
const MAX_FRAMES = 60; // that one goal may take
const ONE = new THREE.Vector3(1, 1, 1);

export class MoveMode extends HandleMode {
  private link = "";
  private robot: Robot | undefined;
  private frame = 0; // in which the search goes on
  private unfinished = 0; // frames that it took so far

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
    if (this.unfinished === 0) this.store.settle(); // else when the search ends
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

  // At the selected link; without one the mode ends.
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

  // The handle goes where its link is, unless it is held or the link is still on its way.
  private follow(): void {
    const node = this.robot?.links.get(this.link)?.node;
    if (node && !this.held && this.unfinished === 0) this.take(node.matrixWorld);
  }

  private showKind(): void {
    this.gizmo.setKind(this.store.state.handle);
    this.orient();
  }

  // Joint values that put the link where the handle is, or as near as it can get.
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

  // A frame is a short time: the next one goes on from where this one came to.
  private goOn(): void {
    const { link } = this;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (this.link === link) this.ask();
    });
  }
}
