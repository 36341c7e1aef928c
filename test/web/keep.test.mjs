// Tests that edits are never lost when the page is closed, the file changes meanwhile, or a value is mistyped.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test as plainTest } from "node:test";
import { COARSE, PATIENT, chromium, copyOfExample, patient, require, until, view, visit } from "./tools.mjs";

const test = (name, run) => plainTest(name, PATIENT, run);
const DESK = { width: 1280, height: 760 };
const PHONE = { width: 390, height: 844 };
const DEGREE = Math.PI / 180;
let browser;
before(async () => (browser = await chromium()));
after(() => browser?.close());

// Starts a server that may write to a copy of the example, and opens it in a separate browser; `again` opens another page of that browser.
async function begin(t, viewport = DESK) {
  const file = copyOfExample("arm.urdf");
  const server = await view(file, "--write");
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", acceptDownloads: true, ...COARSE });
  t.after(async () => {
    await context.close();
    await server.stop();
  });
  const complaints = [];
  const again = async () => {
    const page = patient(await context.newPage());
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.asked = [];
    page.on("dialog", (dialog) => {
      page.asked.push(dialog.type());
      void dialog.accept();
    });
    await visit(page, server.url);
    return page;
  };
  return { file, original: readFileSync(file, "utf8"), server, complaints, again, page: await again() };
}

const field = (page, name) => page.locator(`[data-field="${name}"]`);
const box = (page, joint) => page.locator(`.joint[data-id="${joint}"] .value`);
const edited = (page) => page.evaluate(() => (window.limb.app.document.unsaved ? window.limb.store.state.edited.text : undefined));
const select = (page, kind, name) => page.evaluate((selection) => window.limb.store.change({ selection, mode: "edit" }), { kind, name });
const settled = (page) => until(() => page.evaluate(() => !window.limb.app.editMode.editing && window.limb.robot().data === (window.limb.store.state.edited ?? window.limb.app.document.loaded).data));
const reload = async (page) => {
  await page.reload();
  await page.waitForFunction(() => window.limb?.ready);
  await page.evaluate(() => window.limb.ready);
};
async function type(page, name, value) {
  await settled(page);
  await field(page, name).fill(value);
  await field(page, name).press("Enter");
}
// Edits the file here; resolves with its text when the browser has kept it.
async function change(page, name, value) {
  const before = await edited(page);
  await type(page, name, value);
  const text = await until(async () => (await edited(page)) !== before && edited(page));
  await until(() => kept(page).then((all) => all.includes(text)));
  return text;
}
const kept = (page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("limb.draft.")).map((key) => JSON.parse(localStorage.getItem(key)).text));
const choose = (page, name) => page.click(`#choice[open] [data-choice="${name}"]`);
const offered = (page) => page.waitForSelector("#choice[open]");
const notOffered = async (page) => {
  // what is offered is offered before this is answered: the lock is granted in order
  await page.evaluate(() => window.limb.app.drafts.offer());
  assert.equal(await page.locator("#choice[open]").count(), 0);
};
async function findsNothing(page, what) {
  await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  for (const dark of [true, false]) {
    await page.evaluate((on) => window.limb.store.change({ dark: on }), dark);
    const { violations } = await page.evaluate(() => window.axe.run(document));
    assert.deepEqual(violations.map(({ id, nodes }) => `${what}, ${dark ? "dark" : "light"}: ${id} ${nodes.map(({ target }) => target).join()}`), []);
  }
}

