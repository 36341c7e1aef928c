// The page: loads the robot, joins the parts, keeps pose, camera and selection over reloads.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { findSource, type Opened, type RobotData } from "./data";
import { byId, h, plural, recall, remember, toast } from "./dom";
import { onDrop } from "./drop";
import { Engine } from "./engine";
import { Findings } from "./findings";
import { Handle } from "./handle";
import { Inspector } from "./inspector";
import { Joints } from "./joints";
import { Looks } from "./looks";
import { Measure } from "./measure";
import { Overlays } from "./overlays";
import { Picker } from "./pick";
import { Playback } from "./playback";
import { Pointer } from "./pointer";
import { Poses } from "./poses";
import { poseParts, Robot } from "./robot";
import { readHash, writeHash } from "./share";
import { Stage, VIEWS } from "./stage";
import { Store } from "./store";
import { makeToolbar, press } from "./toolbar";
import { Tree } from "./tree";

const source = findSource();
const engine = new Engine();
const store = new Store();
requireWebGl();
const stage = new Stage(byId("view"));
const looks = new Looks(store);
const picker = new Picker(stage);
const overlays = new Overlays(store);
const tree = new Tree(store);
const findings = new Findings(store);
const inspector = new Inspector(store);
const joints = new Joints(store, poseChanged);
const measure = new Measure(stage, toast);
const playback = new Playback((values) => setPose(values));
const poses = new Poses(() => robot?.values() ?? {}, (values) => setPose(values));
const handle = new Handle(stage, engine, (values) => setPose(values), (reason) => toast(reason, "error"));
let robot: Robot | undefined;
let loads = 0;
let dropped = false; // the robot is one that was opened here; what the server has does not matter any more
let scene: ArrayBuffer | undefined; // of the robot that is shown
let dark = (recall("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark")) === "dark";

new Pointer(stage, picker, store, {
  robot: () => robot,
  moved: (coordinate, value) => {
    robot?.set(coordinate, value, store.ignoreLimits);
    poseChanged();
  },
  taken: (press) => handle.grabs(press),
  picked: (point) => measure.take(point),
});

makeToolbar(store, {
  view: (name) => stage.fit(VIEWS[name]?.[1], robot?.bounds()),
  fit: () => stage.fit(undefined, robot?.bounds()),
  screenshot: () => download(`${robot?.data.name ?? "robot"}.png`, stage.screenshot()),
  share,
  theme: () => setTheme(!dark),
  measure: () => setMeasuring(!measure.active),
  ik: toggleHandle,
  turn: () => handle.switchMode(),
  play: () => playback.toggle(),
  help: () => (byId("help") as HTMLDialogElement).showModal(),
  reset: () => byId("joint-zero").click(),
  random: () => byId("joint-random").click(),
  search: () => byId("search").focus(),
  clear: () => {
    if (measure.active) setMeasuring(false);
    store.select(undefined);
    (document.activeElement as HTMLElement | null)?.blur();
  },
});

for (const event of ["selection", "hover", "overlay", "linkVisibility"] as const) {
  store.on(event, () => {
    if (!robot) return;
    looks.refresh(robot);
    overlays.refresh();
    if (event === "overlay") stage.showGrid(store.overlays.grid);
    if (event === "overlay" || event === "linkVisibility") stage.moved();
    else if (event === "hover") stage.invalidateAtRest();
    else stage.invalidate();
  });
}
store.on("selection", (selection) => {
  if (handle.active && robot) showHandle(linkOf(selection) ?? "");
});

document.querySelectorAll<HTMLElement>("[data-tab]").forEach((tab) => {
  tab.addEventListener("click", () => openTab(tab.dataset["tab"] ?? ""));
  tab.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    // there are two: either arrow leads to the other
    const other = document.querySelector<HTMLElement>('[data-tab][aria-selected="false"]');
    other?.click();
    other?.focus();
  });
});
byId("help-close").addEventListener("click", () => (byId("help") as HTMLDialogElement).close());
(byId("file") as HTMLInputElement).addEventListener("change", (event) => {
  const files = [...((event.target as HTMLInputElement).files ?? [])];
  void openFiles(new Map(files.map((file) => [file.webkitRelativePath || file.name, file])));
});
byId("open").addEventListener("click", () => byId("file").click());
byId("save-glb").addEventListener("click", () => scene && save(`${robot?.data.name || "robot"}.glb`, scene));
byId("save-urdf").addEventListener("click", () => {
  if (robot) void engine.text().then((text) => save(robot!.data.file.split("/").pop() || "robot.urdf", text));
});
byId("fix").addEventListener("click", () => void fix());
byId("collapse-left").addEventListener("click", () => document.body.classList.toggle("no-left"));
// on a narrow screen the left panel is a drawer over the rest: a press beside it closes it
document.addEventListener("pointerdown", ({ target }) => {
  const drawer = matchMedia("(max-width: 900px)").matches && document.body.classList.contains("no-left");
  if (drawer && !(target as Element).closest("#left, #collapse-left")) document.body.classList.remove("no-left");
});
byId("collapse-right").addEventListener("click", () => document.body.classList.toggle("no-right"));
byId("canvas").addEventListener("keydown", cameraKey);
// the token has done its work: it is not for the history, nor for an address that is passed on
if (new URLSearchParams(location.search).has("token")) history.replaceState(null, "", location.pathname + location.hash);

