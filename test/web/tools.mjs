// Shared by the tests of page and server: starts `limb view`, opens it in Chromium, sends raw HTTP requests.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { after } from "node:test";
import { tmpdir } from "node:os";
import path from "node:path";
import { corpusFolder } from "./corpus.mjs";

export const build = process.env.LIMB_BUILD;
export const source = process.env.LIMB_SOURCE;
export const limb = path.join(build, "limb");
export const require = createRequire(path.join(source, "web/package.json"));

const folders = [];
const children = new Set();

const browsers = new Set();

// Nothing is left behind, also not by a test that failed half-way. What still runs would keep a file of tests from ending.
const killAll = () => children.forEach((child) => child.kill("SIGKILL"));
if (process.env.NODE_TEST_CONTEXT) {
  after(async () => {
    for (const browser of browsers) await browser.close();
    killAll();
  });
}
process.on("exit", () => {
  killAll();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function temporary() {
  const folder = mkdtempSync(path.join(tmpdir(), "limb-test-"));
  folders.push(folder);
  return folder;
}

// Of a test: ends one that would wait for ever. It does not bound how slow a machine may be.
export const PATIENT = { timeout: 400000 };

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// The robots kept beside the project, as { name, file }; none when they are not there.
export function corpus() {
  if (!existsSync(path.join(corpusFolder, "SOURCES.tsv"))) return [];
  const [head, ...rows] = readFileSync(path.join(corpusFolder, "SOURCES.tsv"), "utf8").trim().split("\n").map((row) => row.split("\t"));
  const column = head.indexOf("file");
  return rows.map((row) => ({ name: row[0], file: path.join(corpusFolder, "robots", row[column]) })).filter(({ file }) => existsSync(file) && file.endsWith(".urdf"));
}

export function example(name) {
  return path.join(source, "examples", name);
}

// A copy that a test may write to, with whatever lies beside it.
export function copyOfExample(name) {
  const folder = temporary();
  cpSync(path.join(source, "examples"), folder, { recursive: true });
  return path.join(folder, name);
}

// Starts the server; resolves with its address when it is ready. The last argument may be { env, open: with a browser, host: to connect to,
// limb: another command }.
export async function view(file, ...args) {
  const { env = {}, open = false, host, limb: command = limb } = typeof args.at(-1) === "object" ? args.pop() : {};
  const child = spawn(command, ["view", file, ...(open ? [] : ["--no-open"]), ...args], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  children.add(child);
  let said = "";
  let complained = "";
  child.stderr.on("data", (text) => (complained += text));
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => {
    children.delete(child);
    resolve({ code, signal });
  }));
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => {
      said += text;
      if (said.includes("\n")) resolve(said.trim());
    });
    ended.then(() => reject(new Error(`limb view ended: ${complained}`)));
  });
  const address = new URL(url);
  const port = Number(address.port);
  const token = address.searchParams.get("token");
  const { headers } = await ask({ port }, `/?token=${token}`, { cookie: false, headers: { Host: `${host ?? address.hostname}:${port}` }, host: host ?? address.hostname });
  return {
    url, child, ended, port, token, cookie: headers["set-cookie"][0].split(";")[0],
    complained: () => complained,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]), // kB
    // Ends it as Ctrl-C does. Longer than a minute is a fault, and its signal shows it.
    async stop() {
      child.kill("SIGINT");
      const late = setTimeout(() => child.kill("SIGKILL"), 60000);
      const end = await ended;
      clearTimeout(late);
      return end;
    },
  };
}

// A request with exactly these headers; resolves with status, headers and body.
export function ask(server, target, { method = "GET", headers = {}, body, cookie = true, host = "127.0.0.1" } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request({
      host, port: server.port, path: target, method, setHost: false, agent: false,
      headers: {
        Host: `127.0.0.1:${server.port}`, ...(cookie ? { Cookie: server.cookie } : {}), ...headers,
      },
    }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }));
    });
    request.on("error", reject);
    request.setTimeout(60000, () => request.destroy(new Error(`no answer to ${method} ${target}`)));
    request.end(body);
  });
}

