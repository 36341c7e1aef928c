// Tests misuse of the npm package: sizes that wrap in 32 bits, freed robots, truncated names, texts that are too long, file
// callbacks that throw. Each must throw a LimbError with the reason, and must not affect other robots.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";

const { LIMB_SOURCE: source } = process.env;
const folder = mkdtempSync(path.join(tmpdir(), "limb-hostile-"));
after(() => rmSync(folder, { recursive: true }));
const module = new WebAssembly.Module(readFileSync(path.join(source, "build-wasm/limb-xacro.wasm")));
const text = readFileSync(path.join(source, "examples/arm.urdf"), "utf8");
let Limb, MemoryFiles, LimbError, limb, robot, other, untouched;

before(async () => {
  const bundle = path.join(folder, "engine.mjs");
  execFileSync(path.join(source, "web/node_modules/.bin/esbuild"),
    [path.join(source, "web/engine/src/index.ts"), "--bundle", "--platform=node", "--format=esm", `--outfile=${bundle}`, "--log-level=warning"]);
  ({ Limb, MemoryFiles, LimbError } = await import(pathToFileURL(bundle)));
});

beforeEach(async () => {
  limb = await Limb.create(module);
  robot = limb.parse(text);
  other = limb.parse(text.replace('name="arm"', 'name="other"'));
  untouched = stateOf(other);
});

const stateOf = (of) => [of.source(), of.linkNames.join(), ...of.fk(of.neutral()), ...of.gravity(of.neutral()), of.toGLB().length].join("\n");
const refused = (call, why) => assert.throws(call, (error) => error instanceof LimbError && why.test(error.message) || assert.fail(`${error.name}: ${error.message}`));
const othersLive = () => assert.equal(stateOf(other), untouched);

test("sizes that wrap in 32 bits are refused", () => {
  const tip = robot.linkNames.at(-1);
  // 12 bytes each are 4 more than 2^32
  for (const count of [357913942, 178956971, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, 1e300]) {
    refused(() => robot.reach(tip, count), /too many|whole number/);
    refused(() => robot.touching(robot.neutral(), count), /too many|whole number/);
    refused(() => robot.touchingAlong(robot.neutral(), 0, { length: count }), /too many|invalid|length|numbers|memory/i);
  }
  for (const count of [-1, -357913942, 0.5, NaN, Infinity, "7", undefined, null]) if (count !== undefined) refused(() => robot.reach(tip, count), /too many|whole number|negative/);
  refused(() => robot.fall(robot.neutral(), new Float64Array(robot.nv), 0.001, -1), /negative/);
  refused(() => robot.fall(robot.neutral(), new Float64Array(robot.nv), 0.001, 2 ** 40), /whole number/);
  assert.equal(robot.reach(tip, 3).length, 9);
  assert.equal(robot.reach(tip, 0).length, 0);
  othersLive();
});

test("a robot with more joints than matrices fit is refused where it asks for them", () => {
  const joints = 23500; // their square needs more than 2^32 bytes
  const parts = ['<robot name="many"><link name="l0"/>'];
  for (let i = 1; i <= joints; i++) parts.push(`<link name="l${i}"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>` +
    `<joint name="j${i}" type="continuous"><parent link="l${i % 2 ? i - 1 : 0}"/><child link="l${i}"/><axis xyz="0 0 1"/></joint>`);
  // one joint follows another that is elsewhere in the tree, so that the mass matrix has no order
  parts.push('<link name="m"/><joint name="follower" type="continuous"><parent link="l1"/><child link="m"/><axis xyz="0 0 1"/><mimic joint="j400"/></joint></robot>');
  const many = limb.parse(parts.join(""));
  assert.equal(many.status, 0, many.reason);
  // the scratch of a thread holds such a matrix, so nothing that moves works: the engine has no memory for it
  refused(() => many.massMatrix(new Float64Array(joints)), /numbers|memory|too many|matri|bytes|move/);
  refused(() => many.fall(new Float64Array(joints), new Float64Array(joints), 0.001), /numbers|memory|move/);
  many.free();
  othersLive();
});

