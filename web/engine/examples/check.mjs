// Prints what is wrong with a robot and its files: node check.mjs robot.urdf
import path from "node:path";
import { create, DiskFiles } from "limb-urdf";

const limb = await create();
const robot = await limb.load(path.resolve(process.argv[2]), new DiskFiles());
if (robot.exists) robot.checkFiles();
process.stdout.write(robot.report("text"));
process.exitCode = robot.errors > 0 ? 1 : 0;
robot.free();
