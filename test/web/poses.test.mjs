// Tests that the pose of every link in the page equals that of `limb fk` at random joint values.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { PATIENT, chromium, corpus, example, limb, open, view } from "./tools.mjs";

const OURS = ["arm", "quadruped", "rover", "every_feature"];
const THEIRS = [
  "anymal_d", "allegro_left_stl", "robotiq_2f140", "talos", "ergocub_sn002", "pr2_stl", "r2d2_tutorial", "iiwa14_glb",
  "panda_moveit", "turtlebot3_burger", "iris", "so100_ply",
];
const TOLERANCE = 1e-5; // meters, and parts of a unit quaternion

let browser;
before(async () => {
  browser = await chromium();
});
after(() => browser?.close());

for (const name of OURS) test(`poses of ${name}`, PATIENT, () => compare(example(`${name}.urdf`)));

const known = new Map(corpus().map(({ name, file }) => [name, file]));
const found = THEIRS.filter((name) => known.has(name));
console.log(`poses: ${found.length} robots of the corpus`);
for (const name of found) test(`poses of ${name}`, PATIENT, () => compare(known.get(name)));

async function compare(file) {
  const server = await view(file);
  try {
    const { page, complaints } = await open(browser, server.url, { width: 480, height: 320 });
    const { values, poses } = await page.evaluate(() => {
      document.getElementById("joint-random").click();
      const robot = window.limb.robot();
      return { values: robot.values(), poses: Object.fromEntries([...robot.links.keys()].map((link) => [link, window.limb.pose(link)])) };
    });
    const joints = Object.entries(asModel(values)).map(([id, value]) => `${id}=${value}`).join(",");
    const { links } = JSON.parse(execFileSync(limb, ["fk", file, "--json", "--joints", joints], { encoding: "utf8", maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "ignore"] }));
    assert.deepEqual(Object.keys(poses).sort(), Object.keys(links).sort());
    for (const [link, { xyz, quat_xyzw: quat }] of Object.entries(links)) {
      const shown = poses[link];
      const same = Math.sign(quat.reduce((sum, part, i) => sum + part * shown.quat[i], 0)) || 1;
      const off = Math.max(...xyz.map((part, i) => Math.abs(part - shown.xyz[i])), ...quat.map((part, i) => Math.abs(part - same * shown.quat[i])));
      assert.ok(off < TOLERANCE, `${link} is off by ${off}`);
    }
    assert.deepEqual(complaints, []);
    await page.close();
  } finally {
    void server.stop();
  }
}

// The page gives the rotation of a floating joint by angles, the command by a quaternion.
function asModel(values) {
  const out = {};
  for (const [id, value] of Object.entries(values)) {
    const [, joint, part] = /^(.*)\/(roll|pitch|yaw)$/.exec(id) ?? [];
    if (!joint) out[id] = value;
    else if (part === "roll") {
      const [sr, sp, sy] = ["roll", "pitch", "yaw"].map((angle) => Math.sin(values[`${joint}/${angle}`] / 2));
      const [cr, cp, cy] = ["roll", "pitch", "yaw"].map((angle) => Math.cos(values[`${joint}/${angle}`] / 2));
      out[`${joint}/qx`] = sr * cp * cy - cr * sp * sy;
      out[`${joint}/qy`] = cr * sp * cy + sr * cp * sy;
      out[`${joint}/qz`] = cr * cp * sy - sr * sp * cy;
      out[`${joint}/qw`] = cr * cp * cy + sr * sp * sy;
    }
  }
  return out;
}
