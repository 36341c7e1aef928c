// The page's own commands: overlays, camera, modes, poses, picture, link, help.
import * as THREE from "three";
import type { App } from "../app";
import { switches } from "../appearance/meshlooks";
import { move, randomPose, neutralPose } from "../robot/pose";
import { linkOf } from "../robot/robot";
import { writeHash } from "../state/share";
import { NUMBER_OVERLAYS, OVERLAY_NAMES, OVERLAYS, type ModeName, type Overlay } from "../state/state";
import type { Store } from "../state/store";
import { lookAround, walk } from "../view/first-person";
import { takePicture, timesView, type Size } from "../view/picture";
import { corners, VIEWS, type Stage } from "../view/stage";
import { byId, h, save, toast } from "../widgets/dom";
import { menuButton, type Choice } from "../widgets/menu";

// short labels for buttons
const SHORT: Partial<Record<Overlay, string>> = { axes: "Axes", com: "Masses", inertia: "Inertia" };
const VIEW_KEYS = ["iso", "front", "left", "top", "right", "back", "bottom"];

export function addCommands(app: App): void {
  const { store, stage, commands } = app;
  const overlay = (name: (typeof OVERLAY_NAMES)[number]) => () => store.change({ overlays: { ...store.state.overlays, [name]: !store.state.overlays[name] } });
  const mode = (name: ModeName) => () => store.change({ mode: store.state.mode === name ? "orbit" : name });
  const view = (name: string) => () => stage.fit(VIEWS[name]?.[1], app.outline());

  commands.add(...OVERLAY_NAMES.map((name) => ({
    id: name, text: OVERLAYS[name][0], label: SHORT[name] ?? OVERLAYS[name][0], key: OVERLAYS[name][1], ...(NUMBER_OVERLAYS.includes(name) ? {} : { bar: "toggles" as const }), run: overlay(name), pressed: ({ overlays }: { overlays: Record<string, boolean> }) => overlays[name]!,
  })));
  addViewMenu(app, view);
  commands.add(
    { id: "focus", text: "Focus the selection, or the whole robot", key: "f", run: () => focus(app) },
    { id: "fit", text: "Fit the whole robot", label: "Fit", key: "0", bar: "tools", run: () => stage.fit(undefined, app.outline()) },
    ...VIEW_KEYS.map((name, i) => ({ id: `view ${name}`, text: VIEWS[name]![0], key: String(i + 1), run: view(name) })),
    { id: "projection", text: "Parallel or perspective projection", key: "o", run: () => store.change({ orthographic: !store.state.orthographic }) },
    { id: "ik", text: "Inverse kinematics handle", label: "Move", key: "k", bar: "tools", run: mode("move"), pressed: (state) => state.mode === "move" },
    { id: "turn", text: "Move or turn by the handle", key: "e", run: () => store.change({ handle: store.state.handle === "rotate" ? "translate" : "rotate" }) },
    { id: "measure", text: "Measure a distance", label: "Measure", key: "d", bar: "tools", run: mode("measure"), pressed: (state) => state.mode === "measure" },
    { id: "motion", text: "Keyframes and time bar", label: "Motion", key: "y", bar: "tools", run: () => store.change({ timeBar: !store.state.timeBar }), pressed: (state) => state.timeBar, fields: ["timeBar"] },
    { id: "undo", text: "Undo", label: "Undo", key: "ctrl+z", bar: "tools", run: () => store.undo(), enabled: () => store.canUndo },
    { id: "redo", text: "Redo", label: "Redo", key: "ctrl+shift+z", bar: "tools", run: () => store.redo(), enabled: () => store.canRedo },
    { id: "reset", text: "Center: joints to their first pose", key: "r", run: () => app.robot && move(store, neutralPose(app.robot), { undo: true }) },
    { id: "random", text: "Random pose", key: "z", run: () => app.robot && move(store, randomPose(app.robot), { undo: true }) },
    { id: "camera", text: "Save a picture", label: "Picture", key: "p", bar: "tools", run: () => void picture(app, timesView(stage, 2)) },
  );
  addPictureMenu(app);
  commands.add(
    { id: "link", text: "Copy a link to this pose and view", label: "Link", key: "l", bar: "tools", run: () => share(app) },
    { id: "theme", text: "Dark or light", label: "Theme", key: "b", bar: "tools", run: () => store.change({ dark: !store.state.dark }) },
    { id: "search", text: "Search the tree", key: "/", run: () => byId("search").focus() },
    { id: "play", text: "Play or pause the trajectory", key: " ", run: () => app.playback.toggle() },
    { id: "help", text: "Keys", label: "Keys", key: "?", bar: "tools", run: () => showHelp(app) },
    { id: "clear", text: "End the mode and clear the selection", key: "escape", run: () => clear(app) },
  );
  byId("help-close").addEventListener("click", () => (byId("help") as HTMLDialogElement).close());
  byId("canvas").addEventListener("keydown", (event) => (store.state.firstPerson ? walkKey(stage, event) : cameraKey(stage, event)));
}

function addViewMenu({ store, commands }: App, view: (name: string) => () => void): void {
  byId("tools").append(menuButton("Camera view", h("span", {}, "View ▾"), () => [
    ...VIEW_KEYS.map((name, i) => ({ text: VIEWS[name]![0], hint: String(i + 1), run: view(name) })),
    { text: "Fit the whole robot", hint: "0", run: () => commands.run("fit") }, "line", ...projections(store), ...meshChoices(store),
  ]));
}

