// Tests the engine in Node: findings, GLB bytes and numbers must equal those of the native command, for the examples and,
// if it is present, the corpus; edits, packages and files in memory must work.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { pathToFileURL } from "node:url";
import { corpusFolder } from "./corpus.mjs";

const { LIMB_BUILD: build, LIMB_SOURCE: source } = process.env;
const command = path.join(build, "limb");
const module = readFileSync(path.join(source, "build-wasm/limb.wasm"));
const folder = mkdtempSync(path.join(tmpdir(), "limb-engine-"));
after(() => rmSync(folder, { recursive: true }));
let limb, files, MemoryFiles, LimbError;

before(async () => {
  const bundle = path.join(folder, "engine.mjs");
  execFileSync(path.join(source, "web/node_modules/.bin/esbuild"),
    [path.join(source, "web/engine/src/node.ts"), "--bundle", "--platform=node", "--format=esm", `--outfile=${bundle}`, "--log-level=warning"]);
  const engine = await import(pathToFileURL(bundle));
  ({ MemoryFiles, LimbError } = engine);
  limb = await engine.Limb.create(module);
  files = new engine.DiskFiles();
});

function robots() {
  const examples = readdirSync(path.join(source, "examples")).filter((name) => name.endsWith(".urdf"));
  const beside = existsSync(path.join(corpusFolder, "robots"))
    ? readdirSync(path.join(corpusFolder, "robots"), { recursive: true }).filter((name) => name.endsWith(".urdf"))
      .map((name) => path.join(corpusFolder, "robots", name))
    : [];
  return [...examples.map((name) => path.join(source, "examples", name)), ...beside.sort()];
}

test("the module is below 300 kB compressed and asks only for files and time", () => {
  assert.ok(gzipSync(module, { level: 9 }).length < 300_000);
  const wanted = WebAssembly.Module.imports(new WebAssembly.Module(module)).map(({ name }) => name);
  assert.deepEqual(wanted.filter((name) => !/^(fd|path|environ|clock_time|proc_exit)/.test(name)), []);
});

test("findings and GLB bytes are those of the command", async () => {
  const glb = path.join(folder, "native.glb");
  const wrong = [];
  let nglb = 0;
  for (const robot of robots()) {
    const ours = await limb.load(robot, files);
    if (ours.exists) ours.checkFiles();
    const { stdout } = spawnSync(command, ["check", "--format", "json", robot], { encoding: "utf8", maxBuffer: 1 << 28 });
    if (ours.report("json") !== stdout) wrong.push(`findings of ${robot}`);
    if (ours.status === 0) {
      const { status, stderr } = spawnSync(command, ["convert", robot, "-o", glb], { encoding: "utf8" });
      assert.equal(status, /is missing|left out/.test(stderr) ? 3 : 0, stderr);
      if (!readFileSync(glb).equals(ours.toGLB())) wrong.push(`GLB of ${robot}`);
      nglb++;
    }
    ours.free();
  }
  assert.deepEqual(wrong, []);
  assert.ok(nglb >= 4);
});

test("numbers are those of the portable code, bit for bit", async () => {
  const native = execFileSync(path.join(build, "test/portable_numbers"), robots(), { encoding: "utf8", maxBuffer: 1 << 28 });
  const wrong = [];
  let compared = 0;
  for (const part of native.split(/^robot /m).slice(1)) {
    const [robot, ...lines] = part.trimEnd().split("\n");
    if (lines[0] === "none") continue;
    const ours = await limb.load(robot, files);
    const q = ours.neutral().map((value, i) => value + 0.1 * (i + 1));
    const step = () => {
      try {
        return ours.step(q, new Float64Array(ours.nv), 0.001).v;
      } catch {
        return [];
      }
    };
    const numbers = { fk: () => ours.fk(q), gravity: () => ours.gravity(q), mass: () => ours.massMatrix(q), step };
    for (const line of lines) {
      const name = line.split(" ")[0];
      if (bits(name, numbers[name]()) !== line) wrong.push(`${name} of ${robot}`);
      compared++;
    }
    ours.free();
  }
  assert.deepEqual(wrong, []);
  assert.ok(compared >= 16);
});

function bits(name, values) {
  const words = [...values].map((value) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    return Number.isNaN(value) ? "7ff8000000000000" : view.getBigUint64(0).toString(16).padStart(16, "0");
  });
  return [name, ...words].join(" ");
}

test("dynamics agrees with itself", async () => {
  const ours = await limb.load(path.join(source, "examples/arm.urdf"), files);
  const q = ours.neutral().map((_, i) => 0.1 * (i + 1));
  const zero = new Float64Array(ours.nv);
  const tau = ours.gravity(q);
  assert.deepEqual(ours.inverseDynamics(q, zero, zero), tau);
  ours.forwardDynamics(q, zero, tau).forEach((a) => assert.ok(Math.abs(a) < 1e-9));
  ours.step(q, zero, 0.001, tau).q.forEach((value, i) => assert.ok(Math.abs(value - q[i]) < 1e-9));
  ours.free();
});

