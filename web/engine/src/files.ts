// The files that an engine may see: a tree that is read, never written.
//
// Paths are absolute, with "/" between names, and have neither "." nor ".." in them.

export interface Files {
  /** Undefined: there is no such file or folder. */
  stat(path: string): { folder: boolean; size: number } | undefined;
  read(path: string): Uint8Array;
  /** Names in a folder, in any order. */
  list(path: string): string[];
}

/** Files in memory: what was dropped onto a page, or given by a program. */
export class MemoryFiles implements Files {
  private readonly content = new Map<string, Uint8Array>();
  private readonly folders = new Map<string, Set<string>>([["/", new Set()]]);

  constructor(files?: Iterable<readonly [string, Uint8Array | string]>) {
    for (const [path, bytes] of files ?? []) this.set(path, bytes);
  }

  set(path: string, bytes: Uint8Array | string): void {
    const full = normalize(path);
    this.content.set(full, typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes);
    for (let at = full; at !== "/"; ) {
      const slash = at.lastIndexOf("/");
      const folder = at.slice(0, slash) || "/";
      let names = this.folders.get(folder);
      if (!names) this.folders.set(folder, (names = new Set()));
      names.add(at.slice(slash + 1));
      at = folder;
    }
  }

  paths(): string[] {
    return [...this.content.keys()];
  }

  stat(path: string): { folder: boolean; size: number } | undefined {
    const bytes = this.content.get(path);
    if (bytes) return { folder: false, size: bytes.length };
    return this.folders.has(path) ? { folder: true, size: 0 } : undefined;
  }

  read(path: string): Uint8Array {
    return this.content.get(path)!;
  }

  list(path: string): string[] {
    return [...(this.folders.get(path) ?? [])];
  }
}

/** The path from the root, without "." and "..". */
export function normalize(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return "/" + names.join("/");
}
