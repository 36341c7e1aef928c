// Poses of the robot, restricted to valid values.
import type { Pose } from "../state/state";
import type { ChangeOptions, Store } from "../state/store";
import { sliderRange } from "./range";
import type { Coordinate, Robot } from "./robot";

// Moves the named coordinates, within their limits unless the user disabled limits; the others stay. All parts of the
// page move joints through this function.
export function move(store: Store, values: Pose, options: ChangeOptions & { ignoreLimits?: boolean } = {}): void {
  const { robot, pose, ignoreLimits } = store.state;
  if (!robot) return;
  store.change({ pose: { ...pose, ...allowed(robot, values, options.ignoreLimits ?? ignoreLimits) } }, options);
}

// Returns the values that the robot can take.
export function allowed(robot: Robot, values: Pose, ignoreLimits: boolean): Pose {
  const out: Record<string, number> = {};
  for (const [id, value] of Object.entries(values)) {
    const c = robot.find(id);
    if (!c || c.mimic || !Number.isFinite(value)) continue;
    out[id] = c.bounded && !ignoreLimits ? Math.min(Math.max(value, c.lower), c.upper) : value;
  }
  return out;
}

export function neutralPose(robot: Robot): Pose {
  return every(robot, (c) => robot.neutral(c));
}

export function middlePose(robot: Robot): Pose {
  return every(robot, (c) => robot.center(c));
}

export function randomPose(robot: Robot): Pose {
  return every(robot, (c) => {
    const [lower, upper] = sliderRange(c, false);
    return lower + Math.random() * (upper - lower);
  });
}

function every(robot: Robot, value: (c: Coordinate) => number): Pose {
  return Object.fromEntries(robot.coordinates.filter(({ mimic }) => !mimic).map((c) => [c.id, value(c)]));
}
