// Chooses the robot that the page shows: from the server or the page itself, opened here, or edited. A newer robot
// replaces the older one and keeps the parts of the state that still apply.
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import type { App } from "./app";
import { Unreadable } from "./engine/engine";
import { Arguments } from "./files/arguments";
import { onDrop } from "./files/drop";
import type { Opened, RobotData } from "./robot/data";
import { allowed, move, neutralPose } from "./robot/pose";
import { renamed, restage, sameScene } from "./robot/restage";
import { Robot } from "./robot/robot";
import { restore } from "./state/session";
import type { Shared } from "./state/share";
import { readView, viewFileName, type ViewFile } from "./state/view-file";
import type { State } from "./state/state";
import { dispose } from "./view/dispose";
import { VIEWS } from "./view/stage";
import { byId, save, toast } from "./widgets/dom";

export class Loading {
  previous: Opened | undefined; // the file before its last save
  scene: ArrayBuffer | undefined; // GLB of the robot shown

  private readonly xacroArguments: Arguments;
  private firstCamera: State["camera"]; // initial camera of a new robot, until its ghost is loaded
  private loads = 0;
  private outdated = false; // the file on disk is newer than the one that was edited
  private dropped = false; // the robot was opened here; the server's robot is ignored from then on
  private following = false; // motion received from others is not sent back to them

  constructor(private readonly app: App) {
    this.xacroArguments = new Arguments(app.engine, (opened) => this.showOpened(opened));
  }

  // Loads the robot of the server or the page itself. If the file changes during a load, the latest load wins.
  async load(): Promise<void> {
    const turn = ++this.loads;
    if (this.app.source.empty) {
      this.app.store.release();
      document.body.classList.add("empty");
      byId("loading-text").textContent = "Drop the folder of a robot here, a .zip of it, or its .urdf or .xacro.";
      return;
    }
    try {
      const data = await this.app.source.data();
      if (turn !== this.loads) return;
      if (this.keepsChanges(data)) return;
      this.app.store.change({ data });
      // a broken file on disk keeps the current robot; without one, the page shows the findings and waits for the next
      // save
      if (data.broken) {
        if (!this.app.robot) this.wait(data);
        return;
      }
      const glb = await this.app.source.scene((part) => {
        byId("loading-text").textContent = `Loading the robot… ${Math.floor(part * 100)} %`;
      });
      await this.show({ data, glb }, turn);
      await Promise.race([this.app.stage.drawn, hidden()]);
      this.app.store.release();
    } catch (error) {
      this.app.store.release();
      byId("loading").classList.add("failed");
      // scene graphs are traversed by recursion: a chain of several thousand links overflows a browser's stack
      const reason = error instanceof RangeError ? "its links form too deep a chain for this browser" : error instanceof Error ? error.message : String(error);
      byId("loading-text").textContent = `Cannot show the robot: ${reason}.`;
      toast("Cannot show the robot.", "error");
      throw error;
    }
  }

  // Returns true if there are unsaved changes, which another program's save must not discard, including changes made
  // during the load.
  private keepsChanges(data: RobotData): boolean {
    const { edited } = this.app.store.state;
    this.outdated = this.app.document.unsaved && data.hash !== edited?.data.hash;
    const changed = this.outdated && (data.broken || data.hash !== this.app.document.loaded?.data.hash);
    this.app.store.change({ theirs: changed ? data : undefined });
    return this.outdated;
  }

  // Reapplies the local edits to the latest file, which saving then replaces.
  async keepMine(): Promise<void> {
    const { theirs } = this.app.store.state;
    if (!theirs) return;
    try {
      const glb = await this.app.source.scene(() => {});
      const { edited } = this.app.store.state;
      if (!edited || this.app.store.state.theirs !== theirs) return; // it changed again, or the edits are gone
      this.outdated = false;
      this.app.document.open({ data: theirs, glb });
      this.app.store.change({ theirs: undefined, edited: { ...edited } });
    } catch (error) {
      toast(`The file on disk cannot be loaded: ${error instanceof Error ? error.message : String(error)}`, "error");
    }
  }