test("edits outlive a reload: the browser asks, and they are offered again", async (t) => {
  const { page, file, original, complaints } = await begin(t);
  await select(page, "joint", "elbow");
  const text = await change(page, "upper", "45");
  await reload(page);
  assert.deepEqual(page.asked, ["beforeunload"]);
  await offered(page);
  assert.equal(await page.locator("#choice .diff.added").count(), 1);
  assert.match(await page.textContent("#choice .diff.added mark"), /0\.785/);
  await findsNothing(page, "edits that are offered");
  await choose(page, "Restore");
  await until(async () => (await edited(page)) === text);
  assert.ok(await page.isVisible("#edit-bar"));
  assert.equal(await page.evaluate(() => window.limb.robot().data.gltf_turned), true, "the scene is the one that was loaded");
  await settled(page);
  assert.ok(await page.evaluate(() => Math.abs(window.limb.robot().find("elbow").upper - Math.PI / 4) < 1e-9));
  assert.equal(await page.evaluate(() => window.limb.app.loading.scene === window.limb.app.document.loaded.glb), true);
  // as one step
  await page.keyboard.press("Control+z");
  await until(async () => (await edited(page)) === undefined);
  await until(async () => (await kept(page)).length === 0);
  assert.equal(readFileSync(file, "utf8"), original);
  await reload(page);
  assert.deepEqual(page.asked, ["beforeunload"], "nothing unsaved, nothing asked");
  await notOffered(page);
  assert.deepEqual(complaints, []);
});

test("edits outlive a page that was closed, until they are dropped; Escape does not drop them", async (t) => {
  const { page, again } = await begin(t);
  await select(page, "joint", "elbow");
  const text = await change(page, "effort", "77");
  await page.close();
  let next = await again();
  await offered(next);
  await next.keyboard.press("Escape");
  await until(async () => (await edited(next)) === text);
  await next.close();
  next = await again();
  await offered(next);
  await choose(next, "Discard");
  await until(async () => (await kept(next)).length === 0);
  assert.equal(await edited(next), undefined);
  await reload(next);
  await notOffered(next);
});

test("what another page is at work on is offered when that page is gone", async (t) => {
  const { page, again } = await begin(t);
  await select(page, "joint", "elbow");
  const text = await change(page, "effort", "77");
  const second = await again();
  await until(() => second.evaluate(async () => (await navigator.locks.query()).pending.some(({ name }) => name.startsWith("draft."))));
  assert.equal(await second.locator("#choice[open]").count(), 0);
  assert.equal(await edited(page), text);
  await page.close();
  await offered(second);
});

test("edits that the file has by now are neither kept nor offered", async (t) => {
  const { page, file, again } = await begin(t);
  await select(page, "joint", "elbow");
  const text = await change(page, "effort", "77");
  await page.click("#edit-save");
  await until(() => readFileSync(file, "utf8") === text);
  await until(async () => (await kept(page)).length === 0);
  await settled(page);
  const other = await change(page, "effort", "78");
  await page.close();
  writeFileSync(file, other);
  const next = await again();
  await until(async () => (await kept(next)).length === 0);
  await notOffered(next);
});

const BY_ANOTHER = "<!-- by another -->";
async function disagree(t) {
  const begun = await begin(t);
  await select(begun.page, "joint", "elbow");
  const mine = await change(begun.page, "effort", "55");
  const theirs = begun.original.replace("<robot", `${BY_ANOTHER}<robot`);
  return { ...begun, mine, theirs };
}
const shows = (page, text) => until(() => page.evaluate((part) => window.limb.robot().data.source.some((line) => line.includes(part)), text));

test("a file that changed on disk: both sides are shown, and mine is kept", async (t) => {
  const { page, file, mine, theirs } = await disagree(t);
  writeFileSync(file, theirs);
  await page.waitForSelector("#conflict-bar", { state: "visible" });
  assert.ok(await page.isHidden("#edit-bar"));
  assert.equal(await edited(page), mine);
  await findsNothing(page, "two versions");
  await page.click("#conflict-show");
  assert.match(await page.textContent('[aria-label="lines changed on disk"] .added'), /by another/);
  assert.match(await page.textContent('[aria-label="lines changed here"] .added'), /effort="55"/);
  await findsNothing(page, "two versions side by side");
  await choose(page, "Close");
  await page.click("#conflict-mine");
  await page.waitForSelector("#conflict-bar", { state: "hidden" });
  assert.equal(await edited(page), mine);
  assert.equal(readFileSync(file, "utf8"), theirs, "nothing is written before it is saved");
  await page.click("#edit-save");
  await until(() => readFileSync(file, "utf8") === mine);
});

