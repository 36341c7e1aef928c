// Capabilities of the selected link: the manipulability ellipsoid (velocities at unit joint speed), and the cloud of
// reachable points.
//
// The ellipsoid's axes are the singular values of the linear Jacobian: a flat ellipsoid shows a direction in which the
// link hardly moves.
import * as THREE from "three";
import type { Engine } from "../engine/engine";
import type { Kinematics } from "../engine/kinematics";
import { principal } from "../robot/inertia";
import { linkOf, type Robot } from "../robot/robot";
import type { Pose, State } from "../state/state";
import type { Store } from "../state/store";
import { dispose } from "../view/dispose";
import type { Stage } from "../view/stage";

const SCALE = 0.25; // meters drawn for 1 m/s per unit of joint speed
const POINTS = 20000;
const PIXELS = 2.5; // size of a point of the cloud

export interface Manipulability {
  radii: [number, number, number]; // m/s per rad/s, or per m/s of a prismatic joint
  axes: THREE.Matrix4; // directions of the radii, as columns
  measure: number; // Yoshikawa's measure: the product of the radii
}

export function manipulability(kinematics: Kinematics, pose: Pose, link: string): Manipulability {
  const { nv } = kinematics;
  const linear = kinematics.jacobian(pose, link).subarray(3 * nv);
  const dot = (a: number, b: number): number => {
    let sum = 0;
    for (let i = 0; i < nv; i++) sum += linear[a * nv + i]! * linear[b * nv + i]!;
    return sum;
  };
  const { moments, axes } = principal([dot(0, 0), dot(0, 1), dot(0, 2), dot(1, 1), dot(1, 2), dot(2, 2)]);
  const radii = moments.map((moment) => Math.sqrt(Math.max(moment, 0))) as [number, number, number];
  return { radii, axes, measure: radii[0] * radii[1] * radii[2] };
}

export class CapabilityView {
  ellipsoid: Manipulability | undefined; // as drawn
  reached = 0; // number of points drawn
  private drawnEllipsoid: THREE.Object3D | undefined;
  private drawnCloud: THREE.Object3D | undefined;
  private cloudOf = ""; // link and text of the cloud shown

  constructor(private readonly store: Store, private readonly stage: Stage, private readonly engine: Engine) {
    store.on(["robot", "pose", "overlays", "selection"], (state) => this.showEllipsoid(state));
    store.on(["robot", "overlays", "selection"], (state) => void this.showCloud(state));
  }

  private showEllipsoid({ robot, pose, overlays, selection }: State): void {
    if (this.drawnEllipsoid) dispose(this.drawnEllipsoid);
    this.drawnEllipsoid = this.ellipsoid = undefined;
    const link = linkOf(robot, selection);
    const node = link && robot?.links.get(link)?.node;
    if (!robot || !link || !node || !overlays.ellipsoid || !robot.kinematics.moves) return;
    this.ellipsoid = manipulability(robot.kinematics, pose, link);
    this.drawnEllipsoid = drawEllipsoid(this.ellipsoid, robot, node);
    this.stage.invalidate();
  }

  private async showCloud({ robot, overlays, selection }: State): Promise<void> {
    const link = linkOf(robot, selection);
    const wanted = robot && link && overlays.reach && robot.kinematics.moves ? `${robot.data.hash} ${link}` : "";
    if (wanted === this.cloudOf && this.drawnCloud?.parent === robot?.frame) return;
    this.cloudOf = wanted;
    if (this.drawnCloud) dispose(this.drawnCloud);
    this.drawnCloud = undefined;
    this.reached = 0;
    this.stage.invalidate();
    if (!wanted || !robot || !link) return;
    const points = await this.engine.reach(robot.data, link, POINTS);
    if (this.cloudOf !== wanted || this.store.state.robot !== robot) return;
    this.reached = points.length / 3;
    this.drawnCloud = drawCloud(points);
    robot.frame.add(this.drawnCloud);
    this.drawnCloud.updateMatrixWorld(true);
    this.stage.invalidate();
  }
}

function drawEllipsoid({ radii, axes }: Manipulability, robot: Robot, node: THREE.Object3D): THREE.Object3D {
  const least = robot.size * 0.002; // minimum radius: a singular direction is drawn as a disc, not as nothing
  const sphere = new THREE.SphereGeometry(1, 40, 28);
  const body = new THREE.Mesh(sphere, new THREE.MeshBasicMaterial({ color: 0x8b5cf6, transparent: true, opacity: 0.28, depthTest: false, depthWrite: false }));
  const wire = new THREE.LineSegments(new THREE.WireframeGeometry(new THREE.SphereGeometry(1, 16, 10)), new THREE.LineBasicMaterial({ color: 0x8b5cf6, transparent: true, opacity: 0.5, depthTest: false }));
  const group = new THREE.Group();
  group.add(body, wire);
  group.scale.set(...(radii.map((radius) => Math.max(radius * SCALE, least)) as [number, number, number]));
  group.quaternion.setFromRotationMatrix(axes);
  group.position.setFromMatrixPosition(robot.frame.matrixWorld.clone().invert().multiply(node.matrixWorld));
  group.traverse((part) => (part.renderOrder = 9));
  robot.frame.add(group);
  group.updateMatrixWorld(true);
  return group;
}

// Draws near points in warm and far ones in cold colors, to show the depth of the cloud.
function drawCloud(points: Float32Array): THREE.Object3D {
  const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(points, 3));
  const far = Math.max(...Array.from({ length: points.length / 3 }, (_, i) => Math.hypot(points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!)), 1e-9);
  const colors = new Float32Array(points.length);
  const color = new THREE.Color();
  for (let i = 0; i < points.length; i += 3) {
    color.setHSL(0.08 + 0.5 * (Math.hypot(points[i]!, points[i + 1]!, points[i + 2]!) / far), 0.75, 0.55).toArray(colors, i);
  }
  geometry.setAttribute("color", new THREE.BufferAttribute(colors, 3));
  return new THREE.Points(geometry, new THREE.PointsMaterial({ size: PIXELS * devicePixelRatio, sizeAttenuation: false, vertexColors: true, transparent: true, opacity: 0.75, depthWrite: false }));
}
