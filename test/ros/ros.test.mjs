// Tests the node's other outputs with the libraries of their own projects: Foxglove's WebSocket client, MCAP's reader, and
// Foxglove's RTPS client. All of them must receive the same messages.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import dgram from "node:dgram";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import path from "node:path";
import { test as plainTest } from "node:test";
import { WebSocket } from "ws";
import { arm, freePort, limb, newDomain, publish, run, source, start, temporary, until } from "./tools.mjs";

const require = createRequire(import.meta.url);
const { parse } = require("@foxglove/rosmsg");
const { MessageReader, MessageWriter } = require("@foxglove/rosmsg2-serialization");
const { FoxgloveClient } = require("@foxglove/ws-protocol");
const { McapIndexedReader, McapStreamReader, McapWriter } = require("@mcap/core");

const test = (name, body) => plainTest(name, { timeout: 120000 }, body);

const readerOf = (schema) => new MessageReader(parse(schema, { ros2: true }));

// A client that remembers what it was sent.
async function connect(port, { subprotocol = FoxgloveClient.SUPPORTED_SUBPROTOCOL, headers = {} } = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, [subprotocol], { headers });
  const heard = { channels: new Map(), messages: new Map(), assets: new Map(), statuses: [], parameters: [], info: undefined, closed: false };
  const client = new FoxgloveClient({ ws: socket });
  client.on("error", () => (heard.closed = true));
  client.on("close", () => (heard.closed = true));
  client.on("serverInfo", (info) => (heard.info = info));
  client.on("status", (status) => heard.statuses.push(status));
  client.on("parameterValues", (values) => heard.parameters.push(values));
  client.on("advertise", (channels) => channels.forEach((channel) => heard.channels.set(channel.topic, channel)));
  client.on("message", ({ subscriptionId, timestamp, data }) => {
    heard.messages.set(subscriptionId, [...(heard.messages.get(subscriptionId) ?? []), { timestamp, data }]);
  });
  client.on("fetchAssetResponse", (answer) => heard.assets.set(answer.requestId, answer));
  await until("the connection", () => heard.closed || (heard.info && heard.channels.size > 0));
  return { client, heard, socket };
}

async function subscribe({ client, heard }, topic) {
  const id = client.subscribe(heard.channels.get(topic).id);
  await until(`a message on ${topic}`, () => heard.messages.get(id)?.length > 0);
  const reader = readerOf(heard.channels.get(topic).schema);
  return { id, first: reader.readMessage(heard.messages.get(id)[0].data) };
}

