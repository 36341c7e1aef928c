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

/** The engine from limb.wasm beside this file. */
export function create(): Promise<Limb> {
  return Limb.create(readFileSync(new URL("./limb.wasm", import.meta.url)));
}
