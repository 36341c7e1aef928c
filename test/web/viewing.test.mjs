// Tests the features that RViz users expect: fixed frame, a camera that follows, camera numbers and named views, visibility and alpha
// of links, trails, frames with arrows and poses side by side, sliders for many joints, and all of it in a file beside the robot.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, beforeEach, test as plainTest } from "node:test";
import { pathToFileURL } from "node:url";
import { execFileSync } from "node:child_process";
import { PATIENT, atRest, chromium, copyOfExample, limb, open, reset, temporary, until, view, visit } from "./tools.mjs";

const test = (name, run) => plainTest(name, PATIENT, run);

let browser, server, page, complaints, file;
before(async () => {
  browser = await chromium();
  file = copyOfExample("arm.urdf");
  server = await view(file, "--write");
  ({ page, complaints } = await open(browser, server.url, { width: 1200, height: 800 }));
});
after(async () => {
  await browser?.close();
  void server?.stop();
});
beforeEach(() => reset(page));

const change = (patch, on = page) => on.evaluate((patch) => window.limb.store.change(patch), patch);
const state = (field, on = page) => on.evaluate((field) => window.limb.store.state[field], field);
const pose = (joints) => page.evaluate((joints) => window.limb.setPose(joints), joints);
// Where a link is in the scene, sixteen numbers.
const place = (link, on = page) => on.evaluate((link) => [...window.limb.robot().links.get(link).node.matrixWorld.elements], link);
const camera = () => page.evaluate(() => ({ position: window.limb.stage.camera.position.toArray(), target: window.limb.stage.controls.target.toArray() }));
const near = (actual, expected, what, slack = 1e-6) => actual.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < slack, `${what}: ${actual} is not ${expected}`));
const showTab = () => page.click("#tab-view");

test("a fixed frame stays where it is in the first pose while the rest moves; undo gives it back", async () => {
  const [held, root] = [await place("wrist_1_link"), await place("base_link")];
  await showTab();
  await page.selectOption("#fixed-frame", "wrist_1_link");
  near(await place("wrist_1_link"), held, "it is chosen");
  await pose({ shoulder_lift: -0.7, elbow: 0.9 });
  near(await place("wrist_1_link"), held, "others move");
  const moved = await place("base_link");
  assert.ok(Math.hypot(...moved.map((value, i) => value - root[i])) > 0.1, "the root moves");
  const relative = await page.evaluate(() => window.limb.pose("wrist_1_link", "base_link").xyz);
  await page.keyboard.press("Control+z"); // the pose
  await page.keyboard.press("Control+z"); // the frame
  assert.equal(await state("fixedLink"), undefined);
  await pose({ shoulder_lift: -0.7, elbow: 0.9 });
  near(await page.evaluate(() => window.limb.pose("wrist_1_link", "base_link").xyz), relative, "poses between links are the same");
  near(await place("base_link"), root, "the root stays again");
});

test("the camera rides on a link, with or without its turns", async () => {
  for (const turned of [false, true]) {
    await reset(page);
    await showTab();
    await page.selectOption("#ride", "gripper_link");
    await page.setChecked("#ride-turned", turned);
    const measure = () => page.evaluate(() => {
      const { stage } = window.limb;
      const node = window.limb.robot().links.get("gripper_link").node;
      const at = stage.camera.position.clone().setFromMatrixPosition(node.matrixWorld);
      return { apart: stage.camera.position.clone().sub(at).toArray(), inside: node.worldToLocal(stage.camera.position.clone()).toArray() };
    });
    const start = await measure();
    await pose({ shoulder_pan: 0.8, elbow: 0.6 });
    const end = await measure();
    if (turned) near(end.inside, start.inside, "in the link's frame", 1e-4);
    else near(end.apart, start.apart, "beside the link", 1e-4);
    near(Object.values((await state("camera")).position), (await camera()).position, "the state follows");
  }
});

test("the camera in numbers: place, target, angles, field of view; an invalid number changes nothing", async () => {
  await showTab();
  const type = async (row, name, text) => {
    const input = page.locator(`#${row}`).getByLabel(name);
    await input.fill(text);
    await input.press("Enter");
    await input.blur();
  };
  for (const [name, text] of [["x", "2"], ["y", "-150cm"], ["z", "1.25"]]) await type("camera-position", `Position ${name}`, text);
  for (const name of ["x", "y", "z"]) await type("camera-target", `Looks at ${name}`, "0.1");
  near((await camera()).position, [2, 1.25, 1.5], "z is up in the fields, y in the scene");
  near((await camera()).target, [0.1, 0.1, -0.1], "target");
  await type("camera-around", "Around it distance", "3");
  await type("camera-around", "Around it yaw", "90");
  await type("camera-around", "Around it pitch", "0");
  near((await camera()).position, [0.1, 0.1, -3.1], "three meters to the left");
  await type("camera-lens", "View angle angle", "60");
  assert.equal(await page.evaluate(() => window.limb.stage.camera.fov), 60);
  const now = await camera();
  await type("camera-position", "Position x", "far");
  assert.match(await page.textContent("#camera-numbers"), /“far” is not a number/);
  near((await camera()).position, now.position, "nothing moved");
});

