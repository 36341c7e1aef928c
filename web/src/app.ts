// The page as a whole: one state in the store, and the parts that show it. A part listens to the fields it shows and changes
// others through the store; parts do not know each other. What is made here lives as long as the page; what is made for one
// robot is disposed when the next one takes its place.
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { addCommands } from "./actions";
import { addChoices } from "./choices";
import { Arguments } from "./arguments";
import { EditForm } from "./edit-form";
import type { EditMode } from "./edit-mode";
import { addEditing } from "./editing";
import { Commands } from "./commands";
import { addCube } from "./cube";
import { findSource, type Opened, type RobotData, type Vec3 } from "./data";
import { describe } from "./describe";
import { dispose } from "./dispose";
import { Document } from "./document";
import { byId, save, toast } from "./dom";
import { Drafts } from "./drafts";
import { onDrop } from "./drop";
import { Engine, Unreadable } from "./engine";
import { Findings } from "./findings";
import { GhostView } from "./ghost";
import { MoveMode } from "./handle";
import { HandleBar } from "./handle-bar";
import { Inspector } from "./inspector";
import { Joints } from "./joints";
import { Keyframes } from "./keyframes";
import { Looks } from "./looks";
import { MeasureMode } from "./measure";
import { applyMeshLooks } from "./meshlooks";
import { Modes } from "./modes";
import { OrbitMode } from "./orbit";
import { addNumbers, type Numbers } from "./numbers";
import { Overlays } from "./overlays";
import { addPanels } from "./panels";
import { Picker } from "./pick";
import { Playback } from "./playback";
import { Pointer } from "./pointer";
import { allowed, move, zeroPose } from "./pose";
import { Poses } from "./poses";
import { addEdges } from "./resize";
import { Robot } from "./robot";
import { renamed, restage, sameScene } from "./restage";
import { keepOverReload, restore, taste } from "./session";
import { readHash, type Shared } from "./share";
import { Stage, VIEWS } from "./stage";
import { initialState, type State } from "./state";
import { Store } from "./store";
import { addTip } from "./tip";
import { Support } from "./support";
import { Tree } from "./tree";

const DOT_MARGIN = 8; // of a robot that is one dot: the view is this many times its size

export class App {
  readonly store = new Store({ ...initialState(), ...taste() });
  readonly source = findSource();
  readonly engine = new Engine();
  readonly document = new Document(this.store, this.engine, this.source);
  readonly drafts = new Drafts(this.store, this.document);
  readonly stage = new Stage(byId("view"));
  readonly picker = new Picker(this.stage);
  readonly modes = new Modes(this.store);
  readonly commands = new Commands(this.store);
  readonly handleBar = new HandleBar(this.store);
  readonly playback: Playback;
  readonly handle: MoveMode;
  readonly editMode: EditMode;
  readonly numbers: Numbers;
  readonly ghost: GhostView;
  previous: Opened | undefined; // the file before its last save
  scene: ArrayBuffer | undefined; // GLB of the robot that is shown

  private readonly looks = new Looks(this.store);
  private readonly overlays = new Overlays(this.store);
  private readonly xacroArguments = new Arguments(this.engine, (opened) => this.showOpened(opened));
  private support: Support | undefined; // of the robot
  private firstCamera: State["camera"]; // that a new robot was given, until its ghost came
  private loads = 0;
  private outdated = false; // the file on disk is newer than the one that the edits began with
  private dropped = false; // the robot is one that was opened here; what the server has does not matter any more
  private following = false; // what others moved is not sent back to them

