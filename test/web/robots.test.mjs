// Tests unusual robots: names with special characters, missing meshes, no links or hundreds, dropped folders.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test as plainTest } from "node:test";
import { PATIENT, chromium, copyOfExample, example, open, pictureOf, temporary, view } from "./tools.mjs";

const test = (name, run) => plainTest(name, PATIENT, run);

let browser;
before(async () => {
  browser = await chromium();
});
after(() => browser?.close());

const ODD = `<robot name="odd &lt;b&gt; &quot;name&quot;">
  <link name="root"/>
  <link name="a/b c"><visual><geometry><mesh filename="nowhere.stl"/></geometry></visual></link>
  <link name="ünï &lt;i&gt;"><visual><geometry><box size="0.1 0.1 0.1"/></geometry></visual></link>
  <link name="heavy"><inertial><mass value="1"/><inertia ixx="5" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <joint name="float" type="floating"><parent link="root"/><child link="a/b c"/></joint>
  <joint name="plane" type="planar"><parent link="root"/><child link="ünï &lt;i&gt;"/><axis xyz="0 0 1"/></joint>
  <joint name="fix" type="fixed"><parent link="root"/><child link="heavy"/></joint>
</robot>
`;

test("odd names, a missing mesh with its reason, findings that select", async (t) => {
  const odd = path.join(temporary(), "odd.urdf");
  writeFileSync(odd, ODD);
  const other = await view(odd);
  t.after(() => void other.stop());
  const shown = await open(browser, other.url, { width: 1000, height: 600 });
  assert.equal(await shown.page.textContent("#robot-name"), 'odd <b> "name"');
  assert.deepEqual(await shown.page.$$eval("#joints .joint", (rows) => rows.map((row) => row.dataset.id)),
    ["float/x", "float/y", "float/z", "float/roll", "float/pitch", "float/yaw", "plane/x", "plane/y", "plane/theta"]);
  await shown.page.click('#tree .row[data-name="a/b c"] .name');
  assert.match(await shown.page.textContent(".shape.missing .reason"), /\w+/);
  await shown.page.click("#tab-findings");
  await shown.page.evaluate(() => window.limb.store.change({ selection: undefined }));
  const row = shown.page.locator("#findings .finding", { hasText: "heavy" }).first();
  assert.match(await row.locator(".place").textContent(), /odd\.urdf:\d+:\d+/);
  await row.click();
  assert.equal(await shown.page.textContent("#inspector-title"), "Link heavy");

  assert.match(await shown.page.textContent("#robot-facts strong"), /1 mesh missing/);
  const listed = (kind) => shown.page.$$eval(`#findings .finding.${kind}`, (all) => all.filter((one) => one.offsetParent).length);
  const warnings = await listed("warning");
  assert.ok(warnings > 0);
  await shown.page.click("#findings-summary .chip.warning");
  assert.equal(await listed("warning"), 0);
  await shown.page.click("#findings-summary .chip.warning");
  assert.equal(await listed("warning"), warnings);

  // the placeholder can be seen, and another robot looks different
  const before = await pictureOf(shown.page);
  await shown.page.keyboard.press("v");
  assert.notEqual(await pictureOf(shown.page), before);
  assert.deepEqual(shown.complaints, []);
  await shown.page.close();
});

