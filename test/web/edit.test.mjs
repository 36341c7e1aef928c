// Tests editing in the page: each change is one lossless edit with undo, shown before it is saved; with a server it is written.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, beforeEach, test as plainTest } from "node:test";
import { PATIENT, atRest, chromium, copyOfExample, open, reset, until, view } from "./tools.mjs";

const test = (name, run) => plainTest(name, PATIENT, run);
let browser, server, page, complaints, file, original;
before(async () => {
  browser = await chromium();
  file = copyOfExample("arm.urdf");
  original = readFileSync(file, "utf8");
  server = await view(file, "--write");
  ({ page, complaints } = await open(browser, server.url, { width: 1000, height: 600 }));
});
after(async () => {
  await browser?.close();
  void server?.stop();
});

// Whatever a test left: the file as it was, nothing edited.
beforeEach(async () => {
  writeFileSync(file, original);
  await until(() => page.evaluate((lines) => {
    const { document, robot } = window.limb.app;
    while (document.unsaved) window.limb.store.undo();
    return robot?.data === document.loaded.data && robot.data.source.join("\n") === lines;
  }, original.replace(/\n$/, "")));
  await reset(page);
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
  await settled(); // the form is made anew by the edit before
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

test("mass, inertia, names and colors; a wrong value changes nothing", async () => {
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
  await field("visual 1 color").evaluate((input) => {
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

test("the forms of links and joints fit in their panel", async () => {
  const { links, joints } = await page.evaluate(() => window.limb.robot().data);
  for (const [kind, { name }] of [...links.map((link) => ["link", link]), ...joints.map((joint) => ["joint", joint])]) {
    await select(kind, name);
    const beyond = await page.$$eval("#inspector td.edit > *", (parts) => {
      const { right } = document.getElementById("inspector").getBoundingClientRect();
      return parts.filter((part) => part.getBoundingClientRect().right > right + 0.5).map((part) => part.dataset.field ?? part.textContent);
    });
    assert.deepEqual(beyond, [], `${kind} ${name}`);
  }
});

// The edited text is read without its meshes, which says nothing of how the scene on show was made from them.
test("an edit leaves glTF meshes that were turned from y-up where they are", async () => {
  assert.ok(await page.evaluate(() => window.limb.robot().data.gltf_turned), "the example has such meshes");
  const boxes = () => page.evaluate(() => {
    const { robot } = window.limb.app;
    robot.scene.updateMatrixWorld(true);
    return [...robot.links.keys()].map((name) => {
      const { min, max } = robot.linkBounds(name);
      return [...min.toArray(), ...max.toArray()].map((part) => part.toFixed(6));
    });
  });
  const first = await boxes();
  await select("joint", "elbow");
  await change("name", "bend");
  await until(() => page.evaluate(() => window.limb.robot().joints.has("bend")));
  assert.deepEqual(await boxes(), first);
  await undoAll();
  assert.deepEqual(await boxes(), first);
});

test("what is being typed outlives a change of the file, and is confirmed by Enter or by leaving the field", async () => {
  await select("link", "base_link");
  for (const [value, confirm] of [["7.25", () => field("mass").press("Enter")], ["8.5", () => field("mass").blur()]]) {
    await settled();
    await field("mass").fill(value);
    const old = await field("mass").elementHandle();
    writeFileSync(file, `${original}<!-- before ${value} -->\n`);
    await until(() => old.evaluate((input) => !input.isConnected));
    assert.equal(await field("mass").inputValue(), value);
    assert.equal(await edited(), undefined, "what is not confirmed is not written");
    await confirm();
    assert.match(await until(edited), new RegExp(`value="${value}"`));
    await undoAll();
  }
});

test("a field that is about to be typed over stays selected when the file changes", async () => {
  await select("link", "base_link");
  await settled();
  const old = await field("mass").elementHandle();
  await field("mass").focus();
  await field("mass").selectText();
  writeFileSync(file, `${original}<!-- by another -->\n`);
  await until(() => old.evaluate((input) => !input.isConnected));
  await page.keyboard.insertText("7.25");
  assert.equal(await field("mass").inputValue(), "7.25");
  await field("mass").press("Escape");
});

test("a slider that is dragged and a value that is typed outlive a change of the file", async () => {
  const saved = async (comment) => {
    writeFileSync(file, `${original}<!-- ${comment} -->\n`);
    await until(() => page.evaluate((text) => window.limb.robot().data.source.some((line) => line.includes(text)), comment));
  };
  const box = page.locator('.joint[data-id="elbow"] .value');
  await box.fill("31");
  await saved("first");
  await box.press("Enter");
  await until(() => page.evaluate(() => Math.abs(window.limb.store.state.pose.elbow - (31 * Math.PI) / 180) < 1e-6));
  await page.locator('.joint[data-id="shoulder_pan"] .slider').scrollIntoViewIfNeeded(); // wherever a test before it left the list
  const slider = await page.locator('.joint[data-id="shoulder_pan"] .slider').boundingBox();
  await page.mouse.move(slider.x + slider.width / 2, slider.y + slider.height / 2);
  await page.mouse.down();
  await saved("second");
  await page.mouse.move(slider.x + slider.width * 0.75, slider.y + slider.height / 2, { steps: 3 });
  await page.mouse.up();
  await until(() => page.evaluate(() => window.limb.store.state.pose.shoulder_pan > 1));
  assert.equal(await page.locator('.joint[data-id="elbow"] .torque').count(), 1);
});

// A call of a method waits, once, until the test lets it go on: what is slow on a busy machine is late here whenever a test wants it.
const holdUp = (owner, method) => page.evaluate(([name, key]) => {
  const object = name.split(".").reduce((at, part) => at[part], window.limb);
  const plain = object[key];
  window.heldUp = { begun: false };
  const gate = new Promise((resolve) => (window.heldUp.go = resolve));
  object[key] = async function (...args) {
    object[key] = plain;
    const answer = await plain.apply(this, args);
    window.heldUp.begun = true;
    await gate;
    return answer;
  };
}, [owner, method]);
const heldUp = () => until(() => page.evaluate(() => window.heldUp.begun));
const goOn = () => page.evaluate(() => window.heldUp.go());

test("an edit that is being made while another save is loaded is made on that one", async () => {
  await select("link", "base_link");
  await holdUp("app.engine", "edit");
  await field("mass").fill("7.25");
  await field("mass").press("Enter");
  await heldUp();
  writeFileSync(file, `${original}<!-- by another -->\n`);
  await until(() => page.evaluate(() => window.limb.app.document.loaded.data.source.some((line) => line.includes("by another"))));
  await goOn();
  const text = await until(edited);
  assert.match(text, /value="7.25"/);
  assert.match(text, /by another/);
  await undoAll();
});

test("an edit that is made while another save is fetched is kept, and undone it gives way to that save", async () => {
  await select("link", "base_link");
  await holdUp("app.source", "scene");
  writeFileSync(file, `${original}<!-- by another -->\n`);
  await heldUp();
  await field("mass").fill("7.25");
  await field("mass").press("Enter");
  assert.match(await until(edited), /value="7.25"/);
  await goOn();
  await page.waitForSelector("#conflict-bar", { state: "visible" });
  assert.match(await edited(), /value="7.25"/);
  await page.evaluate(() => window.limb.store.undo());
  await until(() => page.evaluate(() => window.limb.robot().data.source.some((line) => line.includes("by another"))));
});

test("an edit that is undone while the next one is made stays undone", async () => {
  await select("link", "base_link");
  await change("mass", "7.25");
  await settled();
  await holdUp("app.engine", "edit");
  await field("ixx iyy izz").fill("1 2 2.5");
  await field("ixx iyy izz").press("Enter");
  await heldUp();
  await page.evaluate(() => window.limb.store.undo());
  await goOn();
  const text = await until(async () => (await edited())?.includes('izz="2.5"') && edited());
  assert.doesNotMatch(text, /value="7.25"/);
  await undoAll();
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

// A place on the view where the handle of the edit mode offers a part: an arrow's middle, or the front of a ring. It has its size
// on the screen once it is drawn.
const onHandle = (part) => atRest(page).then(() => page.evaluate((name) => {
  const { gizmo } = window.limb.app.editMode;
  const area = document.getElementById("canvas").getBoundingClientRect();
  const points = gizmo.kind === "rotate" ? gizmo.ring(name) : [gizmo.onAxis(name, 0.7)];
  for (const { x, y } of points) {
    if (!Number.isFinite(x) || gizmo.partAt({ clientX: area.left + x, clientY: area.top + y }) !== name) continue;
    return { x: area.left + x, y: area.top + y };
  }
  throw new Error(`the handle shows no ${name}`);
}, part));
const onGrip = (bound) => atRest(page).then(() => page.evaluate((name) => {
  const { grips } = window.limb.app.editMode;
  const area = document.getElementById("canvas").getBoundingClientRect();
  const { x, y } = grips.space.screen(grips.balls[name].getWorldPosition(grips.position.clone()));
  return { x: area.left + x, y: area.top + y };
}, bound));
const hold = async (at, way) => {
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  for (let i = 1; i <= 3; i++) await page.mouse.move(at.x + (way.x * i) / 3, at.y + (way.y * i) / 3);
};
const chooseTarget = (target, handle = "translate") => page.evaluate((patch) => window.limb.store.change(patch), { target, handle });
const settled = () => until(() => page.evaluate(() => !window.limb.app.editMode.editing && window.limb.robot().data === (window.limb.store.state.edited ?? window.limb.app.document.loaded).data));
const undone = async () => {
  await page.evaluate(() => window.limb.store.undo());
  assert.equal(await edited(), undefined, "all of a drag is one step");
};

test("handles place shapes and centers of mass, each in its own element", async () => {
  await select("link", "forearm_link");
  const places = () => page.evaluate(() => {
    const { inertial, visuals, collisions } = window.limb.robot().links.get("forearm_link").data;
    return { "visual 1": visuals[0].xyz, "collision 1": collisions[0].xyz, "collision 2": collisions[1].xyz, inertial: inertial.xyz };
  });
  const before = await places();
  for (const target of ["visual 1", "collision 1", "inertial"]) {
    await chooseTarget(target);
    assert.equal(await page.inputValue("#handle-target"), target);
    await hold(await onHandle("X"), { x: 30, y: 10 });
    await until(edited);
    await page.mouse.up();
    await settled();
    const [gone, come] = difference(await edited());
    assert.ok(come.length === 1 && gone.length <= 1, target); // the visual had no origin
    assert.match(come[0], /<origin .*xyz="/);
    const now = await places();
    assert.deepEqual(Object.keys(now).filter((name) => String(now[name]) !== String(before[name])), [target]);
    await undone();
  }
  await chooseTarget("visual 1", "rotate");
  await hold(await onHandle("Y"), { x: 25, y: 15 });
  await until(edited);
  await page.mouse.up();
  await settled();
  assert.match(difference(await edited())[1][0], /rpy="/);
  await undone();
});

test("the axis is turned by rings, the limits by two grips; a drag that is taken back leaves no trace", async () => {
  await select("joint", "elbow");
  await chooseTarget("axis");
  await hold(await onHandle("X"), { x: 30, y: 20 });
  await until(edited);
  await page.mouse.up();
  await settled();
  const axis = await page.evaluate(() => window.limb.robot().joints.get("elbow").axis);
  assert.ok(Math.abs(Math.hypot(...axis) - 1) < 1e-4, `${axis}`);
  const [, turned] = difference(await edited());
  assert.equal(turned.length, 1);
  assert.match(turned[0], /<axis xyz="/);
  await undone();

  await chooseTarget("limits");
  await settled();
  await page.evaluate(() => window.limb.app.commands.run("focus")); // away from the bars
  const before = await page.evaluate(() => window.limb.robot().joints.get("elbow").limit);
  for (const bound of ["lower", "upper"]) {
    await hold(await onGrip(bound), { x: 30, y: -25 });
    await until(edited);
    await page.mouse.up();
    await settled();
    const after = await page.evaluate(() => window.limb.robot().joints.get("elbow").limit);
    const degrees = (after[bound] * 180) / Math.PI;
    assert.ok(Math.abs(after[bound] - before[bound]) > 0.01, bound);
    assert.ok(Math.abs(degrees - Math.round(degrees)) < 1e-6, `${degrees} is not a whole degree`);
    assert.deepEqual({ ...after, [bound]: 0 }, { ...before, [bound]: 0 });
    assert.equal(difference(await edited())[1].length, 1);
    await undone();
    await settled();
  }

  await chooseTarget("origin");
  await hold(await onHandle("Z"), { x: 20, y: -30 });
  await until(edited);
  await page.evaluate(() => document.getElementById("canvas").dispatchEvent(new PointerEvent("pointercancel", { pointerId: 1, isPrimary: true })));
  await settled();
  await page.mouse.up();
  assert.equal(await edited(), undefined);
  assert.ok(await page.evaluate(() => !window.limb.store.canUndo));
});

test("the handle goes to the field that is filled in, and the bar names what can be held", async () => {
  await select("link", "forearm_link");
  const offered = await page.$$eval("#handle-target option", (options) => options.map(({ value }) => value));
  for (const target of ["origin", "axis", "limits", "inertial", "visual 1", "collision 1"]) assert.ok(offered.includes(target), target);
  await field("visual 1 rpy").focus();
  assert.equal(await page.inputValue("#handle-target"), "visual 1");
  assert.equal(await page.getAttribute("#handle-turn", "aria-pressed"), "true");
  await page.selectOption("#handle-target", "collision 1");
  assert.deepEqual(await page.evaluate(() => window.limb.store.state.linkOverlays), { forearm_link: ["collision"] });
  await page.selectOption("#handle-target", "limits");
  // an edit that is under way keeps the handle until it is done
  await until(() => page.evaluate(() => window.limb.app.editMode.grips.visible && !window.limb.app.editMode.gizmo.visible));
  await page.evaluate(() => window.limb.store.change({ mode: "orbit" }));
  assert.ok(await page.isHidden("#handle-bar"));
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
  await page.waitForSelector("#conflict-bar", { state: "visible" });
  assert.match(await edited(), /effort="55"/);
  // pressed before the bar was there
  await page.evaluate(() => window.limb.app.document.save());
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
});

test("nothing was complained of on the way", () => assert.deepEqual(complaints.filter((text) => !/\b412\b/.test(text)), []));