function projections(store: Store): Choice[] {
  return [["Perspective", false], ["Parallel", true]].map(([text, orthographic]) => ({
    text: text as string, hint: "O", checked: () => store.state.orthographic === orthographic, run: () => store.change({ orthographic: orthographic as boolean }),
  }));
}

// Choices of how meshes are read, for robots on whose meshes URDF readers differ.
function meshChoices(store: Store): (Choice | "line")[] {
  const { robot } = store.state;
  const { colors, own, up } = robot ? switches(robot.data) : { colors: false, own: false, up: false };
  const choice = (text: string, field: "urdfColors" | "ownMaterials" | "gltfTurned", value: boolean): Choice => ({
    text, checked: () => store.state[field] === value, run: () => store.change({ [field]: value }, { undo: true }),
  });
  return [
    ...(colors ? ["line" as const, choice("Colors of the meshes", "urdfColors", false), choice("Colors of the URDF", "urdfColors", true)] : []),
    ...(own ? ["line" as const, choice("Materials as in ROS: the first of a name", "ownMaterials", false), choice("Materials of each visual's own", "ownMaterials", true)] : []),
    ...(up ? ["line" as const, choice("glTF as stored", "gltfTurned", false), choice("glTF turned from y-up", "gltfTurned", true)] : []),
  ];
}

// Saves the view with its labels: at twice the screen's resolution, or in a size for film or posters.
function addPictureMenu(app: App): void {
  const { stage } = app;
  const fixed = (width: number, height: number) => (): Size => ({ width, height, scale: Math.max(width / 1920, 1) });
  const sizes: [string, () => Size][] = [
    ["Twice the view", () => timesView(stage, 2)], ["As the view", () => timesView(stage, 1)], ["1920 × 1080", fixed(1920, 1080)], ["3840 × 2160", fixed(3840, 2160)], ["2048 × 2048", fixed(2048, 2048)],
  ];
  byId("tools").append(menuButton("Picture size", h("span", {}, "▾"), () => sizes.map(([text, size], i) => ({ text, ...(i === 0 ? { hint: "P" } : {}), run: () => void picture(app, size()) }))));
}

async function picture({ stage, robot }: App, size: Size): Promise<void> {
  if (!robot || stage.noWebGL) {
    toast("There is nothing to take a picture of.");
    return;
  }
  save(`${robot?.data.name || "robot"}.png`, await takePicture(stage, size));
}

// Fits the view to the selection, or to the whole robot.
export function focus(app: App): void {
  const { robot, selection } = app.store.state;
  const link = linkOf(robot, selection);
  app.stage.fit(undefined, robot && link !== undefined ? corners(robot.linkBounds(link)) : app.outline());
}

function clear({ store }: App): void {
  store.change({ mode: "orbit", selection: undefined, ...(store.state.mode === "measure" ? { measured: [] } : {}) });
  (document.activeElement as HTMLElement | null)?.blur();
}

function showHelp({ commands }: App): void {
  const rows: [string, string][] = [
    ...commands.keys(),
    ["H", "Show or hide the link chosen in the tree"],
    ["← ↑ → ↓", "Turn the camera, when the view has the focus"],
    ["+ −", "Zoom, likewise"],
    ["drag", "A link: move its joint; elsewhere: turn the camera"],
    ["right drag", "Shift the view; the wheel zooms"],
  ];
  byId("help-keys").replaceChildren(...rows.map(([key, text]) => h("div", {}, h("kbd", {}, key), h("span", {}, text))));
  (byId("help") as HTMLDialogElement).showModal();
}

function share({ store }: App): void {
  if (!store.state.robot) return;
  history.replaceState(null, "", `#${writeHash(store.state)}`);
  navigator.clipboard?.writeText(location.href).then(
    () => toast("The link is copied: it carries this pose and view."),
    () => toast("The address bar now carries this pose and view."),
  );
}

function walkKey(stage: Stage, event: KeyboardEvent): void {
  const angle = Math.PI / 24;
  const turn = { ArrowLeft: [angle, 0], ArrowRight: [-angle, 0], ArrowUp: [0, angle], ArrowDown: [0, -angle] }[event.key];
  const steps = { "+": 1, "=": 1, "-": -1 }[event.key];
  if (turn) lookAround(stage, turn[0]!, turn[1]!);
  else if (steps) walk(stage, steps);
  else return;
  event.preventDefault();
}

function cameraKey({ camera, controls }: Stage, event: KeyboardEvent): void {
  const around = new THREE.Spherical().setFromVector3(camera.position.clone().sub(controls.target));
  const step = Math.PI / 24;
  if (event.key === "ArrowLeft") around.theta -= step;
  else if (event.key === "ArrowRight") around.theta += step;
  else if (event.key === "ArrowUp") around.phi = Math.max(around.phi - step, 0.01);
  else if (event.key === "ArrowDown") around.phi = Math.min(around.phi + step, Math.PI - 0.01);
  else if (event.key === "+" || event.key === "=") around.radius /= 1.15;
  else if (event.key === "-") around.radius *= 1.15;
  else return;
  event.preventDefault();
  camera.position.copy(controls.target).add(new THREE.Vector3().setFromSpherical(around));
  controls.update();
}
