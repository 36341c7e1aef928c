// urdf-loader (three.js): parse in a page of jsdom. Each file in a process of its own: node urdf_loader.mjs FILE
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(process.cwd() + "/");
const { JSDOM } = require("jsdom");
const window = new JSDOM("").window;
globalThis.DOMParser = window.DOMParser;
globalThis.Document = window.Document;
globalThis.Element = window.Element;
globalThis.document = window.document;
const words = console.warn;
console.warn = console.error = console.log = () => {};
const { default: URDFLoader } = await import(require.resolve("urdf-loader").replace(/umd.*$/, "src/URDFLoader.js"));

function facts(path) {
    const loader = new URDFLoader();
    loader.parseCollision = true;
    loader.loadMeshCb = (_path, _manager, done) => done(null);
    const robot = loader.parse(readFileSync(path, "utf8"));
    const answer = { verdict: "loads", links: Object.keys(robot.links).length, dof: 0, limits: {}, mimic: {}, visuals: 0, collisions: 0 };
    for (const [name, joint] of Object.entries(robot.joints)) {
        const type = joint.jointType;
        if (joint.mimicJoint !== undefined) answer.mimic[name] = joint.mimicJoint;
        answer.dof += { revolute: 1, continuous: 1, prismatic: 1, planar: 3, floating: 6 }[type] ?? 0;
        if (["revolute", "continuous", "prismatic"].includes(type)) answer.limits[name] = [joint.limit.lower, joint.limit.upper];
    }
    robot.traverse((node) => {
        answer.visuals += node.isURDFVisual ? 1 : 0;
        answer.collisions += node.isURDFCollider ? 1 : 0;
    });
    return answer;
}

let answer;
try {
    answer = facts(process.argv[2]);
} catch (error) {
    answer = { verdict: "refuses", words: String(error) };
}
process.stdout.write(JSON.stringify(answer) + "\n");
