// Parses numbers with units, as typed into fields: "30", "30deg", "0.5 rad", "12mm", "0,5".
import { DEGREE } from "./format";

export type Kind = "angle" | "length" | "mass" | "time" | "number";

const UNITS: Record<Kind, { readonly wanted: string; readonly sizes: Readonly<Record<string, number>> }> = {
  angle: { wanted: "An angle is in deg or rad", sizes: { deg: DEGREE, "°": DEGREE, rad: 1 } },
  length: { wanted: "A length is in mm, cm or m", sizes: { mm: 0.001, cm: 0.01, m: 1 } },
  mass: { wanted: "A mass is in g or kg", sizes: { g: 0.001, kg: 1 } },
  time: { wanted: "A time is in ms or s", sizes: { ms: 0.001, s: 1 } },
  number: { wanted: "This number has no unit: leave out", sizes: {} },
};
const QUANTITY = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([^\d\s.,+-]*)$/i;

// Returns radians, meters, kilograms or seconds; a number without a unit is multiplied by scale. Returns a sentence
// with the reason if the text is invalid.
export function parseQuantity(text: string, kind: Kind, scale = 1): number | string {
  const typed = text.trim();
  const match = QUANTITY.exec(typed.replace(",", "."));
  const number = Number(match?.[1]);
  if (typed === "") return "A number is needed.";
  if (!match || !Number.isFinite(number)) return `“${typed}” is not a number.`;
  const { wanted, sizes } = UNITS[kind];
  const unit = match[2]!.toLowerCase();
  if (unit === "") return number * scale;
  if (Object.hasOwn(sizes, unit)) return number * sizes[unit]!;
  return `${wanted}${kind === "number" ? "" : ", not"} “${match[2]}”.`;
}

// Splits a field with several quantities at blanks or commas; a unit belongs to the number before it.
export function splitQuantities(text: string): string[] {
  return text.trim().replaceAll(",", " ").replace(/([\d.])\s+(?=[a-zµ°])/gi, "$1").split(/\s+/).filter((word) => word !== "");
}
