// Tests the view and its controls: cube, projection, panels, long names, keyframe motions.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, beforeEach, test as plainTest } from "node:test";
import { pathToFileURL } from "node:url";
import { COARSE, PATIENT, chromium, example, limb, open, patient, reset, temporary, until, view } from "./tools.mjs";

const test = (name, run) => plainTest(name, PATIENT, run);

let browser, server, page, complaints;
before(async () => {
  browser = await chromium();
  server = await view(example("arm.urdf"));
  ({ page, complaints } = await open(browser, server.url, { width: 1100, height: 640 }));
});
after(async () => {
  await browser?.close();
  void server?.stop();
});

beforeEach(() => reset(page));

const state = (field) => page.evaluate((name) => window.limb.store.state[name], field);
const near = (actual, expected, slack = 1e-6) => assert.ok(Math.abs(actual - expected) < slack, `${actual} is not ${expected}`);
const sight = () => page.evaluate(() => {
  const { camera, controls } = window.limb.stage;
  const way = camera.position.clone().sub(controls.target).normalize();
  return way.toArray();
});
// How high a meter at the target is on the screen, in pixels.
const scale = () => page.evaluate(() => {
  const { stage } = window.limb;
  stage.camera.updateMatrixWorld();
  const eye = stage.eye();
  const up = eye.up.clone().transformDirection(eye.matrixWorld);
  const at = stage.controls.target.clone().add(up).project(eye);
  return (at.y / 2) * stage.renderer.domElement.clientHeight;
});

test("the faces of the cube are the views", async () => {
  for (const [face, way] of [["Front", [1, 0, 0]], ["Top", [0, 1, 0]], ["Right", [0, 0, 1]], ["Left", [0, 0, -1]], ["Back", [-1, 0, 0]], ["Bottom", [0, -1, 0]]]) {
    await page.getByRole("button", { name: `${face} view` }).evaluate((button) => button.click());
    await until(async () => (await sight()).every((part, i) => Math.abs(part - way[i]) < 1e-2));
    // that face now looks at us: it is the largest on the screen, and in front
    const shown = await page.$$eval(".cube-face", (all) => all.filter((one) => one.getBoundingClientRect().width > 40 && one.getBoundingClientRect().height > 40).map((one) => one.textContent));
    assert.ok(shown.includes(face), `${face}: ${shown}`);
  }
  const front = await page.locator(".cube-room").boundingBox();
  await page.keyboard.press("2");
  await until(async () => Math.abs((await sight())[0] - 1) < 1e-2);
  await page.mouse.click(front.x + front.width / 2, front.y + front.height / 2);
  assert.ok(Math.abs((await sight())[0] - 1) < 1e-2, "a click in its middle meets the face that is seen");
  await page.keyboard.press("1");
});

test("the writing on top and bottom of the cube can be read from every side", async (t) => {
  const camera = await state("camera");
  t.after(() => page.evaluate((place) => window.limb.store.change({ camera: place }), camera));
  for (const height of [0.6, -0.6]) {
    for (let degrees = 0; degrees < 360; degrees += 24) {
      const around = (degrees * Math.PI) / 180;
      // where the writing leads to on the screen, to the right and down
      const [x, y] = await page.evaluate(({ position, face }) => {
        window.limb.store.change({ camera: { position, target: [0, 0, 0] } });
        const text = [...document.querySelectorAll(".cube-face")].find((one) => one.textContent === face);
        const way = [document.querySelector(".cube"), text, text.firstElementChild].map((one) => new DOMMatrix(getComputedStyle(one).transform)).reduce((all, one) => all.multiply(one));
        return [way.m11, way.m12];
      }, { position: [Math.sin(around), height, Math.cos(around)], face: height > 0 ? "Top" : "Bottom" });
      assert.ok(x > Math.abs(y), `${degrees} degrees, ${height}: ${x} ${y}`);
    }
  }
});