addEventListener("hashchange", () => {
  if (!robot || !readHash(location.hash)) return;
  openShared();
  poseChanged();
});
onDrop(document.body, ({ files }) => void openFiles(files), (reason) => toast(reason, "error"));
source.onChange(() => {
  if (!dropped) void load();
});
source.onConnection((connected) => {
  byId("offline").hidden = connected;
});
// what others moved is not sent back to them
let following = false;
source.onJoints((values) => {
  following = true;
  robot?.setMany(values, true);
  poseChanged();
  following = false;
});
store.on("pose", () => {
  if (!following && robot) source.sendJoints(robot.values());
});
byId("server-state").hidden = source.live;
document.body.classList.toggle("no-server", !source.live);
setTheme(dark);
const ready = load();

// What the page shows, for scripts and tests.
const api = {
  ready,
  source, store, stage, picker, playback, handle, engine,
  robot: () => robot,
  pose: (link: string, reference?: string) => robot && poseParts(robot.pose(link, reference)),
  setPose,
};
export type LimbPage = typeof api;
(window as unknown as { limb: LimbPage }).limb = api;

// The newest load wins when the file changes while it is fetched.
async function load(): Promise<void> {
  const turn = ++loads;
  if (source.empty) {
    byId("loading").classList.add("empty");
    byId("loading-text").textContent = "Drop the folder of a robot here, a .zip of it, or its .urdf.";
    return;
  }
  try {
    const data = await source.data();
    if (turn !== loads) return;
    findings.show(data);
    describe(data);
    // a broken file on disk keeps the robot that is shown
    if (robot && data.broken) return;
    const bytes = await source.scene((part) => {
      byId("loading-text").textContent = `Loading the robot… ${Math.floor(part * 100)} %`;
    });
    await show({ data, glb: bytes }, turn);
  } catch (error) {
    byId("loading").classList.add("failed");
    // scene graphs are walked by recursion: some thousand links in one chain are more than a browser's stack holds
    const reason = error instanceof RangeError ? "its links form too deep a chain for this browser" : error instanceof Error ? error.message : String(error);
    byId("loading-text").textContent = `Cannot show the robot: ${reason}.`;
    toast("Cannot show the robot.", "error");
    throw error;
  }
}

async function show({ data, glb }: Opened, turn: number): Promise<void> {
  const gltf = await new GLTFLoader().parseAsync(glb, "");
  if (turn !== loads) return;
  scene = glb;
  engine.adopt(data);
  adopt(new Robot(data, gltf.scene));
  byId("loading").hidden = true;
}

// Puts a newly loaded robot in the place of the one shown. When it is the same file, changed, then pose, camera and
// selection stay where they can.
function adopt(next: Robot): void {
  const before = robot;
  const same = before?.data.file === next.data.file;
  robot = next;
  if (before) stage.scene.remove(before.scene);
  if (before && same) next.setMany(before.values(), store.ignoreLimits);
  if (!same) store.hiddenLinks.clear();
  stage.scene.add(next.scene);
  next.apply();
  looks.adopt(next);
  picker.adopt(looks.painted);
  overlays.adopt(next);
  if (!same) store.toggle("collision", isBare(next));
  if (before) dispose(before.scene);
  const gone = store.selection && !(store.selection.kind === "link" ? next.links : next.joints).has(store.selection.name);
  if (gone) store.select(undefined);
  stage.setBounds(next.bounds());
  tree.show(next);
  joints.show(next);
  inspector.show(next);
  poses.show(next.data.name);
  if (handle.active) showHandle(linkOf(store.selection) ?? "");
  if (!before) openShared();
  else if (!same) stage.fit(VIEWS["iso"]![1]);
  store.emit("robot", undefined);
  poseChanged();
}

// A robot without visual shapes would be an empty view: its collision shapes stand in.
function isBare(next: Robot): boolean {
  const links = [...next.links.values()];
  return links.every(({ visual }) => !visual) && links.some(({ collision }) => collision);
}

// The pose and view that the address carries, or the usual ones.
function openShared(): void {
  const shared = readHash(location.hash);
  if (shared && robot) {
    for (const coordinate of robot.coordinates) robot.set(coordinate, robot.zero(coordinate));
    robot.setMany(shared.joints, true);
  }
  stage.fit(VIEWS["iso"]![1]);
  if (shared?.camera) {
    stage.camera.position.set(...shared.camera.position);
    stage.controls.target.set(...shared.camera.target);
    stage.controls.update();
  }
}

function setPose(values: Record<string, number>): void {
  robot?.setMany(values, store.ignoreLimits);
  poseChanged();
}

function poseChanged(): void {
  robot?.apply();
  joints.refresh();
  overlays.updateNeedles();
  handle.follow();
  store.emit("pose", undefined);
  stage.moved();
}

function setMeasuring(on: boolean): void {
  measure.setActive(on);
  press("measure", on);
}

