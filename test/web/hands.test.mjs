// Tests user input on the page: touch, value fields, undo, focus, menus, measuring, reload.
import assert from "node:assert/strict";
import { after, before, beforeEach, test as plainTest } from "node:test";
import { COARSE, PATIENT, chromium, copyOfExample, open, patient, pictureOf, reset, until, view } from "./tools.mjs";

const test = (name, run) => plainTest(name, PATIENT, run);

let browser, server, page, complaints, file;
before(async () => {
  browser = await chromium();
  file = copyOfExample("arm.urdf");
  server = await view(file);
  ({ page, complaints } = await open(browser, server.url, { width: 1000, height: 560 }, { hasTouch: true }));
});
after(async () => {
  await browser?.close();
  void server?.stop();
});
beforeEach(() => reset(page));

const state = (field, on = page) => on.evaluate((name) => window.limb.store.state[name], field);
const value = async (joint, on = page) => (await state("pose", on))[joint];
const box = (joint) => page.getByLabel(`${joint} value`, { exact: true });
const slider = (joint) => page.getByLabel(`${joint} position`, { exact: true });
const near = (actual, expected, slack = 1e-6) => assert.ok(Math.abs(actual - expected) < slack, `${actual} is not ${expected}`);
const camera = () => page.evaluate(() => {
  const { camera: { position }, controls: { target } } = window.limb.stage;
  const distance = position.distanceTo(target);
  return { at: position.toArray(), distance, above: (position.y - target.y) / distance };
});
const select = (kind, name) => page.evaluate((selection) => window.limb.store.change({ selection }), { kind, name });
const DEGREE = Math.PI / 180;

// Where the middle of a link's shape is on the screen.
const onScreen = (link) => page.evaluate((name) => {
  const { stage } = window.limb;
  stage.camera.updateMatrixWorld();
  const box = window.limb.robot().linkBounds(name);
  const at = box.getCenter(box.min.clone()).project(stage.camera);
  const area = stage.renderer.domElement.getBoundingClientRect();
  return { x: area.left + ((at.x + 1) / 2) * area.width, y: area.top + ((1 - at.y) / 2) * area.height };
}, link);

test("a second finger takes the drag back and zooms", async () => {
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
  const at = await onScreen("forearm_link");
  assert.equal(await page.evaluate(({ x, y }) => window.limb.picker.now(x, y)?.link, at), "forearm_link");
  const far = { x: at.x + 120, y: at.y + 60 };
  const before = await camera();
  await touch("touchStart", at);
  await touch("touchMove", { x: at.x, y: at.y + 12 });
  await touch("touchMove", { x: at.x, y: at.y + 25 });
  assert.notEqual(await value("elbow"), 0);
  await touch("touchStart", { x: at.x, y: at.y + 25 }, far);
  near(await value("elbow"), 0, 1e-12);
  for (let i = 1; i <= 6; i++) await touch("touchMove", { x: at.x - 8 * i, y: at.y + 25 - 4 * i }, { x: far.x + 8 * i, y: far.y + 4 * i });
  await until(async () => (await camera()).distance < before.distance * 0.9);
  near(await value("elbow"), 0, 1e-12);
  await touch("touchEnd");
  assert.equal(await page.evaluate(() => window.limb.store.canUndo), false, "nothing happened that could be undone");

  // the next finger alone moves the joint again
  await page.keyboard.press("1");
  const again = await onScreen("forearm_link");
  await touch("touchStart", again);
  await touch("touchMove", { x: again.x, y: again.y + 20 });
  await touch("touchEnd");
  assert.notEqual(await value("elbow"), 0);
});

