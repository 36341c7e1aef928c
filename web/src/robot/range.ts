// How far a slider reaches and in which steps it moves.

export interface Bounds {
  lower: number; // radians or meters
  upper: number;
  angular: boolean;
  bounded: boolean; // by the file; else lower and upper are only the slider's
}

const TURN = 2 * Math.PI;
const MAX_ANGLE = 2 * TURN; // to each side, where limits are wider than anybody can aim at
const MAX_WAY = 10; // meters, likewise
const MIN_STEPS = 20; // a slider with fewer places takes finer steps

// With limits: those, cut where they are absurd. Without: half a range more at each end, angles not beyond a turn.
export function sliderRange(c: Bounds, ignoreLimits: boolean): [number, number] {
  const [lower, upper] = saneLimits(c);
  if (!ignoreLimits || !c.bounded) return [lower, upper];
  const more = Math.max((upper - lower) / 2, c.angular ? 0.5 : 0.01);
  const most = c.angular ? TURN : Infinity;
  return [Math.min(lower, Math.max(lower - more, -most)), Math.max(upper, Math.min(upper + more, most))];
}

function saneLimits({ lower, upper, angular }: Bounds): [number, number] {
  const most = angular ? MAX_ANGLE : MAX_WAY;
  if (upper - lower <= (angular ? 2 * MAX_ANGLE : 1000)) return [lower, upper];
  const [low, high] = [Math.max(lower, -most), Math.min(upper, most)];
  if (low < high) return [low, high];
  return lower > 0 ? [lower, lower + 2 * most] : [upper - 2 * most, upper];
}

// A degree, a hundredth of a radian or a millimeter, in the unit that is shown; finer where the range is small.
export function sliderStep(span: number, angular: boolean, degrees: boolean): number {
  let step = angular ? (degrees ? 1 : 0.01) : 0.001;
  for (let i = 0; i < 4 && span / step < MIN_STEPS; i++) step /= 10;
  return step;
}

// The nearest step; the ends of the range can always be reached.
export function snap(value: number, step: number, lower: number, upper: number): number {
  if (value <= lower || value >= upper) return Math.min(Math.max(value, lower), upper);
  const snapped = Number((Math.round(value / step) * step).toPrecision(12));
  return Math.min(Math.max(snapped, lower), upper);
}
