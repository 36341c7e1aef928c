// Tests comparing robots: `limb view NEW OTHER`, and the version before the last save.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test as plainTest } from "node:test";
import { pathToFileURL } from "node:url";
import { COARSE, PATIENT, chromium, copyOfExample, limb, open, patient, temporary, until, view } from "./tools.mjs";

const test = (name, run) => plainTest(name, PATIENT, run);
let browser, server, page, complaints, file, other, original;
before(async () => {
  browser = await chromium();
  file = copyOfExample("arm.urdf");
  other = copyOfExample("arm.urdf");
  original = readFileSync(file, "utf8");
  writeFileSync(other, original.replace(/(<joint name="elbow"[\s\S]*?<origin xyz=")[^"]*/, "$10 -0.118 0.5").replace(/(<joint name="elbow"[\s\S]*?effort=")[^"]*/, "$175"));
  server = await view(file, other);
  ({ page, complaints } = await open(browser, server.url, { width: 1100, height: 640 }));
});
after(async () => {
  await browser?.close();
  void server?.stop();
});
const shown = (on = page) => on.evaluate(() => window.limb.app.ghost.shown && window.limb.app.ghost.changes);

test("the second robot is a ghost in the same pose, with what differs as limb diff has it", async () => {
  const changes = await until(() => shown());
  const native = JSON.parse(spawnSync(limb, ["diff", other, file, "--json"], { encoding: "utf8" }).stdout);
  assert.equal(changes.length, native.changes.length);
  assert.deepEqual(changes.map(({ path: at, attribute }) => `${at} ${attribute}`).sort(), ["joint/elbow/limit effort", "joint/elbow/origin xyz"]);
  assert.match(await page.textContent("#compare"), /2 differences to arm.urdf/);
  assert.match(await page.textContent("#compare"), /effort 75 → 100/);
  const lift = () => page.evaluate(() => {
    const { app } = window.limb;
    const place = (robot) => robot.pose("forearm_link").elements.slice(12, 15);
    return { mine: place(app.robot), ghost: place(app.ghost.ghost), visible: [...app.ghost.ghost.links.values()].filter(({ node }) => node.visible).map(({ data }) => data.name) };
  });
  const { mine, ghost, visible } = await lift();
  const apart = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));
  assert.ok(Math.abs(apart(ghost, mine) - 0.1) < 1e-6, "the other's upper arm is 10 cm longer");
  assert.ok(visible.includes("forearm_link") && !visible.includes("base_link"), "only what differs is seen");
  await page.evaluate(() => window.limb.setPose({ shoulder_lift: 1 }));
  const moved = await lift();
  assert.ok(apart(moved.mine, mine) > 0.01 && apart(moved.ghost, ghost) > 0.01);
  await page.click("#compare [aria-label='end comparing']");
  await until(async () => (await shown()) === false);
  assert.ok(await page.locator("#compare").isHidden());
});

test("a ghost that is larger is in the view from the start and when the view is fitted; a camera that was moved stays", async () => {
  const larger = copyOfExample("arm.urdf");
  writeFileSync(larger, original.replace(/(<joint name="elbow"[\s\S]*?<origin xyz=")[^"]*/, "$10 -0.118 2"));
  const both = await view(file, larger);
  const own = (await open(browser, both.url, { width: 1100, height: 640 })).page;
  const inside = () => own.evaluate(() => {
    const { app, stage } = window.limb;
    stage.camera.updateMatrixWorld();
    return app.ghost.outline().every((point) => {
      const at = stage.camera.position.clone().set(...point).project(stage.camera);
      return Math.max(Math.abs(at.x), Math.abs(at.y)) < 1;
    });
  });
  await until(() => shown(own));
  assert.ok(await own.evaluate(() => window.limb.app.ghost.outline().length > 0));
  assert.ok(await inside());
  await own.evaluate(() => window.limb.store.change({ camera: { position: [1, 0.5, 0], target: [0, 0.3, 0] } }));
  assert.ok(!(await inside()));
  writeFileSync(larger, readFileSync(larger, "utf8").replace('effort="100"', 'effort="42"'));
  await until(async () => (await shown(own) || []).some(({ old }) => old === "42"));
  assert.deepEqual(await own.evaluate(() => window.limb.store.state.camera.position.map((part) => Number(part.toFixed(6)))), [1, 0.5, 0]);
  await own.keyboard.press("0");
  await until(inside);
  await own.close();
  void both.stop();
});

test("saving the second file updates the ghost; a broken save keeps the last good one", async () => {
  await page.evaluate(() => window.limb.store.change({ ghost: "other" }));
  const text = readFileSync(other, "utf8");
  const effort = async (value) => (await shown() || []).some(({ attribute, old }) => attribute === "effort" && old === value);
  await until(() => effort("75"));
  writeFileSync(other, text.replace('effort="75"', 'effort="42"'));
  await until(() => effort("42"));
  assert.match(await page.textContent("#compare"), /effort 42 → 100/);
  writeFileSync(other, "<robot");
  await until(async () => /cannot be shown any more/.test(await page.textContent("#toast")));
  assert.ok(await effort("42"));
  writeFileSync(other, text);
  await until(() => effort("75"));
  await page.evaluate(() => window.limb.store.change({ ghost: "none" }));
});

test("after a save the version before can be shown", async () => {
  writeFileSync(file, original.replace(/(<joint name="elbow"[\s\S]*?velocity=")[^"]*/, "$11.25"));
  await until(() => page.evaluate(() => window.limb.robot().joints.get("elbow").limit.velocity === 1.25));
  await page.evaluate(() => window.limb.store.change({ ghost: "previous" }));
  const changes = await until(() => shown());
  assert.deepEqual(changes.map(({ path: at, attribute, new: now }) => `${at} ${attribute} ${now}`), ["joint/elbow/limit velocity 1.25"]);
  await page.evaluate(() => window.limb.store.change({ ghost: "none" }));
});

test("a saved page carries both", async () => {
  const html = path.join(temporary(), "both.html");
  execFileSync(limb, ["view", file, other, "--html", html]);
  const saved = patient(await browser.newPage(COARSE));
  await saved.goto(pathToFileURL(html).href);
  await saved.waitForFunction(() => window.limb?.ready);
  await saved.evaluate(() => window.limb.ready);
  assert.ok((await until(() => shown(saved))).length >= 2);
  await saved.close();
});

test("nothing was complained of on the way", () => assert.deepEqual(complaints, []));
