// Sliders for the movable joints on the right: value box, limits, mimic joints, degrees or radians.
import type { Joint } from "../robot/data";
import { middlePose, move, randomPose, neutralPose } from "../robot/pose";
import { sliderRange, sliderStep, snap } from "../robot/range";
import type { Coordinate, Robot } from "../robot/robot";
import type { Store } from "../state/store";
import { byId, h } from "../widgets/dom";
import { complain, complaint } from "../widgets/field-error";
import { DEGREE, short } from "../widgets/format";
import { LazyRows } from "../widgets/lazy-rows";
import { parseQuantity } from "../widgets/quantity";
import { shortName } from "../widgets/short-name";

interface Row {
  coordinate: Coordinate;
  element: HTMLElement;
  slider: HTMLInputElement;
  box: HTMLInputElement;
  unit: HTMLElement;
  low: HTMLElement;
  high: HTMLElement;
  step: number; // in the display unit
  shown: number | undefined; // the value that the row displays, radians or meters
}

const STEPS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
const SLIDER_STEPS: Record<string, number> = { ...STEPS, ArrowRight: 1, ArrowLeft: -1 };
const FINE = 0.1; // fraction of a step, with Shift

export class Joints {
  private rows: Row[] = [];
  private readonly list = byId("joints");
  private readonly lazy = new LazyRows<Row>(this.list, (row) => {
    if (row.shown !== row.coordinate.value) this.refreshRow(row);
  });

  constructor(private readonly store: Store) {
    for (const [id, pose] of [["joint-center", neutralPose], ["joint-middle", middlePose], ["joint-random", randomPose]] as const) {
      byId(id).addEventListener("click", () => this.robot && move(store, pose(this.robot), { undo: true }));
    }
    byId("joint-compact").addEventListener("click", () => this.toggleCompact());
    store.on("compactJoints", () => this.showCompact());
    this.showCompact();
    byId("units").addEventListener("click", () => store.change({ degrees: !store.state.degrees }));
    const limits = byId("ignore-limits") as HTMLInputElement;
    limits.addEventListener("change", () => store.change({ ignoreLimits: limits.checked }));
    store.on("robot", ({ robot }) => robot && this.show(robot));
    store.on("degrees", () => this.showUnits());
    store.on(["degrees", "ignoreLimits"], ({ ignoreLimits }) => {
      limits.checked = ignoreLimits;
      this.refreshRanges();
    });
    store.on("pose", () => this.lazy.ask());
    store.on("hover", ({ hover }) => this.highlight("hover", hover?.kind === "joint" ? hover.name : this.movedBy(hover?.name)));
    store.on(["robot", "selection"], ({ selection }) => {
      const name = selection?.kind === "joint" ? selection.name : this.movedBy(selection?.name);
      this.highlight("selected", name)?.scrollIntoView({ block: "nearest" });
    });
    this.showUnits();
  }

  private get robot(): Robot | undefined {
    return this.store.state.robot;
  }

  private showUnits(): void {
    const { degrees } = this.store.state;
    byId("units").textContent = degrees ? "deg" : "rad";
    byId("units").setAttribute("aria-label", degrees ? "deg: switch to radians" : "rad: switch to degrees");
  }

  // After a save or an edit the joints are usually the same: their rows are kept, and with them the focus, unconfirmed
  // input, and a slider that is being dragged.
  private show(robot: Robot): void {
    const { coordinates } = robot;
    if (coordinates.length === this.rows.length && this.rows.every(({ coordinate }, i) => looksLike(coordinate, coordinates[i]!))) {
      this.rows.forEach((row, i) => (row.coordinate = coordinates[i]!));
    } else {
      this.rows = coordinates.map((coordinate) => this.makeRow(coordinate));
      this.list.replaceChildren(...this.inChains(robot));
      this.lazy.adopt(this.rows);
    }
    byId("joints-empty").hidden = this.rows.length > 0;
    for (const id of ["joint-center", "joint-middle", "joint-random"]) (byId(id) as HTMLButtonElement).disabled = this.rows.length === 0;
    this.refreshRanges();
  }

