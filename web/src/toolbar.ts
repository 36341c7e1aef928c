// The bar at the top: what is shown, camera, tools; and the keys that do the same.
import { byId, h, icon } from "./dom";
import { VIEWS } from "./stage";
import { OVERLAYS, type Overlay, type Store } from "./store";

export interface Actions {
  view(name: string): void;
  fit(): void;
  screenshot(): void;
  share(): void;
  theme(): void;
  measure(): void;
  ik(): void;
  turn(): void;
  play(): void;
  help(): void;
  reset(): void;
  random(): void;
  search(): void;
  clear(): void;
}

const TOGGLES: Record<Overlay, [string, string]> = {
  visual: ["Visual", "v"],
  collision: ["Collision", "c"],
  frames: ["Frames", "a"],
  axes: ["Joint axes and limits", "x"],
  com: ["Centres of mass", "m"],
  inertia: ["Inertia boxes", "i"],
  names: ["Names", "n"],
  transparency: ["Transparent", "t"],
  grid: ["Grid", "g"],
};

const KEYS: [string, string, keyof Actions, string?][] = [
  ["f", "fit the view", "fit"],
  ["1", "three-quarter view", "view", "iso"],
  ["2", "front", "view", "front"],
  ["3", "left", "view", "left"],
  ["4", "top", "view", "top"],
  ["5", "right", "view", "right"],
  ["6", "back", "view", "back"],
  ["7", "bottom", "view", "bottom"],
  ["r", "reset the joints", "reset"],
  ["z", "random pose", "random"],
  ["k", "inverse kinematics at the selected link", "ik"],
  ["e", "move or turn by the handle", "turn"],
  ["d", "measure a distance", "measure"],
  ["p", "picture as PNG", "screenshot"],
  ["l", "copy a link with pose and camera", "share"],
  ["b", "dark or light", "theme"],
  ["/", "search the tree", "search"],
  [" ", "play or pause the trajectory", "play"],
  ["?", "this help", "help"],
  ["Escape", "clear the selection", "clear"],
];

const NAMED: Record<string, string> = { " ": "Space", Escape: "Esc" };

export function makeToolbar(store: Store, actions: Actions): void {
  const toggles = OVERLAYS.map((overlay) => {
    const [label, key] = TOGGLES[overlay];
    return tool(overlay, `${label} (${key.toUpperCase()})`, () => store.toggle(overlay), store.overlays[overlay]);
  });
  byId("toggles").append(...toggles);
  store.on("overlay", (overlay) => {
    toggles[OVERLAYS.indexOf(overlay)]?.setAttribute("aria-pressed", String(store.overlays[overlay]));
  });

  const views = h("select", { "aria-label": "camera view", onchange: () => actions.view(views.value) },
    ...Object.entries(VIEWS).map(([name, [label]]) => h("option", { value: name }, label)));
  byId("tools").append(
    views,
    tool("fit", "Fit the view (F)", actions.fit),
    tool("ik", "Inverse kinematics handle (K)", actions.ik, false),
    tool("measure", "Measure a distance (D)", actions.measure, false),
    tool("camera", "Save a picture (P)", actions.screenshot),
    tool("link", "Copy a link to this pose and view (L)", actions.share),
    tool("theme", "Dark or light (B)", actions.theme),
    tool("help", "Keys (?)", actions.help),
  );
  makeHelp();
  document.addEventListener("keydown", (event) => onKey(event, store, actions));
}

export function press(name: string, on: boolean): void {
  document.querySelector(`[data-tool="${name}"]`)?.setAttribute("aria-pressed", String(on));
}

function tool(name: string, label: string, run: () => void, pressed?: boolean): HTMLButtonElement {
  return h("button", { class: "tool", "data-tool": name, "aria-label": label, title: label, "aria-pressed": pressed === undefined ? undefined : String(pressed), onclick: run }, icon(name));
}

function makeHelp(): void {
  const rows: [string, string][] = [
    ...OVERLAYS.map((overlay): [string, string] => [TOGGLES[overlay][1].toUpperCase(), TOGGLES[overlay][0].toLowerCase()]),
    ...KEYS.map(([key, text]): [string, string] => [NAMED[key] ?? key.toUpperCase(), text]),
    ["H", "show or hide the link chosen in the tree"],
    ["← ↑ → ↓", "turn the camera, when the view has the focus"],
    ["+ −", "zoom, likewise"],
    ["drag", "a link: move its joint; elsewhere: turn the camera"],
    ["right drag", "shift the view; the wheel zooms"],
  ];
  byId("help-keys").append(...rows.map(([key, text]) => h("div", {}, h("kbd", {}, key), h("span", {}, text))));
}

function onKey(event: KeyboardEvent, store: Store, actions: Actions): void {
  const target = event.target as HTMLElement;
  const typing = target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type === "text") || target.id === "search";
  if (typing && event.key !== "Escape") return;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  // a focused button or checkbox keeps its own Space and Enter
  if (event.key === " " && target !== document.body && target.id !== "canvas") return;
  const overlay = OVERLAYS.find((name) => TOGGLES[name][1] === event.key.toLowerCase());
  const row = KEYS.find(([key]) => key === event.key || key === event.key.toLowerCase());
  if (overlay) store.toggle(overlay);
  else if (row) (actions[row[2]] as (argument?: string) => void)(row[3]);
  else return;
  event.preventDefault();
}
