// The mode that moves a link by inverse kinematics: a handle at the selected link; while it is dragged the engine is asked for
// joint values that put the link there.
//
// Arrows point along the robot's axes, so that blue is up; rings turn about the link's own.
import * as THREE from "three";
import { byId, toast } from "./dom";
import { Gizmo, type Part } from "./gizmo";
import type { Gesture, Mode } from "./modes";
import type { Hit } from "./pick";
import { move } from "./pose";
import { linkOf, poseParts, type Robot } from "./robot";
import type { Stage } from "./stage";
import type { Store } from "./store";

const GESTURE = "handle";
const MAX_FRAMES = 60; // that one goal may take
const ONE = new THREE.Vector3(1, 1, 1);

export class MoveMode implements Mode {
  readonly gizmo: Gizmo;
  private readonly place = new THREE.Vector3(); // where the link shall be, in the scene
  private readonly turn = new THREE.Quaternion();
  private link = "";
  private robot: Robot | undefined;
  private held = false;
  private frame = 0; // in which the search goes on
  private unfinished = 0; // frames that it took so far

  constructor(private readonly store: Store, private readonly stage: Stage, private readonly usual: Mode) {
    this.gizmo = new Gizmo(stage);
    stage.scene.add(this.gizmo);
    byId("handle-move").addEventListener("click", () => store.change({ handle: "translate" }));
    byId("handle-turn").addEventListener("click", () => store.change({ handle: "rotate" }));
    stage.renderer.domElement.addEventListener("pointermove", (event) => {
      if (this.active && !this.held && event.buttons === 0) this.gizmo.hover(event);
    });
    store.on("handle", () => this.showKind());
    store.on(["selection", "robot"], () => {
      if (this.active) this.attach();
    });
    store.on("pose", () => this.follow());
    this.showKind();
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

  leave(): void {
    this.detach();
  }

  press(event: PointerEvent): Gesture | undefined {
    // a finger was not over the handle before it came down
    const part = this.active ? this.gizmo.hover(event) : null;
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

  // Asks for a pose given in the robot's world, as typed or as tests do.
  moveTo(pose: THREE.Matrix4): void {
    if (!this.robot) return;
    this.robot.frame.matrixWorld.clone().multiply(pose).decompose(this.place, this.turn, new THREE.Vector3());
    this.orient();
    this.ask();
  }

  private hold(part: Part, event: PointerEvent): Gesture {
    const drag = this.gizmo.begin(part, event);
    const [place, turn] = [this.place.clone(), this.turn.clone()];
    this.held = true;
    const letGo = () => {
      this.held = false;
      this.follow();
    };
    return {
      clicks: false,
      move: (now) => {
        const moved = drag(now);
        this.place.copy(place).add(moved.shift);
        this.turn.copy(turn).premultiply(moved.turn);
        this.orient();
        this.ask();
      },
      end: () => {
        letGo();
        this.store.settle();
      },
      cancel: () => {
        this.store.cancel(GESTURE);
        letGo();
      },
    };
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
    this.gizmo.visible = true;
    this.follow();
  }

  private detach(): void {
    this.link = "";
    this.held = false;
    this.unfinished = 0;
    cancelAnimationFrame(this.frame);
    byId("handle-bar").hidden = true;
    this.gizmo.visible = false;
    this.gizmo.axis = null;
    this.stage.invalidate();
  }

  private wantedLink(): string | undefined {
    return linkOf(this.store.state.robot, this.store.state.selection);
  }

  // The handle goes where its link is, unless it is held or the link is still on its way.
  private follow(): void {
    const node = this.robot?.links.get(this.link)?.node;
    if (!node || this.held || this.unfinished > 0) return;
    node.matrixWorld.decompose(this.place, this.turn, new THREE.Vector3());
    this.orient();
  }

  private showKind(): void {
    const { handle } = this.store.state;
    this.gizmo.setKind(handle);
    byId("handle-move").setAttribute("aria-pressed", String(handle === "translate"));
    byId("handle-turn").setAttribute("aria-pressed", String(handle === "rotate"));
    this.orient();
  }

  private orient(): void {
    const turned = this.store.state.handle === "rotate";
    if (turned) this.gizmo.place(this.place, this.turn);
    else this.gizmo.place(this.place, this.robot?.frame.getWorldQuaternion(new THREE.Quaternion()) ?? new THREE.Quaternion());
    this.stage.invalidate();
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
