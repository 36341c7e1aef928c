// Tests the parts of the page that need no browser: state and undo, links, trajectories, numbers as text.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { require, source, temporary } from "./tools.mjs";

const modules = await bundle(
  "state/store", "state/state", "state/share", "robot/trajectory", "widgets/format", "robot/motion", "robot/range", "files/first-robot", "files/xacro", "view/framing",
  "files/zip", "widgets/quantity",
);

async function bundle(...names) {
  const { build } = require("esbuild");
  const folder = temporary();
  await build({
    entryPoints: names.map((name) => path.join(source, `web/src/${name}.ts`)), outbase: path.join(source, "web/src"), outdir: folder, bundle: true, format: "esm", outExtension: { ".js": ".mjs" },
    logLevel: "error",
  });
  return Object.assign({}, ...(await Promise.all(names.map((name) => import(path.join(folder, `${name}.mjs`))))));
}

test("a change calls each listener once, with the state before, and not when nothing is different", () => {
  const store = new modules.Store();
  const heard = [];
  const stop = store.on(["selection", "pose"], (state, before) => heard.push([state.pose.a, before.pose.a]));
  store.change({ selection: { kind: "link", name: "x" }, pose: { a: 1 } });
  store.change({ selection: { kind: "link", name: "x" }, pose: { a: 1 } });
  store.change({ dark: false });
  assert.deepEqual(heard, [[1, undefined]]);
  stop();
  store.change({ pose: { a: 2 } });
  assert.equal(heard.length, 1);
});

test("a listener may change the state: everyone hears both, in order", () => {
  const store = new modules.Store();
  const heard = [];
  store.on("mode", ({ mode }) => mode === "move" && store.change({ mode: "orbit" }));
  store.on("mode", (_, before) => heard.push(before.mode));
  store.change({ mode: "move" });
  assert.deepEqual(heard, ["orbit", "move"]);
  assert.equal(store.state.mode, "orbit");
});

test("late listeners hear once, after all, of what changed while they were held", () => {
  const store = new modules.Store();
  const heard = [];
  store.lately(() => store.on(["dark", "degrees"], (state, before) => heard.push(["late", before.dark, state.dark, before.degrees, state.degrees])));
  store.on("dark", (state, before) => heard.push(["soon", before.dark, state.dark]));
  const { dark, degrees } = store.state;
  store.hold();
  store.change({ dark: !dark });
  store.change({ degrees: !degrees });
  assert.deepEqual(heard.splice(0), [["soon", dark, !dark]]);
  store.release();
  assert.deepEqual(heard.splice(0), [["late", dark, !dark, degrees, !degrees]]);
  store.release();
  store.change({ dark });
  assert.deepEqual(heard, [["late", !dark, dark, !degrees, !degrees], ["soon", !dark, dark]]);
});

test("undo and redo put back what was changed, and nothing else", () => {
  const store = new modules.Store();
  store.change({ pose: { a: 1 } }, { undo: true });
  store.change({ selection: { kind: "link", name: "x" } });
  store.change({ pose: { a: 2 } }, { undo: true });
  assert.ok(store.undo());
  assert.deepEqual(store.state.pose, { a: 1 });
  assert.equal(store.state.selection.name, "x");
  assert.ok(store.undo());
  assert.deepEqual(store.state.pose, {});
  assert.ok(!store.undo() && store.canRedo);
  assert.ok(store.redo() && store.redo() && !store.redo());
  assert.deepEqual(store.state.pose, { a: 2 });
  store.undo();
  store.change({ pose: { a: 3 } }, { undo: true });
  assert.ok(!store.canRedo, "a new step ends the old branch");
  store.forget();
  assert.ok(!store.canUndo);
});