test("first person turns the camera where it is, and walks; from the top lines of sight are parallel", async () => {
  await showTab();
  await page.selectOption("#camera-kind", "person");
  const begin = await camera();
  const canvas = await page.locator("#canvas").boundingBox();
  const [x, y] = [canvas.x + 30, canvas.y + canvas.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 20, { steps: 4 });
  await page.mouse.up();
  const turned = await camera();
  near(turned.position, begin.position, "the camera stays");
  assert.ok(Math.hypot(...turned.target.map((value, i) => value - begin.target[i])) > 0.01, "it looks elsewhere");
  await page.mouse.wheel(0, -100);
  await until(async () => Math.hypot(...(await camera()).position.map((value, i) => value - turned.position[i])) > 0.01);
  await page.selectOption("#camera-kind", "top");
  assert.deepEqual([await state("firstPerson"), await state("orthographic")], [false, true]);
  await atRest(page);
  const { position, target } = await camera();
  assert.ok(position[1] > target[1] && Math.hypot(position[0] - target[0], position[2] - target[2]) < 1e-2 * (position[1] - target[1]), "from above");
});

test("views have names, come back by them, and outlive a reload", async () => {
  await showTab();
  await change({ camera: { position: [1, 2, 3], target: [0, 0.5, 0] } });
  await page.fill("#view-name", "close");
  await page.press("#view-name", "Enter");
  await page.keyboard.press("Escape");
  await change({ camera: { position: [3, 1, 1], target: [0, 0, 0] }, orthographic: true });
  await page.getByRole("button", { name: "close", exact: true }).click();
  near((await camera()).position, [1, 2, 3], "the named view");
  assert.equal(await state("orthographic"), false);
  await page.reload();
  await page.waitForFunction(() => window.limb?.ready);
  await page.evaluate(() => window.limb.ready);
  await showTab();
  await page.getByRole("button", { name: "forget the view close" }).click();
  assert.deepEqual(await state("views"), []);
});

test("alpha, and what is shown, of a link alone and of all that it carries; all on and all off", async () => {
  await change({ selection: { kind: "link", name: "wrist_1_link" } });
  const look = () => page.evaluate(() => Object.fromEntries([...window.limb.robot().links.values()].map(({ data, visual }) => {
    const mesh = visual?.getObjectByProperty("isMesh", true);
    return [data.name, mesh && { shown: visual.visible, opacity: mesh.material.opacity, shadow: mesh.castShadow }];
  })));
  const first = await look();
  await page.getByLabel("alpha of wrist_1_link").fill("0.3");
  assert.ok(Math.abs((await look()).wrist_1_link.opacity - 0.3 * first.wrist_1_link.opacity) < 1e-6);
  assert.equal((await look()).wrist_1_link.shadow, false, "what is seen through throws no shadow");
  assert.deepEqual((await look()).gripper_link, first.gripper_link, "alone");
  await page.check("#with-sub-tree");
  await page.locator(".show-hide").getByRole("button", { name: "Hide" }).click();
  const hidden = await look();
  assert.deepEqual(["forearm_link", "wrist_1_link", "gripper_link"].map((link) => hidden[link].shown), [true, false, false]);
  await page.locator(".show-hide").getByRole("button", { name: "Only this" }).click();
  assert.deepEqual(["forearm_link", "wrist_1_link", "gripper_link"].map((link) => link in hidden && hidden[link] !== undefined), [true, true, true]);
  const only = await look();
  assert.deepEqual(["forearm_link", "wrist_1_link", "gripper_link"].map((link) => only[link].shown), [false, true, true]);
  await showTab();
  await page.click("#links-hide");
  assert.ok(Object.values(await look()).every((link) => !link?.shown));
  await page.click("#links-show");
  await page.click("#links-solid");
  assert.deepEqual((await look()).base_link, first.base_link);
  assert.equal((await look()).wrist_1_link.shadow, true);
  await page.click("#tab-tree");
  await page.locator("#tree [data-name='forearm_link']").focus();
  await page.keyboard.press("Shift+H");
  assert.ok((await state("hiddenLinks")).includes("gripper_link") && !(await state("hiddenLinks")).includes("upper_arm_link"), "Shift+H takes the sub-tree");
});

