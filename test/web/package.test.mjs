// The npm package: packed, installed into a folder of its own, used from Node and from Chromium; its types and examples hold.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "./tools.mjs";

const { LIMB_SOURCE: source } = process.env;
const engine = path.join(source, "web/engine");
const folder = mkdtempSync(path.join(tmpdir(), "limb-npm-"));
const installed = path.join(folder, "node_modules/limb-urdf");
const robot = path.join(source, "examples/arm.urdf");
after(() => rmSync(folder, { recursive: true, force: true }));

before(() => {
  execFileSync("node", [path.join(engine, "build.mjs")], { stdio: "inherit" });
  const name = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: engine, encoding: "utf8" }).trim();
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["xzf", path.join(folder, name), "-C", installed, "--strip-components=1"]);
});

test("it holds what it needs and nothing else", () => {
  for (const name of ["dist/node.js", "dist/browser.js", "dist/node.d.ts", "dist/browser.d.ts", "dist/limb.wasm", "README.md", "LICENSE"])
    assert.ok(existsSync(path.join(installed, name)), name);
  assert.ok(!existsSync(path.join(installed, "src")));
});

test("its examples run in Node", () => {
  const run = (name) => {
    writeFileSync(path.join(folder, name), readFileSync(path.join(installed, "examples", name)));
    return execFileSync("node", [path.join(folder, name), robot], { encoding: "utf8" });
  };
  assert.equal(run("check.mjs"), "");
  assert.match(run("reach.mjs"), /^shoulder_pan -?\d/);
});

test("its types are sound, and wrong uses are found", () => {
  const check = (name, text) => {
    writeFileSync(path.join(folder, name), text);
    execFileSync(path.join(source, "web/node_modules/.bin/tsc"), ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022",
      "--skipLibCheck", "--types", "", path.join(folder, name)], { cwd: folder, stdio: "pipe" });
  };
  const use = 'import { create } from "limb-urdf";\nconst limb = await create();\nconst robot = limb.parse("");\n';
  check("right.mts", `${use}const q: Float64Array = robot.ik("a", [1]).q; robot.toGLB({ q });\n`);
  assert.throws(() => check("wrong.mts", `${use}robot.renameLink(1, 2);\n`));
});

test("it works in Chromium", async () => {
  const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".urdf": "text/xml", ".html": "text/html" };
  const server = createServer((request, response) => {
    const name = request.url === "/" ? undefined : request.url === "/arm.urdf" ? robot : path.join(installed, "dist", path.basename(request.url));
    response.setHeader("Content-Type", types[path.extname(name ?? ".html")] ?? "text/plain");
    response.end(name ? (existsSync(name) ? readFileSync(name) : "") : "<!doctype html><title>limb</title>");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await chromium();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const result = await page.evaluate(async () => {
    const { create, MemoryFiles } = await import("/browser.js");
    const limb = await create();
    const text = await (await fetch("/arm.urdf")).text();
    const robot = limb.load("/arm/arm.urdf", new MemoryFiles([["/arm/arm.urdf", text]]));
    robot.checkFiles();
    const q = robot.neutral();
    return { status: robot.status, warnings: robot.findings().length, nq: robot.nq, poses: robot.fk(q).length, glb: robot.toGLB().length };
  });
  await browser.close();
  server.close();
  assert.equal(result.status, 0);
  assert.ok(result.warnings > 0 && result.nq >= 6 && result.poses % 12 === 0 && result.glb > 1000, JSON.stringify(result));
});
