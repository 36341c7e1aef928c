// limb in JavaScript: read, check, edit, convert and compute with URDF robots.
//
//     const limb = await Limb.create(wasm);                      // bytes, a compiled module, or a response to fetch
//     const robot = limb.parse("<robot>...</robot>");            // or: await limb.load("/arm/arm.urdf.xacro", files)
//     robot.findings(); robot.fk(robot.neutral()); robot.toGLB();
//
// Units are SI and radians. A pose is 12 numbers, the first three rows of a matrix, row by row, world from link. A
// robot holds memory of the engine until it is freed.
export { MemoryFiles, type Files } from "./files.js";
export { Limb, type Wasm } from "./limb.js";
export { Robot } from "./robot.js";
export * from "./types.js";
