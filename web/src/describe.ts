// The robot in one line at the top: name, counts, mass, what is missing.
import type { RobotData } from "./data";
import { byId, h } from "./dom";
import { plural } from "./format";

export function describe(data: RobotData): void {
  document.title = `${data.name || "robot"} · limb`;
  byId("robot-name").textContent = data.name || "(no name)";
  const movable = data.joints.filter((joint) => joint.type !== "fixed").length;
  const mass = data.links.reduce((sum, link) => sum + (link.inertial?.mass ?? 0), 0);
  const meshes = data.links.flatMap((link) => [...link.visuals, ...link.collisions]).map(({ geometry }) => geometry).filter(({ type }) => type === "mesh");
  const missing = new Set(meshes.filter((mesh) => mesh.missing).map(({ filename }) => filename)).size;
  byId("robot-facts").replaceChildren([
    plural(data.links.length, "link"), plural(movable, "moving joint"), mass > 0 ? `${Number(mass.toPrecision(4))} kg` : "no masses",
    ...(data.triangles > 0 ? [plural(data.triangles, "triangle")] : meshes.length > 0 ? [] : ["simple shapes"]),
  ].join(" · "), missing > 0 ? h("strong", {}, ` · ${plural(missing, "mesh", "meshes")} missing`) : "");
  byId("robot-file").textContent = data.file;
}
