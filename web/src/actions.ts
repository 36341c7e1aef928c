// The page's own commands: overlays, camera, modes, poses, picture, link, help.
import * as THREE from "three";
import type { App } from "./app";
import { byId, download, h, toast } from "./dom";
import { move, randomPose, zeroPose } from "./pose";
import { writeHash } from "./share";
import { VIEWS, type Stage } from "./stage";
import { OVERLAY_NAMES, OVERLAYS, type ModeName } from "./state";

const VIEW_KEYS = ["iso", "front", "left", "top", "right", "back", "bottom"];

export function addCommands(app: App): void {
  const { store, stage, commands } = app;
  const overlay = (name: (typeof OVERLAY_NAMES)[number]) => () => store.change({ overlays: { ...store.state.overlays, [name]: !store.state.overlays[name] } });
  const mode = (name: ModeName) => () => store.change({ mode: store.state.mode === name ? "orbit" : name });
  const view = (name: string) => () => stage.fit(VIEWS[name]?.[1], app.robot?.bounds());

  commands.add(...OVERLAY_NAMES.map((name) => ({
    id: name, text: OVERLAYS[name][0], key: OVERLAYS[name][1], bar: "toggles" as const, run: overlay(name), pressed: ({ overlays }: { overlays: Record<string, boolean> }) => overlays[name]!,
  })));
  addViewMenu(view);
  commands.add(
    { id: "fit", text: "Fit the view", key: "f", bar: "tools", run: () => stage.fit(undefined, app.robot?.bounds()) },
    ...VIEW_KEYS.map((name, i) => ({ id: `view ${name}`, text: VIEWS[name]![0], key: String(i + 1), run: view(name) })),
    { id: "ik", text: "Inverse kinematics handle", key: "k", bar: "tools", run: mode("move"), pressed: (state) => state.mode === "move" },
    { id: "turn", text: "Move or turn by the handle", key: "e", run: () => store.change({ handle: store.state.handle === "rotate" ? "translate" : "rotate" }) },
    { id: "measure", text: "Measure a distance", key: "d", bar: "tools", run: mode("measure"), pressed: (state) => state.mode === "measure" },
    { id: "undo", text: "Undo", key: "ctrl+z", run: () => store.undo() },
    { id: "redo", text: "Redo", key: "ctrl+shift+z", run: () => store.redo() },
    { id: "reset", text: "Joints to zero", key: "r", run: () => app.robot && move(store, zeroPose(app.robot), { undo: true }) },
    { id: "random", text: "Random pose", key: "z", run: () => app.robot && move(store, randomPose(app.robot), { undo: true }) },
    { id: "camera", text: "Save a picture", key: "p", bar: "tools", run: () => download(`${app.robot?.data.name ?? "robot"}.png`, stage.screenshot()) },
    { id: "link", text: "Copy a link to this pose and view", key: "l", bar: "tools", run: () => share(app) },
    { id: "theme", text: "Dark or light", key: "b", bar: "tools", run: () => store.change({ dark: !store.state.dark }) },
    { id: "search", text: "Search the tree", key: "/", run: () => byId("search").focus() },
    { id: "play", text: "Play or pause the trajectory", key: " ", run: () => app.playback.toggle() },
    { id: "help", text: "Keys", key: "?", bar: "tools", run: () => showHelp(app) },
    { id: "clear", text: "End the mode and clear the selection", key: "escape", run: () => clear(app) },
  );
  byId("help-close").addEventListener("click", () => (byId("help") as HTMLDialogElement).close());
  byId("canvas").addEventListener("keydown", (event) => cameraKey(stage, event));
}

function addViewMenu(view: (name: string) => () => void): void {
  const views = h("select", { "aria-label": "camera view", onchange: () => view(views.value)() },
    ...Object.entries(VIEWS).map(([name, [label]]) => h("option", { value: name }, label)));
  byId("tools").append(views);
}

function clear({ store }: App): void {
  store.change({ mode: "orbit", selection: undefined });
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