export async function chromium() {
  const playwright = require("playwright-core");
  const browser = await playwright.chromium.launch({
    executablePath: process.env.LIMB_CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run", "--disable-sync",
      "--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist",
    ],
  });
  browsers.add(browser);
  return browser;
}

// Opens an address; its token is exchanged for a cookie by a page of its own, which leads on.
export async function visit(page, url) {
  await page.goto(url);
  await page.waitForURL((at) => !at.searchParams.has("token"));
  await page.waitForFunction(() => window.limb?.ready);
  await page.evaluate(() => window.limb.ready);
  firstState.set(page, await page.evaluate(() => {
    const { data, robot, edited, touching, bands, ...first } = window.limb.store.state;
    return first;
  }));
}
const firstState = new WeakMap();

// The page as it was when it had loaded, whatever a test left behind: pose, camera, overlays, panels, selection.
export async function reset(page) {
  await page.mouse.move(2, 2);
  await page.evaluate((first) => {
    const { store, stage } = window.limb;
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    document.activeElement?.blur();
    const search = document.getElementById("search");
    search.value = "";
    search.dispatchEvent(new Event("input"));
    store.change({ mode: "orbit" });
    store.change(first);
    store.forget();
    stage.flight.stop();
  }, firstState.get(page));
}

// Without a graphics card, time grows with the number of pixels. The layout is that of a normal screen, drawn with a quarter of the pixels.
export const COARSE = { deviceScaleFactor: 0.5 };

// Ends a test that would wait for ever; a busy machine needs more than the usual.
export function patient(page) {
  page.setDefaultTimeout(180000);
  return page;
}

// A page on an address, with a list of what it complains of.
export async function open(browser, url, viewport = { width: 1100, height: 700 }, more = {}) {
  const page = patient(await browser.newPage({ viewport, reducedMotion: "reduce", ...COARSE, ...more }));
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/GPU stall|Automatic fallback/.test(message.text())) complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await visit(page, url);
  return { page, complaints };
}

// What is drawn, at rest, as a number: the same for the same picture.
export const pictureOf = (page) => page.evaluate(() => {
  const { stage } = window.limb;
  stage.flight.step(Infinity);
  stage.draw();
  const gl = stage.renderer.getContext();
  const pixels = new Uint8Array(gl.drawingBufferWidth * gl.drawingBufferHeight * 4);
  gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let sum = 0;
  for (const word of new Uint32Array(pixels.buffer)) sum = (Math.imul(sum, 31) + word) | 0;
  return sum;
});

// Nothing waits to be drawn, what was drawn is on the screen, and nothing is drawn while the browser shows some frames more. A page that draws without a reason
// never gets there.
export async function atRest(page) {
  await until(() => page.evaluate(async () => {
    const { stage } = window.limb;
    const before = stage.frames;
    for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
    return stage.frames === before && !stage.pending && stage.resting === undefined && stage.measuring === 0;
  }));
}

// Waits for a state, however long a busy machine takes; the bound only ends a test that would never.
export async function until(what, seconds = 180) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await what();
    if (value) return value;
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await pause(20);
  }
}

// Where the middle of a link's first shape is on the screen.
export const shapeOnScreen = (page, link) => page.evaluate((name) => {
  const { stage } = window.limb;
  stage.camera.updateMatrixWorld();
  let at;
  window.limb.robot().links.get(name).visual.traverse((node) => {
    if (!node.geometry || at) return;
    node.geometry.computeBoundingSphere();
    at = node.geometry.boundingSphere.center.clone().applyMatrix4(node.matrixWorld).project(stage.camera);
  });
  const area = stage.renderer.domElement.getBoundingClientRect();
  return { x: area.left + ((at.x + 1) / 2) * area.width, y: area.top + ((1 - at.y) / 2) * area.height };
}, link);
