// limb in Node: the module from the package's own file, and the disk as files.
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { Files } from "./files.js";
import { Limb } from "./index.js";

export * from "./index.js";

/** The disk, for reading. */
export class DiskFiles implements Files {
  stat(path: string): { folder: boolean; size: number } | undefined {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && { folder: found.isDirectory(), size: found.size };
  }

  read(path: string): Uint8Array {
    return readFileSync(path);
  }

  list(path: string): string[] {
    return readdirSync(path);
  }
}

/** The engine from limb.wasm beside this file; limb-xacro.wasm is read when the first .xacro is loaded. */
export function create(): Promise<Limb> {
  const read = (name: string): Uint8Array<ArrayBuffer> => readFileSync(new URL(name, import.meta.url));
  return Limb.create(read("./limb.wasm"), () => read("./limb-xacro.wasm"));
}