test("Foxglove's client sees, decodes and fetches everything, in both subprotocols", async () => {
  for (const subprotocol of ["foxglove.websocket.v1", "foxglove.sdk.v1"]) {
    const port = await freePort();
    const node = await publish([arm, "--joints-from", "random", "--rate", "50", "--foxglove", String(port), "--localhost", "--domain", newDomain()]);
    assert.equal(node.output, `ws://127.0.0.1:${port}\n`);
    const peer = await connect(port, { subprotocol });
    assert.equal(peer.heard.closed, false);
    assert.equal(peer.socket.protocol, subprotocol);
    assert.deepEqual(peer.heard.info.supportedEncodings, ["cdr"]);
    assert.deepEqual([...peer.heard.channels.keys()].sort(), ["/joint_states", "/robot_description", "/tf", "/tf_static"]);
    // latched topics come to whoever subscribes later
    const description = await subscribe(peer, "/robot_description");
    assert.equal(description.first.data, readFileSync(arm, "utf8"));
    const fixed = await subscribe(peer, "/tf_static");
    assert.ok(fixed.first.transforms.length >= 2);
    const joints = await subscribe(peer, "/joint_states");
    assert.equal(joints.first.name[0], "shoulder_pan");
    assert.equal(joints.first.position.length, joints.first.name.length);
    const moving = await subscribe(peer, "/tf");
    assert.ok(moving.first.transforms.some(({ child_frame_id }) => child_frame_id === "forearm_link"));
    // a subscription ends
    peer.client.unsubscribe(moving.id);
    peer.client.getParameters([], "asked");
    await until("the answer about parameters", () => peer.heard.parameters.some(({ id }) => id === "asked"));
    const before = peer.heard.messages.get(moving.id).length;
    const other = peer.heard.messages.get(joints.id).length;
    await until("more joint states", () => peer.heard.messages.get(joints.id).length > other + 5);
    assert.equal(peer.heard.messages.get(moving.id).length, before);

    peer.client.fetchAsset("package://limb_examples/meshes/flange.stl", 7);
    peer.client.fetchAsset("package://limb_examples/meshes/finger.mtl", 8); // beside a mesh
    const forbidden = ["package://limb_examples/meshes/../package.xml", "file:///etc/passwd", "/etc/passwd", "", "package://limb_examples/meshes/%2e%2e/package.xml", "package://limb_examples/meshes/"];
    forbidden.forEach((uri, i) => peer.client.fetchAsset(uri, 100 + i));
    await until("the files", () => peer.heard.assets.size === 2 + forbidden.length);
    const bytes = ({ data }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    assert.deepEqual(bytes(peer.heard.assets.get(7)), readFileSync(path.join(source, "examples/meshes/flange.stl")));
    assert.deepEqual(bytes(peer.heard.assets.get(8)), readFileSync(path.join(source, "examples/meshes/finger.mtl")));
    forbidden.forEach((uri, i) => assert.ok(peer.heard.assets.get(100 + i).error, uri));
    peer.client.close();
    assert.equal(await node.stop(), 0);
  }
});

test("Foxglove's client moves the robot, when it may", async () => {
  const port = await freePort();
  const domain = newDomain();
  const node = await publish([arm, "--foxglove", String(port), "--joints-from", "foxglove", "--ignore-timestamp", "--localhost", "--domain", domain]);
  const echo = start(limb, ["echo", "joint_states", "--json", "--wait", "60", "--localhost", "--domain", domain]);
  const peer = await connect(port);
  assert.ok(peer.heard.info.capabilities.includes("clientPublish"));
  const { schema, schemaName } = peer.heard.channels.get("/joint_states");
  const writer = new MessageWriter(parse(schema, { ros2: true }));
  const joints = (fields) => writer.writeMessage({ header: { stamp: { sec: 0, nanosec: 0 }, frame_id: "" }, name: [], position: [], velocity: [], effort: [], ...fields });
  const channel = peer.client.advertise({ topic: "/joint_states", encoding: "cdr", schemaName });
  const tf = peer.client.subscribe(peer.heard.channels.get("/tf").id);
  const reader = readerOf(peer.heard.channels.get("/tf").schema);
  const elbow = () => peer.heard.messages.get(tf)?.map(({ data }) => reader.readMessage(data)).at(-1)?.transforms.find(({ child_frame_id }) => child_frame_id === "forearm_link");
  const pose = joints({ name: ["elbow"], position: [0.5], velocity: [1.5], effort: [2.5] });
  peer.client.sendMessage(channel, pose);
  await until("the transform of the elbow", elbow);
  const { rotation } = elbow().transform; // 2.1 by its origin and 0.5 by its value, about y
  assert.ok(Math.abs(rotation.y - Math.sin(1.3)) < 1e-12 && Math.abs(rotation.w - Math.cos(1.3)) < 1e-12, JSON.stringify(rotation));
  assert.ok(elbow().header.stamp.sec > 1e9, "the present time");
  // others on the network get it whole
  await until("the message on the network", () => {
    peer.client.sendMessage(channel, pose);
    return echo.output.includes("\n");
  });
  const heard = JSON.parse(echo.output.split("\n")[0]);
  assert.deepEqual([heard.name, heard.position, heard.velocity, heard.effort], [["elbow"], [0.5], [1.5], [2.5]]);
  // what is not such a message is refused, and moves nothing
  const refusals = [
    () => peer.client.advertise({ topic: "/tf", encoding: "cdr", schemaName: "tf2_msgs/msg/TFMessage" }),
    () => peer.client.advertise({ topic: "/joint_states", encoding: "json", schemaName }),
    () => peer.client.sendMessage(77, pose),
    () => peer.client.sendMessage(channel, pose.slice(0, pose.length - 9)),
    () => peer.client.sendMessage(channel, new Uint8Array(0)),
    () => peer.client.sendMessage(channel, joints({ name: ["elbow", "wrist_pitch"], position: [0.1] })),
    () => { peer.client.unadvertise(channel); peer.client.sendMessage(channel, pose); },
  ];
  for (const refuse of refusals) {
    const before = peer.heard.statuses.length;
    refuse();
    await until("the refusal", () => peer.heard.statuses.length === before + 1);
  }
  await echo.stop();
  peer.client.close();
  assert.equal(await node.stop(), 0);
  // without the option nobody may
  const closed = await publish([arm, "--foxglove", String(port), "--localhost", "--domain", domain]);
  const other = await connect(port);
  assert.ok(!other.heard.info.capabilities.includes("clientPublish"));
  other.client.sendMessage(other.client.advertise({ topic: "/joint_states", encoding: "cdr", schemaName }), pose);
  await until("two refusals", () => other.heard.statuses.length === 2);
  other.client.close();
  assert.equal(await closed.stop(), 0);
});

test("a page may connect only when its origin was named", async () => {
  const port = await freePort();
  const node = await publish([arm, "--foxglove", String(port), "--allow-origin", "https://app.example", "--localhost", "--domain", newDomain()]);
  assert.equal((await connect(port, { headers: { Origin: "https://evil.example" } })).heard.closed, true);
  assert.equal((await connect(port, { headers: { Origin: "https://app.example" } })).heard.closed, false);
  assert.equal((await connect(port, { subprotocol: "something.else" })).heard.info, undefined);
  assert.equal(await node.stop(), 0);
});

// The connection as bytes.
function rawClient(port) {
  const heard = { bytes: Buffer.alloc(0), closed: false };
  const socket = net.connect(port, "127.0.0.1", () => socket.write(
    "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: foxglove.sdk.v1\r\n\r\n"));
  socket.on("data", (data) => (heard.bytes = Buffer.concat([heard.bytes, data])));
  socket.on("close", () => (heard.closed = true)).on("error", () => (heard.closed = true));
  return { socket, heard };
}

test("frames that no client may send, and messages that are too long, end the connection with their status", async () => {
  const port = await freePort();
  const node = await publish([arm, "--foxglove", String(port), "--localhost", "--domain", newDomain()]);
  const before = node.memory();
  const masked = (...bytes) => Buffer.from([...bytes, 0, 0, 0, 0]);
  const cases = [
    [1002, Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5])], // not masked
    [1002, Buffer.concat([masked(0x89, 0xfe, 0, 126), Buffer.alloc(126)])], // a long ping
    [1002, masked(0x09, 0x80)], // a ping in pieces
    [1002, masked(0xc1, 0x80)], // a reserved bit
    [1002, masked(0x80, 0x80)], // a piece of nothing
    [1009, masked(0x81, 0xff, 0, 0, 0, 0, 0x7f, 0, 0, 0)], // 2 GB
    [1002, masked(0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)],
    [1009, Buffer.concat([masked(0x01, 0xfe, 0xff, 0xff), Buffer.alloc(65535, 32), masked(0x00, 0xfe, 0xff, 0xff), Buffer.alloc(65535, 32)])], // in pieces
    [1000, masked(0x88, 0x80)], // goodbye
  ];
  for (const [status, bytes] of cases) {
    const { socket, heard } = rawClient(port);
    await until("the advertisement", () => heard.bytes.includes("advertise"));
    socket.write(bytes);
    await until(`status ${status}`, () => heard.closed);
    assert.deepEqual([...heard.bytes.subarray(-4)], [0x88, 2, status >> 8, status & 255], `${status}: ${bytes.subarray(0, 4).toString("hex")}`);
  }
  // pieces of a message are put together, also around a ping
  const { socket, heard } = rawClient(port);
  await until("the advertisement", () => heard.bytes.includes("advertise"));
  const text = Buffer.from('{"op":"nothing"}');
  socket.write(Buffer.concat([masked(0x01, 0x84), text.subarray(0, 4), masked(0x89, 0x83), Buffer.from("abc"), masked(0x80, 0x80 | (text.length - 4)), text.subarray(4)]));
  await until("pong and answer", () => heard.bytes.includes(Buffer.from([0x8a, 3, 97, 98, 99])) && heard.bytes.includes("status"));
  socket.destroy();
  // silent ones and those that promise much leave room for others
  const idle = Array.from({ length: 14 }, () => rawClient(port));
  await until("their places", () => idle.every(({ heard }) => heard.bytes.includes("advertise")));
  idle.forEach(({ socket: one }) => one.write(masked(0x81, 0xfe, 0xff, 0xff)));
  assert.equal((await connect(port)).heard.closed, false);
  assert.ok(node.memory() - before < 40000, `${node.memory() - before} kB more`);
  idle.forEach(({ socket: one }) => one.destroy());
  assert.equal(await node.stop(), 0);
});

