// The inspector: everything in the file about the selected link or joint, its pose relative to any frame, and its
// source.
import type { EditForm } from "../edit/edit-form";
import { materialOf, type Geom, type Joint, type Link, type Material, type Vec3 } from "../robot/data";
import { poseParts, type Robot } from "../robot/robot";
import type { Store } from "../state/store";
import { byId, h } from "../widgets/dom";
import { DEGREE, short, vector } from "../widgets/format";
import { linkOverlays } from "./link-overlays";

export class Inspector {
  private reference = "";
  private poseCells: HTMLElement[] = [];
  private readonly box = byId("inspector");

  constructor(private readonly store: Store, private readonly form: EditForm) {
    store.on(["robot", "selection", "degrees", "mode", "ownMaterials"], () => this.refresh());
    store.on("pose", () => this.refreshPose());
  }

  private get robot(): Robot | undefined {
    return this.store.state.robot;
  }

  private refresh(): void {
    const { robot, store } = this;
    const chosen = store.state.selection;
    if (!robot?.links.has(this.reference)) this.reference = "";
    const link = chosen?.kind === "link" ? robot?.links.get(chosen.name)?.data : undefined;
    const joint = chosen?.kind === "joint" ? robot?.joints.get(chosen.name) : undefined;
    byId("inspector-title").textContent = link ? `Link ${link.name}` : joint ? `Joint ${joint.name}` : "Nothing selected";
    this.form.remake(chosen ? `${chosen.kind} ${chosen.name}` : "", () => this.remake(robot, link, joint));
    this.refreshPose();
  }

  private remake(robot: Robot | undefined, link: Link | undefined, joint: Joint | undefined): void {
    this.poseCells = [];
    const editing = this.store.state.mode === "edit";
    if (robot && link) this.box.replaceChildren(...(editing ? this.form.link(link, robot) : this.linkRows(link)), linkOverlays(this.store, link.name), this.pose(link.name), this.source(link));
    else if (robot && joint) this.box.replaceChildren(...(editing ? this.form.joint(joint) : this.jointRows(joint)), this.pose(joint.child), this.source(joint));
    else this.box.replaceChildren(h("p", { class: "quiet" }, "Select a link or joint in the view, the tree or the sliders."));
  }

  private linkRows(link: Link): HTMLElement[] {
    const rows: [string, string][] = [];
    const parent = this.robot?.links.get(link.name)?.joint;
    rows.push(["parent joint", parent ? `${parent.name} (${parent.type})` : "none: this is the root"]);
    const { inertial } = link;
    if (inertial) {
      rows.push(["mass", inertial.mass === null ? "not given" : `${short(inertial.mass)} kg`]);
      rows.push(["center of mass", `${vector(inertial.xyz)} m`]);
      if (inertial.rpy.some((angle) => angle !== 0)) rows.push(["inertia axes rpy", this.angles(inertial.rpy)]);
      const [xx, xy, xz, yy, yz, zz] = inertial.inertia ?? [0, 0, 0, 0, 0, 0];
      rows.push(["ixx iyy izz", `${short(xx)}  ${short(yy)}  ${short(zz)} kg m²`]);
      rows.push(["ixy ixz iyz", `${short(xy)}  ${short(xz)}  ${short(yz)} kg m²`]);
    } else {
      rows.push(["inertia", "none given"]);
    }
    const shapes = [
      ...link.visuals.map((geom, i) => shapeRow(`visual ${i + 1}`, geom, paintOf(geom, this.store.state.ownMaterials))),
      ...link.collisions.map((geom, i) => shapeRow(`collision ${i + 1}`, geom)),
    ];
    return [table(rows), ...(shapes.length > 0 ? [h("div", { class: "shapes" }, ...shapes)] : [])];
  }

  private jointRows(joint: Joint): HTMLElement[] {
    const angular = joint.type !== "prismatic";
    const unit = angular ? (this.store.state.degrees ? "°" : " rad") : " m";
    const scale = angular && this.store.state.degrees ? 1 / DEGREE : 1;
    const measure = (value: number | null) => (value === null ? "not given" : short(value * scale) + unit);
    const rows: [string, string][] = [
      ["type", joint.type],
      ["parent → child", `${joint.parent} → ${joint.child}`],
      ["origin xyz", `${vector(joint.xyz)} m`],
      ["origin rpy", this.angles(joint.rpy)],
    ];
    if (joint.type !== "fixed" && joint.type !== "floating") rows.push(["axis", vector(joint.axis)]);
    if (joint.limit) {
      const { lower, upper, effort, velocity } = joint.limit;
      rows.push(["limits", `${measure(lower)} … ${measure(upper)}`]);
      rows.push(["effort", effort === null ? "not given" : `${short(effort)} ${angular ? "N m" : "N"}`]);
      rows.push(["velocity", velocity === null ? "not given" : `${measure(velocity)}/s`]);
    }
    if (joint.mimic) {
      rows.push(["mimics", `${joint.mimic.joint} × ${short(joint.mimic.multiplier)} + ${short(joint.mimic.offset)}`]);
    }
    if (joint.dynamics) {
      rows.push(["damping", short(joint.dynamics.damping)], ["friction", short(joint.dynamics.friction)]);
    }
    if (joint.safety_controller) {
      const s = joint.safety_controller;
      rows.push(["soft limits", `${measure(s.soft_lower_limit)} … ${measure(s.soft_upper_limit)}`]);
      rows.push(["gains", `k_position ${short(s.k_position)}, k_velocity ${short(s.k_velocity)}`]);
    }
    if (joint.calibration) {
      const { rising, falling } = joint.calibration;
      rows.push(["calibration", `rising ${measure(rising)}, falling ${measure(falling)}`]);
    }
    return [table(rows)];
  }

