// Panel edges that can be dragged or moved by arrow keys; a double click restores the default size.
import { initialState, type Panels } from "../state/state";
import type { Store } from "../state/store";
import { byId, h } from "./dom";

interface Edge {
  panel: keyof Panels;
  label: string;
  sign: 1 | -1; // sign of the panel's size relative to the pointer's motion
  min: number;
  max(): number;
}

const STEP = 16; // pixels per arrow key

const EDGES: Edge[] = [
  { panel: "left", label: "width of the left panel", sign: 1, min: 180, max: () => innerWidth * 0.4 },
  { panel: "right", label: "width of the right panel", sign: -1, min: 280, max: () => innerWidth * 0.45 },
  { panel: "details", label: "height of the details", sign: -1, min: 80, max: () => innerHeight * 0.7 },
];

export function addEdges(store: Store): void {
  const bars = EDGES.map((edge) => makeBar(store, edge));
  byId("view").append(bars[0]!, bars[1]!);
  byId("inspector-panel").before(bars[2]!);
  const show = () => EDGES.forEach(({ panel, min, max }, i) => {
    const size = store.state.panels[panel];
    // the details panel fits its content until a height is set
    if (size === undefined) document.body.style.removeProperty(`--${panel}`);
    else document.body.style.setProperty(`--${panel}`, `${size}px`);
    document.body.classList.toggle(`sized-${panel}`, size !== undefined);
    bars[i]!.setAttribute("aria-valuemin", String(min));
    bars[i]!.setAttribute("aria-valuemax", String(Math.round(max())));
    bars[i]!.setAttribute("aria-valuenow", String(Math.round(size ?? measured(panel))));
  });
  store.on("panels", show);
  show();
}

function makeBar(store: Store, { panel, label, sign, min, max }: Edge): HTMLElement {
  const across = panel === "details";
  const resize = (size: number) => store.change({ panels: { ...store.state.panels, [panel]: Math.round(Math.min(Math.max(size, min), max())) } });
  const bar = h("div", { class: `resize ${panel}`, role: "separator", tabindex: 0, "aria-orientation": across ? "horizontal" : "vertical", "aria-label": label, title: "drag, or press arrows; double click: usual size" });
  bar.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    bar.setPointerCapture(event.pointerId);
    const start = across ? event.clientY : event.clientX;
    const size = measured(panel);
    const move = (now: PointerEvent) => resize(size + sign * ((across ? now.clientY : now.clientX) - start));
    bar.addEventListener("pointermove", move);
    bar.addEventListener("lostpointercapture", () => bar.removeEventListener("pointermove", move), { once: true });
  });
  bar.addEventListener("dblclick", () => store.change({ panels: { ...store.state.panels, [panel]: initialState().panels[panel] } }));
  bar.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (way === undefined || (event.key === "ArrowUp" || event.key === "ArrowDown") !== across) return;
    event.preventDefault();
    event.stopPropagation();
    resize(measured(panel) + sign * way * STEP);
  });
  return bar;
}

function measured(panel: keyof Panels): number {
  const area = byId(panel === "details" ? "inspector-panel" : panel).getBoundingClientRect();
  return panel === "details" ? area.height : area.width;
}
