// The page as a whole: one state in the store, and the parts that show it. A part listens to the fields that it shows
// and changes others through the store; parts do not know each other. Objects created here live as long as the page;
// those created for a robot are disposed of when the next one replaces it.
import { addNumbers, type Numbers } from "./analysis/numbers";
import { Looks } from "./appearance/looks";
import { applyMeshLooks } from "./appearance/meshlooks";
import { addChoices } from "./edit/choices";
import { Document } from "./edit/document";
import { Drafts } from "./edit/drafts";
import { EditForm } from "./edit/edit-form";
import type { EditMode } from "./edit/edit-mode";
import { addEditing } from "./edit/editing";
import { MoveMode } from "./edit/handle";
import { HandleBar } from "./edit/handle-bar";
import { Engine } from "./engine/engine";
import { Loading } from "./loading";
import { addCommands } from "./panels/actions";
import { Commands } from "./panels/commands";
import { describe } from "./panels/describe";
import { Findings } from "./panels/findings";
import { Inspector } from "./panels/inspector";
import { Joints } from "./panels/joints";
import { Keyframes } from "./panels/keyframes";
import { addPanels } from "./panels/panels";
import { Playback } from "./panels/playback";
import { Poses } from "./panels/poses";
import { Tree } from "./panels/tree";
import { ViewPanel } from "./panels/view-panel";
import { findSource, type Vec3 } from "./robot/data";
import { Robot } from "./robot/robot";
import { Support } from "./robot/support";
import { keepOverReload, taste } from "./state/session";
import { readHash } from "./state/share";
import { initialState, type State } from "./state/state";
import { Store } from "./state/store";
import { addCube } from "./view/cube";
import { addFirstPerson } from "./view/first-person";
import { GhostView } from "./view/ghost";
import { MeasureMode } from "./view/measure";
import { Modes } from "./view/modes";
import { OrbitMode } from "./view/orbit";
import { Overlays } from "./view/overlays";
import { Picker } from "./view/pick";
import { Pointer } from "./view/pointer";
import { addRide } from "./view/ride";
import { Stage } from "./view/stage";
import { addTip } from "./view/tip";
import { Trails } from "./view/trails";
import { byId } from "./widgets/dom";
import { addEdges } from "./widgets/resize";

const LOOKS = ["overlays", "hiddenLinks", "linkOverlays", "linkAlpha", "frameSize", "frameArrows", "hiddenFrames"] as const; // fields that change which parts are solid or drawn
const DOT_MARGIN = 8; // for a robot that is a single dot: the view is this many times its size

export class App {
  readonly store = new Store({ ...initialState(), ...taste() });
  readonly source = findSource();
  readonly engine = new Engine();
  readonly document = new Document(this.store, this.engine, this.source);
  readonly drafts = new Drafts(this.store, this.document);
  readonly stage = new Stage(byId("view"));
  readonly picker = new Picker(this.stage);
  readonly looks = new Looks(this.store);
  readonly modes = new Modes(this.store);
  readonly commands = new Commands(this.store);
  readonly trails: Trails;
  readonly poses: Poses;
  readonly handleBar = new HandleBar(this.store);
  readonly playback: Playback;
  readonly handle: MoveMode;
  readonly editMode: EditMode;
  readonly numbers: Numbers;
  readonly ghost: GhostView;
  readonly loading = new Loading(this);

  private readonly overlays = new Overlays(this.store);
  private support: Support | undefined; // of the current robot

