// The counterpart of RViz's Displays and Views: fixed frame, numeric camera, named views, hidden links, frames with a
// comparison of their poses, and the file that stores all of it.
import type { App } from "../app";
import { poseParts } from "../robot/robot";
import type { Vec3 } from "../robot/data";
import type { NamedView, State } from "../state/state";
import { fromZUp, toZUp, viewFileName, writeView } from "../state/view-file";
import { VIEWS } from "../view/stage";
import { byId, h, recall, remember, save, toast } from "../widgets/dom";
import { complain } from "../widgets/field-error";
import { DEGREE, short, vector } from "../widgets/format";
import { parseQuantity, type Kind } from "../widgets/quantity";

const FAR = 1e5; // m: larger camera values are rejected

interface Field {
  input: HTMLInputElement;
  read(): number; // in display units
}

export class ViewPanel {
  private readonly fields: Field[] = [];
  private compared: string[] = []; // frames whose poses are compared
  private reference = "";

  constructor(private readonly app: App) {
    const { store } = app;
    this.addCamera();
    this.addViews();
    this.addLinks();
    this.addFrames();
    byId("view-save").addEventListener("click", () => void this.save());
    store.on("robot", ({ robot }, before) => {
      if (robot && robot.data.file !== before.robot?.data.file) this.adopt();
      this.fillLinks();
    });
    store.on(["robot", "camera", "fieldOfView", "tab", "degrees"], () => this.refreshCamera());
    store.on(["robot", "pose", "fixedLink", "tab", "degrees"], () => this.refreshPoses());
    store.on(["robot", "fixedLink", "ride", "firstPerson", "orthographic"], () => this.refreshChoices());
    store.on(["robot", "views"], () => this.refreshViews());
    store.on(["robot", "frameSize", "frameArrows", "hiddenFrames", "hiddenLinks", "linkAlpha", "trails"], () => this.refreshLinks());
  }

  private get state(): State {
    return this.app.store.state;
  }

  //---- camera ------------------------------------------------------------------------------------

  private addCamera(): void {
    const { store, stage } = this.app;
    const kind = byId("camera-kind") as HTMLSelectElement;
    kind.addEventListener("change", () => {
      const { value } = kind; // saved, since the change overwrites it
      store.change({ firstPerson: value === "person", orthographic: value === "top" || value === "parallel" });
      if (value === "top") stage.fit(VIEWS["top"]![1], this.app.outline());
    });
    const fixed = byId("fixed-frame") as HTMLSelectElement;
    fixed.addEventListener("change", () => store.change({ fixedLink: fixed.value || undefined }, { undo: true }));
    const ride = byId("ride") as HTMLSelectElement;
    const turned = byId("ride-turned") as HTMLInputElement;
    const follow = () => store.change({ ride: ride.value ? { link: ride.value, turned: turned.checked } : undefined });
    ride.addEventListener("change", follow);
    turned.addEventListener("change", follow);
    byId("ride-look").addEventListener("click", () => this.lookFrom());

    const { camera, controls } = stage;
    const place = (vec: typeof camera.position, axis: 0 | 1 | 2) => this.field("length", () => toZUp(vec.toArray())[axis], (value) => {
      const point = toZUp(vec.toArray());
      point[axis] = value;
      vec.set(...fromZUp(point));
      controls.update();
    });
    const row = (id: string, label: string, fields: readonly (readonly [string, HTMLInputElement])[]) =>
      byId("camera-numbers").append(h("div", { class: "numbers", id, role: "group", "aria-label": label }, h("span", { class: "caption" }, label), ...fields.map(([name, input]) => {
        input.setAttribute("aria-label", `${label} ${name}`);
        input.title = name;
        return input;
      })));
    const axes = ["x", "y", "z"] as const;
    row("camera-position", "Position", axes.map((name, i) => [name, place(camera.position, i as 0 | 1 | 2)]));
    row("camera-target", "Looks at", axes.map((name, i) => [name, place(controls.target, i as 0 | 1 | 2)]));
    const around = (change: (sphere: { distance: number; yaw: number; pitch: number }) => void) => {
      const sphere = this.around();
      change(sphere);
      const { distance, yaw, pitch } = sphere;
      const flat = Math.cos(pitch) * distance;
      const back: Vec3 = [Math.cos(yaw) * flat, Math.sin(yaw) * flat, Math.sin(pitch) * distance];
      camera.position.set(...fromZUp(back)).add(controls.target);
      controls.update();
    };
    const steep = Math.PI / 2 - 1e-4;
    row("camera-around", "Around it", [
      ["distance", this.field("length", () => this.around().distance, (value) => around((sphere) => (sphere.distance = Math.max(value, 1e-6))))],
      ["yaw", this.field("angle", () => this.around().yaw, (value) => around((sphere) => (sphere.yaw = value)))],
      ["pitch", this.field("angle", () => this.around().pitch, (value) => around((sphere) => (sphere.pitch = Math.min(Math.max(value, -steep), steep))))],
    ]);
    row("camera-lens", "View angle", [["angle", this.field("angle", () => this.state.fieldOfView * DEGREE, (value) => store.change({ fieldOfView: Number(Math.min(Math.max(value / DEGREE, 1), 170).toFixed(6)) }))]]);
  }

