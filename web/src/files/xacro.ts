// The arguments of a .xacro file: those declared by it or a file it includes, and those used without declaration, as
// far as the text alone shows.
import { baseName, includes } from "./first-robot";

export interface Argument {
  name: string;
  preset: string | undefined; // its default; undefined: a value is required
}

const ARGUMENT = /<(?:xacro:)?arg\b([^>]*)>/g;
const USE = /(?<!\$)\$\(arg\s+([^\s()$]+)\s*\)/g;
const COMMENT = /<!--[\s\S]*?-->/g;

// Returns arguments in document order, declared ones first; the first of several with the same name wins, as in xacro.
export function declaredArguments(path: string, paths: string[], read: (path: string) => string): Argument[] {
  const byName = new Map<string, string[]>();
  for (const each of paths) byName.set(baseName(each), [...(byName.get(baseName(each)) ?? []), each]);
  const found = new Map<string, Argument>();
  const used = new Set<string>();
  const seen = new Set([path]);
  for (const file of seen) {
    const text = read(file).replace(COMMENT, "");
    for (const [, attributes] of text.matchAll(ARGUMENT)) {
      const name = attribute(attributes!, "name");
      if (name && !found.has(name)) found.set(name, { name, preset: attribute(attributes!, "default") });
    }
    for (const [, name] of text.matchAll(USE)) used.add(name!);
    for (const name of includes(text)) for (const included of byName.get(baseName(name)) ?? []) seen.add(included);
  }
  return [...found.values(), ...[...used].filter((name) => !found.has(name)).map((name) => ({ name, preset: undefined }))];
}

function attribute(text: string, name: string): string | undefined {
  const [, , value] = new RegExp(`\\b${name}\\s*=\\s*(["'])(.*?)\\1`, "s").exec(text) ?? [];
  return value?.replace(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ({ lt: "<", gt: ">", quot: '"', apos: "'" })[entity] ?? "&");
}