  constructor() {
    const { store, stage, picker, modes } = this;
    this.drawRobot();
    this.bindCamera();
    const orbit = new OrbitMode(store, stage, picker, () => this.commands.run("focus"));
    this.handle = new MoveMode(store, stage, orbit, this.handleBar);
    modes.add("orbit", orbit);
    modes.add("measure", new MeasureMode(store, stage, orbit));
    modes.add("move", this.handle);
    new Pointer(stage, picker, store, modes);
    addTip(store, stage);
    addCube(store, stage, this.commands);
    // lists and numbers of a robot are filled in when it is seen
    store.hold();
    store.lately(() => {
      new Tree(store, () => this.commands.run("focus"));
      new Findings(store, (parts) => void this.document.edit({ kind: "fix", parts }));
      new Joints(store);
      new Inspector(store, new EditForm(store, this.document));
    });
    this.playback = store.lately(() => new Playback(store));
    store.lately(() => new Keyframes(store, new Poses(store), (time) => this.playback.seek(time)));
    store.on("data", ({ data }) => data && describe(data));
    store.on("edited", () => void this.showEdited());
    addPanels(store);
    addEdges(store);
    addCommands(this);
    this.editMode = addEditing(this);
    addChoices(this);
    this.ghost = new GhostView(store, stage, this.engine, (which) => this.compared(which), () => this.fitGhost());
    this.numbers = store.lately(() => addNumbers(this));
    keepOverReload(store);
    this.addFiles();
    this.followSource();
    addEventListener("hashchange", () => {
      const shared = readHash(location.hash);
      if (shared) this.openShared(shared);
    });
  }

  get robot(): Robot | undefined {
    return this.store.state.robot;
  }

  // Points that lie farthest out, of the robot as it is posed and of its ghost.
  outline(): Vec3[] {
    const points = [...(this.support?.points() ?? []), ...this.ghost.outline()];
    // a link alone without a shape is a dot, which says nothing when it fills the view
    const [only, ...others] = this.robot?.links.values() ?? [];
    return only && others.length === 0 && !only.visual && !only.collision ? points.map((point) => point.map((part) => part * DOT_MARGIN) as Vec3) : points;
  }

  // The robot that the server or the page itself brings. The newest load wins when the file changes while it is fetched.
  async load(): Promise<void> {
    const turn = ++this.loads;
    if (this.source.empty) {
      this.store.release();
      document.body.classList.add("empty");
      byId("loading-text").textContent = "Drop the folder of a robot here, a .zip of it, or its .urdf or .xacro.";
      return;
    }
    try {
      const data = await this.source.data();
      if (turn !== this.loads) return;
      if (this.keepsChanges(data)) return;
      this.store.change({ data });
      // a broken file on disk keeps the robot that is shown; the first one shows its findings and waits for the next save
      if (data.broken) {
        if (!this.robot) this.wait(data);
        return;
      }
      const glb = await this.source.scene((part) => {
        byId("loading-text").textContent = `Loading the robot… ${Math.floor(part * 100)} %`;
      });
      await this.show({ data, glb }, turn);
      await Promise.race([this.stage.drawn, hidden()]);
      this.store.release();
    } catch (error) {
      this.store.release();
      byId("loading").classList.add("failed");
      // scene graphs are walked by recursion: some thousand links in one chain are more than a browser's stack holds
      const reason = error instanceof RangeError ? "its links form too deep a chain for this browser" : error instanceof Error ? error.message : String(error);
      byId("loading-text").textContent = `Cannot show the robot: ${reason}.`;
      toast("Cannot show the robot.", "error");
      throw error;
    }
  }

  // Changes that are not saved, also those made while the file was fetched, are not thrown away by another's save.
  private keepsChanges(data: RobotData): boolean {
    const { edited } = this.store.state;
    this.outdated = this.document.unsaved && data.hash !== edited?.data.hash;
    const changed = this.outdated && (data.broken || data.hash !== this.document.loaded?.data.hash);
    this.store.change({ theirs: changed ? data : undefined });
    return this.outdated;
  }

  // What was edited here becomes an edit of the newest file, which saving then replaces.
  async keepMine(): Promise<void> {
    const { theirs } = this.store.state;
    if (!theirs) return;
    try {
      const glb = await this.source.scene(() => {});
      const { edited } = this.store.state;
      if (!edited || this.store.state.theirs !== theirs) return; // it changed once more, or the edits are gone
      this.outdated = false;
      this.document.open({ data: theirs, glb });
      this.store.change({ theirs: undefined, edited: { ...edited } });
    } catch (error) {
      toast(`The file on disk cannot be loaded: ${error instanceof Error ? error.message : String(error)}`, "error");
    }
  }