test("a robot that was freed says so, in every call", () => {
  const q = robot.neutral(), tip = robot.linkNames.at(-1), pose = robot.fk(q).slice(-12), zero = new Float64Array(robot.nv);
  const calls = {
    checkFiles: [], findings: [], report: [], source: [], format: [], describe: [], changesSince: [text], toGLB: [], renameLink: [tip, "a"], renameJoint: ["elbow", "a"],
    reparent: ["elbow", tip], node: ["robot"], childNode: [0, "link"], findNode: ["joint/elbow"], attribute: [0, "name"], nextNode: [1, "link"],
    setAttribute: [0, "name", "a"], setOrigin: [3, pose], add: [0, "<link/>"], remove: [3], fix: [], limits: [], neutral: [], fk: [q], jacobian: [q, tip], ik: [tip, pose],
    inverseDynamics: [q, zero, zero], forwardDynamics: [q, zero, zero], massMatrix: [q], gravity: [q], step: [q, zero, 0.001], fall: [q, zero, 0.001], centerOfMass: [q],
    reach: [tip, 3], addMesh: ["a.stl", new Float32Array(9), new Uint32Array(3)], collisionScene: [], touching: [q], nearest: [q], touchingAlong: [q, 0, [0]],
  };
  const properties = ["exists", "errors", "warnings", "nq", "nv", "linkNames", "qNames", "vNames"];
  // none is forgotten when the package gets another
  const hidden = ["constructor", "free", "contacts", "dynamics", "ask", "must", "message", "textOf", "names", "link", "sized", "withTexts", "withNumbers"];
  assert.deepEqual(Object.getOwnPropertyNames(Object.getPrototypeOf(robot)).filter((name) => !hidden.includes(name)).sort(), [...Object.keys(calls), ...properties].sort());
  robot.free();
  for (const [name, args] of Object.entries(calls)) refused(() => robot[name](...args), /the robot was freed/);
  for (const name of properties) refused(() => robot[name], /the robot was freed/);
  robot.free(); // once more does nothing
  const next = limb.parse(text); // where the first one was
  refused(() => robot.source(), /the robot was freed/);
  robot.free();
  assert.equal(next.source(), text);
  othersLive();
});

test("names are whole or refused", () => {
  for (const bad of ["elb\0ow", "\0", "elbow\0"]) {
    refused(() => robot.renameJoint(bad, "a"), /null character/);
    refused(() => robot.renameJoint("elbow", bad), /null character/);
    refused(() => robot.setAttribute(robot.node("joint", "elbow"), "name", bad), /null character/);
    refused(() => robot.attribute(0, bad), /null character/);
    refused(() => robot.add(0, `<link name="${bad}"/>`), /null character/);
    refused(() => robot.addMesh(bad, new Float32Array(9), new Uint32Array(3)), /null character/);
    refused(() => limb.parse(text, { name: bad }), /null character/);
    refused(() => limb.parse(text, { packages: { a: bad } }), /null character/);
    refused(() => limb.convertMesh(bad, new MemoryFiles(), "stl"), /null character/);
  }
  refused(() => robot.renameJoint("elbow", "\ud800"), /half a character/);
  for (const bad of [undefined, null, 7, {}, []]) refused(() => robot.renameJoint("elbow", bad), /a text was expected/);
  assert.equal(robot.source(), text);
  othersLive();
});

test("arguments of another kind are refused", () => {
  const tip = robot.linkNames.at(-1), q = robot.neutral(), pose = robot.fk(q).slice(-12);
  refused(() => limb.parse(7), /text or its bytes/);
  refused(() => robot.fk(undefined), /q has no numbers/);
  refused(() => robot.report("yaml"), /a report is/);
  refused(() => robot.node("frame", "a"), /link or joint/);
  for (const bad of [NaN, 1.5, "1", undefined, 2 ** 32]) {
    refused(() => robot.setAttribute(bad, "name", "a"), /whole number/);
    refused(() => robot.remove(bad), /whole number/);
    refused(() => robot.touchingAlong(q, bad, [0]), /whole number/);
  }
  for (const node of [-1, 2 ** 31 - 1, -(2 ** 31) + 1, 1e6]) {
    refused(() => robot.setAttribute(node, "name", "a"), /node/);
    refused(() => robot.setOrigin(node, pose), /node/);
    refused(() => robot.remove(node), /node/);
    refused(() => robot.add(node, "<link/>"), /node/);
    assert.equal(robot.attribute(node, "name"), undefined);
    assert.equal(robot.childNode(node, "link"), -1);
    assert.equal(robot.nextNode(node, "link"), -1);
  }
  refused(() => robot.touchingAlong(q, 99, [0]), /coordinate/);
  refused(() => robot.addMesh("a.stl", new Float32Array(8), new Uint32Array(3)), /three numbers/);
  refused(() => robot.addMesh("a.stl", new Float32Array(9), new Uint32Array([0, 1, 3])), /./);
  refused(() => robot.addMesh("a.stl", [0, 0, 0], [0, 0, 0]), /Float32Array/);
  const scaled = pose.map((value, i) => (i % 4 === 3 ? value : 5 * value));
  for (const bad of [new Float64Array(12), scaled, pose.map(() => NaN)]) refused(() => robot.ik(tip, bad), /not a pose/);
  // code that an array runs while it is read cannot free the robot below a call
  const trap = { length: robot.nq, get 0() { robot.free(); return 0; } };
  refused(() => robot.fk(trap), /the robot was freed/);
  othersLive();
});

test("as many contacts are given as were asked for, and all are real", () => {
  // apart at the neutral configuration, in one place where each moves back
  const spheres = Array.from({ length: 16 }, (_, i) => `<link name="s${i}"><collision><geometry><sphere radius="1"/></geometry></collision></link>` +
    `<joint name="j${i}" type="prismatic"><parent link="w"/><child link="s${i}"/><origin xyz="${10 * i} 0 0"/><axis xyz="1 0 0"/><limit lower="-200" upper="200" effort="1" velocity="1"/></joint>`);
  const many = limb.parse(`<robot name="m"><link name="w"/>${spheres.join("")}</robot>`);
  const together = many.neutral().map((_, i) => 0.01 * i - 10 * i);
  assert.equal(many.touching(many.neutral()).length, 0);
  for (const [max, count] of [[1000, 120], [100, 100], [0, 0]]) {
    const found = many.touching(together, max);
    assert.equal(found.length, count);
    assert.ok(found.every(({ a, b, distance }) => /^s\d+$/.test(a) && /^s\d+$/.test(b) && a !== b && distance < -1.5));
  }
  many.free();
});

