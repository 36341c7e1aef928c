// Tests that the numbers that the page draws and lists equal those of the native command.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, beforeEach, test as plainTest } from "node:test";
import { PATIENT, chromium, corpus, example, limb, open, reset, temporary, until, view } from "./tools.mjs";

const test = (name, run) => plainTest(name, PATIENT, run);
const file = example("arm.urdf");
let browser, server, page, complaints;
before(async () => {
  browser = await chromium();
  server = await view(file);
  ({ page, complaints } = await open(browser, server.url, { width: 1100, height: 640 }));
});
after(async () => {
  await browser?.close();
  void server?.stop();
});
beforeEach(() => reset(page));

const json = (...args) => JSON.parse(spawnSync(limb, [...args, "--json"], { encoding: "utf8" }).stdout);
const overlay = (name, on = true) => page.evaluate(([key, value]) => window.limb.store.change({ overlays: { ...window.limb.store.state.overlays, [key]: value } }), [name, on]);
const pose = (values) => page.evaluate((wanted) => window.limb.setPose(wanted), values);
const joints = (values) => Object.entries(values).map(([name, value]) => `${name}=${value}`).join(",");
const BENT = { shoulder_lift: 0.7, elbow: -0.9, wrist_pitch: 0.5 };

test("gravity torques are beside the effort limits, and follow the sliders", async () => {
  for (const values of [{}, BENT]) {
    await pose(values);
    const { torques } = json("dyn", file, "--joints", joints({ shoulder_lift: 0, ...values }));
    for (const [name, torque] of Object.entries(torques)) {
      // as many digits as are shown; rows follow with the next frame, those out of sight a little later
      const slack = 0.0051 * 10 ** Math.max(0, Math.floor(Math.log10(Math.abs(torque) || 1)));
      const shown = () => page.textContent(`.joint[data-id="${name}"] .torque`).then(parseFloat);
      await until(async () => Math.abs((await shown()) - torque) < slack);
    }
  }
  assert.match(await page.textContent('.joint[data-id="elbow"] .torque'), /\/ 100 N m/);
});

test("the center of mass is the command's, over the support polygon of the base", async () => {
  await pose(BENT);
  await overlay("balance");
  const balance = await page.evaluate(() => window.limb.app.numbers.balance.current);
  const { center_of_mass: center } = json("dyn", file, "--joints", joints(BENT));
  center.forEach((value, i) => assert.ok(Math.abs(value - balance.center[i]) < 1e-12));
  assert.ok(balance.polygon.length >= 3 && Math.abs(balance.ground) < 0.01);
  assert.ok(balance.polygon.every(([x, y]) => Math.hypot(x, y) < 0.2), "the foot of the arm");
  const folded = { shoulder_lift: 1.5, elbow: 0, wrist_pitch: 0 };
  const margin = balance.margin;
  await pose(folded);
  assert.ok((await page.evaluate(() => window.limb.app.numbers.balance.current.margin)) < margin, "leaning out is nearer to tipping over");
});

test("manipulability is that of the Jacobian; reach is a cloud around the robot", async () => {
  await page.evaluate(() => window.limb.store.change({ selection: { kind: "link", name: "gripper_link" } }));
  await pose(BENT);
  await overlay("ellipsoid");
  const { radii } = await page.evaluate(() => window.limb.app.numbers.capability.ellipsoid);
  const { links } = json("fk", file, "--joints", joints(BENT), "--link", "gripper_link", "--jacobian");
  const rows = links.gripper_link.jacobian.slice(3);
  const trace = rows.flat().reduce((sum, value) => sum + value * value, 0);
  assert.ok(Math.abs(radii.reduce((sum, radius) => sum + radius * radius, 0) - trace) < 1e-9);
  await overlay("reach");
  await until(() => page.evaluate(() => window.limb.app.numbers.capability.reached === 20000));
  await page.evaluate(() => window.limb.store.change({ selection: undefined }));
  assert.equal(await page.evaluate(() => window.limb.app.numbers.capability.reached), 0);
  assert.equal(await page.evaluate(() => window.limb.app.numbers.capability.ellipsoid), undefined);
});

test("links that touch are listed and colored, as limb collide has them; the nearest distance is drawn when asked", async () => {
  await overlay("clearance");
  await until(() => page.evaluate(() => window.limb.store.state.touching?.nearest));
  const native = json("collide", file, "--distance");
  const nearest = await page.evaluate(() => window.limb.store.state.touching.nearest);
  assert.ok(Math.abs(nearest.distance - native.distance) < 1e-6);
  assert.match(await page.textContent("#touching"), /mm apart/);
  const values = { shoulder_lift: 2.2, elbow: 2.6, wrist_pitch: 1.5 };
  const pairs = json("collide", file, "--joints", joints(values)).pairs.map(({ a, b }) => `${a} ${b}`);
  assert.ok(pairs.length > 0, "this pose touches");
  await pose(values);
  await until(async () => JSON.stringify(await page.evaluate(() => window.limb.store.state.touching?.contacts.map(({ a, b }) => `${a} ${b}`))) === JSON.stringify(pairs));
  assert.match(await page.textContent("#touching"), /mm deep/);
  await page.click("#touching .link");
  assert.equal(await page.evaluate(() => window.limb.store.state.selection.kind), "link");
  await page.click("#joint-center");
  await until(() => page.evaluate(() => window.limb.store.state.touching?.contacts.length === 0));
});