test("the handle, too, is taken back by a second finger", async () => {
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
  await page.evaluate(() => window.limb.setPose({ shoulder_lift: 0.5, elbow: 1, wrist_pitch: 0.6 }));
  await select("link", "gripper_link");
  await page.keyboard.press("k");
  const before = await state("pose");
  const at = await page.evaluate(() => {
    const { stage, handle } = window.limb;
    const point = handle.gizmo.position.clone().project(stage.camera);
    const area = stage.renderer.domElement.getBoundingClientRect();
    return { x: area.left + ((point.x + 1) / 2) * area.width, y: area.top + ((1 - point.y) / 2) * area.height };
  });
  await touch("touchStart", at);
  await touch("touchMove", { x: at.x - 15, y: at.y - 10 });
  await until(async () => (await value("elbow")) !== before.elbow);
  await touch("touchStart", { x: at.x - 15, y: at.y - 10 }, { x: at.x - 150, y: at.y + 50 });
  assert.deepEqual(await state("pose"), before);
  await touch("touchEnd");
  assert.equal(await state("mode"), "move");
  await page.keyboard.press("k");
});

test("value boxes: all selected on focus, Escape restores, arrows step, fine with Shift", async () => {
  await box("elbow").click();
  assert.deepEqual(await box("elbow").evaluate((input) => [input.selectionStart, input.selectionEnd, input.value.length]), [0, 1, 1]);
  await page.keyboard.type("12");
  assert.equal(await box("elbow").inputValue(), "12");
  await page.keyboard.press("Escape");
  assert.equal(await box("elbow").inputValue(), "0");
  near(await value("elbow"), 0);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  near(await value("elbow"), 2 * DEGREE);
  await page.keyboard.press("Shift+ArrowDown");
  near(await value("elbow"), 1.9 * DEGREE);
  assert.equal(await box("elbow").inputValue(), "1.9");
  await page.keyboard.press("PageUp");
  near(await value("elbow"), 11.9 * DEGREE);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true, "with nothing to restore Escape leaves the box");
  await box("left_finger").click();
  await page.keyboard.press("ArrowUp");
  near(await value("left_finger"), 0.001);
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /left_finger position|right_finger/);
});

test("sliders move by a degree or a millimeter, by key and by hand", async () => {
  await slider("elbow").focus();
  await page.keyboard.press("ArrowRight");
  near(await value("elbow"), DEGREE);
  await page.keyboard.press("Shift+ArrowRight");
  near(await value("elbow"), 1.1 * DEGREE);
  await page.keyboard.press("PageDown");
  near(await value("elbow"), -8.9 * DEGREE);
  await slider("left_finger").focus();
  await page.keyboard.press("ArrowRight");
  near(await value("left_finger"), 0.001);
  await slider("elbow").scrollIntoViewIfNeeded();
  const area = await slider("elbow").boundingBox();
  await page.mouse.move(area.x + area.width * 0.5, area.y + area.height / 2);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 0.613, area.y + area.height / 2);
  await page.mouse.up();
  const degrees = (await value("elbow")) / DEGREE;
  assert.ok(degrees > 10, `${degrees}`);
  near(degrees, Math.round(degrees));
  await page.keyboard.press("Home");
  near(await value("elbow"), -2.7, 1e-6);
});

test("a slider is filled from zero to its value", async () => {
  const filled = (joint) => slider(joint).evaluate(({ style }) => [style.getPropertyValue("--from"), style.getPropertyValue("--to")].map(parseFloat));
  const shown = async (joint, expected) => until(async () => (await filled(joint)).every((part, i) => Math.abs(part - expected[i]) < 0.01));
  const range = 2 * 2.7; // of the elbow, radians
  await shown("elbow", [50, 50]);
  await page.evaluate(() => window.limb.setPose({ elbow: 1.2, left_finger: 0.01 }));
  await shown("elbow", [50, 50 + (100 * 1.2) / range]);
  await shown("left_finger", [0, 25]);
  await page.evaluate(() => window.limb.setPose({ elbow: -1.2 }));
  await shown("elbow", [50 - (100 * 1.2) / range, 50]);
});

