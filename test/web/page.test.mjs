// Tests the page in a browser: user actions and their visible results.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, beforeEach, test as plainTest } from "node:test";
import { pathToFileURL } from "node:url";
import { COARSE, PATIENT, atRest, chromium, copyOfExample, open, patient, pictureOf, require, reset, shapeOnScreen, temporary, until, view } from "./tools.mjs";

const test = (name, run) => plainTest(name, PATIENT, run);

let browser, server, page, complaints, file;
before(async () => {
  browser = await chromium();
  file = copyOfExample("arm.urdf");
  server = await view(file);
  ({ page, complaints } = await open(browser, server.url, { width: 1000, height: 560 }, { colorScheme: "light" }));
});
after(async () => {
  await browser?.close();
  void server?.stop();
});
beforeEach(() => reset(page));

const value = (joint) => page.evaluate((id) => window.limb.robot().find(id).value, joint);
const box = (joint) => page.getByLabel(`${joint} value`, { exact: true });
const slider = (joint) => page.getByLabel(`${joint} position`, { exact: true });
const selection = () => page.evaluate(() => window.limb.store.state.selection);
const picture = (on = page) => pictureOf(on);
const near = (actual, expected, slack = 1e-6) => assert.ok(Math.abs(actual - expected) < slack, `${actual} is not ${expected}`);
async function type(joint, text) {
  await box(joint).fill(text);
  await box(joint).press("Enter");
  await box(joint).blur();
}
const onScreen = (link) => shapeOnScreen(page, link);

test("the page names the robot, and draws only when something changes", async () => {
  assert.equal(await page.title(), "arm · limb");
  assert.equal(await page.textContent("#robot-name"), "arm");
  await atRest(page);
  const before = await page.evaluate(() => window.limb.stage.frames);
  await type("elbow", "0.1");
  await atRest(page);
  assert.ok((await page.evaluate(() => window.limb.stage.frames)) > before, "a change is drawn");
});

test("sliders are in tree order; mimic joints follow and are read-only", async () => {
  const order = await page.$$eval("#joints .joint", (rows) => rows.map((row) => row.dataset.id));
  assert.deepEqual(order, ["shoulder_pan", "shoulder_lift", "elbow", "forearm_roll", "wrist_pitch", "tool_roll", "left_finger", "right_finger"]);
  assert.equal(await box("right_finger").getAttribute("readonly"), "");
  assert.ok(await slider("right_finger").isDisabled());
  await slider("left_finger").fill("0.03");
  near(await value("left_finger"), 0.03);
  near(await value("right_finger"), 0.03);
  await until(async () => (await box("right_finger").inputValue()) === "0.03");
});

test("typed values, with and without unit, kept within the limits", async () => {
  const said = [["elbow", "30", Math.PI / 6], ["elbow", "30deg", Math.PI / 6], ["elbow", "0.5 rad", 0.5], ["elbow", "-10°", -Math.PI / 18], ["left_finger", "12mm", 0.012], ["left_finger", "1.5 cm", 0.015], ["left_finger", "0,02", 0.02], ["elbow", "999", 2.7], ["elbow", "-1e3", -2.7], ["left_finger", "-1", 0]];
  for (const [joint, text, expected] of said) {
    await type(joint, text);
    near(await value(joint), expected);
  }
  await type("elbow", "20");
  for (const wrong of ["abc", "", "1.2.3", "12 parsec", "30mm rad"]) {
    await type("elbow", wrong);
    near(await value("elbow"), Math.PI / 9);
    assert.match(await box("elbow").getAttribute("class"), /wrong/);
  }
  await type("elbow", "0");
});

test("degrees and radians", async () => {
  await type("elbow", "90");
  await page.click("#units");
  assert.equal(await box("elbow").inputValue(), "1.5708");
  await type("elbow", "1");
  near(await value("elbow"), 1);
  await page.click("#units");
  assert.equal(await box("elbow").inputValue(), "57.296");
});

test("center, random, reset; ignoring the limits", async () => {
  await page.click("#joint-middle");
  near(await value("left_finger"), 0.02);
  await page.click("#joint-random");
  const values = await page.evaluate(() => window.limb.robot().coordinates.map(({ value, lower, upper }) => ({ value, lower, upper })));
  assert.ok(values.some(({ value }) => value !== 0));
  assert.ok(values.every(({ value, lower, upper }) => value >= lower && value <= upper));
  await page.click("#joint-center");
  near(await value("elbow"), 0);
  await page.check("#ignore-limits");
  await type("elbow", "3 rad");
  near(await value("elbow"), 3);
  assert.match(await page.getAttribute('.joint[data-id="elbow"]', "class"), /outside/);
  await page.uncheck("#ignore-limits");
});

