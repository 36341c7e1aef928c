// The page's data of a robot: the JSON that the command writes next to the GLB (the schema of docs/command.md, with
// lines, findings and source), and where both come from.
//
// Served by `limb view`, the data is fetched and a socket reports changes. In a file written by `limb view --html` it
// is embedded in the document, or absent, and there is no server. Robots that are dropped onto the page come from its
// engine (engine.ts).
import type { Begun } from "../begin";

export type Vec3 = [number, number, number];
export type Vec4 = [number, number, number, number];

export interface Inertial {
  mass: number | null;
  xyz: Vec3;
  rpy: Vec3;
  inertia: [number, number, number, number, number, number] | null; // ixx ixy ixz iyy iyz izz
}

export interface Geometry {
  type: string; // "mesh" or a primitive
  size?: Vec3;
  radius?: number;
  length?: number;
  filename?: string;
  scale?: Vec3;
  missing?: string; // reason why the mesh could not be shown
}

export interface Material {
  name: string | null;
  rgba: Vec4 | null;
  texture: string | null;
}

export interface Geom {
  name: string | null;
  xyz: Vec3;
  rpy: Vec3;
  geometry: Geometry;
  material?: Material | null; // of visuals: as ROS shows it, with the first definition of the name
  own_material?: Material | null; // the visual's own definition, if that differs
}

// Returns the material that a visual is shown with.
export function materialOf(geom: Geom, own: boolean): Material | null | undefined {
  return own && geom.own_material !== undefined ? geom.own_material : geom.material;
}

export interface Link {
  name: string;
  line: number;
  end_line: number;
  inertial: Inertial | null;
  visuals: Geom[];
  collisions: Geom[];
}

export type JointType = "revolute" | "continuous" | "prismatic" | "fixed" | "floating" | "planar";

export interface Joint {
  name: string;
  type: JointType;
  parent: string;
  child: string;
  line: number;
  end_line: number;
  xyz: Vec3;
  rpy: Vec3;
  axis: Vec3;
  limit: { lower: number | null; upper: number | null; effort: number | null; velocity: number | null } | null;
  mimic: { joint: string; multiplier: number; offset: number } | null;
  dynamics?: { damping: number; friction: number };
  safety_controller?: { soft_lower_limit: number; soft_upper_limit: number; k_position: number; k_velocity: number };
  calibration?: { rising: number | null; falling: number | null };
}

export interface Finding {
  rule: string;
  severity: "error" | "warning" | "info";
  message: string;
  path: string;
  file?: string; // if it is not the robot's file
  line: number;
  column: number;
  size: number;
  source: string; // the text of that line
  source_column: number; // column where `source` begins: 1 unless the line is very long
  link?: string; // the element concerned, if any
  joint?: string;
  fix?: { title: string; offset: number; size: number; text: string }[]; // only if certain; in bytes of the source
}

// Identifies a finding even if its line has moved.
export function findingKey({ rule, path, message }: Finding): string {
  return `${rule}\n${path}\n${message}`;
}

export interface RobotData {
  schema: string; // "limb-robot/1"
  version: number; // incremented by each change on disk
  file: string;
  hash: string; // hash of the text: identifies the version that was edited
  writable: boolean; // the server allows the page to change the file
  compare: string | null; // file of a second robot, which the source also provides
  name: string;
  root: string;
  broken: boolean; // the file on disk cannot be shown; this is the last good robot with the new findings
  triangles: number;
  urdf_colors: boolean; // the GLB applies the URDF's colors to meshes with their own materials
  own_materials: boolean; // each visual has the material it defines itself, even if its name was defined before
  gltf_turned: boolean; // its glTF meshes were rotated from y-up to z-up
  view?: string | null; // text of the view file next to it
  links: Link[];
  joints: Joint[];
  findings: Finding[];
  source: string[]; // the file, line by line
}

export interface IkAnswer {
  solved: boolean;
  joints: Record<string, number>;
  error: number;
  reason: string;
  unfinished: boolean; // the search was improving when its time ran out
}

// "refused": a restarted server answers, and does not accept this page
export type Connection = "open" | "closed" | "refused";

