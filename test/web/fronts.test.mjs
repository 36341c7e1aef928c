// Findings are the same in every front: command, Python, WebAssembly and page, for every file of test/rules, every URDF of the
// corpus and every fifth of its xacro files (most of these are only included by others). WebAssembly's JSON is compared with the
// command's byte for byte, but for the limits that docs/xacro.md names; Python's objects and the page's data have forms of their
// own, so each finding is compared member by member.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { corpusFolder } from "./corpus.mjs";

const { LIMB_BUILD: build, LIMB_SOURCE: source } = process.env;
const command = path.join(build, "limb");
const folder = mkdtempSync(path.join(tmpdir(), "limb-fronts-"));
after(() => rmSync(folder, { recursive: true }));
let limb, disk;

before(async () => {
  const bundle = path.join(folder, "engine.mjs");
  execFileSync(path.join(source, "web/node_modules/.bin/esbuild"),
    [path.join(source, "web/engine/src/node.ts"), "--bundle", "--platform=node", "--format=esm", `--outfile=${bundle}`, "--log-level=warning"]);
  const engine = await import(pathToFileURL(bundle));
  limb = await engine.Limb.create(readFileSync(path.join(source, "build-wasm/limb-xacro.wasm")));
  disk = new engine.DiskFiles();
});

function below(root, endings) {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true }).map((name) => path.join(root, name))
    .filter((name) => endings.some((ending) => name.endsWith(ending))).sort();
}

const rules = below(path.join(source, "test/rules"), [".urdf", ".xacro"]);
const robots = [...below(path.join(corpusFolder, "robots"), [".urdf"]),
  ...below(path.join(corpusFolder, "robots"), [".xacro"]).filter((_, i) => i % 5 === 0)];

// What limb check prints, per file, and its findings.
const known = new Map();
function checked(file) {
  if (!known.has(file)) known.set(file, check(file));
  return known.get(file);
}

