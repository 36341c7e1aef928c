// Sends requests to the server for a long time; its memory must not grow. `make fuzz` sets LIMB_BUILD, LIMB_SOURCE and
// LIMB_SOAK_SECONDS. Not part of the tests, because it takes too long.
import assert from "node:assert/strict";
import { utimesSync } from "node:fs";
import { ask, copyOfExample, view } from "../web/tools.mjs";

const seconds = Number(process.env.LIMB_SOAK_SECONDS ?? 1800);
const file = copyOfExample("arm.urdf");
const server = await view(file);
const begun = Date.now();
let requests = 0;
let settled = 0; // kB, after a fifth of the time: buffers and threads have their sizes
while (Date.now() - begun < seconds * 1000) {
  const paths = ["/", "/page.js", "/page.css", "/robot.json", "/robot.glb", "/nothing"];
  await Promise.all(Array.from({ length: 30 }, (_, i) => ask(server, paths[i % paths.length])));
  requests += 30;
  if (requests % 600 === 0) utimesSync(file, new Date(), new Date()); // the page reloads
  if (!settled && Date.now() - begun > seconds * 200) settled = server.memory();
}
const grown = server.memory() - settled;
await server.stop();
console.log(`${requests} requests in ${seconds} s: ${settled} kB, ${grown} kB more at the end`);
assert.ok(requests > 1000 && settled > 0);
assert.ok(grown < 2000, `memory grew by ${grown} kB`);
process.exit(0);
