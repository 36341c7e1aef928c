// The state as a short text: in a link that is passed on, and kept over a reload of the page.
//
// #q=joint:value,...&cam=position,target&on=overlay,-overlay&sel=link:name&hide=link,...&m=link:x:y:z,...&limits=off&ortho=1
import type { Vec3 } from "../robot/data";
import { initialState, OVERLAY_NAMES, OVERLAYS, type Anchor, type Overlay, type Pose, type Selection, type State } from "./state";

export interface Shared {
  joints: Pose; // those that are not named are in the neutral pose
  patch: Partial<State>; // the rest
}

export function writeHash(state: Pick<State, "robot" | "pose" | "camera" | "overlays" | "selection" | "hiddenLinks" | "measured" | "ignoreLimits" | "orthographic">): string {
  const neutral = state.robot?.kinematics.neutral ?? {};
  const moved = Object.entries(state.pose).filter(([name, value]) => value !== (neutral[name] ?? 0));
  const parts = [`q=${moved.map(([name, value]) => `${encodeURIComponent(name)}:${Number(value.toFixed(6))}`).join(",")}`];
  const { camera, selection } = state;
  if (camera) parts.push(`cam=${[...camera.position, ...camera.target].map((value) => Number(value.toFixed(5))).join(",")}`);
  const changed = OVERLAY_NAMES.filter((name) => state.overlays[name] !== OVERLAYS[name][2]);
  if (changed.length > 0) parts.push(`on=${changed.map((name) => (state.overlays[name] ? name : `-${name}`)).join(",")}`);
  if (selection) parts.push(`sel=${selection.kind}:${encodeURIComponent(selection.name)}`);
  if (state.hiddenLinks.length > 0) parts.push(`hide=${state.hiddenLinks.map(encodeURIComponent).join(",")}`);
  if (state.measured.length > 0) {
    parts.push(`m=${state.measured.map(({ link, at }) => [encodeURIComponent(link), ...at.map((value) => Number(value.toFixed(6)))].join(":")).join(",")}`);
  }
  if (state.ignoreLimits) parts.push("limits=off");
  if (state.orthographic) parts.push("ortho=1");
  return parts.join("&");
}

const KEYS = ["q", "cam", "on", "sel", "hide", "m", "limits", "ortho"];

export function readHash(hash: string): Shared | undefined {
  const parts = new Map(hash.replace(/^#/, "").split("&").map((part) => {
    const [key = "", value = ""] = part.split("=", 2);
    return [key, value] as const;
  }));
  if (![...parts.keys()].some((key) => KEYS.includes(key))) return undefined;
  const joints: Record<string, number> = {};
  for (const pair of (parts.get("q") ?? "").split(",")) {
    const colon = pair.lastIndexOf(":");
    const value = Number(pair.slice(colon + 1));
    if (colon > 0 && Number.isFinite(value)) joints[decoded(pair.slice(0, colon))] = value;
  }
  const patch: Partial<State> = {
    overlays: readOverlays(parts.get("on") ?? ""), selection: readSelection(parts.get("sel") ?? ""),
    hiddenLinks: list(parts.get("hide") ?? "").map(decoded), measured: readAnchors(parts.get("m") ?? ""), ignoreLimits: parts.get("limits") === "off",
    orthographic: parts.get("ortho") === "1",
  };
  const numbers = (parts.get("cam") ?? "").split(",").map(Number);
  if (numbers.length === 6 && numbers.every(Number.isFinite)) {
    patch.camera = { position: numbers.slice(0, 3) as Vec3, target: numbers.slice(3) as Vec3 };
  }
  return { joints, patch };
}

function readOverlays(text: string): Record<Overlay, boolean> {
  const overlays = { ...initialState().overlays };
  for (const word of list(text)) {
    const name = word.replace(/^-/, "") as Overlay;
    if (OVERLAY_NAMES.includes(name)) overlays[name] = !word.startsWith("-");
  }
  return overlays;
}

function readSelection(text: string): Selection | undefined {
  const [kind, name] = text.split(":", 2);
  return (kind === "link" || kind === "joint") && name ? { kind, name: decoded(name) } : undefined;
}

function readAnchors(text: string): Anchor[] {
  return list(text).flatMap((word) => {
    const [link = "", ...rest] = word.split(":");
    const at = rest.map(Number);
    return at.length === 3 && at.every(Number.isFinite) ? [{ link: decoded(link), at: at as Vec3 }] : [];
  });
}

function list(text: string): string[] {
  return text.split(",").filter(Boolean);
}

// A name that was not encoded by us stays as it is.
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
