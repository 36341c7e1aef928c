// Tests xacro in the engine, in Node: expansions and findings must equal those of the native command, the xacro module must be
// loaded only when needed, and hostile files must end with a finding.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { corpusFolder } from "./corpus.mjs";

const { LIMB_BUILD: build, LIMB_SOURCE: source } = process.env;
const command = path.join(build, "limb");
const moduleOf = (name) => readFileSync(path.join(source, "build-wasm", name));
const folder = mkdtempSync(path.join(tmpdir(), "limb-xacro-"));
after(() => rmSync(folder, { recursive: true }));
let Limb, LimbError, MemoryFiles, limb, files;
const asked = []; // for the larger module

before(async () => {
  const bundle = path.join(folder, "engine.mjs");
  execFileSync(path.join(source, "web/node_modules/.bin/esbuild"),
    [path.join(source, "web/engine/src/node.ts"), "--bundle", "--platform=node", "--format=esm", `--outfile=${bundle}`, "--log-level=warning"]);
  const engine = await import(pathToFileURL(bundle));
  ({ Limb, LimbError, MemoryFiles } = engine);
  limb = await Limb.create(moduleOf("limb.wasm"), () => {
    asked.push("limb-xacro.wasm");
    return moduleOf("limb-xacro.wasm");
  });
  files = new engine.DiskFiles();
});

test("the module that reads xacro asks for nothing more, and is loaded once, when it is needed", async () => {
  const imports = (name) => WebAssembly.Module.imports(new WebAssembly.Module(moduleOf(name))).map((each) => each.name).sort();
  assert.deepEqual(imports("limb-xacro.wasm"), imports("limb.wasm"));
  const memory = new MemoryFiles([["/a.urdf", '<robot name="a"><link name="b"/></robot>'], ["/a.xacro", '<robot name="a"><link name="${1 + 1}"/></robot>']]);
  const linksOf = async (name) => {
    const robot = await limb.load(name, memory);
    const links = robot.linkNames;
    robot.free();
    return links;
  };
  assert.deepEqual(await linksOf("/a.urdf"), ["b"]);
  assert.deepEqual(asked, []);
  assert.deepEqual(await Promise.all([linksOf("/a.xacro"), linksOf("/a.xacro")]), [["2"], ["2"]]);
  assert.deepEqual(asked, ["limb-xacro.wasm"]);

  // alone it reads both; without it a xacro file is a finding; one that could not be had is asked for again
  const alone = await Limb.create(moduleOf("limb-xacro.wasm"));
  assert.deepEqual((await alone.load("/a.xacro", memory)).linkNames, ["2"]);
  assert.deepEqual((await alone.load("/a.urdf", memory)).linkNames, ["b"]);
  const without = await Limb.create(moduleOf("limb.wasm"));
  assert.ok((await without.load("/a.xacro", memory)).findings().some(({ rule }) => rule === "xacro-left-over"));
  let tries = 0;
  const second = await Limb.create(moduleOf("limb.wasm"), () => (tries++ === 0 ? Promise.reject(new Error("offline")) : moduleOf("limb-xacro.wasm")));
  await assert.rejects(second.load("/a.xacro", memory), /offline/);
  assert.deepEqual((await second.load("/a.xacro", memory)).linkNames, ["2"]);
  const missing = await Limb.create(moduleOf("limb.wasm"), () => Promise.resolve(new Response("", { status: 404 })));
  await assert.rejects(missing.load("/a.xacro", memory), LimbError);
});

// File and arguments: our example, and of the packages beside the project two files each (LIMB_TEST_ALL=1: all).
function cases() {
  const table = path.join(corpusFolder, "xacro_expanded.tsv");
  const all = existsSync(table) ? readFileSync(table, "utf8").trimEnd().split("\n").slice(1).map((row) => row.split("\t")) : [];
  const taken = new Map(); // rows by package
  for (const row of all) taken.set(row[0], [...(taken.get(row[0]) ?? []), row]);
  const rows = [...taken.values()].flatMap((list) => (process.env.LIMB_TEST_ALL ? list : list.slice(0, 2)));
  return [
    { file: path.join(source, "examples/xacro/hand.urdf.xacro"), given: [] }, { file: path.join(source, "examples/xacro/hand.urdf.xacro"), given: ["side:=left"] },
    ...rows.map(([pack, file, , , , , given]) => ({ file: path.join(corpusFolder, "robots", pack, file), given: (given ?? "").split(" ").filter(Boolean) })),
  ];
}

