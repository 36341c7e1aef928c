// Tests what is drawn, and when, for a robot of three hundred thousand triangles. Counts are compared instead of times,
// because they are the same on every machine, and whenever the page stalls, one of them has grown with the robot.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { PATIENT, atRest, chromium, open, temporary, until, view } from "./tools.mjs";

const LINKS = 12;
const RINGS = 125;
const SEGMENTS = 100;
const TUBE = RINGS * SEGMENTS * 2; // triangles of one link
const REST = 10; // ground and grid
const APART = 0.5; // meters from tube to tube

let browser, server, page, complaints;
before(async () => {
  const file = makeRobot(temporary());
  browser = await chromium();
  server = await view(file);
  ({ page, complaints } = await open(browser, server.url, { width: 1000, height: 560 }));
});
after(async () => {
  await browser?.close();
  void server?.stop();
});

const drawn = () => page.evaluate(() => {
  window.limb.stage.draw();
  const { calls, triangles } = window.limb.stage;
  return { calls, triangles };
});

const settled = () => atRest(page);

// The place on the screen of a point in a link.
const onScreen = (link, x, y, z) => page.evaluate(([name, ...at]) => {
  const { stage } = window.limb;
  stage.camera.updateMatrixWorld();
  const node = window.limb.robot().links.get(name).node;
  const clip = node.localToWorld(node.position.clone().set(...at)).project(stage.camera);
  const area = stage.renderer.domElement.getBoundingClientRect();
  return { x: area.left + ((clip.x + 1) / 2) * area.width, y: area.top + ((1 - clip.y) / 2) * area.height };
}, [link, x, y, z]);

test("every link is one draw call", PATIENT, async () => {
  await settled(); // shadows, which are drawn once more after loading, are done
  assert.equal(await page.evaluate(() => window.limb.robot().data.triangles), LINKS * TUBE);
  const { calls } = await drawn();
  assert.ok(calls >= LINKS && calls <= LINKS + REST, `${calls} calls`);
});

test("shadows are drawn when something moved, not when the camera did", PATIENT, async () => {
  const within = ({ triangles }, times) => assert.ok(triangles >= times * LINKS * TUBE && triangles <= times * LINKS * TUBE + REST, `${triangles} triangles`);
  await drawn();
  await page.evaluate(() => {
    window.limb.stage.camera.position.y += 0.1;
    window.limb.stage.controls.update();
  });
  within(await drawn(), 1);
  await page.evaluate(() => window.limb.store.change({ hover: { kind: "link", name: "l3" } }));
  within(await drawn(), 1);
  await page.evaluate(() => window.limb.setPose({ j3: 0.1 }));
  within(await drawn(), 2);
  within(await drawn(), 1);
  await page.evaluate(() => window.limb.store.change({ hiddenLinks: ["l0"] }));
  const { triangles } = await drawn();
  assert.ok(triangles <= 2 * (LINKS - 1) * TUBE + REST, `${triangles} triangles`);
  await page.evaluate(() => window.limb.store.change({ hiddenLinks: [] }));
  await page.evaluate(() => window.limb.setPose({ j3: 0 }));
  await drawn();
});

test("hovering asks about what lies under the pointer alone, and draws once per answer", PATIENT, async () => {
  await page.evaluate(() => {
    window.seen = { answers: [], most: 0 };
    window.limb.store.change({ hover: undefined });
    window.limb.store.on("hover", ({ hover }) => {
      window.seen.answers.push(hover?.name);
      window.seen.most = Math.max(window.seen.most, window.limb.picker.triangles);
    });
  });
  await settled();
  const before = await page.evaluate(() => window.limb.stage.frames);
  for (const link of ["l1", "l6", "l10"]) {
    const at = await onScreen(link, 0, 0, APART / 4);
    // a pointer that wanders about the place: many events, one answer
    for (let i = 0; i < 10; i++) await page.mouse.move(at.x + (i % 3), at.y + (i % 2));
    await until(() => page.evaluate((name) => window.limb.store.state.hover?.name === name, link));
    assert.ok(await page.evaluate(() => window.limb.picker.triangles) <= 4 * TUBE);
  }
  await settled();
  const { answers, most, frames } = await page.evaluate(() => ({ ...window.seen, frames: window.limb.stage.frames }));
  assert.ok(most <= 4 * TUBE, `${most} triangles for one question`);
  assert.ok(frames - before <= answers.length, `${frames - before} frames for ${answers.length} answers`);
});

