// Tests the parts of numbers, editing and comparing that need no browser.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { require, source, temporary } from "./tools.mjs";

const modules = await bundle("robot/polygon", "edit/linediff", "analysis/collisions", "view/ghost", "edit/edits", "robot/configuration");

async function bundle(...names) {
  const { build } = require("esbuild");
  const folder = temporary();
  await build({
    entryPoints: names.map((name) => path.join(source, `web/src/${name}.ts`)), outbase: path.join(source, "web/src"), outdir: folder, bundle: true, format: "esm", outExtension: { ".js": ".mjs" },
    logLevel: "error",
  });
  return Object.assign({}, ...(await Promise.all(names.map((name) => import(path.join(folder, `${name}.mjs`))))));
}

test("the support polygon is the convex hull, and knows what is inside", () => {
  const { convexHull, insideBy } = modules;
  const square = convexHull([[0, 0], [2, 0], [1, 1], [2, 2], [0, 2], [1, 0], [0.5, 1.5]]);
  assert.deepEqual(square, [[0, 0], [2, 0], [2, 2], [0, 2]]);
  assert.equal(insideBy(square, [1, 1]), 1);
  assert.equal(insideBy(square, [0.25, 1]), 0.25);
  assert.equal(insideBy(square, [3, 1]), -1);
  assert.equal(insideBy([[0, 0], [1, 0]], [0.5, 0]), -Infinity);
});

test("the farthest points of a box are its corners", () => {
  const corners = [-1, 1].flatMap((x) => [-2, 2].flatMap((y) => [-3, 3].map((z) => [x, y, z])));
  const inner = Array.from({ length: 500 }, (_, i) => [Math.sin(i), 2 * Math.cos(3 * i), 3 * Math.sin(7 * i)].map((value) => value * 0.9));
  const found = modules.farthestPoints([...inner, ...corners]);
  assert.deepEqual(found.map(String).sort(), corners.map(String).sort());
});

test("lines that differ, with their numbers", () => {
  const { lineDiff } = modules;
  assert.deepEqual(lineDiff("a\nb\nc", "a\nb\nc"), []);
  assert.deepEqual(lineDiff("a\nb\nc\nd", "a\nx\nc\ny\nd"), [
    { kind: "removed", line: 2, text: "b" }, { kind: "added", line: 2, text: "x" }, { kind: "added", line: 4, text: "y" },
  ]);
  assert.deepEqual(lineDiff("a\r\nb\r\n", "a\r\nc\r\n"), [{ kind: "removed", line: 2, text: "b" }, { kind: "added", line: 2, text: "c" }]);
  const many = Array.from({ length: 5000 }, (_, i) => `line ${i}`);
  const changed = many.map((line, i) => (i === 10 || i === 4990 ? `${line}!` : line));
  assert.ok(lineDiff(many.join("\n"), changed.join("\n")).length >= 4);
});

test("ranges that touch reach halfway to what is free", () => {
  const values = [0, 1, 2, 3, 4, 5];
  assert.deepEqual(modules.bandsOf(values, [false, true, true, false, false, true]), [[0.5, 2.5], [4.5, 5]]);
  assert.deepEqual(modules.bandsOf(values, values.map(() => true)), [[0, 5]]);
  assert.deepEqual(modules.bandsOf(values, values.map(() => false)), []);
});

test("fixes replace bytes, not letters", () => {
  const text = new TextEncoder().encode("<a ü='1' b='2'/>");
  const at = new TextDecoder().decode(text).indexOf("1") + 1; // one more byte before it
  const out = modules.applyParts(text, [{ offset: at + 6, size: 1, text: "3" }, { offset: at, size: 1, text: "ää" }]);
  assert.equal(new TextDecoder().decode(out), "<a ü='ää' b='3'/>");
});

test("changes name links and joints, whose names may hold slashes", () => {
  const data = { links: [{ name: "a" }, { name: "a/b" }, { name: "c" }], joints: [{ name: "j", child: "a/b" }] };
  assert.deepEqual(modules.elementOf("link/a/b/visual", data), { kind: "link", name: "a/b" });
  assert.deepEqual(modules.elementOf("link/a/visual", data), { kind: "link", name: "a" });
  assert.equal(modules.elementOf("material/red", data), undefined);
  const colors = modules.colorsOf([{ kind: "changed", path: "joint/j/limit" }, { kind: "removed", path: "link/c" }], data, { links: [{ name: "a" }, { name: "a/b" }], joints: [] });
  assert.deepEqual([...colors.keys()], ["a/b", "c"]);
  assert.notEqual(colors.get("a/b"), colors.get("c"));
});

test("a floating joint has angles in the page and a quaternion in the engine", () => {
  const names = ["j", "f/x", "f/y", "f/z", "f/qx", "f/qy", "f/qz", "f/qw"];
  const pose = { j: 0.5, "f/x": 1, "f/y": 2, "f/z": 3, "f/roll": 0.3, "f/pitch": -0.4, "f/yaw": 1.2 };
  const q = modules.toConfiguration(names, pose, new Float64Array(8));
  assert.ok(Math.abs(Math.hypot(...q.subarray(4)) - 1) < 1e-15);
  const back = modules.toPose(names, q);
  for (const [name, value] of Object.entries(pose)) assert.ok(Math.abs(back[name] - value) < 1e-12, name);
});
