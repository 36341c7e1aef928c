// The range and step of a slider.

export interface Bounds {
  lower: number; // radians or meters
  upper: number;
  angular: boolean;
  bounded: boolean; // by the file; otherwise lower and upper are only the slider's
}

const TURN = 2 * Math.PI;
const MAX_ANGLE = 2 * TURN; // in each direction, for limits too wide to be useful
const MAX_WAY = 10; // meters, likewise
const MIN_STEPS = 20; // a slider with fewer positions gets finer steps

// Returns the limits, clipped if they are extreme. If limits are ignored: half a range more at each end, angles up to a
// full turn.
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

// Returns a degree, a hundredth of a radian or a millimeter, in the display unit; less for small ranges.
export function sliderStep(span: number, angular: boolean, degrees: boolean): number {
  let step = angular ? (degrees ? 1 : 0.01) : 0.001;
  for (let i = 0; i < 4 && span / step < MIN_STEPS; i++) step /= 10;
  return step;
}

// Returns the nearest step; the ends of the range are always reachable.
export function snap(value: number, step: number, lower: number, upper: number): number {
  if (value <= lower || value >= upper) return Math.min(Math.max(value, lower), upper);
  const snapped = Number((Math.round(value / step) * step).toPrecision(12));
  return Math.min(Math.max(snapped, lower), upper);
}
