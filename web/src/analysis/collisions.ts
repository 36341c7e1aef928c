// Collision in the page: which links touch in this pose, which two are closest, and at which slider positions links
// would touch.
//
// Queries go to the engine's worker one at a time, the latest pose first; slider ranges are computed in small batches
// between them, so that the answer for the current pose is never delayed for long.
import * as THREE from "three";
import type { Contact } from "../../engine/src/index.js";
import type { Engine } from "../engine/engine";
import { neutralPose } from "../robot/pose";
import type { Robot } from "../robot/robot";
import type { State } from "../state/state";
import type { Store } from "../state/store";

const SAMPLES = 64; // samples of a slider's range
const PIECE = 16; // samples per query

export interface Touching {
  contacts: readonly Contact[]; // except those below
  usual: readonly Contact[]; // pairs that also touch in the zero pose, because of the file's shapes and not the pose
  nearest: Contact | undefined; // only while requested
}

export type Band = readonly [from: number, to: number]; // interval in which a coordinate causes contact, radians or meters

export class Collisions {
  milliseconds = 0; // time of the last answer for a pose
  failure = ""; // reason why there are no answers
  private robot: Robot | undefined; // the robot loaded in the worker
  private asking = false;
  private fresh = false; // the current pose has no answer yet
  private next = 0; // the coordinate whose range is computed next
  private usual = new Set<string>(); // pairs that touch in the zero pose

  // No queries are sent before the robot is visible: they would delay it.
  constructor(private readonly store: Store, private readonly engine: Engine, private readonly seen: Promise<void>) {
    store.on(["robot", "pose", "overlays"], (state, before) => {
      if (!this.wanted(state)) {
        if (state.touching) store.change({ touching: undefined, bands: {} });
        return;
      }
      this.fresh = true;
      this.next = 0;
      if (state.robot !== before.robot) store.change({ bands: {} });
      if (!this.asking) void this.ask();
    });
  }

  // Returns true if everything shown belongs to the current pose.
  get idle(): boolean {
    return !this.asking && !this.fresh;
  }

  private wanted({ robot, overlays }: State): boolean {
    return robot !== undefined && robot.kinematics.moves && (overlays.touching || overlays.clearance) && robot.data.links.some(({ collisions }) => collisions.length > 0);
  }

  private async ask(): Promise<void> {
    this.asking = true;
    await this.seen;
    try {
      while (this.wanted(this.store.state) && (this.fresh || this.hasNext())) {
        if (this.store.state.robot !== this.robot) await this.open(this.store.state.robot!);
        else if (this.fresh) await this.askPose();
        else await this.askRange();
      }
    } catch (error) {
      // a robot that cannot be checked has no answers; the next one may
      this.failure = error instanceof Error ? error.message : String(error);
      this.robot = undefined;
      this.fresh = false;
    }
    this.asking = false;
  }

  private async open(robot: Robot): Promise<void> {
    await this.engine.openCollision(robot.data, meshesOf(robot));
    const { contacts } = await this.engine.touching([...robot.kinematics.configuration(neutralPose(robot))], false);
    this.usual = new Set(contacts.map(pairOf));
    this.robot = robot;
  }

  private async askPose(): Promise<void> {
    const { store } = this;
    const { robot, pose, overlays } = store.state;
    this.fresh = false;
    const start = performance.now();
    const { contacts, nearest } = await this.engine.touching([...robot!.kinematics.configuration(pose)], overlays.clearance);
    this.milliseconds = performance.now() - start;
    const [usual, fresh] = [true, false].map((known) => contacts.filter((contact) => this.usual.has(pairOf(contact)) === known));
    if (store.state.robot === robot) store.change({ touching: { contacts: fresh!, usual: usual!, nearest } });
  }

  private hasNext(): boolean {
    // pairs that always touch would mark every position
    return this.store.state.overlays.touching && this.usual.size === 0 && this.next < (this.store.state.robot?.coordinates.length ?? 0);
  }

  // Computes the range of one coordinate in batches; a new pose restarts all of them.
  private async askRange(): Promise<void> {
    const { store } = this;
    const { robot, pose } = store.state;
    const c = robot!.coordinates[this.next++]!;
    const index = robot!.kinematics.indexOf(c.id);
    if (c.mimic || index < 0) return;
    const values = Array.from({ length: SAMPLES + 1 }, (_, i) => c.lower + ((c.upper - c.lower) * i) / SAMPLES);
    const touches: boolean[] = [];
    const q = [...robot!.kinematics.configuration(pose)];
    while (touches.length < values.length && !this.fresh) touches.push(...(await this.engine.touchingAlong(q, index, values.slice(touches.length, touches.length + PIECE))));
    if (this.fresh || store.state.robot !== robot) return;
    store.change({ bands: { ...store.state.bands, [c.id]: bandsOf(values, touches) } });
  }
}

function pairOf({ a, b }: Contact): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}

// Returns the intervals of touching values, each extended halfway to its neighbors.
export function bandsOf(values: readonly number[], touches: readonly boolean[]): Band[] {
  const bands: [number, number][] = [];
  const between = (a: number, b: number) => (values[Math.max(a, 0)]! + values[Math.min(b, values.length - 1)]!) / 2;
  values.forEach((_, i) => {
    if (!touches[i]) return;
    const to = between(i, i + 1);
    const last = bands[bands.length - 1];
    if (last && touches[i - 1]) last[1] = to;
    else bands.push([between(i - 1, i), to]);
  });
  return bands;
}

// Returns the triangles of collision meshes from the scene, once per file, so that the engine needs no files.
function meshesOf(robot: Robot): [string, Float32Array, Uint32Array][] {
  const found = new Map<string, [Float32Array, Uint32Array]>();
  for (const { data, collision } of robot.links.values()) {
    for (const node of collision?.children ?? []) {
      const geometry = data.collisions[Number(node.userData["index"])]?.geometry;
      if (geometry?.type !== "mesh" || !geometry.filename || geometry.missing || found.has(geometry.filename)) continue;
      found.set(geometry.filename, trianglesOf(node));
    }
  }
  return [...found].map(([uri, [position, index]]) => [uri, position, index]);
}

// Returns the triangles of all parts of a mesh, in the mesh's own frame.
function trianglesOf(node: THREE.Object3D): [Float32Array, Uint32Array] {
  const positions: number[] = [];
  const indices: number[] = [];
  node.traverse((mesh) => {
    if (!(mesh instanceof THREE.Mesh)) return;
    const geometry = mesh.geometry as THREE.BufferGeometry;
    const position = geometry.attributes["position"]!;
    const first = positions.length / 3;
    for (let i = 0; i < position.count; i++) positions.push(position.getX(i), position.getY(i), position.getZ(i));
    const count = geometry.index?.count ?? position.count;
    for (let i = 0; i < count; i++) indices.push(first + (geometry.index?.getX(i) ?? i));
  });
  return [new Float32Array(positions), new Uint32Array(indices)];
}
