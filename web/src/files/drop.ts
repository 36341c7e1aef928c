// Files dropped on the page: a robot (with its folder, or as .zip) is opened by the engine, a CSV or JSON file is
// played.
//
// Browsers have two ways to walk a dropped folder. Handles also work in a page opened from disk, where Chromium refuses
// to read entries; entries work in the other browsers.

export interface Dropped {
  files: Map<string, File>; // by path inside the dropped folder
}

interface Handle {
  kind: "file" | "directory";
  name: string;
  getFile(): Promise<File>;
  values(): AsyncIterable<Handle>;
}

export function onDrop(target: HTMLElement, taken: (dropped: Dropped) => void, failed: (reason: string) => void): void {
  target.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  target.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  target.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    // all items are requested now: they are gone once the event is over
    const items = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === "file").map(take);
    collect(items).then((files) => taken({ files }), (error: unknown) => failed(`The files cannot be read: ${String(error)}`));
  });
}

interface Item {
  handle: Promise<Handle | null> | undefined;
  entry: FileSystemEntry | null;
}

function take(item: DataTransferItem): Item {
  const { getAsFileSystemHandle } = item as unknown as { getAsFileSystemHandle?: () => Promise<Handle | null> };
  return { handle: getAsFileSystemHandle?.call(item), entry: item.webkitGetAsEntry() };
}

async function collect(items: Item[]): Promise<Map<string, File>> {
  const files = new Map<string, File>();
  for (const { handle, entry } of items) {
    const own = await handle?.catch(() => null);
    if (own) await walkHandle(own, files);
    else if (entry) await walkEntry(entry, files);
  }
  return files;
}

async function walkHandle(first: Handle, files: Map<string, File>): Promise<void> {
  const queue: [string, Handle][] = [[first.name, first]];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [path, handle] = next;
    if (handle.kind === "file") files.set(path, await handle.getFile());
    else for await (const inner of handle.values()) queue.push([`${path}/${inner.name}`, inner]);
  }
}

async function walkEntry(first: FileSystemEntry, files: Map<string, File>): Promise<void> {
  const queue = [first];
  for (let entry = queue.shift(); entry; entry = queue.shift()) {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      files.set(entry.fullPath.replace(/^\//, ""), file);
    } else {
      queue.push(...(await readFolder(entry as FileSystemDirectoryEntry)));
    }
  }
}

// Reads all entries of a folder, which come in batches; an empty batch is the end.
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}
