// Balance: the center of mass of the whole robot with its plumb line, and the support polygon on the ground below.
//
// The ground is at the robot's lowest point. The robot is balanced, and drawn green, while the plumb line meets the
// polygon.
import * as THREE from "three";
import type { Vec3 } from "../robot/data";
import { convexHull, farthestPoints, insideBy, type Point } from "../robot/polygon";
import type { LinkNode, Robot } from "../robot/robot";
import type { State } from "../state/state";
import type { Store } from "../state/store";
import { dispose } from "../view/dispose";
import type { Stage } from "../view/stage";

const STANDS = 0x22a06b, FALLS = 0xe5383b;

export interface Balance {
  center: Vec3; // center of mass in the robot's world
  polygon: Point[]; // support polygon on the ground
  ground: number;
  margin: number; // distance of the plumb point from the polygon's edge, m; negative outside: the robot tips over
}

export class BalanceView {
  current: Balance | undefined; // as drawn
  private readonly points = new WeakMap<THREE.Object3D, Vec3[]>(); // points of each link's shapes, in the link's frame
  private drawn: THREE.Object3D | undefined;

  constructor(store: Store, private readonly stage: Stage) {
    store.on(["robot", "pose", "overlays"], (state) => this.refresh(state));
  }

  private refresh({ robot, overlays, pose }: State): void {
    if (this.drawn) dispose(this.drawn);
    this.drawn = this.current = undefined;
    if (!robot || !overlays.balance) return;
    const center = robot.kinematics.moves ? robot.kinematics.centerOfMass(pose) : undefined;
    if (!center?.every(Number.isFinite)) return;
    this.current = this.compute(robot, center);
    this.drawn = draw(this.current, robot.size);
    robot.frame.add(this.drawn);
    this.drawn.updateMatrixWorld(true);
    this.stage.invalidate();
  }

  private compute(robot: Robot, center: Vec3): Balance {
    const toRobot = robot.frame.matrixWorld.clone().invert();
    const all = [...robot.links.values()].flatMap((link) => {
      const matrix = toRobot.clone().multiply(link.node.matrixWorld);
      return this.pointsOf(link).map((p) => new THREE.Vector3(...p).applyMatrix4(matrix));
    });
    const ground = all.reduce((low, { z }) => Math.min(low, z), Infinity);
    // a foot that is almost on the ground carries weight as well
    const near = all.filter(({ z }) => z <= ground + Math.max(0.002, robot.size * 0.004));
    const polygon = convexHull(near.map(({ x, y }) => [x, y] as const));
    return { center, polygon, ground: Number.isFinite(ground) ? ground : 0, margin: insideBy(polygon, [center[0], center[1]]) };
  }

  // Uses collision shapes, or visuals if there are none.
  private pointsOf({ node, collision, visual }: LinkNode): Vec3[] {
    const known = this.points.get(node);
    if (known) return known;
    const inverse = node.matrixWorld.clone().invert();
    const positions: Vec3[] = [];
    (collision ?? visual)?.traverse((mesh) => {
      if (!(mesh instanceof THREE.Mesh)) return;
      const place = inverse.clone().multiply(mesh.matrixWorld);
      const position = (mesh.geometry as THREE.BufferGeometry).attributes["position"]!;
      const at = new THREE.Vector3();
      for (let i = 0; i < position.count; i++) positions.push(at.fromBufferAttribute(position, i).applyMatrix4(place).toArray());
    });
    const points = farthestPoints(positions);
    this.points.set(node, points);
    return points;
  }
}

function draw({ center, polygon, ground, margin }: Balance, size: number): THREE.Object3D {
  const color = margin >= 0 ? STANDS : FALLS;
  const group = new THREE.Group();
  const foot: Vec3 = [center[0], center[1], ground];
  const ball = new THREE.Mesh(new THREE.SphereGeometry(size * 0.03, 24, 16), flat(color, 0.95));
  ball.position.set(...center);
  const rod = new THREE.Mesh(new THREE.CylinderGeometry(size * 0.004, size * 0.004, Math.max(center[2] - ground, 1e-6)).rotateX(Math.PI / 2), flat(color, 0.8));
  rod.position.set(foot[0], foot[1], (center[2] + ground) / 2);
  const mark = new THREE.Mesh(new THREE.RingGeometry(size * 0.018, size * 0.028, 32), flat(color, 0.95));
  mark.position.set(foot[0], foot[1], ground + size * 0.003);
  group.add(ball, rod, mark);
  if (polygon.length >= 3) {
    const shape = new THREE.Shape(polygon.map(([x, y]) => new THREE.Vector2(x, y)));
    const area = new THREE.Mesh(new THREE.ShapeGeometry(shape), flat(color, 0.22));
    const edge = new THREE.LineLoop(new THREE.BufferGeometry().setFromPoints(polygon.map(([x, y]) => new THREE.Vector3(x, y, 0))), new THREE.LineBasicMaterial({ color }));
    for (const part of [area, edge]) part.position.z = ground + size * 0.002;
    group.add(area, edge);
  }
  group.traverse((node) => (node.renderOrder = 9));
  return group;
}

function flat(color: number, opacity: number): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({ color, transparent: true, opacity, side: THREE.DoubleSide, depthTest: false, depthWrite: false });
}