test("a file that changed on disk: theirs is taken, and undo brings mine back", async (t) => {
  const { page, file, mine, theirs } = await disagree(t);
  writeFileSync(file, theirs);
  await page.waitForSelector("#conflict-bar", { state: "visible" });
  await page.click("#conflict-theirs");
  await shows(page, BY_ANOTHER);
  assert.equal(await edited(page), undefined);
  assert.ok(await page.isHidden("#conflict-bar"));
  await page.evaluate(() => window.limb.store.undo());
  await until(async () => (await edited(page)) === mine);
  assert.equal(readFileSync(file, "utf8"), theirs);
});

test("a file that changed on disk, and cannot be read: mine is saved as another file, which closing does not ask about", async (t) => {
  const { page, file, mine, original } = await disagree(t);
  writeFileSync(file, original.replace("</robot>", "</robo>"));
  await page.waitForFunction(() => /cannot be read/.test(document.getElementById("conflict-text").textContent));
  assert.ok(await page.isHidden("#conflict-mine"));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#conflict-save")]);
  assert.equal(download.suggestedFilename(), "arm.mine.urdf");
  assert.equal(readFileSync(await download.path(), "utf8"), mine);
  assert.equal(await edited(page), mine, "and it is still here");
  // repaired, as it was before
  writeFileSync(file, original);
  await page.waitForSelector("#edit-bar", { state: "visible" });
  assert.ok(await page.isHidden("#conflict-bar"));
  await reload(page);
  assert.deepEqual(page.asked, []);
});

test("edits that were left behind, and a file that changed since: both are shown, and one is chosen", async (t) => {
  const { page, file, mine, theirs, again } = await disagree(t);
  await page.close();
  writeFileSync(file, theirs);
  let next = await again();
  await offered(next);
  assert.match(await next.textContent('[aria-label="lines changed on disk"] .added'), /by another/);
  assert.match(await next.textContent('[aria-label="lines changed here"] .added'), /effort="55"/);
  const [download] = await Promise.all([next.waitForEvent("download"), choose(next, "Save as…")]);
  assert.equal(readFileSync(await download.path(), "utf8"), mine);
  await next.close(); // without an answer
  next = await again();
  await choose(next, "Keep mine");
  await until(async () => (await edited(next)) === mine);
  await until(async () => (await kept(next)).includes(mine));
  writeFileSync(file, `${theirs}<!-- once more -->\n`);
  await next.waitForSelector("#conflict-bar", { state: "visible" });
  await next.close();
  next = await again();
  await choose(next, "Take theirs");
  await until(async () => (await kept(next)).length === 0);
  await shows(next, BY_ANOTHER);
});

test("edits that were left behind, and a file with another link: its scene is made anew", async (t) => {
  const { page, file, mine, original, again } = await disagree(t);
  await page.close();
  writeFileSync(file, original.replace("</robot>", '<link name="more"/><joint name="to_more" type="fixed"><parent link="base_link"/><child link="more"/></joint></robot>'));
  const next = await again();
  await offered(next);
  assert.ok(await next.evaluate(() => window.limb.robot().links.has("more")));
  await choose(next, "Keep mine");
  await until(async () => (await edited(next)) === mine);
  await settled(next);
  assert.deepEqual(await next.evaluate(() => [window.limb.robot().links.has("more"), [...window.limb.robot().links.values()].every(({ node }) => node)]), [false, true]);
  await next.evaluate(() => window.limb.store.undo());
  await until(() => next.evaluate(() => window.limb.robot().links.has("more")));
});