  // Groups rows by unbranched chains of links, each below its name, which collapses it. Mimic joints stay with the
  // preceding ones.
  private inChains(robot: Robot): HTMLElement[] {
    const chains = chainsOf(robot);
    if (new Set(this.rows.map(({ coordinate }) => chains.get(coordinate.joint.name))).size < 2) return this.rows.map((row) => row.element);
    const own = new Set(this.rows.filter(({ coordinate }) => !coordinate.mimic).map(({ coordinate }) => chains.get(coordinate.joint.name)));
    const parts = new Map<string, HTMLElement>();
    let last = "";
    for (const row of this.rows) {
      const chain = chains.get(row.coordinate.joint.name) ?? "";
      const name = own.has(chain) || last === "" ? chain : last;
      last = name;
      const known = parts.get(name);
      const part = known ?? h("ul", {});
      part.append(row.element);
      parts.set(name, part);
    }
    return [...parts].map(([name, part]) => h("li", { class: "chain" },
      h("details", { open: true }, h("summary", { title: `chain to ${name}` }, shortName(name)), part)));
  }

  private toggleCompact(): void {
    this.store.change({ compactJoints: !this.store.state.compactJoints });
  }

  private showCompact(): void {
    const { compactJoints } = this.store.state;
    byId("joint-compact").setAttribute("aria-pressed", String(compactJoints));
    document.body.classList.toggle("compact-joints", compactJoints);
  }

  private refreshRow(row: Row): void {
    const { value, lower, upper, bounded } = row.coordinate;
    const shown = this.fromSi(row.coordinate, value);
    row.shown = value;
    row.slider.value = String(shown);
    row.slider.setAttribute("aria-valuetext", `${short(shown)} ${this.unit(row.coordinate)}`);
    if (document.activeElement !== row.box) {
      row.box.value = short(shown);
      complain(row.box, "");
    }
    const slack = 1e-9 + Math.abs(upper - lower) * 1e-9;
    row.element.classList.toggle("outside", bounded && (value < lower - slack || value > upper + slack));
    // filled in with the first pose
    const zero = this.fromSi(row.coordinate, this.robot?.neutral(row.coordinate) ?? 0);
    row.slider.style.setProperty("--from", this.share(row, Math.min(zero, shown)));
    row.slider.style.setProperty("--to", this.share(row, Math.max(zero, shown)));
  }

  private makeRow(coordinate: Coordinate): Row {
    const { id, mimic, joint } = coordinate;
    const follows = mimic !== undefined;
    const slider = h("input", { type: "range", class: "slider", step: "any", "aria-label": `${id} position`, disabled: follows });
    const box = h("input", { type: "text", inputmode: "decimal", class: "value", "aria-label": `${id} value`, readonly: follows, spellcheck: "false", autocomplete: "off" });
    const low = h("span", { class: "low" });
    const high = h("span", { class: "high" });
    const unit = h("span", { class: "unit" });
    const element = h(
      "li", { class: follows ? "joint mimic" : "joint", "data-joint": joint.name, "data-id": id },
      h("div", { class: "head" },
        h("button", { class: "joint-name", title: `select ${joint.type} joint ${joint.name}`, onclick: () => this.store.change({ selection: { kind: "joint", name: joint.name } }) }, shortName(id)),
        box, unit),
      slider,
      h("div", { class: "range" }, low,
        follows ? h("span", { class: "follows" }, `follows ${mimic.source.id}${mimicFormula(mimic)}`) : undefined, high),
    );
    element.addEventListener("pointerenter", () => this.store.change({ hover: { kind: "joint", name: joint.name } }));
    element.addEventListener("pointerleave", () => this.store.change({ hover: undefined }));
    const row: Row = { coordinate, element, slider, box, unit, low, high, step: 1, shown: undefined };
    if (!follows) this.listen(row);
    return row;
  }