  // Discards the local edits; undo restores them.
  takeTheirs(): void {
    this.app.store.change({ edited: undefined }, { undo: true });
  }

  private wait(data: RobotData): void {
    this.app.store.release();
    const next = this.app.source.empty ? "Open it again when they are fixed." : "The robot appears when the file is saved without these errors.";
    byId("loading").classList.add("waiting");
    byId("loading-text").textContent = `${data.file.split("/").pop()} cannot be shown yet: its findings say why. ${next}`;
    byId("tree-empty").hidden = false;
    this.allowSaving(false);
    document.body.classList.remove("empty");
    this.app.store.change({ tab: "findings" });
  }

  // Opens dropped or chosen files: a robot with its meshes, or a trajectory.
  async openFiles(files: Map<string, File>): Promise<void> {
    const first = [...files.values()][0];
    if (!first) return;
    if (files.size === 1 && /\.(csv|tsv|json|txt)$/i.test(first.name)) {
      this.app.playback.open(first.name, await first.text());
      return;
    }
    let reason = "";
    try {
      const opened = await this.app.engine.open(files);
      opened.data.view = await viewAmong(files, opened.data.file);
      await this.showOpened(opened);
      this.adviseOnMeshes(files.size);
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      if (error instanceof Unreadable && !this.app.robot && this.app.source.empty) this.showUnreadable(error.data);
      else toast(reason, "error");
    }
    await this.xacroArguments.adopt(reason);
  }

  // A page without a robot shows at least the errors of the file; otherwise it keeps its robot.
  private showUnreadable(data: RobotData): void {
    this.app.store.change({ data });
    this.wait(data);
  }

  // A single file comes without its meshes.
  private adviseOnMeshes(count: number): void {
    const { data } = this.app.store.state;
    const missing = data?.links.some(({ visuals, collisions }) => [...visuals, ...collisions].some(({ geometry }) => geometry.missing));
    if (missing && count === 1) toast("Its meshes are not in this file. Open the whole folder of the robot to see them.");
  }

  // Shows a robot that was loaded in the page; the server's robot is ignored from then on.
  async showOpened(opened: Opened): Promise<void> {
    this.dropped = true;
    const turn = ++this.loads;
    this.app.store.change({ data: opened.data });
    document.body.classList.add("dropped");
    await this.show(opened, turn);
  }

  private async show({ data, glb }: Opened, turn: number): Promise<void> {
    const [gltf, kinematics] = await Promise.all([new GLTFLoader().parseAsync(glb, ""), this.app.engine.kinematics(data)]);
    if (turn !== this.loads || (!this.dropped && this.keepsChanges(data))) {
      dispose(gltf.scene);
      kinematics.free();
      return;
    }
    const { loaded } = this.app.document;
    if (loaded?.data.file !== data.file) this.previous = undefined;
    else if (loaded.data.hash !== data.hash) this.previous = loaded;
    this.scene = glb;
    this.app.document.open({ data, glb });
    const before = this.app.robot?.data.file;
    this.adopt(new Robot(data, gltf.scene, kinematics));
    this.app.store.change({ edited: undefined, theirs: undefined });
    if (before !== data.file) void this.app.drafts.offer();
    byId("loading").hidden = !this.app.stage.noWebGL;
    byId("loading").className = this.app.stage.noWebGL ? "failed" : "";
    if (this.app.stage.noWebGL) byId("loading-text").textContent = "This browser offers no WebGL 2, which the 3D view needs. Switch on hardware acceleration, or try another browser. Everything else works.";
    byId("tree-empty").hidden = true;
    this.allowSaving(true);
    document.body.classList.remove("empty");
  }

  private allowSaving(allowed: boolean): void {
    for (const id of ["save-glb", "save-urdf"]) (byId(id) as HTMLButtonElement).disabled = !allowed;
  }

  compared(which: State["ghost"]): Promise<Opened | undefined> {
    return which === "other" ? this.app.source.other() : Promise.resolve(this.previous);
  }

  // The ghost loads after its robot: a camera that has not been moved then shows both.
  fitGhost(): void {
    if (this.firstCamera && this.firstCamera === this.app.store.state.camera) this.app.stage.fit(undefined, this.app.outline());
    this.firstCamera = undefined;
  }

