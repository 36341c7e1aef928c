// Runs in a separate network namespace: the network is missing at the start, appears, disappears and returns.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { arm, limb, start, temporary, until } from "./tools.mjs";

const loopback = (state) => assert.equal(spawnSync("ip", ["link", "set", "lo", state]).status, 0);
const network = ["--localhost", "--domain", "3"];

loopback("down");
const recording = path.join(temporary(), "run.mcap");
const node = start(limb, ["publish", arm, "--joints-from", "random", "--record", recording, ...network]);
await until("limb to say that it waits", () => node.messages.includes("waiting for the network"));
loopback("up");
await until("limb to publish", () => node.messages.includes("publishing"));
const echo = start(limb, ["echo", "joint_states", "--json", "--wait", "60", ...network]);
const lines = () => echo.output.split("\n").length;
await until("messages", () => lines() > 5);
loopback("down");
await until("silence", async () => {
  const before = lines();
  await new Promise((resolve) => setTimeout(resolve, 500));
  return lines() === before;
});
const before = lines();
loopback("up");
await until("messages after the network returned", () => lines() > before + 5);
assert.equal(await node.stop(), 0);
assert.equal(await echo.stop(), 0);
assert.ok(readFileSync(recording).length > 1000);
process.exit(0);