test("a gesture is one step; canceled, it has not been", () => {
  const store = new modules.Store();
  for (const a of [1, 2, 3]) store.change({ pose: { a } }, { undo: "slider a" });
  store.settle();
  for (const a of [4, 5]) store.change({ pose: { a } }, { undo: "slider a" });
  store.undo();
  assert.deepEqual(store.state.pose, { a: 3 });
  store.undo();
  assert.deepEqual(store.state.pose, {});
  store.change({ pose: { a: 1 } }, { undo: true });
  for (const a of [7, 8]) store.change({ pose: { a } }, { undo: "drag" });
  store.cancel("drag");
  assert.deepEqual(store.state.pose, { a: 1 });
  store.cancel("drag");
  assert.deepEqual(store.state.pose, { a: 1 });
});

test("a link carries the state and gives it back", () => {
  const state = {
    ...modules.initialState(), pose: { "a/b c": 0.5, "ü:x": -1, zero: 0 }, camera: { position: [1, 2, 3], target: [0, 0.5, 0] },
    selection: { kind: "joint", name: "x&y=z" }, hiddenLinks: ["p,q", "r"], ignoreLimits: true,
  };
  state.overlays = { ...state.overlays, frames: true, grid: false };
  const { joints, patch } = modules.readHash(`#${modules.writeHash(state)}`);
  assert.deepEqual(joints, { "a/b c": 0.5, "ü:x": -1 });
  for (const field of ["camera", "selection", "hiddenLinks", "ignoreLimits", "overlays"]) assert.deepEqual(patch[field], state[field], field);
  for (const odd of ["", "#", "#about", "#grid=on"]) assert.equal(modules.readHash(odd), undefined);
  assert.equal(modules.readHash("#on=-grid").patch.overlays.grid, false);
  assert.deepEqual(modules.readHash("#sel=link:arm").patch.selection, { kind: "link", name: "arm" });
  // a joint in its first pose is not named, one at zero that begins elsewhere is
  const robot = { kinematics: { neutral: { bent: 0.5, straight: 0 } } };
  const posed = (pose) => modules.writeHash({ ...modules.initialState(), robot, pose }).split("&")[0];
  assert.equal(posed({ bent: 0.5, straight: 0 }), "q=");
  assert.equal(posed({ bent: 0, straight: 0.25 }), "q=bent:0,straight:0.25");
  assert.deepEqual(modules.readHash("#q=%E0%A4%A:1,x:y&cam=1,2&sel=thing:a&on=nothing").patch.camera, undefined);
});

test("trajectories are read and looked up between their rows", () => {
  const csv = modules.parse("# note\ntime,elbow,wrist\n10,0,1\n11,1,1\n13,2,0\n");
  assert.deepEqual(csv, { names: ["elbow", "wrist"], time: [0, 1, 3], rows: [[0, 1], [1, 1], [2, 0]] });
  assert.deepEqual(modules.at(csv, 2), { elbow: 1.5, wrist: 0.5 });
  assert.deepEqual(modules.at(csv, -1), { elbow: 0, wrist: 1 });
  assert.deepEqual(modules.at(csv, 99), { elbow: 2, wrist: 0 });
  assert.equal(modules.duration(csv), 3);
  assert.deepEqual(modules.parse("a;b\n1;2\n3;4").time, [0, 0.02]);
  const ros = modules.parse('{"joint_names":["a"],"points":[{"positions":[1],"time_from_start":{"sec":1,"nanosec":0}},{"positions":[2],"time_from_start":{"secs":2,"nsecs":500000000}}]}');
  assert.deepEqual(ros, { names: ["a"], time: [0, 1.5], rows: [[1], [2]] });
  assert.deepEqual(modules.parse('[{"t":0,"a":1},{"t":2,"b":3}]'), { names: ["a", "b"], time: [0, 2], rows: [[1, 0], [0, 3]] });
  for (const wrong of ["{", "a\nx", '{"points":[null]}', '[{"a":"1"}]']) assert.throws(() => modules.parse(wrong));
});

