// Tests the npm package: packs it, installs it into a separate folder, uses it from Node and Chromium, checks types and examples.
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
const hand = { // in files, for limb.load
  "/hand/hand.urdf.xacro": '<robot name="hand" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="side" default="right"/><xacro:include filename="finger.xacro"/>' +
    '<link name="palm"/><xacro:finger side="$(arg side)"/></robot>',
  "/hand/finger.xacro": '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="finger" params="side"><link name="${side}_finger"/>' +
    '<joint name="${side}_knuckle" type="continuous"><parent link="palm"/><child link="${side}_finger"/><axis xyz="0 0 1"/></joint></xacro:macro></robot>',
  "/hand/endless.xacro": '<robot name="a" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="m" params="n"><xacro:m n="${n + 1}"/></xacro:macro><xacro:m n="1"/></robot>',
};
after(() => rmSync(folder, { recursive: true, force: true }));

before(() => {
  const name = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: engine, encoding: "utf8" }).trim();
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["xzf", path.join(folder, name), "-C", installed, "--strip-components=1"]);
});

test("it holds what it needs and nothing else", () => {
  for (const name of ["dist/node.js", "dist/browser.js", "dist/node.d.ts", "dist/browser.d.ts", "dist/limb.wasm", "dist/limb-xacro.wasm", "README.md", "LICENSE"])
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

test("the examples of its README run in Node", async () => {
  const text = readFileSync(path.join(installed, "README.md"), "utf8");
  const blocks = text.split(/\n\n/).filter((block) => /^ {4}\S/.test(block) && !/npm /.test(block)).map((block) => block.replace(/^ {4}/gm, ""));
  assert.ok(blocks.length >= 5);
  const arm = JSON.stringify(readFileSync(robot, "utf8"));
  // what the pieces take for granted
  const given = `const text = ${arm}, oldText = text;\nconst bytes = new Uint8Array(0);\n`;
  const names = "robot = await limb.load('/arm/arm.urdf', new MemoryFiles([['/arm/arm.urdf', text]]));\nconst tip = robot.linkNames.at(-1);\n" +
    "const a = new Float64Array(robot.nv), tau = a, pose = robot.fk(robot.neutral()).slice(-12);\n";
  const code = blocks.join("\n").replaceAll("const robot = ", "robot = ").replace("const files = ", "files = ")
    .replaceAll('"tool"', "tip").replaceAll('"tip", "tool0"', "robot.linkNames.at(-1), 'tool0'").replaceAll('"/hand', '"/hand')
    .replace(/\.\.\./g, "...");
  const [head, ...rest] = code.split("\n");
  const script = `${head}\n${given}let robot, files;\n${rest.join("\n").replace("let q = robot.neutral()", `${names}let q = robot.neutral()`)
    .replace(/(const hand = )/, `for (const [name, content] of Object.entries(${JSON.stringify(hand)})) files.set(name, content);\n$1`)}\nconsole.log("hand", hand.linkNames.join(" "));\n`;
  writeFileSync(path.join(folder, "readme.mjs"), script);
  const said = execFileSync("node", [path.join(folder, "readme.mjs")], { encoding: "utf8" });
  assert.match(said, /hand palm left_finger/);
});

test("its types are sound, and wrong uses are found", () => {
  const check = (name, text) => {
    writeFileSync(path.join(folder, name), text);
    execFileSync(path.join(source, "web/node_modules/.bin/tsc"), ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022",
      "--skipLibCheck", "--types", "", path.join(folder, name)], { cwd: folder, stdio: "pipe" });
  };
  const use = 'import { create } from "limb-urdf";\nconst limb = await create();\nconst robot = limb.parse("");\n';
  check("right.mts", `${use}const q: Float64Array = robot.ik("a", [1]).q; robot.toGLB({ q });\n` +
    'import { MemoryFiles } from "limb-urdf";\nconst loaded = await limb.load("/a.xacro", new MemoryFiles(), { xacro: { side: "left", n: 2 } }); loaded.fix();\n');
  assert.throws(() => check("late.mts", `${use}import { MemoryFiles } from "limb-urdf";\nlimb.load("/a.urdf", new MemoryFiles()).fix();\n`));
  assert.throws(() => check("wrong.mts", `${use}robot.renameLink(1, 2);\n`));
});

test("it works in Chromium", async () => {
  const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".urdf": "text/xml", ".html": "text/html" };
  const server = createServer((request, response) => {
    const name = request.url === "/" ? undefined : request.url === "/arm.urdf" ? robot : path.join(installed, "dist", path.basename(request.url));
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Content-Type", types[path.extname(name ?? ".html")] ?? "text/plain");
    response.end(name ? (existsSync(name) ? readFileSync(name) : "") : "<!doctype html><title>limb</title>");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await chromium();
  const page = await browser.newPage();
  const asked = [];
  page.on("request", (request) => asked.push(path.basename(new URL(request.url()).pathname)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const result = await page.evaluate(async () => {
    const { create, MemoryFiles } = await import("/browser.js");
    const limb = await create();
    const text = await (await fetch("/arm.urdf")).text();
    const robot = await limb.load("/arm/arm.urdf", new MemoryFiles([["/arm/arm.urdf", text]]));
    robot.checkFiles();
    const q = robot.neutral();
    return { status: robot.status, warnings: robot.findings().length, nq: robot.nq, poses: robot.fk(q).length, glb: robot.toGLB().length };
  });
  assert.equal(result.status, 0);
  assert.ok(result.warnings > 0 && result.nq >= 6 && result.poses % 12 === 0 && result.glb > 1000, JSON.stringify(result));
  assert.ok(!asked.includes("limb-xacro.wasm"));

  // xacro on the page and in a worker, whose stack may be smaller
  const use = async (files) => {
    const { create, MemoryFiles } = await import("/browser.js");
    const limb = await create();
    const memory = new MemoryFiles(Object.entries(files));
    const robot = await limb.load("/hand/hand.urdf.xacro", memory, { xacro: { side: "left" } });
    const endless = await limb.load("/hand/endless.xacro", memory);
    return { links: robot.linkNames.join(" "), poses: robot.fk([1]).length, endless: endless.findings()[0]?.rule };
  };
  const expected = { links: "palm left_finger", poses: 24, endless: "xacro-recursion" };
  assert.deepEqual(await page.evaluate(use, hand), expected);
  assert.equal(asked.filter((name) => name === "limb-xacro.wasm").length, 1);
  const inWorker = await page.evaluate(([code, files, origin]) => new Promise((resolve, reject) => {
    const script = `(${code.replace('"/browser.js"', `"${origin}/browser.js"`)})(${JSON.stringify(files)}).then(postMessage, (error) => postMessage(String(error)))`;
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })), { type: "module" });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  }), [String(use), hand, `http://127.0.0.1:${server.address().port}`]);
  assert.deepEqual(inWorker, expected);
  await browser.close();
  server.close();
});
