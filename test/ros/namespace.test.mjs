// Tests in separate networks, which may lack multicast, or disappear and return. check_ros_namespace.sh runs this if the
// system supports network namespaces.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { arm } from "./tools.mjs";

function inNamespace(setup, script) {
  const file = path.join(path.dirname(fileURLToPath(import.meta.url)), script);
  return spawnSync("unshare", ["-rn", "bash", "-c", `${setup} && exec node ${file}`], { encoding: "utf8", timeout: 110000, env: process.env });
}

test("Foxglove's RTPS client decodes the latched topics", () => {
  const done = inNamespace("ip link set lo up && ip link set lo multicast on && ip route add 224.0.0.0/4 dev lo", "rtps_client.mjs");
  assert.equal(done.status, 0, done.stdout + done.stderr);
  const heard = JSON.parse(done.stdout);
  assert.equal(heard.description, readFileSync(arm, "utf8"));
  assert.ok(heard.fixed >= 2);
});

test("the network may be missing at the start, go and return", () => {
  const done = inNamespace("ip link set lo down", "network_returns.mjs");
  assert.equal(done.status, 0, done.stdout + done.stderr);
});
