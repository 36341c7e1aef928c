// What the page shows for a file without a robot: its findings, each with its line, in the same form as from the
// server.
import type { Finding as Reported } from "../../engine/src/index.js";
import { UNREADABLE, type Finding, type RobotData } from "../robot/data";

export function withoutRobot(file: string, findings: readonly Reported[], read: (path: string) => string): RobotData {
  const texts = new Map<string, string[]>();
  const lines = (path: string): string[] => {
    if (!texts.has(path)) texts.set(path, linesOf(path, read));
    return texts.get(path)!;
  };
  const shown = findings.map(({ rule, severity, message, path, line, column, size, file: place }): Finding => ({
    rule, severity, message, path, line, column, size, source: lines(place)[line - 1] ?? "", source_column: 1, ...(place === file ? {} : { file: place }),
  }));
  return {
    schema: "limb-robot/1", version: 1, file, hash: "", writable: false, compare: null, name: UNREADABLE, root: "", broken: true, triangles: 0,
    urdf_colors: false, own_materials: false, gltf_turned: false, links: [], joints: [], findings: shown, source: lines(file),
  };
}

// Returns the lines of a file that a finding names; empty if it does not exist.
function linesOf(path: string, read: (path: string) => string): string[] {
  try {
    return read(path).split(/\r?\n/);
  } catch {
    return [];
  }
}
