// Sliders for the movable joints at the right: value box, limits, mimic joints following, degrees or radians.
import { byId, h, short } from "./dom";
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

const DEGREE = Math.PI / 180;

export class Joints {
  private robot: Robot | undefined;
  private rows: Row[] = [];
  private readonly list = byId("joints");

  constructor(private readonly store: Store, private readonly changed: () => void) {
    byId("joint-zero").addEventListener("click", () => this.setAll((c) => this.robot!.zero(c)));
    byId("joint-centre").addEventListener("click", () => this.setAll((c) => this.robot!.centre(c)));
    byId("joint-random").addEventListener("click", () => this.setAll((c) => c.lower + Math.random() * (c.upper - c.lower)));
    const units = byId("units") as HTMLButtonElement;
    units.addEventListener("click", () => store.setDegrees(!store.degrees));
    const limits = byId("ignore-limits") as HTMLInputElement;
    limits.addEventListener("change", () => store.setIgnoreLimits(limits.checked));
    store.on("units", (degrees) => {
      units.textContent = degrees ? "deg" : "rad";
      units.setAttribute("aria-label", degrees ? "deg: switch to radians" : "rad: switch to degrees");
      this.refreshRanges();
    });
    store.on("limits", () => this.refreshRanges());
    store.on("hover", (hover) => this.highlight("hover", hover?.kind === "joint" ? hover.name : this.movedBy(hover?.name)));
    store.on("selection", (selection) => {
      const name = selection?.kind === "joint" ? selection.name : this.movedBy(selection?.name);
      this.highlight("selected", name)?.scrollIntoView({ block: "nearest" });
    });
  }

  show(robot: Robot): void {
    this.robot = robot;
    this.rows = robot.coordinates.map((coordinate) => this.makeRow(coordinate));
    this.list.replaceChildren(...this.rows.map((row) => row.element));
    byId("joints-empty").hidden = this.rows.length > 0;
    const independent = robot.coordinates.filter((c) => !c.mimic).length;
    byId("joint-count").textContent = String(independent);
    this.refreshRanges();
  }

  // Shows the values that the robot has now.
  refresh(): void {
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

  private setAll(value: (coordinate: Coordinate) => number): void {
    if (!this.robot) return;
    for (const c of this.robot.coordinates) this.robot.set(c, value(c), this.store.ignoreLimits);
    this.changed();
  }

  private makeRow(coordinate: Coordinate): Row {
    const { id, mimic, joint } = coordinate;
    const follows = mimic !== undefined;
    const slider = h("input", {
      type: "range", class: "slider", step: "any", "aria-label": `${id} position`, disabled: follows,
      oninput: () => this.enter(coordinate, Number(slider.value)),
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
        h("button", { class: "joint-name", title: `select ${joint.type} joint ${joint.name}`, onclick: () => this.store.select({ kind: "joint", name: joint.name }) }, id),
        box, h("span", { class: "unit" })),
      slider,
      h("div", { class: "range" }, low,
        follows ? h("span", { class: "follows" }, `follows ${mimic.source.id}${mimicFormula(mimic)}`) : undefined, high),
    );
    element.addEventListener("pointerenter", () => this.store.setHover({ kind: "joint", name: joint.name }));
    element.addEventListener("pointerleave", () => this.store.setHover(undefined));
    return { coordinate, element, slider, box, low, high };
  }

  private enter(coordinate: Coordinate, shown: number): void {
    this.robot?.set(coordinate, this.toSi(coordinate, shown), this.store.ignoreLimits);
    this.changed();
  }

  // "30", "30deg", "0.5 rad", "12mm": a unit overrides the one that is shown.
  private enterText(coordinate: Coordinate, box: HTMLInputElement): void {
    // what is shown is rounded: leaving the box untouched must not move the joint
    if (box.value === short(this.fromSi(coordinate, coordinate.value))) {
      box.classList.remove("wrong");
      return;
    }
    const match = /^\s*([-+]?[\d.]+(?:e[-+]?\d+)?)\s*(deg|°|rad|mm|cm|m)?\s*$/i.exec(box.value.replace(",", "."));
    const number = Number(match?.[1]);
    box.classList.toggle("wrong", !match || !Number.isFinite(number));
    if (!match || !Number.isFinite(number)) return;
    const factor: Record<string, number> = { deg: DEGREE, "°": DEGREE, rad: 1, mm: 0.001, cm: 0.01, m: 1 };
    const unit = match[2]?.toLowerCase();
    const value = unit ? number * (factor[unit] ?? 1) : this.toSi(coordinate, number);
    this.robot?.set(coordinate, value, this.store.ignoreLimits);
    this.changed();
    box.value = short(this.fromSi(coordinate, coordinate.value));
  }

  private refreshRanges(): void {
    for (const row of this.rows) {
      const { coordinate: c } = row;
      const wide = this.store.ignoreLimits && c.bounded;
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
    return c.angular ? (this.store.degrees ? "°" : "rad") : "m";
  }

  private fromSi(c: Coordinate, value: number): number {
    return c.angular && this.store.degrees ? value / DEGREE : value;
  }

  private toSi(c: Coordinate, shown: number): number {
    return c.angular && this.store.degrees ? shown * DEGREE : shown;
  }
}

function mimicFormula({ multiplier, offset }: { multiplier: number; offset: number }): string {
  const factor = multiplier === 1 ? "" : ` × ${short(multiplier)}`;
  const shift = offset === 0 ? "" : offset > 0 ? ` + ${short(offset)}` : ` − ${short(-offset)}`;
  return factor + shift;
}
