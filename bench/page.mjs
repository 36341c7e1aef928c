// The page before and after a change, in one run: time until the first frame of a robot is on the screen, cost of a frame and of
// one while something moves, cost of a pose. In Chromium, here without a graphics card.
//
//     node bench/page.mjs [--first] BEFORE AFTER [ROBOT.urdf ...]
//
// BEFORE and AFTER are folders with a `limb` each. Their turns alternate, and the smallest of them is printed: what else the machine
// does only ever adds time. With --first the first frame alone is measured, more often.
import path from "node:path";
import { fileURLToPath } from "node:url";

const args = process.argv.slice(2);
const firstOnly = args[0] === "--first" && Boolean(args.shift());
const TURNS = firstOnly ? 5 : 3;
const [before, after, ...files] = args;
if (!after) {
  console.error("usage: node bench/page.mjs [--first] BEFORE AFTER [ROBOT.urdf ...]");
  process.exit(2);
}
process.env.LIMB_BUILD = path.resolve(after);
process.env.LIMB_SOURCE = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const { chromium, corpus, example, view } = await import("../test/web/tools.mjs");
const robots = files.length > 0 ? files : [example("arm.urdf"), ...corpus().filter(({ name }) => name === "ergocub_sn002").map(({ file }) => file)];
const browser = await chromium();

for (const file of robots) {
  const results = { before: [], after: [] };
  for (let turn = 0; turn < TURNS; turn++) {
    results.before.push(await measure(file, path.resolve(before)));
    results.after.push(await measure(file, path.resolve(after)));
  }
  console.log(path.basename(path.dirname(file)), path.basename(file));
  for (const what of Object.keys(results.after[0])) {
    const [old, now] = [results.before, results.after].map((list) => Math.min(...list.map((one) => one[what])));
    console.log(`  ${what.padEnd(20)}${old.toFixed(2).padStart(10)} ms${now.toFixed(2).padStart(10)} ms${(old / now).toFixed(1).padStart(8)} x`);
  }
}
await browser.close();

async function measure(file, folder) {
  const server = await view(file, { limb: path.join(folder, "limb") });
  const page = await browser.newPage({ viewport: { width: 1100, height: 700 }, reducedMotion: "reduce" });
  await page.goto(server.url);
  await page.waitForFunction(() => {
    const page = window.limb;
    if (!page?.robot?.() || page.stage.triangles < 12) return false;
    const gl = page.stage.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits until it is drawn
    window.first ??= performance.now();
    return true;
  });
  const result = firstOnly ? { "first frame": await page.evaluate(() => window.first) } : await measureRest(page);
  await page.close();
  await server.stop();
  return result;
}

function measureRest(page) {
  return page.evaluate(() => {
    const { stage, setPose } = window.limb;
    const robot = window.limb.robot();
    const gl = stage.renderer.getContext();
    const own = robot.coordinates.filter((c) => !c.mimic);
    const at = (c, part) => c.lower + (c.upper - c.lower) * part;
    const time = (count, what) => {
      what(0);
      const start = performance.now();
      for (let i = 1; i <= count; i++) what(i);
      return (performance.now() - start) / count;
    };
    // all joints, and what the panels write before the next frame; the view itself is not drawn
    const withFrames = (run) => {
      const { requestAnimationFrame } = window;
      const asked = [];
      window.requestAnimationFrame = (call) => asked.push(call);
      Object.assign(stage, { pending: true });
      const result = run(() => {
        for (const call of asked.splice(0)) call(performance.now());
      });
      Object.assign(window, { requestAnimationFrame });
      return result;
    };
    const draw = (moving) => time(5, (i) => {
      stage.camera.position.x *= 1 + 0.001 * (i + 1);
      stage.controls.update();
      if ("coarse" in stage) Object.assign(stage, { moving, cost: 80 });
      stage.draw(false);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    });
    return {
      "first frame": window.first,
      "  of it the server": performance.getEntriesByType("resource").filter(({ name }) => /robot\.(glb|json)/.test(name)).reduce((sum, { duration }) => sum + duration, 0),
      // what the pose itself costs, without what shows its numbers
      "matrices, all": time(20, (i) => robot.setMany(Object.fromEntries(own.map((c, k) => [c.id, at(c, (0.2 + 0.01 * i + 0.37 * k) % 1)])), true)),
      "matrices, one": time(20, (i) => robot.setMany({ [own.at(-1).id]: at(own.at(-1), 0.3 + 0.01 * i) }, true)),
      frame: draw(false),
      "moving frame": draw(true),
      "pose, all joints": time(20, (i) => setPose(Object.fromEntries(own.map((c, k) => [c.id, at(c, (0.3 + 0.01 * i + 0.37 * k) % 1)])))),
      "pose, one joint": time(20, (i) => setPose({ [own.at(-1).id]: at(own.at(-1), 0.4 + 0.01 * i) })),
      "  and its rows": withFrames((frame) => time(20, (i) => {
        setPose(Object.fromEntries(own.map((c, k) => [c.id, at(c, (0.25 + 0.01 * i + 0.37 * k) % 1)])));
        frame();
      })),
    };
  });
}
