// One robot of an engine: findings, texts, edits, motion and collision.
import type { Limb } from "./limb.js";
import { WRONG } from "./status.js";
import { LimbError, type Change, type Contact, type Finding, type GlbOptions, type IkAnswer } from "./types.js";

const OUTCOME_BUDGET = 3; // of limb_ik_outcome
const FORMATS = { text: 0, json: 1, sarif: 2, github: 3 } as const;

/** One robot. Calls throw LimbError where they cannot answer; findings are never thrown. */
export class Robot {
  /** 0: it was loaded; 1: it is refused, the findings say why; others: the environment failed. */
  status = 0;
  /** "" or why the robot was not loaded. */
  reason = "";

  constructor(private readonly limb: Limb, private engine: number, private readonly useFiles: () => void) {}

  /** Gives the memory back; every call afterwards throws, but this one, which does nothing more. */
  free(): void {
    const engine = this.engine;
    this.engine = 0;
    if (engine !== 0) this.limb.release("limb_engine_free", engine);
  }

  /** False: the text could not be read at all. A robot that is refused may be there nevertheless. */
  get exists(): boolean {
    return this.ask("has_robot") !== 0;
  }

  /** Reads the meshes and textures that the robot names and adds what is wrong with them to the findings. */
  checkFiles(): void {
    this.useFiles();
    this.must("check_files");
  }

  get errors(): number {
    return this.ask("error_count");
  }

  get warnings(): number {
    return this.ask("warning_count");
  }

  findings(): Finding[] {
    const report = JSON.parse(this.report("json")) as { files: { file: string; findings: Omit<Finding, "file">[] }[] };
    return report.files.flatMap(({ file, findings }) => findings.map((finding) => ({ file, ...finding }) as Finding));
  }

  /** All findings in one of the forms of limb check. */
  report(format: keyof typeof FORMATS = "text"): string {
    if (!Object.hasOwn(FORMATS, format)) throw new LimbError(`a report is ${Object.keys(FORMATS).join(", ")}, not ${String(format)}`, WRONG);
    return this.textOf("write_findings", FORMATS[format]);
  }

  /** The file, byte for byte as read or as edited. */
  source(): string {
    return this.textOf("write_source");
  }

  /** The file in canonical layout. */
  format(): string {
    return this.textOf("write_formatted");
  }

  /** Links, joints, findings and source: the robot.json of docs/page.md. */
  describe(): Record<string, unknown> {
    this.useFiles();
    return JSON.parse(this.textOf("write_page")) as Record<string, unknown>;
  }

  /** What changed since an older text of the robot, by meaning: layout and comments do not count. */
  changesSince(old: string | Uint8Array): Change[] {
    return this.limb.withInput(old, (at, size) => JSON.parse(this.textOf("write_changes", at, size)) as Change[]);
  }

  toGLB(options: GlbOptions = {}): Uint8Array {
    const parts = (options.visual === false ? 0 : 1) + (options.collision === false ? 0 : 2) + (options.frames ? 4 : 0) +
      (options.inertia ? 8 : 0) + (options.animate ? 16 : 0) + (options.urdfColors ? 32 : 0) + (options.ownMaterials ? 64 : 0);
    this.useFiles();
    if (options.q) this.limb.withNumbers([[this.nq, this.sized(options.q, this.nq, "q")]], (q) => this.must("write_glb", parts, q!));
    else this.must("write_glb", parts, 0);
    return this.limb.resultOf(this.engine);
  }

  // ---- edits: only the bytes that are meant change, and the result is read again

  renameLink(from: string, to: string): void {
    this.withTexts([from, to], (a, b) => this.must("rename_link", a!, b!));
  }

  renameJoint(from: string, to: string): void {
    this.withTexts([from, to], (a, b) => this.must("rename_joint", a!, b!));
  }

  /** Attaches a joint to another link; with keepPose its child stays where it is. */
  reparent(joint: string, parent: string, keepPose = true): void {
    this.withTexts([joint, parent], (a, b) => this.must("reparent", a!, b!, keepPose ? 1 : 0));
  }

  /** The number of an element: of a link or joint by its name, then down by tags. -1: none. Edits make numbers new. */
  node(kind: "robot" | "link" | "joint", name = "", ...tags: string[]): number {
    if (!["robot", "link", "joint"].includes(kind)) throw new LimbError(`an element is of a robot, link or joint, not ${String(kind)}`, WRONG);
    let node = kind === "robot" ? this.ask("root_node") : this.withTexts([name], (at) => this.ask(`${kind}_node`, at!));
    for (const tag of tags) node = this.withTexts([tag], (at) => this.ask("child_node", node, at!));
    return node;
  }