  // Shows the robot with the current edits, in the same scene if its shapes are the same.
  async showEdited(): Promise<void> {
    const target = this.app.store.state.edited ?? this.app.document.loaded;
    const before = this.app.robot;
    if (this.outdated && !this.app.document.unsaved) {
      void this.load();
      return;
    }
    if (!target || !before || before.data === target.data) return;
    const reuse = target.glb === this.scene || sameScene(before.data, target.data);
    const kinematics = await this.app.engine.kinematics(target.data);
    const scene = reuse ? before.scene : (await new GLTFLoader().parseAsync(target.glb, "")).scene;
    // another robot was loaded first, or the state has a newer text, which is shown by its own call
    if (this.app.robot !== before || target !== (this.app.store.state.edited ?? this.app.document.loaded)) {
      kinematics.free();
      if (!reuse) dispose(scene);
      return;
    }
    this.app.looks.release();
    if (reuse && sameScene(before.data, target.data)) restage(scene, before.data, target.data);
    this.scene = target.glb;
    this.replace(before, new Robot(target.data, scene, kinematics));
  }

  // Replaces the robot; pose, selection and hidden links are kept, under new names if these changed.
  private replace(before: Robot, next: Robot): void {
    const { selection, hiddenLinks, trails, hiddenFrames, linkAlpha, fixedLink, ride } = this.app.store.state;
    const name = (kind: "link" | "joint", old: string) => renamed(kind, old, before.data, next.data);
    const link = (old: string) => name("link", old);
    const values = before.coordinates.filter(({ mimic }) => !mimic)
      .map(({ id, joint, value }) => [name("joint", joint.name) + id.slice(joint.name.length), value] as const);
    this.app.store.change({
      robot: next, data: next.data, hover: undefined, selection: selection && { kind: selection.kind, name: name(selection.kind, selection.name) },
      hiddenLinks: hiddenLinks.map(link), trails: trails.map(link), hiddenFrames: hiddenFrames.map(link), fixedLink: fixedLink && link(fixedLink), ride: ride && { ...ride, link: link(ride.link) },
      linkAlpha: Object.fromEntries(Object.entries(linkAlpha).map(([one, alpha]) => [link(one), alpha])), pose: { ...next.values(), ...allowed(next, Object.fromEntries(values), true) },
    });
  }

  // Replaces the robot by a newly loaded one. For a new version of the same file, pose, camera and selection stay where
  // possible.
  private adopt(next: Robot): void {
    const { store } = this.app;
    const { selection, pose, overlays, ignoreLimits, robot: before } = store.state;
    const same = before?.data.file === next.data.file;
    const gone = selection && !(selection.kind === "link" ? next.links : next.joints).has(selection.name);
    const patch: Partial<State> = { robot: next, hover: undefined };
    if (!same) Object.assign(patch, { urdfColors: next.data.urdf_colors, ownMaterials: next.data.own_materials, gltfTurned: next.data.gltf_turned });
    if (gone) patch.selection = undefined;
    patch.pose = same ? { ...next.values(), ...allowed(next, pose, ignoreLimits) } : next.values();
    if (!same) {
      store.forget();
      patch.hiddenLinks = [];
      patch.measured = [];
      Object.assign(patch, { linkOverlays: {}, linkAlpha: {}, trails: [], hiddenFrames: [], fixedLink: undefined, ride: undefined, firstPerson: false, views: [] } satisfies Partial<State>);
      patch.overlays = { ...overlays, collision: isBare(next) };
    }
    if (!same) patch.ghost = next.data.compare === null || this.dropped ? "none" : "other";
    store.change(patch);
    if (same) return;
    this.app.stage.fit(VIEWS["iso"]![1], this.app.outline());
    this.firstCamera = store.state.ghost === "other" ? store.state.camera : undefined;
    const given = this.readView(next.data);
    if (given) this.app.poses.add(given.poses);
    const shared = before ? undefined : restore(next.data.file);
    if (given) store.change({ views: given.shared.patch.views ?? [] });
    if (shared ?? given) this.openShared((shared ?? given!.shared));
  }

