// Trajectory playback: a table of joint values over time from CSV or JSON, a time bar, play and pause.
//
// CSV: a header with time (t, time, time_s or stamp; else rows are 0.02 s apart) and joint names. JSON: {"joint_names":
// [...], "points": [{"positions": [...], "time_from_start": s or {sec, nanosec}}]} as in ROS, or a list of
// {"time": s, "name": value, ...}.
import { byId, h, icon, toast } from "./dom";

export interface Trajectory {
  names: string[];
  time: number[];
  rows: number[][];
}

const TIME_NAMES = ["t", "time", "time_s", "stamp", "seconds"];
const DEFAULT_STEP = 0.02;

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

  constructor(private readonly pose: (values: Record<string, number>) => void) {
    this.speed.value = "1";
    this.bar.append(
      this.button, this.slider, this.clock, this.speed, h("label", {}, this.loop, " loop"),
      h("button", { class: "tool", "aria-label": "close the trajectory", onclick: () => this.close() }, "✕"),
    );
  }

  get loaded(): boolean {
    return this.trajectory !== undefined;
  }

  open(name: string, text: string, known: (joint: string) => boolean): void {
    let trajectory: Trajectory;
    try {
      trajectory = parse(text);
    } catch (error) {
      toast(`${name}: ${error instanceof Error ? error.message : String(error)}`, "error");
      return;
    }
    const used = trajectory.names.filter(known).length;
    if (trajectory.rows.length === 0 || used === 0) {
      toast(`${name}: no column of it is a joint of this robot.`, "error");
      return;
    }
    this.trajectory = trajectory;
    this.slider.max = String(this.length());
    this.bar.hidden = false;
    this.seek(0);
    toast(`${name}: ${trajectory.rows.length} rows, ${used} of ${trajectory.names.length} columns are joints.`);
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
    this.pose(at(trajectory, this.now));
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
    return this.trajectory?.time[this.trajectory.time.length - 1] ?? 0;
  }
}

// The row at a time, straight lines between the given ones.
function at({ names, time, rows }: Trajectory, now: number): Record<string, number> {
  let high = time.findIndex((t) => t >= now);
  if (high < 0) high = time.length - 1;
  const low = Math.max(high - 1, 0);
  const span = time[high]! - time[low]!;
  const part = span > 0 ? Math.min(Math.max((now - time[low]!) / span, 0), 1) : 1;
  const values: Record<string, number> = {};
  names.forEach((name, i) => {
    const a = rows[low]![i] ?? 0;
    const b = rows[high]![i] ?? a;
    values[name] = a + (b - a) * part;
  });
  return values;
}

function parse(text: string): Trajectory {
  return /^\s*[[{]/.test(text) ? parseJson(text) : parseCsv(text);
}

function parseCsv(text: string): Trajectory {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() && !line.startsWith("#"));
  const separator = lines[0]?.includes("\t") ? "\t" : lines[0]?.includes(";") ? ";" : ",";
  const cells = lines.map((line) => line.split(separator).map((cell) => cell.trim().replace(/^"|"$/g, "")));
  const header = cells.shift() ?? [];
  const timeColumn = header.findIndex((cell) => TIME_NAMES.includes(cell.toLowerCase()));
  const numbers = cells.map((row) => row.map(Number));
  const keep = (_: unknown, i: number) => i !== timeColumn;
  return withTime(header.filter(keep), numbers.map((row) => row.filter(keep)),
    timeColumn < 0 ? undefined : numbers.map((row) => row[timeColumn]!));
}

interface RosPoint {
  positions: number[];
  time_from_start?: number | { sec?: number; secs?: number; nanosec?: number; nsecs?: number };
}

function parseJson(text: string): Trajectory {
  const value = JSON.parse(text) as { joint_names?: string[]; points?: RosPoint[] } | Record<string, number>[];
  if (Array.isArray(value)) {
    const names = [...new Set(value.flatMap((row) => Object.keys(row)))].filter((key) => !TIME_NAMES.includes(key));
    const timeName = TIME_NAMES.find((key) => value[0] && key in value[0]);
    return withTime(names, value.map((row) => names.map((key) => row[key] ?? 0)), timeName ? value.map((row) => row[timeName]!) : undefined);
  }
  const points = value.points ?? [];
  const seconds = points.map((point) => point?.time_from_start).map((t) =>
    typeof t === "number" ? t : (t?.sec ?? t?.secs ?? 0) + (t?.nanosec ?? t?.nsecs ?? 0) * 1e-9);
  return withTime(value.joint_names ?? [], points.map((point) => point?.positions), seconds);
}

// Times count from the first row, and every cell is a number.

function withTime(names: string[], rows: number[][], time: number[] | undefined): Trajectory {
  const wrong = (value: unknown) => typeof value !== "number" || !Number.isFinite(value);
  rows.forEach((row, i) => {
    if (!Array.isArray(row) || row.some(wrong) || (time && wrong(time[i]))) throw new Error(`row ${i + 1} is not of numbers.`);
  });
  const start = time?.[0] ?? 0;
  return { names, rows, time: rows.map((_, i) => (time ? time[i]! - start : i * DEFAULT_STEP)) };
}
