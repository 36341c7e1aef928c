// A link that carries pose and camera: #q=joint:value,...&cam=position/target
import type { Vec3 } from "./data";

export interface Shared {
  joints: Record<string, number>;
  camera?: { position: Vec3; target: Vec3 };
}

export function writeHash(joints: Record<string, number>, camera: { position: number[]; target: number[] }): string {
  const moved = Object.entries(joints).filter(([, value]) => value !== 0);
  const q = moved.map(([name, value]) => `${encodeURIComponent(name)}:${Number(value.toFixed(6))}`).join(",");
  const numbers = [...camera.position, ...camera.target].map((value) => Number(value.toFixed(5))).join(",");
  return `q=${q}&cam=${numbers}`;
}

export function readHash(hash: string): Shared | undefined {
  const parts = new Map(hash.replace(/^#/, "").split("&").map((part) => {
    const [key = "", value = ""] = part.split("=", 2);
    return [key, value] as const;
  }));
  if (!parts.has("q") && !parts.has("cam")) return undefined;
  const joints: Record<string, number> = {};
  for (const pair of (parts.get("q") ?? "").split(",")) {
    const colon = pair.lastIndexOf(":");
    const value = Number(pair.slice(colon + 1));
    if (colon > 0 && Number.isFinite(value)) joints[decoded(pair.slice(0, colon))] = value;
  }
  const numbers = (parts.get("cam") ?? "").split(",").map(Number);
  if (numbers.length !== 6 || !numbers.every(Number.isFinite)) return { joints };
  return { joints, camera: { position: numbers.slice(0, 3) as Vec3, target: numbers.slice(3) as Vec3 } };
}

// A name that was not encoded by us stays as it is.
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