test("numbers, units and names as text", () => {
  const { sentence, short, middle, plural, vector } = modules;
  for (const [value, text] of [[0, "0"], [-1.57079, "-1.5708"], [12.34567, "12.346"], [1.234e-5, "1.23e-5"], [2e7, "2.00e7"], [Infinity, "∞"], [NaN, "nan"]]) assert.equal(short(value), text);
  assert.equal(vector([1e-17, 1, -0.5]), "0  1  -0.5");
  assert.equal(plural(1, "mesh", "meshes"), "1 mesh");
  assert.equal(plural(2000, "link"), "2,000 links");
  assert.equal(middle("left_arm_upper_wrist_joint", 12), "left_a…joint");
  assert.equal(middle("short", 12), "short");
  for (const [text, said] of [["out of reach", "Out of reach."], ["There is no .urdf among these files.", "There is no .urdf among these files."], ["move.csv has 2 rows", "move.csv has 2 rows."], ["", ""]]) assert.equal(sentence(text), said);
});

test("numbers with units that fit, or a sentence that says why not", () => {
  const { parseQuantity, splitQuantities, DEGREE } = modules;
  for (const [text, kind, value] of [
    ["30", "angle", 30 * DEGREE], ["30deg", "angle", 30 * DEGREE], [" -1,5 rad ", "angle", -1.5], ["45°", "angle", 45 * DEGREE], ["1e-3", "angle", 1e-3 * DEGREE], [".5RAD", "angle", 0.5],
  ]) assert.ok(Math.abs(parseQuantity(text, kind, DEGREE) - value) < 1e-15, text);
  for (const [text, kind, value] of [
    ["2cm", "length", 0.02], ["12 mm", "length", 0.012], ["-3m", "length", -3], ["+1.", "length", 1], ["250 g", "mass", 0.25], ["2kg", "mass", 2], ["1.5s", "time", 1.5], ["20ms", "time", 0.02], ["1e3", "number", 1000],
  ]) assert.ok(Math.abs(parseQuantity(text, kind) - value) < 1e-15, text);
  for (const text of ["x", "1.2.3", "--1", "1 2", "0x10", "1e", "1e999", "∞", "NaN"]) assert.equal(typeof parseQuantity(text, "length"), "string", text);
  for (const [text, kind, said] of [
    ["", "mass", "A number is needed."], ["12mm", "angle", "An angle is in deg or rad, not “mm”."], ["3 deg", "length", "A length is in mm, cm or m, not “deg”."],
    ["3 parsec", "length", "A length is in mm, cm or m, not “parsec”."], ["3 toString", "number", "This number has no unit: leave out “toString”."], ["heavy", "mass", "“heavy” is not a number."],
  ]) assert.equal(parseQuantity(text, kind), said);
  assert.deepEqual(splitQuantities(" 1 mm  2cm,3 "), ["1mm", "2cm", "3"]);
  assert.deepEqual(splitQuantities("1 -2e-3 0.5 rad"), ["1", "-2e-3", "0.5rad"]);
});

test("keyframes: at rest at both ends, no overshoot, saved as CSV that reads back", () => {
  const { fromKeyframes, toCsv, parse, at, timeBetween } = modules;
  const keys = [{ name: "b", time: 3, pose: { x: 1, y: 0 } }, { name: "a", time: 1, pose: { x: 0, y: 0.5 } }, { name: "c", time: 4, pose: { x: 1.2, y: 0.5 } }];
  const motion = fromKeyframes(keys);
  assert.deepEqual(motion.names, ["x", "y"]);
  assert.equal(motion.time[motion.time.length - 1], 3);
  for (const [time, pose] of [[0, { x: 0, y: 0.5 }], [2, { x: 1, y: 0 }], [3, { x: 1.2, y: 0.5 }]]) {
    for (const [name, value] of Object.entries(at(motion, time))) assert.ok(Math.abs(value - pose[name]) < 1e-9, `${name} at ${time}: ${value}`);
  }
  const x = motion.rows.map(([value]) => value);
  assert.ok(x.every((value, i) => i === 0 || value >= x[i - 1] - 1e-12), "x only grows");
  assert.ok(motion.rows.every(([, y]) => y >= -1e-12 && y <= 0.5 + 1e-12));
  const speed = x.slice(1).map((value, i) => (value - x[i]) / (motion.time[i + 1] - motion.time[i]));
  assert.ok(speed[0] < 0.05 && speed[speed.length - 1] < 0.1, "at rest at the ends");
  assert.ok(speed.every((value, i) => i === 0 || Math.abs(value - speed[i - 1]) < 0.1), "and without a jump of speed");
  const again = parse(toCsv(motion));
  assert.deepEqual(again.names, motion.names);
  assert.ok(again.rows.every((row, i) => row.every((value, k) => Math.abs(value - motion.rows[i][k]) < 1e-6)));
  assert.equal(timeBetween({ x: 0 }, { x: 2 }, [{ id: "x", velocity: 1 }]), 3);
  assert.equal(timeBetween({ x: 0 }, { x: 0.1 }, [{ id: "x", velocity: 1 }]), 1);
  assert.deepEqual(fromKeyframes([keys[0]]).rows, [[1, 0]]);
});

