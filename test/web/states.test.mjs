// Tests unusual states of the page: an unreadable file, a browser without WebGL, a server that restarts, names of any
// length and script.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test as plainTest } from "node:test";
import { pathToFileURL } from "node:url";
import { COARSE, PATIENT, chromium, copyOfExample, limb, open, patient, require, temporary, until, view, visit } from "./tools.mjs";

const test = (name, run) => plainTest(name, PATIENT, run);
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const BROKEN = "<robot name='x'>\n  <link name='a'>\n";
const MESHES = `<robot name="lost"><link name="base"><visual><geometry><mesh filename="package://nowhere/a.stl"/></geometry></visual></link></robot>`;

let browser;
before(async () => (browser = await chromium()));
after(() => browser?.close());

function write(name, text) {
  const file = path.join(temporary(), name);
  writeFileSync(file, text);
  return file;
}

// A server and a page on it, both gone when the test is over.
async function show(t, file, viewport = DESK, more = {}) {
  const server = await view(file);
  t.after(() => void server.stop());
  const shown = await open(browser, server.url, viewport, more);
  t.after(() => shown.page.close());
  return { ...shown, server };
}

async function findsNothing(page, what) {
  await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  for (const dark of [true, false]) {
    await page.evaluate((on) => window.limb.store.change({ dark: on }), dark);
    const { violations } = await page.evaluate(() => window.axe.run(document));
    assert.deepEqual(violations.map(({ id, nodes }) => `${what}, ${dark ? "dark" : "light"}: ${id} ${nodes.map(({ target }) => target).join()}`), []);
  }
}

const seen = (page, selector) => page.$$eval(selector, (all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.dataset.tool ?? one.id));

// Every key of the help, one after the other.
async function pressAll(page) {
  for (const key of "vcaxmintgs89uqf01234567okedyrzplbwj") await page.keyboard.press(key);
  for (const key of ["Control+z", "Control+Shift+z", " ", "/", "Escape", "?", "Escape", "Escape"]) await page.keyboard.press(key);
}

test("a broken file: findings, advice, and no tools that have nothing to do", async (t) => {
  const { page, complaints } = await show(t, write("broken.urdf", BROKEN));
  assert.deepEqual(await seen(page, "#bar .tool"), ["theme", "help"]);
  assert.ok(await page.isDisabled("#fix"));
  await findsNothing(page, "broken file");
  await page.click("#tab-tree");
  assert.match(await page.textContent("#tree-empty"), /findings say why/);
  assert.ok(await page.isVisible("#tree-empty") && (await page.isDisabled("#save-glb")) && (await page.isDisabled("#save-urdf")));
  await findsNothing(page, "tree of a broken file");
  await pressAll(page);
  assert.deepEqual(complaints, []);
});

test("on a telephone the findings of a broken file are on the screen", async (t) => {
  const file = copyOfExample("arm.urdf");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, BROKEN);
  const { page } = await show(t, file, PHONE);
  const finding = await page.locator(".finding").boundingBox();
  assert.ok(finding.x >= 0 && finding.x + finding.width <= PHONE.width && finding.y + finding.height <= PHONE.height, JSON.stringify(finding));
  assert.ok(!(await page.isVisible("#joint-panel")));
  await findsNothing(page, "broken file on a telephone");
  writeFileSync(file, text);
  await page.waitForFunction(() => window.limb.robot()?.data.name === "arm");
  await page.waitForSelector("#joint-panel", { state: "visible" });
  assert.ok((await page.locator("#left").boundingBox()).x < 0, "the tree is beside the screen again");
});