test("undo and redo: one step for each drag, slide, typed value and hidden link", async () => {
  await page.evaluate(() => document.activeElement?.blur());
  assert.ok(await page.isDisabled('[data-tool="undo"]'));
  const at = await onScreen("forearm_link");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  for (let i = 1; i <= 5; i++) await page.mouse.move(at.x, at.y + 5 * i);
  await page.mouse.up();
  const dragged = await value("elbow");
  await slider("shoulder_pan").fill("20");
  await slider("shoulder_pan").fill("40");
  await box("wrist_pitch").fill("15");
  await box("wrist_pitch").press("Enter");
  await box("wrist_pitch").blur();
  await page.locator('#tree .row[data-kind="link"][data-name="base_link"]').focus();
  await page.keyboard.press("h");
  assert.deepEqual(await state("hiddenLinks"), ["base_link"]);
  await page.keyboard.press("Control+z");
  assert.deepEqual(await state("hiddenLinks"), []);
  await page.keyboard.press("Control+z");
  near(await value("wrist_pitch"), 0);
  near(await value("shoulder_pan"), 40 * DEGREE);
  await page.click('[data-tool="undo"]');
  near(await value("shoulder_pan"), 20 * DEGREE);
  await page.click('[data-tool="undo"]');
  near(await value("shoulder_pan"), 0);
  near(await value("elbow"), dragged, 1e-12);
  await page.keyboard.press("Control+z");
  near(await value("elbow"), 0);
  assert.ok(await page.isDisabled('[data-tool="undo"]'));
  for (let i = 0; i < 3; i++) await page.keyboard.press("Control+Shift+z");
  near(await value("shoulder_pan"), 40 * DEGREE);
  await page.click('[data-tool="redo"]');
  near(await value("wrist_pitch"), 15 * DEGREE);
  // in a box in which nothing is typed the pose is meant
  await box("wrist_pitch").focus();
  await page.keyboard.press("Control+z");
  near(await value("wrist_pitch"), 0);
  assert.equal(await box("wrist_pitch").inputValue(), "0");
});

test("F and a double click focus what is selected", async () => {
  await page.keyboard.press("1");
  const whole = (await camera()).distance;
  await select("link", "left_finger_link");
  await page.keyboard.press("f");
  await until(async () => (await camera()).distance < whole / 3);
  const off = await page.evaluate(() => {
    const box = window.limb.robot().linkBounds("left_finger_link");
    return window.limb.stage.controls.target.distanceTo(box.getCenter(box.min.clone()));
  });
  near(off, 0, 1e-3);
  await page.evaluate(() => window.limb.store.change({ selection: undefined }));
  await page.keyboard.press("f");
  await until(async () => Math.abs((await camera()).distance - whole) < whole * 0.02);
  const at = await onScreen("base_link");
  await page.mouse.dblclick(at.x, at.y);
  assert.deepEqual(await state("selection"), { kind: "link", name: "base_link" });
  await until(async () => (await camera()).distance < whole * 0.8);
  await page.keyboard.press("0");
  await until(async () => Math.abs((await camera()).distance - whole) < whole * 0.02);
  await page.locator('#tree .row[data-name="left_finger_link"] .name').dblclick();
  await until(async () => (await camera()).distance < whole / 3);
  await page.keyboard.press("1");
});

test("the view menu acts each time, by mouse and by keys", async () => {
  const button = page.getByRole("button", { name: "Camera view" });
  for (let i = 0; i < 2; i++) {
    await button.click();
    await page.getByRole("menuitem", { name: "Top" }).click();
    await until(async () => (await camera()).above > 0.95);
    await page.locator("#canvas").focus();
    for (let k = 0; k < 6; k++) await page.keyboard.press("ArrowDown");
    await until(async () => (await camera()).above < 0.95);
  }
  for (const [name, orthographic] of [["Parallel", true], ["Perspective", false]]) {
    await button.click();
    await page.getByRole("menuitemradio", { name }).click();
    assert.equal(await state("orthographic"), orthographic);
  }
  await button.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "glTF as stored");
  await page.keyboard.press("Home");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /¾ view/);
  await page.keyboard.press("Escape");
  assert.equal(await button.evaluate((element) => document.activeElement === element), true);
  assert.ok(!(await page.getByRole("menu").first().isVisible()));
  await page.keyboard.press("1");
});