test("nonsense and clients that do not read disturb nobody", async () => {
  const port = await freePort();
  const node = await publish([arm, "--joints-from", "random", "--rate", "500", "--publish-frequency", "500", "--foxglove", String(port), "--localhost", "--domain", newDomain()]);
  const lazy = await connect(port);
  for (const topic of lazy.heard.channels.keys()) for (let i = 0; i < 10; i++) lazy.client.subscribe(lazy.heard.channels.get(topic).id);
  lazy.socket._socket.pause();
  const rude = await connect(port);
  const nonsense = ["", "{", "[]", "null", '{"op":5}', '{"op":"subscribe"}', '{"op":"subscribe","subscriptions":[{"id":-1,"channelId":1e99},5,null]}', '{"op":"subscribe","subscriptions":[{"id":1,"channelId":77}]}', '{"op":"fetchAsset"}', '{"op":"unsubscribe","subscriptionIds":["x",9]}', '{"op":"setParameters"}', "[".repeat(10000), `{"op":"${"x".repeat(60000)}"}`];
  for (const text of nonsense) rude.socket.send(text);
  rude.socket.send(Buffer.from([1, 2, 3]));
  for (let i = 0; i < 200; i++) rude.socket.send(JSON.stringify({ op: "subscribe", subscriptions: [{ id: i, channelId: 3 }] }));
  await until("answers", () => rude.heard.statuses.length >= 10);
  rude.socket.terminate();
  const polite = await connect(port);
  const { id } = await subscribe(polite, "/tf");
  await until("many messages", () => polite.heard.messages.get(id).length > 300);
  lazy.socket.terminate();
  polite.client.close();
  assert.equal(await node.stop(), 0);
});