export interface Source {
  readonly live: boolean; // the page is connected to a server
  readonly empty: boolean; // the page has no robot until one is dropped onto it
  data(): Promise<RobotData>;
  scene(arrived: (part: number) => void): Promise<ArrayBuffer>;
  onChange(callback: () => void): void;
  onConnection(callback: (connection: Connection) => void): void;
  onJoints(callback: (joints: Record<string, number>) => void): void; // others moved the robot
  onOther(callback: (broken: boolean) => void): void; // the robot to compare with changed, or can no longer be shown
  sendJoints(joints: Record<string, number>): void; // the page moved it; sent only to subscribers
  other(): Promise<Opened>; // the robot to compare with, if the data names one
  save(text: string, hash: string): Promise<string>; // replaces the text with that hash; returns "" or the reason for failure
  saveView(text: string): Promise<string>; // next to the robot's file; returns "" or the reason for failure
}

// A robot loaded in the page.
export interface Opened {
  data: RobotData;
  glb: ArrayBuffer;
}

// The robot's name if its file cannot be read.
export const UNREADABLE = "unreadable";

// Returns the requests of the page's first script; undefined in a single-file page, or if that script ran too late.
export function begun(): Begun | undefined {
  return (window as unknown as { limbBegun?: Begun }).limbBegun;
}

const UNKNOWN = -1; // version of a robot whose server is gone
const JOINTS_MS = 20; // minimum interval between messages while joints move

export function findSource(): Source {
  const embedded = document.getElementById("limb-data");
  return embedded ? new EmbeddedSource(embedded.textContent ?? "") : new ServerSource();
}

// Joints whose links are missing are not shown.
export function inTree(data: RobotData): RobotData {
  const names = new Set(data.links.map(({ name }) => name));
  return { ...data, root: data.root ?? "", joints: data.joints.filter(({ parent, child }) => names.has(parent) && names.has(child)) };
}

class EmbeddedSource implements Source {
  readonly live = false;
  readonly empty: boolean;

  constructor(private readonly json: string) {
    this.empty = json.trim() === "";
  }

  data(): Promise<RobotData> {
    return Promise.resolve(inTree(JSON.parse(this.json) as RobotData));
  }

  scene(): Promise<ArrayBuffer> {
    return Promise.resolve(embeddedBytes("limb-scene"));
  }

  other(): Promise<Opened> {
    const json = document.getElementById("limb-other-data")?.textContent ?? "";
    return Promise.resolve({ data: inTree(JSON.parse(json) as RobotData), glb: embeddedBytes("limb-other-scene") });
  }

  save(): Promise<string> {
    return Promise.resolve("A saved page cannot write files.");
  }

  saveView(): Promise<string> {
    return this.save();
  }

  onChange(): void {}
  onConnection(): void {}
  onJoints(): void {}
  onOther(): void {}
  sendJoints(): void {}
}