test("measurements stay on their links, with parts and heights; joints can be measured", async () => {
  await page.keyboard.press("d");
  for (const link of ["base_link", "forearm_link"]) {
    const at = await onScreen(link);
    await page.mouse.click(at.x, at.y);
  }
  const label = () => page.textContent("#labels .label.measured");
  await until(async () => (await page.$$("#labels .label.measured")).length === 1);
  const before = await label();
  assert.match(before, /mm.*dx .*dy .*dz .* mm.*height .* to .* mm/s);
  await page.evaluate(() => window.limb.setPose({ shoulder_lift: 0.9 }));
  assert.notEqual(await label(), before, "it moved with the link");
  await page.keyboard.press("Control+z");
  assert.match(await label(), /above the ground/);
  await page.click("#measure-clear");
  await page.evaluate(() => window.limb.setPose({ shoulder_lift: 0 }));
  assert.deepEqual(await state("measured"), []);

  // from joint to joint: the distance of their frames
  for (const joint of ["shoulder_lift", "elbow"]) await page.click(`#tree .row[data-kind="joint"][data-name="${joint}"] .name`);
  const wanted = await page.evaluate(() => {
    const { xyz } = window.limb.pose("forearm_link", "upper_arm_link");
    return Math.hypot(...xyz) * 1000;
  });
  near(parseFloat(await page.textContent("#labels .label.measured b")), wanted, 0.02);
  await page.keyboard.press("d");
  assert.ok(await page.$("#labels .label.measured"), "it stays when the mode ends");
  await page.keyboard.press("d");
  await page.keyboard.press("Escape");
  assert.equal(await page.$("#labels .label.measured"), null);
});

test("without limits a slider reaches further, and shows where they are", async () => {
  const range = () => slider("elbow").evaluate((input) => [Number(input.min), Number(input.max)]);
  const [low, high] = await range();
  await page.check("#ignore-limits");
  const [lower, upper] = await range();
  assert.ok(lower < low && lower >= -361 && upper > high && upper <= 361, `${lower} ${upper}`);
  const finger = await slider("left_finger").evaluate((input) => Number(input.max));
  assert.ok(finger > 0.04 && finger < 0.1, `${finger}`);
  assert.match(await page.getAttribute('.joint[data-id="elbow"]', "class"), /wide/);
  const marks = await page.$eval('.joint[data-id="elbow"]', ({ style }) => [style.getPropertyValue("--lower"), style.getPropertyValue("--upper")].map(parseFloat));
  near(marks[0], ((low - lower) / (upper - lower)) * 100, 0.01);
  near(marks[1], ((high - lower) / (upper - lower)) * 100, 0.01);
  await page.uncheck("#ignore-limits");
  assert.deepEqual(await range(), [low, high]);
});

test("on a screen of many pixels panels are larger, and menus and tips are where they belong", async (t) => {
  const usual = page.viewportSize();
  t.after(() => page.setViewportSize(usual));
  const high = () => page.locator('.joint[data-id="elbow"]').boundingBox().then(({ height }) => height);
  const before = await high();
  await page.setViewportSize({ width: 3200, height: 1000 });
  await until(async () => (await high()) > before * 1.25);
  const button = page.getByRole("button", { name: "Camera view" });
  await button.click();
  const [menu, below] = [await page.getByRole("menu", { name: "Camera view" }).boundingBox(), await button.boundingBox()];
  assert.ok(Math.abs(menu.x - below.x) < 3 && Math.abs(menu.y - below.y - below.height - 6) < 3, JSON.stringify([menu, below]));
  await page.keyboard.press("Escape");
  await page.evaluate(() => window.limb.app.commands.run("fit"));
  const at = await onScreen("forearm_link");
  await page.mouse.move(at.x, at.y);
  await until(() => page.isVisible("#tip"));
  const tip = await page.locator("#tip").boundingBox();
  assert.ok(Math.abs(tip.x - at.x) < 40 && Math.abs(tip.y - at.y) < 40, JSON.stringify([tip, at]));
});

