// The inspector's fields in edit mode: the values in the file for a link or joint. Leaving a field or confirming it by
// Enter makes one edit of the file; Escape restores the old value.
import { materialOf, type Geom, type Joint, type Link, type Vec3 } from "../robot/data";
import type { Robot } from "../robot/robot";
import type { Store } from "../state/store";
import { h } from "../widgets/dom";
import { complain, complaint } from "../widgets/field-error";
import { DEGREE, short } from "../widgets/format";
import { parseQuantity, splitQuantities, type Kind as Quantity } from "../widgets/quantity";
import type { Document } from "./document";
import { targetOfField } from "./edit-targets";
import type { Edit, Step } from "./edits";

type Kind = "link" | "joint";

// The content of a numeric field, and its validation: "" or why a value is invalid.
interface Numbers {
  kind?: Quantity;
  id?: string;
  check?(values: readonly number[]): string;
}

const notNegative = (what: string) => (values: readonly number[]): string => (values.some((value) => value < 0) ? `${what} cannot be negative.` : "");

export class EditForm {
  private owner = ""; // the link or joint of the form
  private remaking = false;

  constructor(private readonly store: Store, private readonly document: Document) {}

  // Rebuilds the form after every edit, and when the file changes on disk. Focus and selection stay in their field, so
  // that typing continues where it was; unconfirmed input is kept if the form still shows the same link or joint.
  remake(owner: string, make: () => void): void {
    const old = document.activeElement;
    const field = old instanceof HTMLInputElement && old.dataset["field"];
    const typed = field && owner === this.owner && old.type === "text" ? old : undefined;
    const [start, end, length] = [typed?.selectionStart ?? 0, typed?.selectionEnd ?? 0, typed?.value.length ?? 0];
    const refused = typed ? complaint(typed) : "";
    this.owner = owner;
    this.remaking = true; // removing a focused field from the page fires its blur event
    make();
    this.remaking = false;
    const input = field && document.querySelector<HTMLInputElement>(`[data-field="${CSS.escape(field)}"]`);
    if (!input) return;
    input.focus();
    if (!typed) return;
    if (isOpen(typed)) {
      input.value = typed.value;
      complain(input, refused);
    }
    input.setSelectionRange(start, end === length ? input.value.length : end);
  }

  link(link: Link, robot: Robot): HTMLElement[] {
    const { name, inertial } = link;
    const rows = [this.nameRow("link", name)];
    if (inertial) {
      const [xx, xy, xz, yy, yz, zz] = inertial.inertia ?? [0, 0, 0, 0, 0, 0];
      rows.push(
        this.numbers("mass", "kg", [inertial.mass ?? 0], ([mass]) => set("link", name, ["inertial", "mass"], { value: mass! }), { kind: "mass", check: notNegative("A mass") }),
        ...this.origin("inertial", "link", name, ["inertial"], inertial, "center of mass", "inertia axes"),
        this.numbers("ixx iyy izz", "kg m²", [xx, yy, zz], ([ixx, iyy, izz]) => set("link", name, ["inertial", "inertia"], { ixx: ixx!, iyy: iyy!, izz: izz! }), { check: notNegative("A moment of inertia") }),
        this.numbers("ixy ixz iyz", "kg m²", [xy, xz, yz], ([ixy, ixz, iyz]) => set("link", name, ["inertial", "inertia"], { ixy: ixy!, ixz: ixz!, iyz: iyz! })),
      );
    }
    for (const [kind, shapes] of [["visual", link.visuals], ["collision", link.collisions]] as const) {
      shapes.forEach((shape, i) => rows.push(...this.shape(kind, i, name, shape, robot)));
    }
    return [table(rows)];
  }

  joint(joint: Joint): HTMLElement[] {
    const { name, type, limit } = joint;
    const angular = type === "revolute" || type === "continuous";
    const rows = [this.nameRow("joint", name), ...this.origin("origin", "joint", name, [], joint, "origin", "turned by")];
    if (type !== "fixed" && type !== "floating") {
      rows.push(this.numbers("axis", "", joint.axis, ([x, y, z]) => set("joint", name, ["axis"], { xyz: `${x} ${y} ${z}` })));
    }
    if (type === "revolute" || type === "prismatic") {
      const bound = (which: "lower" | "upper") => this.numbers(which, "", [limit?.[which] ?? 0], ([value]) => set("joint", name, ["limit"], { [which]: value! }),
        { kind: angular ? "angle" : "length", check: ([value]) => this.beyond(which, value!, joint) });
      rows.push(bound("lower"), bound("upper"));
    }
    if (limit) {
      rows.push(
        this.numbers("effort", angular ? "N m" : "N", [limit.effort ?? 0], ([effort]) => set("joint", name, ["limit"], { effort: effort! }), { check: notNegative("An effort") }),
        this.numbers("velocity", "/s", [limit.velocity ?? 0], ([velocity]) => set("joint", name, ["limit"], { velocity: velocity! }), { kind: angular ? "angle" : "length", check: notNegative("A velocity") }),
      );
    }
    return [table(rows)];
  }

  private nameRow(kind: Kind, name: string): HTMLElement {
    return this.row("name", "", name, (text) => {
      const to = text.trim();
      return to === "" ? "A name is needed." : { kind: "rename", of: kind, name, to };
    });
  }

  private shape(kind: "visual" | "collision", index: number, link: string, shape: Geom, robot: Robot): HTMLElement[] {
    const title = `${kind} ${index + 1}`;
    const rows = this.origin(title, "link", link, [[kind, index]], shape, `${title} at`, `${title} turned by`);
    if (kind === "visual") rows.push(this.color(title, link, index, shape, robot));
    return rows;
  }

