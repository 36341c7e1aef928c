// Tests pages without a server: a self-contained file, an empty page onto which robots are dropped, a notebook.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test as plainTest } from "node:test";
import { pathToFileURL } from "node:url";
import { COARSE, PATIENT, build, chromium, example, limb, patient, pictureOf, require, temporary, until } from "./tools.mjs";

const test = (name, run) => plainTest(name, PATIENT, run);

let browser;
before(async () => {
  browser = await chromium();
});
after(() => browser?.close());

test("one file to send opens from disk without a network", async () => {
  const html = path.join(temporary(), "arm.html");
  execFileSync(limb, ["view", example("arm.urdf"), "--html", html]);
  assert.match(readFileSync(html, "utf8"), /Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/);
  const asked = [];
  const context = await browser.newContext({ offline: true, viewport: { width: 900, height: 600 }, ...COARSE });
  context.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) asked.push(request.url());
  });
  const saved = patient(await context.newPage());
  const heard = [];
  saved.on("pageerror", (error) => heard.push(String(error)));
  saved.on("console", (message) => {
    if (message.type() === "error") heard.push(message.text());
  });
  await saved.goto(pathToFileURL(html).href);
  await saved.evaluate(() => window.limb.ready);
  assert.equal(await saved.textContent("#robot-name"), "arm");
  assert.ok(await saved.isVisible("#server-state"));
  const before = await pictureOf(saved);
  await saved.click("#joint-random");
  assert.notEqual(await pictureOf(saved), before);
  await saved.click("#joint-center");
  await saved.evaluate(() => window.limb.setPose({ shoulder_lift: 0.5, elbow: 1, wrist_pitch: 0.6 }));
  await solves(saved, "gripper_link");
  assert.deepEqual(asked, []);
  assert.deepEqual(heard, []);
  await context.close();
});

// The handle brings a link 2 cm aside.
async function solves(shown, link) {
  const goal = await shown.evaluate((name) => {
    const { limb } = window;
    limb.store.change({ selection: { kind: "link", name } });
    if (!limb.handle.active) document.querySelector('[data-tool="ik"]').click();
    const pose = limb.robot().pose(name).clone();
    pose.elements[12] += 0.02;
    limb.handle.moveTo(pose);
    return [pose.elements[12], pose.elements[13], pose.elements[14]];
  }, link);
  await until(async () => {
    const { xyz } = await shown.evaluate((name) => window.limb.pose(name), link);
    return xyz.every((part, i) => Math.abs(part - goal[i]) < 1e-4);
  });
}

// As the desktop does it: the browser gets a path, the page its entries.
async function drop(shown, file) {
  const session = await shown.context().newCDPSession(shown);
  const at = { x: 450, y: 300, data: { items: [], files: [file], dragOperationsMask: 1 } };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, ...at });
}