test("packets that nobody can read are reported, but not each", async () => {
  const domain = newDomain();
  const network = ["--localhost", "--domain", domain];
  const node = await publish([arm, "--joints-from", "random", ...network]);
  // RTPS 2.1 of some vendor, and a piece that is longer than the packet
  const packet = Buffer.concat([Buffer.from("RTPS\x02\x01\x01\x10"), Buffer.alloc(12), Buffer.from([0x0c, 0x07, 0xaf, 0x00]), Buffer.alloc(40, 0x5a)]);
  const socket = dgram.createSocket("udp4");
  const send = () => new Promise((resolve) => socket.send(packet, 7410 + 250 * Number(domain), "127.0.0.1", resolve));
  for (let i = 0; i < 2000; i++) await send();
  await until("what the node says of it", () => node.messages.includes("malformed packet"));
  assert.equal(run("echo", "joint_states", "-n", "1", "--wait", "60", ...network).code, 0);
  assert.ok(node.messages.split("\n").length < 20, node.messages.slice(0, 1000));
  socket.close();
  assert.equal(await node.stop(), 0);
});

test("a xacro file is published expanded, and again when a file that it includes is saved", async () => {
  const folder = temporary();
  const domain = newDomain();
  const file = path.join(folder, "robot.urdf.xacro");
  const part = path.join(folder, "part.xacro");
  const link = (name) => `<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="${name}"/></robot>`;
  writeFileSync(file, `<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="far" default="1"/>
    <link name="base"/><xacro:include filename="part.xacro"/>
    <joint name="j" type="fixed"><parent link="base"/><child link="tip"/><origin xyz="\${2 * $(arg far)} 0 0"/></joint></robot>`);
  writeFileSync(part, link("tip"));
  const node = await publish([file, "far:=3", "--localhost", "--domain", domain]);
  const read = () => JSON.parse(run("echo", "robot_description", "--json", "-n", "1", "--wait", "60", "--localhost", "--domain", domain).output).data;
  const first = read();
  assert.match(first, /<origin xyz="6(\.0)? 0 0"/);
  assert.doesNotMatch(first, /xacro:include|xacro:arg/);
  writeFileSync(part, `${link("tip")}<!-- again -->\n`);
  await until("the robot to be published again", () => node.messages.includes("published again"));
  // the file to fix may be one that was not there before
  const times = (text) => node.messages.split(text).length - 1;
  writeFileSync(file, readFileSync(file, "utf8").replace("part.xacro", "other.xacro"));
  await until("the missing file", () => times("the previous version stays") === 1);
  const other = path.join(folder, "other.xacro");
  writeFileSync(other, "<robot>");
  await until("the broken file", () => times("the previous version stays") === 2);
  writeFileSync(other, link("tip"));
  await until("the fixed file", () => times("published again") === 2);
  writeFileSync(other, `${link("tip")}<!-- again -->\n`);
  await until("the file that is now included", () => times("published again") === 3);
  assert.equal(times("the previous version stays"), 2, "each change is read once");
  assert.equal(await node.stop(), 0);
});

