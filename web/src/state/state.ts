// The page's state: everything that a user can change, and the robot.
//
// It is plain data (except for the robot), replaced and never modified in place, so that undo, reload and shared links
// work alike: they restore fields of it.
import type { Band, Touching } from "../analysis/collisions";
import type { Edited } from "../edit/document";
import type { RobotData, Vec3 } from "../robot/data";
import type { Keyframe } from "../robot/motion";
import type { Robot } from "../robot/robot";

export interface Selection {
  kind: "link" | "joint";
  name: string;
}

export interface Camera {
  position: Vec3; // in the scene, y up
  target: Vec3;
}

// A named camera.
export interface NamedView extends Camera {
  name: string;
  orthographic: boolean;
  fieldOfView: number; // degrees
}

// The camera moves with a link.
export interface Ride {
  link: string;
  turned: boolean; // and rotates with it
}

// A point fixed to a link.
export interface Anchor {
  link: string;
  at: Vec3; // in the link's frame
}

export type Pose = Readonly<Record<string, number>>; // independent coordinates by id; radians and meters

// Everything that can be drawn besides the robot itself: label, key, and whether it is on initially.
export const OVERLAYS = {
  visual: ["Visual", "v", true],
  collision: ["Collision", "c", false],
  frames: ["Frames", "a", false],
  axes: ["Joint axes and limits", "x", false],
  com: ["Centers of mass", "m", false],
  inertia: ["Inertia boxes", "i", false],
  names: ["Names", "n", false],
  transparency: ["Transparent", "t", false],
  grid: ["Grid", "g", true],
  balance: ["Balance: total center of mass and support", "s", false],
  ellipsoid: ["Manipulability of the selected link", "8", false],
  reach: ["Reach of the selected link", "9", false],
  touching: ["Links that touch", "u", true],
  clearance: ["Nearest distance between links", "q", false],
} as const satisfies Record<string, readonly [string, string, boolean]>;
export type Overlay = keyof typeof OVERLAYS;
export const OVERLAY_NAMES = Object.keys(OVERLAYS) as Overlay[];
export const NUMBER_OVERLAYS: readonly Overlay[] = ["balance", "ellipsoid", "reach", "touching", "clearance"]; // computed overlays, in a menu of their own

// Sizes in pixels; undefined sizes follow the content.
export interface Panels {
  left: number | undefined;
  right: number | undefined;
  details: number | undefined;
}

export const TABS = ["tree", "view", "findings"] as const; // tabs of the left panel
export type Tab = (typeof TABS)[number];

export type ModeName = "orbit" | "measure" | "move" | "edit";

export const FIELD_OF_VIEW = 34; // degrees, as in appearance.def

export interface State {
  data: RobotData | undefined; // from the latest load, even if its robot cannot be shown
  robot: Robot | undefined;
  edited: Edited | undefined; // the edited file; undefined: as loaded
  theirs: RobotData | undefined; // the file on disk, if it changed while there are unsaved edits
  pose: Pose; // complete: a value for every independent coordinate of the robot
  selection: Selection | undefined;
  hover: Selection | undefined;
  camera: Camera | undefined;
  orthographic: boolean; // parallel projection
  fieldOfView: number; // vertical, degrees
  firstPerson: boolean; // dragging rotates the camera in place, not around its target
  ride: Ride | undefined;
  views: readonly NamedView[]; // by name
  fixedLink: string | undefined; // stays at its initial pose while the others move; undefined: the root
  mode: ModeName;
  handle: "translate" | "rotate"; // motion of the handle in modes "move" and "edit"
  target: string; // target of the handle in mode "edit", if the selection has it
  overlays: Readonly<Record<Overlay, boolean>>;
  hiddenLinks: readonly string[];
  linkAlpha: Readonly<Record<string, number>>; // links with opacity below 1
  trails: readonly string[]; // links whose path is drawn
  frameSize: number; // relative to the default
  frameArrows: boolean; // draw an arrow from each frame to its parent
  hiddenFrames: readonly string[]; // links whose frame is not drawn
  keyframes: readonly Keyframe[]; // in time order
  timeBar: boolean; // time bar is visible
  measured: readonly Anchor[]; // pairs; the last point may be unpaired
  urdfColors: boolean; // a URDF color replaces the materials of a mesh
  ownMaterials: boolean; // a visual's own material definition takes precedence over the first one of that name
  gltfTurned: boolean; // glTF meshes are rotated from y-up to z-up
  linkOverlays: Readonly<Record<string, readonly Overlay[]>>; // overlays drawn for single links only
  touching: Touching | undefined; // in this pose; undefined: unknown or not requested
  bands: Readonly<Record<string, readonly Band[]>>; // ranges in which a coordinate causes contact, the others fixed
  falling: boolean; // the robot has been let go
  ghost: "none" | "other" | "previous"; // robot to compare with
  compactJoints: boolean; // sliders in rows of one line, in several columns if there is space
  degrees: boolean;
  ignoreLimits: boolean;
  dark: boolean;
  tab: Tab;
  panels: Panels;
}

export function initialState(): State {
  const overlays = Object.fromEntries(OVERLAY_NAMES.map((name) => [name, OVERLAYS[name][2]])) as Record<Overlay, boolean>;
  return {
    data: undefined, robot: undefined, edited: undefined, theirs: undefined, pose: {}, selection: undefined, hover: undefined, camera: undefined, orthographic: false, fieldOfView: FIELD_OF_VIEW, firstPerson: false, ride: undefined, views: [], fixedLink: undefined, mode: "orbit", handle: "translate", target: "origin",
    overlays, hiddenLinks: [], linkAlpha: {}, trails: [], frameSize: 1, frameArrows: true, hiddenFrames: [], keyframes: [], timeBar: false, measured: [], urdfColors: false, ownMaterials: false, gltfTurned: false, linkOverlays: {}, touching: undefined, bands: {}, falling: false, ghost: "none", compactJoints: false, degrees: true, ignoreLimits: false, dark: true, tab: "tree",
    panels: { left: undefined, right: undefined, details: undefined },
  };
}

// Compares by content; data and robot by identity.
export function sameValue(field: keyof State, a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (field === "data" || field === "robot" || field === "edited" || field === "theirs") return false;
  return sameContent(a, b);
}

function sameContent(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => key in b && sameContent((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}
