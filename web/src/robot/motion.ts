// Motions from keyframes, and where a motion violates the robot's limits: pure functions over trajectories.
import type { Pose } from "../state/state";
import type { Trajectory } from "./trajectory";

export interface Keyframe {
  name: string;
  time: number; // seconds
  pose: Pose;
}

// The limits of a joint; a missing number means no limit.
export interface JointLimit {
  id: string;
  lower?: number | undefined;
  upper?: number | undefined;
  velocity?: number | undefined;
  follows?: { id: string; multiplier: number; offset: number } | undefined; // set for a mimic joint
}

export interface Violation {
  joint: string;
  kind: "limit" | "velocity";
  from: number; // seconds
  to: number;
  worst: number; // maximum position or speed
  allowed: number;
}

const STEP = 0.02; // seconds between generated rows
const SLACK = 1e-6;
const PEAK = 1.5; // peak speed of a cubic from rest to rest, relative to its mean speed

// Interpolates poses, at rest at both ends, by cubics that do not overshoot: values between two keyframes stay between
// theirs (Fritsch and Carlson 1980).
export function fromKeyframes(keys: readonly Keyframe[]): Trajectory {
  const sorted = [...keys].sort((a, b) => a.time - b.time);
  const names = [...new Set(sorted.flatMap(({ pose }) => Object.keys(pose)))];
  const start = sorted[0]?.time ?? 0;
  const times = sorted.map(({ time }) => time - start);
  const end = times[times.length - 1] ?? 0;
  const time = Array.from({ length: Math.floor(end / STEP + 1e-9) + 1 }, (_, i) => i * STEP);
  if (end - time[time.length - 1]! > 1e-9) time.push(end);
  const columns = names.map((name) => smooth(times, sorted.map(({ pose }) => pose[name] ?? 0), time));
  return { names, time, rows: time.map((_, i) => columns.map((column) => column[i]!)) };
}

function smooth(times: number[], values: number[], wanted: number[]): number[] {
  const slopes = slopesOf(times, values);
  let k = 0;
  return wanted.map((t) => {
    while (k < times.length - 2 && t > times[k + 1]!) k++;
    const span = (times[k + 1] ?? 0) - (times[k] ?? 0);
    if (!(span > 0)) return values[k] ?? 0;
    const s = Math.min(Math.max((t - times[k]!) / span, 0), 1);
    const [a, b] = [values[k]!, values[k + 1]!];
    return a + (b - a) * s * s * (3 - 2 * s) + span * (slopes[k]! * s * (1 - s) ** 2 - slopes[k + 1]! * s * s * (1 - s));
  });
}

// Slopes are zero at the ends and where the direction reverses; otherwise the harmonic mean of the adjacent slopes.
function slopesOf(times: number[], values: number[]): number[] {
  const secant = values.slice(1).map((value, i) => (value - values[i]!) / Math.max(times[i + 1]! - times[i]!, 1e-9));
  return values.map((_, i) => {
    const [a, b] = [secant[i - 1], secant[i]];
    return a === undefined || b === undefined || a * b <= 0 ? 0 : (2 * a * b) / (a + b);
  });
}

// Returns the seconds between two poses that keep every joint within its speed limit, at least 1, rounded up to a tenth.
export function timeBetween(from: Pose, to: Pose, limits: readonly JointLimit[]): number {
  const needed = limits.map(({ id, velocity }) => (velocity ? (PEAK * Math.abs((to[id] ?? 0) - (from[id] ?? 0))) / velocity : 0));
  return Math.ceil(Math.max(1, ...needed) * 10 - 1e-9) / 10;
}

// Returns the time intervals in which joints exceed their position or speed limits, joint by joint.
export function violations(trajectory: Trajectory, limits: readonly JointLimit[]): Violation[] {
  return limits.flatMap((limit) => {
    const value = columnOf(trajectory, limit);
    return value ? [...beyond(trajectory, limit, value), ...tooFast(trajectory, limit, value)] : [];
  });
}

function columnOf({ names, rows }: Trajectory, { id, follows }: JointLimit): number[] | undefined {
  const column = names.indexOf(follows?.id ?? id);
  if (column < 0) return undefined;
  return rows.map((row) => (follows ? follows.multiplier * row[column]! + follows.offset : row[column]!));
}

function beyond({ time }: Trajectory, { id, lower = -Infinity, upper = Infinity }: JointLimit, value: number[]): Violation[] {
  const over = value.map((v) => Math.max(lower - v, v - upper));
  return stretches(over).map(([first, last]) => {
    const worst = worstOf(over, first, last);
    return { joint: id, kind: "limit" as const, from: time[first]!, to: time[last]!, worst: value[worst]!, allowed: value[worst]! < lower ? lower : upper };
  });
}

function tooFast({ time }: Trajectory, { id, velocity }: JointLimit, value: number[]): Violation[] {
  if (velocity === undefined) return [];
  const speed = value.slice(1).map((v, i) => Math.abs(v - value[i]!) / Math.max(time[i + 1]! - time[i]!, 1e-9));
  const over = speed.map((s) => s - velocity * (1 + SLACK));
  return stretches(over).map(([first, last]) => ({
    joint: id, kind: "velocity" as const, from: time[first]!, to: time[last + 1]!, worst: speed[worstOf(over, first, last)]!, allowed: velocity,
  }));
}

function stretches(over: number[]): [number, number][] {
  const found: [number, number][] = [];
  over.forEach((value, i) => {
    if (!(value > SLACK)) return;
    const last = found[found.length - 1];
    if (last && last[1] === i - 1) last[1] = i;
    else found.push([i, i]);
  });
  return found;
}

function worstOf(over: number[], first: number, last: number): number {
  let worst = first;
  for (let i = first; i <= last; i++) if (over[i]! > over[worst]!) worst = i;
  return worst;
}

// Writes a format that the page and the command can read.
export function toCsv({ names, time, rows }: Trajectory): string {
  const cell = (value: number) => String(Number(value.toFixed(6)) + 0);
  const name = (text: string) => (/[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [["time", ...names.map(name)].join(","), ...rows.map((row, i) => [time[i]!, ...row].map(cell).join(","))].join("\n") + "\n";
}

