// What the engine computes within a frame, on the page's own thread: poses of links, inverse kinematics, torques, falling.
//
// One of these belongs to a robot that is shown, and is freed with it.
import type { Limb, Robot as EngineRobot } from "../../engine/src/index.js";
import { poseOf, toConfiguration, toPose } from "../robot/configuration";
import type { IkAnswer, Vec3, Vec4 } from "../robot/data";
import type { Pose } from "../state/state";

const IK_SECONDS = 0.012; // a frame of a hand that drags

export class Kinematics {
  readonly links: readonly string[]; // whose poses() come in this order
  readonly nv: number;
  readonly neutral: Pose; // the pose that is shown first
  private readonly robot: EngineRobot;
  private readonly names: readonly string[];
  private readonly velocityNames: readonly string[];
  private readonly q: Float64Array;

  // The text of a robot; one that cannot move at all (it has no root) has no links here.
  constructor(limb: Limb, text: string, name: string) {
    this.robot = limb.parse(text, { name });
    this.links = this.robot.linkNames;
    this.names = this.robot.qNames;
    this.velocityNames = this.robot.vNames;
    this.nv = this.velocityNames.length;
    this.q = this.moves ? this.robot.neutral() : new Float64Array(0);
    this.neutral = toPose(this.names, this.q);
  }

  get moves(): boolean {
    return this.links.length > 0;
  }

  free(): void {
    this.robot.free();
  }

  configuration(pose: Pose): Float64Array {
    return toConfiguration(this.names, pose, this.q);
  }

  // Of a coordinate of the page in the configuration; -1: it is not one number there.
  indexOf(id: string): number {
    return this.names.indexOf(id);
  }

  // 12 numbers for each link, the rows of its pose in the robot's world; NaN where a link is not attached to the root.
  poses(pose: Pose): Float64Array {
    return this.robot.fk(this.configuration(pose));
  }

  // Joint values that bring a link to a place, from where the joints are, or what came nearest.
  solve(link: string, xyz: Vec3, quat: Vec4, pose: Pose): IkAnswer {
    const answer = this.robot.ik(link, poseOf(xyz, quat), { start: this.configuration(pose), tries: 1, seconds: IK_SECONDS });
    const { solved, positionError: error, reason, unfinished } = answer;
    return { solved, joints: toPose(this.names, answer.q), error, reason, unfinished };
  }

  // Of a coordinate of the page among the velocities; -1: it is not one of them.
  velocityOf(id: string): number {
    return this.velocityNames.indexOf(id);
  }

  // Torque or force that each velocity needs to hold still against gravity.
  gravity(pose: Pose): Float64Array<ArrayBuffer> {
    return this.robot.gravity(this.configuration(pose)) as Float64Array<ArrayBuffer>;
  }

  centerOfMass(pose: Pose): Vec3 {
    return [...this.robot.centerOfMass(this.configuration(pose))] as Vec3;
  }

  // 6 rows of nv, angular first, at the link's origin in world axes.
  jacobian(pose: Pose, link: string): Float64Array {
    return this.robot.jacobian(this.configuration(pose), link);
  }

  // A pose and its velocities a little later, without any torque.
  fall(pose: Pose, v: Float64Array, dt: number, count: number, drag: number): { pose: Pose; v: Float64Array } {
    const next = this.robot.fall(this.configuration(pose), v, dt, count, drag);
    return { pose: toPose(this.names, next.q), v: next.v };
  }
}
