// Compares two texts of a robot: shows the other one as a ghost in the same pose, where it differs, with a list of
// semantic changes.
//
// The other text is the second file of `limb view NEW OTHER`, or the file before its last save.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import type { Change } from "../../engine/src/index.js";
import type { Engine } from "../engine/engine";
import type { Opened, RobotData, Vec3 } from "../robot/data";
import { Robot } from "../robot/robot";
import { Support } from "../robot/support";
import type { State } from "../state/state";
import type { Store } from "../state/store";
import { byId, h } from "../widgets/dom";
import { plural } from "../widgets/format";
import type { Stage } from "./stage";

const SAME = 0x60a5fa, CHANGED = 0xff8a00, REMOVED = 0xe5383b;
const MAX_ROWS = 12;
const NEAR = 1e-6; // difference in meters and matrix entries below which a link's ghost is hidden

export class GhostView {
  changes: readonly Change[] = [];
  private ghost: Robot | undefined;
  private support: Support | undefined; // of the ghost
  private colors = new Map<string, number>(); // by link of the ghost
  private turn = 0;
  private readonly list = h("div", { id: "compare", role: "region", "aria-label": "what differs", hidden: true });

  // other returns the robot that the state names; came is called when it is in the view.
  constructor(
    private readonly store: Store, private readonly stage: Stage, private readonly engine: Engine,
    private readonly other: (which: State["ghost"]) => Promise<Opened | undefined>, private readonly came: () => void,
  ) {
    byId("view").append(this.list);
    store.on(["ghost", "robot"], (state, before) => {
      if (state.ghost !== before.ghost || (state.ghost !== "none" && state.robot !== before.robot)) void this.show(state);
    });
    store.on(["pose", "hiddenLinks", "fixedLink"], () => this.pose());
  }

  get shown(): boolean {
    return this.ghost !== undefined;
  }

  // Returns the extreme points of the ghost in its pose, in the scene.
  outline(): Vec3[] {
    return this.support?.points() ?? [];
  }

  // Called when the other file changed on disk.
  refresh(): void {
    if (this.store.state.ghost === "other") void this.show(this.store.state);
  }

  private async show({ ghost: which, robot }: State): Promise<void> {
    const turn = ++this.turn;
    const opened = which === "none" || !robot ? undefined : await this.other(which);
    if (!opened || !robot) {
      if (turn === this.turn) this.clear();
      return;
    }
    const [changes, gltf, kinematics] = await Promise.all([
      this.engine.changes(opened.data, robot.data), new GLTFLoader().parseAsync(opened.glb, ""), this.engine.kinematics(opened.data),
    ]);
    const next = new Robot(opened.data, gltf.scene, kinematics);
    if (turn !== this.turn || this.store.state.robot !== robot) {
      next.dispose();
      return;
    }
    this.clear();
    this.ghost = next;
    this.changes = changes;
    this.colors = colorsOf(changes, opened.data, robot.data);
    this.paint(next);
    this.stage.scene.add(next.scene);
    this.pose();
    this.support = new Support(next.links.values());
    this.showList(opened.data);
    this.came();
  }

  private clear(): void {
    this.ghost?.dispose();
    this.ghost = undefined;
    this.support = undefined;
    this.changes = [];
    this.list.hidden = true;
    this.stage.moved();
  }

  private paint(ghost: Robot): void {
    for (const { data, visual, collision } of ghost.links.values()) {
      if (collision) collision.visible = false;
      const color = this.colors.get(data.name) ?? SAME;
      const material = new THREE.MeshBasicMaterial({ color, transparent: true, opacity: color === SAME ? 0.16 : 0.34, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -1 });
      visual?.traverse((mesh) => {
        if (!(mesh instanceof THREE.Mesh)) return;
        (mesh.material as THREE.Material).dispose();
        mesh.material = material;
        mesh.renderOrder = 5;
      });
    }
  }

  // Applies the same joint values; hides unchanged links that coincide with the robot's.
  private pose(): void {
    const { ghost, store: { state } } = this;
    if (!ghost || !state.robot) return;
    ghost.hold(state.fixedLink);
    ghost.setMany(state.pose, true);
    for (const { data, node } of ghost.links.values()) {
      const mine = state.robot.links.get(data.name)?.node;
      node.visible = this.colors.has(data.name) || !mine || differs(mine.matrixWorld, node.matrixWorld);
    }
    this.stage.moved();
  }

  private showList(other: RobotData): void {
    const rows = this.changes.slice(0, MAX_ROWS).map((change) => this.row(change));
    if (this.changes.length > MAX_ROWS) rows.push(h("p", { class: "quiet" }, `and ${plural(this.changes.length - MAX_ROWS, "more change")}`));
    const title = this.changes.length === 0 ? "No difference" : plural(this.changes.length, "difference");
    const from = this.store.state.ghost === "other" ? `to ${other.file.split("/").pop()}` : "to the version before";
    this.list.replaceChildren(h("h2", {}, `${title} ${from}`, h("button", { class: "link", "aria-label": "end comparing", onclick: () => this.store.change({ ghost: "none" }) }, "✕")), ...rows);
    this.list.hidden = false;
  }

  private row({ kind, path, attribute, old, new: now, line }: Change): HTMLElement {
    const text = kind === "added" || kind === "removed" ? kind : `${attribute || "name"} ${old || "—"} → ${now || "—"}`;
    const { robot } = this.store.state;
    const named = robot && (elementOf(path, robot.data) ?? (kind === "renamed" && elementOf(path.replace(/\/.*/, `/${now}`), robot.data)));
    return h("p", { class: kind, title: line > 0 ? `line ${line}` : "" },
      h("button", { class: "link", disabled: !named, onclick: () => named && this.store.change({ selection: named }) }, path), h("span", { class: "quiet" }, `  ${text}`));
  }
}

// "joint/elbow/limit" refers to the joint elbow; names may contain slashes.
export function elementOf(path: string, data: RobotData): { kind: "link" | "joint"; name: string } | undefined {
  const kind = path.startsWith("link/") ? "link" : path.startsWith("joint/") ? "joint" : undefined;
  if (!kind) return undefined;
  const rest = path.slice(kind.length + 1);
  const names = (kind === "link" ? data.links : data.joints).map(({ name }) => name).filter((name) => rest === name || rest.startsWith(`${name}/`));
  const name = names.sort((a, b) => b.length - a.length)[0];
  return name === undefined ? undefined : { kind, name };
}

// Colors links of the old robot that changed or were removed; a change of a joint colors its child link.
export function colorsOf(changes: readonly Change[], old: RobotData, now: RobotData): Map<string, number> {
  const colors = new Map<string, number>();
  const there = new Set(now.links.map(({ name }) => name));
  const renamed = new Set(changes.filter(({ kind }) => kind === "renamed").map(({ path }) => path));
  for (const { path } of changes) {
    const element = elementOf(path, old);
    const link = element?.kind === "joint" ? old.joints.find(({ name }) => name === element.name)?.child : element?.name;
    if (link !== undefined) colors.set(link, there.has(link) || renamed.has(`link/${link}`) ? CHANGED : REMOVED);
  }
  return colors;
}

function differs(a: THREE.Matrix4, b: THREE.Matrix4): boolean {
  return a.elements.some((value, i) => Math.abs(value - b.elements[i]!) > NEAR);
}
