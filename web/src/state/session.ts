// Persistent state: preferences (theme, units) in the browser, the rest of the state in this tab, in the form of a
// shared link.
//
// An opened link is applied once: a reload restores the state as modified since.
import { recall, remember } from "../widgets/dom";
import { readHash, writeHash, type Shared } from "./share";
import { initialState, TABS, type Panels, type State } from "./state";
import type { Store } from "./store";

interface Kept {
  hash: string; // of the page's address
  state: string; // in the form of a link
  tab?: State["tab"]; // not included in links
  timeBar?: boolean;
}

// Returns the state in the address or in this tab for a robot's file.
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

// Returns the user's preferences in this browser.
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
    return undefined; // nothing stored, or a page from disk without storage
  }
}

function write(state: State): void {
  if (!state.robot) return;
  try {
    // a trajectory from a file is not stored, so its time bar is not restored either
    const kept: Kept = { hash: location.hash, state: writeHash(state), tab: state.tab, timeBar: state.timeBar && state.keyframes.length > 0 };
    sessionStorage.setItem(`limb.state.${state.robot.data.file}`, JSON.stringify(kept));
  } catch {
    // no storage: the page opens with its defaults
  }
}
