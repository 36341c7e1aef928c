// Formats numbers, names and units as text, and back.

export const DEGREE = Math.PI / 180;

// 0.1234, -1.571, 12.3, 1.2e-5: short, with a stable width.
export function short(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "-∞" : "nan";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e6) return value.toExponential(2).replace("e+", "e");
  return String(Number(value.toFixed(Math.max(0, digits - Math.max(0, Math.floor(Math.log10(size)))))));
}

// Shows rounding noise of rotations as zero.
export function vector(values: readonly number[]): string {
  return values.map((value) => short(Math.abs(value) < 5e-13 ? 0 : value)).join("  ");
}

export function plural(count: number, word: string, many = `${word}s`): string {
  // without the browser's own formatter, whose first call takes 50 ms
  const grouped = String(count).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${grouped} ${count === 1 ? word : many}`;
}

// Turns "out of reach" into a sentence: "Out of reach."
export function sentence(text: string): string {
  const trimmed = text.trim();
  // the name of a file or a joint keeps its case
  const begun = /^[a-z]+[\s,;:]/.test(trimmed) ? trimmed[0]!.toUpperCase() + trimmed.slice(1) : trimmed;
  return begun && begun + (/[.!?…]$/.test(begun) ? "" : ".");
}

// Formats a power of ten: 10 m, 1 m, 10 cm, 1 mm.
export function meters(value: number): string {
  const [size, unit] = value >= 0.999 ? [value, "m"] : value >= 0.00999 ? [value * 100, "cm"] : [value * 1000, "mm"];
  return `${Number(size.toPrecision(3))} ${unit}`;
}

// Shortens a long name but keeps its beginning and end, which distinguish it from its siblings: left_arm_…_wrist.
export function middle(name: string, most: number): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const tail = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - tail).join("")}…${letters.slice(letters.length - tail).join("")}`;
}