test("a trail follows its link, whatever moves it, until it is taken off", async () => {
  const points = () => page.evaluate(() => window.limb.app.trails.pointsOf("gripper_link").map((point) => point.toArray()));
  await change({ selection: { kind: "link", name: "gripper_link" } });
  await page.locator("[data-overlay='trail']").click();
  for (let i = 1; i <= 5; i++) await pose({ shoulder_pan: 0.1 * i });
  const drawn = await points();
  assert.equal(drawn.length, 6);
  near(drawn.at(-1), (await place("gripper_link")).slice(12, 15), "its end is the link");
  await pose({ shoulder_pan: 0.5 });
  assert.equal((await points()).length, 6, "who does not move leaves no point");
  await showTab();
  await page.click("#trails-clear");
  assert.equal((await points()).length, 0);
});

test("frames: arrows to parents, size, a switch for each, poses side by side", async () => {
  await showTab();
  await page.check("#frames-on");
  const drawn = () => page.evaluate(() => {
    const counts = { frames: 0, arrows: 0, size: 0 };
    window.limb.robot().scene.traverseVisible((node) => {
      if (node.userData.overlay !== "frames") return;
      if (node.isGroup) counts.arrows++;
      else counts.frames++, (counts.size = Math.max(counts.size, node.scale.x));
    });
    return counts;
  });
  const links = await page.evaluate(() => window.limb.robot().links.size);
  const all = await drawn();
  assert.deepEqual([all.frames, all.arrows], [links, links - 1], "one for each link, and an arrow for each but the root");
  await page.locator("#frame-size").fill("1");
  assert.ok(Math.abs((await drawn()).size - 2 * all.size) < 1e-9);
  await page.uncheck("[data-frame='gripper_link']");
  const fewer = await drawn();
  assert.equal(fewer.frames, links - 1);
  assert.ok(fewer.arrows < links - 1);
  await page.uncheck("#frame-arrows");
  assert.equal((await drawn()).arrows, 0);
  await page.click("#frames-none");
  assert.equal((await drawn()).frames, 0);

  await page.selectOption("#compare-add", "gripper_link");
  await page.selectOption("#compare-add", "forearm_link");
  await page.selectOption("#compare-reference", "shoulder_link");
  const answer = JSON.parse(execFileSync(limb, ["fk", file, "--joints", "elbow=0.5", "--json"], { encoding: "utf8" }));
  await pose({ elbow: 0.5 });
  const expected = await page.evaluate(() => window.limb.pose("gripper_link", "shoulder_link").xyz);
  const shown = await page.locator("#compared li").first().locator(".pose-numbers").first().textContent();
  near(shown.split(/\s+/).slice(0, 3).map(Number), expected, "as the page's own pose", 1e-3);
  assert.ok(JSON.stringify(answer).includes("gripper_link"));
  assert.equal(await page.locator("#compared li").count(), 2);
});

test("sliders of thirty joints: by chain, and in rows that fit on one screen", async (t) => {
  const arms = ["left", "right", "middle"];
  const joints = arms.flatMap((arm) => Array.from({ length: 10 }, (_, i) => `<link name="${arm}_${i}"/><joint name="${arm}_joint_${i}" type="revolute"><parent link="${i === 0 ? "base" : `${arm}_${i - 1}`}"/><child link="${arm}_${i}"/><axis xyz="0 0 1"/><origin xyz="0 0.1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>`));
  const many = path.join(temporary(), "many.urdf");
  writeFileSync(many, `<robot name="many"><link name="base"/>${joints.join("")}</robot>`);
  const other = await view(many);
  t.after(() => other.stop());
  const { page } = await open(browser, other.url, { width: 1400, height: 900 });
  assert.deepEqual(await page.$$eval("#joints .chain summary", (rows) => rows.map((row) => row.textContent)), ["left_9", "right_9", "middle_9"]);
  await page.locator("#joints .chain summary").first().click();
  assert.ok(!(await page.locator("[data-id='left_joint_0']").isVisible()), "a chain can be closed");
  await page.locator("#joints .chain summary").first().click();
  await page.click("#joint-compact");
  await page.evaluate(() => window.limb.store.change({ panels: { left: undefined, right: 640, details: undefined } }));
  const inSight = () => page.$$eval("#joints .joint", (rows) => {
    const list = document.getElementById("joints").getBoundingClientRect();
    return rows.filter((row) => row.getBoundingClientRect().top >= list.top && row.getBoundingClientRect().bottom <= list.bottom && row.getBoundingClientRect().height > 0).length;
  });
  await until(async () => (await inSight()) === 30);
  await page.reload();
  await page.waitForFunction(() => window.limb?.ready);
  await page.evaluate(() => window.limb.ready);
  assert.equal(await page.getAttribute("#joint-compact", "aria-pressed"), "true", "taste is kept");
  await page.click("#joint-compact");
  await page.close();
});