  private listen(row: Row): void {
    const { slider, box } = row;
    const settle = () => this.store.settle();
    slider.addEventListener("input", () => this.slide(row));
    slider.addEventListener("change", settle);
    slider.addEventListener("dblclick", () => this.moveTo(row, this.robot?.neutral(row.coordinate) ?? 0));
    slider.addEventListener("keydown", (event) => this.stepKey(row, event, SLIDER_STEPS));
    box.addEventListener("change", () => this.enterText(row));
    box.addEventListener("keydown", (event) => this.boxKey(row, event));
    // the first click selects everything, so that typing replaces it; the next sets the caret
    box.addEventListener("mousedown", (event) => {
      if (document.activeElement === box) return;
      event.preventDefault();
      box.focus();
    });
    box.addEventListener("focus", () => {
      // the row may not be up to date, and is not written while its box has the focus
      if (complaint(box) === "") box.value = short(this.fromSi(row.coordinate, row.coordinate.value));
      box.select();
    });
    box.addEventListener("blur", () => {
      settle();
      if (complaint(box) === "") this.refreshRow(row);
    });
  }

  // Dragging a slider is one undo step, which its change event ends.
  private slide(row: Row): void {
    const { slider, coordinate, step } = row;
    const snapped = snap(Number(slider.value), step, Number(slider.min), Number(slider.max));
    this.moveTo(row, snapped * this.scale(coordinate));
    this.refreshRow(row);
  }

  private moveTo({ coordinate }: Row, value: number): void {
    move(this.store, { [coordinate.id]: value }, { undo: `joint ${coordinate.id}` });
  }

  private stepKey(row: Row, event: KeyboardEvent, keys: Record<string, number>): boolean {
    const count = keys[event.key];
    if (count === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
    const { coordinate: c } = row;
    const shown = this.fromSi(c, c.value) + count * row.step * (event.shiftKey ? FINE : 1);
    this.moveTo(row, Number(shown.toPrecision(12)) * this.scale(c));
    event.preventDefault();
    return true;
  }

  private boxKey(row: Row, event: KeyboardEvent): void {
    const { box } = row;
    const shown = short(this.fromSi(row.coordinate, row.coordinate.value));
    const edited = box.value !== shown;
    if (event.key === "Enter") this.enterText(row);
    else if (event.key === "Escape") {
      // the first restores the value, the second leaves the box
      complain(box, "");
      if (edited) box.value = shown;
      else box.blur();
      event.preventDefault();
    } else if (this.stepKey(row, event, STEPS)) {
      box.value = short(this.fromSi(row.coordinate, row.coordinate.value));
      box.select();
    } else if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !edited) {
      // no input to revert: undo the pose
      if (event.shiftKey) this.store.redo();
      else this.store.undo();
      box.value = short(this.fromSi(row.coordinate, row.coordinate.value));
      event.preventDefault();
    }
    event.stopPropagation();
  }

  private enterText(row: Row): void {
    const { box, coordinate } = row;
    // the displayed value is rounded: leaving the box unchanged must not move the joint
    if (box.value === short(this.fromSi(coordinate, coordinate.value))) {
      complain(box, "");
      return;
    }
    const value = parseQuantity(box.value, coordinate.angular ? "angle" : "length", this.scale(coordinate));
    complain(box, typeof value === "string" ? value : "");
    if (typeof value === "string") return;
    this.store.settle();
    move(this.store, { [coordinate.id]: value }, { undo: true });
    box.value = short(this.fromSi(coordinate, coordinate.value));
  }