test("all pairs that overlap at the zero pose can be listed, in the words of the check", async () => {
  // two rows of arms, each of which reaches into the one opposite
  const arms = Array.from({ length: 16 }, (_, i) => {
    const [x, side] = [Math.floor(i / 2), i % 2 ? 1 : -1];
    const box = `<origin xyz="0 ${-side * 0.28} 0"/><geometry><box size="0.1 0.5 0.1"/></geometry>`;
    return `<link name="arm${i}"><visual>${box}</visual><collision>${box}</collision></link>
      <link name="post${i}"><collision><origin xyz="0 0 -2"/><geometry><sphere radius="0.01"/></geometry></collision></link>
      <joint name="lift${i}" type="prismatic"><parent link="base"/><child link="post${i}"/><origin xyz="${x} ${side * 0.5} 0"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
      <joint name="turn${i}" type="revolute"><parent link="post${i}"/><child link="arm${i}"/><axis xyz="1 0 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>`;
  });
  const robot = path.join(temporary(), "arms.urdf");
  writeFileSync(robot, `<robot name="arms"><link name="base"><collision><origin xyz="0 0 -3"/><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>${arms.join("")}</robot>`);
  const warned = spawnSync(limb, ["check", "--all", robot], { encoding: "utf8" }).stdout.match(/overlap .* at the zero pose \[collision-at-zero\]/g);
  const own = await view(robot);
  const shown = (await open(browser, own.url)).page;
  await shown.waitForSelector("#touching summary");
  assert.equal(await shown.textContent("#touching summary"), `${warned.length} pairs overlap at the zero pose`);
  await shown.click("#touching summary");
  assert.equal(await shown.locator("#touching .usual p").count(), warned.length);
  await shown.locator("#touching .usual p .link").last().click();
  assert.match(await shown.evaluate(() => window.limb.store.state.selection.name), /^arm1[45]$/);
  await shown.close();
  void own.stop();
});

test("sliders mark where something would touch", async () => {
  await pose({ shoulder_lift: 2.2, elbow: 0 });
  const bands = await until(() => page.evaluate(() => window.limb.app.numbers.collisions.idle && window.limb.store.state.bands.elbow));
  for (const value of [-2.6, -1.5, 0, 1.5, 2.6]) {
    const inside = bands.some(([from, to]) => value >= from && value <= to);
    const near = bands.some(([from, to]) => Math.min(Math.abs(value - from), Math.abs(value - to)) < 0.06);
    if (!near) assert.equal(inside, json("collide", file, "--joints", joints({ shoulder_lift: 2.2, elbow: value })).colliding, String(value));
  }
  assert.ok(bands.length > 0);
  assert.match(await page.getAttribute('.joint[data-id="elbow"]', "class"), /banded/);
  const slider = page.locator('.joint[data-id="elbow"] .slider');
  for (const attribute of ["title", "aria-description"]) assert.equal(await slider.getAttribute(attribute), "red: links would touch");
  await page.evaluate(() => window.limb.store.change({ ignoreLimits: true }));
  assert.equal(await slider.getAttribute("title"), "yellow: beyond the limits");
  await page.evaluate(() => window.limb.store.change({ ignoreLimits: false }));
  assert.equal(await slider.getAttribute("title"), "red: links would touch");
  assert.match(await page.getAttribute('.joint[data-id="elbow"] .torque', "title"), /yellow above 80 %.*red beyond/);
});

test("let go: the robot falls to rest within its limits, stops when asked, and undo brings it back", async () => {
  await pose({ shoulder_lift: 0.3 });
  await page.evaluate(() => window.limb.store.settle());
  await page.evaluate(() => window.limb.app.commands.run("fall"));
  await until(() => page.evaluate(() => Math.abs(window.limb.robot().find("shoulder_lift").value - 0.3) > 0.05));
  assert.ok(await page.locator("#fall-stop").isVisible());
  await page.click("#fall-stop");
  const stopped = await page.evaluate(() => window.limb.robot().values());
  const limits = await page.evaluate(() => window.limb.robot().coordinates.map(({ value, lower, upper }) => ({ value, lower, upper })));
  assert.ok(limits.every(({ value, lower, upper }) => value >= lower - 1e-9 && value <= upper + 1e-9));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.deepEqual(await page.evaluate(() => window.limb.robot().values()), stopped);
  await page.evaluate(() => window.limb.store.undo());
  assert.ok(Math.abs((await page.evaluate(() => window.limb.robot().find("shoulder_lift").value)) - 0.3) < 1e-12);
});

test("overlays for one link alone", async () => {
  await page.evaluate(() => window.limb.store.change({ selection: { kind: "link", name: "forearm_link" } }));
  const shown = () => page.evaluate(() => {
    const found = [];
    window.limb.robot().scene.traverse((node) => node.userData.overlay === "inertia" && node.visible && found.push(node.parent.userData.name));
    return found;
  });
  assert.deepEqual(await shown(), []);
  await page.click('.link-overlays [data-overlay="inertia"]');
  assert.deepEqual(await shown(), ["forearm_link"]);
  await page.click('.link-overlays [data-overlay="inertia"]');
  assert.deepEqual(await shown(), []);
});

test("nothing was complained of on the way", () => assert.deepEqual(complaints, []));
