// Builds the npm package limb-urdf in dist/: ES modules for Node and browsers, their types, limb.wasm and limb-xacro.wasm. `npm pack`
// runs it. Argument: the folder of both modules.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, "dist");
const modules = process.argv[2] ?? path.join(here, "../../build-wasm");
for (const needed of [path.join(modules, "limb-xacro.wasm"), path.join(here, "../node_modules/esbuild")])
  if (!existsSync(needed)) {
    console.error(`${path.relative(here, needed)} is missing; make npm, in the folder of the project, builds all that is needed`);
    process.exit(1);
  }
const { build } = await import("esbuild");
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const common = { absWorkingDir: here, bundle: true, format: "esm", target: "es2022", outdir: dist, legalComments: "none" };
await build({ ...common, entryPoints: ["src/node.ts"], platform: "node" });
await build({ ...common, entryPoints: ["src/browser.ts"] });
execFileSync(path.join(here, "../node_modules/.bin/tsc"), ["-p", here], { stdio: "inherit" });
for (const name of ["limb.wasm", "limb-xacro.wasm"]) copyFileSync(path.join(modules, name), path.join(dist, name));
copyFileSync(path.join(here, "../../LICENSE"), path.join(here, "LICENSE"));