test("search finds links and joints", async () => {
  await page.fill("#search", "WRIST");
  const shown = await page.$$eval("#tree .row:not([hidden]).match", (rows) => rows.map((row) => row.dataset.name));
  assert.ok(shown.length > 0 && shown.every((name) => name.includes("wrist")), shown.join());
  assert.equal(await page.textContent("#search-count"), `${shown.length} found`);
  await page.fill("#search", "no such thing");
  assert.equal(await page.textContent("#search-count"), "0 found");
  await page.fill("#search", "forearm");
  await page.press("#search", "Enter");
  assert.deepEqual(await selection(), { kind: "link", name: "forearm_link" });
  assert.equal(await page.evaluate(() => document.activeElement.dataset.name), "forearm_link");
  await page.fill("#search", "");
  assert.equal(await page.$$eval("#tree .row[hidden]", (rows) => rows.length), 0);
});

test("selection goes from tree, slider and view to all the others", async () => {
  await page.click('#tree .row[data-kind="link"][data-name="forearm_link"] .name');
  assert.deepEqual(await selection(), { kind: "link", name: "forearm_link" });
  assert.equal(await page.textContent("#inspector-title"), "Link forearm_link");
  assert.equal(await page.$eval("#joints .joint.selected", (row) => row.dataset.joint), "elbow");

  await page.click('.joint[data-id="wrist_pitch"] .joint-name');
  assert.deepEqual(await selection(), { kind: "joint", name: "wrist_pitch" });
  assert.equal(await page.$eval('#tree [aria-selected="true"]', (row) => row.dataset.name), "wrist_pitch");
  assert.match(await page.textContent("#inspector"), /wrist_pitch|limits/);

  const at = await onScreen("upper_arm_link");
  await page.mouse.click(at.x, at.y);
  const picked = await selection();
  assert.equal(picked.kind, "link");
  assert.equal(await page.$eval('#tree [aria-selected="true"]', (row) => row.dataset.name), picked.name);

  await page.hover('#tree .row[data-kind="link"][data-name="base_link"]');
  assert.deepEqual(await page.evaluate(() => window.limb.store.state.hover), { kind: "link", name: "base_link" });
  await page.mouse.move(at.x, at.y);
  await until(() => page.evaluate((name) => window.limb.store.state.hover?.name === name, picked.name));
});

test("the inspector shows everything, the pose against any frame, and the source", async () => {
  await page.evaluate(() => window.limb.store.change({ selection: { kind: "joint", name: "elbow" } }));
  const text = await page.textContent("#inspector");
  for (const part of ["revolute", "upper_arm_link → forearm_link", "limits", "100 N m", "arm.urdf:302"]) assert.ok(text.includes(part), part);
  await page.selectOption("#reference", "forearm_link");
  assert.match(await page.textContent(".pose table"), /xyz0 {2}0 {2}0 m/);
  await page.selectOption("#reference", "");
  await page.click(".source summary");
  assert.match(await page.textContent(".source pre"), /302.*joint name="elbow"/);
});

test("every toggle changes the picture, and back", async () => {
  await atRest(page); // what the pointer was over is known
  const plain = await picture();
  assert.equal(await picture(), plain, "the same picture twice");
  for (const overlay of ["visual", "collision", "frames", "axes", "com", "inertia", "transparency", "grid"]) {
    const button = page.locator(`[data-tool="${overlay}"]`);
    const pressed = await button.getAttribute("aria-pressed");
    await button.click();
    assert.notEqual(await button.getAttribute("aria-pressed"), pressed);
    assert.notEqual(await picture(), plain, overlay);
    await button.click();
    assert.equal(await picture(), plain, `${overlay} back`);
  }
  await page.keyboard.press("n");
  await picture();
  assert.ok((await page.$$eval("#labels .label", (labels) => labels.filter((label) => label.textContent === "forearm_link").length)) === 1);
  await page.keyboard.press("n");
});

test("a link can be hidden; a selection can be seen", async () => {
  const plain = await picture();
  const row = page.locator('#tree .row[data-kind="link"][data-name="forearm_link"]');
  await row.hover();
  await row.locator(".eye").click();
  await page.evaluate(() => window.limb.store.change({ hover: undefined }));
  assert.notEqual(await picture(), plain);
  await row.locator(".eye").click();
  await page.evaluate(() => window.limb.store.change({ hover: undefined }));
  assert.equal(await picture(), plain);
  await page.evaluate(() => window.limb.store.change({ selection: { kind: "link", name: "forearm_link" } }));
  assert.notEqual(await picture(), plain);
});

