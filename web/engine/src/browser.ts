// limb in browsers: the modules from the package's own files.
import { Limb } from "./index.js";

export * from "./index.js";

/** The engine from limb.wasm beside this file; limb-xacro.wasm is fetched when the first .xacro is loaded. Or from other addresses. */
export function create(from: string | URL = new URL("./limb.wasm", import.meta.url),
                       xacroFrom: string | URL = new URL("./limb-xacro.wasm", import.meta.url)): Promise<Limb> {
  return Limb.create(fetch(from), () => fetch(xacroFrom));
}
