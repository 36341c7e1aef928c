// Tests the appearance of the page: light and ground, X-ray overlays, placeholders, slow frames, camera motion. The robots are
// small, so that every state is reached quickly even without a graphics card.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { PATIENT, atRest, chromium, open, reset, temporary, until, view } from "./tools.mjs";

// an arm with a hand: the hand is small and hangs below the base when the arm is turned
const ARM = `<robot name="arm">
  <link name="base"><visual><geometry><box size="0.2 0.2 0.2"/></geometry></visual><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <link name="upper"><visual><origin xyz="0.3 0 0"/><geometry><box size="0.6 0.1 0.1"/></geometry></visual>
    <collision><origin xyz="0.3 0 0"/><geometry><cylinder radius="0.08" length="0.6"/></geometry></collision>
    <inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
  <link name="hand"><visual><geometry><box size="0.04 0.04 0.04"/></geometry></visual></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="wrist" type="revolute"><parent link="upper"/><child link="hand"/><origin xyz="0.6 0 0"/><axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
</robot>`;
const LOST = `<robot name="lost">
  <link name="a"><visual><geometry><mesh filename="nowhere.stl"/></geometry></visual><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="b"><visual><geometry><mesh filename="nowhere.stl"/></geometry></visual></link>
  <joint name="j" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0 0 0.5"/></joint>
</robot>`;
const BONES = `<robot name="bones"><link name="a"/><link name="b"/>
  <joint name="j" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0 0 0.5"/></joint></robot>`;

let browser;
const servers = [];
const complaints = [];
before(async () => {
  browser = await chromium();
});
after(async () => {
  await browser?.close();
  for (const server of servers) void server.stop();
});

// One page for the tests that need nothing but the arm, as it was when it had loaded.
let arm;
async function showArm() {
  arm ??= show(ARM);
  const page = await arm;
  await reset(page);
  return page;
}

async function show(text, more = {}) {
  const file = path.join(temporary(), "robot.urdf");
  writeFileSync(file, text);
  const server = await view(file);
  servers.push(server);
  const opened = await open(browser, server.url, { width: 1000, height: 560 }, more);
  complaints.push(opened.complaints);
  return opened.page;
}

test("the ground is at the lowest point in every pose, and says how wide its cells are", PATIENT, async () => {
  const page = await showArm();
  const floor = () => page.evaluate(() => window.limb.stage.floor);
  assert.ok(Math.abs((await floor()) + 0.1) < 1e-6, "below the base");
  assert.equal(await page.textContent("#grid-scale"), "10 cm");
  // straight down: the hand's lower side is 0.62 m below the shoulder
  await page.evaluate(() => window.limb.setPose({ shoulder: Math.PI / 2 }));
  assert.ok(Math.abs((await floor()) + 0.62) < 1e-6, `${await floor()}`);
  await page.evaluate(() => window.limb.setPose({ shoulder: 0 }));
  assert.ok(Math.abs((await floor()) + 0.1) < 1e-6, "and back");
});

// Two visuals share a name that one of them defines again, and a joint's range is without zero.
const ROS = `<robot name="ros"><material name="paint"><color rgba="1 0 0 1"/></material>
  <link name="base"><visual><geometry><box size="0.2 0.2 0.2"/></geometry><material name="paint"><color rgba="0 0 1 1"/></material></visual></link>
  <link name="bare"><visual><geometry><box size="0.1 0.1 0.1"/></geometry></visual></link>
  <joint name="slide" type="prismatic"><parent link="base"/><child link="bare"/><axis xyz="1 0 0"/><limit lower="0.2" upper="0.6" effort="1" velocity="1"/></joint></robot>`;