  // Undo brings what was edited here back.
  takeTheirs(): void {
    this.store.change({ edited: undefined }, { undo: true });
  }

  private wait(data: RobotData): void {
    this.store.release();
    const next = this.source.empty ? "Open it again when they are fixed." : "The robot appears when the file is saved without these errors.";
    byId("loading").classList.add("waiting");
    byId("loading-text").textContent = `${data.file.split("/").pop()} cannot be shown yet: its findings say why. ${next}`;
    byId("tree-empty").hidden = false;
    this.allowSaving(false);
    document.body.classList.remove("empty");
    this.store.change({ tab: "findings" });
  }

  // Files that were dropped or chosen: a robot with its meshes, or a trajectory.
  async openFiles(files: Map<string, File>): Promise<void> {
    const first = [...files.values()][0];
    if (!first) return;
    if (files.size === 1 && /\.(csv|tsv|json|txt)$/i.test(first.name)) {
      this.playback.open(first.name, await first.text());
      return;
    }
    let reason = "";
    try {
      await this.showOpened(await this.engine.open(files));
      this.adviseOnMeshes(files.size);
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      if (error instanceof Unreadable && !this.robot && this.source.empty) this.showUnreadable(error.data);
      else toast(reason, "error");
    }
    await this.xacroArguments.adopt(reason);
  }

  // A page without a robot shows at least what is wrong with the file; another keeps the robot it has.
  private showUnreadable(data: RobotData): void {
    this.store.change({ data });
    this.wait(data);
  }

  // A file alone cannot bring its meshes.
  private adviseOnMeshes(count: number): void {
    const { data } = this.store.state;
    const missing = data?.links.some(({ visuals, collisions }) => [...visuals, ...collisions].some(({ geometry }) => geometry.missing));
    if (missing && count === 1) toast("Its meshes are not in this file. Open the whole folder of the robot to see them.");
  }

  // Shows a robot that the engine made in the page; from now on what the server has does not matter.
  async showOpened(opened: Opened): Promise<void> {
    this.dropped = true;
    const turn = ++this.loads;
    this.store.change({ data: opened.data });
    document.body.classList.add("dropped");
    await this.show(opened, turn);
  }

  private async show({ data, glb }: Opened, turn: number): Promise<void> {
    const [gltf, kinematics] = await Promise.all([new GLTFLoader().parseAsync(glb, ""), this.engine.kinematics(data)]);
    if (turn !== this.loads || (!this.dropped && this.keepsChanges(data))) {
      dispose(gltf.scene);
      kinematics.free();
      return;
    }
    const { loaded } = this.document;
    if (loaded?.data.file !== data.file) this.previous = undefined;
    else if (loaded.data.hash !== data.hash) this.previous = loaded;
    this.scene = glb;
    this.document.open({ data, glb });
    const before = this.robot?.data.file;
    this.adopt(new Robot(data, gltf.scene, kinematics));
    this.store.change({ edited: undefined, theirs: undefined });
    if (before !== data.file) void this.drafts.offer();
    byId("loading").hidden = !this.stage.noWebGL;
    byId("loading").className = this.stage.noWebGL ? "failed" : "";
    if (this.stage.noWebGL) byId("loading-text").textContent = "This browser offers no WebGL 2, which the 3D view needs. Switch on hardware acceleration, or try another browser. Everything else works.";
    byId("tree-empty").hidden = true;
    this.allowSaving(true);
    document.body.classList.remove("empty");
  }

  private allowSaving(allowed: boolean): void {
    for (const id of ["save-glb", "save-urdf"]) (byId(id) as HTMLButtonElement).disabled = !allowed;
  }

  private compared(which: State["ghost"]): Promise<Opened | undefined> {
    return which === "other" ? this.source.other() : Promise.resolve(this.previous);
  }

  // The ghost comes after its robot: a camera that nobody moved meanwhile shows both.
  private fitGhost(): void {
    if (this.firstCamera && this.firstCamera === this.store.state.camera) this.stage.fit(undefined, this.outline());
    this.firstCamera = undefined;
  }