test("a robot without joints or shapes; three hundred links; a dropped robot", async (t) => {
  const folder = temporary();
  const bare = path.join(folder, "bare.urdf");
  writeFileSync(bare, '<robot name="bare"><link name="only"/></robot>');
  const other = await view(bare);
  t.after(() => void other.stop());
  const shown = await open(browser, other.url, { width: 1000, height: 600 });
  assert.ok(await shown.page.isVisible("#joints-empty"));
  for (const id of ["joint-center", "joint-middle", "joint-random"]) assert.ok(await shown.page.isDisabled(`#${id}`), id);

  assert.equal(await shown.page.getAttribute('[data-tool="collision"]', "aria-pressed"), "false");
  const hull = '<robot name="hull"><link name="l"><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>';
  await shown.page.setInputFiles("#file", { name: "hull.urdf", mimeType: "text/xml", buffer: Buffer.from(hull) });
  await shown.page.waitForFunction(() => window.limb.robot().data.name === "hull");
  assert.equal(await shown.page.getAttribute('[data-tool="collision"]', "aria-pressed"), "true", "nothing else is to be seen");

  const links = Array.from({ length: 320 }, (_, i) => `<link name="l${i}"><visual><geometry><box size="0.1 0.1 0.1"/></geometry></visual></link>`);
  const joints = Array.from({ length: 319 }, (_, i) => `<joint name="j${i}" type="revolute"><origin xyz="0.05 0 0.1"/><parent link="l${i}"/><child link="l${i + 1}"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>`);
  await shown.page.setInputFiles("#file", { name: "many.urdf", mimeType: "text/xml", buffer: Buffer.from(`<robot name="many">${links.join("")}${joints.join("")}</robot>`) });
  await shown.page.waitForFunction(() => window.limb.robot().data.name === "many");
  assert.equal(await shown.page.$$eval("#joints .joint", (rows) => rows.length), 319);
  const spent = await shown.page.evaluate(() => {
    let smallest = Infinity; // what else the machine does only ever adds time
    for (let i = 0; i < 10; i++) {
      const start = performance.now();
      window.limb.setPose({ j0: i / 10, j100: i / 10 });
      smallest = Math.min(smallest, performance.now() - start);
    }
    return smallest;
  });
  assert.ok(spent < 300, `${spent} ms for one change of pose`);
  await shown.page.setInputFiles("#file", { name: "bad.urdf", mimeType: "text/xml", buffer: Buffer.from("<robot>") });
  await shown.page.waitForSelector("#toast.error");
  assert.deepEqual(shown.complaints, []);
  await shown.page.close();
});

test("a dropped folder is opened with its meshes, and fills the view", async (t) => {
  const folder = path.join(temporary(), "tower_description");
  mkdirSync(path.join(folder, "urdf"), { recursive: true });
  cpSync(path.join(path.dirname(example("arm.urdf")), "meshes"), path.join(folder, "meshes"), { recursive: true });
  const [mesh] = readdirSync(path.join(folder, "meshes")).filter((name) => name.endsWith(".stl"));
  writeFileSync(path.join(folder, "package.xml"), "<package><name>tower_description</name></package>");
  writeFileSync(path.join(folder, "urdf/tower.urdf"), `<robot name="tower"><link name="base"><visual><geometry><box size="5 5 20"/></geometry></visual>
    <visual><geometry><mesh filename="package://tower_description/meshes/${mesh}"/></geometry></visual></link></robot>`);
  const other = await view(copyOfExample("arm.urdf"));
  t.after(() => void other.stop());
  const shown = await open(browser, other.url, { width: 1000, height: 600 });
  await shown.page.evaluate(() => {
    window.limb.setPose({ elbow: 1 });
    window.limb.store.change({ hiddenLinks: ["base_link"] });
  });
  const session = await shown.page.context().newCDPSession(shown.page);
  const at = { x: 500, y: 300, data: { items: [], files: [folder], dragOperationsMask: 1 } };
  await session.send("Input.dispatchDragEvent", { type: "dragEnter", ...at });
  await session.send("Input.dispatchDragEvent", { type: "dragOver", ...at });
  assert.ok(await shown.page.isVisible("#dropzone"));
  await session.send("Input.dispatchDragEvent", { type: "drop", ...at });
  await shown.page.waitForFunction(() => window.limb.robot().data.name === "tower");
  assert.ok(!(await shown.page.isVisible("#dropzone")));
  const seen = await shown.page.evaluate(() => {
    const { stage } = window.limb;
    const missing = window.limb.robot().data.links.flatMap(({ visuals }) => visuals).filter(({ missing }) => missing);
    return { missing, far: stage.camera.position.distanceTo(stage.controls.target), hidden: window.limb.store.state.hiddenLinks.length };
  });
  assert.deepEqual(seen.missing, []);
  assert.ok(seen.far > 20, `the camera is ${seen.far} m away`);
  assert.equal(seen.hidden, 0);
  assert.deepEqual(shown.complaints, []);
  await shown.page.close();
});
