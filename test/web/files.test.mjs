// Tests the page's input and output of files: findings, broken saves, pictures, pages, mesh materials.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, beforeEach, test as plainTest } from "node:test";
import { PATIENT, atRest, chromium, copyOfExample, example, limb, open, reset, temporary, until, view } from "./tools.mjs";

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

const WRONG = `<robot name="wrong">
  <link name="a"><visual><geometry><sphere radius="-1"/></geometry></visual></link>
  <link name="b"/><link name="c"/><link name="lonely"/>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 0"/><limit lower="1" upper="-1" effort="1" velocity="1"/></joint>
  <joint name="k" type="Fixed"><parent link="b"/><child link="c"/></joint>
</robot>
`;

test("findings: one stop for Tab, arrows between them, the marked part in sight", async (t) => {
  const wrong = path.join(temporary(), "wrong.urdf");
  writeFileSync(wrong, WRONG);
  const other = await view(wrong);
  t.after(() => void other.stop());
  const shown = await open(browser, other.url, { width: 1000, height: 600 });
  await shown.page.click("#tab-findings");
  const stops = () => shown.page.$$eval("#findings .finding", (all) => all.filter((row) => row.tabIndex === 0).map((row) => row.dataset.rule));
  const rules = await shown.page.$$eval("#findings .finding", (all) => all.map((row) => row.dataset.rule));
  assert.ok(rules.length > 2);
  assert.deepEqual(await stops(), rules.slice(0, 1));
  await shown.page.locator("#findings .finding").first().focus();
  await shown.page.keyboard.press("ArrowDown");
  assert.deepEqual(await shown.page.evaluate(() => document.activeElement.dataset.rule), rules[1]);
  assert.deepEqual(await stops(), [rules[1]]);
  await shown.page.keyboard.press("End");
  assert.deepEqual(await stops(), rules.slice(-1));
  const hidden = await shown.page.$$eval("#findings .finding pre mark", (marks) => marks.filter((mark) => mark.getBoundingClientRect().left > mark.closest("pre").getBoundingClientRect().right - 8).length);
  assert.equal(hidden, 0);
  const astray = await shown.page.$$eval("#findings .finding .mark", (marks) => marks.filter((mark) => {
    const [own, row] = [mark, mark.closest(".finding")].map((element) => element.getBoundingClientRect());
    return own.left < row.left || own.top < row.top || own.bottom > row.bottom;
  }).length);
  assert.equal(astray, 0, "a finding's sign is in its row");
  await shown.page.close();
});

test("a broken save says its first error and line; a broken file at the start shows findings and waits", async (t) => {
  const robot = copyOfExample("arm.urdf");
  const text = readFileSync(robot, "utf8");
  writeFileSync(robot, "<robot name='x'>\n  <link name='a'>\n");
  const other = await view(robot);
  t.after(() => void other.stop());
  const shown = await open(browser, other.url, { width: 1000, height: 600 });
  assert.ok(await shown.page.isVisible("#panel-findings .finding.error"));
  assert.match(await shown.page.textContent("#loading-text"), /arm\.urdf cannot be shown yet/);
  assert.ok(await shown.page.isHidden("#joint-panel"), "there are no joints to move");
  assert.match(await shown.page.textContent("#broken"), /^Error in arm\.urdf, line \d+\.$/);
  writeFileSync(robot, text);
  await shown.page.waitForFunction(() => window.limb.robot()?.data.name === "arm");
  assert.ok(!(await shown.page.isVisible("#loading")) && !(await shown.page.isVisible("#broken")));
  assert.equal(await shown.page.evaluate(() => window.limb.robot().links.size), 12);
  writeFileSync(robot, text.replace("</robot>", ""));
  await shown.page.waitForSelector("#broken", { state: "visible" });
  assert.match(await shown.page.textContent("#broken"), /^Error in arm\.urdf, line \d+: the last good robot is shown\.$/);
  // what is wrong is said once, in the words of the check; the banner leads there, also where errors were put away
  const said = JSON.parse(spawnSync(limb, ["check", robot, "--format", "json"], { encoding: "utf8" }).stdout);
  await shown.page.click("#tab-findings");
  await shown.page.click(".chip.error");
  await shown.page.click("#tab-tree");
  await shown.page.click("#broken .link");
  assert.equal(await shown.page.evaluate(() => document.activeElement.querySelector(".message").lastChild.textContent), said.files[0].findings.find(({ severity }) => severity === "error").message);
  assert.ok(await shown.page.isVisible("#panel-findings .finding.error:focus"));
  await shown.page.setViewportSize({ width: 390, height: 844 });
  await shown.page.evaluate(() => document.body.classList.remove("no-left"));
  await shown.page.click("#broken .link");
  await until(async () => (await shown.page.locator("#panel-findings .finding:focus").boundingBox()).x >= 0);
  assert.deepEqual(shown.complaints, []);
  await shown.page.close();
});