test("a text over the limit is refused for its size, and leaves no memory behind", () => {
  const before = limb.memorySize;
  const long = { // no byte of it is there
    bytes: new Uint8Array(257 * 2 ** 20),
    text: " ".repeat(257 * 2 ** 20),
  };
  for (const input of [long.bytes, long.text]) {
    const refusedRobot = limb.parse(input, { name: "/long.urdf" });
    assert.equal(refusedRobot.status, 4);
    assert.ok(!refusedRobot.exists);
    assert.match(refusedRobot.report(), /long\.urdf.*\[xml-limit\]|larger|bytes/);
    refusedRobot.free();
    assert.throws(() => robot.changesSince(input), LimbError);
  }
  assert.ok(limb.memorySize - before < 2 ** 20, `${limb.memorySize - before} bytes more`);
  othersLive();
});

test("files that throw, change or are too long are findings", async () => {
  const reads = [];
  const files = new MemoryFiles([["/a/robot.urdf", '<robot name="a"><link name="l"><visual><geometry><mesh filename="big.stl"/></geometry></visual><visual><geometry><mesh filename="bad.stl"/></geometry></visual></link></robot>']]);
  const hostile = {
    stat: (name) => (name === "/a/big.stl" ? { folder: false, size: 3 * 2 ** 30 } : name === "/a/bad.stl" ? { folder: false, size: 84 } : name === "/a/worse.urdf" ? (() => { throw new Error("no"); })() : files.stat(name)),
    read: (name) => { reads.push(name); if (name === "/a/bad.stl") throw new Error("the disk is gone"); return files.read(name); },
    list: (name) => files.list(name),
  };
  for (let i = 0; i < 3000; i++) { // each would have left its frames on the engine's stack
    const ours = await limb.load("/a/robot.urdf", hostile);
    ours.checkFiles();
    assert.equal(ours.status, 0);
    if (i === 0) assert.equal(ours.findings().filter(({ rule }) => rule.startsWith("mesh") || rule.startsWith("file")).length >= 2, true, ours.report());
    ours.free();
    if (i < 10) assert.equal((await limb.load("/a/worse.urdf", hostile)).status !== 0, true);
  }
  assert.ok(reads.includes("/a/bad.stl") && !reads.includes("/a/big.stl"), "a size over the limit is refused before the file is read");
  othersLive();
});

test("random calls with random arguments never harm another robot", () => {
  let seed = 20;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const pick = (list) => list[Math.floor(random() * list.length)];
  const values = () => [0, 1, -1, 2, 7, 8, 12, 64, 1e5, 178956971, 2 ** 31 - 1, 2 ** 31, 2 ** 32 + 1, -(2 ** 31), 0.5, NaN, Infinity, "", "elbow", "a\0b", "\ud800", "tool", "<link name='x'/>", "<", text, null, undefined,
    [], {}, [1, 2, 3], new Float64Array(8), new Float64Array(12), new Float64Array(8).fill(NaN), robot.exists ? 3 : 0, new Uint8Array(5), { length: 8 }, { length: 1e9 }, { length: -1 }];
  let calls = 0, failed = 0;
  const slow = (name, args) => (name === "fall" && args[3] > 1e5) || (name === "ik" && args[2]?.tries > 100) || (name === "reach" && args[1] > 1e5) || (name === "touchingAlong" && args[2]?.length > 1e4);
  for (let i = 0; i < 6000; i++) {
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(robot)).filter((name) => name !== "constructor");
    const name = pick(names);
    const args = Array.from({ length: Math.floor(random() * 5) }, () => pick(values()));
    const hidden = ["ask", "must", "textOf", "names", "contacts", "dynamics", "withTexts", "withNumbers", "sized", "link", "message"];
    if (hidden.includes(name) || slow(name, args) || (name === "free" && random() < 0.8)) continue;
    calls++;
    try {
      const member = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(robot), name);
      if (member.get) robot[name];
      else robot[name](...args);
    } catch (error) {
      failed++;
      // a caller's error, or JavaScript's own about an argument; never the engine's end
      assert.ok(error instanceof LimbError || error instanceof TypeError || error instanceof RangeError, `${name}: ${error}`);
      assert.ok(!/the engine stopped/.test(error.message), `${name}(${args.map(String).join(", ").slice(0, 200)}): ${error.message}`);
    }
    if (name === "free" || i % 200 === 0) {
      robot.free();
      robot = limb.parse(text);
      othersLive();
    }
  }
  assert.ok(calls > 3000 && failed > 500, `${calls} calls, ${failed} refused`);
  othersLive();
});
