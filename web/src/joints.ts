// Sliders for the movable joints at the right: value box, limits, mimic joints following, degrees or radians.
import { byId, h } from "./dom";
import { DEGREE, parseValue, short } from "./format";
import { centrePose, move, randomPose, zeroPose } from "./pose";
import type { Coordinate, Robot } from "./robot";
import type { Store } from "./store";

interface Row {
  coordinate: Coordinate;
  element: HTMLElement;
  slider: HTMLInputElement;
  box: HTMLInputElement;
  low: HTMLElement;
  high: HTMLElement;
}

export class Joints {
  private rows: Row[] = [];
  private readonly list = byId("joints");

  constructor(private readonly store: Store) {
    for (const [id, pose] of [["joint-zero", zeroPose], ["joint-centre", centrePose], ["joint-random", randomPose]] as const) {
      byId(id).addEventListener("click", () => this.robot && move(store, pose(this.robot), { undo: true }));
    }
    byId("units").addEventListener("click", () => store.change({ degrees: !store.state.degrees }));
    const limits = byId("ignore-limits") as HTMLInputElement;
    limits.addEventListener("change", () => store.change({ ignoreLimits: limits.checked }));
    store.on("robot", ({ robot }) => robot && this.show(robot));
    store.on("degrees", () => this.showUnits());
    store.on(["degrees", "ignoreLimits"], ({ ignoreLimits }) => {
      limits.checked = ignoreLimits;
      this.refreshRanges();
    });
    store.on("pose", () => this.refresh());
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

  private show(robot: Robot): void {
    this.rows = robot.coordinates.map((coordinate) => this.makeRow(coordinate));
    this.list.replaceChildren(...this.rows.map((row) => row.element));
    byId("joints-empty").hidden = this.rows.length > 0;
    const independent = robot.coordinates.filter((c) => !c.mimic).length;
    byId("joint-count").textContent = String(independent);
    this.refreshRanges();
  }

  // Shows the values that the robot has now.
  private refresh(): void {
    for (const row of this.rows) {
      const shown = this.fromSi(row.coordinate, row.coordinate.value);
      row.slider.value = String(shown);
      row.slider.setAttribute("aria-valuetext", `${short(shown)} ${this.unit(row.coordinate)}`);
      if (document.activeElement !== row.box) row.box.value = short(shown);
      const { value, lower, upper, bounded } = row.coordinate;
      const slack = 1e-9 + Math.abs(upper - lower) * 1e-9;
      row.element.classList.toggle("outside", bounded && (value < lower - slack || value > upper + slack));
      const at = (value - lower) / (upper - lower || 1);
      row.slider.style.setProperty("--fill", `${Math.min(Math.max(at, 0), 1) * 100}%`);
    }
  }

  private makeRow(coordinate: Coordinate): Row {
    const { id, mimic, joint } = coordinate;
    const follows = mimic !== undefined;
    const slider = h("input", {
      type: "range", class: "slider", step: "any", "aria-label": `${id} position`, disabled: follows,
      oninput: () => this.enter(coordinate, Number(slider.value)),
      onchange: () => this.store.settle(),
      ondblclick: () => this.enter(coordinate, this.fromSi(coordinate, this.robot?.zero(coordinate) ?? 0)),
    });
    const box = h("input", {
      type: "text", inputmode: "decimal", class: "value", "aria-label": `${id} value`, readonly: follows, spellcheck: "false",
      onchange: () => this.enterText(coordinate, box),
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === "Enter") this.enterText(coordinate, box);
        event.stopPropagation();
      },
    });
    const low = h("span", { class: "low" });
    const high = h("span", { class: "high" });
    const element = h(
      "li", { class: follows ? "joint mimic" : "joint", "data-joint": joint.name, "data-id": id },
      h("div", { class: "head" },
        h("button", { class: "joint-name", title: `select ${joint.type} joint ${joint.name}`, onclick: () => this.store.change({ selection: { kind: "joint", name: joint.name } }) }, id),
        box, h("span", { class: "unit" })),
      slider,
      h("div", { class: "range" }, low,
        follows ? h("span", { class: "follows" }, `follows ${mimic.source.id}${mimicFormula(mimic)}`) : undefined, high),
    );
    element.addEventListener("pointerenter", () => this.store.change({ hover: { kind: "joint", name: joint.name } }));
    element.addEventListener("pointerleave", () => this.store.change({ hover: undefined }));
    return { coordinate, element, slider, box, low, high };
  }

  // A slider that is dragged is one step for undo, which its change event ends.
  private enter(coordinate: Coordinate, shown: number): void {
    move(this.store, { [coordinate.id]: shown * this.scale(coordinate) }, { undo: `slider ${coordinate.id}` });
  }

  private enterText(coordinate: Coordinate, box: HTMLInputElement): void {
    // what is shown is rounded: leaving the box untouched must not move the joint
    if (box.value === short(this.fromSi(coordinate, coordinate.value))) {
      box.classList.remove("wrong");
      return;
    }
    const value = parseValue(box.value, this.scale(coordinate));
    box.classList.toggle("wrong", value === undefined);
    if (value === undefined) return;
    move(this.store, { [coordinate.id]: value }, { undo: true });
    box.value = short(this.fromSi(coordinate, coordinate.value));
  }

  private refreshRanges(): void {
    for (const row of this.rows) {
      const { coordinate: c } = row;
      const wide = this.store.state.ignoreLimits && c.bounded;
      const reach = c.angular ? Math.max(Math.PI, Math.abs(c.lower), Math.abs(c.upper)) : Math.max(1, Math.abs(c.lower), Math.abs(c.upper));
      const lower = wide ? -reach : c.lower;
      const upper = wide ? reach : c.upper;
      row.slider.min = String(this.fromSi(c, lower));
      row.slider.max = String(this.fromSi(c, upper));
      row.low.textContent = c.bounded ? short(this.fromSi(c, c.lower), 3) : "";
      row.high.textContent = c.bounded ? short(this.fromSi(c, c.upper), 3) : "no limits";
      row.element.querySelector(".unit")!.textContent = this.unit(c);
    }
    this.refresh();
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

  // Radians or metres in one of the unit that is shown.
  private scale(c: Coordinate): number {
    return c.angular && this.store.state.degrees ? DEGREE : 1;
  }
}

function mimicFormula({ multiplier, offset }: { multiplier: number; offset: number }): string {
  const factor = multiplier === 1 ? "" : ` × ${short(multiplier)}`;
  const shift = offset === 0 ? "" : offset > 0 ? ` + ${short(offset)}` : ` − ${short(-offset)}`;
  return factor + shift;
}
