// The engine in WebAssembly beside the native portable code, on the same robots in one run: reading with checks, and
// poses of all links. Aim: at most 3 times as slow. Arguments: build folder, source folder.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [build, source] = process.argv.slice(2).map((folder) => path.resolve(folder));
const folder = mkdtempSync(path.join(tmpdir(), "limb-bench-"));
const bundle = path.join(folder, "engine.mjs");
execFileSync(path.join(source, "web/node_modules/.bin/esbuild"),
  [path.join(source, "web/engine/src/node.ts"), "--bundle", "--platform=node", "--format=esm", `--outfile=${bundle}`, "--log-level=warning"]);
const { Limb } = await import(pathToFileURL(bundle));
const limb = await Limb.create(readFileSync(path.join(source, "build-wasm/limb.wasm")));

const corpus = path.join(source, "../shared/corpus/robots");
const robots = [
  path.join(source, "examples/arm.urdf"), path.join(source, "examples/rover.urdf"),
  path.join(corpus, "ur5/ur_description/urdf/ur5.urdf"),
  path.join(corpus, "pr2_stl/example-robot-data/robots/pr2_description/urdf/pr2.urdf"),
].filter((robot) => existsSync(robot));

console.log("case\twasm_ns\tpeer\tpeer_ns\ttimes as slow");
for (const robot of robots) {
  const name = path.basename(robot, ".urdf");
  const best = { read: Infinity, fk: Infinity, nativeRead: Infinity, nativeFk: Infinity };
  // in turns, so that a processor that changes its speed does so for both
  for (let i = 0; i < 3; i++) {
    const [nativeRead, nativeFk] = execFileSync(path.join(build, "limb-bench-engine"), [robot], { encoding: "utf8" }).split(" ").map(Number);
    const now = { read: timeRead(readFileSync(robot)), fk: timeFk(readFileSync(robot)), nativeRead, nativeFk };
    for (const key of Object.keys(best)) best[key] = Math.min(best[key], now[key]);
  }
  line(`engine/read ${name}`, best.read, best.nativeRead);
  line(`engine/fk ${name}`, best.fk, best.nativeFk);
}
rmSync(folder, { recursive: true });

function line(name, ours, peer) {
  console.log([name, ours.toFixed(0), "native portable", peer.toFixed(0), (ours / peer).toFixed(2)].join("\t"));
}

// the exported functions themselves, as native.c calls them
function timeRead(text) {
  const { call } = limb;
  const at = limb.bytesIn(text), name = limb.textIn("/robot.urdf");
  const best = bestOf(200, () => {
    const engine = call.limb_engine_create(0);
    call.limb_engine_parse(engine, at, text.length, name);
    call.limb_engine_free(engine);
  });
  call.free(at);
  call.free(name);
  return best;
}

function timeFk(text) {
  const { call } = limb;
  const at = limb.bytesIn(text), name = limb.textIn("/robot.urdf"), engine = call.limb_engine_create(0);
  call.limb_engine_parse(engine, at, text.length, name);
  const q = limb.numbersIn(call.limb_engine_nq(engine)), pose = limb.numbersIn(12 * call.limb_engine_nlink(engine));
  call.limb_engine_neutral(engine, q);
  const rounds = 1000;
  const best = bestOf(50, () => {
    for (let k = 0; k < rounds; k++) call.limb_engine_fk(engine, q, pose);
  }) / rounds;
  call.limb_engine_free(engine);
  for (const each of [at, name, q, pose]) call.free(each);
  return best;
}

function bestOf(count, run) {
  let best = Infinity;
  for (let i = 0; i < count; i++) {
    const begin = performance.now();
    run();
    best = Math.min(best, (performance.now() - begin) * 1e6);
  }
  return best;
}
