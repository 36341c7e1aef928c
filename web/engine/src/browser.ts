// limb in browsers: the module from the package's own file.
import { Limb } from "./index.js";

export * from "./index.js";

/** The engine from limb.wasm beside this file, or from another address. */
export function create(from: string | URL = new URL("./limb.wasm", import.meta.url)): Promise<Limb> {
  return Limb.create(fetch(from));
}
