// limb view --ros: sliders of the page publish joint states, joint states of others move the page.
import assert from "node:assert/strict";
import { after, before, test as plainTest } from "node:test";
import { ask, chromium, open, view } from "../web/tools.mjs";
import { arm, limb, newDomain, start, temporary, until } from "./tools.mjs";
import { writeFileSync } from "node:fs";
import path from "node:path";

const test = (name, body) => plainTest(name, { timeout: 120000 }, body);
const domain = newDomain();
const network = ["--localhost", "--domain", domain];
let browser, server, page, complaints;
before(async () => {
  browser = await chromium();
  server = await view(arm, "--ros", ...network);
  ({ page, complaints } = await open(browser, server.url));
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const values = () => page.evaluate(() => window.limb.robot().values());

test("joint values come from the page alone, and in bounds", async () => {
  const origin = { Origin: `http://127.0.0.1:${server.port}` };
  const post = (headers, body) => ask(server, "/joints", { method: "POST", headers, body });
  assert.equal((await post(origin, JSON.stringify({ type: "joints", joints: {} }))).status, 204);
  for (const nonsense of ["", "{", "[]", "null", "1e999", "[".repeat(5000), JSON.stringify({ type: "joints", joints: { elbow: "1" } })])
    assert.equal((await post(origin, nonsense)).status, 204, "says nothing");
  assert.equal((await post(origin, "x".repeat(65537))).status, 413);
  assert.equal((await post({ ...origin, "Transfer-Encoding": "chunked" }, "{}")).status, 411);
  assert.equal((await post({}, "{}")).status, 403);
  assert.equal((await post({ Origin: "http://evil.example" }, "{}")).status, 403);
});

test("sliders publish joint states", async () => {
  const echo = start(limb, ["echo", "joint_states", "--json", "--wait", "60", ...network]);
  await until("joint states", () => echo.output.includes("\n"));
  await page.getByLabel("elbow position", { exact: true }).focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  const { elbow } = await values();
  assert.ok(elbow !== 0);
  const last = () => JSON.parse(echo.output.trim().split("\n").at(-1));
  await until("the slider's value", () => Math.abs(last().position[last().name.indexOf("elbow")] - elbow) < 1e-9);
  await echo.stop();
});

test("joint states of another node move the page, whose sliders then lead no more", async () => {
  const table = path.join(temporary(), "pose.csv");
  writeFileSync(table, "elbow,wrist_pitch\n0.75,-0.5\n");
  const robot = start(limb, ["publish", arm, "--joints-from", `csv:${table}`, "--rate", "30", ...network]);
  await until("the pose of the other node", async () => {
    const { elbow, wrist_pitch } = await values();
    return Math.abs(elbow - 0.75) < 1e-9 && Math.abs(wrist_pitch + 0.5) < 1e-9;
  });
  await robot.stop();
  assert.deepEqual(complaints, []);
});