  // If limits are ignored, the slider extends beyond them and marks their positions.
  private refreshRanges(): void {
    const { ignoreLimits, degrees } = this.store.state;
    for (const row of this.rows) {
      const { coordinate: c, slider } = row;
      const [lower, upper] = sliderRange(c, ignoreLimits).map((value) => this.fromSi(c, value)) as [number, number];
      row.step = sliderStep(upper - lower, c.angular, degrees);
      slider.min = String(lower);
      slider.max = String(upper);
      row.element.classList.toggle("wide", ignoreLimits && c.bounded);
      row.element.style.setProperty("--lower", this.share(row, this.fromSi(c, c.lower)));
      row.element.style.setProperty("--upper", this.share(row, this.fromSi(c, c.upper)));
      row.low.textContent = c.bounded ? short(this.fromSi(c, c.lower), 3) : "";
      row.high.textContent = c.bounded ? short(this.fromSi(c, c.upper), 3) : "no limits";
      row.unit.textContent = this.unit(c);
      this.refreshRow(row);
    }
  }

  // Returns the position of a value on the slider as a CSS expression.
  private share({ slider }: Row, shown: number): string {
    const [lower, upper] = [Number(slider.min), Number(slider.max)];
    return `${(Math.min(Math.max((shown - lower) / (upper - lower || 1), 0), 1) * 100).toFixed(2)}%`;
  }

  private highlight(mark: string, joint: string | undefined): HTMLElement | undefined {
    let found: HTMLElement | undefined;
    for (const row of this.rows) {
      const on = row.coordinate.joint.name === joint;
      row.element.classList.toggle(mark, on);
      if (on) found ??= row.element;
    }
    return found;
  }

  private movedBy(link: string | undefined): string | undefined {
    return link === undefined ? undefined : this.robot?.links.get(link)?.joint?.name;
  }

  private unit(c: Coordinate): string {
    return c.angular ? (this.store.state.degrees ? "°" : "rad") : "m";
  }

  private fromSi(c: Coordinate, value: number): number {
    return value / this.scale(c);
  }

  // Returns the radians or meters of one display unit.
  private scale(c: Coordinate): number {
    return c.angular && this.store.state.degrees ? DEGREE : 1;
  }
}

// Returns the last link of each joint's chain: chains end at a link with several joints that move or have moving
// descendants.
export function chainsOf(robot: Robot): Map<string, string> {
  const below = new Map<string, Joint[]>();
  for (const joint of robot.joints.values()) {
    const list = below.get(joint.parent);
    if (list) list.push(joint);
    else below.set(joint.parent, [joint]);
  }
  const order: Joint[] = [...(below.get(robot.data.root) ?? [])]; // parents first
  const seen = new Set(order);
  for (let i = 0; i < order.length; i++) {
    for (const next of below.get(order[i]!.child) ?? []) if (!seen.has(next)) order.push(next), seen.add(next);
  }
  const end = new Map<string, string | undefined>(); // by joint; undefined: nothing moves beyond it
  for (const joint of order.reverse()) {
    const ends = (below.get(joint.child) ?? []).map(({ name }) => end.get(name)).filter((one) => one !== undefined);
    end.set(joint.name, ends.length === 1 ? ends[0] : ends.length > 1 || joint.type !== "fixed" ? joint.child : undefined);
  }
  return new Map([...end].filter((pair): pair is [string, string] => pair[1] !== undefined));
}

// Returns true if both coordinates can use the same row.
function looksLike(a: Coordinate, b: Coordinate): boolean {
  return a.id === b.id && a.joint.type === b.joint.type && a.mimic?.source.id === b.mimic?.source.id && (!a.mimic || !b.mimic || mimicFormula(a.mimic) === mimicFormula(b.mimic));
}

function mimicFormula({ multiplier, offset }: { multiplier: number; offset: number }): string {
  const factor = multiplier === 1 ? "" : ` × ${short(multiplier)}`;
  const shift = offset === 0 ? "" : offset > 0 ? ` + ${short(offset)}` : ` − ${short(-offset)}`;
  return factor + shift;
}