test("a page without a robot shows the findings of a file that cannot be read, and what it can do about missing meshes", async (t) => {
  const html = path.join(temporary(), "studio.html");
  execFileSync(limb, ["view", "--html", html]);
  const page = patient(await browser.newPage({ viewport: DESK, reducedMotion: "reduce", ...COARSE }));
  t.after(() => page.close());
  const heard = [];
  page.on("pageerror", (error) => heard.push(String(error)));
  page.on("console", (message) => message.type() === "error" && heard.push(message.text()));
  await page.goto(pathToFileURL(html).href);
  await page.evaluate(() => window.limb.ready);
  for (const stop of ["choose-files", "choose-folder", ""]) {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), stop, "Tab leads to nothing that is not seen");
  }

  // what may be dropped is said over the page without a robot, too
  const hand = await page.context().newCDPSession(page);
  const held = { x: 640, y: 300, data: { items: [], files: [write("notes.txt.png", "no robot")], dragOperationsMask: 1 } };
  for (const type of ["dragEnter", "dragOver"]) await hand.send("Input.dispatchDragEvent", { type, ...held });
  await until(() => page.locator("#dropzone").evaluate((zone) => {
    zone.style.pointerEvents = "auto";
    const hit = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    zone.style.pointerEvents = "";
    return hit === zone;
  }), 20);
  await hand.send("Input.dispatchDragEvent", { type: "drop", ...held });
  await page.waitForSelector("#toast.error");
  const over = await page.locator("#toast").evaluate((toast) => {
    const { left, top, width, height } = toast.getBoundingClientRect();
    toast.style.pointerEvents = "auto";
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    toast.style.pointerEvents = "";
    return hit === toast;
  });
  assert.ok(over, "the message lies over the page");

  await page.setInputFiles("#file", write("broken.urdf", BROKEN));
  await page.waitForSelector(".finding.error");
  assert.match(await page.textContent("#loading-text"), /broken\.urdf cannot be shown yet/);
  assert.match(await page.textContent("#broken"), /broken\.urdf, line \d+/);
  assert.match(await page.textContent(".finding .place"), /^broken\.urdf:\d+:\d+/);
  assert.ok(await page.isVisible("#choose-files"));
  await findsNothing(page, "broken file that was dropped");

  await page.setInputFiles("#file", write("bad.urdf.xacro", '<robot name="x" xmlns:xacro="http://www.ros.org/wiki/xacro">\n<xacro:prt/>\n<link name="${lenght}"/></robot>'));
  await page.waitForSelector('.finding[data-rule="xacro-undefined"]');
  assert.match(await page.textContent('.finding[data-rule="xacro-undefined"] pre mark'), /lenght/);

  await page.setInputFiles("#file", write("lost.urdf", MESHES));
  await page.waitForFunction(() => window.limb.robot()?.data.name === "lost");
  await page.waitForFunction(() => /whole folder/.test(document.getElementById("toast").textContent));
  assert.ok(!(await page.isVisible("#loading")) && !(await page.isVisible("#broken")));
  assert.equal(await page.locator('[data-tool="ik"]').evaluate((tool) => getComputedStyle(tool).opacity), "1", "inverse kinematics needs no server");

  // a robot that is shown stays
  await page.setInputFiles("#file", write("broken.urdf", BROKEN));
  await page.waitForSelector("#toast.error");
  assert.equal(await page.textContent("#robot-name"), "lost");
  assert.deepEqual(heard, []);
});

test("without WebGL the page says so, and everything but the view works", async (t) => {
  const server = await view(copyOfExample("arm.urdf"));
  t.after(() => void server.stop());
  const page = patient(await browser.newPage({ viewport: DESK }));
  t.after(() => page.close());
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      return String(kind).startsWith("webgl") ? null : real.call(this, kind, ...more);
    };
  });
  await visit(page, server.url);
  assert.match(await page.textContent("#loading-text"), /no WebGL/);
  assert.equal(await page.textContent("#robot-name"), "arm");
  await page.click('#tree .row[data-name="forearm_link"] .name');
  await until(async () => /Link forearm_link/.test(await page.textContent("#inspector-title")));
  await page.getByLabel("elbow value", { exact: true }).fill("30");
  await page.keyboard.press("Enter");
  assert.ok(Math.abs((await page.evaluate(() => window.limb.robot().values().elbow)) - Math.PI / 6) < 1e-9);
  await page.evaluate(() => document.activeElement.blur());
  assert.ok(!(await seen(page, "#bar .tool")).includes("measure"));
  await findsNothing(page, "no WebGL");
  await pressAll(page);
  assert.deepEqual(complaints, []);
});

