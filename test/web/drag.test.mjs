// Tests dragging links and the handle of inverse kinematics with the mouse.
import assert from "node:assert/strict";
import { after, before, beforeEach, test as plainTest } from "node:test";
import { PATIENT, chromium, example, open, reset, shapeOnScreen, until, view } from "./tools.mjs";

const test = (name, run) => plainTest(name, PATIENT, run);

let browser, server, page, complaints;
before(async () => {
  browser = await chromium();
  server = await view(example("arm.urdf"));
  ({ page, complaints } = await open(browser, server.url, { width: 1000, height: 560 }, { colorScheme: "light" }));
});
after(async () => {
  await browser?.close();
  void server?.stop();
});
beforeEach(() => reset(page));

const box = (joint) => page.getByLabel(`${joint} value`, { exact: true });
const selection = () => page.evaluate(() => window.limb.store.state.selection);
const near = (actual, expected, slack = 1e-6) => assert.ok(Math.abs(actual - expected) < slack, `${actual} is not ${expected}`);
async function type(joint, text) {
  await box(joint).fill(text);
  await box(joint).press("Enter");
  await box(joint).blur();
}
const onScreen = (link) => shapeOnScreen(page, link);

test("dragging a link moves its joint under the pointer, and nothing else", async () => {
  const at = await onScreen("forearm_link");
  const camera = await page.evaluate(() => window.limb.stage.camera.position.toArray());
  const before = await page.evaluate(() => window.limb.robot().values());
  await page.mouse.move(at.x, at.y);
  await until(() => page.evaluate(() => window.limb.store.state.hover?.name === "forearm_link"));
  assert.equal(await page.$eval("#canvas", (canvas) => canvas.style.cursor), "grab");
  const grabbed = await page.evaluate(({ x, y }) => {
    const { link, point } = window.limb.picker.now(x, y);
    window.held = window.limb.robot().links.get(link).node.worldToLocal(point.clone());
    return link;
  }, at);
  assert.equal(grabbed, "forearm_link");
  await page.mouse.down();
  for (let i = 1; i <= 10; i++) await page.mouse.move(at.x, at.y + 3 * i);
  const after = await page.evaluate(() => window.limb.robot().values());
  // where the grabbed point of the link is now: as near to the pointer as one joint allows
  const off = await page.evaluate(({ x, y }) => {
    const { stage } = window.limb;
    const point = window.limb.robot().links.get("forearm_link").node.localToWorld(window.held.clone()).project(stage.camera);
    const area = stage.renderer.domElement.getBoundingClientRect();
    return { x: area.left + ((point.x + 1) / 2) * area.width - x, y: area.top + ((1 - point.y) / 2) * area.height - y };
  }, { x: at.x, y: at.y + 30 });
  await page.mouse.up();
  assert.notEqual(after.elbow, before.elbow);
  assert.deepEqual({ ...after, elbow: 0 }, { ...before, elbow: 0 });
  assert.ok(Math.abs(off.y) < 12, `${off.y} pixels from the pointer`);
  assert.deepEqual(await page.evaluate(() => window.limb.stage.camera.position.toArray()), camera, "the camera stood still");

  // beside the robot the same drag turns the camera
  const corner = await page.$eval("#canvas", (canvas) => ({ x: canvas.getBoundingClientRect().left + 20, y: canvas.getBoundingClientRect().bottom - 20 }));
  await page.mouse.move(corner.x, corner.y);
  await page.mouse.down();
  await page.mouse.move(corner.x + 40, corner.y - 5);
  await page.mouse.up();
  assert.notDeepEqual(await page.evaluate(() => window.limb.stage.camera.position.toArray()), camera);
  assert.deepEqual(await page.evaluate(() => window.limb.robot().values()), after);
  await page.keyboard.press("1");
});

test("the handle solves inverse kinematics", async () => {
  await page.evaluate(() => window.limb.setPose({ shoulder_lift: 0.5, elbow: 1, wrist_pitch: 0.6 }));
  await page.keyboard.press("k");
  assert.match(await page.textContent("#toast"), /Select the link/);
  await page.evaluate(() => window.limb.store.change({ selection: { kind: "link", name: "gripper_link" } }));
  await page.keyboard.press("k");
  assert.equal(await page.getAttribute('[data-tool="ik"]', "aria-pressed"), "true");
  const goal = await page.evaluate(() => {
    const pose = window.limb.robot().pose("gripper_link").clone();
    pose.elements[12] += 0.02;
    pose.elements[14] -= 0.03;
    window.limb.handle.moveTo(pose);
    return [pose.elements[12], pose.elements[13], pose.elements[14]];
  });
  await until(async () => {
    const { xyz } = await page.evaluate(() => window.limb.pose("gripper_link"));
    return xyz.every((part, i) => Math.abs(part - goal[i]) < 1e-4);
  });
  await page.keyboard.press("k");
  assert.equal(await page.getAttribute('[data-tool="ik"]', "aria-pressed"), "false");
});