test("colors and the first pose are those of ROS; the visual's own color is a choice", PATIENT, async () => {
  const page = await show(ROS);
  const color = () => page.evaluate(() => window.limb.robot().links.get("base").visual.getObjectByProperty("isMesh", true).material.color.getHexString());
  const pose = () => page.evaluate(() => window.limb.store.state.pose.slide);
  assert.equal(await color(), "ff0000");
  assert.ok(Math.abs((await pose()) - 0.4) < 1e-12);
  await page.evaluate(() => window.limb.store.change({ selection: { kind: "link", name: "base" } }));
  assert.match(await page.textContent("#inspector"), /material paint 1 {2}0 {2}0 {2}1, as first defined; this visual's own is 0 {2}0 {2}1 {2}1/);
  await page.evaluate(() => window.limb.store.change({ selection: undefined, hover: undefined })); // neither tints it
  await page.getByRole("button", { name: "Camera view" }).click();
  await page.getByText("Materials of each visual's own").click();
  assert.equal(await color(), "0000ff");
  await page.keyboard.press("Control+z");
  assert.equal(await color(), "ff0000");
  await page.evaluate(() => window.limb.store.change({ selection: { kind: "link", name: "bare" } }));
  assert.match(await page.textContent("#inspector"), /no material: gray here, red in RViz/);
  await page.evaluate(() => window.limb.setPose({ slide: 0.25 }));
  await page.click("#joint-center");
  assert.ok(Math.abs((await pose()) - 0.4) < 1e-12, "back to the first pose");
});

test("collision and inertia shapes are X-ray: ghosts without depth, shapes with edges", PATIENT, async () => {
  const page = await showArm();
  const styles = () => page.evaluate(() => Object.fromEntries([...window.limb.robot().links.values()].flatMap(({ data, visual, collision }) =>
    [["visual", visual], ["collision", collision]].flatMap(([role, group]) => {
      const mesh = group?.getObjectByProperty("isMesh", true);
      return mesh ? [[`${data.name} ${role}`, {
        ghost: "GHOST" in (mesh.material.defines ?? {}), depth: mesh.material.depthWrite, clear: mesh.material.transparent,
        order: mesh.renderOrder, edges: mesh.children.filter(({ isLineSegments }) => isLineSegments).length, shadow: mesh.castShadow,
      }]] : [];
    }))));
  const plain = await styles();
  assert.deepEqual(plain["upper visual"], { ghost: false, depth: true, clear: false, order: 0, edges: 0, shadow: true });
  await page.keyboard.press("c");
  const shown = await styles();
  assert.deepEqual(shown["upper visual"], { ghost: true, depth: false, clear: true, order: 3, edges: 0, shadow: false });
  assert.equal(shown["upper collision"].edges, 1);
  assert.ok(shown["upper collision"].clear && shown["upper collision"].order > shown["upper visual"].order, "drawn after the ghosts");
  await page.keyboard.press("c");
  assert.deepEqual((await styles())["upper visual"], plain["upper visual"]);
  await page.keyboard.press("i");
  assert.ok((await styles())["base visual"].ghost);
});

test("frames follow the size of their link", PATIENT, async () => {
  const page = await showArm();
  await page.keyboard.press("a");
  const sizes = await page.evaluate(() => Object.fromEntries([...window.limb.robot().links.values()].map(({ data, node }) =>
    [data.name, node.children.find(({ userData }) => userData.overlay === "frames").scale.x])));
  assert.ok(sizes.hand > 0 && sizes.hand < sizes.upper / 2, JSON.stringify(sizes));
});

test("other shapes take the place of a missing mesh; a robot without shapes is a skeleton and says so", PATIENT, async () => {
  const lost = await show(LOST);
  const seen = await lost.evaluate(() => [...window.limb.robot().links.values()].map(({ visual, bones }) => {
    const mesh = visual?.getObjectByProperty("isMesh", true);
    return { hatched: mesh ? "HATCH" in mesh.material.defines : false, bones: bones !== undefined };
  }));
  assert.deepEqual(seen, [{ hatched: true, bones: false }, { hatched: false, bones: true }]);
  assert.match(await lost.textContent("#robot-facts"), /1 mesh missing/);
  await lost.close();
  const bones = await show(BONES);
  assert.match(await bones.textContent("#robot-facts"), /drawn as a skeleton/);
  assert.ok(await bones.evaluate(() => window.limb.robot().bounds().max.y > 0.45), "it reaches to the second link");
  await bones.close();
});

test("what moves slowly is drawn with fewer pixels, and completed when it rests", PATIENT, async () => {
  const page = await showArm();
  await atRest(page);
  const full = await page.evaluate(() => window.limb.stage.renderer.domElement.width);
  const moving = await page.evaluate(async () => {
    const { stage } = window.limb;
    const { frames } = stage;
    stage.cost = 80; // milliseconds of the frame before
    window.limb.setPose({ wrist: 0.4 });
    while (stage.frames === frames) await new Promise(requestAnimationFrame);
    return { width: stage.renderer.domElement.width, coarse: stage.coarse, complete: stage.complete };
  });
  assert.deepEqual(moving, { width: Math.floor(full / 2), coarse: true, complete: false });
  await until(() => page.evaluate(() => window.limb.stage.complete));
  assert.equal(await page.evaluate(() => window.limb.stage.renderer.domElement.width), full);
});

test("a pose gives new matrices to the links that moved, and to no others", PATIENT, async () => {
  const page = await showArm();
  const written = await page.evaluate(() => {
    const links = [...window.limb.robot().links.values()];
    const names = [];
    for (const { data, node } of links) {
      const update = node.updateMatrixWorld;
      node.updateMatrixWorld = function (...args) {
        names.push(data.name);
        return update.apply(this, args);
      };
    }
    window.limb.setPose({ wrist: 0.3 });
    return names;
  });
  assert.deepEqual(written, ["hand"]);
});

test("camera moves are eased where motion is welcome, and end where they should", PATIENT, async () => {
  const page = await show(ARM, { reducedMotion: "no-preference" });
  await atRest(page);
  const places = await page.evaluate(async () => {
    const { stage } = window.limb;
    const seen = [];
    stage.controls.addEventListener("change", () => seen.push(stage.camera.position.x));
    window.limb.store.change({}); // nothing by itself
    stage.fit({ clone: () => stage.camera.position.clone().set(0, 1, 1e-4) }, window.limb.app.outline());
    while (stage.flight.active) await new Promise(requestAnimationFrame);
    return { seen, end: stage.camera.position.clone().sub(stage.controls.target).normalize().toArray() };
  });
  assert.ok(places.end[1] > 0.999, "from above");
  assert.ok(places.seen.length >= 1);
  await page.close();
});

test("nothing was complained of", () => assert.deepEqual(complaints.flat(), []));
