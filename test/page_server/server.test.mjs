// Tests the server: which requests have access, which are refused, and that it keeps running.
import assert from "node:assert/strict";
import net from "node:net";
import { gunzipSync } from "node:zlib";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test as plainTest } from "node:test";
import { ask, copyOfExample, example, limb, temporary, until, view } from "../web/tools.mjs";

const test = (name, run) => plainTest(name, { timeout: 30000 }, run);
const sanitized = process.env.LIMB_BUILD.includes("asan"); // keeps freed memory for a while

let server;
before(async () => {
  server = await view(copyOfExample("arm.urdf"));
});
after(() => server.stop());

const own = () => `http://127.0.0.1:${server.port}`;

test("the token in the address becomes a cookie, and then the page is served", async () => {
  const first = await ask(server, `/?token=${server.token}`, { cookie: false });
  assert.equal(first.status, 200);
  assert.ok(first.body.length > 500, "the page itself");
  assert.ok(!first.headers["set-cookie"][0].includes(server.token), "the cookie is another secret");
  assert.match(first.headers["set-cookie"][0], /HttpOnly; SameSite=Strict/);
  const page = await ask(server, "/", { headers: { Cookie: first.headers["set-cookie"][0].split(";")[0] }, cookie: false });
  assert.equal(page.status, 200);
  assert.match(page.headers["content-security-policy"], /default-src 'self'/);
  assert.equal(page.headers["x-content-type-options"], "nosniff");
});

test("page, script, style, robot and scene are there", async () => {
  for (const [path, type] of [["/", "text/html"], ["/page.js", "text/javascript"], ["/page.css", "text/css"], ["/engine.js", "text/javascript"], ["/limb-xacro.wasm", "application/wasm"], ["/robot.json", "application/json"], ["/robot.glb", "model/gltf-binary"]]) {
    const answer = await ask(server, path);
    assert.equal(answer.status, 200, path);
    assert.ok(answer.headers["content-type"].startsWith(type), path);
    assert.ok(answer.body.length > 500, path);
  }
  const robot = JSON.parse((await ask(server, "/robot.json")).body);
  assert.equal(robot.name, "arm");
  const begin = await ask(server, "/begin.js", { headers: { "Accept-Encoding": "identity" } });
  assert.equal(begin.status, 200);
  assert.match(begin.headers["content-type"], /^text\/javascript/);
});

test("requests without the token are rejected", async () => {
  for (const path of ["/", "/robot.json", "/robot.glb", "/page.js", "/?token=", `/?token=${"0".repeat(32)}`]) {
    assert.equal((await ask(server, path, { cookie: false })).status, 403, path);
  }
  const wrong = { Cookie: `limb_${server.port}=${"0".repeat(32)}` };
  assert.equal((await ask(server, "/", { headers: wrong, cookie: false })).status, 403);
});

test("a foreign Host is misdirected", async () => {
  for (const host of ["evil.example", `evil.example:${server.port}`, "127.0.0.1", `127.0.0.1:${server.port + 1}`, `[::1]:${server.port}`]) {
    assert.equal((await ask(server, "/robot.json", { headers: { Host: host } })).status, 421, host);
  }
});

test("a foreign Origin is forbidden", async () => {
  for (const origin of ["http://evil.example", "null", `https://127.0.0.1:${server.port}`, `http://127.0.0.1:${server.port}.evil.example`]) {
    assert.equal((await ask(server, "/robot.json", { headers: { Origin: origin } })).status, 403, origin);
  }
});

test("paths lead nowhere but to the page", async () => {
  for (const path of ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/arm.urdf", "//etc/passwd", "/.git/config", "/robot", "/page.js.map"]) {
    const { status, body } = await ask(server, path);
    assert.ok([400, 404].includes(status), `${path}: ${status}`);
    assert.ok(!body.includes("root:"), path);
  }
});

test("only reading is allowed", async () => {
  assert.equal((await ask(server, "/robot.json", { method: "POST", body: "x" })).status, 405);
  assert.equal((await ask(server, "/drop/a/arm.urdf", { method: "PUT", headers: { Origin: own() }, body: "x" })).status, 405);
});

