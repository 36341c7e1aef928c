// "Let go": the robot falls under its own weight in the engine's simulation until it comes to rest, is stopped, or a
// joint is moved. The fall is one undo step.
import { move } from "../robot/pose";
import type { Robot } from "../robot/robot";
import type { Pose } from "../state/state";
import type { Store } from "../state/store";
import { toast } from "../widgets/dom";

const STEP = 0.001; // s
const DRAG = 0.6; // 1/s, so that robots without damping also come to rest
const MAX_STEPS = 34; // per frame: a slow machine shows slow motion
const FRAME_MS = 12; // computing time per frame
const REST = 2e-3; // rad/s or m/s below which the robot is at rest
const REST_SECONDS = 0.4;
const GESTURE = "let go";

export class Fall {
  private velocity: Float64Array = new Float64Array(0);
  private pose: Pose = {};
  private last = 0; // ms
  private resting = 0; // s
  private steps = MAX_STEPS;

  constructor(private readonly store: Store) {
    store.on("falling", ({ falling, robot }) => {
      if (falling && robot) this.begin(robot);
      else store.settle();
    });
    store.on("robot", () => store.change({ falling: false }));
  }

  toggle(): void {
    const { falling, robot } = this.store.state;
    if (robot?.kinematics.moves) this.store.change({ falling: !falling });
  }

  private begin(robot: Robot): void {
    this.velocity = new Float64Array(robot.kinematics.nv);
    this.pose = this.store.state.pose;
    this.last = performance.now();
    this.resting = 0;
    requestAnimationFrame((now) => this.frame(robot, now));
  }

  private frame(robot: Robot, now: number): void {
    const { store } = this;
    // moving a joint stops the fall
    if (!store.state.falling || store.state.robot !== robot || store.state.pose !== this.pose) {
      store.change({ falling: false });
      return;
    }
    const count = Math.max(1, Math.min(Math.round((now - this.last) / 1000 / STEP), this.steps));
    this.last = now;
    try {
      this.advance(robot, count);
    } catch (error) {
      toast(`It cannot fall: ${error instanceof Error ? error.message : String(error)}.`, "error");
      store.change({ falling: false });
      return;
    }
    const speed = this.velocity.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
    this.resting = speed < REST ? this.resting + count * STEP : 0;
    if (this.resting > REST_SECONDS || !Number.isFinite(speed)) store.change({ falling: false });
    else requestAnimationFrame((next) => this.frame(robot, next));
  }

  private advance(robot: Robot, count: number): void {
    const start = performance.now();
    const next = robot.kinematics.fall(this.pose, this.velocity, STEP, count, DRAG);
    const cost = (performance.now() - start) / count;
    this.steps = Math.max(1, Math.min(MAX_STEPS, Math.floor(FRAME_MS / Math.max(cost, 1e-3))));
    this.velocity = next.v;
    move(this.store, next.pose, { undo: GESTURE, ignoreLimits: true });
    this.pose = this.store.state.pose;
  }
}
