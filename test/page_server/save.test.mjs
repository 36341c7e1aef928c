// Tests saving from the page: only with permission, only to the displayed file, and atomically.
import assert from "node:assert/strict";
import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { ask, copyOfExample, temporary, until, view } from "../web/tools.mjs";

const servers = [];
after(() => servers.forEach((server) => void server.stop()));
async function start(file, ...args) {
  const server = await view(file, ...args);
  servers.push(server);
  const data = JSON.parse((await ask(server, "/robot.json")).body);
  const post = (body, { hash = data.hash, headers = {}, ...more } = {}) => ask(server, "/robot.urdf", {
    method: "POST", body, headers: { Origin: `http://127.0.0.1:${server.port}`, "If-Match": hash, ...headers }, ...more,
  });
  return { server, data, post };
}
const changed = (file) => readFileSync(file, "utf8").replace("<robot", "<!-- edited --><robot");

test("without --write nothing is saved", async () => {
  const file = copyOfExample("arm.urdf");
  const { data, post } = await start(file);
  assert.equal(data.writable, false);
  const before = readFileSync(file, "utf8");
  assert.equal((await post(changed(file))).status, 405);
  assert.equal(readFileSync(file, "utf8"), before);
});

test("with it the file is replaced, and the page is notified", async () => {
  const file = copyOfExample("arm.urdf");
  const { server, data, post } = await start(file, "--write");
  assert.equal(data.writable, true);
  const text = changed(file);
  assert.equal((await post(text)).status, 204);
  assert.equal(readFileSync(file, "utf8"), text);
  const next = await until(async () => {
    const now = JSON.parse((await ask(server, "/robot.json")).body);
    return now.version > data.version && now;
  });
  assert.notEqual(next.hash, data.hash);
  // what the page has is the new text: saving on top of the old one is refused
  const { status, body } = await post(`${text}\n`);
  assert.equal(status, 412);
  assert.match(body.toString(), /changed on disk/);
  assert.equal(readFileSync(file, "utf8"), text);
});

test("who has no cookie, no Origin, another Origin or no hash is refused", async () => {
  const file = copyOfExample("arm.urdf");
  const { server, post, data } = await start(file, "--write");
  const before = readFileSync(file, "utf8");
  const text = changed(file);
  assert.equal((await post(text, { cookie: false })).status, 403);
  assert.equal((await post(text, { headers: { Origin: "http://evil.example" } })).status, 403);
  assert.equal((await ask(server, "/robot.urdf", { method: "POST", body: text, headers: { "If-Match": data.hash } })).status, 403);
  assert.equal((await ask(server, "/robot.urdf", { method: "POST", body: text, headers: { Origin: `http://127.0.0.1:${server.port}` } })).status, 428);
  assert.equal((await post(text, { hash: "0".repeat(16) })).status, 412);
  assert.equal((await post("this is not a robot")).status, 422);
  assert.equal((await ask(server, "/robot.urdf", { method: "PUT", body: text, headers: { Origin: `http://127.0.0.1:${server.port}`, "If-Match": data.hash } })).status, 405);
  assert.equal(readFileSync(file, "utf8"), before);
});

test("a file that changed meanwhile is left alone", async () => {
  const file = copyOfExample("arm.urdf");
  const { post } = await start(file, "--write");
  const text = changed(file);
  const other = readFileSync(file, "utf8").replace("<robot", "<!-- by another --><robot");
  writeFileSync(file, other);
  assert.equal((await post(text)).status, 412);
  assert.equal(readFileSync(file, "utf8"), other);
});

test("of saves at once, in one server or two, one wins and the others are refused", async () => {
  const file = copyOfExample("arm.urdf");
  const one = await start(file, "--write");
  const other = await start(file, "--write");
  const original = readFileSync(file, "utf8");
  let hash = one.data.hash;
  for (let round = 0; round < 20; round++) {
    const texts = [0, 1, 2, 3].map((i) => original.replace("<robot", `<!-- ${round} ${i} --><robot`));
    const answers = await Promise.all(texts.map((text, i) => (i % 2 ? one : other).post(text, { hash })));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [204, 412, 412, 412]);
    assert.equal(readFileSync(file, "utf8"), texts[answers.findIndex((answer) => answer.status === 204)]);
    const before = hash;
    hash = await until(async () => {
      const now = JSON.parse((await ask(one.server, "/robot.json")).body).hash;
      return now !== before && now;
    });
  }
});

test("a symbolic link stays one; the file it leads to is written, with its mode", async () => {
  const file = copyOfExample("arm.urdf");
  chmodSync(file, 0o640);
  const link = path.join(path.dirname(file), "link.urdf");
  symlinkSync("arm.urdf", link);
  const { post } = await start(link, "--write");
  const text = changed(file);
  assert.equal((await post(text)).status, 204);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(readFileSync(file, "utf8"), text);
  assert.equal(statSync(file).mode & 0o777, 0o640);
});

test("read-only files and xacro are not offered", async () => {
  const file = copyOfExample("arm.urdf");
  chmodSync(file, 0o444);
  const { data, post } = await start(file, "--write");
  assert.equal(data.writable, false);
  assert.equal((await post(changed(file))).status, 403);
  const macro = path.join(temporary(), "a.xacro");
  writeFileSync(macro, '<robot name="a" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:property name="x" value="1"/><link name="l${x}"/></robot>');
  const expanded = await start(macro, "--write");
  assert.equal(expanded.data.writable, false);
  assert.equal((await expanded.post('<robot name="b"><link name="c"/></robot>')).status, 403);
});
