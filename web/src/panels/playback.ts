// The time bar: plays, pauses and scrubs an opened trajectory or a motion of keyframes. Marks the times at which it
// exceeds joint limits or speeds.
import { fromKeyframes, violations, type Violation } from "../robot/motion";
import { move } from "../robot/pose";
import { at, duration, parse, type Trajectory } from "../robot/trajectory";
import type { State } from "../state/state";
import type { Store } from "../state/store";
import { byId, h, icon, toast } from "../widgets/dom";
import { DEGREE, plural, short } from "../widgets/format";
import { limitsOf } from "./keyframes";

const MAX_MARKS = 200;

export class Playback {
  private trajectory: Trajectory | undefined;
  private opened = false; // from a file, not from keyframes
  private now = 0;
  private playing = false;
  private lastFrame = 0;
  private readonly bar = byId("playback");
  private readonly slider = h("input", { type: "range", class: "slider", min: 0, step: "any", "aria-label": "time in the trajectory", oninput: () => this.seek(Number(this.slider.value)) });
  private readonly marks = h("div", { class: "marks" });
  private readonly verdict = h("output", { class: "verdict" });
  private readonly clock = h("output", { class: "clock" }, "0.00 s");
  private readonly button = h("button", { class: "tool", "aria-label": "play", onclick: () => this.toggle() }, icon("play"));
  private readonly speed = h("select", { "aria-label": "speed" }, ...["0.25", "0.5", "1", "2", "4"].map((s) => h("option", { value: s }, `${s}×`)));
  private readonly loop = h("input", { type: "checkbox", checked: true });

  constructor(private readonly store: Store) {
    this.speed.value = "1";
    this.bar.append(
      h("div", { class: "time-row" }, this.button, h("div", { class: "track" }, this.slider, this.marks), this.clock, this.speed, h("label", {}, this.loop, " loop"),
        h("button", { class: "tool", "aria-label": "close the trajectory", onclick: () => this.close() }, "✕")),
      this.verdict,
    );
    store.on(["keyframes", "robot"], ({ keyframes, robot }, before) => {
      if (keyframes !== before.keyframes && (keyframes.length > 0 || !this.opened)) this.take(keyframes.length > 0 ? fromKeyframes(keyframes) : undefined, false);
      else if (robot !== before.robot) this.judge();
    });
    store.on("timeBar", ({ timeBar }) => {
      this.bar.hidden = !timeBar;
      if (!timeBar && this.playing) this.toggle();
    });
    store.on("degrees", () => this.judge());
    this.take(undefined, false);
  }

  get loaded(): boolean {
    return this.trajectory !== undefined;
  }

  open(name: string, text: string): void {
    let trajectory: Trajectory;
    try {
      trajectory = parse(text);
    } catch (error) {
      toast(`${name} cannot be played: ${error instanceof Error ? error.message : String(error)}`, "error");
      return;
    }
    const used = trajectory.names.filter((joint) => this.store.state.robot?.find(joint)).length;
    if (trajectory.rows.length === 0 || used === 0) {
      toast(`${name} cannot be played: no column of it is a joint of this robot.`, "error");
      return;
    }
    this.take(trajectory, true);
    this.store.change({ timeBar: true });
    this.seek(0);
    toast(`${name} has ${plural(trajectory.rows.length, "row")}; ${used} of ${plural(trajectory.names.length, "column")} ${used === 1 ? "is a joint" : "are joints"}.`);
  }

  toggle(): void {
    if (!this.trajectory) return;
    this.playing = !this.playing;
    this.button.replaceChildren(icon(this.playing ? "pause" : "play"));
    this.button.setAttribute("aria-label", this.playing ? "pause" : "play");
    if (!this.playing) return;
    if (this.now >= this.length()) this.now = 0;
    this.lastFrame = performance.now();
    requestAnimationFrame((time) => this.step(time));
  }

  seek(time: number): void {
    const { trajectory } = this;
    if (!trajectory) return;
    this.showTime(time);
    move(this.store, at(trajectory, this.now));
  }

