// Converts between the page's coordinates and the engine's: the page gives the rotation of a floating joint as roll,
// pitch and yaw, the model has a quaternion. All other coordinates are the same numbers under the same names.
import type { Pose } from "../state/state";

const TURNS = ["/roll", "/pitch", "/yaw"] as const;

// Writes a pose into the engine's q; coordinates missing in the pose keep their value in q.
export function toConfiguration(names: readonly string[], pose: Pose, q: Float64Array): Float64Array {
  names.forEach((name, i) => {
    const value = pose[name];
    if (value !== undefined && Number.isFinite(value)) q[i] = value;
    if (!name.endsWith("/qx")) return;
    const [roll, pitch, yaw] = TURNS.map((turn) => pose[name.slice(0, -3) + turn] ?? 0);
    q.set(quaternion(roll!, pitch!, yaw!), i);
  });
  return q;
}

export function toPose(names: readonly string[], q: Float64Array): Record<string, number> {
  const pose: Record<string, number> = {};
  names.forEach((name, i) => {
    if (/\/q[xyzw]$/.test(name)) {
      if (!name.endsWith("/qx")) return;
      angles(q.subarray(i, i + 4)).forEach((angle, k) => (pose[name.slice(0, -3) + TURNS[k]!] = angle));
    } else {
      pose[name] = q[i]!;
    }
  });
  return pose;
}

// about the fixed axes x, y, z
function quaternion(roll: number, pitch: number, yaw: number): number[] {
  const [sr, sp, sy] = [roll, pitch, yaw].map((angle) => Math.sin(angle / 2)) as [number, number, number];
  const [cr, cp, cy] = [roll, pitch, yaw].map((angle) => Math.cos(angle / 2)) as [number, number, number];
  return [sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy];
}

function angles([x, y, z, w]: Float64Array): number[] {
  const sine = Math.max(-1, Math.min(1, 2 * (w! * y! - z! * x!)));
  return [
    Math.atan2(2 * (w! * x! + y! * z!), 1 - 2 * (x! * x! + y! * y!)), Math.asin(sine),
    Math.atan2(2 * (w! * z! + x! * y!), 1 - 2 * (y! * y! + z! * z!)),
  ];
}

// Returns the engine's 12 numbers, row by row, for a position and a quaternion.
export function poseOf(xyz: readonly number[], quat: readonly number[]): number[] {
  const size = Math.hypot(...quat);
  const [x, y, z, w] = quat.map((part) => part / size) as [number, number, number, number];
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), xyz[0]!,
    2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), xyz[1]!,
    2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), xyz[2]!,
  ];
}
