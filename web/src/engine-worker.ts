// The engine beside the page: limb in WebAssembly, in a worker, so that no robot however large makes the page wait.
//
// Messages are { id, name, args }, answers { id, result } or { id, error }. One robot at a time; calls are answered in order.
import { Limb, type Files, type Robot } from "../engine/src/index.js";
import { MemoryFiles } from "../engine/src/files.js";
import type { IkAnswer, IkRequest, Opened, RobotData } from "./data";
import { unzip } from "./zip";

declare class FileReaderSync {
  readAsArrayBuffer(file: Blob): ArrayBuffer;
}

let limb: Limb;
let robot: Robot | undefined;
const IK_SECONDS = 0.1; // a hand that drags does not wait longer

// Dropped files are read when the engine asks for them: a folder may hold much that no robot needs.
class DroppedFiles extends MemoryFiles {
  private readonly waiting = new Map<string, File>();

  add(path: string, file: File): void {
    this.set(path, new Uint8Array(0));
    this.waiting.set(path, file);
  }

  override stat(path: string): { folder: boolean; size: number } | undefined {
    const file = this.waiting.get(path);
    return file ? { folder: false, size: file.size } : super.stat(path);
  }

  override read(path: string): Uint8Array {
    const file = this.waiting.get(path);
    return file ? new Uint8Array(new FileReaderSync().readAsArrayBuffer(file)) : super.read(path);
  }
}

const calls = {
  async start(wasm: ArrayBuffer): Promise<void> {
    limb = await Limb.create(wasm);
  },

  // A robot that came by other ways: its text is enough to compute with it.
  adopt(text: string, name: string): void {
    replace(limb.parse(text, { name }));
  },

  async open(files: [string, File][]): Promise<Opened> {
    const dropped = new DroppedFiles();
    for (const [path, file] of files) {
      if (!/\.zip$/i.test(path)) dropped.add(`/${path}`, file);
      else for (const [name, bytes] of await unzip(file)) dropped.set(`/${name}`, bytes);
    }
    const path = firstRobot(dropped.paths());
    if (!path) throw new Error("There is no .urdf among these files.");
    return show(limb.load(path, dropped as Files));
  },

  fix(): Opened & { fixed: number } {
    const fixed = robot!.fix();
    return { ...describe(robot!), fixed };
  },

  text(): string {
    return robot!.source();
  },

  solve({ link, xyz, quat, joints }: IkRequest): IkAnswer {
    const names = robot!.qNames;
    const start = configuration(names, joints, robot!.neutral());
    const answer = robot!.ik(link, poseOf(xyz, quat), { start, tries: 1, seconds: IK_SECONDS });
    return { solved: answer.solved, joints: values(names, answer.q), error: answer.positionError, reason: answer.reason };
  },
};

onmessage = async ({ data: { id, name, args } }: MessageEvent<{ id: number; name: keyof typeof calls; args: never[] }>) => {
  try {
    const result = await (calls[name] as (...args: never[]) => unknown)(...args);
    const glb = (result as Opened | undefined)?.glb;
    postMessage({ id, result }, { transfer: glb ? [glb] : [] });
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};

function replace(next: Robot): void {
  robot?.free();
  robot = next;
}

// The robot that cannot be shown leaves the one before.
function show(next: Robot): Opened {
  try {
    const opened = describe(next);
    replace(next);
    return opened;
  } catch (error) {
    const first = next.findings().find(({ severity }) => severity === "error");
    next.free();
    const place = first && first.line > 0 ? `line ${first.line}: ` : "";
    throw first ? new Error(`It cannot be shown: ${place}${first.message}.`) : error;
  }
}

function describe(shown: Robot): Opened {
  if (shown.exists) shown.checkFiles();
  const glb = shown.toGLB();
  return { data: shown.describe() as unknown as RobotData, glb: glb.buffer as ArrayBuffer };
}

// The one nearest to the top, by name where there are several.
function firstRobot(paths: string[]): string | undefined {
  const depth = (path: string): number => path.split("/").length;
  return paths.filter((path) => /\.urdf$/i.test(path)).sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))[0];
}

// ---- the page tells the rotation of a floating joint as roll, pitch and yaw; the model has a quaternion

const TURNS = ["/roll", "/pitch", "/yaw"] as const;

function configuration(names: string[], joints: Record<string, number>, q: Float64Array): Float64Array {
  names.forEach((name, i) => {
    const value = joints[name];
    if (value !== undefined && Number.isFinite(value)) q[i] = value;
    if (!name.endsWith("/qx")) return;
    const [roll, pitch, yaw] = TURNS.map((turn) => joints[name.slice(0, -3) + turn] ?? 0);
    q.set(quaternion(roll!, pitch!, yaw!), i);
  });
  return q;
}

function values(names: string[], q: Float64Array): Record<string, number> {
  const joints: Record<string, number> = {};
  names.forEach((name, i) => {
    if (/\/q[xyzw]$/.test(name)) {
      if (!name.endsWith("/qx")) return;
      angles(q.subarray(i, i + 4)).forEach((angle, k) => (joints[name.slice(0, -3) + TURNS[k]!] = angle));
    } else {
      joints[name] = q[i]!;
    }
  });
  return joints;
}

// about fixed axes x, y, z
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

function poseOf(xyz: readonly number[], quat: readonly number[]): number[] {
  const size = Math.hypot(...quat);
  const [x, y, z, w] = quat.map((part) => part / size) as [number, number, number, number];
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), xyz[0]!,
    2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), xyz[1]!,
    2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), xyz[2]!,
  ];
}
