// Chooses the robot among dropped files.
//
// It is the .urdf closest to the top; without one, the top-level .xacro: no other file includes it, and its robot has a
// name, which files of macros need not have.

const INCLUDE = /<(?:xacro:)?include\b[^>]*\bfilename\s*=\s*["']([^"']*)/g;

export function robotsAmong(paths: string[], read: (path: string) => string): string[] {
  const urdf = paths.filter((path) => /\.urdf$/i.test(path));
  return urdf.length > 0 ? urdf.sort(byDepth) : mainXacros(paths, read);
}

function mainXacros(paths: string[], read: (path: string) => string): string[] {
  const xacro = paths.filter((path) => /\.xacro$/i.test(path)).map((path) => ({ path, text: read(path) }));
  const included = new Set(xacro.flatMap(({ path, text }) => includes(text).map(baseName).filter((name) => name !== baseName(path))));
  const rank = ({ path, text }: { path: string; text: string }): number =>
    (included.has(baseName(path)) ? 4 : 0) + (/<robot\b[^>]*\bname\s*=/.test(text) ? 0 : 2) + (/\.urdf\.xacro$/i.test(path) ? 0 : 1);
  const sorted = xacro.map((file) => ({ ...file, rank: rank(file) })).sort((a, b) => a.rank - b.rank || byDepth(a.path, b.path));
  // files that look like parts are used only if there are no others
  const whole = sorted.filter(({ rank: of }) => of < 2);
  return (whole.length > 0 ? whole : sorted).map(({ path }) => path);
}

// Returns the file names in a text's includes, as written.
export function includes(text: string): string[] {
  return [...text.matchAll(INCLUDE)].map(([, name]) => name!);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function byDepth(a: string, b: string): number {
  return a.split("/").length - b.split("/").length || (a < b ? -1 : 1);
}
