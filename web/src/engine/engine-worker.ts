// The engine in a worker, for computations longer than a frame: limb in WebAssembly, so that even a large robot does
// not block the page. Short computations run on the page's own thread (kinematics.ts).
//
// Messages are { id, name, args }, answers { id, result } or { id, error }. There is one robot at a time; calls are
// answered in order.
import { MemoryFiles } from "../../engine/src/files.js";
import { Limb, type Change, type Files, type Robot } from "../../engine/src/index.js";
import type { Touching } from "../analysis/collisions";
import { applyParts, makeEdit, type Edit } from "../edit/edits";
import { robotsAmong } from "../files/first-robot";
import { declaredArguments, type Argument } from "../files/xacro";
import { unzip } from "../files/zip";
import { findingKey, type Opened, type RobotData } from "../robot/data";
import type { Made } from "./engine";
import { withoutRobot } from "./without-robot";

declare class FileReaderSync {
  readAsArrayBuffer(file: Blob): ArrayBuffer;
}

// A robot that cannot be shown, with the reason and its findings.
interface Refused {
  reason: string;
  data: RobotData;
}

let limb: Limb;
let dropped: Files | undefined; // files of the robot that was opened last
let droppedPath = "";
let tried: { files: DroppedFiles; path: string } | undefined; // the last robot to be opened, successfully or not
let tries = 0; // number of attempts
let colliding: Robot | undefined; // the robot for collision queries

// Dropped files are read on demand: a folder may contain many that the robot does not need.
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

  text(path: string): string {
    return new TextDecoder().decode(this.read(path));
  }
}

const calls = {
  async start(wasm: WebAssembly.Module): Promise<void> {
    limb = await Limb.create(wasm);
  },

  async open(files: [string, File][]): Promise<Opened | Refused> {
    const given = new DroppedFiles();
    for (const [path, file] of files) {
      if (!/\.zip$/i.test(path)) given.add(`/${path}`, file);
      else for (const [name, bytes] of await unzip(file)) given.set(`/${name}`, bytes);
    }
    const [path] = robotsAmong(given.paths(), (name) => given.text(name));
    if (!path) throw new Error("There is no .urdf or .xacro among these files.");
    tried = { files: given, path };
    tries++;
    return calls.openAgain({});
  },

  // Opens the same files again, with other arguments for xacro.
  async openAgain(xacro: Record<string, string>): Promise<Opened | Refused> {
    const { files, path } = tried!;
    const opened = show(await limb.load(path, files, { xacro }), path, files);
    if ("reason" in opened) return opened;
    dropped = files;
    droppedPath = path;
    return opened;
  },

  // Returns the arguments of the files opened last, and the number of the attempt.
  xacroArguments(): [tries: number, list: Argument[]] {
    if (!tried || !/\.xacro$/i.test(tried.path)) return [tries, []];
    const { files, path } = tried;
    return [tries, declaredArguments(path, files.paths().filter((name) => /\.xacro$/i.test(name)), (name) => files.text(name))];
  },

  // Restores the exact text. Lines do not include their ends; the hash identifies which of the usual line ends the file
  // has.
  exact(lines: string[], hash: string, name: string): { text: string; findings: string[] } {
    for (const end of ["\n", "\r\n"]) {
      for (const last of [end, ""]) {
        const text = lines.join(end) + last;
        const robot = limb.parse(text, { name });
        try {
          const data = robot.exists ? (robot.describe() as unknown as RobotData) : undefined;
          if (data?.hash === hash) return { text, findings: data.findings.map(findingKey) };
        } finally {
          robot.free();
        }
      }
    }
    throw new Error("The lines of this file end in different ways. Edit it in an editor.");
  },

  edit(text: string, name: string, edit: Edit): Made {
    const files = sameFile(name) ? dropped : undefined;
    const bytes = new TextEncoder().encode(text);
    const begin = edit.kind === "fix" ? applyParts(bytes, edit.parts) : edit.kind === "text" ? new TextEncoder().encode(edit.text) : bytes;
    const robot = limb.parse(begin, { name, ...(files ? { files } : {}) });
    try {
      if ((edit.kind === "fix" || edit.kind === "text") && !robot.exists) throw new Error(`The ${edit.kind} leaves a text that is not a robot.`);
      if (edit.kind === "all fixes") robot.fix();
      else if (edit.kind !== "fix" && edit.kind !== "text") makeEdit(robot, edit);
      if (files) robot.checkFiles();
      const anew = edit.kind === "text" ? edit.scene : files && /fix/.test(edit.kind);
      const glb = anew ? (robot.toGLB().buffer as ArrayBuffer) : undefined;
      return { text: robot.source(), data: robot.describe() as unknown as RobotData, glb };
    } finally {
      robot.free();
    }
  },

  reach(text: string, name: string, link: string, count: number): Float32Array {
    const robot = limb.parse(text, { name });
    try {
      return robot.reach(link, count);
    } finally {
      robot.free();
    }
  },

  changes(before: string, after: string, name: string): Change[] {
    const robot = limb.parse(after, { name });
    try {
      return robot.changesSince(before);
    } finally {
      robot.free();
    }
  },

  openCollision(text: string, name: string, meshes: [string, Float32Array, Uint32Array][]): { missing: number; pairs: number } {
    colliding?.free();
    colliding = limb.parse(text, { name });
    for (const [uri, position, triangle] of meshes) colliding.addMesh(uri, position, triangle);
    return colliding.collisionScene();
  },

  touching(q: number[], nearest: boolean): Omit<Touching, "usual"> {
    return { contacts: colliding!.touching(q), nearest: nearest ? colliding!.nearest(q) : undefined };
  },

  touchingAlong(q: number[], index: number, values: number[]): boolean[] {
    return colliding!.touchingAlong(q, index, values);
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

function sameFile(name: string): boolean {
  return name === droppedPath;
}

// A robot that cannot be shown does not replace the previous one.
function show(next: Robot, path: string, files: DroppedFiles): Opened | Refused {
  try {
    return describe(next);
  } catch (error) {
    const all = next.findings();
    const first = all.find(({ severity }) => severity === "error");
    if (!first) throw error;
    const place = first.line > 0 ? `line ${first.line}: ` : "";
    return { reason: `It cannot be shown: ${place}${first.message}.`, data: withoutRobot(path, all, (name) => files.text(name)) };
  } finally {
    next.free();
  }
}

function describe(shown: Robot): Opened {
  if (shown.exists) shown.checkFiles();
  const glb = shown.toGLB();
  return { data: shown.describe() as unknown as RobotData, glb: glb.buffer as ArrayBuffer };
}
