// A view as a file next to the robot's: arm.limb-view.json. Lengths are in meters, angles in radians except for the
// field of view, positions in the view's world with z up. Missing fields have their default.
import type { Vec3 } from "../robot/data";
import type { Shared } from "./share";
import { FIELD_OF_VIEW, initialState, OVERLAY_NAMES, type NamedView, type Overlay, type Pose, type Selection, type State } from "./state";

const VERSION = 1;

export interface ViewFile {
  shared: Shared;
  poses: Record<string, Pose>;
}

interface FileCamera {
  position: Vec3;
  target: Vec3;
  orthographic?: boolean;
  field_of_view?: number;
}

interface FileLink {
  hidden?: boolean;
  alpha?: number;
  trail?: boolean;
  frame?: boolean; // false: not drawn
  draw?: readonly string[];
}

export function writeView(state: State, poses: Readonly<Record<string, Pose>>): string {
  const neutral = state.robot?.kinematics.neutral ?? {};
  const { camera, overlays, selection, ride } = state;
  const content = {
    limb_view: VERSION,
    camera: camera && fileCamera({ ...camera, orthographic: state.orthographic, fieldOfView: state.fieldOfView }),
    first_person: state.firstPerson || undefined,
    fixed_frame: state.fixedLink,
    follow: ride && { link: ride.link, turned: ride.turned },
    overlays,
    frames: { size: state.frameSize, arrows: state.frameArrows },
    ignore_limits: state.ignoreLimits || undefined,
    selection: selection && `${selection.kind}/${selection.name}`,
    links: nonEmpty(Object.fromEntries((state.robot?.data.links ?? []).map(({ name }) => [name, fileLink(state, name)] as const).filter(([, link]) => link))),
    joints: Object.fromEntries(Object.entries(state.pose).filter(([name, value]) => value !== (neutral[name] ?? 0))),
    views: nonEmpty(Object.fromEntries(state.views.map((view) => [view.name, fileCamera(view)]))),
    poses: nonEmpty(poses),
  };
  return `${lines(content, 0)}\n`;
}

// Returns the view, or a sentence with the reason why it is invalid.
export function readView(content: unknown): ViewFile | string {
  if (!isObject(content) || content["limb_view"] === undefined) return "it is not a view of limb";
  if (content["limb_view"] !== VERSION) return `its limb_view is ${JSON.stringify(content["limb_view"])}; this page reads ${VERSION}`;
  const first = initialState();
  const links = Object.entries(object(content["links"])).map(([name, link]) => [name, object(link) as FileLink] as const);
  const chosen = (wanted: (link: FileLink) => boolean | undefined) => links.filter(([, link]) => wanted(link) === true).map(([name]) => name);
  const follow = object(content["follow"]);
  const frames = object(content["frames"]);
  const camera = readCamera(content["camera"]);
  const patch: Partial<State> = {
    ...(camera ? { camera: { position: camera.position, target: camera.target } } : {}),
    orthographic: camera?.orthographic ?? false, fieldOfView: camera?.fieldOfView ?? FIELD_OF_VIEW, firstPerson: content["first_person"] === true,
    fixedLink: text(content["fixed_frame"]), ride: text(follow["link"]) === undefined ? undefined : { link: text(follow["link"])!, turned: follow["turned"] === true },
    overlays: { ...first.overlays, ...Object.fromEntries(Object.entries(object(content["overlays"])).filter(([name, on]) => OVERLAY_NAMES.includes(name as Overlay) && typeof on === "boolean")) },
    frameSize: number(frames["size"], 0.05, 20) ?? 1, frameArrows: frames["arrows"] !== false,
    ignoreLimits: content["ignore_limits"] === true, selection: readSelection(text(content["selection"]) ?? ""),
    hiddenLinks: chosen(({ hidden }) => hidden), trails: chosen(({ trail }) => trail), hiddenFrames: chosen(({ frame }) => frame === false),
    linkAlpha: Object.fromEntries(links.flatMap(([name, { alpha }]) => { const value = number(alpha, 0, 1); return value === undefined ? [] : [[name, value]]; })),
    linkOverlays: Object.fromEntries(links.filter(([, { draw }]) => Array.isArray(draw)).map(([name, { draw }]) => [name, OVERLAY_NAMES.filter((kind) => draw!.includes(kind))])),
    views: Object.entries(object(content["views"])).flatMap(([name, view]) => { const read = readCamera(view); return read ? [{ ...read, name }] : []; }),
  };
  return { shared: { joints: pose(content["joints"]), patch }, poses: Object.fromEntries(Object.entries(object(content["poses"])).map(([name, values]) => [name, pose(values)])) };
}