  // Reads the view file next to the robot's file.
  private readView({ view }: RobotData): ViewFile | undefined {
    if (view === undefined || view === null) return undefined;
    const read = readView(parsed(view));
    if (typeof read !== "string") return read;
    toast(`The view file is not used: ${read}.`, "error");
    return undefined;
  }

  // Returns true if the file that the server watches is shown.
  get showsFile(): boolean {
    return !this.dropped;
  }

  openShared({ joints, patch }: Shared): void {
    const { robot } = this.app;
    if (!robot) return;
    const { selection, overlays, ...rest } = patch;
    const known = selection && (selection.kind === "link" ? robot.links : robot.joints).has(selection.name);
    this.app.store.change({
      ...rest, selection: known ? selection : undefined,
      ...(overlays ? { overlays: isBare(robot) ? { ...overlays, collision: true } : overlays } : {}),
      pose: { ...neutralPose(robot), ...allowed(robot, joints, true) },
    });
  }

  addFiles(): void {
    for (const [id, ...buttons] of [["file", "open", "choose-files"], ["folder", "choose-folder"]] as const) {
      const input = byId(id) as HTMLInputElement;
      input.addEventListener("change", () => {
        void this.openFiles(new Map([...(input.files ?? [])].map((file) => [file.webkitRelativePath || file.name, file])));
      });
      for (const button of buttons) byId(button).addEventListener("click", () => input.click());
    }
    byId("save-glb").addEventListener("click", () => this.scene && save(`${this.app.robot?.data.name || "robot"}.glb`, this.scene));
    byId("save-urdf").addEventListener("click", () => void this.saveUrdf());
    byId("fix").addEventListener("click", () => void this.fix());
    onDrop(document.body, ({ files }) => void this.openFiles(files), (reason) => toast(reason, "error"));
  }

  private async saveUrdf(): Promise<void> {
    if (this.app.robot) save(this.app.robot.data.file.split("/").pop() || "robot.urdf", await this.app.document.text());
  }

  private async fix(): Promise<void> {
    const before = this.app.store.state.edited;
    if (!(await this.app.document.edit({ kind: "all fixes" }))) return;
    toast(this.app.store.state.edited !== before ? "What is certain is fixed. Look at the changes below, and save them." : "There is nothing that can be fixed with certainty.");
  }

  followSource(): void {
    const { source, store } = this.app;
    source.onChange(() => {
      if (!this.dropped) void this.load();
    });
    source.onConnection((connection) => {
      byId("offline").hidden = connection === "open";
      byId("offline").textContent = connection === "refused"
        ? "Not connected: limb view was started again. Open the address that it printed."
        : "Not connected: limb view has stopped. The robot stays.";
    });
    source.onOther((broken) => {
      if (this.dropped) return;
      if (broken) toast("The file to compare with cannot be shown any more. Its last good version stays.", "error");
      else this.app.ghost.refresh();
    });
    source.onJoints((values) => {
      this.following = true;
      move(store, values, { ignoreLimits: true });
      this.following = false;
    });
    store.on("pose", ({ pose }) => {
      if (!this.following) source.sendJoints({ ...pose });
    });
    byId("server-state").hidden = source.live;
    document.body.classList.toggle("no-server", !source.live);
  }
}

// Returns the view file next to the robot's among files that were opened.
async function viewAmong(files: ReadonlyMap<string, File>, robotFile: string): Promise<string | null> {
  const name = viewFileName(robotFile);
  const file = [...files].find(([path]) => path.split("/").pop() === name)?.[1];
  return (await file?.text()) ?? null;
}

// Returns undefined for invalid JSON.
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Resolves when the page is hidden and therefore not drawn.
function hidden(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => document.hidden && resolve();
    document.addEventListener("visibilitychange", look);
    look();
  });
}

// A robot without visual shapes would leave the view empty: its collision shapes are shown instead.
function isBare(robot: Robot): boolean {
  const links = [...robot.links.values()];
  return links.every(({ visual }) => !visual) && links.some(({ collision }) => collision);
}