  private origin(id: string, of: Kind, name: string, path: readonly Step[], at: { xyz: Vec3; rpy: Vec3 }, place: string, turn: string): HTMLElement[] {
    return [
      this.numbers(place, "m", at.xyz, (xyz) => set(of, name, [...path, "origin"], { xyz: xyz.join(" ") }), { kind: "length", id: `${id} xyz` }),
      this.numbers(turn, "", at.rpy, (rpy) => set(of, name, [...path, "origin"], { rpy: rpy.join(" ") }), { kind: "angle", id: `${id} rpy` }),
    ];
  }

  // Checks a limit against the opposite limit.
  private beyond(which: "lower" | "upper", value: number, { type, limit }: Joint): string {
    const other = which === "lower" ? limit?.upper : limit?.lower;
    if (other === null || other === undefined || (which === "lower" ? value <= other : value >= other)) return "";
    const degrees = type === "revolute" && this.store.state.degrees;
    const shown = degrees ? `${short(other / DEGREE)}°` : `${short(other)} ${type === "revolute" ? "rad" : "m"}`;
    return which === "lower" ? `This is above the upper limit, ${shown}.` : `This is below the lower limit, ${shown}.`;
  }

  // Adds a field of several numbers separated by blanks; angles are in the display unit. Input in the file's own unit
  // is written as typed.
  private numbers(label: string, unit: string, values: readonly number[], edit: (texts: string[]) => Edit, { kind = "number", id = label, check }: Numbers = {}): HTMLElement {
    const angles = kind === "angle";
    const scale = angles && this.store.state.degrees ? DEGREE : 1;
    const shown = values.map((value) => (scale === 1 ? value : Number((value / scale).toPrecision(12))));
    const units = angles ? (scale === 1 ? `rad${unit}` : `°${unit}`) : unit;
    return this.row(label, units, shown.join("  "), (text) => {
      const words = splitQuantities(unit === "/s" ? text.replaceAll("/s", "") : text);
      if (words.length !== values.length) return values.length === 1 ? "One number is needed." : `${values.length} numbers are needed, with spaces between them.`;
      const typed = words.map((word) => parseQuantity(word, kind, scale));
      const wrong = typed.find((value): value is string => typeof value === "string");
      if (wrong !== undefined) return wrong;
      const refused = check?.(typed as number[]) ?? "";
      if (refused) return refused;
      return edit(words.map((word, i) => (Number(word) === shown[i] ? String(values[i]) : scale === 1 && Number.isFinite(Number(word)) ? word : String(typed[i]))));
    }, id);
  }

  private color(title: string, link: string, visual: number, shape: Geom, robot: Robot): HTMLElement {
    const own = this.store.state.ownMaterials;
    const shown = materialOf(shape, own);
    const [r, g, b, a] = shown?.rgba ?? [0.8, 0.8, 0.8, 1];
    const material = shown?.name ?? null;
    const users = material ? robot.data.links.flatMap(({ visuals }) => visuals).filter((one) => one.material?.name === material).length : 1;
    const hex = (part: number) => Math.round(Math.min(Math.max(part, 0), 1) * 255).toString(16).padStart(2, "0");
    const label = `${title} color`;
    const input = h("input", {
      type: "color", value: `#${hex(r)}${hex(g)}${hex(b)}`, "data-field": label, "aria-label": label,
      onchange: () => {
        const parts = [1, 3, 5].map((at) => Number((parseInt(input.value.slice(at, at + 2), 16) / 255).toFixed(4)));
        void this.document.edit({ kind: "color", link, visual, rgba: [...parts, a].join(" "), material, own });
      },
    });
    return h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, input, users > 1 ? h("span", { class: "quiet" }, ` ${material}, used by ${users} visuals`) : undefined));
  }

  // edit returns the edit for the text, or a sentence with the reason why it is invalid.
  private row(label: string, unit: string, value: string, edit: (text: string) => Edit | string, id = label): HTMLElement {
    const confirm = (): void => {
      if (this.remaking || !isOpen(input)) return;
      const wanted = edit(input.value);
      complain(input, typeof wanted === "string" ? wanted : "");
      if (typeof wanted === "string") return;
      input.dataset["confirmed"] = input.value;
      void this.document.edit(wanted).then((made) => {
        if (made) return;
        delete input.dataset["confirmed"];
        complain(input, this.document.refusal);
      });
    };
    const input = h("input", {
      type: "text", class: "field", value, "data-field": id, "aria-label": unit ? `${id}, ${unit}` : id, spellcheck: "false", autocomplete: "off",
      onblur: confirm,
      onfocus: () => this.store.change(targetOfField(id) ?? {}), // the handle follows the focus
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === "Enter") confirm();
        if (event.key === "Escape") {
          input.value = value;
          complain(input, "");
        }
        if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !isOpen(input)) {
          // no input to revert: undo the last edit, which may still be pending
          event.preventDefault();
          const { shiftKey } = event;
          void this.document.settled().then(() => (shiftKey ? this.store.redo() : this.store.undo()));
        }
        event.stopPropagation();
      },
    });
    return h("tr", {}, h("th", { scope: "row" }, label), h("td", { class: "edit" }, input, h("span", { class: "unit" }, unit)));
  }
}

// Returns true if the field has unconfirmed input that differs from the file.
function isOpen(input: HTMLInputElement): boolean {
  return input.value.trim() !== input.defaultValue.trim() && input.value !== input.dataset["confirmed"];
}

function set(of: Kind, name: string, path: readonly Step[], attributes: Record<string, string>): Edit {
  return { kind: "set", of, name, path, attributes };
}

function table(rows: HTMLElement[]): HTMLElement {
  return h("table", { class: "form" }, h("tbody", {}, ...rows));
}