  /** The first child of that tag; -1: none. */
  childNode(node: number, tag: string): number {
    return this.withTexts([tag], (at) => this.ask("child_node", whole(node, "node"), at!));
  }

  /** An element by a path of names, "joint/elbow/limit", "material/red"; -1: none. */
  findNode(path: string): number {
    return this.withTexts([path], (at) => this.ask("find_node", at!));
  }

  /** The value of an attribute; undefined: the element does not have it. */
  attribute(node: number, name: string): string | undefined {
    return this.withTexts([name], (at) => {
      const length = this.ask("attribute", whole(node, "node"), at!, 0, 0);
      if (length < 0) return undefined;
      return this.limb.withRoom(length + 1, (value) => {
        this.ask("attribute", node, at!, value, length + 1);
        return this.limb.text(value);
      });
    });
  }

  /** The next sibling of that tag; -1: none. */
  nextNode(node: number, tag: string): number {
    return this.withTexts([tag], (at) => this.ask("next_node", whole(node, "node"), at!));
  }

  /** Undefined removes the attribute. */
  setAttribute(node: number, name: string, value: string | undefined): void {
    this.withTexts(value === undefined ? [name] : [name, value], (a, b) => this.must("set_attribute", whole(node, "node"), a!, b ?? 0));
  }

  setOrigin(node: number, pose: ArrayLike<number>): void {
    this.withNumbers([[12, this.sized(pose, 12, "pose")]], (at) => this.must("set_origin", whole(node, "node"), at!));
  }

  /** XML text as the last child of an element. */
  add(parent: number, xml: string): void {
    this.withTexts([xml], (at) => this.must("add", whole(parent, "parent"), at!));
  }

  remove(node: number): void {
    this.must("remove", whole(node, "node"));
  }

  /** Makes the certain fixes of the findings; returns of how many. */
  fix(): number {
    return this.ask("fix");
  }

  // ---- motion

  get nq(): number {
    return this.ask("nq");
  }

  get nv(): number {
    return this.ask("nv");
  }

  /** Links in the order of the file; poses of fk are in the same order. */
  get linkNames(): string[] {
    return this.names("link_name", this.ask("nlink"));
  }

  /** One name for each entry of q: the joint's, with "/x" and the like where a joint has several. */
  get qNames(): string[] {
    return this.names("q_name", this.nq);
  }

  get vNames(): string[] {
    return this.names("v_name", this.nv);
  }

  limits(): { min: Float64Array; max: Float64Array } {
    const n = this.nq;
    return this.withNumbers([[n], [n]], (min, max) => {
      this.must("limits", min!, max!);
      return { min: this.limb.numbersOut(min!, n), max: this.limb.numbersOut(max!, n) };
    });
  }

  /** The pose that is shown first: zero, or the middle of a range without zero. */
  neutral(): Float64Array {
    const n = this.nq;
    return this.withNumbers([[n]], (q) => {
      this.must("neutral", q!);
      return this.limb.numbersOut(q!, n);
    });
  }

  /** World poses of all links, 12 numbers each. */
  fk(q: ArrayLike<number>): Float64Array {
    const n = 12 * this.ask("nlink");
    return this.withNumbers([[this.nq, this.sized(q, this.nq, "q")], [n]], (at, pose) => {
      this.must("fk", at!, pose!);
      return this.limb.numbersOut(pose!, n);
    });
  }

  /** Of a link's origin in world axes: 6 rows of nv, angular first. */
  jacobian(q: ArrayLike<number>, link: string): Float64Array {
    const n = 6 * this.nv;
    return this.withNumbers([[this.nq, this.sized(q, this.nq, "q")], [n]], (at, out) => {
      this.must("jacobian", at!, this.link(link), out!);
      return this.limb.numbersOut(out!, n);
    });
  }

  /** Brings a link to a pose, from start; tries above 1 begin at random configurations, too. */
  ik(link: string, pose: ArrayLike<number>, options: { start?: ArrayLike<number>; tries?: number; seconds?: number } = {}): IkAnswer {
    const n = this.nq, start = options.start ?? this.neutral();
    return this.withNumbers([[12, this.sized(pose, 12, "pose")], [n, this.sized(start, n, "start")], [2]], (at, q, error) => {
      const outcome = this.ask("ik", this.link(link), at!, whole(options.tries ?? 100, "tries"), options.seconds ?? 0, q!, error!);
      if (outcome < 0) throw new LimbError(this.message(), WRONG);
      const [positionError, rotationError] = this.limb.numbersOut(error!, 2);
      return {
        solved: outcome === 0, q: this.limb.numbersOut(q!, n), positionError: positionError!, rotationError: rotationError!,
        reason: this.message(), unfinished: outcome === OUTCOME_BUDGET,
      };
    });
  }