test("Enter and then Ctrl+Z in a field takes the edit back, and the keyboard stays there", async (t) => {
  const { page } = await begin(t);
  await select(page, "joint", "elbow");
  const value = await field(page, "effort").inputValue();
  await change(page, "effort", "77");
  await settled(page);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.field), "effort");
  await page.keyboard.press("Control+z");
  await until(async () => (await edited(page)) === undefined && (await field(page, "effort").inputValue()) === value);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.field), "effort");
  await page.keyboard.press("Control+Shift+z");
  await until(async () => (await field(page, "effort").inputValue()) === "77");
  // at once, while the edit is still being made
  await settled(page);
  await field(page, "effort").fill("78");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+z");
  await settled(page);
  await until(async () => (await field(page, "effort").inputValue()) === "77");
  assert.match(await edited(page), /effort="77"/);
  // what is typed and not confirmed is the field's own to take back
  await page.keyboard.type("9");
  await page.keyboard.press("Control+z");
  assert.match(await edited(page), /effort="77"/);

  await box(page, "elbow").fill("20");
  await page.keyboard.press("Enter");
  assert.ok(Math.abs((await page.evaluate(() => window.limb.store.state.pose.elbow)) - 20 * DEGREE) < 1e-9);
  await page.keyboard.press("Control+z");
  await until(() => page.evaluate(() => window.limb.store.state.pose.elbow === 0));
});

test("messages cover no button of the bars, on a desk and on a telephone", async (t) => {
  const { page, file, original } = await begin(t);
  await select(page, "joint", "elbow");
  await change(page, "effort", "77");
  const say = () => page.evaluate(() => {
    const toast = document.getElementById("toast");
    toast.textContent = "A message that is long enough to lie over whatever may be found in the middle of the lower edge.";
    toast.className = "show error";
  });
  const free = async (bar) => {
    await say();
    const found = await page.evaluate((id) => {
      const area = (one) => one.getBoundingClientRect();
      const toast = area(document.getElementById("toast"));
      const view = area(document.getElementById("view"));
      const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      return [...document.querySelectorAll(`#${id} button`)].filter((button) => button.checkVisibility()).map((button) => {
        const box = area(button);
        const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        return { name: button.textContent, covered: meets(toast, box) || !button.contains(hit), outside: box.left < view.left || box.right > view.right || box.top < view.top || box.bottom > view.bottom };
      });
    }, bar);
    assert.ok(found.length > 1, bar);
    for (const { name, covered, outside } of found) assert.ok(!covered && !outside, `${bar}: ${name} is ${covered ? "covered" : "outside"}`);
  };
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    for (const timeBar of [false, true]) {
      await page.evaluate((on) => window.limb.store.change({ timeBar: on }), timeBar);
      await free("edit-bar");
    }
    await free("playback");
    await page.evaluate(() => window.limb.store.change({ timeBar: false, falling: true }));
    await page.waitForSelector("#fall-bar", { state: "visible" });
    await free("edit-bar");
    await page.evaluate(() => window.limb.store.change({ falling: false }));
  }
  writeFileSync(file, `${original}${BY_ANOTHER}\n`);
  await page.waitForSelector("#conflict-bar", { state: "visible" });
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    await free("conflict-bar");
  }
});

const complaint = (input) => input.evaluate((one) => {
  const note = document.getElementById(one.getAttribute("aria-describedby") ?? "");
  return note && one.getAttribute("aria-invalid") === "true" ? note.textContent : "";
});