test("hovering what is selected leaves it selected to the eye", async () => {
  await select("link", "forearm_link");
  await page.evaluate(() => window.limb.store.change({ hover: undefined }));
  const plain = await pictureOf(page);
  await page.evaluate(() => window.limb.store.change({ hover: { kind: "link", name: "forearm_link" } }));
  assert.equal(await pictureOf(page), plain);
  await page.evaluate(() => window.limb.store.change({ hover: { kind: "link", name: "base_link" } }));
  assert.notEqual(await pictureOf(page), plain);
});

test("the name of what is under the pointer is beside it", async () => {
  const at = await onScreen("forearm_link");
  await page.mouse.move(at.x, at.y);
  await until(async () => (await page.isVisible("#tip")) && /^forearm_link\s+elbow$/.test(await page.textContent("#tip")));
  await page.mouse.move(5, 5);
  await until(async () => !(await page.isVisible("#tip")));
});

test("state comes back after a reload, and counts agree", async () => {
  const context = await browser.newContext({ viewport: { width: 1000, height: 560 }, reducedMotion: "reduce", ...COARSE });
  const own = patient(await context.newPage());
  await own.goto(server.url);
  await own.waitForFunction(() => window.limb?.ready);
  await own.evaluate(() => window.limb.ready);
  await own.click("#units");
  await own.click('[data-tool="frames"]');
  await own.check("#ignore-limits");
  await own.evaluate(() => {
    const { store, setPose } = window.limb;
    setPose({ elbow: 2.9, shoulder_pan: -0.25 });
    store.change({ selection: { kind: "joint", name: "elbow" }, hiddenLinks: ["base_link"], measured: [{ link: "base_link", at: [0.1, 0, 0] }] });
    store.change({ keyframes: [{ name: "bent", time: 0, pose: { elbow: 1 } }], timeBar: true, tab: "findings" });
  });
  await own.keyboard.press("3");
  const kept = ["pose", "camera", "selection", "hiddenLinks", "overlays", "degrees", "ignoreLimits", "measured", "keyframes", "timeBar", "tab"];
  const before = await own.evaluate((names) => names.map((name) => window.limb.store.state[name]), kept);
  await own.reload();
  await own.waitForFunction(() => window.limb?.ready);
  await own.evaluate(() => window.limb.ready);
  const after = await own.evaluate((names) => names.map((name) => window.limb.store.state[name]), kept);
  // numbers are kept to some digits
  const same = (a, b) => (typeof a === "number" ? Math.abs(a - b) < 1e-4 : typeof a === "object" && a !== null ? Object.keys({ ...a, ...b }).every((key) => same(a[key], b?.[key])) : a === b);
  kept.forEach((name, i) => assert.ok(same(after[i], before[i]), `${name}: ${JSON.stringify([before[i], after[i]])}`));
  assert.ok(await own.isChecked("#ignore-limits"));
  assert.ok(await own.isVisible("#playback .keyframe") && await own.isVisible("#panel-findings"));
  assert.equal(await own.getAttribute('[data-tool="frames"]', "aria-pressed"), "true");
  // a link opened later counts more than what was kept
  await own.goto(`${server.url}#q=elbow:0.5`);
  await own.waitForFunction(() => window.limb?.store.state.pose.elbow === 0.5);

  assert.match(await own.textContent("#robot-facts"), /7 moving joints, 1 follows/);
  assert.equal(await own.textContent("#joint-count"), "7+1");
  await context.close();
});

test("the source of an element comes into sight when it is opened", async () => {
  await select("joint", "elbow");
  await page.evaluate(() => document.getElementById("inspector-panel").scrollTo(0, 0));
  const summary = page.locator(".source summary");
  await summary.evaluate((element) => element.click());
  await until(() => page.evaluate(() => {
    const pre = document.querySelector(".source pre").getBoundingClientRect();
    const panel = document.getElementById("inspector-panel").getBoundingClientRect();
    return pre.height > 0 && pre.top < panel.bottom - 20;
  }));
});

test("nothing was complained of on the way", () => assert.deepEqual(complaints, []));
