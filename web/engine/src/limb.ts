// The engine: a module of WebAssembly, its memory, and the calls that give robots.
import { MemoryFiles, type Files } from "./files.js";
import { Robot } from "./robot.js";
import { LIMIT, NO_ENGINE, NO_FILE, NO_MEMORY, WRONG } from "./status.js";
import { LimbError, type LoadOptions } from "./types.js";
import { Wasi } from "./wasi.js";

/** A module: its bytes, compiled, or what fetch gives. */
export type Wasm = BufferSource | WebAssembly.Module | Response | PromiseLike<BufferSource | WebAssembly.Module | Response>;

type Exports = Record<string, (...args: number[]) => number> & { memory: WebAssembly.Memory };

// The engine's numbers have 32 bits, and larger ones wrap: every size is asked here before it goes there.
const MAX_ROOM = 2 ** 30; // bytes of one argument or result
const MAX_TEXT_SIZE = 2 ** 32 - 1; // the largest size that can be said

/** The module in memory. One engine serves one caller at a time. */
export class Limb {
  private larger: Promise<Limb> | undefined; // the one that reads xacro, once it was needed
  private stopped = ""; // why it cannot be used any more

  private constructor(private readonly exports: Exports, private readonly wasi: Wasi, private readonly xacro: (() => Wasm) | undefined) {}