test("a robot that left the view is brought back by the menu of views, also on a telephone", async (t) => {
  const usual = page.viewportSize();
  const camera = await state("camera");
  t.after(async () => {
    await page.setViewportSize(usual);
    await page.evaluate((place) => window.limb.store.change({ camera: place }), camera);
  });
  for (const size of [usual, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    await page.evaluate(() => window.limb.store.change({ camera: { position: [9, 9, 9], target: [9, 8, 0] } }));
    await page.getByRole("button", { name: "Camera view" }).click();
    await page.getByRole("menuitem", { name: "Fit the whole robot" }).click();
    await until(() => page.evaluate(() => {
      const { app, stage } = window.limb;
      stage.camera.updateMatrixWorld();
      const points = app.outline().map((point) => stage.camera.position.clone().set(...point).project(stage.camera));
      return points.length > 0 && points.every((at) => Math.max(Math.abs(at.x), Math.abs(at.y)) < 1);
    }));
  }
});

test("parallel projection: the same size, no vanishing point, picked and shared like the other", async () => {
  const before = await scale();
  await page.click(".cube-projection");
  assert.equal(await state("orthographic"), true);
  near((await scale()) / before, 1);
  // a meter behind and a meter before the target are as high as at it
  const heights = await page.evaluate(() => {
    const { stage } = window.limb;
    const eye = stage.eye();
    const up = eye.up.clone().transformDirection(eye.matrixWorld);
    const way = stage.camera.position.clone().sub(stage.controls.target).normalize();
    return [-1, 1].map((depth) => {
      const base = stage.controls.target.clone().addScaledVector(way, depth);
      return base.clone().add(up).project(eye).y - base.project(eye).y;
    });
  });
  near(heights[0] / heights[1], 1);
  const at = await page.evaluate(() => {
    const { stage } = window.limb;
    const box = window.limb.robot().linkBounds("forearm_link");
    const point = box.getCenter(box.min.clone()).project(stage.eye());
    const area = stage.renderer.domElement.getBoundingClientRect();
    return window.limb.picker.now(area.left + ((point.x + 1) / 2) * area.width, area.top + ((1 - point.y) / 2) * area.height)?.link;
  });
  assert.equal(at, "forearm_link");
  await page.keyboard.press("l");
  const hash = await page.evaluate(() => location.hash);
  const other = await open(browser, `${server.url}${hash}`, { width: 1100, height: 640 });
  assert.equal(await other.page.evaluate(() => window.limb.stage.orthographic), true);
  const there = await other.page.evaluate(() => window.limb.stage.camera.position.toArray());
  const here = await page.evaluate(() => window.limb.stage.camera.position.toArray());
  here.forEach((part, i) => near(there[i], part, 1e-2));
  await other.page.close();
  await page.keyboard.press("o");
  assert.equal(await state("orthographic"), false);
  near((await scale()) / before, 1);
});

test("panels are resized by pointer and by keys, kept over a reload, and given back", async () => {
  const width = async (id) => (await page.locator(id).boundingBox()).width;
  const edge = page.getByRole("separator", { name: "width of the left panel" });
  const area = await edge.boundingBox();
  const before = await width("#left");
  await page.mouse.move(area.x + 3, area.y + 200);
  await page.mouse.down();
  await page.mouse.move(area.x + 63, area.y + 200);
  await page.mouse.up();
  near(await width("#left"), before + 60, 1.5);
  await edge.focus();
  await page.keyboard.press("ArrowLeft");
  near(await width("#left"), before + 44, 1.5);
  assert.equal(await edge.getAttribute("aria-valuenow"), String(Math.round(await width("#left"))));
  const right = page.getByRole("separator", { name: "width of the right panel" });
  const joints = await width("#right");
  await right.focus();
  await page.keyboard.press("ArrowLeft");
  near(await width("#right"), joints + 16, 1.5);
  const details = page.getByRole("separator", { name: "height of the details" });
  await details.focus();
  const high = (await page.locator("#inspector-panel").boundingBox()).height;
  await page.keyboard.press("ArrowUp");
  near((await page.locator("#inspector-panel").boundingBox()).height, high + 16, 1.5);
  await page.reload();
  await page.waitForFunction(() => window.limb?.ready);
  await page.evaluate(() => window.limb.ready);
  near(await width("#left"), before + 44, 1.5);
  await edge.dblclick();
  near(await width("#left"), before, 1.5);
  await details.dblclick();
});

test("buttons have words where there is room for them", async () => {
  const words = () => page.$$eval(".tool-label", (all) => all.filter((label) => label.offsetParent).map((label) => label.textContent));
  assert.deepEqual(await words(), []);
  await page.setViewportSize({ width: 2300, height: 700 });
  const shown = await words();
  for (const word of ["Visual", "Collision", "Measure", "Undo", "Picture"]) assert.ok(shown.includes(word), word);
  const bar = await page.locator("#bar").boundingBox();
  assert.ok(bar.height < 70, `the bar is one row: ${bar.height}`);
  await page.setViewportSize({ width: 1100, height: 640 });
});

const LONG = "left_arm_upper_extension_module_with_a_name_that_is_far_too_long_for_any_panel_wrist_joint";

test("long names keep their beginning and end, and are whole on hover; short ones are in one piece", async (t) => {
  const file = path.join(temporary(), "long.urdf");
  writeFileSync(file, `<robot name="long"><link name="base"/><link name="j1"/><joint name="j2" type="fixed"><parent link="base"/><child link="j1"/></joint>
    <link name="${LONG}_link"><visual><geometry><box size="1 1 1"/></geometry></visual></link>
    <joint name="${LONG}" type="continuous"><parent link="base"/><child link="${LONG}_link"/></joint></robot>`);
  const other = await view(file);
  t.after(() => void other.stop());
  const shown = await open(browser, other.url, { width: 1000, height: 600 });
  assert.equal(await shown.page.locator('#tree .row[data-name="j1"] .mid > span').count(), 1);
  for (const place of [`#tree .row[data-name="${LONG}"] .name`, ".joint .joint-name"]) {
    const name = shown.page.locator(place).first();
    assert.equal(await name.textContent(), LONG);
    const parts = await name.locator(".mid > span").evaluateAll((all) => all.map((part) => ({ cut: part.scrollWidth > part.clientWidth + 1, right: part.getBoundingClientRect().right, limit: part.closest("li").getBoundingClientRect().right })));
    assert.ok(parts[0].cut && !parts[1].cut && parts[1].right <= parts[1].limit, JSON.stringify(parts));
    assert.match(await name.evaluate((element) => element.closest("[title]").title), new RegExp(LONG));
  }
  await shown.page.close();
});

test("keyframes from named poses: smooth, played, judged, saved as CSV", async () => {
  await page.evaluate(() => window.limb.setPose({ elbow: 0, shoulder_pan: 0 }));
  const keep = async (name, pose) => {
    await page.evaluate((values) => window.limb.setPose(values), pose);
    await page.fill("#pose-name", name);
    await page.press("#pose-name", "Enter");
  };
  await keep("home", { elbow: 0 });
  await keep("bent", { elbow: 1.5 });
  await page.keyboard.press("Escape");
  await page.keyboard.press("y");
  assert.ok(await page.isVisible("#playback"));
  const add = async (name) => {
    await page.getByRole("button", { name: "Add a keyframe" }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await add("home");
  await add("bent");
  await add("home");
  assert.equal((await state("keyframes")).length, 3);
  assert.match(await page.textContent(".verdict"), /Within the limits and speeds/);
  const [, bent] = await state("keyframes");
  await page.getByLabel("time in the trajectory").fill(String(bent.time));
  near((await state("pose")).elbow, 1.5, 1e-3);
  await page.getByLabel("time in the trajectory").fill(String(bent.time / 2));
  near((await state("pose")).elbow, 0.75, 1e-3);
  await page.getByLabel("time in the trajectory").fill(String(bent.time / 10));
  assert.ok((await state("pose")).elbow < 0.06, "it starts from rest");

  // too fast: the second keyframe comes too early
  await page.getByLabel("seconds of keyframe 2").fill("0.1");
  await page.getByLabel("seconds of keyframe 2").press("Enter");
  await until(async () => /1 joint too fast/.test(await page.textContent(".verdict")));
  const mark = page.locator(".time-mark.velocity").first();
  assert.match(await mark.getAttribute("title"), /^elbow moves at .*its limit is/);
  await mark.click();
  assert.deepEqual(await state("selection"), { kind: "joint", name: "elbow" });
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Control+z");
  assert.equal((await state("keyframes"))[1].time, bent.time);
  assert.equal(await page.locator(".time-mark").count(), 0);

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  const csv = readFileSync(await download.path(), "utf8");
  assert.match(csv, /^time,shoulder_pan,.*elbow/);
  // the file is played like any other, and what it asks beyond limits is marked
  await page.setInputFiles("#file", { name: "again.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.waitForFunction(() => document.querySelector("#toast").textContent.includes("again.csv"));
  await page.getByLabel("time in the trajectory").fill(String(bent.time));
  near((await state("pose")).elbow, 1.5, 1e-3);
  await page.setInputFiles("#file", { name: "far.csv", mimeType: "text/csv", buffer: Buffer.from("time,elbow,left_finger\n0,0,0\n10,4,0.05\n20,0,0\n") });
  await until(async () => /3 joints beyond their limits/.test(await page.textContent(".verdict")));
  assert.ok((await page.locator(".time-mark.limit").count()) >= 3);
  await page.getByLabel("close the trajectory").click();
  assert.ok(!(await page.isVisible("#playback")));
  // the keyframes are still there
  await page.keyboard.press("y");
  assert.equal(await page.locator(".keyframe").count(), 3);
  await page.reload();
  await page.waitForFunction(() => window.limb?.ready);
  await page.evaluate(() => window.limb.ready);
  assert.equal((await state("keyframes")).length, 3);
});

test("all of it works in a page from disk, too, with a robot inside or dropped onto it", async () => {
  const folder = temporary();
  const html = path.join(folder, "arm.html");
  const studio = path.join(folder, "studio.html");
  execFileSync(limb, ["view", example("arm.urdf"), "--html", html]);
  execFileSync(limb, ["view", "--html", studio]);
  for (const where of [html, studio]) {
    const context = await browser.newContext({ offline: true, viewport: { width: 1100, height: 640 }, acceptDownloads: true, ...COARSE });
    const saved = patient(await context.newPage());
    const heard = [];
    saved.on("pageerror", (error) => heard.push(String(error)));
    saved.on("console", (message) => message.type() === "error" && heard.push(message.text()));
    await saved.goto(pathToFileURL(where).href);
    await saved.evaluate(() => window.limb.ready);
    if (where === studio) await saved.setInputFiles("#file", { name: "arm.urdf", mimeType: "text/xml", buffer: readFileSync(example("arm.urdf")) });
    await saved.waitForFunction(() => window.limb.robot()?.data.name === "arm");
    const elbow = () => saved.evaluate(() => window.limb.store.state.pose.elbow);
    await saved.getByLabel("elbow value", { exact: true }).fill("30");
    await saved.getByLabel("elbow value", { exact: true }).press("Enter");
    await saved.getByLabel("elbow value", { exact: true }).blur();
    near(await elbow(), Math.PI / 6);
    await saved.keyboard.press("Control+z");
    near(await elbow(), 0);
    await saved.keyboard.press("Control+Shift+z");
    await saved.keyboard.press("o");
    assert.equal(await saved.evaluate(() => window.limb.stage.orthographic), true);
    await saved.keyboard.press("d");
    for (const joint of ["shoulder_lift", "elbow"]) await saved.click(`#tree .row[data-kind="joint"][data-name="${joint}"] .name`);
    assert.match(await saved.textContent("#labels .label.measured"), /height/);
    await saved.evaluate(() => document.activeElement.blur());
    await saved.keyboard.press("Escape");
    await saved.keyboard.press("y");
    for (let i = 0; i < 2; i++) {
      await saved.getByRole("button", { name: "Add a keyframe" }).click();
      await saved.getByRole("menuitem", { name: "This pose" }).click();
      await saved.evaluate(() => window.limb.setPose({ elbow: 1 }));
    }
    const [download] = await Promise.all([saved.waitForEvent("download"), saved.getByRole("button", { name: "CSV" }).click()]);
    assert.match(readFileSync(await download.path(), "utf8"), /^time,/);
    assert.deepEqual(heard, []);
    await context.close();
  }
});

test("nothing was complained of on the way", () => assert.deepEqual(complaints, []));
