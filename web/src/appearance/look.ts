// The appearance of robots, from src/output/appearance/appearance.def, the table that `limb render` uses as well.
// web/build.mjs reads its rows.
import * as THREE from "three";
import table from "../../../src/output/appearance/appearance.def";

export const boxes = table.boxes;

export function number(name: string): number {
  const value = table.values[name];
  if (value?.length !== 1) throw new Error(`look.def has no number ${name}`);
  return value[0]!;
}

export function triple(name: string): [number, number, number] {
  const value = table.values[name];
  if (value?.length !== 3) throw new Error(`look.def has no triple ${name}`);
  return [value[0]!, value[1]!, value[2]!];
}

// Returns a color of the table, which contains display values.
export function color(name: string): THREE.Color {
  return new THREE.Color().setRGB(...triple(name), THREE.SRGBColorSpace);
}

// Returns a color for three's shaders that write display values to the screen unconverted.
export function raw(name: string): THREE.Vector3 {
  return new THREE.Vector3(...triple(name));
}

// Converts azimuth and elevation in degrees (as in the table, z up) to a direction in the page's world, y up.
export function direction(azimuth: number, elevation: number): THREE.Vector3 {
  const [a, e] = [THREE.MathUtils.degToRad(azimuth), THREE.MathUtils.degToRad(elevation)];
  return new THREE.Vector3(Math.cos(e) * Math.cos(a), Math.sin(e), -Math.cos(e) * Math.sin(a));
}

export function glsl(name: string): string {
  const value = table.values[name] ?? [];
  return value.length === 1 ? float(number(name)) : `vec3(${triple(name).map(float).join(", ")})`;
}

export function float(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
