// The state as a short text: for shared links, and kept across reloads of the page.
//
// #q=joint:value,...&cam=position,target&on=overlay,-overlay&sel=link:name&hide=link,...&m=link:x:y:z,...&limits=off&ortho=1
// and more, as
// docs/page.md lists it.
import type { Vec3 } from "../robot/data";
import { FIELD_OF_VIEW, initialState, OVERLAY_NAMES, OVERLAYS, type Anchor, type Overlay, type Pose, type Ride, type Selection, type State } from "./state";

export interface Shared {
  joints: Pose; // joints not listed are in the neutral pose
  patch: Partial<State>; // the rest
}

// The content of a link apart from the pose; a view file has the same.
export type ViewState = Pick<State, "camera" | "overlays" | "selection" | "hiddenLinks" | "measured" | "ignoreLimits" | "orthographic" | "fieldOfView" | "firstPerson" |
  "ride" | "fixedLink" | "linkAlpha" | "linkOverlays" | "trails" | "frameSize" | "frameArrows" | "hiddenFrames">;

export function writeHash(state: Partial<ViewState> & Pick<State, "robot" | "pose">): string {
  const { camera, selection, overlays, hiddenLinks, measured, ignoreLimits, orthographic, fieldOfView, firstPerson, ride, fixedLink, linkAlpha, linkOverlays, trails, frameSize, frameArrows, hiddenFrames } =
    { ...initialState(), ...state };
  const neutral = state.robot?.kinematics.neutral ?? {};
  const moved = Object.entries(state.pose).filter(([name, value]) => value !== (neutral[name] ?? 0));
  const parts = [`q=${pairs(moved)}`];
  const add = (key: string, text: string) => text && parts.push(`${key}=${text}`);
  if (camera) add("cam", [...camera.position, ...camera.target].map((value) => Number(value.toFixed(5))).join(","));
  add("on", OVERLAY_NAMES.filter((name) => overlays[name] !== OVERLAYS[name][2]).map((name) => (overlays[name] ? name : `-${name}`)).join(","));
  if (selection) add("sel", `${selection.kind}:${encodeURIComponent(selection.name)}`);
  add("hide", names(hiddenLinks));
  add("m", measured.map(({ link, at }) => [encodeURIComponent(link), ...at.map((value) => Number(value.toFixed(6)))].join(":")).join(","));
  add("alpha", pairs(Object.entries(linkAlpha)));
  add("draw", Object.entries(linkOverlays).filter(([, kinds]) => kinds.length > 0).map(([link, kinds]) => `${encodeURIComponent(link)}:${kinds.join("+")}`).join(","));
  add("trail", names(trails));
  add("fix", encodeURIComponent(fixedLink ?? ""));
  if (ride) add("ride", `${encodeURIComponent(ride.link)}${ride.turned ? ":turned" : ""}`);
  if (fieldOfView !== FIELD_OF_VIEW) add("fov", String(fieldOfView));
  if (frameSize !== 1) add("size", String(frameSize));
  if (!frameArrows) add("arrows", "off");
  add("noframe", names(hiddenFrames));
  if (firstPerson) add("person", "1");
  if (ignoreLimits) add("limits", "off");
  if (orthographic) add("ortho", "1");
  return parts.join("&");
}

const KEYS = ["q", "cam", "on", "sel", "hide", "m", "alpha", "draw", "trail", "fix", "ride", "fov", "size", "arrows", "noframe", "person", "limits", "ortho"];

export function readHash(hash: string): Shared | undefined {
  const parts = new Map(hash.replace(/^#/, "").split("&").map((part) => {
    const [key = "", value = ""] = part.split("=", 2);
    return [key, value] as const;
  }));
  if (![...parts.keys()].some((key) => KEYS.includes(key))) return undefined;
  const part = (key: string) => parts.get(key) ?? "";
  const linkOverlays = list(part("draw")).map((word) => word.split(":", 2)).map(([link = "", kinds = ""]) => [decoded(link), kinds.split("+").filter(isOverlay)] as const);
  const patch: Partial<State> = {
    overlays: readOverlays(part("on")), selection: readSelection(part("sel")),
    hiddenLinks: list(part("hide")).map(decoded), measured: readAnchors(part("m")), ignoreLimits: part("limits") === "off",
    orthographic: part("ortho") === "1", firstPerson: part("person") === "1", fieldOfView: between(part("fov"), 1, 170) ?? FIELD_OF_VIEW,
    linkAlpha: readPairs(part("alpha")), linkOverlays: Object.fromEntries(linkOverlays), trails: list(part("trail")).map(decoded),
    fixedLink: decoded(part("fix")) || undefined, ride: readRide(part("ride")),
    frameSize: between(part("size"), 0.05, 20) ?? 1, frameArrows: part("arrows") !== "off", hiddenFrames: list(part("noframe")).map(decoded),
  };
  const numbers = part("cam").split(",").map(Number);
  if (numbers.length === 6 && numbers.every(Number.isFinite)) {
    patch.camera = { position: numbers.slice(0, 3) as Vec3, target: numbers.slice(3) as Vec3 };
  }
  return { joints: readPairs(part("q")), patch };
}

function pairs(entries: readonly (readonly [string, number])[]): string {
  return entries.map(([name, value]) => `${encodeURIComponent(name)}:${Number(value.toFixed(6))}`).join(",");
}

function readPairs(text: string): Record<string, number> {
  const values: Record<string, number> = {};
  for (const pair of text.split(",")) {
    const colon = pair.lastIndexOf(":");
    const value = Number(pair.slice(colon + 1));
    if (colon > 0 && Number.isFinite(value)) values[decoded(pair.slice(0, colon))] = value;
  }
  return values;
}

function names(links: readonly string[]): string {
  return links.map(encodeURIComponent).join(",");
}

function isOverlay(name: string): name is Overlay {
  return OVERLAY_NAMES.includes(name as Overlay);
}

function readOverlays(text: string): Record<Overlay, boolean> {
  const overlays = { ...initialState().overlays };
  for (const word of list(text)) {
    const name = word.replace(/^-/, "");
    if (isOverlay(name)) overlays[name] = !word.startsWith("-");
  }
  return overlays;
}

function readSelection(text: string): Selection | undefined {
  const [kind, name] = text.split(":", 2);
  return (kind === "link" || kind === "joint") && name ? { kind, name: decoded(name) } : undefined;
}

function readRide(text: string): Ride | undefined {
  const [link = "", turned] = text.split(":", 2);
  return link ? { link: decoded(link), turned: turned === "turned" } : undefined;
}

function readAnchors(text: string): Anchor[] {
  return list(text).flatMap((word) => {
    const [link = "", ...rest] = word.split(":");
    const at = rest.map(Number);
    return at.length === 3 && at.every(Number.isFinite) ? [{ link: decoded(link), at: at as Vec3 }] : [];
  });
}

function between(text: string, low: number, high: number): number | undefined {
  const value = Number(text);
  return text !== "" && value >= low && value <= high ? value : undefined;
}

function list(text: string): string[] {
  return text.split(",").filter(Boolean);
}

// A name that this page did not encode stays unchanged.
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