// Header lines of a visitor with access.
function lines(more) {
  const all = { Host: `127.0.0.1:${server.port}`, Cookie: server.cookie, ...more };
  return Object.entries(all).filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}\r\n`).join("");
}

// Sends bytes and listens until the other side is done (or 12 s have passed: longer than any request may take).
function raw(bytes) {
  return new Promise((resolve) => {
    let heard = "";
    const socket = net.connect(server.port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    const end = () => {
      clearTimeout(late);
      socket.destroy();
      resolve({ heard });
    };
    const late = setTimeout(end, 12000);
    socket.on("data", (data) => (heard += data.toString("latin1")));
    socket.on("error", end);
    socket.on("close", end);
  });
}

// A page's events by hand: the first line of the answer, what came since, and the connection.
function listen(headers = {}) {
  return new Promise((resolve) => {
    const page = { line: "", heard: "", closed: false };
    const socket = net.connect(server.port, "127.0.0.1", () => socket.write(`GET /events HTTP/1.1\r\n${lines(headers)}\r\n`));
    page.socket = socket;
    const done = () => {
      page.closed = true;
      resolve(page);
    };
    socket.on("data", (data) => {
      page.heard += data.toString("latin1");
      page.line ||= page.heard.split("\r\n")[0];
      resolve(page);
    });
    socket.on("close", done);
    socket.on("error", done);
  });
}

test("events need cookie, Host and Origin", async () => {
  const good = await listen();
  assert.match(good.line, /200/);
  assert.match(good.heard, /text\/event-stream/);
  good.socket.destroy();
  for (const bad of [{ Cookie: undefined }, { Origin: "http://evil.example" }, { Host: "evil.example" }]) {
    const { line, socket } = await listen(bad);
    assert.doesNotMatch(line, /200/, JSON.stringify(bad));
    socket.destroy();
  }
});

test("there is no WebSocket, whatever frames are sent", async () => {
  const upgrade = { Upgrade: "websocket", Connection: "Upgrade", Origin: own(), "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13" };
  const frames = [Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5]), Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0x7f, 0, 0, 0, 0, 0, 0, 0]), Buffer.alloc(131072, 0x20)];
  for (const bytes of frames) {
    const { heard } = await raw(Buffer.concat([Buffer.from(`GET /ws HTTP/1.1\r\n${lines(upgrade)}\r\n`), bytes]));
    assert.doesNotMatch(heard, / 101 /);
  }
  assert.equal((await ask(server, "/robot.json")).status, 200);
});

test("joint values are taken only when somebody wants them", async () => {
  const post = (headers, body = "{}") => ask(server, "/joints", { method: "POST", headers, body });
  assert.equal((await post({ Origin: own() })).status, 405, "nobody wants them");
  assert.equal((await post({ Origin: "http://evil.example" })).status, 403);
});

test("robot.json and robot.glb are compressed when the browser asks", async () => {
  for (const path of ["/robot.json", "/robot.glb"]) {
    const plain = await ask(server, path);
    assert.equal(plain.headers["content-encoding"], undefined);
    for (const encoding of ["gzip", "br, gzip", "gzip;q=0.5", "GZIP"]) {
      const packed = await ask(server, path, { headers: { "Accept-Encoding": encoding } });
      assert.equal(packed.headers["content-encoding"], "gzip", encoding);
      assert.equal(Number(packed.headers["content-length"]), packed.body.length);
      const whole = gunzipSync(packed.body);
      assert.equal(Number(packed.headers["x-unpacked-length"]), whole.length);
      assert.equal(whole.toString("latin1"), (await ask(server, path)).body.toString("latin1"));
      assert.ok(packed.body.length < whole.length / 2, `${path}: ${packed.body.length} of ${whole.length}`);
    }
    for (const encoding of ["", "br", "gzip;q=0", "gzip; q=0.000", "gzipped", "identity"]) {
      const packed = await ask(server, path, { headers: { "Accept-Encoding": encoding } });
      assert.equal(packed.headers["content-encoding"], undefined, encoding);
    }
  }
});

test("pages beyond the most are refused, and come in when others leave", async () => {
  const pages = await Promise.all(Array.from({ length: 60 }, () => listen()));
  const taken = pages.filter(({ line }) => line.includes("200"));
  assert.ok(taken.length >= 16 && taken.length <= 32, `${taken.length} pages`);
  assert.equal((await ask(server, "/robot.json")).status, 200);
  pages.forEach(({ socket }) => socket.destroy());
  await until(async () => {
    const { line, socket } = await listen();
    socket.destroy();
    return line.includes("200");
  }, 5);
});

test("garbage instead of HTTP is survived", async () => {
  const garbage = ["\x00\x01\x02\r\n\r\n", "GET\r\n\r\n", `GET / HTTP/1.1\r\n${"X: y\r\n".repeat(500)}\r\n`, `GET /${"a".repeat(100000)} HTTP/1.1\r\n\r\n`, "\xff".repeat(50000), `PUT /drop/a/b HTTP/1.1\r\nContent-Length: -5\r\n${lines({ Origin: own() })}\r\n`, `PUT /drop/a/b HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n${lines({ Origin: own() })}\r\n`];
  await Promise.all(garbage.map(raw));
  assert.equal((await ask(server, "/robot.json")).status, 200);
});

const connected = (socket) => new Promise((done) => (socket.connecting ? socket.once("connect", done).once("error", done) : done()));

test("two hundred at once are served, silent and slow ones do not block, memory stays flat", async () => {
  const load = async () => {
    const all = await Promise.all(Array.from({ length: 200 }, () => ask(server, "/robot.json")));
    assert.ok(all.every(({ status }) => status === 200));
  };
  await load();
  const before = server.memory();
  // some say nothing, some a little, some ask for the scene and never read it
  const idle = Array.from({ length: 60 }, (_, i) => {
    const socket = net.connect(server.port, "127.0.0.1");
    socket.on("error", () => {});
    if (i % 3 === 1) socket.write("GET /robot.json HT");
    if (i % 3 === 2) socket.write(`GET /robot.glb HTTP/1.1\r\n${lines({})}\r\n`);
    socket.pause();
    return socket;
  });
  await Promise.all(idle.map(connected));
  assert.equal((await ask(server, "/robot.json")).status, 200);
  for (let i = 0; i < 5; i++) await load();
  idle.forEach((socket) => socket.destroy());
  const grown = server.memory() - before;
  assert.ok(grown < (sanitized ? 300000 : 30000), `grew by ${grown} kB`);
});

// Connections that send these bytes, and nothing more; with the number of those that have ended.
async function crowd(t, count, bytes = "") {
  const all = { closed: 0, heard: "" };
  const sockets = Array.from({ length: count }, () => net.connect(server.port, "127.0.0.1").on("error", () => {}).on("close", () => all.closed++)
    .on("data", (data) => (all.heard += data)));
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(sockets.map(connected));
  await Promise.all(sockets.map((socket) => bytes && new Promise((sent) => socket.write(bytes, "latin1", sent))));
  return all;
}

// Not by the clock: the answer comes although all of them are still there. A server that lets them wait in its threads answers when the first have left.
for (const [what, bytes] of [["silent connections", ""], ["half a head", "GET /robot.json HTTP/1.1\r\nHost: 127.0.0.1\r\nCoo"]]) {
  test(`299 strangers (${what}) do not delay who has the secret`, async (t) => {
    const strangers = await crowd(t, 299, bytes);
    for (const path of ["/", "/robot.json", "/robot.glb"]) {
      assert.equal((await ask(server, path)).status, 200);
      assert.equal(strangers.closed, 0, "all of them still wait");
    }
    assert.equal((await ask(server, `/?token=${server.token}`, { cookie: false })).status, 200);
    assert.equal(strangers.closed, 0);
  });
}

test("half a body of a stranger is refused by its head, and delays nobody", async (t) => {
  const strangers = await crowd(t, 299, `POST /robot.urdf HTTP/1.1\r\n${lines({ Cookie: undefined, Origin: own(), "If-Match": "0" })}Content-Length: 1000\r\n\r\nhalf`);
  assert.equal((await ask(server, "/robot.json")).status, 200);
  await until(() => strangers.closed === 299);
  assert.equal(strangers.heard.match(/^HTTP\/1\.1 403/gm).length, 299);
});

test("more strangers than there are places: the oldest leave, and who has the secret comes in", async (t) => {
  const strangers = await crowd(t, 900);
  assert.equal((await ask(server, "/robot.json")).status, 200);
  assert.equal((await ask(server, `/?token=${server.token}`, { cookie: false })).status, 200);
  assert.ok(strangers.closed > 0 && strangers.closed < 900, `${strangers.closed} have left`);
});

test("a head that arrives letter by letter is not waited for", async (t) => {
  const socket = net.connect(server.port, "127.0.0.1").on("error", () => {});
  const ended = new Promise((resolve) => socket.on("close", resolve));
  const typing = setInterval(() => socket.write("x"), 20);
  t.after(() => clearInterval(typing));
  await connected(socket);
  await ended;
});

test("a connection is used again, also by requests that come at once", async () => {
  const get = (path, more) => `GET ${path} HTTP/1.1\r\n${lines(more)}\r\n`;
  const post = `POST /robot.urdf HTTP/1.1\r\n${lines({ Origin: own() })}Content-Length: 5\r\n\r\nGET /`;
  const { heard } = await raw(`${get("/robot.json")}${get("/page.css")}${get("/nothing", { Connection: "close" })}`);
  assert.deepEqual(heard.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 404"]);
  // a body is not a request
  assert.deepEqual((await raw(post + get("/robot.json"))).heard.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 405"]);
});

test("two Host headers and two lengths are refused; a path with a NUL leads nowhere", async () => {
  const statusOf = async (text) => Number(/^HTTP\/1\.1 (\d+)/.exec((await raw(text)).heard)?.[1]);
  const host = `Host: 127.0.0.1:${server.port}\r\n`;
  assert.equal(await statusOf(`GET /robot.json HTTP/1.1\r\n${lines({})}${host}\r\n`), 400);
  assert.equal(await statusOf(`GET /robot.json HTTP/1.1\r\n${lines({})}Host: evil.example\r\n\r\n`), 400);
  assert.equal(await statusOf(`GET /robot.json HTTP/1.1\r\nCookie: ${server.cookie}\r\n\r\n`), 400);
  assert.equal(await statusOf(`POST /joints HTTP/1.1\r\n${lines({ Origin: own() })}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`), 400);
  assert.equal(await statusOf(`GET /%00 HTTP/1.1\r\n${lines({ Connection: "close" })}\r\n`), 404);
  assert.equal(await statusOf(`GET /page.js%00.txt HTTP/1.1\r\n${lines({ Connection: "close" })}\r\n`), 404);
  assert.equal(await statusOf(`GET /${"a".repeat(100000)} HTTP/1.1\r\n\r\n`), 431);
});

test("the page's files are compressed only when the browser asks", async () => {
  for (const path of ["/", "/page.js", "/begin.js", "/page.css", "/engine.js", "/limb-xacro.wasm", `/?token=${server.token}`]) {
    const packed = await ask(server, path, { headers: { "Accept-Encoding": "gzip" } });
    assert.equal(packed.headers["content-encoding"], "gzip", path);
    for (const encoding of [undefined, "br", "gzip;q=0", "identity"]) {
      const plain = await ask(server, path, { headers: encoding ? { "Accept-Encoding": encoding } : {} });
      assert.equal(plain.headers["content-encoding"], undefined, `${path} ${encoding}`);
      assert.equal(Number(plain.headers["content-length"]), plain.body.length);
      assert.ok(plain.body.equals(gunzipSync(packed.body)), path);
    }
    assert.match(packed.headers.vary, /Accept-Encoding/);
  }
});

test("a page reloads when the file changes", async () => {
  const page = await listen();
  utimesSync(JSON.parse((await ask(server, "/robot.json")).body).file, new Date(), new Date());
  await until(() => page.heard.includes('"reload"'), 5);
  page.socket.destroy();
});

test("a xacro file is shown anew when a file that it includes is saved", async (t) => {
  const folder = temporary();
  const part = (length) => `<r xmlns:xacro="x"><xacro:property name="length" value="${length}"/></r>`;
  const main = path.join(folder, "main.xacro");
  writeFileSync(path.join(folder, "part.xacro"), part(1));
  writeFileSync(main, `<robot name="r" xmlns:xacro="x"><xacro:include filename="part.xacro"/><link name="a"/><link name="b"/>
    <joint name="j\${length}" type="fixed"><parent link="a"/><child link="b"/></joint></robot>`);
  const other = await view(main);
  t.after(() => other.stop());
  const joint = async () => JSON.parse((await ask(other, "/robot.json")).body).joints[0]?.name;
  assert.equal(await joint(), "j1");
  writeFileSync(path.join(folder, "part.xacro"), part(2.5));
  await until(async () => (await joint()) === "j2.5");
  // broken, then sound again
  writeFileSync(path.join(folder, "part.xacro"), part("${nothing}"));
  await until(async () => JSON.parse((await ask(other, "/robot.json")).body).findings.some(({ rule }) => rule === "xacro-undefined"));
  writeFileSync(path.join(folder, "part.xacro"), part(4));
  await until(async () => (await joint()) === "j4");
});

test("a taken port moves to the next, and Ctrl-C ends cleanly", async (t) => {
  const other = await view(example("rover.urdf"), "--port", String(server.port));
  t.after(() => other.stop());
  assert.notEqual(other.port, server.port);
  await until(() => /is in use/.test(other.complained()));
  assert.deepEqual(await other.stop(), { code: 0, signal: null });
});

test("a browser is given a private file that leads on once; the token is in no argument", async (t) => {
  const folder = temporary();
  const seen = path.join(folder, "seen");
  const browser = path.join(folder, "browser");
  writeFileSync(browser, `#!/bin/sh\nprintf '%s' "$*" > ${seen}.part\nmv ${seen}.part ${seen}\n`);
  chmodSync(browser, 0o755);
  const other = await view(example("rover.urdf"), { env: { BROWSER: browser, TMPDIR: folder, XDG_RUNTIME_DIR: "" }, open: true });
  t.after(() => other.stop());
  await until(() => existsSync(seen));
  const file = readFileSync(seen, "utf8");
  assert.ok(!file.includes("token") && file.startsWith(folder), file);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const url = new URL(/url=([^"]*)/.exec(readFileSync(file, "utf8"))[1]);
  assert.notEqual(url.searchParams.get("token"), other.token);
  assert.equal((await ask(other, url.pathname + url.search, { cookie: false })).status, 200);
  assert.equal((await ask(other, url.pathname + url.search, { cookie: false })).status, 403, "it works once");
  await other.stop();
  assert.ok(!existsSync(file), "and goes with the server");
});

test("on another address than the loopback, Host and Origin are checked too", async (t) => {
  for (const [address, good, bad] of [
    ["127.0.0.2", ["127.0.0.2"], ["127.0.0.1", "evil.example", "127.0.0.2.evil.example"]],
    ["0.0.0.0", ["127.0.0.1", "localhost", "127.0.0.9"], ["evil.example", "127.0.0.1.evil.example", ""]],
  ]) {
    const other = await view(example("rover.urdf"), "--address", address, { host: good[0] });
    t.after(() => other.stop());
    const host = address === "0.0.0.0" ? "127.0.0.1" : address;
    for (const name of good) assert.equal((await ask(other, "/robot.json", { host, headers: { Host: `${name}:${other.port}` } })).status, 200, name);
    for (const name of bad) assert.equal((await ask(other, "/robot.json", { host, headers: { Host: `${name}:${other.port}` } })).status, 421, name);
    const origin = { Host: `${good[0]}:${other.port}`, Origin: "http://evil.example" };
    assert.equal((await ask(other, "/robot.json", { host, headers: origin })).status, 403);
    await other.stop();
  }
});

test("another address is warned of", async (t) => {
  const other = await view(example("rover.urdf"), "--address", "127.0.0.2");
  t.after(() => other.stop());
  await until(() => /WARNING: other machines/.test(other.complained()));
});

test("a broken file is served with its findings, and shown once it is saved", async (t) => {
  const file = copyOfExample("rover.urdf");
  const sound = readFileSync(file, "utf8");
  writeFileSync(file, sound.replace("</robot>", "</robo>"));
  const other = await view(file);
  t.after(() => other.stop());
  const broken = JSON.parse((await ask(other, "/robot.json")).body);
  assert.equal(broken.broken, true);
  assert.ok(broken.findings.some(({ severity }) => severity === "error"));
  assert.equal((await ask(other, "/robot.glb")).status, 200);
  writeFileSync(file, sound);
  await until(async () => JSON.parse((await ask(other, "/robot.json")).body).joints.length > 10);
  assert.match(other.complained(), /cannot be shown yet/);
});

test("a package that is not found leads to the option that says where it is", async (t) => {
  const folder = temporary();
  const file = path.join(folder, "lost.urdf");
  writeFileSync(file, '<robot name="lost"><link name="a"><visual><geometry><mesh filename="package://nowhere/a.stl"/></geometry></visual></link></robot>');
  const other = await view(file);
  t.after(() => other.stop());
  await until(() => /use --package NAME=DIR/.test(other.complained()));
});

test("without a place to print its address limb view ends", () => {
  const closed = spawnSync("bash", ["-c", '"$0" view "$1" --no-open > /dev/full', limb, example("rover.urdf")], { encoding: "utf8", timeout: 20000 });
  assert.equal(closed.status, 3);
  assert.match(closed.stderr, /address cannot be printed/);
});

test("a pipe in the place of a mesh or of the robot keeps no one waiting", async (t) => {
  const file = copyOfExample("rover.urdf");
  const other = await view(file);
  t.after(() => other.stop());
  const before = JSON.parse((await ask(other, "/robot.json")).body).version;
  rmSync(file);
  execFileSync("mkfifo", [file]);
  await until(async () => JSON.parse((await ask(other, "/robot.json")).body).version > before);
  assert.equal(JSON.parse((await ask(other, "/robot.json")).body).broken, true);
});

test("a robot that cannot be read is reported, with status 1 and 3", () => {
  const wrong = spawnSync(limb, ["view", "-", "--html", "/dev/null"], { input: "<robot", encoding: "utf8", timeout: 20000 });
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, /error/);
  assert.equal(spawnSync(limb, ["view", "/nowhere.urdf", "--no-open"], { timeout: 20000 }).status, 3);
});

test("after all this the server still ends cleanly, without a message from a sanitizer", async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.doesNotMatch(server.complained(), /Sanitizer|runtime error/);
});
