// The page's access to the engine: an instance on its own thread for computations within a frame, and a worker, started
// on first use, for the rest. Both run the same module.
//
// Served by limb view, worker and module are separate files; a single-file page contains them as elements.
import { Limb, type Change } from "../../engine/src/index.js";
import type { Touching } from "../analysis/collisions";
import type { Edit } from "../edit/edits";
import type { Argument } from "../files/xacro";
import { begun, inTree, type Opened, type RobotData } from "../robot/data";
import { Kinematics } from "./kinematics";

// The exact text of a file, and the keys of the findings that need no other file.
export interface Exact {
  text: string;
  findings: string[];
}

export interface Made {
  text: string;
  data: RobotData;
  glb: ArrayBuffer | undefined; // only if shapes changed and their files are known
}

// A robot that cannot be shown, with its findings and its source.
export class Unreadable extends Error {
  constructor(message: string, readonly data: RobotData) {
    super(message);
  }
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class Engine {
  // fetched and compiled while the robot is being fetched
  private readonly module = fetchModule();
  private readonly limb = this.module.then((module) => Limb.create(module));
  private worker: Promise<Worker> | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;
  // Creates the kinematics of a robot; the caller frees it.
  async kinematics(data: RobotData): Promise<Kinematics> {
    return new Kinematics(await this.limb, data.source.join("\n"), data.file);
  }

  async open(files: Map<string, File>): Promise<Opened> {
    return opened(await this.ask("open", [...files]));
  }

  // Opens the same files again, with other arguments for xacro.
  async openAgain(xacro: Record<string, string>): Promise<Opened> {
    return opened(await this.ask("openAgain", xacro));
  }

  // Returns the arguments of the .xacro among the files opened last (none for a .urdf), with the number of robots so
  // far.
  xacroArguments(): Promise<[tries: number, list: Argument[]]> {
    return this.ask("xacroArguments");
  }

  // Returns the robot's exact text, since its lines do not include their ends. Throws if the line ends are mixed.
  exact({ source, hash, file }: RobotData): Promise<Exact> {
    return this.ask<Exact>("exact", source, hash, file);
  }

  // Applies one edit to a text and returns the resulting robot.
  async edit(text: string, name: string, edit: Edit): Promise<Made> {
    const made = await this.ask<Made>("edit", text, name, edit);
    return { ...made, data: inTree(made.data) };
  }

  // Samples reachable positions of a link: x, y, z of each point in the robot's world.
  reach({ source, file }: RobotData, link: string, count: number): Promise<Float32Array<ArrayBuffer>> {
    return this.ask("reach", source.join("\n"), file, link, count);
  }

  // Returns the semantic changes between two texts of a robot.
  changes(before: RobotData, after: RobotData): Promise<Change[]> {
    return this.ask("changes", before.source.join("\n"), after.source.join("\n"), after.file);
  }

  // Sets the robot for the queries below, with the triangles of its collision meshes.
  openCollision({ source, file }: RobotData, meshes: [string, Float32Array, Uint32Array][]): Promise<{ missing: number; pairs: number }> {
    return this.ask("openCollision", source.join("\n"), file, meshes);
  }

  touching(q: number[], nearest: boolean): Promise<Omit<Touching, "usual">> {
    return this.ask("touching", q, nearest);
  }

  // Returns for each value of one coordinate whether any links touch.
  touchingAlong(q: number[], index: number, values: number[]): Promise<boolean[]> {
    return this.ask("touchingAlong", q, index, values);
  }

  private async ask<T>(name: string, ...args: unknown[]): Promise<T> {
    this.worker ??= this.start();
    const worker = await this.worker;
    return this.send<T>(worker, name, args);
  }

  private send<T>(worker: Worker, name: string, args: unknown[]): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const id = this.nextId++;
      this.waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      worker.postMessage({ id, name, args });
    });
  }

  private async start(): Promise<Worker> {
    const script = document.getElementById("limb-engine")?.textContent;
    const address = script ? URL.createObjectURL(new Blob([script], { type: "text/javascript" })) : "engine.js";
    const worker = new Worker(address);
    worker.onmessage = ({ data }: MessageEvent<{ id: number; result?: unknown; error?: string }>) => {
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error === undefined) waiting?.resolve(data.result);
      else waiting?.reject(new Error(data.error));
    };
    worker.onerror = () => {
      for (const { reject } of this.waiting.values()) reject(new Error("the engine could not be started"));
      this.waiting.clear();
    };
    await this.send(worker, "start", [await this.module]);
    return worker;
  }
}

function opened(answer: Opened | { reason: string; data: RobotData }): Opened {
  if ("reason" in answer) throw new Unreadable(answer.reason, answer.data);
  return { data: inTree(answer.data), glb: answer.glb };
}

async function fetchModule(): Promise<WebAssembly.Module> {
  const embedded = document.getElementById("limb-wasm")?.textContent;
  if (!embedded) return begun()?.engine ?? WebAssembly.compileStreaming(fetch("limb-xacro.wasm"));
  const packed = Uint8Array.from(atob(embedded.trim()), (letter) => letter.charCodeAt(0));
  const bytes = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  return WebAssembly.compile(await bytes);
}