function toggleHandle(): void {
  const link = linkOf(store.selection);
  if (!handle.active && !link) toast("Select the link to move first.");
  else showHandle(handle.active ? "" : (link ?? ""));
}

function showHandle(link: string): void {
  handle.attach(robot, link);
  press("ik", handle.active);
}

function linkOf(selection: Store["selection"]): string | undefined {
  return selection?.kind === "joint" ? robot?.joints.get(selection.name)?.child : selection?.name;
}

async function openFiles(files: Map<string, File>): Promise<void> {
  const first = [...files.values()][0];
  if (!first) return;
  if (files.size === 1 && /\.(csv|tsv|json|txt)$/i.test(first.name)) {
    playback.open(first.name, await first.text(), (id) => robot?.find(id) !== undefined);
    return;
  }
  try {
    await showOpened(await engine.open(files));
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), "error");
  }
}

async function showOpened(opened: Opened): Promise<void> {
  dropped = true;
  const turn = ++loads;
  findings.show(opened.data);
  describe(opened.data);
  document.body.classList.add("dropped");
  await show(opened, turn);
}

async function fix(): Promise<void> {
  const opened = await engine.fix();
  await showOpened(opened);
  toast(opened.fixed > 0 ? `${plural(opened.fixed, "finding")} fixed. Save the URDF to keep it.` : "There is nothing that can be fixed with certainty.");
}

function save(name: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content]));
  download(name, address);
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

function share(): void {
  if (!robot) return;
  const hash = writeHash(robot.values(), {
    position: stage.camera.position.toArray(), target: stage.controls.target.toArray(),
  });
  history.replaceState(null, "", `#${hash}`);
  navigator.clipboard?.writeText(location.href).then(
    () => toast("Link copied: it carries this pose and view."),
    () => toast("The address bar now carries this pose and view."),
  );
}

function describe(data: RobotData): void {
  document.title = `${data.name || "robot"} · limb`;
  byId("robot-name").textContent = data.name || "(no name)";
  const movable = data.joints.filter((joint) => joint.type !== "fixed").length;
  const mass = data.links.reduce((sum, link) => sum + (link.inertial?.mass ?? 0), 0);
  const meshes = data.links.flatMap((link) => [...link.visuals, ...link.collisions]).map(({ geometry }) => geometry).filter(({ type }) => type === "mesh");
  const missing = new Set(meshes.filter((mesh) => mesh.missing).map(({ filename }) => filename)).size;
  byId("robot-facts").replaceChildren([
    plural(data.links.length, "link"), plural(movable, "moving joint"), mass > 0 ? `${Number(mass.toPrecision(4))} kg` : "no masses",
    ...(data.triangles > 0 ? [plural(data.triangles, "triangle")] : meshes.length > 0 ? [] : ["simple shapes"]),
  ].join(" · "), missing > 0 ? h("strong", {}, ` · ${plural(missing, "mesh", "meshes")} missing`) : "");
  byId("robot-file").textContent = data.file;
}

// Everything in the page hangs on the view, so without it one clear sentence is all there is.
function requireWebGl(): void {
  if (document.createElement("canvas").getContext("webgl2")) return;
  byId("loading").classList.add("failed");
  byId("loading-text").textContent =
    "This browser offers no WebGL 2, which the 3D view needs. Switch on hardware acceleration, or try another browser.";
  throw new Error("WebGL 2 is not available");
}

function setTheme(next: boolean): void {
  dark = next;
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
  stage.setTheme(dark);
  remember("theme", dark ? "dark" : "light");
}

function openTab(name: string): void {
  document.querySelectorAll<HTMLElement>("[data-tab]").forEach((tab) => {
    const on = tab.dataset["tab"] === name;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    byId(`panel-${tab.dataset["tab"]}`).hidden = !on;
  });
}

function cameraKey(event: KeyboardEvent): void {
  const offset = stage.camera.position.clone().sub(stage.controls.target);
  const around = new THREE.Spherical().setFromVector3(offset);
  const step = Math.PI / 24;
  if (event.key === "ArrowLeft") around.theta -= step;
  else if (event.key === "ArrowRight") around.theta += step;
  else if (event.key === "ArrowUp") around.phi = Math.max(around.phi - step, 0.01);
  else if (event.key === "ArrowDown") around.phi = Math.min(around.phi + step, Math.PI - 0.01);
  else if (event.key === "+" || event.key === "=") around.radius /= 1.15;
  else if (event.key === "-") around.radius *= 1.15;
  else return;
  event.preventDefault();
  stage.camera.position.copy(stage.controls.target).add(new THREE.Vector3().setFromSpherical(around));
  stage.controls.update();
  stage.invalidate();
}

function download(name: string, url: string): void {
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
}

// Gives back what the card holds of a robot that is gone.
function dispose(scene: THREE.Object3D): void {
  scene.traverse((node) => {
    if (!(node instanceof THREE.Mesh)) return;
    const material = node.material as THREE.MeshStandardMaterial;
    (node.geometry as THREE.BufferGeometry).dispose();
    material.map?.dispose();
    material.dispose();
  });
}
