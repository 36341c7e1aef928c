// What limb.wasm asks of its host: the part of WASI that reads files and clocks.
//
// The engine sees one folder, the root of its Files. Nothing can be written, there are no environment variables and no
// standard streams.
import { normalize, type Files } from "./files.js";

const OK = 0, BADF = 8, INVAL = 28, IO = 29, ISDIR = 31, NOENT = 44, NOTDIR = 54, ROFS = 69, SPIPE = 70;
const FOLDER = 3, REGULAR = 4;
const ROOT = 3; // the first descriptor after the standard streams
const MAY_CREATE = 1 | 8; // of path_open's flags: create, truncate
const MUST_BE_FOLDER = 2;

interface Open {
  path: string;
  folder: boolean;
  bytes?: Uint8Array; // read when they are asked for: the engine looks at the size first
  names?: string[];
  at: number;
}

export class Wasi {
  memory!: WebAssembly.Memory;
  private readonly open = new Map<number, Open>([[ROOT, { path: "/", folder: true, at: 0 }]]);
  private next = ROOT + 1;

  constructor(public files: Files) {}

  private readonly calls = {
    environ_get: (): number => OK,
    environ_sizes_get: (count: number, size: number): number => {
      this.view().setUint32(count, 0, true);
      this.view().setUint32(size, 0, true);
      return OK;
    },
    clock_time_get: (_clock: number, _precision: bigint, out: number): number => {
      this.view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return OK;
    },
    fd_close: (fd: number): number => (fd !== ROOT && this.open.delete(fd) ? OK : BADF),
    fd_fdstat_get: (fd: number, out: number): number => {
      const file = this.open.get(fd);
      if (!file) return BADF;
      const view = this.view();
      view.setUint8(out, file.folder ? FOLDER : REGULAR);
      view.setUint8(out + 1, 0);
      view.setUint16(out + 2, 0, true);
      view.setBigUint64(out + 8, ~0n, true); // rights, as far as there are any
      view.setBigUint64(out + 16, ~0n, true);
      return OK;
    },
    fd_filestat_get: (fd: number, out: number): number => {
      const file = this.open.get(fd);
      return file ? this.writeStat(out, file.path) : BADF;
    },
    fd_pread: (fd: number, list: number, count: number, offset: bigint, out: number): number => {
      const file = this.open.get(fd);
      if (!file || file.folder) return file ? ISDIR : BADF;
      this.view().setUint32(out, this.copy(this.content(file), Number(BigInt.asUintN(64, offset)), list, count), true);
      return OK;
    },
    fd_prestat_get: (fd: number, out: number): number => {
      if (fd !== ROOT) return BADF;
      this.view().setUint32(out, 0, true);
      this.view().setUint32(out + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name: (fd: number, out: number, size: number): number => {
      if (fd !== ROOT || size < 1) return BADF;
      this.view().setUint8(out, 0x2f);
      return OK;
    },
    fd_read: (fd: number, list: number, count: number, out: number): number => {
      const file = this.open.get(fd);
      if (!file || file.folder) return file ? ISDIR : BADF;
      const size = this.copy(this.content(file), file.at, list, count);
      file.at += size;
      this.view().setUint32(out, size, true);
      return OK;
    },
    fd_readdir: (fd: number, buffer: number, size: number, cookie: bigint, out: number): number => {
      const file = this.open.get(fd);
      if (!file?.folder) return file ? NOTDIR : BADF;
      file.names ??= this.files.list(file.path);
      this.view().setUint32(out, this.writeNames(file, buffer, size, Number(cookie)), true);
      return OK;
    },
    fd_seek: (fd: number, offset: bigint, whence: number, out: number): number => {
      const file = this.open.get(fd);
      if (!file || file.folder) return file ? SPIPE : BADF;
      const from = whence === 0 ? 0 : whence === 1 ? file.at : this.content(file).length;
      if (from + Number(offset) < 0) return INVAL;
      file.at = from + Number(offset);
      this.view().setBigUint64(out, BigInt(file.at), true);
      return OK;
    },
    fd_write: (): number => BADF,
    path_filestat_get: (fd: number, _flags: number, path: number, size: number, out: number): number =>
      this.writeStat(out, this.pathAt(fd, path, size)),
    path_open: (fd: number, _look: number, path: number, size: number, flags: number, _rights: bigint, _inherit: bigint,
                _fdflags: number, out: number): number => {
      if (flags & MAY_CREATE) return ROFS;
      const full = this.pathAt(fd, path, size);
      const found = this.files.stat(full);
      if (!found) return NOENT;
      if (flags & MUST_BE_FOLDER && !found.folder) return NOTDIR;
      this.open.set(this.next, { path: full, folder: found.folder, at: 0 });
      this.view().setUint32(out, this.next++, true);
      return OK;
    },
  };

  readonly imports = {
    ...guarded(this.calls),
    proc_exit: (code: number): never => {
      throw new Error(`it ended with ${code}`);
    },
  };

  private content(file: Open): Uint8Array {
    return (file.bytes ??= this.files.read(file.path));
  }

  // memory moves when it grows, so a view is never kept
  private view(): DataView {
    return new DataView(this.memory.buffer);
  }

  private pathAt(fd: number, at: number, size: number): string {
    const text = new TextDecoder().decode(new Uint8Array(this.memory.buffer, at, size));
    return normalize(`${this.open.get(fd)?.path ?? ""}/${text}`);
  }

  // to a list of buffers: address and size of each; returns the bytes copied
  private copy(from: Uint8Array, at: number, list: number, count: number): number {
    const view = this.view();
    let done = 0;
    for (let i = 0; i < count; i++) {
      const to = view.getUint32(list + 8 * i, true);
      const piece = from.subarray(at + done, at + done + view.getUint32(list + 8 * i + 4, true));
      new Uint8Array(this.memory.buffer).set(piece, to);
      done += piece.length;
    }
    return done;
  }

  private writeStat(out: number, path: string): number {
    const found = this.files.stat(path);
    if (!found) return NOENT;
    const view = this.view();
    new Uint8Array(this.memory.buffer, out, 64).fill(0);
    view.setUint8(out + 16, found.folder ? FOLDER : REGULAR);
    view.setBigUint64(out + 24, 1n, true);
    view.setBigUint64(out + 32, BigInt(found.size), true);
    return OK;
  }

  // entries from the one numbered cookie on, the last one cut where the buffer ends
  private writeNames(folder: Open, buffer: number, size: number, cookie: number): number {
    let used = 0;
    for (let i = cookie; i < folder.names!.length && used < size; i++) {
      const name = new TextEncoder().encode(folder.names![i]!);
      const entry = new Uint8Array(24 + name.length);
      const view = new DataView(entry.buffer);
      view.setBigUint64(0, BigInt(i + 1), true);
      view.setUint32(16, name.length, true);
      // type unknown is allowed, and saves a look at each file
      entry.set(name, 24);
      const piece = entry.subarray(0, size - used);
      new Uint8Array(this.memory.buffer).set(piece, buffer + used);
      used += piece.length;
    }
    return used;
  }
}

// What the files throw is an error of reading to the engine: an exception may not pass through its frames, which would
// leave its stack where it was.
function guarded<Calls extends Record<string, (...args: never[]) => number>>(calls: Calls): Calls {
  const guard = (call: (...args: never[]) => number) => (...args: never[]): number => {
    try {
      return call(...args);
    } catch {
      return IO;
    }
  };
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, guard(call)])) as Calls;
}
