// Computations that fit in a frame, on the page's own thread: link poses, inverse kinematics, torques, falling.
//
// Each robot shown has one instance, which is freed with it.
import type { Limb, Robot as EngineRobot } from "../../engine/src/index.js";
import { poseOf, toConfiguration, toPose } from "../robot/configuration";
import type { IkAnswer, Vec3, Vec4 } from "../robot/data";
import type { Pose } from "../state/state";

const IK_SECONDS = 0.012; // a frame while dragging

export class Kinematics {
  readonly links: readonly string[]; // in the order of poses()
  readonly nv: number;
  readonly neutral: Pose; // the initial pose
  private readonly robot: EngineRobot;
  private readonly names: readonly string[];
  private readonly velocityNames: readonly string[];
  private readonly q: Float64Array;

  // Takes the text of a robot; a robot without a root cannot move and has no links here.
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

  // Returns the index of a coordinate of the page in the configuration; -1 if it is not a single number there.
  indexOf(id: string): number {
    return this.names.indexOf(id);
  }

  // Returns 12 numbers for each link, the rows of its pose in the robot's world; NaN for links not connected to the
  // root.
  poses(pose: Pose): Float64Array {
    return this.robot.fk(this.configuration(pose));
  }

  // Solves for joint values that move a link to a pose, starting from the current ones; returns the closest solution.
  solve(link: string, xyz: Vec3, quat: Vec4, pose: Pose): IkAnswer {
    const answer = this.robot.ik(link, poseOf(xyz, quat), { start: this.configuration(pose), tries: 1, seconds: IK_SECONDS });
    const { solved, positionError: error, reason, unfinished } = answer;
    return { solved, joints: toPose(this.names, answer.q), error, reason, unfinished };
  }

  // Returns the index of a coordinate of the page among the velocities; -1 if it has none.
  velocityOf(id: string): number {
    return this.velocityNames.indexOf(id);
  }

  // Returns the torque or force of each velocity that holds the robot still against gravity.
  gravity(pose: Pose): Float64Array<ArrayBuffer> {
    return this.robot.gravity(this.configuration(pose)) as Float64Array<ArrayBuffer>;
  }

  centerOfMass(pose: Pose): Vec3 {
    return [...this.robot.centerOfMass(this.configuration(pose))] as Vec3;
  }

  // Returns 6 rows of nv, angular first, at the link's origin in world axes.
  jacobian(pose: Pose, link: string): Float64Array {
    return this.robot.jacobian(this.configuration(pose), link);
  }

  // Advances a pose and its velocities by count steps without actuator torque.
  fall(pose: Pose, v: Float64Array, dt: number, count: number, drag: number): { pose: Pose; v: Float64Array } {
    const next = this.robot.fall(this.configuration(pose), v, dt, count, drag);
    return { pose: toPose(this.names, next.q), v: next.v };
  }
}