  inverseDynamics(q: ArrayLike<number>, v: ArrayLike<number>, a: ArrayLike<number>): Float64Array {
    return this.dynamics("inverse_dynamics", q, v, a);
  }

  forwardDynamics(q: ArrayLike<number>, v: ArrayLike<number>, tau: ArrayLike<number>): Float64Array {
    return this.dynamics("forward_dynamics", q, v, tau);
  }

  /** nv rows of nv. */
  massMatrix(q: ArrayLike<number>): Float64Array {
    const n = this.nv * this.nv;
    return this.withNumbers([[this.nq, this.sized(q, this.nq, "q")], [n]], (at, out) => {
      this.must("mass_matrix", at!, out!);
      return this.limb.numbersOut(out!, n);
    });
  }

  /** The torques that hold the robot still. */
  gravity(q: ArrayLike<number>): Float64Array {
    const n = this.nv;
    return this.withNumbers([[this.nq, this.sized(q, this.nq, "q")], [n]], (at, out) => {
      this.must("gravity", at!, out!);
      return this.limb.numbersOut(out!, n);
    });
  }

  /** Moves on by dt seconds under tau, with damping and friction. */
  step(q: ArrayLike<number>, v: ArrayLike<number>, dt: number, tau?: ArrayLike<number>): { q: Float64Array; v: Float64Array } {
    const { nq, nv } = this;
    return this.withNumbers([[nq, this.sized(q, nq, "q")], [nv, this.sized(v, nv, "v")], tau ? [nv, this.sized(tau, nv, "tau")] : [nv]],
      (atQ, atV, atTau) => {
        this.must("step", tau ? atTau! : 0, dt, atQ!, atV!);
        return { q: this.limb.numbersOut(atQ!, nq), v: this.limb.numbersOut(atV!, nv) };
      });
  }

  /**
   * Lets the robot fall for count steps of dt seconds: no torques, the file's damping and friction, joint limits that stop
   * and carry. Drag (1/s) slows every motion, so that a robot without damping comes to rest too.
   */
  fall(q: ArrayLike<number>, v: ArrayLike<number>, dt: number, count = 1, drag = 0): { q: Float64Array; v: Float64Array } {
    const { nq, nv } = this;
    return this.withNumbers([[nq, this.sized(q, nq, "q")], [nv, this.sized(v, nv, "v")]], (atQ, atV) => {
      this.must("fall", dt, whole(count, "count"), drag, atQ!, atV!);
      return { q: this.limb.numbersOut(atQ!, nq), v: this.limb.numbersOut(atV!, nv) };
    });
  }

  /** Of all links, in the world; NaN without mass. */
  centerOfMass(q: ArrayLike<number>): Float64Array {
    return this.withNumbers([[this.nq, this.sized(q, this.nq, "q")], [3]], (at, center) => {
      this.must("center_of_mass", at!, center!);
      return this.limb.numbersOut(center!, 3);
    });
  }

  /** Where a link's origin is at random configurations within the limits: x y z of each, as limb reach has them. */
  reach(link: string, count: number, seed = 0): Float32Array {
    const index = this.link(link);
    const size = 3 * 4 * whole(count, "count");
    return this.limb.withRoom(size, (at) => {
      this.must("reach", index, whole(seed, "seed"), count, at);
      return new Float32Array(this.limb.bytesAt(at, size).slice().buffer);
    });
  }

  // ---- collision: pairs of links that a joint joins, and those that touch whatever the configuration, are not compared

  /** Triangles of a mesh that the robot names, for collision, in place of its file: before the first question. */
  addMesh(uri: string, position: Float32Array, triangle: Uint32Array): void {
    // of other kinds of arrays the bytes would be something else
    if (!(position instanceof Float32Array && triangle instanceof Uint32Array)) throw new LimbError("a mesh is a Float32Array and a Uint32Array", WRONG);
    if (position.length % 3 !== 0 || triangle.length % 3 !== 0) throw new LimbError("points and triangles are made of three numbers each", WRONG);
    this.withTexts([uri], (name) => this.limb.withBytes(position, (at) => this.limb.withBytes(triangle, (corners) =>
      this.must("add_mesh", name!, at, position.length / 3, corners, triangle.length / 3))));
  }

  /** Meshes of collision shapes that are missing, and pairs of links that are compared. Makes the scene, which may take a while. */
  collisionScene(): { missing: number; pairs: number } {
    this.useFiles();
    const missing = this.ask("missing_count");
    if (missing < 0) throw new LimbError(this.message(), WRONG);
    return { missing, pairs: this.ask("pair_count") };
  }