test("what a robot cannot do is found, with its stretch of time", () => {
  const motion = { names: ["a", "b"], time: [0, 1, 2, 3, 4], rows: [[0, 0], [1, 0], [3, 0], [1, 5], [1, 5]] };
  const limits = [{ id: "a", lower: -1, upper: 2, velocity: 1.5 }, { id: "b", velocity: 10 }, { id: "c", upper: 8, follows: { id: "b", multiplier: 2, offset: 0 } }, { id: "none", upper: 0 }];
  assert.deepEqual(modules.violations(motion, limits), [
    { joint: "a", kind: "limit", from: 2, to: 2, worst: 3, allowed: 2 },
    { joint: "a", kind: "velocity", from: 1, to: 3, worst: 2, allowed: 1.5 },
    { joint: "c", kind: "limit", from: 3, to: 4, worst: 10, allowed: 8 },
  ]);
  assert.deepEqual(modules.violations({ names: ["a"], time: [0, 1], rows: [[0], [1.5]] }, limits), []);
});

test("ranges and steps of sliders", () => {
  const { sliderRange, sliderStep, snap } = modules;
  const joint = (lower, upper, angular = true) => ({ lower, upper, angular, bounded: true });
  assert.deepEqual(sliderRange(joint(-1, 2), false), [-1, 2]);
  assert.deepEqual(sliderRange(joint(-1, 2), true), [-2.5, 3.5]);
  const [low, high] = sliderRange(joint(-1e16, 1e16), false);
  assert.ok(high - low < 30 && low < 0 && high > 0);
  assert.deepEqual(sliderRange(joint(0, 0.04, false), true), [-0.02, 0.06]);
  assert.deepEqual(sliderRange(joint(-6, 6), true), [-2 * Math.PI, 2 * Math.PI]);
  assert.deepEqual(sliderRange({ ...joint(-Math.PI, Math.PI), bounded: false }, true), [-Math.PI, Math.PI]);
  assert.equal(sliderStep(300, true, true), 1);
  assert.equal(sliderStep(5, true, true), 0.1);
  assert.equal(sliderStep(5, true, false), 0.01);
  assert.equal(sliderStep(0.04, false, true), 0.001);
  assert.equal(snap(12.4, 1, -154.7, 154.7), 12);
  assert.equal(snap(154.9, 1, -154.7, 154.7), 154.7);
  assert.equal(snap(0.0304, 0.001, 0, 0.04), 0.03);
});