test("where a frame costs much, a pointer that passes over links draws once, when it rests", PATIENT, async () => {
  await settled();
  const frames = await page.evaluate(() => {
    const { stage, store } = window.limb;
    stage.cost = 2000;
    for (const name of ["l2", "l3", "l4"]) store.change({ hover: { kind: "link", name } });
    return stage.frames;
  });
  await until(() => page.evaluate((before) => window.limb.stage.frames > before, frames));
  await settled();
  assert.equal(await page.evaluate(() => window.limb.stage.frames), frames + 1);
  assert.ok((await page.evaluate(() => window.limb.stage.cost)) !== 2000, "and the cost was measured anew");
});

test("the point that is picked lies on the mesh", PATIENT, async () => {
  const { x, y } = await onScreen("l5", 0, 0, APART / 3);
  const hit = await page.evaluate(async ([x, y]) => {
    const now = window.limb.picker.now(x, y);
    const soon = await window.limb.picker.soon(x, y);
    const local = window.limb.robot().links.get(now.link).node.worldToLocal(now.point.clone());
    return { link: now.link, same: soon.link === now.link && soon.point.equals(now.point), local: local.toArray() };
  }, [x, y]);
  assert.equal(hit.link, "l5");
  assert.ok(hit.same);
  const [lx, ly, lz] = hit.local;
  assert.ok(Math.abs(Math.hypot(lx, ly) - radius(lz)) < 1e-4, `${hit.local}`);
  assert.equal(await page.evaluate(() => window.limb.picker.now(-1000, -1000)), undefined);
});

test("nothing was complained of", () => assert.deepEqual(complaints, []));

// Tubes of changing width in a row, each with a file of its own.
function makeRobot(folder) {
  const parts = [];
  for (let i = 0; i < LINKS; i++) {
    writeFileSync(path.join(folder, `tube${i}.stl`), makeTube());
    parts.push(`<link name="l${i}"><visual><geometry><mesh filename="tube${i}.stl"/></geometry></visual></link>`);
    if (i > 0) parts.push(`<joint name="j${i}" type="revolute"><parent link="l${i - 1}"/><child link="l${i}"/><origin xyz="${APART} 0 0"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>`);
  }
  const file = path.join(folder, "tubes.urdf");
  writeFileSync(file, `<robot name="tubes">${parts.join("\n")}</robot>`);
  return file;
}

function radius(z) {
  return 0.15 + 0.03 * Math.sin((z / APART) * 2 * Math.PI);
}

function makeTube() {
  const stl = Buffer.alloc(84 + 50 * TUBE);
  stl.writeUInt32LE(TUBE, 80);
  const corner = (ring, segment) => {
    const angle = (2 * Math.PI * (segment % SEGMENTS)) / SEGMENTS;
    const z = (APART * ring) / RINGS;
    return [radius(z) * Math.cos(angle), radius(z) * Math.sin(angle), z];
  };
  let at = 84;
  for (let ring = 0; ring < RINGS; ring++) {
    for (let segment = 0; segment < SEGMENTS; segment++) {
      const [a, b, c, d] = [corner(ring, segment), corner(ring, segment + 1), corner(ring + 1, segment + 1), corner(ring + 1, segment)];
      for (const triangle of [[a, b, c], [a, c, d]]) {
        at += 12; // the normal may be left out
        for (const number of triangle.flat()) at = stl.writeFloatLE(number, at);
        at += 2;
      }
    }
  }
  return stl;
}