test("a length typed for an angle, and the other way round, is an error at the field and moves nothing", async (t) => {
  const { page } = await begin(t);
  const { joints } = await page.evaluate(() => window.limb.robot().data);
  const [turning, sliding] = ["revolute", "prismatic"].map((wanted) => joints.find(({ type, mimic }) => type === wanted && !mimic).name);
  for (const [joint, good, bad] of [
    [turning, [["10deg", 10 * DEGREE], ["0.2 rad", 0.2], ["12", 12 * DEGREE], ["-5°", -5 * DEGREE]], ["12mm", "3 m", "1cm", "4 parsec", "x", "1.2.3"]],
    [sliding, [["12mm", 0.012], ["1 cm", 0.01], ["0.005m", 0.005], ["0.011", 0.011]], ["12deg", "1 rad", "1kg", "--1"]],
  ]) {
    const input = box(page, joint);
    const value = () => page.evaluate((name) => window.limb.store.state.pose[name], joint);
    for (const [text, wanted] of good) {
      await input.fill(text);
      await page.keyboard.press("Enter");
      assert.ok(Math.abs((await value()) - wanted) < 1e-9, `${joint} ${text}: ${await value()}`);
      assert.equal(await complaint(input), "");
    }
    const before = await value();
    for (const text of bad) {
      await input.fill(text);
      await page.keyboard.press("Enter");
      assert.match(await complaint(input), /not/, text);
      assert.equal(await value(), before, text);
    }
    await input.fill("0");
    await page.keyboard.press("Enter");
    assert.equal(await complaint(input), "", "a good value takes the message away");
  }
});

test("fields of the file take the units that fit, and refuse what makes no sense with a message", async (t) => {
  const { page } = await begin(t);
  const link = await page.evaluate(() => window.limb.robot().data.links.find(({ inertial, visuals }) => inertial && visuals.length > 0).name);
  const refuse = async (name, values, message) => {
    for (const value of values) {
      const before = await edited(page);
      await type(page, name, value);
      assert.match(await complaint(field(page, name)), message, `${name}: ${value}`);
      await page.evaluate(() => window.limb.app.document.settled());
      assert.equal(await edited(page), before, `${name}: ${value}`);
      await field(page, name).press("Escape");
      assert.equal(await complaint(field(page, name)), "");
    }
  };
  const take = async (name, value, written) => assert.match(await change(page, name, value), written, `${name}: ${value}`);
  await select(page, "joint", "elbow");
  await refuse("lower", ["200", "4rad"], /above the upper limit, 154\.7°/);
  await refuse("upper", ["-200"], /below the lower limit, -154\.7°/);
  await refuse("upper", ["12mm"], /deg or rad, not “mm”/);
  await refuse("effort", ["-3"], /cannot be negative/);
  await refuse("effort", ["3 mm"], /no unit/);
  await refuse("velocity", ["-1"], /cannot be negative/);
  await refuse("origin xyz", ["1 2", "1 2 3 4"], /3 numbers/);
  await refuse("origin xyz", ["1deg 2 3"], /mm, cm or m, not “deg”/);
  await refuse("name", [" "], /name is needed/);
  await take("upper", "1.5 rad", /upper="1.5"/);
  await take("velocity", "90 deg/s", /velocity="1.5707963267948966"/);
  await take("origin xyz", "10mm 2 cm 0.3", /xyz="0.01 0.02 0.3"/);
  await take("origin rpy", "0 0.5rad 90", /rpy="0 0.5 1.5707963267948966"/);
  await select(page, "link", link);
  await refuse("mass", ["-1", "-2 kg"], /cannot be negative/);
  await refuse("mass", ["3mm"], /g or kg, not “mm”/);
  await refuse("mass", ["heavy", "1e999"], /not a number/);
  await refuse("ixx iyy izz", ["1 -2 3"], /cannot be negative/);
  await take("mass", "250 g", /value="0.25"/);
  await type(page, "mass", "-1");
  await findsNothing(page, "a value that is refused");
  // the message stays with what was typed when the form is made anew
  await field(page, "mass").focus();
  await page.evaluate(() => window.limb.store.change({ degrees: !window.limb.store.state.degrees }));
  assert.match(await complaint(field(page, "mass")), /cannot be negative/);
});