  private pose(link: string): HTMLElement {
    const select = h("select", {
      id: "reference", "aria-label": "frame in which the pose is given",
      onchange: () => {
        this.reference = select.value;
        this.refreshPose();
      },
    }, h("option", { value: "" }, "world"), ...[...(this.robot?.links.keys() ?? [])].map((name) => h("option", { value: name }, name)));
    select.value = this.reference;
    this.poseCells = [0, 1, 2].map(() => h("td", {}));
    const rows = ["xyz", "rpy", "quat xyzw"].map((name, i) => h("tr", {}, h("th", { scope: "row" }, name), this.poseCells[i]!));
    return h("div", { class: "pose", "data-link": link }, h("label", { class: "caption" }, "Pose of ", h("b", {}, link), " in ", select), h("table", {}, h("tbody", {}, ...rows)));
  }

  private refreshPose(): void {
    const link = this.box.querySelector<HTMLElement>(".pose")?.dataset["link"];
    const [xyz, rpy, quat] = this.poseCells;
    if (!this.robot || !link || !xyz || !rpy || !quat) return;
    const parts = poseParts(this.robot.pose(link, this.reference || undefined));
    xyz.textContent = `${vector(parts.xyz)} m`;
    rpy.textContent = this.angles(parts.rpy);
    quat.textContent = vector(parts.quat);
  }

  private source(element: { line: number; end_line: number }): HTMLElement {
    const { data } = this.robot!;
    const most = 40;
    const last = Math.min(element.end_line, element.line + most - 1);
    const lines = data.source.slice(element.line - 1, last);
    const text = lines.map((line, i) => `${String(element.line + i).padStart(4)}  ${line}`).join("\n");
    const rest = element.end_line - last;
    return h("details", { class: "source", ontoggle: (event: Event) => (event.target as HTMLElement).scrollIntoView({ block: "nearest" }) },
      h("summary", {}, `${data.file.split("/").pop()}:${element.line}`),
      h("pre", { tabindex: 0, "aria-label": "source of the selected element" }, rest > 0 ? `${text}\n      … ${rest} more lines` : text));
  }

  private angles(rpy: Vec3): string {
    return this.store.state.degrees ? `${vector(rpy.map((angle) => angle / DEGREE))} °` : `${vector(rpy)} rad`;
  }
}

// Returns the origin of a visual's color if it may be surprising.
function paintOf(geom: Geom, own: boolean): string {
  const material = materialOf(geom, own);
  const bare = geom.geometry.type !== "mesh" || /\.stl$/i.test(geom.geometry.filename ?? "");
  if (geom.own_material) {
    const other = own ? geom.material : geom.own_material;
    return `material ${nameOf(material)}${own ? ", as this visual defines it; the first of that name" : ", as first defined; this visual's own"} is ${rgbaOf(other)}`;
  }
  if (!material) return bare ? "no material: gray here, red in RViz" : "";
  return `material ${nameOf(material)}`;
}

function nameOf(material: Material | null | undefined): string {
  return [material?.name, rgbaOf(material)].filter(Boolean).join(" ");
}

function rgbaOf(material: Material | null | undefined): string {
  return material?.rgba ? vector(material.rgba) : material?.texture ?? "";
}

function shapeRow(title: string, geom: Geom, paint = ""): HTMLElement {
  const { type, size, radius, length, filename = "", scale, missing } = geom.geometry;
  const sizes = [size && vector(size), radius !== undefined && `r ${short(radius)}`, length !== undefined && `l ${short(length)}`];
  const what = type === "mesh"
    ? `${filename}${scale?.some((factor) => factor !== 1) ? ` × ${vector(scale)}` : ""}`
    : `${type} ${sizes.filter(Boolean).join(", ")} m`;
  return h("div", { class: missing ? "shape missing" : "shape" },
    h("span", { class: "caption" }, geom.name ? `${title} ${geom.name}` : title), h("span", {}, ...breakable(what)),
    paint ? h("span", { class: "quiet" }, ...breakable(paint)) : undefined,
    missing ? h("span", { class: "reason" }, missing) : undefined);
}

// Allows line breaks in a path after a slash or an underscore.
function breakable(text: string): (string | HTMLElement)[] {
  return text.split(/(?<=[/_])(?=[^/_])/).flatMap((part, i) => (i > 0 ? [h("wbr"), part] : [part]));
}

function table(rows: [string, string][]): HTMLElement {
  return h("table", {}, h("tbody", {}, ...rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)))));
}
