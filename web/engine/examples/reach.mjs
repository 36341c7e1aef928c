// Moves the last link of an arm 5 cm up from where it is: node reach.mjs robot.urdf
import path from "node:path";
import { create, DiskFiles } from "limb-urdf";

const limb = await create();
const robot = await limb.load(path.resolve(process.argv[2]), new DiskFiles());
const link = robot.linkNames.at(-1);
const start = robot.neutral();
const pose = robot.fk(start).slice(-12);
pose[11] += 0.05; // z of a 3x4 matrix, row by row
const { solved, q, reason } = robot.ik(link, pose, { start });
console.log(solved ? robot.qNames.map((name, i) => `${name} ${q[i].toFixed(3)}`).join("\n") : reason);
robot.free();