function embeddedBytes(id: string): ArrayBuffer {
  const binary = atob((document.getElementById(id)?.textContent ?? "").trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes.buffer;
}

class ServerSource implements Source {
  readonly live = true;
  readonly empty = false;
  private events: EventSource | undefined;
  private version = 0; // of the robot shown; 0: first load
  private newest = 0; // the latest version available
  private changed: () => void = () => {};
  private connection: (connection: Connection) => void = () => {};
  private moved: (joints: Record<string, number>) => void = () => {};
  private otherNewest = 0; // the latest version of the robot to compare with
  private otherChanged: (broken: boolean) => void = () => {};
  private wanted = false; // the server requested joint values
  private unsent: Record<string, number> | undefined;
  private sending = 0; // a timer, or -1 while values are being sent
  private retryDelay = 500;
  // requested immediately: they arrive while the page sets up its lights and panels
  private readonly begin = begun()?.answers ?? new Map(["robot.json", "robot.glb"].map((name) => [name, fetchNew(name)]));

  // Browsers limit the connections to one server, so a hidden page holds none.
  constructor() {
    if (!document.hidden) this.connect();
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.events) this.connect();
      if (document.hidden) this.disconnect();
    });
  }

  async data(): Promise<RobotData> {
    // a scene requested with an older robot does not match this one
    if (!this.begin.has("robot.json")) this.begin.delete("robot.glb");
    const answer = await this.begun("robot.json");
    const data = inTree((await answer.json()) as RobotData);
    this.version = data.version;
    if (this.newest > this.version) setTimeout(() => this.changed()); // it changed during the load
    return data;
  }

  async scene(arrived: (part: number) => void): Promise<ArrayBuffer> {
    const answer = await this.begun("robot.glb");
    const bytes = new Uint8Array(Number(answer.headers.get("X-Unpacked-Length")));
    const reader = answer.body!.getReader();
    let size = 0;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (size + piece.value.length > bytes.length) throw new Error("robot.glb is longer than it said");
      bytes.set(piece.value, size);
      size += piece.value.length;
      arrived(size / bytes.length);
    }
    if (size !== bytes.length) throw new Error("robot.glb did not arrive whole");
    return bytes.buffer;
  }

  async other(): Promise<Opened> {
    const [data, glb] = await Promise.all(["other.json", "other.glb"].map((name) => this.begun(name)));
    const opened = { data: inTree((await data!.json()) as RobotData), glb: await glb!.arrayBuffer() };
    this.otherNewest = Math.max(this.otherNewest, opened.data.version);
    return opened;
  }

  save(text: string, hash: string): Promise<string> {
    return this.send("robot.urdf", text, { "If-Match": hash });
  }

  saveView(text: string): Promise<string> {
    return this.send("view.json", text, {});
  }

  private async send(name: string, text: string, headers: Record<string, string>): Promise<string> {
    try {
      const answer = await fetch(name, { method: "POST", body: text, headers });
      return answer.ok ? "" : (await answer.text()).trim() || `The server refused it: ${answer.statusText}.`;
    } catch {
      return "The server does not answer: limb view has stopped.";
    }
  }

  private async begun(name: string): Promise<Response> {
    const answer = await (this.begin.get(name) ?? fetchNew(name));
    this.begin.delete(name);
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
    return answer;
  }

  onChange(callback: () => void): void {
    this.changed = callback;
  }

  onConnection(callback: (connection: Connection) => void): void {
    this.connection = callback;
  }

  onJoints(callback: (joints: Record<string, number>) => void): void {
    this.moved = callback;
  }

  onOther(callback: (broken: boolean) => void): void {
    this.otherChanged = callback;
  }

  // Sends the latest values at a limited rate, one message at a time.
  sendJoints(joints: Record<string, number>): void {
    if (!this.wanted) return;
    this.unsent = joints;
    this.sending ||= window.setTimeout(() => void this.post(), JOINTS_MS);
  }

  private async post(): Promise<void> {
    const body = JSON.stringify({ type: "joints", joints: this.unsent });
    this.unsent = undefined;
    this.sending = -1;
    await fetch("joints", { method: "POST", body }).catch(() => {}); // the event stream reports when a server is gone
    this.sending = 0;
    if (this.unsent) this.sendJoints(this.unsent);
  }

  private connect(): void {
    const events = new EventSource("events");
    this.events = events;
    events.onopen = () => {
      this.retryDelay = 500;
      this.connection("open");
      if (this.version === UNKNOWN) this.changed();
    };
    events.onmessage = (event) => this.receive(String(event.data));
    events.onerror = () => {
      // with our own delays: a browser does not reconnect after a refusal
      this.disconnect();
      if (this.version) this.version = UNKNOWN; // a restarted server counts from the beginning
      void refused().then((yes) => this.events || this.connection(yes ? "refused" : "closed"));
      setTimeout(() => {
        if (!document.hidden && !this.events) this.connect();
      }, this.retryDelay);
      this.retryDelay = Math.min(this.retryDelay * 2, 8000);
    };
  }

  private disconnect(): void {
    this.events?.close();
    this.events = undefined;
    this.wanted = false;
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as { type: string; version?: number; broken?: boolean; joints?: Record<string, number> };
    if (message.type === "reload") {
      this.newest = message.version ?? 0;
      if (this.version && this.newest !== this.version) this.changed();
    } else if (message.type === "other" && (message.version ?? 0) > this.otherNewest) {
      this.otherNewest = message.version ?? 0;
      this.otherChanged(message.broken === true);
    } else if (message.type === "live") {
      this.wanted = true;
    } else if (message.type === "joints" && message.joints) {
      this.moved(message.joints);
    }
  }
}

// Events do not include the reason for their end.
async function refused(): Promise<boolean> {
  try {
    return (await fetch("robot.json", { method: "HEAD", cache: "no-store" })).status === 403;
  } catch {
    return false;
  }
}

function fetchNew(name: string): Promise<Response> {
  return fetch(name, { cache: "no-store" });
}