  /** The pairs of links that touch. */
  touching(q: ArrayLike<number>, max = 32): Contact[] {
    this.useFiles();
    return this.withNumbers([[this.nq, this.sized(q, this.nq, "q")], [9 * whole(max, "max")]], (at, out) => {
      const count = this.ask("touching", at!, out!, max);
      if (count < 0) throw new LimbError(this.message(), WRONG);
      return this.contacts(out!, Math.min(count, max));
    });
  }

  /** The two links that are nearest to each other; undefined: there are no pairs. */
  nearest(q: ArrayLike<number>): Contact | undefined {
    this.useFiles();
    return this.withNumbers([[this.nq, this.sized(q, this.nq, "q")], [9]], (at, out) => {
      const count = this.ask("nearest", at!, out!);
      if (count < 0) throw new LimbError(this.message(), WRONG);
      return this.contacts(out!, count)[0];
    });
  }

  /** Whether anything touches when one coordinate of q takes each of the values. */
  touchingAlong(q: ArrayLike<number>, index: number, values: ArrayLike<number>): boolean[] {
    this.useFiles();
    const n = values.length;
    return this.withNumbers([[this.nq, this.sized(q, this.nq, "q")], [n, values]], (at, value) => this.limb.withRoom(n, (out) => {
      if (this.ask("touching_along", at!, whole(index, "index"), value!, n, out) < 0)
        throw new LimbError(this.message() || "there is no such coordinate", WRONG);
      return Array.from(this.limb.bytesAt(out, n), (touches) => touches !== 0);
    }));
  }

  private contacts(at: number, count: number): Contact[] {
    const rows = this.limb.numbersOut(at, 9 * count);
    return Array.from({ length: count }, (_, i) => {
      const [a, b, distance, ...points] = rows.subarray(9 * i, 9 * i + 9);
      const name = (link: number): string => this.limb.text(this.ask("link_name", link));
      return {
        a: name(a!), b: name(b!), distance: distance!,
        pointA: points.slice(0, 3) as [number, number, number], pointB: points.slice(3) as [number, number, number],
      };
    });
  }

  private dynamics(name: string, q: ArrayLike<number>, v: ArrayLike<number>, third: ArrayLike<number>): Float64Array {
    const { nq, nv } = this;
    return this.withNumbers([[nq, this.sized(q, nq, "q")], [nv, this.sized(v, nv, "v")], [nv, this.sized(third, nv, "a or tau")], [nv]],
      (atQ, atV, atThird, out) => {
        this.must(name, atQ!, atV!, atThird!, out!);
        return this.limb.numbersOut(out!, nv);
      });
  }

  // ---- calls

  private ask(name: string, ...args: number[]): number {
    if (this.engine === 0) throw new LimbError("the robot was freed", WRONG);
    return this.limb.call(`limb_engine_${name}`, this.engine, ...args);
  }

  private must(name: string, ...args: number[]): void {
    const status = this.ask(name, ...args);
    if (status !== 0) throw new LimbError(this.message() || "the engine failed", status);
  }

  private message(): string {
    return this.limb.text(this.ask("message"));
  }

  private textOf(name: string, ...args: number[]): string {
    this.must(name, ...args);
    return new TextDecoder().decode(this.limb.resultOf(this.engine));
  }

  private names(name: string, count: number): string[] {
    return Array.from({ length: count }, (_, i) => this.limb.text(this.ask(name, i)));
  }

  private link(name: string): number {
    const link = this.withTexts([name], (at) => this.ask("find_link", at!));
    if (link < 0) throw new LimbError(`no link named "${name}"`, WRONG);
    return link;
  }

  private sized(values: ArrayLike<number>, count: number, name: string): ArrayLike<number> {
    if (values?.length !== count) throw new LimbError(`${name} has ${values?.length ?? "no"} numbers, not ${count}`, WRONG);
    return values;
  }

  private withTexts<T>(texts: string[], use: (...at: number[]) => T): T {
    return this.limb.withTexts(texts, use);
  }

  private withNumbers<T>(arrays: [number, ArrayLike<number>?][], use: (...at: number[]) => T): T {
    return this.limb.withNumbers(arrays, use);
  }
}

// Others would be cut to a whole number of 32 bits on their way.
function whole(value: number, name: string): number {
  if (!Number.isInteger(value) || Math.abs(value) >= 2 ** 31) throw new LimbError(`${name} must be a whole number, not ${String(value)}`, WRONG);
  return value;
}
