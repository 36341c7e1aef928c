// The robot in one line at the top: name, counts, mass, missing parts.
import { UNREADABLE, type RobotData } from "../robot/data";
import { byId, h } from "../widgets/dom";
import { plural } from "../widgets/format";

// Returns "7 moving joints, 1 follows", the wording used wherever joints are counted.
function countJoints({ joints }: RobotData): string {
  const moving = joints.filter(({ type }) => type !== "fixed");
  const following = moving.filter(({ mimic }) => mimic).length;
  const own = moving.length - following;
  byId("joint-count").textContent = following > 0 ? `${own}+${following}` : String(own);
  byId("joint-count").title = following > 0 ? `${own} moved by hand, ${following} that follow them` : "";
  return plural(own, "moving joint") + (following > 0 ? `, ${following} ${following === 1 ? "follows" : "follow"}` : "");
}

export function describe(data: RobotData): void {
  if (data.broken && data.name === UNREADABLE) {
    byId("robot-name").textContent = data.file.split("/").pop() ?? "";
    byId("robot-facts").textContent = "cannot be shown";
    document.title = `${data.file.split("/").pop()} · limb`;
    return;
  }
  document.title = `${data.name || "robot"} · limb`;
  byId("robot-name").textContent = data.name || "(no name)";
  const joints = countJoints(data);
  const mass = data.links.reduce((sum, link) => sum + (link.inertial?.mass ?? 0), 0);
  const meshes = data.links.flatMap((link) => [...link.visuals, ...link.collisions]).map(({ geometry }) => geometry).filter(({ type }) => type === "mesh");
  const bare = data.links.every((link) => link.visuals.length + link.collisions.length === 0);
  const missing = new Set(meshes.filter((mesh) => mesh.missing).map(({ filename }) => filename)).size;
  // errors come first: without enough space the last facts are cut off; the tooltip has all of them
  const facts = [
    ...(missing > 0 ? [h("strong", {}, `${plural(missing, "mesh", "meshes")} missing`)] : []), ...(bare ? ["no shapes: drawn as a skeleton"] : []),
    plural(data.links.length, "link"), joints, mass > 0 ? `${Number(mass.toPrecision(4))} kg` : "no masses",
    ...(data.triangles > 0 ? [plural(data.triangles, "triangle")] : bare || meshes.length > 0 ? [] : ["simple shapes"]),
  ];
  byId("robot-facts").replaceChildren(...facts.map((fact, i) => h("span", {}, i > 0 && " · ", fact)));
  byId("robot-facts").title = byId("robot-facts").textContent ?? "";
  byId("robot-file").replaceChildren(h("bdi", {}, data.file));
  byId("robot-file").title = data.file;
}
