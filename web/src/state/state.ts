// The page's one state: everything that a user can change, and the robot it is about.
//
// It is plain data (but for the robot), replaced and never changed in place, so that undo, reload and a shared link are
// the same thing: fields of it put back.
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
  position: Vec3; // in the scene, which is y-up
  target: Vec3;
}

// A camera under a name.
export interface NamedView extends Camera {
  name: string;
  orthographic: boolean;
  fieldOfView: number; // degrees
}

// The camera moves with a link.
export interface Ride {
  link: string;
  turned: boolean; // and turns with it
}

// A point that stays on a link.
export interface Anchor {
  link: string;
  at: Vec3; // in the link's frame
}

export type Pose = Readonly<Record<string, number>>; // independent coordinates by id; radians and meters

// What can be drawn besides the robot itself: label, key and whether it is on at first.
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
export const NUMBER_OVERLAYS: readonly Overlay[] = ["balance", "ellipsoid", "reach", "touching", "clearance"]; // what is computed, in a menu of its own

// Sizes in pixels; those that are not given follow what they hold.
export interface Panels {
  left: number | undefined;
  right: number | undefined;
  details: number | undefined;
}

export const TABS = ["tree", "view", "findings"] as const; // of the left panel
export type Tab = (typeof TABS)[number];

export type ModeName = "orbit" | "measure" | "move" | "edit";

export const FIELD_OF_VIEW = 34; // degrees, as in appearance.def

export interface State {
  data: RobotData | undefined; // of the newest load, also when its robot cannot be shown
  robot: Robot | undefined;
  edited: Edited | undefined; // the file as it was edited; undefined: as it was loaded
  theirs: RobotData | undefined; // the file on disk, where it changed while there are unsaved edits
  pose: Pose; // complete: a value for every independent coordinate of the robot
  selection: Selection | undefined;
  hover: Selection | undefined;
  camera: Camera | undefined;
  orthographic: boolean; // lines of sight are parallel
  fieldOfView: number; // from bottom to top, degrees
  firstPerson: boolean; // dragging turns the camera where it is, not around its target
  ride: Ride | undefined;
  views: readonly NamedView[]; // by name
  fixedLink: string | undefined; // stays where it is in the first pose while the others move; undefined: the root
  mode: ModeName;
  handle: "translate" | "rotate"; // what the handle of modes "move" and "edit" does
  target: string; // what that of mode "edit" changes, where the selection has it
  overlays: Readonly<Record<Overlay, boolean>>;
  hiddenLinks: readonly string[];
  linkAlpha: Readonly<Record<string, number>>; // of links that are not drawn whole, below 1
  trails: readonly string[]; // links whose way is drawn
  frameSize: number; // times the usual
  frameArrows: boolean; // frames have an arrow to their parent
  hiddenFrames: readonly string[]; // not drawn where frames are
  keyframes: readonly Keyframe[]; // in the order of time
  timeBar: boolean; // is shown
  measured: readonly Anchor[]; // two by two; the last may be alone
  urdfColors: boolean; // a URDF color replaces the materials of a mesh
  ownMaterials: boolean; // a visual's own definition of a material counts before the first one of that name
  gltfTurned: boolean; // glTF meshes are turned from y-up to z-up
  linkOverlays: Readonly<Record<string, readonly Overlay[]>>; // what is drawn for single links only
  touching: Touching | undefined; // at this pose; undefined: not known, or not wanted
  bands: Readonly<Record<string, readonly Band[]>>; // where coordinates would touch, the others held
  falling: boolean; // the robot was let go
  ghost: "none" | "other" | "previous"; // what the robot is compared with
  compactJoints: boolean; // sliders in rows of one line, side by side where there is room
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

// Equal by content; data and robot are told apart by identity alone.
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