// Where a link's origin is on the screen.
const originOnScreen = (link) => page.evaluate((name) => {
  const { stage } = window.limb;
  stage.camera.updateMatrixWorld();
  const at = window.limb.robot().links.get(name).node.getWorldPosition(stage.camera.position.clone()).project(stage.camera);
  const area = stage.renderer.domElement.getBoundingClientRect();
  return { x: area.left + ((at.x + 1) / 2) * area.width, y: area.top + ((1 - at.y) / 2) * area.height };
}, link);

test("the handle is dragged by the mouse: the link follows, and stays when it is let go", async () => {
  const camera = () => page.evaluate(() => window.limb.stage.camera.position.toArray());
  await page.evaluate(() => window.limb.setPose({ shoulder_lift: 0.5, elbow: 1, wrist_pitch: 0.6 }));
  await page.evaluate(() => window.limb.store.change({ selection: { kind: "link", name: "gripper_link" } }));
  await page.keyboard.press("k");
  assert.ok(await page.isVisible("#handle-bar"));
  const start = await originOnScreen("gripper_link");
  const seen = await camera();
  const before = await page.evaluate(() => window.limb.robot().values());
  const rpy = async () => (await page.evaluate(() => window.limb.pose("gripper_link"))).quat;
  const turned = await rpy();

  // the middle of the handle moves in the plane of the screen
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (let i = 1; i <= 8; i++) await page.mouse.move(start.x - 4 * i, start.y - 3 * i);
  const reached = async () => {
    const at = await originOnScreen("gripper_link");
    return Math.hypot(at.x - (start.x - 32), at.y - (start.y - 24)) < 1.5;
  };
  await until(reached);
  await page.mouse.up();
  assert.notDeepEqual(await page.evaluate(() => window.limb.robot().values()), before);
  (await rpy()).forEach((part, i) => near(part, turned[i], 1e-3));
  assert.deepEqual(await camera(), seen, "the camera stood still");
  assert.ok(await reached(), "it stays where it was let go");
  assert.deepEqual(await selection(), { kind: "link", name: "gripper_link" });

  // a slider moves the link, and the handle with it: it can be taken hold of there
  await type("shoulder_pan", "20");
  const there = await originOnScreen("gripper_link");
  await page.mouse.move(there.x, there.y);
  await page.mouse.down();
  await page.mouse.up();
  assert.deepEqual(await selection(), { kind: "link", name: "gripper_link" }, "a press on the handle selects nothing else");

  // turning: the place stays, the direction changes
  await page.keyboard.press("e");
  assert.equal(await page.getAttribute("#handle-turn", "aria-pressed"), "true");
  const place = (await page.evaluate(() => window.limb.pose("gripper_link"))).xyz;
  const from = await rpy();
  const { at, to } = await alongRing("Z");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  for (let i = 1; i <= 5; i++) await page.mouse.move(at.x + ((to.x - at.x) * i) / 5, at.y + ((to.y - at.y) * i) / 5);
  await until(async () => (await rpy()).some((part, i) => Math.abs(part - from[i]) > 0.02));
  await page.mouse.up();
  (await page.evaluate(() => window.limb.pose("gripper_link"))).xyz.forEach((part, i) => near(part, place[i], 2e-3));
  await page.keyboard.press("e");
  await page.keyboard.press("Escape");
  assert.equal(await page.getAttribute('[data-tool="ik"]', "aria-pressed"), "false");
  assert.ok(!(await page.isVisible("#handle-bar")));
});

// Two places on a ring of the handle, the first of which takes hold of it.
const alongRing = (axis) => page.evaluate((name) => {
  const { gizmo } = window.limb.handle;
  const area = document.getElementById("canvas").getBoundingClientRect();
  const points = gizmo.ring(name).map(({ x, y }) => ({ x: area.left + x, y: area.top + y }));
  for (let i = 0; i + 6 < points.length; i++) {
    const [at, to] = [points[i], points[i + 6]];
    if (Number.isFinite(to.x) && gizmo.partAt({ clientX: at.x, clientY: at.y }) === name) return { at, to };
  }
  throw new Error(`the handle shows no ${name}`);
}, axis);

test("nothing was complained of on the way", () => assert.deepEqual(complaints, []));