// Configurations that the command and the engine both get, as --joints name=value.
function configurations(ours, count) {
  const { min, max } = ours.limits();
  const between = (i, part) => (Number.isFinite(min[i]) && Number.isFinite(max[i]) ? min[i] + part * (max[i] - min[i]) : 2 * part - 1);
  return Array.from({ length: count }, (_, k) => ours.neutral().map((value, i) => (/\/q[xyzw]$/.test(ours.qNames[i]) ? value : between(i, ((k * 7 + i * 3) % 11) / 10))));
}

test("center of mass and reach are those of the command", async () => {
  const robot = path.join(source, "examples/arm.urdf");
  const ours = await limb.load(robot, files);
  const { center_of_mass: native } = JSON.parse(execFileSync(command, ["dyn", robot, "--json"], { encoding: "utf8" }));
  ours.centerOfMass(ours.neutral()).forEach((value, k) => assert.ok(Math.abs(value - native[k]) < 1e-12));
  const cloud = path.join(folder, "cloud.ply");
  const tip = ours.linkNames.at(-1);
  execFileSync(command, ["reach", robot, "--link", tip, "--samples", "500", "--seed", "3", "-o", cloud]);
  const bytes = readFileSync(cloud);
  const expected = new Float32Array(new Uint8Array(bytes.subarray(bytes.indexOf("end_header\n") + 11)).buffer);
  const points = ours.reach(tip, 500, 3);
  assert.equal(points.length, expected.length);
  points.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-6));
  ours.free();
});

test("links that touch are those of limb collide", async () => {
  const robot = path.join(source, "examples/arm.urdf");
  const ours = await limb.load(robot, files);
  assert.equal(ours.collisionScene().missing, 0);
  let touched = 0;
  for (const q of configurations(ours, 8)) {
    const joints = ours.qNames.map((name, i) => `${name}=${q[i]}`).join(",");
    const { stdout } = spawnSync(command, ["collide", robot, "--joints", joints, "--distance", "--json"], { encoding: "utf8" });
    const native = JSON.parse(stdout);
    const pairs = ours.touching(q).map(({ a, b }) => `${a} ${b}`);
    assert.deepEqual(pairs, native.pairs.map(({ a, b }) => `${a} ${b}`));
    if (!native.colliding) assert.ok(Math.abs(ours.nearest(q).distance - native.distance) < 1e-9);
    touched += pairs.length;
  }
  assert.ok(touched > 0, "some configuration touches");
  const q = ours.neutral();
  const values = Array.from({ length: 20 }, (_, i) => -2.5 + 0.25 * i);
  const along = ours.touchingAlong(q, 2, values);
  values.forEach((value, i) => assert.equal(along[i], ours.touching(q.map((at, k) => (k === 2 ? value : at))).length > 0));
  ours.free();
});

test("triangles that are given stand for a mesh file", () => {
  const text = '<robot name="m"><link name="a"><collision><geometry><mesh filename="a.stl"/></geometry></collision></link><link name="b"/>' +
    '<link name="c"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>' +
    '<joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><limit lower="1" upper="9" effort="1" velocity="1"/></joint>' +
    '<joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint></robot>';
  const ours = limb.parse(text);
  ours.addMesh("a.stl", new Float32Array([-1, -1, 0, 1, -1, 0, 0, 1, 0]), new Uint32Array([0, 1, 2]));
  assert.deepEqual(ours.collisionScene(), { missing: 0, pairs: 1 });
  const { a, b, distance, pointA, pointB } = ours.nearest([2]);
  assert.deepEqual([a, b], ["a", "c"]);
  assert.ok(Math.abs(distance - 1.5) < 1e-9 && Math.abs(pointA[2]) < 1e-9 && Math.abs(pointB[2] - 1.5) < 1e-9);
  assert.throws(() => ours.addMesh("b.stl", new Float32Array(3), new Uint32Array([0, 1, 2])), LimbError);
  ours.free();
});

test("a robot that is let go comes to rest within its limits", async () => {
  const ours = await limb.load(path.join(source, "examples/arm.urdf"), files);
  const { min, max } = ours.limits();
  let state = { q: ours.neutral().map((_, i) => 0.1 * i), v: new Float64Array(ours.nv) };
  for (let i = 0; i < 400; i++) state = ours.fall(state.q, state.v, 0.002, 20, 1);
  state.q.forEach((value, i) => assert.ok(value >= min[i] && value <= max[i], ours.qNames[i]));
  assert.ok(Math.max(...state.v.map(Math.abs)) < 0.05);
  ours.free();
});