  close(): void {
    this.store.change({ timeBar: false });
    this.take(this.store.state.keyframes.length > 0 ? fromKeyframes(this.store.state.keyframes) : undefined, false);
  }

  private take(trajectory: Trajectory | undefined, opened: boolean): void {
    if (this.playing && !trajectory) this.toggle();
    this.trajectory = trajectory;
    this.opened = opened && trajectory !== undefined;
    this.slider.max = String(this.length() || 1); // the thumb of an empty range is in the middle
    this.slider.disabled = this.button.disabled = !trajectory;
    this.showTime(this.now);
    this.judge();
  }

  private showTime(time: number): void {
    this.now = Math.min(Math.max(time, 0), this.length());
    this.slider.value = String(this.now);
    this.slider.style.setProperty("--to", `${(this.now / (this.length() || 1)) * 100}%`);
    this.clock.textContent = `${this.now.toFixed(2)} s`;
  }

  // Marks limit violations. Clicking a mark jumps to its time and joint.
  private judge(): void {
    const { robot } = this.store.state;
    const found = this.trajectory && robot ? violations(this.trajectory, limitsOf(robot)) : [];
    const keys = this.opened ? [] : this.store.state.keyframes;
    const first = keys[0]?.time ?? 0;
    this.marks.replaceChildren(
      ...found.slice(0, MAX_MARKS).map((violation) => this.mark(violation)),
      ...keys.map(({ time }) => {
        const mark = h("span", { class: "key-mark" });
        mark.style.left = `${((time - first) / (this.length() || 1)) * 100}%`;
        return mark;
      }),
    );
    const count = (kind: Violation["kind"]) => new Set(found.filter((one) => one.kind === kind).map(({ joint }) => joint)).size;
    const [beyond, fast] = [count("limit"), count("velocity")];
    this.verdict.hidden = !this.trajectory;
    this.verdict.classList.toggle("bad", found.length > 0);
    this.verdict.textContent = found.length === 0 ? "Within the limits and speeds of all joints."
      : [beyond > 0 ? `${plural(beyond, "joint")} beyond ${beyond === 1 ? "its" : "their"} limits` : "", fast > 0 ? `${plural(fast, "joint")} too fast` : ""].filter(Boolean).join(", ") + ".";
  }

  private mark(violation: Violation): HTMLElement {
    const { joint, kind, from, to } = violation;
    const coordinate = this.store.state.robot?.find(joint);
    const text = describeViolation(violation, coordinate?.angular ?? false, this.store.state);
    const mark = h("button", {
      class: `time-mark ${kind}`, title: text, "aria-label": text, tabindex: -1,
      onclick: () => {
        this.seek(from);
        if (coordinate) this.store.change({ selection: { kind: "joint", name: coordinate.joint.name } });
      },
    });
    const length = this.length() || 1;
    mark.style.left = `${(from / length) * 100}%`;
    mark.style.width = `max(5px, ${((to - from) / length) * 100}%)`;
    return mark;
  }

  private step(time: number): void {
    if (!this.playing) return;
    const next = this.now + ((time - this.lastFrame) / 1000) * Number(this.speed.value);
    this.lastFrame = time;
    if (next >= this.length() && !this.loop.checked) {
      this.seek(this.length());
      this.toggle();
      return;
    }
    this.seek(next >= this.length() ? 0 : next);
    requestAnimationFrame((later) => this.step(later));
  }

  private length(): number {
    return this.trajectory ? duration(this.trajectory) : 0;
  }
}

function describeViolation({ joint, kind, from, worst, allowed }: Violation, angular: boolean, { degrees }: State): string {
  const unit = angular ? (degrees ? "°" : " rad") : " m";
  const show = (value: number) => short(angular && degrees ? value / DEGREE : value) + unit;
  return kind === "limit" ? `${joint} is at ${show(worst)} from ${from.toFixed(2)} s on; its limit is ${show(allowed)}` : `${joint} moves at ${show(worst)}/s from ${from.toFixed(2)} s on; its limit is ${show(allowed)}/s`;
}