test("camera views, fit, light and dark", async () => {
  const seen = new Set();
  for (const key of ["1", "2", "3", "4"]) {
    await page.keyboard.press(key);
    seen.add(await picture());
  }
  assert.equal(seen.size, 4);
  // what is fitted is the robot as it is
  await page.keyboard.press("1");
  await page.evaluate(() => window.limb.setPose({ shoulder_lift: -1.2, elbow: -1 }));
  await page.keyboard.press("f");
  const places = await page.evaluate(() => {
    const { app, stage: { camera } } = window.limb;
    camera.updateMatrixWorld();
    return app.outline().map((point) => camera.position.clone().set(...point).project(camera)).map(({ x, y }) => [x, y]);
  });
  const [low, high] = [Math.min, Math.max].map((most) => [0, 1].map((k) => most(...places.map((place) => place[k]))));
  assert.ok(Math.abs(Math.max(...high) - 0.88) < 0.01, `${high}: it fills the view`);
  assert.ok([0, 1].every((k) => Math.abs(low[k] + high[k]) < 0.02), `${low} ${high}: it is in the middle`);
  await page.click("#joint-center");
  await page.keyboard.press("1");
  const light = await picture();
  await page.keyboard.press("b");
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
  assert.notEqual(await picture(), light);
  await page.keyboard.press("b");
});

test("everything by keyboard alone", async () => {
  await page.keyboard.press("/");
  await page.keyboard.type("elbow");
  assert.match(await page.textContent("#search-count"), /found/);
  await page.keyboard.press("Escape");
  assert.equal(await page.inputValue("#search"), "");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  await page.locator('#tree [tabindex="0"]').focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.deepEqual(await selection(), { kind: "link", name: "base_link" });
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.getAttribute('#tree .row[data-name="base_link"]', "aria-expanded"), "false");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("h");
  assert.ok(await page.evaluate(() => window.limb.store.state.hiddenLinks.includes("base_link")));
  await page.keyboard.press("h");

  await slider("elbow").focus();
  const before = await value("elbow");
  await page.keyboard.press("ArrowRight");
  assert.ok((await value("elbow")) > before);

  await page.locator("#canvas").focus();
  const camera = await page.evaluate(() => window.limb.stage.camera.position.toArray());
  await page.keyboard.press("ArrowLeft");
  assert.notDeepEqual(await page.evaluate(() => window.limb.stage.camera.position.toArray()), camera);
  await page.keyboard.press("?");
  assert.ok(await page.isVisible("#help"));
  await page.keyboard.press("Escape");
  assert.ok(!(await page.isVisible("#help")));
  await page.locator("#tab-tree").focus();
  await page.keyboard.press("ArrowRight");
  assert.ok(await page.isVisible("#panel-view"));
  await page.keyboard.press("ArrowRight");
  assert.ok(await page.isVisible("#panel-findings"));
  await page.keyboard.press("ArrowRight");
  assert.ok(await page.isVisible("#panel-tree"));
  await page.keyboard.press("1");
});

test("measuring two points", async () => {
  await page.keyboard.press("d");
  for (const link of ["base_link", "upper_arm_link"]) {
    const at = await onScreen(link);
    await page.mouse.click(at.x, at.y);
  }
  const text = await page.textContent("#labels .label.measured b");
  assert.match(text, /^[\d.]+ mm$/);
  assert.ok(parseFloat(text) > 10);
  await page.keyboard.press("Escape");
  assert.equal(await page.$("#labels .label.measured"), null);
  assert.equal(await page.getAttribute('[data-tool="measure"]', "aria-pressed"), "false");
});

test("a named pose comes back", async () => {
  await type("elbow", "40");
  assert.ok(await page.isDisabled("#pose-delete"));
  await page.press("#pose-name", "Enter");
  assert.match(await page.textContent("#toast"), /Type a name/);
  await page.fill("#pose-name", "bent <b>");
  await page.press("#pose-name", "Enter");
  await page.click("#joint-center");
  await page.selectOption("#poses", "bent <b>");
  near(await value("elbow"), (40 * Math.PI) / 180);
  await page.click("#pose-delete");
  assert.equal(await page.$eval("#poses", (list) => list.options.length), 1);
});