  /**
   * The engine from limb.wasm, which reads URDF, or from limb-xacro.wasm, which is a fifth larger and reads xacro, too. With
   * both, the larger one is asked for when the first .xacro is loaded.
   */
  static async create(wasm: Wasm, xacro?: () => Wasm): Promise<Limb> {
    const wasi = new Wasi(new MemoryFiles());
    const given = await wasm;
    if (given instanceof Response && !given.ok) throw new LimbError(`${given.url}: ${given.status} ${given.statusText}`, NO_FILE);
    const bytes = given instanceof Response ? await given.arrayBuffer() : given;
    const module = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.imports });
    const exports = instance.exports as unknown as Exports;
    wasi.memory = exports.memory;
    exports["_initialize"]!();
    return new Limb(exports, wasi, xacro);
  }

  /** Bytes of memory that the engine has taken. It grows and never shrinks. */
  get memorySize(): number {
    return this.exports.memory.buffer.byteLength;
  }

  version(): string {
    return this.text(this.call("limb_version"));
  }

  /** Reads a robot from its text. Its meshes are looked for among the files, by paths relative to name. */
  parse(text: string | Uint8Array, options: { name?: string; files?: Files; packages?: Record<string, string> } = {}): Robot {
    return this.open(options, (engine) => {
      return this.withTexts([options.name ?? "/robot.urdf"], (name) =>
        this.withInput(text, (at, size) => this.call("limb_engine_parse", engine, at, size, name!)));
    });
  }

  /** Reads the robot at a path among the files; a .xacro is expanded, and its findings point into the files it was written in. */
  async load(path: string, files: Files, options: LoadOptions = {}): Promise<Robot> {
    const limb = await this.forFile(path);
    return limb.open({ ...options, files }, (engine) => limb.withTexts([path], (name) => limb.call("limb_engine_load", engine, name!)));
  }

  // A module that could not be had is asked for again the next time.
  private async forFile(path: string): Promise<Limb> {
    if (!/\.xacro$/i.test(path) || !this.xacro || this.call("limb_engine_reads_xacro") !== 0) return this;
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
    return this.withEngine(files, (engine) => this.withTexts([path, to], (name, format) => {
      const status = this.call("limb_engine_write_mesh", engine, name!, format!);
      if (status !== 0) throw new LimbError(this.text(this.call("limb_engine_message", engine)), status);
      return this.resultOf(engine);
    }));
  }

  private open(options: LoadOptions & { files?: Files }, read: (engine: number) => number): Robot {
    const files = options.files ?? new MemoryFiles();
    return this.withEngine(files, (engine) => {
      const give = (call: string, name: string, value: string): void =>
        this.withTexts([name, value], (a, b) => {
          const status = this.call(call, engine, a!, b!);
          if (status !== 0) throw new LimbError(this.text(this.call("limb_engine_message", engine)), status);
        });
      for (const [name, folder] of Object.entries(options.packages ?? {})) give("limb_engine_add_package", name, folder);
      for (const [name, value] of Object.entries(options.xacro ?? {})) give("limb_engine_add_argument", name, String(value));
      const robot = new Robot(this, engine, () => (this.wasi.files = files));
      robot.status = read(engine);
      robot.reason = this.text(this.call("limb_engine_message", engine));
      return robot;
    });
  }

  // An engine that is freed afterwards, unless it became that of a robot.
  private withEngine<T>(files: Files, use: (engine: number) => T): T {
    this.wasi.files = files;
    const engine = this.call("limb_engine_create", 0);
    if (engine === 0) throw new LimbError("no memory", NO_MEMORY);
    let result: T | undefined;
    try {
      return (result = use(engine));
    } finally {
      if (!(result instanceof Robot)) this.release("limb_engine_free", engine);
    }
  }

  // ---- calls

  /** A call of an exported function. One that traps leaves a memory that nothing can be said of, so no other follows it. */
  call(name: string, ...args: number[]): number {
    if (this.stopped !== "") throw new LimbError(this.stopped, NO_ENGINE);
    try {
      return this.exports[name]!(...args);
    } catch (error) {
      this.stopped = `the engine stopped (${error instanceof Error ? error.message : String(error)}); make another one`;
      throw new LimbError(this.stopped, NO_ENGINE);
    }
  }

  /** Frees what a call gave; never throws, so another error that is on its way arrives. */
  release(name: "free" | "limb_engine_free", at: number): void {
    if (this.stopped === "") this.call(name, at);
  }

  // ---- memory of the engine; its views are made anew, since it moves when it grows

  bytesAt(at: number, size: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, at, size);
  }

  text(at: number): string {
    const bytes = new Uint8Array(this.exports.memory.buffer);
    return at === 0 ? "" : new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  numbersOut(at: number, count: number): Float64Array {
    return new Float64Array(this.exports.memory.buffer, at, count).slice();
  }

  resultOf(engine: number): Uint8Array {
    return this.bytesAt(this.call("limb_engine_bytes", engine), this.call("limb_engine_size", engine)).slice();
  }

  /** Room for a number of bytes, given back after the call. */
  withRoom<T>(size: number, use: (at: number) => T): T {
    const at = this.call("malloc", Math.max(possible(size), 1));
    if (at === 0) throw new LimbError("no memory", NO_MEMORY);
    try {
      return use(at);
    } finally {
      this.release("free", at);
    }
  }

  withBytes<T>(bytes: ArrayBufferView, use: (at: number) => T): T {
    return this.withRoom(bytes.byteLength, (at) => {
      this.bytesAt(at, bytes.byteLength).set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      return use(at);
    });
  }

  /** A file's text, with its size in bytes. One that is longer than the engine reads is refused for its size and not copied. */
  withInput<T>(text: string | Uint8Array, use: (at: number, size: number) => T): T {
    if (typeof text !== "string" && !ArrayBuffer.isView(text)) throw new LimbError("a robot is read from a text or its bytes", WRONG);
    const max = this.call("limb_engine_max_bytes");
    const refuse = (size: number): T => this.withRoom(0, (at) => use(at, Math.min(size, MAX_TEXT_SIZE)));
    // no text has fewer bytes than units of UTF-16
    if (text.length > max) return refuse(text.length);
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    return bytes.length > max ? refuse(bytes.length) : this.withBytes(bytes, (at) => use(at, bytes.length));
  }

  /** Names and the like; what they could not be told apart by afterwards is refused. */
  withTexts<T>(texts: readonly string[], use: (...at: number[]) => T): T {
    const enter = (at: number[]): T => {
      const text = texts[at.length];
      if (at.length === texts.length) return use(...at);
      if (typeof text !== "string") throw new LimbError(`a text was expected, not ${String(text)}`, WRONG);
      if (text.includes("\0")) throw new LimbError(`${JSON.stringify(text.slice(0, 80))} holds a null character`, WRONG);
      if (/\p{Surrogate}/u.test(text)) throw new LimbError(`${JSON.stringify(text.slice(0, 80))} holds half a character`, WRONG);
      // bytes are at least as many as units of UTF-16
      if (text.length > MAX_ROOM) throw new LimbError(`a text of ${text.length} characters is too long`, LIMIT);
      return this.withBytes(new TextEncoder().encode(`${text}\0`), (next) => enter([...at, next]));
    };
    return enter([]);
  }

  /** Arrays of numbers, each of a length, with what it holds at first. */
  withNumbers<T>(arrays: readonly (readonly [number, ArrayLike<number>?])[], use: (...at: number[]) => T): T {
    const enter = (at: number[]): T => {
      const array = arrays[at.length];
      if (!array) return use(...at);
      const [count, values] = array;
      // before there is room for it, because an array of another kind may run code while it is read
      possible(8 * count);
      const given = values && (values instanceof Float64Array ? values : Float64Array.from(values));
      if (given && given.length !== count) throw new LimbError(`there are ${given.length} numbers, not ${count}`, WRONG);
      return this.withRoom(8 * count, (next) => {
        if (given) new Float64Array(this.exports.memory.buffer, next, count).set(given);
        return enter([...at, next]);
      });
    };
    return enter([]);
  }
}

// A size that there may be room for.
function possible(size: number): number {
  if (!(Number.isInteger(size) && size >= 0 && size <= MAX_ROOM)) throw new LimbError(`${size} bytes are too many`, LIMIT);
  return size;
}
