// What a handle can change in the file: origins of joints, shapes and centers of mass, the axis of a joint, its limits.
// Each target has a pose in the view, and creates the edit that moves it to another pose.
import * as THREE from "three";
import type { Joint, Vec3 } from "../robot/data";
import { fromRpy, linkOf, poseParts, type LinkNode, type Robot } from "../robot/robot";
import type { Selection } from "../state/state";
import type { Edit, Step } from "./edits";
import type { Kind } from "./gizmo";

export interface Target {
  id: string; // "origin", "axis", "limits", "inertial", "visual 1", "collision 2"
  text: string;
  kinds: readonly Kind[]; // supported motions of the handle; none for limits, which have grips
  pose: THREE.Matrix4; // in the scene; for an axis and for limits, z is the axis
  edit?(goal: THREE.Matrix4, kind: Kind): Edit; // creates the edit that moves it to a pose in the scene
}

const DIGITS = 5; // decimals of meters and radians, the precision of a drag
const STRAIGHT = Math.cos((2 * Math.PI) / 180); // an axis this close to an axis of the frame snaps to it
const ONE = new THREE.Vector3(1, 1, 1);
const Z = new THREE.Vector3(0, 0, 1);

// Returns the targets of a joint, or of a link including those of its parent joint.
export function targetsOf(robot: Robot | undefined, selection: Selection | undefined): Target[] {
  const link = robot?.links.get(linkOf(robot, selection) ?? "");
  if (!robot || !link) return [];
  const ofJoint = link.joint && link.jointNode ? jointTargets(robot, link.joint, link.jointNode) : [];
  return selection?.kind === "joint" ? ofJoint : [...ofJoint, ...linkTargets(link)];
}

// Returns the target that a form field belongs to, and the handle for it.
export function targetOfField(field: string): { target: string; handle?: Kind } | undefined {
  const place = /^(origin|inertial|visual \d+|collision \d+) (xyz|rpy)$/.exec(field);
  if (place) return { target: place[1]!, handle: place[2] === "xyz" ? "translate" : "rotate" };
  if (field === "axis") return { target: "axis" };
  return field === "lower" || field === "upper" ? { target: "limits" } : undefined;
}

function jointTargets(robot: Robot, joint: Joint, node: THREE.Object3D): Target[] {
  const { name, type } = joint;
  const parent = robot.links.get(joint.parent)?.node;
  const targets: Target[] = parent ? [originTarget("origin", `origin of ${name}`, node.matrixWorld.clone(), parent, "joint", name, [])] : [];
  if (type === "fixed" || type === "floating" || new THREE.Vector3(...joint.axis).lengthSq() === 0) return targets;
  const turned = new THREE.Matrix4().makeRotationFromQuaternion(new THREE.Quaternion().setFromUnitVectors(Z, new THREE.Vector3(...joint.axis).normalize()));
  const pose = node.matrixWorld.clone().multiply(turned);
  const axis = (goal: THREE.Matrix4): Edit => {
    const inJoint = node.matrixWorld.clone().invert().multiply(goal);
    return { kind: "set", of: "joint", name, path: ["axis"], attributes: { xyz: numbers(straight(Z.clone().transformDirection(inJoint)).toArray()) } };
  };
  targets.push({ id: "axis", text: `axis of ${name}`, kinds: ["rotate"], pose, edit: axis });
  if (type === "revolute" || type === "prismatic") targets.push({ id: "limits", text: `limits of ${name}`, kinds: [], pose });
  return targets;
}

function linkTargets({ data: { name, inertial, visuals, collisions }, node }: LinkNode): Target[] {
  const target = (id: string, text: string, at: { xyz: Vec3; rpy: Vec3 }, step: Step) =>
    originTarget(id, text, node.matrixWorld.clone().multiply(new THREE.Matrix4().compose(new THREE.Vector3(...at.xyz), fromRpy(at.rpy), ONE)), node, "link", name, [step]);
  return [
    ...(inertial ? [target("inertial", "center of mass", inertial, "inertial")] : []),
    ...visuals.map((shape, i) => target(`visual ${i + 1}`, `visual ${i + 1}`, shape, ["visual", i])),
    ...collisions.map((shape, i) => target(`collision ${i + 1}`, `collision ${i + 1}`, shape, ["collision", i])),
  ];
}

// Creates the target for an <origin>, which the file gives in the frame of a link.
function originTarget(id: string, text: string, pose: THREE.Matrix4, frame: THREE.Object3D, of: "link" | "joint", name: string, path: readonly Step[]): Target {
  return {
    id, text, kinds: ["translate", "rotate"], pose,
    edit: (goal, kind) => {
      const { xyz, rpy } = poseParts(frame.matrixWorld.clone().invert().multiply(goal));
      return { kind: "set", of, name, path: [...path, "origin"], attributes: kind === "rotate" ? { rpy: numbers(rpy) } : { xyz: numbers(xyz) } };
    },
  };
}

function straight(axis: THREE.Vector3): THREE.Vector3 {
  const parts = axis.toArray();
  const main = parts.findIndex((part) => Math.abs(part) > STRAIGHT);
  return main < 0 ? axis : new THREE.Vector3().setComponent(main, Math.sign(parts[main]!));
}

function numbers(values: readonly number[]): string {
  return values.map((value) => Number(value.toFixed(DIGITS)) || 0).join(" ");
}
