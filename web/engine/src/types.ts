// What goes into calls and comes out of them.

export interface Finding {
  rule: string;
  severity: "error" | "warning" | "info";
  message: string;
  file: string;
  line: number; // from 1; 0 where the finding is about a file as a whole
  column: number;
  offset: number; // bytes
  size: number;
  path: string; // in the document, "/robot/joint[3]/axis/@xyz"
  notes: { message: string; line: number; column: number }[];
  fix: { title: string; offset: number; size: number; text: string }[];
}

export interface IkAnswer {
  solved: boolean;
  /** The solution, or the configuration that came nearest. */
  q: Float64Array;
  /** Meters and radians that are left. */
  positionError: number;
  rotationError: number;
  /** "" or why there is no solution. */
  reason: string;
  /** The time was up while it still came nearer: asking again from q goes on. */
  unfinished: boolean;
}

/** Two links that touch, or the nearest two. */
export interface Contact {
  a: string;
  b: string;
  /** Meters; negative: how deep they overlap. */
  distance: number;
  /** The points on both, in the world. */
  pointA: [number, number, number];
  pointB: [number, number, number];
}

/** One thing that changed between two texts of a robot, by meaning. */
export interface Change {
  kind: "added" | "removed" | "changed" | "renamed";
  path: string; // "joint/elbow/limit", in the old robot; of what is added, in the new one
  attribute: string; // "" when the element as a whole is meant
  old: string;
  new: string;
  old_line: number; // 0: none
  line: number;
}

export interface GlbOptions {
  visual?: boolean; // default true
  collision?: boolean; // default true
  frames?: boolean;
  inertia?: boolean;
  animate?: boolean;
  /** A color of the URDF replaces the materials of a mesh that has its own. */
  urdfColors?: boolean;
  /** Of a material name that is defined more than once, each visual shows its own definition; default: the first, as in ROS. */
  ownMaterials?: boolean;
  /** The configuration to show; default: neutral(). */
  q?: ArrayLike<number>;
}

export interface LoadOptions {
  /** Folders of packages by name, for package:// and $(find ...). */
  packages?: Record<string, string>;
  /** Arguments of a .xacro file, name:=value of the command. */
  xacro?: Record<string, string | number | boolean>;
}

/** What a call could not do, in the engine's words. */
export class LimbError extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
    this.name = "LimbError";
  }
}