test("an empty page of one file shows, checks, poses and converts whatever is dropped onto it, offline", async () => {
  const folder = temporary();
  const html = path.join(folder, "studio.html");
  execFileSync(limb, ["view", "--html", html]);
  const context = await browser.newContext({ offline: true, viewport: { width: 1100, height: 700 }, acceptDownloads: true, ...COARSE });
  const asked = [];
  context.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) asked.push(request.url());
  });
  const studio = patient(await context.newPage());
  const heard = [];
  studio.on("pageerror", (error) => heard.push(String(error)));
  await studio.goto(pathToFileURL(html).href);
  await studio.evaluate(() => window.limb.ready);
  assert.match(await studio.textContent("#loading-text"), /Drop the folder/);
  assert.ok(await studio.isVisible("#choose-folder") && !(await studio.isVisible("#tree")));
  await studio.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  for (const dark of [true, false]) {
    await studio.evaluate((on) => window.limb.store.change({ dark: on }), dark);
    const { violations } = await studio.evaluate(() => window.axe.run(document));
    assert.deepEqual(violations.map(({ id }) => `empty page, ${dark ? "dark" : "light"}: ${id}`), []);
  }

  // a robot for each format, in a package with hundreds of other files
  const source = path.join(folder, "meshes");
  cpSync(path.join(path.dirname(example("arm.urdf")), "meshes"), source, { recursive: true });
  writeFileSync(path.join(source, "corner.ply"), "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n" +
    "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
  writeFileSync(path.join(source, "corner.bin"), Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer));
  writeFileSync(path.join(source, "corner.gltf"), JSON.stringify({
    asset: { version: "2.0" }, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }], buffers: [{ byteLength: 36, uri: "corner.bin" }],
  }));
  const meshes = readdirSync(source).filter((name) => /\.(stl|obj|dae|glb|gltf|ply)$/.test(name));
  const formats = [...new Set(meshes.map((name) => path.extname(name)))];
  assert.equal(formats.length, 6);
  for (const format of formats) {
    const name = `only_${format.slice(1)}`;
    const pack = path.join(folder, name);
    mkdirSync(path.join(pack, "urdf"), { recursive: true });
    cpSync(source, path.join(pack, "meshes"), { recursive: true });
    for (let i = 0; i < 300; i++) writeFileSync(path.join(pack, `note_${i}.txt`), "x");
    writeFileSync(path.join(pack, "package.xml"), `<package><name>${name}</name></package>`);
    const shapes = meshes.filter((mesh) => mesh.endsWith(format)).map((mesh) => `<visual><geometry><mesh filename="package://${name}/meshes/${mesh}"/></geometry></visual>`);
    writeFileSync(path.join(pack, "urdf/robot.urdf"), `<robot name="${name}"><link name="base">${shapes.join("")}</link></robot>`);
    await drop(studio, pack);
    await studio.waitForFunction((wanted) => window.limb.robot()?.data.name === wanted, name);
    const shown = await studio.evaluate(() => window.limb.robot().data);
    assert.ok(shown.triangles > 0 && shown.links[0].visuals.every(({ missing }) => !missing), format);
  }

  // sliders, inverse kinematics, GLB
  const arm = path.join(folder, "arm");
  cpSync(path.dirname(example("arm.urdf")), arm, { recursive: true });
  for (const name of readdirSync(arm).filter((entry) => entry.endsWith(".urdf") && entry !== "arm.urdf")) rmSync(path.join(arm, name));
  await drop(studio, arm);
  await studio.waitForFunction(() => window.limb.robot()?.data.name === "arm");
  const before = await pictureOf(studio);
  await studio.click("#joint-random");
  assert.notEqual(await pictureOf(studio), before);
  await studio.click("#joint-center");
  await studio.evaluate(() => window.limb.setPose({ shoulder_lift: 0.5, elbow: 1, wrist_pitch: 0.6 }));
  await solves(studio, "gripper_link");
  const [glb] = await Promise.all([studio.waitForEvent("download"), studio.click("#save-glb")]);
  const native = path.join(folder, "native.glb");
  execFileSync(limb, ["convert", path.join(arm, "arm.urdf"), "-o", native]);
  assert.ok(readFileSync(await glb.path()).equals(readFileSync(native)), "the GLB of the page is the command's");

  // findings, and what can be fixed with certainty; as .zip
  const wrong = path.join(folder, "wrong");
  mkdirSync(wrong);
  writeFileSync(path.join(wrong, "wrong.urdf"), '<robot name="wrong"><link name="a"/><link name="b"/><joint name="j" type="Fixed"><parent link="a"/><child link="b"/></joint></robot>');
  execFileSync("python3", ["-c", "import shutil,sys; shutil.make_archive(sys.argv[1], 'zip', sys.argv[1])", wrong]);
  await drop(studio, `${wrong}.zip`);
  await studio.waitForFunction(() => window.limb.robot()?.data.name === "wrong");
  await studio.click("#tab-findings");
  assert.ok((await studio.locator('#findings [data-rule="joint-type"]').count()) === 1);
  await studio.click("#fix");
  await until(async () => (await studio.locator('#findings [data-rule="joint-type"]').count()) === 0);
  const [urdf] = await Promise.all([studio.waitForEvent("download"), studio.evaluate(() => document.getElementById("save-urdf").click())]);
  assert.match(readFileSync(await urdf.path(), "utf8"), /type="fixed"/);

  // xacro: the file that the others are there for, with its includes, packages and meshes; findings in the file that was written
  const pack = path.join(folder, "hand_description");
  mkdirSync(path.join(pack, "urdf"), { recursive: true });
  cpSync(source, path.join(pack, "meshes"), { recursive: true });
  writeFileSync(path.join(pack, "package.xml"), "<package><name>hand_description</name></package>");
  const xmlns = 'xmlns:xacro="http://www.ros.org/wiki/xacro"';
  writeFileSync(path.join(pack, "urdf/hand.urdf.xacro"), `<robot name="hand" ${xmlns}>\n<xacro:include filename="$(find hand_description)/urdf/finger.xacro"/>\n<link name="palm"/>\n` +
    '<xacro:finger name="thumb" at="0.1"/>\n<xacro:finger name="index" at="-0.1"/>\n</robot>\n');
  writeFileSync(path.join(pack, "urdf/finger.xacro"), `<robot ${xmlns}>\n<xacro:macro name="finger" params="name at">\n<link name="\${name}">` +
    `<visual><geometry><mesh filename="package://hand_description/meshes/${meshes.find((mesh) => mesh.endsWith(".stl"))}"/></geometry></visual></link>\n` +
    '<joint name="${name}_joint" type="revolute"><parent link="palm"/><child link="${name}"/><origin xyz="0 ${at} 0"/><axis xyz="0 0 2"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>\n' +
    "</xacro:macro>\n</robot>\n");
  await drop(studio, pack);
  await studio.waitForFunction(() => window.limb.robot()?.data.name === "hand");
  const expanded = await studio.evaluate(() => window.limb.robot().data);
  assert.deepEqual(expanded.links.map(({ name }) => name), ["palm", "thumb", "index"]);
  assert.ok(expanded.links.every(({ visuals }) => visuals.every(({ geometry }) => !geometry.missing)) && expanded.triangles > 0);
  const [row] = await studio.locator('#findings li:has([data-rule="joint-axis-not-unit"]) .place').allTextContents();
  assert.match(row ?? "", /^finger\.xacro:4:/);
  await studio.click("#joint-random");
  await studio.evaluate(() => window.limb.setPose({ thumb_joint: 0.5 }));
  const [handGlb] = await Promise.all([studio.waitForEvent("download"), studio.evaluate(() => document.getElementById("save-glb").click())]);
  const nativeHand = path.join(folder, "hand.glb");
  execFileSync(limb, ["convert", path.join(pack, "urdf/hand.urdf.xacro"), "-o", nativeHand]);
  assert.ok(readFileSync(await handGlb.path()).equals(readFileSync(nativeHand)), "the GLB of the page is the command's");

  // its arguments: fields for those that are declared or used, asked for where one is needed
  const sided = path.join(folder, "sided.urdf.xacro");
  writeFileSync(sided, `<robot name="sided" ${xmlns}><xacro:arg name="count" default="2"/>\n` +
    '<xacro:macro name="part" params="n"><link name="$(arg side)_${n}"/><xacro:if value="${n &gt; 1}"><joint name="j${n}" type="fixed"><parent link="$(arg side)_${n}"/><child link="$(arg side)_${n - 1}"/></joint><xacro:part n="${n - 1}"/></xacro:if></xacro:macro>\n' +
    '<xacro:part n="$(arg count)"/></robot>\n');
  await drop(studio, sided);
  await studio.waitForSelector("#arguments[open] .reason:not(:empty)");
  assert.equal(await studio.textContent("#robot-name"), "hand");
  assert.deepEqual(await studio.$$eval("#arguments input", (inputs) => inputs.map(({ name, placeholder }) => [name, placeholder])), [["count", "2"], ["side", "needed"]]);
  const { violations } = await studio.evaluate(() => window.axe.run(document.getElementById("arguments")));
  assert.deepEqual(violations.map(({ id }) => id), []);
  await studio.fill('#arguments input[name="side"]', "left");
  await studio.press('#arguments input[name="side"]', "Enter");
  await studio.waitForFunction(() => window.limb.robot()?.data.name === "sided");
  const links = () => studio.evaluate(() => window.limb.robot().data.links.map(({ name }) => name));
  assert.deepEqual(await links(), ["left_2", "left_1"]);
  assert.ok(!(await studio.isVisible("#arguments")));
  await studio.click("#xacro-arguments");
  assert.equal(await studio.inputValue('#arguments input[name="side"]'), "left", "what was given is kept");
  await studio.fill('#arguments input[name="count"]', "3");
  await studio.click("#arguments-show");
  await until(async () => (await links()).length === 3);
  await drop(studio, pack);
  await studio.waitForFunction(() => window.limb.robot()?.data.name === "hand");

  // what is not a robot leaves the one that is shown
  writeFileSync(path.join(folder, "no.zip"), "PK");
  await drop(studio, path.join(folder, "no.zip"));
  await studio.waitForSelector("#toast.error");
  assert.equal(await studio.textContent("#robot-name"), "hand");
  assert.deepEqual(asked, []);
  assert.deepEqual(heard, []);
  await context.close();
});

test("in a notebook a Python robot shows itself, edits included", async () => {
  const notebook = path.join(temporary(), "notebook.html");
  const script = "import limb, sys\nrobot = limb.load(sys.argv[1])\nrobot.rename_link('tool_link', 'flange')\n" +
    "open(sys.argv[2], 'w').write('<!doctype html><div>' + robot._repr_html_() + '</div>')";
  execFileSync("/usr/bin/python3", ["-c", script, example("arm.urdf"), notebook], { env: { ...process.env, PYTHONPATH: path.join(build, "python") } });
  const context = await browser.newContext({ offline: true, viewport: { width: 400, height: 300 }, ...COARSE });
  const shown = patient(await context.newPage());
  const heard = [];
  shown.on("pageerror", (error) => heard.push(String(error)));
  await shown.goto(pathToFileURL(notebook).href);
  const [, frame] = shown.frames();
  await frame.waitForFunction(() => window.limb?.ready);
  await frame.evaluate(() => window.limb.ready);
  assert.ok((await frame.evaluate(() => window.limb.robot().data.links.map(({ name }) => name))).includes("flange"));
  assert.deepEqual(heard, []);
  await context.close();
});
