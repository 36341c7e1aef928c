// Trails: the paths of links since their trail was switched on, whether moved by sliders, a trajectory or the network.
import * as THREE from "three";
import type { Robot } from "../robot/robot";
import type { State } from "../state/state";
import type { Store } from "../state/store";
import type { Stage } from "./stage";

const MAX_POINTS = 4000; // beyond it the oldest are dropped
const APART = 1e-3; // of the robot's size: closer points are left out
const DOT = 4; // pixels
const COLORS = [0xffb000, 0x00c2d1, 0xf0569b, 0x7ac74f, 0x9d7bff, 0xff6b35];

interface Trail {
  points: THREE.Vector3[];
  geometry: THREE.BufferGeometry;
  drawn: THREE.Group;
}

export class Trails {
  private readonly trails = new Map<string, Trail>();

  // Must be constructed after the robot is posed.
  constructor(store: Store, private readonly stage: Stage) {
    store.on(["robot", "pose", "trails", "fixedLink"], (state, before) => this.refresh(state, before));
  }

  // Returns the points of a link's trail, in the scene.
  pointsOf(link: string): readonly THREE.Vector3[] {
    return this.trails.get(link)?.points ?? [];
  }

  clear(): void {
    for (const link of [...this.trails.keys()]) this.remove(link);
  }

  private refresh({ robot, trails, fixedLink }: State, before: State): void {
    // another robot, or another fixed link: the old points are no longer valid
    if (robot?.data.file !== before.robot?.data.file || fixedLink !== before.fixedLink) this.clear();
    for (const link of [...this.trails.keys()]) if (!trails.includes(link)) this.remove(link);
    for (const link of trails) {
      const node = robot?.links.get(link)?.node;
      if (robot && node) this.extend(link, new THREE.Vector3().setFromMatrixPosition(node.matrixWorld), robot);
    }
  }

  private extend(link: string, at: THREE.Vector3, robot: Robot): void {
    const trail = this.trails.get(link) ?? this.make(link);
    const { points, geometry } = trail;
    if (points.length > 0 && points[points.length - 1]!.distanceTo(at) < APART * robot.size) return;
    points.push(at);
    const places = geometry.attributes["position"] as THREE.BufferAttribute;
    if (points.length > MAX_POINTS) {
      points.splice(0, MAX_POINTS / 4);
      points.forEach((point, i) => places.setXYZ(i, point.x, point.y, point.z));
    } else {
      places.setXYZ(points.length - 1, at.x, at.y, at.z);
    }
    places.needsUpdate = true;
    geometry.setDrawRange(0, points.length);
    this.stage.invalidate(true);
  }

  private make(link: string): Trail {
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * (MAX_POINTS + 1)), 3));
    const color = COLORS[this.trails.size % COLORS.length]!;
    const drawn = new THREE.Group();
    drawn.add(new THREE.Line(geometry, new THREE.LineBasicMaterial({ color, toneMapped: false })));
    drawn.add(new THREE.Points(geometry, new THREE.PointsMaterial({ color, size: DOT, sizeAttenuation: false, toneMapped: false })));
    for (const object of drawn.children) object.frustumCulled = false; // their bounds change with every pose
    this.stage.scene.add(drawn);
    const trail = { points: [], geometry, drawn };
    this.trails.set(link, trail);
    return trail;
  }

  private remove(link: string): void {
    const trail = this.trails.get(link);
    if (!trail) return;
    trail.drawn.removeFromParent();
    trail.geometry.dispose();
    for (const object of trail.drawn.children) ((object as THREE.Line).material as THREE.Material).dispose();
    this.trails.delete(link);
    this.stage.invalidate();
  }
}
