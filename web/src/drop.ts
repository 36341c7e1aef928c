// Files dropped on the page: a robot (with its folder) is opened by the server, a CSV or JSON is played.

export interface Dropped {
  files: Map<string, File>; // by path inside what was dropped
}

export function onDrop(target: HTMLElement, taken: (dropped: Dropped) => void): void {
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
    const entries = [...(event.dataTransfer?.items ?? [])]
      .map((item) => item.webkitGetAsEntry())
      .filter((entry) => entry !== null);
    void collect(entries).then((files) => taken({ files }));
  });
}

async function collect(entries: FileSystemEntry[]): Promise<Map<string, File>> {
  const files = new Map<string, File>();
  const queue = [...entries];
  while (queue.length > 0) {
    const entry = queue.shift()!;
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      files.set(entry.fullPath.replace(/^\//, ""), file);
    } else {
      queue.push(...(await readFolder(entry as FileSystemDirectoryEntry)));
    }
  }
  return files;
}

// A folder gives its entries in batches; an empty batch is the end.
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}
