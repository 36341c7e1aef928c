// Shows the results of the collision check: a list of the touching pairs, the line between the two closest links, and
// the slider ranges in which links would touch. (Touching links are colored in looks.ts.)
import * as THREE from "three";
import type { Contact } from "../../engine/src/index.js";
import type { State } from "../state/state";
import type { Store } from "../state/store";
import { dispose } from "../view/dispose";
import type { Stage } from "../view/stage";
import { byId, h } from "../widgets/dom";
import { middle, plural, short } from "../widgets/format";
import type { Band, Collisions } from "./collisions";

const MAX_PAIRS = 6;
const MAX_NAME = 18; // characters; the tooltip has the full names

export class TouchView {
  private opened = false; // the list of pairs that always touch is open
  private line: THREE.Object3D | undefined;
  private readonly list = h("div", { id: "touching", role: "status", "aria-label": "links that touch", hidden: true });

  constructor(private readonly store: Store, private readonly stage: Stage, readonly collisions: Collisions) {
    byId("view").append(this.list);
    store.on(["touching", "overlays"], (state) => {
      this.showPairs(state);
      this.showNearest(state);
    });
    store.on(["bands", "robot", "ignoreLimits"], (state) => this.showBands(state));
  }

  private showPairs({ touching, overlays }: State): void {
    const contacts = overlays.touching ? (touching?.contacts ?? []) : [];
    const usual = overlays.touching ? (touching?.usual ?? []) : [];
    const nearest = overlays.clearance && contacts.length + usual.length === 0 ? touching?.nearest : undefined;
    this.list.hidden = contacts.length + usual.length === 0 && !nearest;
    this.list.replaceChildren(
      ...(contacts.length > 0 ? [h("h2", {}, "Touching"), ...this.pairs(contacts)] : []),
      ...(usual.length > 0 ? [this.known(usual)] : []),
      ...(nearest ? [h("h2", {}, "Nearest"), this.pair("near", nearest, `${short(nearest.distance * 1000, 2)} mm apart`)] : []),
    );
  }

  private pairs(contacts: readonly Contact[]): HTMLElement[] {
    const rows = contacts.slice(0, MAX_PAIRS).map((contact) => this.touching(contact));
    return contacts.length > MAX_PAIRS ? [...rows, h("p", { class: "quiet" }, `and ${plural(contacts.length - MAX_PAIRS, "more pair")}`)] : rows;
  }

  private touching(contact: Contact): HTMLElement {
    return this.pair("touch", contact, `${short(Math.max(-contact.distance, 0) * 1000, 2)} mm deep`);
  }

  // Returns a collapsed list of the pairs that also touch in the zero pose, labeled with the name of the corresponding
  // rule.
  private known(contacts: readonly Contact[]): HTMLElement {
    const list = h("details", { class: "usual", open: this.opened, ontoggle: () => (this.opened = list.open) },
      h("summary", { title: "collision-at-zero: collision shapes overlap at the zero pose, too" }, `${plural(contacts.length, "pair")} ${contacts.length === 1 ? "overlaps" : "overlap"} at the zero pose`),
      h("div", { class: "all" }, ...contacts.map((contact) => this.touching(contact))));
    return list;
  }

  private pair(kind: string, { a, b }: Contact, text: string): HTMLElement {
    const link = (name: string) => h("button", { class: "link", onclick: () => this.store.change({ selection: { kind: "link", name } }) }, middle(name, MAX_NAME));
    return h("p", { class: kind, title: `${a} – ${b}: ${text}` }, h("span", {}, link(a), " – ", link(b)), h("span", { class: "quiet" }, text));
  }

  private showNearest({ touching, overlays, robot }: State): void {
    if (this.line) dispose(this.line);
    this.line = undefined;
    const nearest = overlays.clearance ? touching?.nearest : undefined;
    if (!robot || !nearest) return;
    const ends = [nearest.pointA, nearest.pointB].map((point) => new THREE.Vector3(...point));
    const material = new THREE.MeshBasicMaterial({ color: 0xf59e0b, depthTest: false, transparent: true });
    const size = robot.size * 0.008;
    const group = new THREE.Group();
    group.add(rod(ends[0]!, ends[1]!, size * 0.4, material), ...ends.map((end) => {
      const ball = new THREE.Mesh(new THREE.SphereGeometry(size, 16, 12), material);
      ball.position.copy(end);
      return ball;
    }));
    group.traverse((node) => (node.renderOrder = 11));
    robot.frame.add(group);
    group.updateMatrixWorld(true);
    this.line = group;
    this.stage.invalidate();
  }

  // Draws the bands as the slider's background, if the slider covers the range between the limits.
  private showBands({ bands, robot, ignoreLimits }: State): void {
    for (const c of robot?.coordinates ?? []) {
      const row = byId("joints").querySelector<HTMLElement>(`[data-id="${CSS.escape(c.id)}"]`);
      if (!row) continue;
      const list = ignoreLimits && c.bounded ? [] : bands[c.id] ?? [];
      row.classList.toggle("banded", list.length > 0);
      row.style.setProperty("--bands", gradient(list, c.lower, c.upper));
      explain(row.querySelector(".slider"), [list.length > 0 ? "red: links would touch" : "", ignoreLimits && c.bounded ? "yellow: beyond the limits" : ""]);
    }
  }
}

// Explains the colors of a slider in its tooltip and to screen readers.
function explain(slider: Element | null, colors: string[]): void {
  const text = colors.filter(Boolean).join("; ");
  for (const attribute of ["title", "aria-description"]) {
    if (text) slider?.setAttribute(attribute, text);
    else slider?.removeAttribute(attribute);
  }
}

function gradient(bands: readonly Band[], lower: number, upper: number): string {
  const part = (value: number) => `${(((value - lower) / (upper - lower || 1)) * 100).toFixed(1)}%`;
  const stops = bands.flatMap(([from, to]) => [`transparent ${part(from)}`, `var(--error) ${part(from)}`, `var(--error) ${part(to)}`, `transparent ${part(to)}`]);
  return stops.length > 0 ? `linear-gradient(to right, ${stops.join(", ")})` : "none";
}

function rod(a: THREE.Vector3, b: THREE.Vector3, radius: number, material: THREE.Material): THREE.Object3D {
  const along = b.clone().sub(a);
  const mesh = new THREE.Mesh(new THREE.CylinderGeometry(radius, radius, Math.max(along.length(), 1e-9), 10), material);
  mesh.position.copy(a).addScaledVector(along, 0.5);
  if (along.lengthSq() > 0) mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.normalize());
  return mesh;
}
