// What outlives the page: taste (theme, units) in the browser, the rest of the state in this tab, as a shared link has it.
//
// A link that was opened counts once: on reload comes what was made of it.
import { recall, remember } from "../widgets/dom";
import { readHash, writeHash, type Shared } from "./share";
import { initialState, TABS, type Panels, type State } from "./state";
import type { Store } from "./store";

interface Kept {
  hash: string; // of the address
  state: string; // as a link has it
  tab?: State["tab"]; // what a link does not carry
  timeBar?: boolean;
}

// The state that the address or this tab carries for a robot's file.
export function restore(file: string): Shared | undefined {
  const { hash } = location;
  const kept = read(file);
  if (!kept || (kept.hash !== hash && readHash(hash))) return readHash(hash);
  const shared = readHash(kept.state);
  return shared && { joints: shared.joints, patch: { ...shared.patch, tab: TABS.find((one) => one === kept.tab) ?? "tree", timeBar: kept.timeBar === true } };
}

export function keepOverReload(store: Store): void {
  store.on("dark", ({ dark }) => remember("theme", dark ? "dark" : "light"));
  store.on("panels", ({ panels }) => remember("panels", JSON.stringify(panels)));
  store.on("compactJoints", ({ compactJoints }) => remember("sliders", compactJoints ? "compact" : "usual"));
  store.on("degrees", ({ degrees }) => remember("units", degrees ? "deg" : "rad"));
  addEventListener("pagehide", () => write(store.state));
}

// What this browser's user prefers.
export function taste(): Partial<State> {
  const theme = recall("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  return { dark: theme === "dark", degrees: recall("units") !== "rad", compactJoints: recall("sliders") === "compact", panels: { ...initialState().panels, ...keptPanels() } };
}

function keptPanels(): Partial<Panels> {
  try {
    const kept = JSON.parse(recall("panels") ?? "{}") as Record<string, unknown>;
    return Object.fromEntries(Object.entries(kept).filter(([, size]) => typeof size === "number" && size > 0));
  } catch {
    return {};
  }
}

function read(file: string): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(`limb.state.${file}`) ?? "") as Kept;
  } catch {
    return undefined; // nothing kept, or a page from disk without storage
  }
}

function write(state: State): void {
  if (!state.robot) return;
  try {
    // a trajectory from a file is gone with the page, and its time bar with it
    const kept: Kept = { hash: location.hash, state: writeHash(state), tab: state.tab, timeBar: state.timeBar && state.keyframes.length > 0 };
    sessionStorage.setItem(`limb.state.${state.robot.data.file}`, JSON.stringify(kept));
  } catch {
    // no storage: the page opens as at first
  }
}
