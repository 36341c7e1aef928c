// Editing in the page: each change is one lossless edit with undo, shown before it is saved; with a server it is written.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test as plainTest } from "node:test";
import { chromium, copyOfExample, open, until, view } from "./tools.mjs";

const test = (name, run) => plainTest(name, { timeout: 120000 }, run);
let browser, server, page, complaints, file, original;
before(async () => {
  browser = await chromium();
  file = copyOfExample("arm.urdf");
  original = readFileSync(file, "utf8");
  server = await view(file, "--write");
  ({ page, complaints } = await open(browser, server.url, { width: 1100, height: 640 }));
});
after(async () => {
  await browser?.close();
  void server?.stop();
});

const field = (name) => page.locator(`[data-field="${name}"]`);
const edited = () => page.evaluate(() => (window.limb.app.document.unsaved ? window.limb.store.state.edited.text : undefined));
const select = (kind, name) => page.evaluate((selection) => window.limb.store.change({ selection, mode: "edit" }), { kind, name });
// The lines that differ, as a pair of lists.
const difference = (text) => {
  const [a, b] = [original.split("\n"), text.split("\n")];
  return [a.filter((line) => !b.includes(line)), b.filter((line) => !a.includes(line))];
};
async function change(name, value) {
  const before = await edited();
  await field(name).fill(value);
  await field(name).press("Enter");
  return until(async () => {
    const now = await edited();
    return now !== before && (now ?? original);
  });
}
async function undoAll() {
  await page.evaluate(() => {
    while (window.limb.app.document.unsaved) window.limb.store.undo();
  });
  await until(() => page.evaluate(() => window.limb.robot().data === window.limb.app.document.loaded.data));
}

test("origin, axis, limits: one attribute changes, and the robot moves", async () => {
  await select("joint", "elbow");
  const [old] = await page.evaluate(() => [window.limb.pose("forearm_link").xyz]);
  const text = await change("origin xyz", "0.1 0.02 0.4");
  const [gone, come] = difference(text);
  assert.equal(gone.length, 1);
  assert.match(come[0], /xyz="0.1 0.02 0.4"/);
  const now = await until(async () => {
    const { xyz } = await page.evaluate(() => window.limb.pose("forearm_link"));
    return Math.hypot(...xyz.map((part, i) => part - old[i])) > 0.01 && xyz;
  });
  assert.ok(now.every(Number.isFinite));
  assert.match(await change("upper", "45"), /upper="0.7853981633974483"/);
  await until(() => page.evaluate(() => Math.abs(window.limb.robot().find("elbow").upper - Math.PI / 4) < 1e-9));
  assert.match(await change("axis", "0 0 1"), /xyz="0 0 1"/);
  assert.equal(await page.locator("#edit-count").textContent().then((said) => /\d lines? changed/.test(said)), true);
  await undoAll();
  assert.equal(await edited(), undefined);
  assert.ok(await page.locator("#edit-bar").isHidden());
});

test("mass, inertia, names and colours; a wrong value changes nothing", async () => {
  const link = await page.evaluate(() => window.limb.robot().data.links.find(({ inertial, visuals }) => inertial && visuals.length > 0).name);
  await select("link", link);
  const [, mass] = difference(await change("mass", "7.25"));
  assert.match(mass[0], /value="7.25"/);
  assert.match(await change("ixx iyy izz", "1 2 2.5"), /izz="2.5"/);
  await field("mass").fill("heavy");
  await field("mass").press("Enter");
  await until(() => field("mass").evaluate((input) => input.classList.contains("wrong")));
  await field("mass").press("Escape");
  const before = await edited();
  await field("visual 1 colour").evaluate((input) => {
    input.value = "#ff0000";
    input.dispatchEvent(new Event("change"));
  });
  await until(async () => (await edited()) !== before);
  assert.match(await edited(), /rgba="1 0 0 1"/);
  assert.match(await change("name", "renamed_link"), /renamed_link/);
  await until(() => page.evaluate(() => window.limb.store.state.selection?.name === "renamed_link"));
  assert.ok(await page.evaluate(() => window.limb.robot().links.has("renamed_link")));
  await undoAll();
  assert.ok(await page.evaluate((name) => window.limb.robot().links.has(name), link));
});

test("the origin follows the handle, and that is one step", async () => {
  await select("joint", "elbow");
  await page.evaluate(() => {
    const { app, robot } = { app: window.limb.app, robot: window.limb.robot() };
    const pose = robot.frame.matrixWorld.clone().invert().multiply(robot.links.get("forearm_link").jointNode.matrixWorld);
    pose.elements[12] += 0.05;
    app.editMode.moveTo(pose);
  });
  await until(edited);
  const [gone, come] = difference(await edited());
  assert.equal(gone.length, 1);
  assert.match(come[0], /<origin/);
  await undoAll();
});

test("what changes is shown, saved to the file, and undone from there", async () => {
  await select("joint", "elbow");
  const text = await change("effort", "77");
  await page.click("#edit-show");
  assert.equal(await page.locator("#changes .diff.added").count(), 1);
  assert.equal(await page.locator("#changes .diff.removed").count(), 1);
  assert.equal(await page.locator("#changes .diff.added mark").textContent(), "77");
  await page.keyboard.press("Escape");
  assert.equal(readFileSync(file, "utf8"), original);
  assert.equal(await page.textContent("#edit-save"), "Save");
  await page.click("#edit-save");
  await until(() => readFileSync(file, "utf8") === text);
  await until(async () => (await edited()) === undefined);
  assert.ok(await page.locator("#edit-bar").isHidden());
  await page.evaluate(() => window.limb.store.undo());
  await until(async () => (await edited()) === original);
  await page.click("#edit-save");
  await until(() => readFileSync(file, "utf8") === original);
  await until(async () => (await edited()) === undefined);
});

test("a change on disk does not throw unsaved changes away, and is not overwritten", async () => {
  await select("joint", "elbow");
  await change("effort", "55");
  const other = original.replace("<robot", "<!-- by another --><robot");
  writeFileSync(file, other);
  await until(async () => /changed on disk/.test(await page.textContent("#toast")));
  assert.match(await edited(), /effort="55"/);
  await page.click("#edit-save");
  await until(async () => /since it was shown/.test(await page.textContent("#toast")));
  assert.equal(readFileSync(file, "utf8"), other);
  await page.evaluate(() => window.limb.store.undo());
  await until(() => page.evaluate(() => window.limb.robot().data.source.some((line) => line.includes("by another"))));
  writeFileSync(file, original);
  await until(() => page.evaluate(() => !window.limb.robot().data.source.some((line) => line.includes("by another"))));
});

test("a finding with a certain fix has a button", async () => {
  const broken = original.replace('type="revolute"', 'type="Revolute"');
  assert.notEqual(broken, original);
  writeFileSync(file, broken);
  await until(() => page.evaluate(() => window.limb.store.state.data.findings.some(({ fix }) => fix)));
  await page.evaluate(() => window.limb.store.change({ tab: "findings" }));
  await page.click("#findings button.fix");
  await until(async () => (await edited()) === original);
  writeFileSync(file, original);
});

test("nothing was complained of on the way", () => assert.deepEqual(complaints.filter((text) => !/\b412\b/.test(text)), []));
