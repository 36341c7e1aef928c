// The analysis menu: torques on the sliders, balance, manipulability, reach, collision, and letting the robot fall.
import type { App } from "../app";
import { NUMBER_OVERLAYS, OVERLAYS, type Overlay } from "../state/state";
import { byId, h } from "../widgets/dom";
import { menuButton, type Choice } from "../widgets/menu";
import { BalanceView } from "./balance";
import { CapabilityView } from "./capability";
import { Collisions } from "./collisions";
import { Fall } from "./fall";
import { Torques } from "./torques";
import { TouchView } from "./touch-view";

export interface Numbers {
  balance: BalanceView;
  capability: CapabilityView;
  collisions: Collisions;
}

export function addNumbers(app: App): Numbers {
  const { store, stage, engine, commands } = app;
  new Torques(store);
  const balance = new BalanceView(store, stage);
  const capability = new CapabilityView(store, stage, engine);
  const collisions = new Collisions(store, engine, stage.shown);
  new TouchView(store, stage, collisions);
  const fall = new Fall(store);
  commands.add({ id: "fall", text: "Let go: the robot falls", key: "j", run: () => fall.toggle() });
  const toggle = (name: Overlay) => () => store.change({ overlays: { ...store.state.overlays, [name]: !store.state.overlays[name] } });
  byId("toggles").append(menuButton("Numbers", h("span", {}, "Numbers ▾"), () => [
    ...NUMBER_OVERLAYS.map((name) => ({
      text: OVERLAYS[name][0], hint: OVERLAYS[name][1].toUpperCase(), run: toggle(name), checked: () => store.state.overlays[name],
    })),
    "line" as const,
    { text: store.state.falling ? "Stop falling" : "Let go: the robot falls", hint: "J", run: () => fall.toggle(), checked: () => store.state.falling },
    ...comparisons(app),
  ]));
  addStop(store);
  return { balance, capability, collisions };
}

// Returns the robots available for comparison.
function comparisons({ store, loading }: App): Choice[] {
  const { data } = store.state;
  const compare = (which: "other" | "previous", text: string): Choice => ({
    text, run: () => store.change({ ghost: store.state.ghost === which ? "none" : which }), checked: () => store.state.ghost === which,
  });
  return [
    ...(data?.compare ? [compare("other", `Compare with ${data.compare.split("/").pop()}`)] : []),
    ...(loading.previous ? [compare("previous", "Compare with the version before")] : []),
  ];
}

// Adds the button that stops a fall, shown while the robot falls.
function addStop(store: App["store"]): void {
  const bar = h("div", { id: "fall-bar", role: "group", "aria-label": "the robot falls", hidden: true }, h("span", {}, "The robot falls."),
    h("button", { id: "fall-stop", class: "choice strong", onclick: () => store.change({ falling: false }) }, "Stop"));
  byId("bottom").insertBefore(bar, byId("playback"));
  store.on("falling", ({ falling }) => (bar.hidden = !falling));
}