test("a link carries pose and camera", async () => {
  await type("elbow", "33");
  await page.keyboard.press("4");
  await page.click('[data-tool="link"]');
  const hash = await page.evaluate(() => location.hash);
  const camera = await page.evaluate(() => window.limb.stage.camera.position.toArray());
  const other = await open(browser, `${server.url}${hash}`);
  near(await other.page.evaluate(() => window.limb.robot().find("elbow").value), (33 * Math.PI) / 180);
  const there = await other.page.evaluate(() => window.limb.stage.camera.position.toArray());
  camera.forEach((part, i) => near(there[i], part, 1e-4));
  assert.deepEqual(other.complaints, []);
  await other.page.close();
  // a link pasted into the address of the open page is taken too; joints that it does not name are at zero
  await page.evaluate(() => (location.hash = "q=shoulder_lift:0.25"));
  await until(async () => Math.abs((await value("shoulder_lift")) - 0.25) < 1e-9);
  near(await value("elbow"), 0);
  const odd = await open(browser, `${server.url}#q=%E0%A4%A:1,nobody:2,elbow:x&cam=1,2,3`);
  near(await odd.page.evaluate(() => window.limb.robot().find("elbow").value), 0);
  assert.deepEqual(odd.complaints, []);
  await odd.page.close();
  await page.keyboard.press("1");
});

test("trajectories from CSV and JSON are played", async () => {
  const load = (name, text) => page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await load("move.csv", "time,elbow,unknown\n10,0,1\n11,1.0,1\n12,2.0,1\n");
  await page.waitForSelector("#playback", { state: "visible" });
  await page.getByLabel("time in the trajectory").fill("1.5");
  near(await value("elbow"), 1.5);
  await page.locator("#canvas").focus();
  await page.getByLabel("time in the trajectory").fill("0");
  await page.getByLabel("play", { exact: true }).click();
  await until(async () => (await value("elbow")) > 0.05);
  await page.getByLabel("pause", { exact: true }).click();

  await load("ros.json", JSON.stringify({ joint_names: ["elbow"], points: [{ positions: [0.2], time_from_start: { sec: 0, nanosec: 0 } }, { positions: [0.8], time_from_start: { sec: 2, nanosec: 0 } }] }));
  await page.waitForFunction(() => document.querySelector("#toast").textContent.includes("ros.json"));
  await page.getByLabel("time in the trajectory").fill("1");
  near(await value("elbow"), 0.5);
  await load("list.json", JSON.stringify([{ t: 0, elbow: 0 }, { t: 1, elbow: 0.4 }]));
  await page.waitForFunction(() => document.querySelector("#toast").textContent.includes("list.json"));
  await page.getByLabel("time in the trajectory").fill("1");
  near(await value("elbow"), 0.4);
  for (const [name, text] of [["bad.json", "{"], ["odd.json", '{"joint_names": ["elbow"], "points": [{"positions": "x"}, null]}'], ["none.csv", "a,b\n1,2\n"], ["text.csv", "elbow\nx\n"], ["empty.csv", ""]]) {
    await load(name, text);
    await page.waitForFunction((what) => document.querySelector("#toast.error")?.textContent.includes(what), name);
  }
  near(await value("elbow"), 0.4);
  await page.getByLabel("close the trajectory").click();
  assert.ok(!(await page.isVisible("#playback")));
});

test("saving the file updates the page; a broken save keeps the last good robot", async () => {
  const text = readFileSync(file, "utf8");
  await type("elbow", "25");
  await page.evaluate(() => window.limb.store.change({ selection: { kind: "link", name: "forearm_link" } }));
  const state = () => page.evaluate(() => ({ camera: window.limb.stage.camera.position.toArray(), elbow: window.limb.robot().find("elbow").value, selection: window.limb.store.state.selection }));
  const before = await state();

  writeFileSync(file, text.replace('<robot name="arm"', '<robot name="better"'));
  await page.waitForFunction(() => document.querySelector("#robot-name").textContent === "better");
  assert.deepEqual(await state(), before);

  writeFileSync(file, "<robot name='x'>\n  <link name='a'>\n");
  await page.waitForSelector("#broken", { state: "visible" });
  assert.ok((await page.$$("#findings .finding.error")).length > 0);
  assert.deepEqual(await state(), before);
  assert.ok(await page.evaluate(() => window.limb.robot().links.has("forearm_link")));

  writeFileSync(file, text);
  await page.waitForSelector("#broken", { state: "hidden" });
  await page.waitForFunction(() => document.querySelector("#robot-name").textContent === "arm");
  assert.deepEqual(await state(), before);
});

