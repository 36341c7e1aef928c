// The engine: a module of WebAssembly, its memory, and the calls that give robots.
import { MemoryFiles, type Files } from "./files.js";
import { Robot } from "./robot.js";
import { LimbError, type LoadOptions } from "./types.js";
import { Wasi } from "./wasi.js";

/** A module: its bytes, compiled, or what fetch gives. */
export type Wasm = BufferSource | WebAssembly.Module | Response | PromiseLike<BufferSource | WebAssembly.Module | Response>;

type Exports = Record<string, (...args: number[]) => number> & { memory: WebAssembly.Memory };

/** The module in memory. One engine serves one caller at a time. */
export class Limb {
  private larger: Promise<Limb> | undefined; // the one that reads xacro, once it was needed

  private constructor(readonly call: Exports, private readonly wasi: Wasi, private readonly xacro: (() => Wasm) | undefined) {}

  /**
   * The engine from limb.wasm, which reads URDF, or from limb-xacro.wasm, which is a fifth larger and reads xacro, too. With
   * both, the larger one is asked for when the first .xacro is loaded.
   */
  static async create(wasm: Wasm, xacro?: () => Wasm): Promise<Limb> {
    const wasi = new Wasi(new MemoryFiles());
    const given = await wasm;
    if (given instanceof Response && !given.ok) throw new LimbError(`${given.url}: ${given.status} ${given.statusText}`, 3);
    const bytes = given instanceof Response ? await given.arrayBuffer() : given;
    const module = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.imports });
    const call = instance.exports as unknown as Exports;
    wasi.memory = call.memory;
    call["_initialize"]!();
    return new Limb(call, wasi, xacro);
  }

  version(): string {
    return this.text(this.call["limb_version"]!());
  }

  /** Reads a robot from its text. Its meshes are looked for among the files, by paths relative to name. */
  parse(text: string | Uint8Array, options: { name?: string; files?: Files; packages?: Record<string, string> } = {}): Robot {
    return this.open(options, (engine) => {
      const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
      const at = this.bytesIn(bytes);
      const name = this.textIn(options.name ?? "/robot.urdf");
      const status = this.call["limb_engine_parse"]!(engine, at, bytes.length, name);
      this.call["free"]!(at);
      this.call["free"]!(name);
      return status;
    });
  }

  /** Reads the robot at a path among the files; a .xacro is expanded, and its findings point into the files it was written in. */
  async load(path: string, files: Files, options: LoadOptions = {}): Promise<Robot> {
    const limb = await this.forFile(path);
    return limb.open({ ...options, files }, (engine) => {
      const name = limb.textIn(path);
      const status = limb.call["limb_engine_load"]!(engine, name);
      limb.call["free"]!(name);
      return status;
    });
  }

  // A module that could not be had is asked for again the next time.
  private async forFile(path: string): Promise<Limb> {
    if (!/\.xacro$/i.test(path) || !this.xacro || this.call["limb_engine_reads_xacro"]!() !== 0) return this;
    this.larger ??= Limb.create(this.xacro());
    try {
      return await this.larger;
    } catch (error) {
      this.larger = undefined;
      throw error;
    }
  }

  /** A mesh file of any format as GLB, STL or OBJ. */
  convertMesh(path: string, files: Files, to: "glb" | "stl" | "obj"): Uint8Array {
    this.wasi.files = files;
    const engine = this.call["limb_engine_create"]!(0);
    const name = this.textIn(path), format = this.textIn(to);
    const status = this.call["limb_engine_write_mesh"]!(engine, name, format);
    const message = this.text(this.call["limb_engine_message"]!(engine));
    const bytes = this.resultOf(engine);
    for (const at of [name, format]) this.call["free"]!(at);
    this.call["limb_engine_free"]!(engine);
    if (status !== 0) throw new LimbError(message, status);
    return bytes;
  }

  private open(options: LoadOptions & { files?: Files }, read: (engine: number) => number): Robot {
    const files = options.files ?? new MemoryFiles();
    this.wasi.files = files;
    const engine = this.call["limb_engine_create"]!(0);
    if (engine === 0) throw new LimbError("no memory", 2);
    const robot = new Robot(this, engine, () => (this.wasi.files = files));
    for (const [name, folder] of Object.entries(options.packages ?? {})) {
      const texts = [this.textIn(name), this.textIn(folder)];
      this.call["limb_engine_add_package"]!(engine, texts[0]!, texts[1]!);
      for (const at of texts) this.call["free"]!(at);
    }
    for (const [name, value] of Object.entries(options.xacro ?? {})) {
      const texts = [this.textIn(name), this.textIn(String(value))];
      this.call["limb_engine_add_argument"]!(engine, texts[0]!, texts[1]!);
      for (const at of texts) this.call["free"]!(at);
    }
    robot.status = read(engine);
    robot.reason = this.text(this.call["limb_engine_message"]!(engine));
    return robot;
  }

  // ---- memory of the engine; its views are made anew, since it moves when it grows

  text(at: number): string {
    const bytes = new Uint8Array(this.call.memory.buffer);
    return at === 0 ? "" : new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  textIn(text: string): number {
    return this.bytesIn(new TextEncoder().encode(`${text}\0`));
  }

  bytesIn(bytes: Uint8Array): number {
    const at = this.call["malloc"]!(Math.max(bytes.length, 1));
    if (at === 0) throw new LimbError("no memory", 2);
    new Uint8Array(this.call.memory.buffer).set(bytes, at);
    return at;
  }

  numbersIn(count: number, values?: ArrayLike<number>): number {
    const at = this.call["malloc"]!(Math.max(8 * count, 8));
    if (at === 0) throw new LimbError("no memory", 2);
    if (values) new Float64Array(this.call.memory.buffer, at, count).set(values);
    return at;
  }

  numbersOut(at: number, count: number): Float64Array {
    return new Float64Array(this.call.memory.buffer, at, count).slice();
  }

  resultOf(engine: number): Uint8Array {
    const at = this.call["limb_engine_bytes"]!(engine), size = this.call["limb_engine_size"]!(engine);
    return new Uint8Array(this.call.memory.buffer, at, size).slice();
  }
}