  constructor() {
    const { store, stage, picker, modes } = this;
    this.drawRobot();
    this.bindCamera();
    addRide(store, stage);
    this.trails = new Trails(store, stage);
    const orbit = new OrbitMode(store, stage, picker, () => this.commands.run("focus"));
    this.handle = new MoveMode(store, stage, orbit, this.handleBar);
    modes.add("orbit", orbit);
    modes.add("measure", new MeasureMode(store, stage, orbit));
    modes.add("move", this.handle);
    new Pointer(stage, picker, store, modes);
    addFirstPerson(store, stage);
    addTip(store, stage);
    addCube(store, stage, this.commands);
    // lists and numbers of a robot are filled in once it is visible
    store.hold();
    store.lately(() => {
      new Tree(store, () => this.commands.run("focus"));
      new Findings(store, (parts) => void this.document.edit({ kind: "fix", parts }));
      new Joints(store);
      new ViewPanel(this);
      new Inspector(store, new EditForm(store, this.document));
    });
    this.poses = store.lately(() => new Poses(store));
    this.playback = store.lately(() => new Playback(store));
    store.lately(() => new Keyframes(store, this.poses, (time) => this.playback.seek(time)));
    store.on("data", ({ data }) => data && describe(data));
    store.on("edited", () => void this.loading.showEdited());
    addPanels(store);
    addEdges(store);
    addCommands(this);
    this.editMode = addEditing(this);
    addChoices(this);
    this.ghost = new GhostView(store, stage, this.engine, (which) => this.loading.compared(which), () => this.loading.fitGhost());
    this.numbers = store.lately(() => addNumbers(this));
    keepOverReload(store);
    this.loading.addFiles();
    this.loading.followSource();
    addEventListener("hashchange", () => {
      const shared = readHash(location.hash);
      if (shared) this.loading.openShared(shared);
    });
  }

  get robot(): Robot | undefined {
    return this.store.state.robot;
  }

  // Returns the extreme points of the robot in its pose and of its ghost.
  outline(): Vec3[] {
    const points = [...(this.support?.points() ?? []), ...this.ghost.outline()];
    // a single link without a shape is a dot, which is meaningless if it fills the view
    const [only, ...others] = this.robot?.links.values() ?? [];
    return only && others.length === 0 && !only.visual && !only.collision ? points.map((point) => point.map((part) => part * DOT_MARGIN) as Vec3) : points;
  }

  // Updates the robot in the view. Runs before all other listeners, so that they find the robot in its new pose.
  private drawRobot(): void {
    const { store, stage, looks, overlays, picker } = this;
    store.on(["robot", "pose", "fixedLink"], ({ robot, pose, fixedLink }, before) => {
      robot?.hold(fixedLink);
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
      overlays.move();
      if (this.support) stage.setFloor(this.support.lowest());
      stage.moved();
    });
    store.on(["urdfColors", "ownMaterials", "gltfTurned"], (state, before) => {
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
    store.on(["selection", "hover", "overlays", "hiddenLinks", "touching", "linkOverlays", "linkAlpha", "frameSize", "frameArrows", "hiddenFrames"], (state, before) => {
      if (!state.robot) return;
      looks.refresh(state.robot);
      overlays.refresh();
      stage.showGrid(state.overlays.grid);
      if (LOOKS.some((field) => state[field] !== before[field])) stage.moved();
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

  // The controls move the camera, which updates the state; a camera set in the state is applied by the stage.
  private bindCamera(): void {
    const { store, stage } = this;
    stage.controls.addEventListener("change", () => store.change({
      camera: { position: stage.camera.position.toArray(), target: stage.controls.target.toArray() },
    }));
    store.on(["camera", "orthographic", "fieldOfView"], ({ camera, orthographic, fieldOfView }) => {
      if (orthographic !== stage.orthographic) stage.setOrthographic(orthographic);
      if (fieldOfView !== stage.camera.fov) stage.setFieldOfView(fieldOfView);
      if (!camera) return;
      if (stage.camera.position.equals({ x: camera.position[0], y: camera.position[1], z: camera.position[2] }) &&
        stage.controls.target.equals({ x: camera.target[0], y: camera.target[1], z: camera.target[2] })) return;
      stage.camera.position.set(...camera.position);
      stage.controls.target.set(...camera.target);
      stage.controls.update();
      stage.invalidate();
    });
  }
}