test("sliders end in time, and say where they publish", async () => {
  const domain = newDomain();
  const node = start(limb, ["publish", arm, "--joints-from", "sliders", "--duration", "0.1", "--foxglove", String(await freePort()), "--localhost", "--domain", domain], { BROWSER: "true" });
  assert.equal(await node.ended, 0, node.messages);
  assert.match(node.messages, new RegExp(`on domain ${domain} of this machine`));
  assert.match(node.output, /^ws:/m);
});

//---- recordings ------------------------------------------------------------------------------------

const unpackZstd = (data) => new Uint8Array(execFileSync("zstd", ["-dc"], { input: data, maxBuffer: 1 << 26 }));

function readMcap(bytes) {
  const reader = new McapStreamReader({ decompressHandlers: { zstd: unpackZstd } });
  const schemas = new Map();
  const channels = new Map();
  const messages = [];
  reader.append(bytes);
  for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
    if (record.type === "Schema") schemas.set(record.id, record);
    if (record.type === "Channel") channels.set(record.id, record);
    if (record.type === "Message") messages.push(record);
  }
  return { whole: reader.done(), schemas, channels, messages };
}

// What is heard on /tf was recorded before, and so were the joint states that it comes from.
async function record() {
  const file = path.join(temporary(), "run.mcap");
  const network = ["--localhost", "--domain", newDomain()];
  const node = await publish([arm, "--joints-from", "random", "--rate", "50", "--record", file, ...network]);
  const heard = run("echo", "/tf", "--json", "-n", "12", "--wait", "60", ...network);
  assert.equal(heard.code, 0, heard.messages);
  assert.equal(await node.stop(), 0, node.messages);
  return file;
}

