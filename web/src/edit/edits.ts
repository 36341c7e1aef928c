// Edits of a robot's file, requested by the page and applied by the engine's worker: each changes only the bytes
// concerned.
import type { Robot as EngineRobot } from "../../engine/src/index.js";

// A path below a link or joint: ["visual", 1] is its second visual, "origin" the first origin.
export type Step = string | readonly [tag: string, index: number];

export type Edit =
  // Sets attributes of one element, which is created if it is absent; null removes an attribute.
  | { kind: "set"; of: "link" | "joint"; name: string; path: readonly Step[]; attributes: Readonly<Record<string, string | null>> }
  | { kind: "rename"; of: "link" | "joint"; name: string; to: string }
  // Sets the color of a visual: in the material it uses, wherever that is defined, or in a new one.
  | { kind: "color"; link: string; visual: number; rgba: string; material: string | null; own: boolean }
  // Replaces bytes, as in a finding's fix.
  | { kind: "fix"; parts: readonly { offset: number; size: number; text: string }[] }
  // Applies every fix that is certain.
  | { kind: "all fixes" }
  // Restores a previously edited text, with a new scene if the current one does not match.
  | { kind: "text"; text: string; scene?: boolean };

// Applies an edit. Throws the engine's message if it is invalid or would make the file unreadable.
export function makeEdit(robot: EngineRobot, edit: Exclude<Edit, { kind: "fix" | "all fixes" | "text" }>): void {
  if (edit.kind === "rename") {
    if (edit.of === "link") robot.renameLink(edit.name, edit.to);
    else robot.renameJoint(edit.name, edit.to);
  } else if (edit.kind === "set") {
    setAttributes(robot, edit.of, edit.name, edit.path, edit.attributes);
  } else {
    setColor(robot, edit);
  }
}

// Returns the text with the parts of a fix applied; they do not overlap.
export function applyParts(text: Uint8Array, parts: readonly { offset: number; size: number; text: string }[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const part of [...parts].sort((a, b) => a.offset - b.offset)) {
    pieces.push(text.subarray(at, part.offset), new TextEncoder().encode(part.text));
    at = part.offset + part.size;
  }
  pieces.push(text.subarray(at));
  const out = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let size = 0;
  for (const piece of pieces) {
    out.set(piece, size);
    size += piece.length;
  }
  return out;
}

function find(robot: EngineRobot, of: "robot" | "link" | "joint", name: string, path: readonly Step[]): number {
  let node = robot.node(of, name);
  for (const step of path) {
    const [tag, index] = typeof step === "string" ? [step, 0] : step;
    node = robot.childNode(node, tag);
    for (let i = 0; i < index; i++) node = robot.nextNode(node, tag);
  }
  return node;
}

function setAttributes(robot: EngineRobot, of: "link" | "joint", name: string, path: readonly Step[], attributes: Readonly<Record<string, string | null>>): void {
  const [entries, last] = [Object.entries(attributes), path[path.length - 1]];
  if (find(robot, of, name, path) < 0 && last !== undefined) {
    const parent = find(robot, of, name, path.slice(0, -1));
    if (parent < 0) throw new Error(`the file has no <${tagOf(path[path.length - 2])}> to put it in`);
    const written = entries.filter((entry): entry is [string, string] => entry[1] !== null).map(([key, value]) => ` ${key}="${escape(value)}"`);
    robot.add(parent, `<${tagOf(last)}${written.join("")}/>`);
    return;
  }
  // every edit renumbers the nodes
  for (const [key, value] of entries) robot.setAttribute(find(robot, of, name, path), key, value ?? undefined);
}

function setColor(robot: EngineRobot, { link, visual, rgba, material, own: ownFirst }: Extract<Edit, { kind: "color" }>): void {
  const path: Step[] = [["visual", visual]];
  const own = find(robot, "link", link, [...path, "material"]);
  if (own < 0) {
    const name = `${link}_color${visual > 0 ? `_${visual + 1}` : ""}`;
    robot.add(find(robot, "link", link, path), `<material name="${escape(name)}"><color rgba="${rgba}"/></material>`);
    return;
  }
  const here = robot.childNode(own, "color");
  // the first definition of its name: among the robot-level materials, or in a visual
  const defined = here >= 0 && (ownFirst || !material) ? here : definition(robot, material ?? "");
  if (defined >= 0) robot.setAttribute(defined, "rgba", rgba);
  else robot.add(own, `<color rgba="${rgba}"/>`);
}

function definition(robot: EngineRobot, material: string): number {
  const node = robot.findNode(`material/${material}/color`);
  if (node >= 0) return node;
  for (const link of robot.linkNames) {
    for (let visual = robot.node("link", link, "visual"); visual >= 0; visual = robot.nextNode(visual, "visual")) {
      const own = robot.childNode(visual, "material");
      const color = own < 0 ? -1 : robot.childNode(own, "color");
      if (color >= 0 && robot.attribute(own, "name") === material) return color;
    }
  }
  return -1;
}

function tagOf(step: Step | undefined): string {
  return step === undefined ? "" : typeof step === "string" ? step : step[0];
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