// Returns the name of the view file: arm.limb-view.json for arm.urdf.
export function viewFileName(robotFile: string): string {
  return `${(robotFile.split("/").pop() ?? "robot").replace(/(\.urdf)?\.xacro$|\.urdf$|\.xml$/, "")}.limb-view.json`;
}

// Converts from the scene, where y is up, and back.
export function toZUp([x, y, z]: Vec3): Vec3 {
  return [x, 0 - z, y];
}

export function fromZUp([x, y, z]: Vec3): Vec3 {
  return [x, z, 0 - y];
}

function fileCamera({ position, target, orthographic, fieldOfView }: Omit<NamedView, "name">): FileCamera {
  const rounded = (point: Vec3) => toZUp(point).map((part) => Number(part.toFixed(5))) as Vec3;
  return {
    position: rounded(position), target: rounded(target), ...(orthographic ? { orthographic } : {}), ...(fieldOfView !== FIELD_OF_VIEW ? { field_of_view: fieldOfView } : {}),
  };
}

function readCamera(content: unknown): Omit<NamedView, "name"> | undefined {
  const { position, target, orthographic, field_of_view } = object(content);
  if (!isPoint(position) || !isPoint(target)) return undefined;
  return { position: fromZUp(position), target: fromZUp(target), orthographic: orthographic === true, fieldOfView: number(field_of_view, 1, 170) ?? FIELD_OF_VIEW };
}

function fileLink({ hiddenLinks, linkAlpha, trails, hiddenFrames, linkOverlays }: State, name: string): FileLink | undefined {
  const draw = linkOverlays[name] ?? [];
  return nonEmpty({
    ...(hiddenLinks.includes(name) ? { hidden: true } : {}), ...(linkAlpha[name] !== undefined ? { alpha: linkAlpha[name] } : {}), ...(trails.includes(name) ? { trail: true } : {}),
    ...(hiddenFrames.includes(name) ? { frame: false } : {}), ...(draw.length > 0 ? { draw } : {}),
  });
}

function readSelection(path: string): Selection | undefined {
  const slash = path.indexOf("/");
  const kind = path.slice(0, slash);
  return (kind === "link" || kind === "joint") && path.length > slash + 1 ? { kind, name: path.slice(slash + 1) } : undefined;
}

// Writes JSON with its objects expanded to the second level, so that a change affects one line.
function lines(value: unknown, depth: number): string {
  if (Array.isArray(value)) return `[${value.map((one) => lines(one, depth + 1)).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  if (depth > 1) return `{${Object.entries(value).filter(([, one]) => one !== undefined).map(([key, one]) => `${JSON.stringify(key)}: ${lines(one, depth + 1)}`).join(", ")}}`;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  const space = "  ".repeat(depth + 1);
  return entries.length === 0 ? "{}" : `{\n${entries.map(([key, one]) => `${space}${JSON.stringify(key)}: ${lines(one, depth + 1)}`).join(",\n")}\n${"  ".repeat(depth)}}`;
}

function nonEmpty<T extends object>(content: T): T | undefined {
  return Object.keys(content).length > 0 ? content : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function object(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function pose(value: unknown): Pose {
  return Object.fromEntries(Object.entries(object(value)).filter((pair): pair is [string, number] => Number.isFinite(pair[1])));
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function number(value: unknown, low: number, high: number): number | undefined {
  return typeof value === "number" && value >= low && value <= high ? value : undefined;
}

function isPoint(value: unknown): value is Vec3 {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
}
