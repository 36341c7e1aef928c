// The mode in which the robot's file is edited: the inspector has fields, and a handle changes a property of the
// selection: an origin, an axis, or, by two grips, limits. Every step of a drag is an edit of the file; all of them are
// one undo step.
import * as THREE from "three";
import { snap } from "../robot/range";
import { linkOf } from "../robot/robot";
import type { Overlay } from "../state/state";
import type { Store } from "../state/store";
import type { Gesture, Mode } from "../view/modes";
import type { Hit } from "../view/pick";
import type { Stage } from "../view/stage";
import { toast } from "../widgets/dom";
import { DEGREE, short } from "../widgets/format";
import type { Document } from "./document";
import { targetsOf, type Target } from "./edit-targets";
import type { Edit } from "./edits";
import type { Kind } from "./gizmo";
import type { HandleBar } from "./handle-bar";
import { HandleMode } from "./handle-mode";
import { LimitGrips, type Bound } from "./limit-grips";

const GESTURE = "edit by handle";
const ONE = new THREE.Vector3(1, 1, 1);
// overlays that must be visible for the selected link while editing
const SHOWS: readonly [RegExp, readonly Overlay[]][] = [[/^collision/, ["collision"]], [/^inertial/, ["com", "inertia"]]];

export class EditMode extends HandleMode {
  readonly grips: LimitGrips;
  private target = ""; // id of the target; "": none
  private kind: Kind = "translate";
  private editing = false;
  private wish: (() => Edit | undefined) | undefined; // the latest edit not yet applied
  private takingBack = false; // the gesture was canceled

  constructor(store: Store, stage: Stage, private readonly document: Document, usual: Mode, private readonly bar: HandleBar) {
    super(store, stage, usual);
    this.grips = new LimitGrips(stage, (value, angular) => this.valueText(value, angular));
    stage.scene.add(this.grips);
    store.on(["selection", "robot", "pose", "handle", "target", "degrees"], (state, before) => {
      if (state.target !== before.target) this.showTarget();
      this.follow();
    });
  }

  enter(): void {
    if (this.document.obstacle) {
      toast(this.document.obstacle, "error");
      this.store.change({ mode: "orbit" });
      return;
    }
    this.follow();
  }

  override press(event: PointerEvent): Gesture | undefined {
    const bound = this.grips.hover(event);
    return bound ? this.holdLimit(bound, event) : super.press(event);
  }

  override cursor(hit: Hit | undefined): string {
    return this.grips.bound ? "grab" : super.cursor(hit);
  }

  protected override hover(event: PointerEvent): void {
    this.grips.hover(event);
    super.hover(event);
  }

  protected override moved(): void {
    const goal = new THREE.Matrix4().compose(this.place, this.turn, ONE);
    const { kind } = this;
    this.edit(() => this.current()?.edit?.(goal, kind));
  }

  protected override released(takenBack: boolean): void {
    this.takingBack = takenBack;
    if (takenBack) this.wish = undefined;
    if (!this.editing) this.end();
  }

  protected override detach(): void {
    super.detach();
    this.target = "";
    this.grips.visible = false;
    this.grips.bound = null;
    this.bar.hide();
  }

  // Attaches the handle to the chosen property of the selection, or to its first one.
  private follow(): void {
    const { robot, selection, mode, handle, target } = this.store.state;
    if (mode !== "edit" || this.held || this.editing) return;
    const all = targetsOf(robot, selection);
    const held = all.find(({ id }) => id === target) ?? all[0];
    if (!held) {
      this.detach();
      return;
    }
    this.target = held.id;
    this.kind = held.kinds.includes(handle) ? handle : held.kinds[0] ?? handle;
    this.gizmo.visible = held.kinds.length > 0;
    this.grips.visible = held.kinds.length === 0;
    this.gizmo.setKind(this.kind);
    this.bar.show(all, held, held.kinds);
    this.take(held.pose);
    const limited = this.limited();
    if (this.grips.visible && limited) this.grips.place(held.pose, limited.angular, limited.lower, limited.upper);
  }

  // Looks up the target in the current robot: every edit creates a new one.
  private current(): Target | undefined {
    const { robot, selection } = this.store.state;
    return targetsOf(robot, selection).find(({ id }) => id === this.target);
  }

  private limited(): { name: string; angular: boolean; lower: number; upper: number } | undefined {
    const { robot, selection } = this.store.state;
    const joint = robot?.links.get(linkOf(robot, selection) ?? "")?.joint;
    return joint && { name: joint.name, angular: joint.type === "revolute", lower: joint.limit?.lower ?? 0, upper: joint.limit?.upper ?? 0 };
  }

  // Drags one limit, in slider steps, up to the opposite limit.
  private holdLimit(bound: Bound, event: PointerEvent): Gesture {
    const limited = this.limited()!;
    const drag = this.grips.begin(bound, event);
    const { degrees } = this.store.state;
    const unit = limited.angular && degrees ? DEGREE : 1;
    const step = limited.angular ? (degrees ? 1 : 0.01) : 0.001;
    this.held = true;
    const put = (value: number): void => {
      const [least, most] = bound === "lower" ? [-Infinity, limited.upper] : [limited.lower, Infinity];
      const placed = Math.min(Math.max(snap(value / unit, step, -Infinity, Infinity) * unit, least), most);
      this.grips.set(bound, placed);
      this.edit(() => ({ kind: "set", of: "joint", name: limited.name, path: ["limit"], attributes: { [bound]: String(Number(placed.toPrecision(12))) } }));
    };
    const letGo = (takenBack: boolean): void => {
      this.held = false;
      this.released(takenBack);
    };
    return { clicks: false, move: (now) => put(drag(now)), end: () => letGo(false), cancel: () => letGo(true) };
  }

  // Shows the shape that is being moved.
  private showTarget(): void {
    const { mode, robot, selection, target, linkOverlays } = this.store.state;
    const link = linkOf(robot, selection);
    const wanted = SHOWS.find(([name]) => name.test(target))?.[1];
    if (mode !== "edit" || !link || !wanted) return;
    this.store.change({ linkOverlays: { ...linkOverlays, [link]: [...new Set([...(linkOverlays[link] ?? []), ...wanted])] } });
  }

  // Applies one edit at a time; the latest pending one is next.
  private edit(wish: () => Edit | undefined): void {
    this.wish = wish;
    if (!this.editing) void this.editNow();
  }

  private async editNow(): Promise<void> {
    this.editing = true;
    while (this.wish && this.target) {
      const edit = this.wish();
      this.wish = undefined;
      if (edit) await this.document.edit(edit, GESTURE);
    }
    this.editing = false;
    if (!this.held) this.end();
  }

  private end(): void {
    if (this.takingBack) this.store.cancel(GESTURE);
    this.takingBack = false;
    this.store.settle();
    this.follow();
  }

  private valueText(value: number, angular: boolean): string {
    const { degrees } = this.store.state;
    return angular ? (degrees ? `${short(value / DEGREE, 2)}°` : `${short(value, 3)} rad`) : `${short(value * 1000, 3)} mm`;
  }
}