test("a view is saved beside the robot, and limb view opens it so: by itself, by name, and in a saved page", async (t) => {
  await pose({ elbow: 0.4 });
  await change({
    camera: { position: [1, 1.5, 2], target: [0, 0.25, 0] }, orthographic: true, fixedLink: "gripper_link", linkAlpha: { forearm_link: 0.5 }, hiddenLinks: ["base_link"], trails: ["gripper_link"],
    frameSize: 2, hiddenFrames: ["world"], linkOverlays: { flange_link: ["frames"] }, ride: { link: "flange_link", turned: true }, selection: { kind: "joint", name: "elbow" },
  });
  await showTab();
  await page.click("#view-save");
  const saved = path.join(path.dirname(file), "arm.limb-view.json");
  await until(() => existsSync(saved));
  const content = JSON.parse(readFileSync(saved, "utf8"));
  assert.equal(content.limb_view, 1);
  assert.deepEqual(content.camera, { position: [1, -2, 1.5], target: [0, 0, 0.25], orthographic: true });
  assert.deepEqual(content.joints, { elbow: 0.4 });
  assert.deepEqual(content.links.forearm_link, { alpha: 0.5 });

  const fields = ["orthographic", "fixedLink", "linkAlpha", "hiddenLinks", "trails", "frameSize", "hiddenFrames", "ride", "selection"];
  const check = async (url, what) => {
    const context = await browser.newContext();
    const { page: other, complaints } = await open(context, url);
    for (const field of fields) assert.deepEqual(await state(field, other), await state(field), `${what}: ${field}`);
    near((await state("camera", other)).position, [1, 1.5, 2], `${what}: camera`, 1e-3);
    assert.equal((await state("pose", other)).elbow, 0.4);
    assert.deepEqual(complaints, []);
    await context.close();
  };
  const again = await view(file);
  t.after(() => again.stop());
  await check(again.url, "beside the robot");
  const elsewhere = path.join(temporary(), "side.json");
  writeFileSync(elsewhere, readFileSync(saved));
  const named = await view(copyOfExample("arm.urdf"), "--config", elsewhere);
  t.after(() => named.stop());
  await check(named.url, "--config");
  const html = path.join(temporary(), "arm.html");
  execFileSync(limb, ["view", file, "--html", html]);
  const context = await browser.newContext();
  const disk = await context.newPage();
  await disk.goto(pathToFileURL(html).href);
  await disk.waitForFunction(() => window.limb?.ready);
  await disk.evaluate(() => window.limb.ready);
  assert.equal(await state("fixedLink", disk), "gripper_link");
  await context.close();
});

test("a view file that cannot be used says why, and the robot is shown as at first", async (t) => {
  const robot = copyOfExample("arm.urdf");
  for (const [content, reason] of [["{", /not a view of limb/], ['{"limb_view": 7}', /limb_view is 7; this page reads 1/]]) {
    writeFileSync(path.join(path.dirname(robot), "arm.limb-view.json"), content);
    const other = await view(robot);
    t.after(() => other.stop());
    const { page } = await open(browser, other.url);
    assert.match(await page.textContent("#toast"), reason);
    assert.equal(await page.evaluate(() => window.limb.robot().links.size > 5), true);
    await page.close();
  }
});

test("a link that carries overlays or a selection alone is taken", async () => {
  for (const [hash, field, expected] of [["#on=frames", "overlays", { frames: true }], ["#sel=link:forearm_link", "selection", { kind: "link", name: "forearm_link" }]]) {
    const other = await browser.newPage();
    await visit(other, server.url);
    await other.evaluate((hash) => (location.hash = hash), hash);
    await until(async () => {
      const now = await state(field, other);
      return now && Object.entries(expected).every(([name, value]) => now[name] === value);
    });
    await other.close();
  }
});

test("where frames cost much, what moves is lit at its vertices, and comes to rest with its own materials", async () => {
  const styles = await page.evaluate(() => {
    const { stage } = window.limb;
    const robot = window.limb.robot();
    const kinds = () => new Set([...robot.links.values()].flatMap(({ visual }) => {
      const found = [];
      visual?.traverse((node) => node.isMesh && found.push(node.material.type));
      return found;
    }));
    const seen = new Set();
    const { render } = stage.renderer;
    stage.renderer.render = function (...args) {
      for (const kind of kinds()) seen.add(kind);
      return render.apply(this, args);
    };
    Object.assign(stage, { moving: true, cost: 80 });
    stage.renderer.shadowMap.needsUpdate = true;
    stage.draw(false);
    stage.renderer.render = render;
    return { moving: [...seen], rest: [...kinds()], waits: stage.renderer.shadowMap.needsUpdate, coarse: stage.coarse };
  });
  assert.deepEqual(styles, { moving: ["ShaderMaterial"], rest: ["MeshStandardMaterial"], waits: true, coarse: true });
});

test("nothing was complained of", () => assert.deepEqual(complaints, []));