test("MCAP's indexed reader jumps in the recording, and its checksums hold", async () => {
  const bytes = readFileSync(await record());
  const readable = { size: async () => BigInt(bytes.length), read: async (offset, size) => new Uint8Array(bytes.subarray(Number(offset), Number(offset + size))) };
  const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers: { zstd: unpackZstd } });
  const { messages: all } = readMcap(bytes);
  assert.ok(reader.chunkIndexes.length >= 1);
  assert.equal(Number(reader.statistics.messageCount), all.length);
  assert.equal(reader.statistics.chunkCount, reader.chunkIndexes.length);
  assert.equal(reader.statistics.messageStartTime, all[0].logTime);
  const middle = all[all.length >> 1].logTime;
  const found = [];
  for await (const message of reader.readMessages({ topics: ["/joint_states"], startTime: middle })) found.push(message);
  const channel = [...reader.channelsById.values()].find(({ topic }) => topic === "/joint_states").id;
  const expected = all.filter(({ channelId, logTime }) => channelId === channel && logTime >= middle);
  assert.ok(expected.length > 2);
  assert.deepEqual(found.map(({ logTime }) => logTime), expected.map(({ logTime }) => logTime));
  assert.deepEqual(found.map(({ data }) => [...data]), expected.map(({ data }) => [...data]));
});

test("MCAP's reader reads the recording", async () => {
  const { whole, schemas, channels, messages } = readMcap(readFileSync(await record()));
  assert.ok(whole);
  const topics = {};
  for (const message of messages) {
    const channel = channels.get(message.channelId);
    const schema = schemas.get(channel.schemaId);
    assert.equal(channel.messageEncoding, "cdr");
    assert.equal(schema.encoding, "ros2msg");
    (topics[channel.topic] ??= []).push(readerOf(new TextDecoder().decode(schema.data)).readMessage(message.data));
  }
  assert.equal(topics["/robot_description"].length, 1);
  assert.equal(topics["/robot_description"][0].data, readFileSync(arm, "utf8"));
  assert.equal(topics["/tf_static"].length, 1);
  assert.ok(topics["/joint_states"].length > 5);
  assert.ok(topics["/tf"].length > 2);
  // each transform has the stamp of a joint state
  const stamps = new Set(topics["/joint_states"].map(({ header }) => `${header.stamp.sec}.${header.stamp.nsec ?? header.stamp.nanosec}`));
  for (const { transforms } of topics["/tf"]) {
    const { stamp } = transforms[0].header;
    assert.ok(stamps.has(`${stamp.sec}.${stamp.nsec ?? stamp.nanosec}`));
  }
});

// rosbag2 and rosbags read all nine fields, and refuse a recording that lacks one.
test("a recording has the whole quality of service of each topic, as it was sent", async () => {
  const { channels } = readMcap(readFileSync(await record()));
  const endless = "\n    sec: 9223372036\n    nsec: 854775807\n";
  const profile = (depth, durability) => `- history: 1\n  depth: ${depth}\n  reliability: 1\n  durability: ${durability}\n  deadline:${endless}  lifespan:${endless}` +
    `  liveliness: 1\n  liveliness_lease_duration:${endless}  avoid_ros_namespace_conventions: false\n`;
  assert.deepEqual(Object.fromEntries([...channels.values()].map(({ topic, metadata }) => [topic, metadata.get("offered_qos_profiles")])), {
    "/robot_description": profile(1, 1), "/tf_static": profile(1, 1), "/tf": profile(100, 2), "/joint_states": profile(10, 2),
  });
});

