// Trajectory playback: a time bar, play and pause. What is played is read by trajectory.ts.
import { byId, h, icon, toast } from "./dom";
import { plural } from "./format";
import { move } from "./pose";
import type { Store } from "./store";
import { at, duration, parse, type Trajectory } from "./trajectory";

export class Playback {
  private trajectory: Trajectory | undefined;
  private now = 0;
  private playing = false;
  private lastFrame = 0;
  private readonly bar = byId("playback");
  private readonly slider = h("input", { type: "range", class: "slider", min: 0, step: "any", "aria-label": "time in the trajectory", oninput: () => this.seek(Number(this.slider.value)) });
  private readonly clock = h("output", { class: "clock" }, "0.00 s");
  private readonly button = h("button", { class: "tool", "aria-label": "play", onclick: () => this.toggle() }, icon("play"));
  private readonly speed = h("select", { "aria-label": "speed" }, ...["0.25", "0.5", "1", "2", "4"].map((s) => h("option", { value: s }, `${s}×`)));
  private readonly loop = h("input", { type: "checkbox", checked: true });

  constructor(private readonly store: Store) {
    this.speed.value = "1";
    this.bar.append(
      this.button, this.slider, this.clock, this.speed, h("label", {}, this.loop, " loop"),
      h("button", { class: "tool", "aria-label": "close the trajectory", onclick: () => this.close() }, "✕"),
    );
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
    this.trajectory = trajectory;
    this.slider.max = String(this.length());
    this.bar.hidden = false;
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
    this.now = Math.min(Math.max(time, 0), this.length());
    this.slider.value = String(this.now);
    this.slider.style.setProperty("--fill", `${(this.now / (this.length() || 1)) * 100}%`);
    this.clock.textContent = `${this.now.toFixed(2)} s`;
    move(this.store, at(trajectory, this.now));
  }

  close(): void {
    if (this.playing) this.toggle();
    this.trajectory = undefined;
    this.bar.hidden = true;
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
