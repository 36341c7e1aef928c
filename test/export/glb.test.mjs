// Checks GLB files with Khronos' validator, and that pictures are not empty.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { corpus, example, limb, require, temporary } from "../web/tools.mjs";

const validator = require("gltf-validator");
const folder = temporary();
const run = (...args) => promisify(execFile)(limb, args, { maxBuffer: 1 << 26, timeout: 120000 });

const ours = ["arm", "quadruped", "rover", "every_feature"].map((name) => ({ name, file: example(`${name}.urdf`) }));
for (const robot of ours) {
  test(`${robot.name}: valid, and shows something`, { timeout: 240000 }, async () => {
    await valid(robot);
    await valid(robot, "--animate");
    await valid(robot, "--no-collision");
    await shows(robot);
  });
}

test("robots of the corpus", { timeout: 500000 }, async (t) => {
  const robots = corpus();
  let used = 0;
  const waiting = [...robots];
  const problems = [];
  const worker = async () => {
    for (let robot = waiting.pop(); robot; robot = waiting.pop()) {
      try {
        if (!(await valid(robot))) continue;
        await valid(robot, "--animate");
        await shows(robot);
        used++;
      } catch (error) {
        problems.push(`${robot.name}: ${error.message}`);
      }
    }
  };
  await Promise.all([worker(), worker()]);
  t.diagnostic(`${used} of ${robots.length} robots of the corpus load and were checked`);
  assert.deepEqual(problems, []);
  if (robots.length > 0) assert.ok(used > robots.length / 2);
});

test("a robot without visual shapes shows its collision shapes", { timeout: 60000 }, async () => {
  const file = path.join(folder, "bare.urdf");
  writeFileSync(file, '<robot name="bare"><link name="l"><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>');
  await shows({ name: "bare", file });
});

// False when the robot cannot be loaded, which the command says with status 1.
async function valid({ name, file }, ...more) {
  const out = path.join(folder, `${name}${more.join("")}.glb`);
  try {
    await write("convert", file, "-o", out, ...more);
  } catch (error) {
    if (error.code === 1 && /error/.test(error.stderr)) return false;
    throw error;
  }
  const bytes = readFileSync(out);
  const { issues, info } = await validator.validateBytes(new Uint8Array(bytes), { maxIssues: 0 });
  const said = issues.messages.filter(({ severity }) => severity < 2).map(({ code, message, pointer }) => `${code} ${message} ${pointer}`);
  assert.deepEqual(said, [], `${name} ${more}`);
  if (more.includes("--animate") && file === example(`${name}.urdf`)) assert.ok(info.animationCount > 0);
  return true;
}

// What is left out of the file is named, and makes the status 3.
async function write(...args) {
  try {
    await run(...args);
  } catch (error) {
    if (error.code !== 3 || !/is missing|left out|may not be shown|not drawn/.test(error.stderr)) throw error;
  }
}

async function shows({ name, file }) {
  const out = path.join(folder, `${name}.png`);
  await write("render", file, "-o", out, "--size", "160x120");
  const colors = colorsOf(readFileSync(out));
  const shapeless = !/<geometry/.test(readFileSync(file, "latin1"));
  assert.ok(colors > (shapeless ? 0 : 30), `${name}: ${colors} colors`);
}

// How many different colors a PNG of eight-bit RGB or RGBA has.
function colorsOf(png) {
  const parts = [];
  let width, bytes;
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString("latin1", at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (type === "IHDR") {
      width = data.readUInt32BE(0);
      bytes = data[9] === 6 ? 4 : 3;
    }
    if (type === "IDAT") parts.push(data);
  }
  const rows = zlib.inflateSync(Buffer.concat(parts));
  const stride = width * bytes;
  const seen = new Set();
  let above = Buffer.alloc(stride);
  for (let at = 0; at < rows.length; at += stride + 1) {
    const line = Buffer.from(rows.subarray(at + 1, at + 1 + stride));
    unfilter(rows[at], line, above, bytes);
    for (let x = 0; x < stride; x += bytes) seen.add(line.readUIntBE(x, 3));
    above = line;
  }
  return seen.size;
}

// The five row filters of PNG.
function unfilter(kind, line, above, bytes) {
  for (let i = 0; i < line.length; i++) {
    const a = i >= bytes ? line[i - bytes] : 0;
    const b = above[i];
    const c = i >= bytes ? above[i - bytes] : 0;
    const p = a + b - c;
    const paeth = Math.abs(p - a) <= Math.abs(p - b) && Math.abs(p - a) <= Math.abs(p - c) ? a : Math.abs(p - b) <= Math.abs(p - c) ? b : c;
    line[i] += [0, a, b, (a + b) >> 1, paeth][kind];
  }
}
