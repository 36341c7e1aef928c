// The engine beside the page, for what takes longer than a frame: limb in WebAssembly, in a worker, so that no robot however
// large makes the page wait. What fits in a frame is computed on the page's own thread (kinematics.ts).
//
// Messages are { id, name, args }, answers { id, result } or { id, error }. One robot at a time; calls are answered in order.
import { Limb, type Files, type Robot } from "../engine/src/index.js";
import { MemoryFiles } from "../engine/src/files.js";
import type { Opened, RobotData } from "./data";
import { unzip } from "./zip";

declare class FileReaderSync {
  readAsArrayBuffer(file: Blob): ArrayBuffer;
}

let limb: Limb;
let robot: Robot | undefined;

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
  async start(wasm: WebAssembly.Module): Promise<void> {
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