  // The robot with the edits that the state has now: the same scene where its shapes are the same.
  private async showEdited(): Promise<void> {
    const target = this.store.state.edited ?? this.document.loaded;
    const before = this.robot;
    if (this.outdated && !this.document.unsaved) {
      void this.load();
      return;
    }
    if (!target || !before || before.data === target.data) return;
    const reuse = target.glb === this.scene || sameScene(before.data, target.data);
    const kinematics = await this.engine.kinematics(target.data);
    const scene = reuse ? before.scene : (await new GLTFLoader().parseAsync(target.glb, "")).scene;
    // another robot came first, or the state has another text by now, which is shown by a call of its own
    if (this.robot !== before || target !== (this.store.state.edited ?? this.document.loaded)) {
      kinematics.free();
      if (!reuse) dispose(scene);
      return;
    }
    this.looks.release();
    if (reuse && sameScene(before.data, target.data)) restage(scene, before.data, target.data);
    this.scene = target.glb;
    this.replace(before, new Robot(target.data, scene, kinematics));
  }

  // Pose, selection and hidden links stay, under new names where these changed.
  private replace(before: Robot, next: Robot): void {
    const { selection, hiddenLinks } = this.store.state;
    const name = (kind: "link" | "joint", old: string) => renamed(kind, old, before.data, next.data);
    const values = before.coordinates.filter(({ mimic }) => !mimic)
      .map(({ id, joint, value }) => [name("joint", joint.name) + id.slice(joint.name.length), value] as const);
    this.store.change({
      robot: next, data: next.data, hover: undefined, selection: selection && { kind: selection.kind, name: name(selection.kind, selection.name) },
      hiddenLinks: hiddenLinks.map((link) => name("link", link)), pose: { ...next.values(), ...allowed(next, Object.fromEntries(values), true) },
    });
  }

  // Puts a newly loaded robot in the place of the one shown. When it is the same file, changed, then pose, camera and
  // selection stay where they can.
  private adopt(next: Robot): void {
    const { store } = this;
    const { selection, pose, overlays, ignoreLimits, robot: before } = store.state;
    const same = before?.data.file === next.data.file;
    const gone = selection && !(selection.kind === "link" ? next.links : next.joints).has(selection.name);
    const patch: Partial<State> = { robot: next, hover: undefined };
    if (!same) Object.assign(patch, { urdfColors: next.data.urdf_colors, gltfTurned: next.data.gltf_turned });
    if (gone) patch.selection = undefined;
    patch.pose = same ? { ...next.values(), ...allowed(next, pose, ignoreLimits) } : next.values();
    if (!same) {
      store.forget();
      patch.hiddenLinks = [];
      patch.measured = [];
      patch.linkOverlays = {};
      patch.overlays = { ...overlays, collision: isBare(next) };
    }
    if (!same) patch.ghost = next.data.compare === null || this.dropped ? "none" : "other";
    store.change(patch);
    if (same) return;
    this.stage.fit(VIEWS["iso"]![1], this.outline());
    this.firstCamera = store.state.ghost === "other" ? store.state.camera : undefined;
    const shared = before ? undefined : restore(next.data.file);
    if (shared) this.openShared(shared);
  }

  private openShared({ joints, patch }: Shared): void {
    const { robot } = this;
    if (!robot) return;
    const { selection, overlays, ...rest } = patch;
    const known = selection && (selection.kind === "link" ? robot.links : robot.joints).has(selection.name);
    this.store.change({
      ...rest, selection: known ? selection : undefined,
      ...(overlays ? { overlays: isBare(robot) ? { ...overlays, collision: true } : overlays } : {}),
      pose: { ...zeroPose(robot), ...allowed(robot, joints, true) },
    });
  }