test("expansions and findings are those of the command", async () => {
  const wrong = [];
  let same = 0, refused = 0, withoutYaml = 0;
  for (const { file, given } of cases()) {
    const ours = await limb.load(file, files, { xacro: Object.fromEntries(given.map((each) => each.split(":="))) });
    if (ours.exists) ours.checkFiles();
    const found = ours.report("json");
    const name = [path.basename(file), ...given].join(" ");
    if (/there is no YAML reader/.test(found)) {
      withoutYaml++;
      if (ours.status !== 1 || !ours.findings().some(({ message, line }) => /YAML/.test(message) && line > 0)) wrong.push(`findings without YAML of ${name}`);
      ours.free();
      continue;
    }
    const native = spawnSync(command, ["check", "--format", "json", file, ...given], { encoding: "utf8", maxBuffer: 1 << 28 });
    if (found !== native.stdout) wrong.push(`findings of ${name}`);
    const expanded = spawnSync(command, ["xacro", file, ...given], { encoding: "utf8", maxBuffer: 1 << 28 });
    if (ours.exists !== (expanded.status === 0)) wrong.push(`whether it expands: ${name}`);
    else if (!ours.exists) refused++;
    else if (ours.source() !== expanded.stdout) wrong.push(`expansion of ${name}`);
    else same++;
    ours.free();
  }
  assert.deepEqual(wrong, []);
  console.log(`${same} expansions are the same, ${refused} files refused, ${withoutYaml} need YAML`);
  assert.ok(same + withoutYaml > 1);
});

test("files in memory: packages, includes, arguments, and findings in the files that were written", async () => {
  const memory = new MemoryFiles([
    ["/pack/package.xml", "<package><name>pack</name></package>"],
    ["/pack/urdf/arm.urdf.xacro", '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">\n<xacro:arg name="side" default="right"/>\n' +
      '<xacro:include filename="$(find pack)/urdf/part.xacro"/>\n<link name="base"/>\n<xacro:part side="$(arg side)"/>\n</robot>\n'],
    ["/pack/urdf/part.xacro", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro">\n<xacro:macro name="part" params="side">\n' +
      '<link name="${side}_tip"/>\n<joint name="${side}_joint" type="Fixed"><parent link="base"/><child link="${side}_tip"/></joint>\n</xacro:macro>\n</robot>\n'],
  ]);
  const right = await limb.load("/pack/urdf/arm.urdf.xacro", memory);
  assert.deepEqual(right.linkNames, ["base", "right_tip"]);
  right.free();
  const left = await limb.load("/pack/urdf/arm.urdf.xacro", memory, { xacro: { side: "left" } });
  assert.match(left.source(), /<link name="left_tip"\/>/);
  const finding = left.findings().find(({ rule }) => rule === "joint-type");
  assert.deepEqual([finding.file, finding.line], ["/pack/urdf/part.xacro", 4]);
  assert.ok(finding.notes.some(({ message, line }) => /macro "part"/.test(message) && line === 5), JSON.stringify(finding.notes));
  left.free();
});

test("an expansion that would not end is a finding, here as in the command", async () => {
  const robot = (inner) => `<robot name="a" xmlns:xacro="http://www.ros.org/wiki/xacro">${inner}</robot>`;
  const hostile = {
    macro: robot('<xacro:macro name="m" params="n"><xacro:m n="${n + 1}"/></xacro:macro><xacro:m n="1"/>'),
    include: robot('<xacro:include filename="include.xacro"/>'),
    parentheses: robot(`<link name="\${${"(".repeat(300)}1${")".repeat(300)}}"/>`),
    minus: robot(`<link name="\${${"-".repeat(2000)}1}"/>`),
    lambda: robot('<link name="${(lambda f: f(f))(lambda f: f(f))}"/>'),
    list: robot('<xacro:property name="a" value="${[1] * 100000000}"/><link name="${a}"/>'),
    deep: robot("<a>".repeat(990) + "</a>".repeat(990)),
    nested: robot('<xacro:if value="1">'.repeat(900) + "</xacro:if>".repeat(900)),
    laughs: robot('<xacro:macro name="m0" params=""><link name="l"/></xacro:macro>' +
      Array.from({ length: 30 }, (_, i) => `<xacro:macro name="m${i + 1}" params="">${`<xacro:m${i}/>`.repeat(10)}</xacro:macro>`).join("") + "<xacro:m30/>"),
  };
  const memory = new MemoryFiles(Object.entries(hostile).map(([name, text]) => [`/${name}.xacro`, text]));
  for (const name of Object.keys(hostile)) {
    const ours = await limb.load(`/${name}.xacro`, memory);
    assert.ok(ours.errors > 0, `${name}: ${ours.report()}`);
    ours.free();
  }
});