function check(file) {
  const { stdout, status } = spawnSync(command, ["check", "--format", "json", file], { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ok(status !== null && status !== 2, file);
  return { text: stdout, findings: JSON.parse(stdout).files.flatMap(({ file: name, findings }) => findings.map((f) => ({ file: name, ...f }))) };
}

// What WebAssembly prints instead: less depth and memory than the command has (docs/xacro.md).
function inBrowser(text) {
  return text.replace("are nested more than 1000 deep", "are nested more than 400 deep").replace("called here 998 times", "called here 398 times")
    .replace("the values take more than 512 MB", "the values take more than 128 MB");
}

// It has no YAML reader, and says so.
function needsYaml(robot) {
  return robot.findings().some(({ rule, message }) => rule === "xacro-yaml" && message.endsWith("there is no YAML reader here"));
}

const brief = ({ file, rule, severity, message, line, column }) => JSON.stringify([path.basename(file), rule, severity, message, line, column]);

// Those of one file in the order of the front; those of several sorted, since JSON begins with the file that was checked.
function list(findings) {
  const several = new Set(findings.map(({ file }) => path.basename(file))).size > 1;
  const text = findings.map(brief);
  return JSON.stringify(several ? text.sort() : text);
}

const python = `
import json, sys
import limb
for path in map(str.rstrip, sys.stdin):
    try:
        found = limb.load(path, keep_broken=True).check()
    except limb.RobotError as error:
        found = error.findings
    print(json.dumps([[f.file, f.rule, f.severity, f.message, f.line, f.column] for f in found]))
`;

for (const [name, files, least] of [["test/rules", rules, 400], ["the corpus", robots, existsSync(corpusFolder) ? 50 : 0]]) {
  test(`WebAssembly finds in ${name} what the command finds`, async () => {
    const wrong = [];
    let nyaml = 0;
    for (const file of files) {
      const robot = await limb.load(file, disk);
      if (robot.exists) robot.checkFiles();
      if (needsYaml(robot)) {
        nyaml++;
        if (name === "test/rules" && !path.basename(file).startsWith("xacro-yaml")) wrong.push(file);
      } else if (robot.report("json") !== inBrowser(checked(file).text)) {
        wrong.push(file);
      }
      robot.free();
    }
    assert.deepEqual(wrong, []);
    assert.ok(files.length >= least && nyaml < files.length / 5, `${files.length} ${nyaml}`);
  });

  test(`Python finds in ${name} what the command finds`, () => {
    if (files.length === 0) return;
    const { stdout, stderr, status } = spawnSync("/usr/bin/python3", ["-c", python], { input: files.join("\n") + "\n", encoding: "utf8",
      maxBuffer: 1 << 28, env: { ...process.env, PYTHONPATH: path.join(build, "python") } });
    assert.equal(status, 0, stderr);
    const lines = stdout.trim().split("\n");
    assert.equal(lines.length, files.length);
    const wrong = files.filter((file, i) => {
      const found = JSON.parse(lines[i]).map(([name, rule, severity, message, line, column]) => ({ file: name, rule, severity, message, line, column }));
      return list(found) !== list(checked(file).findings);
    });
    assert.deepEqual(wrong, []);
  });

  test(`the page shows for ${name} what the command finds`, () => {
    const page = path.join(folder, "page.html");
    const wrong = [];
    let nshown = 0;
    for (const file of files) {
      rmSync(page, { force: true });
      spawnSync(command, ["view", file, "--html", page], { encoding: "utf8" });
      if (!existsSync(page)) continue; // refused, without a root to show
      const data = JSON.parse(/<script id="limb-data" type="application\/json">(.*?)<\/script>/s.exec(readFileSync(page, "utf8"))[1]);
      const found = data.findings.map((f) => ({ ...f, file: f.file ?? path.basename(file) }));
      if (list(found) !== list(checked(file).findings)) wrong.push(file);
      nshown++;
    }
    assert.deepEqual(wrong, []);
    assert.ok(nshown >= least / 2);
  });
}

test("what a team accepts is accepted in every front", async () => {
  const file = path.join(folder, "arm.urdf");
  const robot = (comment) => `<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous"><parent link="a"/>
<child link="b"/>${comment}<axis xyz="0 0 2"/></joint></robot>\n`;
  const axis = (findings) => findings.filter(({ rule }) => rule === "joint-axis-not-unit").length;
  for (const [comment, expected] of [["", 1], ["<!-- limb: off joint-axis-not-unit as delivered -->", 0]]) {
    writeFileSync(file, robot(comment));
    assert.equal(axis(check(file).findings), expected);
    const ours = await limb.load(file, disk);
    assert.equal(axis(ours.findings()), expected);
    ours.checkFiles();
    assert.equal(axis(ours.findings()), expected);
    assert.equal(ours.fix(), expected); // and what is accepted is not fixed
    ours.free();
    const { stderr } = spawnSync(command, ["fk", file], { encoding: "utf8" });
    assert.equal(stderr.includes("1 warning"), expected === 1);
  }
});

test("macros may be nested equally deep in every front", async () => {
  const file = path.join(folder, "deep.xacro");
  writeFileSync(file, '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="m" params="n"><xacro:if value="${n == 0}">' +
    '<link name="a"/></xacro:if><xacro:unless value="${n == 0}"><xacro:m n="${n - 1}"/></xacro:unless></xacro:macro><xacro:m n="150"/></robot>\n');
  assert.deepEqual(check(file).findings, []);
  const ours = await limb.load(file, disk);
  assert.deepEqual([ours.findings(), ours.nlink ?? ours.linkNames.length], [[], 1]);
  ours.free();
  const page = path.join(folder, "deep.html");
  assert.equal(spawnSync(command, ["view", file, "--html", page]).status, 0);
  const { stdout } = spawnSync("/usr/bin/python3", ["-c", python], { input: `${file}\n`, encoding: "utf8",
    env: { ...process.env, PYTHONPATH: path.join(build, "python") } });
  assert.equal(stdout, "[]\n");
});
