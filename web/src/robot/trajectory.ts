// Joint trajectories: read from CSV or JSON, and evaluated at any time.
//
// CSV: a header with time (t, time, time_s or stamp; without it rows are 0.02 s apart) and joint names. JSON:
// {"joint_names": [...], "points": [{"positions": [...], "time_from_start": s or {sec, nanosec}}]} as in ROS, or a list
// of {"time": s, "name": value, ...}.

export interface Trajectory {
  names: string[];
  time: number[];
  rows: number[][];
}

const TIME_NAMES = ["t", "time", "time_s", "stamp", "seconds"];
const DEFAULT_STEP = 0.02;

// Returns the values at a time, by linear interpolation.
export function at({ names, time, rows }: Trajectory, now: number): Record<string, number> {
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

export function duration({ time }: Trajectory): number {
  return time[time.length - 1] ?? 0;
}

export function parse(text: string): Trajectory {
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

// Checks that all cells are numbers, and makes times relative to the first row.
function withTime(names: string[], rows: number[][], time: number[] | undefined): Trajectory {
  const wrong = (value: unknown) => typeof value !== "number" || !Number.isFinite(value);
  rows.forEach((row, i) => {
    if (!Array.isArray(row) || row.some(wrong) || (time && wrong(time[i]))) throw new Error(`row ${i + 1} is not of numbers.`);
  });
  const start = time?.[0] ?? 0;
  return { names, rows, time: rows.map((_, i) => (time ? time[i]! - start : i * DEFAULT_STEP)) };
}