test("a server that was started again: the page says what to do, and shows the newest file when it may", async (t) => {
  const file = copyOfExample("arm.urdf");
  const first = await view(file);
  const context = await browser.newContext({ viewport: DESK, ...COARSE });
  t.after(() => context.close());
  const page = patient(await context.newPage());
  await visit(page, first.url);
  await page.evaluate(() => window.limb.setPose({ elbow: 0.7 }));
  await first.stop();
  await page.waitForFunction(() => /has stopped/.test(document.getElementById("offline").textContent) && !document.getElementById("offline").hidden);
  writeFileSync(file, readFileSync(file, "utf8").replace('name="arm"', 'name="newer"'));
  const second = await view(file, "--port", String(first.port));
  t.after(() => void second.stop());
  await page.waitForFunction(() => /started again/.test(document.getElementById("offline").textContent));
  // the new address in another tab lets this one in, too
  const other = patient(await context.newPage());
  await visit(other, second.url);
  await page.bringToFront();
  await page.waitForFunction(() => document.getElementById("robot-name").textContent === "newer" && document.getElementById("offline").hidden);
  assert.equal(await page.evaluate(() => window.limb.robot().values().elbow), 0.7);
});

test("paths of meshes go on in the next line after a slash or an underscore only", async (t) => {
  const where = "package://a_rather_long_description/meshes/of_every_kind/visual/lower_arm_with_cables.stl";
  const { page } = await show(t, write("path.urdf", MESHES.replace("package://nowhere/a.stl", where)));
  await page.evaluate(() => window.limb.store.change({ selection: { kind: "link", name: "base" } }));
  const path = page.locator(".shape span:nth-child(2)");
  assert.equal(await path.textContent(), where);
  const ends = await path.evaluate((span) => {
    const letters = [...span.childNodes].filter((node) => node.nodeType === 3).flatMap((node) => [...node.data].map((letter, i) => {
      const range = document.createRange();
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      return { letter, top: range.getBoundingClientRect().top };
    }));
    return letters.filter(({ top }, i) => i + 1 < letters.length && letters[i + 1].top > top + 2).map(({ letter }) => letter);
  });
  assert.ok(ends.length > 0 && ends.every((letter) => "/_".includes(letter)), ends.join(" "));
});

test("the bar of the handle leaves the robot free, also on a telephone", async (t) => {
  const { page } = await show(t, copyOfExample("arm.urdf"));
  await page.evaluate(() => window.limb.store.change({ selection: { kind: "joint", name: "elbow" }, mode: "edit" }));
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    const [bar, room] = await Promise.all(["#handle-bar", "#view"].map((id) => page.locator(id).boundingBox()));
    assert.ok(bar.y + bar.height - room.y < Math.max(room.height * 0.06, 54), `${size.width}: ${bar.y + bar.height - room.y} of ${room.height}`);
  }
});