  // Returns the position of the camera relative to its target: yaw about z from x, pitch up.
  private around(): { distance: number; yaw: number; pitch: number } {
    const { camera, controls } = this.app.stage;
    const [x, y, z] = toZUp(camera.position.clone().sub(controls.target).toArray());
    const distance = Math.hypot(x, y, z);
    return { distance, yaw: Math.atan2(y, x), pitch: Math.asin(Math.min(Math.max(z / (distance || 1), -1), 1)) };
  }

  private field(kind: Kind, read: () => number, write: (value: number) => void): HTMLInputElement {
    const scale = () => (kind === "angle" && this.state.degrees ? DEGREE : 1);
    const input = h("input", { type: "text", inputmode: "decimal", class: "value", spellcheck: "false", autocomplete: "off" });
    const shown = () => short(read() / scale(), 3);
    input.addEventListener("change", () => {
      if (input.value === shown()) return;
      const value = parseQuantity(input.value, kind, scale());
      const wrong = typeof value === "string" ? value : Math.abs(value) > FAR ? "That is too far away." : "";
      complain(input, wrong);
      if (wrong || typeof value === "string") return;
      write(value);
      input.value = shown();
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        complain(input, "");
        input.value = shown();
      }
      event.stopPropagation();
    });
    this.fields.push({ input, read: () => read() / scale() });
    return input;
  }

  private refreshCamera(): void {
    if (this.state.tab !== "view") return;
    for (const { input, read } of this.fields) if (document.activeElement !== input) input.value = short(read(), 3);
  }

  private refreshChoices(): void {
    const { fixedLink, ride, firstPerson, orthographic } = this.state;
    (byId("camera-kind") as HTMLSelectElement).value = firstPerson ? "person" : orthographic ? "parallel" : "orbit";
    (byId("fixed-frame") as HTMLSelectElement).value = fixedLink ?? "";
    (byId("ride") as HTMLSelectElement).value = ride?.link ?? "";
    (byId("ride-turned") as HTMLInputElement).checked = ride?.turned ?? false;
    (byId("ride-turned") as HTMLInputElement).disabled = (byId("ride-look") as HTMLButtonElement).disabled = !ride;
  }

  // Moves the camera to the link, looking along its x axis, as is usual for a camera's or head's link.
  private lookFrom(): void {
    const { ride, robot } = this.state;
    const node = ride && robot?.links.get(ride.link)?.node;
    if (!node || !robot) return;
    const { camera, controls } = this.app.stage;
    camera.position.setFromMatrixPosition(node.matrixWorld);
    controls.target.set(...(node.matrixWorld.elements.slice(0, 3) as Vec3)).multiplyScalar(robot.size).add(camera.position);
    this.app.store.change({ firstPerson: true, orthographic: false });
    controls.update();
  }

  //---- named views -------------------------------------------------------------------------------

  private addViews(): void {
    const name = byId("view-name") as HTMLInputElement;
    byId("view-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const { camera, orthographic, fieldOfView, views } = this.state;
      if (!camera) return;
      const text = name.value.trim() || `View ${views.length + 1}`;
      this.keep([...views.filter((one) => one.name !== text), { ...camera, name: text, orthographic, fieldOfView }]);
      name.value = "";
    });
  }

  private refreshViews(): void {
    byId("views").replaceChildren(...this.state.views.map((view) => h("li", { class: "named-view" },
      h("button", { class: "plain", title: "look from here", onclick: () => this.show(view) }, view.name),
      h("button", { class: "plain", "aria-label": `forget the view ${view.name}`, title: "forget this view", onclick: () => this.keep(this.state.views.filter((one) => one !== view)) }, "✕"))));
  }

  private show({ position, target, orthographic, fieldOfView }: NamedView): void {
    this.app.store.change({ camera: { position, target }, orthographic, fieldOfView });
  }

  private keep(views: readonly NamedView[]): void {
    const sorted = [...views].sort((a, b) => (a.name < b.name ? -1 : 1));
    this.app.store.change({ views: sorted });
    remember(`views.${this.state.robot?.data.name ?? ""}`, JSON.stringify(sorted));
  }

  // Loads the views of the robot's view file and those stored in this browser.
  private adopt(): void {
    const kept = recall(`views.${this.state.robot?.data.name ?? ""}`);
    let views: NamedView[] = [];
    try {
      views = JSON.parse(kept ?? "[]") as NamedView[];
    } catch {
      // the stored value was not written by this page
    }
    const given = this.state.views;
    this.app.store.change({ views: [...given, ...views.filter(({ name }) => !given.some((one) => one.name === name))] });
    this.compared = [];
    this.reference = "";
  }

  //---- links and frames --------------------------------------------------------------------------

  private addLinks(): void {
    const { store } = this.app;
    const all = () => this.state.robot?.data.links.map(({ name }) => name) ?? [];
    byId("links-show").addEventListener("click", () => store.change({ hiddenLinks: [] }, { undo: true }));
    byId("links-hide").addEventListener("click", () => store.change({ hiddenLinks: all() }, { undo: true }));
    byId("links-solid").addEventListener("click", () => store.change({ linkAlpha: {} }, { undo: true }));
    byId("trails-clear").addEventListener("click", () => {
      this.app.trails.clear();
      store.change({ trails: [] });
    });
  }

  private addFrames(): void {
    const { store } = this.app;
    const size = byId("frame-size") as HTMLInputElement;
    size.addEventListener("input", () => store.change({ frameSize: 2 ** Number(size.value) }));
    const arrows = byId("frame-arrows") as HTMLInputElement;
    arrows.addEventListener("change", () => store.change({ frameArrows: arrows.checked }));
    const on = byId("frames-on") as HTMLInputElement;
    on.addEventListener("change", () => store.change({ overlays: { ...this.state.overlays, frames: on.checked } }));
    store.on("overlays", ({ overlays }) => (on.checked = overlays.frames));
    byId("frames-all").addEventListener("click", () => store.change({ hiddenFrames: [] }));
    byId("frames-none").addEventListener("click", () => store.change({ hiddenFrames: this.state.robot?.data.links.map(({ name }) => name) ?? [] }));
    const reference = byId("compare-reference") as HTMLSelectElement;
    reference.addEventListener("change", () => {
      this.reference = reference.value;
      this.refreshPoses();
    });
    const add = byId("compare-add") as HTMLSelectElement;
    add.addEventListener("change", () => {
      if (add.value && !this.compared.includes(add.value)) this.compared.push(add.value);
      add.value = "";
      this.refreshPoses();
    });
  }

  private fillLinks(): void {
    const names = this.state.robot?.data.links.map(({ name }) => name) ?? [];
    for (const [id, first] of [["fixed-frame", "root"], ["ride", "nothing"], ["compare-reference", "world"], ["compare-add", "add a frame…"]] as const) {
      const select = byId(id) as HTMLSelectElement;
      const before = select.value;
      select.replaceChildren(h("option", { value: "" }, first), ...names.map((name) => h("option", { value: name }, name)));
      select.value = names.includes(before) ? before : "";
    }
    const { robot } = this.state;
    byId("frames").replaceChildren(...names.map((name) => {
      const parent = robot?.links.get(name)?.joint?.parent;
      const box = h("input", {
        type: "checkbox", "data-frame": name,
        onchange: () => {
          const others = this.state.hiddenFrames.filter((one) => one !== name);
          this.app.store.change({ hiddenFrames: box.checked ? others : [...others, name] });
        },
      });
      return h("li", {}, h("label", {}, box, h("span", { class: "name" }, name)), h("span", { class: "quiet name" }, parent ?? ""));
    }));
    this.refreshLinks();
    this.refreshChoices();
    this.refreshPoses();
  }

  private refreshLinks(): void {
    const { frameSize, frameArrows, hiddenFrames, hiddenLinks, linkAlpha, trails, robot } = this.state;
    (byId("frame-size") as HTMLInputElement).value = String(Math.log2(frameSize));
    (byId("frame-arrows") as HTMLInputElement).checked = frameArrows;
    const hidden = new Set(hiddenFrames);
    for (const box of byId("frames").querySelectorAll<HTMLInputElement>("[data-frame]")) box.checked = !hidden.has(box.dataset["frame"]!);
    const said = [
      `${(robot?.data.links.length ?? 0) - hiddenLinks.length} of ${robot?.data.links.length ?? 0} shown`,
      Object.keys(linkAlpha).length > 0 && `${Object.keys(linkAlpha).length} see-through`, trails.length > 0 && `${trails.length} with a trail`,
    ];
    byId("links-said").textContent = said.filter(Boolean).join(", ");
    (byId("links-solid") as HTMLButtonElement).disabled = Object.keys(linkAlpha).length === 0;
    (byId("trails-clear") as HTMLButtonElement).disabled = trails.length === 0;
  }

  // Updates the table of frame poses, all relative to one frame.
  private refreshPoses(): void {
    const { robot, tab, degrees } = this.state;
    if (!robot || tab !== "view") return;
    this.compared = this.compared.filter((name) => robot.links.has(name));
    byId("compared").replaceChildren(...this.compared.map((name) => {
      const { xyz, rpy } = poseParts(robot.pose(name, this.reference || undefined));
      return h("li", {}, h("span", { class: "name" }, name),
        h("button", { class: "plain", "aria-label": `remove ${name}`, onclick: () => { this.compared = this.compared.filter((one) => one !== name); this.refreshPoses(); } }, "✕"),
        h("span", { class: "pose-numbers" }, `${vector(xyz)} m`), h("span", { class: "pose-numbers" }, degrees ? `${vector(rpy.map((angle) => angle / DEGREE))} °` : `${vector(rpy)} rad`));
    }));
  }

  //---- the file ----------------------------------------------------------------------------------

  private async save(): Promise<void> {
    const { robot } = this.state;
    if (!robot) return;
    const text = writeView(this.state, this.app.poses.all);
    const name = viewFileName(robot.data.file);
    if (this.app.loading.showsFile && this.app.source.live && robot.data.writable) {
      const refused = await this.app.source.saveView(text);
      toast(refused || `${name} is saved beside the robot.`, refused ? "error" : "info");
      return;
    }
    save(name, text);
    toast(`${name}: put it beside the robot's file, and limb view opens it this way.`);
  }
}