test("no finding of axe-core, light and dark", async () => {
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(axe);
  await page.evaluate(() => window.limb.store.change({ selection: { kind: "joint", name: "elbow" } }));
  // the whole page in each theme; then what came with a state
  const check = async (what, ...parts) => {
    const { violations } = await page.evaluate((inside) => window.axe.run(inside.length > 0 ? inside : document), parts);
    assert.deepEqual(violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ target }) => target).join(" ")}`), []);
  };
  for (const theme of ["light", "dark"]) {
    await check(theme);
    await page.click("#tab-findings");
    await check(`${theme}, findings`, "#left");
    await page.click("#tab-tree");
    await page.evaluate(() => {
      const { store } = window.limb;
      const { pose } = store.state;
      store.change({ timeBar: true, mode: "measure", overlays: { ...store.state.overlays, names: true }, keyframes: [{ name: "a", time: 0, pose }, { name: "b", time: 0.01, pose: { ...pose, elbow: 1 } }] });
    });
    await page.evaluate(() => window.limb.store.change({ mode: "edit", target: "limits" }));
    assert.ok(await page.isVisible("#handle-target"));
    await check(`${theme}, editing`, "#view", "#inspector-panel");
    await page.evaluate(() => window.limb.store.change({ mode: "measure" }));
    await page.getByRole("button", { name: "Camera view" }).click();
    await check(`${theme}, menu, measuring and keyframes`, "#bar", "#view");
    await page.keyboard.press("Escape");
    await page.evaluate(() => {
      const { store } = window.limb;
      store.change({ timeBar: false, mode: "orbit", keyframes: [], overlays: { ...store.state.overlays, names: false } });
    });
    await page.click('[data-tool="theme"]');
  }
  await page.click('[data-tool="help"]');
  await check("help", "#help");
  await page.click("#help-close");
});

test("on a telephone nothing lies beside the screen", async () => {
  const phone = await open(browser, server.url, { width: 390, height: 844 }, { hasTouch: true });
  const wide = await phone.page.$$eval("body, #bar, #view, #right, #joints .joint, .actions button, .tool", (all) => all.filter((e) => e === document.body || e.offsetParent).filter((e) => e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1).map((e) => e.id || e.className));
  assert.deepEqual(wide, []);
  await phone.page.tap("#collapse-left");
  await until(async () => (await phone.page.locator("#left").boundingBox()).x >= 0);
  await phone.page.tap("#collapse-left");
  await until(async () => (await phone.page.locator("#left").boundingBox()).x < 0); // the drawer closes by the same button
  // on its side view and joints are side by side
  await phone.page.setViewportSize({ width: 844, height: 390 });
  const [view, joints] = await Promise.all(["#view", "#right"].map((part) => phone.page.locator(part).boundingBox()));
  assert.ok(view.height > 250 && joints.height > 250 && joints.x >= view.x + view.width - 1, JSON.stringify({ view, joints }));
  assert.deepEqual(phone.complaints, []);
  await phone.page.close();
});

test("a graphics card that was reset shows the same picture again", async () => {
  const before = await picture();
  await page.evaluate(() => new Promise((done) => {
    const { renderer } = window.limb.stage;
    const lose = renderer.getContext().getExtension("WEBGL_lose_context");
    renderer.domElement.addEventListener("webglcontextlost", () => setTimeout(() => lose.restoreContext()), { once: true });
    renderer.domElement.addEventListener("webglcontextrestored", () => setTimeout(done), { once: true });
    lose.loseContext();
  }));
  assert.equal(await picture(), before);
  const at = await onScreen("base_link");
  assert.equal(await page.evaluate(({ x, y }) => window.limb.picker.now(x, y)?.link, at), "base_link");
  for (const text of complaints.splice(0)) assert.match(text, /Context Lost|CONTEXT_LOST/i);
});

test("a local file that a browser is started with leads on to the page", async () => {
  const file = path.join(temporary(), "launch.html");
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${server.url}"><title>limb</title>`);
  const context = await browser.newContext(COARSE);
  const started = patient(await context.newPage());
  await started.goto(pathToFileURL(file).href);
  await started.waitForFunction(() => window.limb?.ready);
  assert.equal(await started.textContent("#robot-name"), "arm");
  await context.close();
});

test("nothing was complained of on the way", () => {
  assert.deepEqual(complaints, []);
});