test("of dropped files the robot is opened: a .urdf, or the xacro file that the others are there for", () => {
  const first = (files) => modules.robotsAmong(Object.keys(files), (name) => files[name])[0];
  assert.equal(first({ "/a/b/deep.urdf": "", "/a/z.urdf": "", "/a/y.urdf": "", "/a/x.xacro": "" }), "/a/y.urdf");
  const robot = (inner) => `<robot name="r" xmlns:xacro="x">${inner}</robot>`;
  const part = '<robot xmlns:xacro="x"></robot>';
  assert.equal(first({
    "/p/arm.xacro": robot(""), "/p/urdf/materials.xacro": part, "/p/urdf/robot.urdf.xacro": robot('<xacro:include filename="$(find p)/arm.xacro"/>'),
  }), "/p/urdf/robot.urdf.xacro");
  assert.equal(first({ "/p/a.xacro": part, "/p/b.xacro": robot("") }), "/p/b.xacro");
  // parts alone: the first of them, rather than nothing
  assert.equal(first({ "/p/b.xacro": part, "/p/a.xacro": part }), "/p/a.xacro");
  assert.equal(first({ "/p/readme.md": "" }), undefined);
});

test("the arguments of a xacro file are those that it and the files it includes declare or use", () => {
  const files = {
    "/p/robot.urdf.xacro": '<robot name="r"><!-- <xacro:arg name="old" default="1"/> --><xacro:include filename="$(find p)/parts/arm.xacro"/>' +
      '<xacro:arg name="side" default="left"/><xacro:arg\n default=\'a &lt; "b"\' name="text"/></robot>',
    "/p/parts/arm.xacro": '<robot><xacro:include filename="robot.urdf.xacro"/><xacro:arg name="side" default="right"/><arg name="port"/><link name="$(arg side)_$(arg hand)_$$(arg none)"/></robot>',
    "/p/parts/other.xacro": '<robot><xacro:arg name="unused" default="1"/></robot>',
  };
  assert.deepEqual(modules.declaredArguments("/p/robot.urdf.xacro", Object.keys(files), (name) => files[name]), [
    { name: "side", preset: "left" }, { name: "text", preset: 'a < "b"' }, { name: "port", preset: undefined }, { name: "hand", preset: undefined },
  ]);
});

test("a frame holds every point as large as its lens allows, and in the middle", () => {
  const points = [];
  for (let i = 0; i < 60; i++) points.push([Math.sin(i) * 2, Math.cos(1.7 * i) + 5, Math.sin(3.1 * i + 1) * 0.4 * i * 0.05]);
  const [right, up, back] = [[0.8, 0, -0.6], [0, 1, 0], [0.6, 0, 0.8]];
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  for (const parallel of [false, true]) {
    for (const [horizontal, vertical] of [[0.5, 0.25], [0.1, 0.4]]) {
      const { center, distance } = modules.frame(points, [0, 0, 0], right, up, back, { horizontal, vertical, parallel });
      const seen = points.map((point) => {
        const d = point.map((part, k) => part - center[k]);
        const depth = parallel ? distance : distance - dot(d, back);
        return [dot(d, right) / depth / horizontal, dot(d, up) / depth / vertical];
      });
      const most = Math.max(...seen.flat().map(Math.abs));
      assert.ok(Math.abs(most - 1) < 1e-9, `${most}`);
      for (const k of [0, 1]) {
        const parts = seen.map((place) => place[k]);
        assert.ok(Math.abs(Math.min(...parts) + Math.max(...parts)) < 0.02, `${Math.min(...parts)} ${Math.max(...parts)}`);
      }
    }
  }
});

// An archive of stored files that all are the same bytes, with the sizes that their entries declare.
function archive(data, sizes) {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  const entries = sizes.map((size, i) => {
    const entry = Buffer.alloc(47);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(1, 28);
    entry.write(String(i), 46);
    return entry;
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(sizes.length, 10);
  end.writeUInt32LE(local.length + data.length, 16);
  return new Blob([local, data, ...entries, end]);
}

test("an archive whose entries share their bytes cannot unpack to more than it declares", async () => {
  const data = Buffer.from("<robot/>");
  const files = await modules.unzip(archive(data, [8, 8]));
  assert.deepEqual([...files.keys()], ["0", "1"]);
  assert.equal(Buffer.from(files.get("1")).toString(), "<robot/>");
  await assert.rejects(modules.unzip(archive(data, [8, 0])), /damaged/);
  await assert.rejects(modules.unzip(archive(data, [8, 2 ** 30])), /more than 1 GiB/);
});