// Writes the recorded joint states in chunks, as other writers do.
async function chunked(file, compress) {
  const { schemas, channels, messages } = readMcap(readFileSync(file));
  const pieces = [];
  let size = 0n;
  const writable = { position: () => size, write: async (bytes) => { pieces.push(Buffer.from(bytes)); size += BigInt(bytes.length); } };
  const writer = new McapWriter({ writable, chunkSize: 2000, compressChunk: compress });
  await writer.start({ profile: "ros2", library: "test" });
  const ids = new Map();
  for (const channel of channels.values()) {
    const schemaId = await writer.registerSchema(schemas.get(channel.schemaId));
    ids.set(channel.id, await writer.registerChannel({ ...channel, schemaId }));
  }
  for (const message of messages) await writer.addMessage({ ...message, channelId: ids.get(message.channelId) });
  await writer.end();
  const made = path.join(temporary(), "chunked.mcap");
  writeFileSync(made, Buffer.concat(pieces));
  return made;
}

function positionsOf(file) {
  const { schemas, channels, messages } = readMcap(readFileSync(file));
  const wanted = [...channels.values()].find(({ topic }) => topic === "/joint_states");
  const reader = readerOf(new TextDecoder().decode(schemas.get(wanted.schemaId).data));
  return messages.filter(({ channelId }) => channelId === wanted.id).map(({ data }) => [...reader.readMessage(data).position]);
}

async function played(file) {
  const domain = newDomain();
  const echo = start(limb, ["echo", "joint_states", "--json", "--type", "sensor_msgs/msg/JointState", "--wait", "60", "--localhost", "--domain", domain]);
  const play = start(limb, ["play", file, "--loop", "--speed", "5", "--localhost", "--domain", domain]);
  const count = positionsOf(file.includes("chunked") ? original : file).length;
  await until("played messages", () => {
    assert.equal(play.code, undefined, play.messages);
    return echo.output.split("\n").length > 2 * count + 2;
  });
  assert.equal(await play.stop(), 0);
  await echo.stop();
  return echo.output.trim().split("\n").map((line) => JSON.parse(line).position);
}

let original;
test("limb play replays its own recordings and those of others", async () => {
  original = await record();
  const expected = positionsOf(original);
  const packer = (name) => (data) => ({ compression: name, compressedData: new Uint8Array(execFileSync(name, ["-c"], { input: data, maxBuffer: 1 << 26 })) });
  const files = [original, await chunked(original, undefined)];
  for (const name of ["zstd", "lz4"]) files.push(await chunked(original, packer(name)));
  for (const file of files) {
    // it starts in the middle of a round, so one whole round is in there
    const heard = await played(file);
    const first = heard.findIndex((position) => JSON.stringify(position) === JSON.stringify(expected[0]));
    assert.ok(first >= 0, file);
    assert.deepEqual(heard.slice(first, first + 3), expected.slice(0, 3), file);
  }
});

// Its rounds take no time, so each waits for as long as a message holds.
test("a recording of one message does not flood the network", async () => {
  const { schemas, channels, messages } = readMcap(readFileSync(original));
  const wanted = [...channels.values()].find(({ topic }) => topic === "/joint_states");
  const pieces = [];
  let size = 0n;
  const writable = { position: () => size, write: async (bytes) => { pieces.push(Buffer.from(bytes)); size += BigInt(bytes.length); } };
  const writer = new McapWriter({ writable, useChunks: false });
  await writer.start({ profile: "ros2", library: "test" });
  const schemaId = await writer.registerSchema(schemas.get(wanted.schemaId));
  const channelId = await writer.registerChannel({ ...wanted, schemaId });
  await writer.addMessage({ ...messages.find((message) => message.channelId === wanted.id), channelId });
  await writer.end();
  const file = path.join(temporary(), "one.mcap");
  writeFileSync(file, Buffer.concat(pieces));
  const network = ["--localhost", "--domain", newDomain()];
  const play = start(limb, ["play", file, "--loop", ...network]);
  const heard = run("echo", "joint_states", "--json", "-n", "12", "--wait", "60", ...network);
  assert.equal(await play.stop(), 0, play.messages);
  const times = heard.output.trim().split("\n").map((line) => JSON.parse(line).header.stamp).map(({ sec, nanosec }) => sec + 1e-9 * nanosec);
  assert.ok(times.at(-1) - times[0] > 0.5, `${times.at(-1) - times[0]} s for ${times.length} messages`);
});