test("a picture is saved at twice the view, with its labels", async () => {
  await page.keyboard.press("n");
  await atRest(page);
  const size = await page.evaluate(() => [window.limb.stage.renderer.domElement.clientWidth, window.limb.stage.renderer.domElement.clientHeight]);
  const take = async (press) => {
    const [download] = await Promise.all([page.waitForEvent("download"), press()]);
    const bytes = readFileSync(await download.path());
    return { name: download.suggestedFilename(), width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytes };
  };
  const labeled = await take(() => page.keyboard.press("p"));
  assert.equal(labeled.name, "arm.png");
  assert.deepEqual([labeled.width, labeled.height], size.map((part) => part * 2));
  const choose = (name) => async () => {
    await page.getByRole("button", { name: "Picture size" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const film = await take(choose("1920 × 1080"));
  assert.deepEqual([film.width, film.height], [1920, 1080]);
  // the view is as it was
  assert.deepEqual(await page.evaluate(() => [window.limb.stage.renderer.domElement.clientWidth, window.limb.stage.renderer.domElement.clientHeight]), size);
  await page.evaluate(() => document.getElementById("labels").style.setProperty("display", "none"));
  await page.keyboard.press("n");
  const plain = await take(() => page.keyboard.press("p"));
  await page.evaluate(() => document.getElementById("labels").style.removeProperty("display"));
  assert.ok(!plain.bytes.equals(labeled.bytes), "labels are in the picture");
});

test("a page to send names the file without the folder it was in", () => {
  const folder = path.join(temporary(), "secret folder");
  mkdirSync(folder);
  const robot = path.join(folder, "sent.urdf");
  writeFileSync(robot, '<robot name="sent"><link name="a"><visual><geometry><mesh filename="package://none/a.stl"/></geometry></visual></link></robot>');
  const html = path.join(temporary(), "sent.html");
  assert.equal(spawnSync(limb, ["view", robot, "--html", html]).status, 3); // the mesh is left out
  const text = readFileSync(html, "utf8");
  assert.match(text, /"file":"sent\.urdf"/);
  const scene = Buffer.from(/<script id="limb-scene"[^>]*>([^<]*)/.exec(text)[1], "base64").toString("latin1");
  for (const part of [text, scene]) assert.ok(!part.includes("secret folder"));
});

test("mesh colors and the up axis of glTF can be switched", async (t) => {
  const folder = temporary();
  const robot = path.join(folder, "looks.urdf");
  for (const [from, to] of [["gripper.dae", "part.dae"], ["upper_arm.glb", "part.glb"]]) {
    writeFileSync(path.join(folder, to), readFileSync(path.join(path.dirname(example("arm.urdf")), "meshes", from)));
  }
  const visual = (name, x) => `<visual><origin xyz="${x} 0 0"/><geometry><mesh filename="${name}"/></geometry><material name="m"><color rgba="1 0 0 1"/></material></visual>`;
  writeFileSync(robot, `<robot name="looks"><link name="a">${visual("part.dae", 0)}${visual("part.glb", 0.5)}</link></robot>`);
  const other = await view(robot);
  t.after(() => void other.stop());
  const shown = await open(browser, other.url, { width: 1000, height: 600 });
  const look = () => shown.page.evaluate(() => {
    const { visual } = window.limb.robot().links.get("a");
    const box = window.limb.robot().bounds();
    const colors = [];
    visual.traverse((node) => node.isMesh && colors.push(node.material.color.getHexString()));
    const [, glb] = visual.children;
    return { colors, turn: [...glb.matrix.elements].map((part) => Math.round(part * 1e6) / 1e6), size: box.getSize(box.min.clone()).toArray() };
  });
  const choose = async (name) => {
    await shown.page.getByRole("button", { name: "Camera view" }).click();
    await shown.page.getByRole("menuitemradio", { name }).click();
  };
  const before = await look();
  await choose("Colors of the URDF");
  assert.ok((await look()).colors.every((color) => color === "ff0000"), String((await look()).colors));
  await choose("Colors of the meshes");
  assert.deepEqual(await look(), before);
  await choose("glTF turned from y-up");
  const turned = await look();
  assert.deepEqual(turned.turn.slice(4, 7), [0, 0, 1], "the mesh's y is the link's z");
  await shown.page.keyboard.press("Control+z");
  assert.deepEqual(await look(), before);
  assert.deepEqual(shown.complaints, []);
  await shown.page.close();
});

test("robots that come and go leave nothing on the graphics card", async () => {
  const text = readFileSync(file, "utf8");
  const memory = () => page.evaluate(() => {
    window.limb.stage.draw();
    const { geometries, textures } = window.limb.stage.renderer.info.memory;
    return { geometries, textures, labels: document.querySelectorAll("#labels > *").length };
  });
  await page.evaluate(() => window.limb.store.change({ overlays: { ...window.limb.store.state.overlays, frames: true, axes: true, com: true, inertia: true, names: true }, selection: { kind: "link", name: "forearm_link" } }));
  const reload = async (name) => {
    writeFileSync(file, text.replace('<robot name="arm"', `<robot name="${name}"`));
    await page.waitForFunction((wanted) => window.limb.robot().data.name === wanted, name);
    await atRest(page);
    return memory();
  };
  const first = await reload("one");
  for (const name of ["two", "three", "arm"]) assert.deepEqual(await reload(name), first, name);
  await page.evaluate(() => window.limb.store.change({ overlays: { ...window.limb.store.state.overlays, frames: false, axes: false, com: false, inertia: false, names: false } }));
});

test("nothing was complained of on the way", () => assert.deepEqual(complaints, []));