test("changes since an older text are those of limb diff, and the text is known by its hash", () => {
  const text = readFileSync(path.join(source, "examples/arm.urdf"), "utf8");
  const ours = limb.parse(text, { name: "/arm.urdf" });
  const { hash } = ours.describe();
  assert.match(hash, /^[0-9a-f]{16}$/);
  assert.deepEqual(ours.changesSince(text), []);
  const [joint] = ours.qNames;
  ours.setAttribute(ours.node("joint", joint, "limit"), "effort", "123");
  const [change, ...more] = ours.changesSince(text);
  assert.deepEqual(more, []);
  assert.equal(change.path, `joint/${joint}/limit`);
  assert.equal(change.new, "123");
  assert.notEqual(ours.describe().hash, hash);
  assert.throws(() => ours.changesSince("<robot"), LimbError);
  ours.free();
});

test("inverse kinematics arrives, or says why not", async () => {
  const ours = await limb.load(path.join(source, "examples/arm.urdf"), files);
  const tip = ours.linkNames.at(-1);
  const q = ours.neutral().map((_, i) => 0.2 - 0.05 * i);
  const pose = ours.fk(q).subarray(12 * ours.linkNames.indexOf(tip)).slice(0, 12);
  const answer = ours.ik(tip, pose);
  assert.ok(answer.solved && answer.positionError < 1e-5, answer.reason);
  pose[3] += 50;
  const far = ours.ik(tip, pose, { tries: 3 });
  assert.ok(!far.solved && far.reason.length > 0 && far.positionError > 1);
  assert.throws(() => ours.ik("nobody", pose), LimbError);
  assert.throws(() => ours.fk([1]), /q has 1 numbers/);
  ours.free();
});

test("files in memory: packages, every mesh format, and nothing else is read", async () => {
  const memory = new MemoryFiles();
  const meshes = readdirSync(path.join(source, "examples/meshes"));
  for (const name of meshes) memory.set(`/pack/meshes/${name}`, readFileSync(path.join(source, "examples/meshes", name)));
  memory.set("/pack/package.xml", "<package><name>pack</name></package>");
  const shown = meshes.filter((name) => /\.(stl|obj|dae|glb|gltf|ply)$/.test(name));
  const visuals = shown.map((name) => `<visual><geometry><mesh filename="package://pack/meshes/${name}"/></geometry></visual>`);
  memory.set("/pack/urdf/all.urdf", `<robot name="all"><link name="a">${visuals.join("")}</link></robot>`);
  const ours = await limb.load("/pack/urdf/all.urdf", memory);
  ours.checkFiles();
  assert.equal(ours.errors, 0, ours.report());
  const { links, triangles } = ours.describe();
  assert.equal(links[0].visuals.length, shown.length);
  assert.ok(links[0].visuals.every(({ missing }) => !missing) && triangles > 100);
  assert.ok(new Set(shown.map((name) => path.extname(name))).size >= 4);
  for (const name of shown) assert.ok(limb.convertMesh(`/pack/meshes/${name}`, memory, "stl").length > 84, name);
  assert.throws(() => limb.convertMesh("/etc/passwd", memory, "stl"), LimbError);
  ours.free();

  const outside = limb.parse('<robot name="x"><link name="a"><visual><geometry><mesh filename="package://elsewhere/flange.stl"/></geometry></visual></link></robot>',
    { files: memory, packages: { elsewhere: "/pack/meshes" } });
  outside.checkFiles();
  assert.equal(outside.errors + outside.warnings, 0, outside.report());
  outside.free();
});

test("edits change only what is meant", () => {
  const text = readFileSync(path.join(source, "examples/arm.urdf"), "utf8");
  const ours = limb.parse(text, { name: "/arm.urdf" });
  assert.equal(ours.source(), text);
  const [first] = ours.linkNames;
  ours.renameLink(first, "renamed_base");
  assert.equal(ours.source().replaceAll("renamed_base", first), text);
  const joint = ours.qNames[0];
  const node = ours.node("joint", joint, "limit");
  assert.ok(node >= 0);
  ours.setAttribute(node, "effort", "123");
  assert.ok(ours.source().includes('effort="123"'));
  assert.throws(() => ours.renameJoint(joint, ""), LimbError);
  ours.free();
  const wrong = limb.parse("<robot name='a'><link name='b'/><link name='c'/><joint name='j' type='Fixed'><parent link='b'/><child link='c'/></joint></robot>");
  assert.ok(wrong.findings()[0].line === 1 && wrong.findings()[0].rule === "joint-type");
  assert.ok(wrong.fix() > 0);
  assert.ok(wrong.source().includes("type='fixed'"));
  wrong.free();
});

test("broken robots are findings, not exceptions", () => {
  const ours = limb.parse("<robot><link");
  assert.equal(ours.status, 1);
  assert.ok(ours.reason.length > 0 && ours.errors > 0);
  assert.throws(() => ours.toGLB(), LimbError);
  ours.free();
});

test("memory is given back", () => {
  const text = readFileSync(path.join(source, "examples/arm.urdf"), "utf8");
  const use = () => {
    const ours = limb.parse(text);
    ours.fk(ours.neutral());
    ours.toGLB();
    ours.free();
  };
  for (let i = 0; i < 20; i++) use();
  const size = limb.memorySize;
  for (let i = 0; i < 200; i++) use();
  assert.equal(limb.memorySize, size);
});