// Where the chunks of a file are: their records, and where the packed bytes begin.
function chunksOf(bytes) {
  const chunks = [];
  for (let at = 8; at + 9 < bytes.length && bytes[at] !== 0x0f;) {
    const size = Number(bytes.readBigUInt64LE(at + 1));
    if (bytes[at] === 0x06) chunks.push({ at, data: at + 9 + 28 + 4 + bytes.readUInt32LE(at + 9 + 28) + 8, end: at + 9 + size });
    at += 9 + size;
  }
  return chunks;
}

test("a broken chunk costs that chunk alone, a cut what comes after it, and both are reported", async () => {
  const file = path.join(temporary(), "long.mcap");
  const network = ["--localhost", "--domain", newDomain()];
  assert.equal(run("publish", arm, "--joints-from", "random", "--rate", "50", "--duration", "3.5", "--record", file, ...network).code, 0);
  const bytes = readFileSync(file);
  const chunks = chunksOf(bytes);
  assert.ok(chunks.length >= 3, `${chunks.length} chunks`);
  const play = (content) => {
    const changed = path.join(temporary(), "changed.mcap");
    writeFileSync(changed, content);
    return run("play", changed, "--speed", "1e9", ...network);
  };
  assert.equal(play(bytes).code, 0);
  const broken = Buffer.from(bytes);
  broken[(chunks[1].data + chunks[1].end) >> 1] ^= 0xff;
  const without = play(broken);
  assert.equal(without.code, 1, without.messages);
  assert.match(without.messages, /is damaged in 1 place; the rest is played/);
  for (let tenth = 1; tenth < 10; tenth++) {
    const size = Math.floor((bytes.length * tenth) / 10);
    const cut = play(bytes.subarray(0, size));
    // after the last chunk and its index only the summary is missing, which nothing is read from
    const isWhole = size > chunks.at(-1).end && bytes.subarray(chunks.at(-1).end, size).includes(Buffer.from([0x0f, 4, 0, 0, 0, 0, 0, 0, 0]));
    assert.equal(cut.code, isWhole ? 0 : 1, `${tenth}: ${cut.messages}`);
    if (!isWhole) assert.match(cut.messages, /is damaged in \d place|has no joint states/, `${tenth}`);
  }
});

test("broken recordings are refused or read as far as they go", async () => {
  const bytes = readFileSync(await record());
  const file = path.join(temporary(), "broken.mcap");
  const play = (content) => {
    writeFileSync(file, content);
    return run("play", file, "--speed", "1e9", "--localhost", "--domain", newDomainOnce);
  };
  const newDomainOnce = newDomain();
  assert.equal(play(Buffer.alloc(0)).code, 1);
  assert.equal(play(Buffer.from("not a recording")).code, 1);
  assert.match(play(bytes.subarray(0, 8)).messages, /has no joint states/);
  for (const size of [9, 40, 700, 5000, bytes.length - 100]) assert.ok([0, 1].includes(play(bytes.subarray(0, size)).code), `cut to ${size}`);
  let seed = 1;
  for (let i = 0; i < 15; i++) {
    const changed = Buffer.from(bytes);
    for (let k = 0; k < 20; k++) {
      seed = (seed * 48271) % 2147483647;
      changed[seed % changed.length] = seed >> 8;
    }
    assert.ok([0, 1, 3].includes(play(changed).code));
  }
});