  // The robot in the view. First of all listeners, so that the others find it posed.
  private drawRobot(): void {
    const { store, stage, looks, overlays, picker } = this;
    store.on(["robot", "pose"], ({ robot, pose }, before) => {
      robot?.setMany(pose, true);
      if (robot !== before.robot && robot) {
        looks.release();
        applyMeshLooks(robot, store.state);
        if (robot.scene !== before.robot?.scene) stage.scene.add(robot.scene);
        looks.adopt(robot);
        picker.adopt(looks.painted);
        overlays.adopt(robot);
        stage.setBounds(robot.bounds());
        this.support = new Support(robot.links.values());
        before.robot?.dispose(robot);
      }
      overlays.updateNeedles();
      if (this.support) stage.setFloor(this.support.lowest());
      stage.moved();
    });
    store.on(["urdfColors", "gltfTurned"], (state, before) => {
      if (!state.robot || state.robot !== before.robot) return;
      looks.release();
      applyMeshLooks(state.robot, state);
      state.robot.scene.updateMatrixWorld();
      looks.adopt(state.robot);
      picker.adopt(looks.painted);
      this.support = new Support(state.robot.links.values());
      stage.setFloor(this.support.lowest());
      stage.moved();
    });
    store.on(["selection", "hover", "overlays", "hiddenLinks", "touching", "linkOverlays"], (state, before) => {
      if (!state.robot) return;
      looks.refresh(state.robot);
      overlays.refresh();
      stage.showGrid(state.overlays.grid);
      if (state.overlays !== before.overlays || state.hiddenLinks !== before.hiddenLinks || state.linkOverlays !== before.linkOverlays) stage.moved();
      else if (state.selection === before.selection && state.touching === before.touching) stage.invalidateAtRest();
      else stage.invalidate();
    });
    const theme = ({ dark }: State) => {
      document.documentElement.dataset["theme"] = dark ? "dark" : "light";
      stage.setTheme(dark);
    };
    store.on("dark", theme);
    theme(store.state);
  }

  // The controls move the camera and the state follows; a camera that the state brings is taken by the stage.
  private bindCamera(): void {
    const { store, stage } = this;
    stage.controls.addEventListener("change", () => store.change({
      camera: { position: stage.camera.position.toArray(), target: stage.controls.target.toArray() },
    }));
    store.on(["camera", "orthographic"], ({ camera, orthographic }) => {
      if (orthographic !== stage.orthographic) stage.setOrthographic(orthographic);
      if (!camera) return;
      if (stage.camera.position.equals({ x: camera.position[0], y: camera.position[1], z: camera.position[2] }) &&
        stage.controls.target.equals({ x: camera.target[0], y: camera.target[1], z: camera.target[2] })) return;
      stage.camera.position.set(...camera.position);
      stage.controls.target.set(...camera.target);
      stage.controls.update();
      stage.invalidate();
    });
  }

  private addFiles(): void {
    for (const [id, ...buttons] of [["file", "open", "choose-files"], ["folder", "choose-folder"]] as const) {
      const input = byId(id) as HTMLInputElement;
      input.addEventListener("change", () => {
        void this.openFiles(new Map([...(input.files ?? [])].map((file) => [file.webkitRelativePath || file.name, file])));
      });
      for (const button of buttons) byId(button).addEventListener("click", () => input.click());
    }
    byId("save-glb").addEventListener("click", () => this.scene && save(`${this.robot?.data.name || "robot"}.glb`, this.scene));
    byId("save-urdf").addEventListener("click", () => void this.saveUrdf());
    byId("fix").addEventListener("click", () => void this.fix());
    onDrop(document.body, ({ files }) => void this.openFiles(files), (reason) => toast(reason, "error"));
  }

  private async saveUrdf(): Promise<void> {
    if (this.robot) save(this.robot.data.file.split("/").pop() || "robot.urdf", await this.document.text());
  }

  private async fix(): Promise<void> {
    const before = this.store.state.edited;
    if (!(await this.document.edit({ kind: "all fixes" }))) return;
    toast(this.store.state.edited !== before ? "What is certain is fixed. Look at the changes below, and save them." : "There is nothing that can be fixed with certainty.");
  }

  private followSource(): void {
    const { source, store } = this;
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
      else this.ghost.refresh();
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

// Nobody looks at the page, or not any more: then it is not drawn.
function hidden(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => document.hidden && resolve();
    document.addEventListener("visibilitychange", look);
    look();
  });
}

// A robot without visual shapes would be an empty view: its collision shapes are shown instead.
function isBare(robot: Robot): boolean {
  const links = [...robot.links.values()];
  return links.every(({ visual }) => !visual) && links.some(({ collision }) => collision);
}