test("facts that do not fit are left out whole; torques beyond the limit keep the row in shape", async (t) => {
  const link = (name, mass) => `<link name="${name}"><inertial><origin xyz="1 0 0"/><mass value="${mass}"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial><visual><geometry><sphere radius="1"/></geometry></visual></link>`;
  const joint = (name, parent, child) => `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="5" velocity="1"/></joint>`;
  const { page } = await show(t, write("heavy.urdf", `<robot name="heavy">${link("a", 1)}${link("b", 20)}${link("c", 1e-3)}${joint("j", "a", "b")}${joint("k", "b", "c")}</robot>`));
  await page.waitForSelector(".torque.over");
  const rows = await page.$$eval(".joint .range", (all) => all.map((row) => [...row.children].map((part) => Math.round(part.getBoundingClientRect().top + part.getBoundingClientRect().height / 2))));
  for (const middles of rows) assert.ok(Math.max(...middles) - Math.min(...middles) <= 2, JSON.stringify(rows));
  for (const width of [390, 640, 905, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const facts = await page.$$eval("#robot-facts span", (all) => {
      const line = document.getElementById("robot-facts").getBoundingClientRect();
      return all.map((fact) => ({ shown: fact.getBoundingClientRect().top < line.bottom - 1, cut: fact.scrollWidth > fact.clientWidth + 1, right: fact.getBoundingClientRect().right - line.right }));
    });
    // the line grows an ellipsis by the browser itself; the style that does it is there
    assert.equal(await page.$eval("#robot-facts", (line) => getComputedStyle(line).webkitLineClamp), "1");
    assert.ok(facts[0].shown && facts.every(({ shown, cut, right }) => !shown || (!cut && right <= 0.5)), `${width}: ${JSON.stringify(facts)}`);
  }
  assert.match(await page.getAttribute("#robot-facts", "title"), /3 links · 2 moving joints · 21\.001 kg|3 links · 2 moving joints · 21 kg/);
});

test("shortened names have no gap after the ellipsis; names from right to left are in one piece", async (t) => {
  const long = (word) => `${word}_of_a_module_with_a_rather_long_name_`;
  const names = ["left", "right", "upper", "iiiiiii", "mmmmmm", "WWWW"].map((word) => `${long(word)}${word}_link`);
  const arabic = "ذراع_علوي_طويل_جدا_مع_اسم_لا_ينتهي";
  const links = [...names, arabic].map((name) => `<link name="${name}"/>`);
  const joints = [...names, arabic].map((name, i) => `<joint name="j${i}" type="fixed"><parent link="base"/><child link="${name}"/></joint>`);
  const { page } = await show(t, write("names.urdf", `<robot name="names"><link name="base"/>${links.join("")}${joints.join("")}</robot>`));
  // from the last letter before the ellipsis to the end of the name, less the ellipsis
  const gaps = () => page.$$eval("#tree .mid:has(span + span)", (all) => all.map((mid) => {
    const [head, tail] = mid.children;
    const room = head.getBoundingClientRect().width;
    const range = document.createRange();
    const draw = document.createElement("canvas").getContext("2d");
    draw.font = getComputedStyle(head).font;
    const ellipsis = draw.measureText("…").width;
    range.selectNodeContents(head);
    if (range.getBoundingClientRect().width <= room + 0.5) return 0;
    let last = 0;
    for (let i = 1; i <= head.textContent.length; i++) {
      range.setEnd(head.firstChild, i);
      if (range.getBoundingClientRect().width + ellipsis <= room) last = range.getBoundingClientRect().right;
    }
    return tail.getBoundingClientRect().left - last - ellipsis;
  }));
  for (const width of [200, 233, 280, 341]) {
    await page.evaluate((left) => window.limb.store.change({ panels: { ...window.limb.store.state.panels, left } }), width);
    await until(async () => (await gaps()).every((gap) => Math.abs(gap) < 0.6));
    assert.equal((await gaps()).length, names.length);
  }
  const row = page.locator(`#tree .row[data-name="${arabic}"] .mid`);
  assert.equal(await row.locator("span").count(), 1);
  assert.equal(await row.evaluate((mid) => getComputedStyle(mid).direction), "rtl");
});

test("a link alone without a shape does not fill the view", async (t) => {
  const { page } = await show(t, write("one.urdf", '<robot name="one"><link name="world"/></robot>'));
  const share = await page.evaluate(() => {
    const { stage } = window.limb;
    const dot = window.limb.robot().bounds();
    const size = Math.max(dot.max.x - dot.min.x, dot.max.y - dot.min.y);
    const target = stage.controls.target;
    return size / (stage.pixelAt(target) * stage.renderer.domElement.clientHeight);
  });
  assert.ok(share > 0.05 && share < 0.25, `${share} of the height`);
});

test("words on buttons, a findings badge, and a telephone: no finding of axe-core", async (t) => {
  const text = readFileSync(copyOfExample("arm.urdf"), "utf8").replace('<joint name="elbow"', '<joint name="an elbow"');
  for (const [what, viewport] of [["labels on what is shown", { width: 1600, height: 900 }], ["labels on all tools", { width: 2200, height: 900 }], ["telephone", PHONE]]) {
    const { page } = await show(t, write("arm.urdf", text), viewport);
    assert.equal(await page.getAttribute("#findings-count", "class"), "badge warning");
    await findsNothing(page, what);
  }
});

test("the help fits in a small window", async (t) => {
  const { page } = await show(t, copyOfExample("arm.urdf"), { width: 1280, height: 720 });
  await page.keyboard.press("?");
  assert.ok(await page.$eval("#help[open]", (help) => help.scrollHeight <= help.clientHeight && help.scrollWidth <= help.clientWidth));
});

test("a time bar without a motion is at its beginning", async (t) => {
  const { page } = await show(t, copyOfExample("arm.urdf"));
  await page.keyboard.press("y");
  const { value, max } = await page.$eval("#playback .slider", (slider) => ({ value: Number(slider.value), max: Number(slider.max) }));
  assert.equal(value, 0);
  assert.ok(max > 0, "a range without length has its thumb in the middle");
  assert.ok(await page.isDisabled("#playback [aria-label=play]"), "there is nothing to play");
});
