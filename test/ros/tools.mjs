// Shared by the tests of the ROS 2 node: starts limb and waits for states.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";

export const build = process.env.LIMB_BUILD;
export const source = process.env.LIMB_SOURCE;
export const limb = path.join(build, "limb");
export const arm = path.join(source, "examples/arm.urdf");

const folders = [];
const children = new Set();
// nothing is left behind, also not by a test that failed half-way
const killAll = () => children.forEach((child) => child.kill("SIGKILL"));
after(killAll);
process.on("exit", () => {
  killAll();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function temporary() {
  const folder = mkdtempSync(path.join(tmpdir(), "limb-ros-"));
  folders.push(folder);
  return folder;
}

export async function until(what, condition) {
  const end = Date.now() + 60000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`a minute passed without: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

let domain = 20 + (process.pid % 60); // below 101, where those of the Fast DDS test begin
export const newDomain = () => String(domain++);

export function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

// A command that runs until it is stopped.
export function start(command, args, env = {}) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  children.add(child);
  const running = { child, output: "", messages: "", code: undefined };
  child.stdout.on("data", (text) => (running.output += text));
  child.stderr.on("data", (text) => (running.messages += text));
  const ended = new Promise((resolve) => child.on("exit", (code) => {
    children.delete(child);
    running.code = code;
    resolve(code);
  }));
  running.stop = () => {
    child.kill("SIGINT");
    return ended;
  };
  running.ended = ended;
  running.memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]); // kB
  return running;
}

export async function publish(args, env) {
  const running = start(limb, ["publish", ...args], env);
  await until("limb publish to start", () => {
    if (running.code !== undefined) throw new Error(`limb publish ended: ${running.messages}`);
    return running.messages.includes("publishing");
  });
  return running;
}

export function run(...args) {
  const done = spawnSync(limb, args, { encoding: "utf8", timeout: 100000 });
  return { code: done.status, output: done.stdout, messages: done.stderr };
}
