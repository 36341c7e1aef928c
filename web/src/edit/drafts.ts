// Drafts: unsaved edits are kept in the browser's storage, one text per file, until the file contains them or the user
// discards them, and are offered when that file is shown again. A page with unsaved edits holds a lock: another page
// with the same file offers them when the lock is released.
import type { RobotData } from "../robot/data";
import type { Store } from "../state/store";
import { recall, remember } from "../widgets/dom";
import type { Document } from "./document";

export interface Draft {
  text: string; // with all edits
  textHash: string;
  hash: string; // hash of the file that was edited
  base: string | undefined; // the original text; omitted if the storage is too small for both
  time: number; // time of the last edit, as Date.now()
}

const PREFIX = "draft.";
const MAX_DRAFTS = 10; // for other files; the oldest are dropped first
const WRITE_MS = 250; // a drag produces many edits

export class Drafts {
  private kept = ""; // the file whose edits this page has stored
  private timer = 0;
  private letGo: (() => void) | undefined; // releases the lock
  private offering = false; // a stored draft is being offered
  private offered: (draft: Draft) => void = () => {};

  constructor(private readonly store: Store, private readonly document: Document) {
    store.on("edited", () => this.keepSoon());
    addEventListener("pagehide", () => this.flush());
    addEventListener("visibilitychange", () => globalThis.document.hidden && this.flush());
    addEventListener("beforeunload", (event) => {
      this.flush();
      if (!this.document.atRisk) return;
      event.preventDefault();
      event.returnValue = true; // for older browsers
    });
  }

  onOffer(offered: (draft: Draft) => void): void {
    this.offered = offered;
  }

  // Offers the draft of the file that has just been shown, once, unless the file already contains it.
  async offer(): Promise<void> {
    const data = this.document.loaded?.data;
    if (!data) return;
    await withLock(identity(data), () => {}); // wait until another page that is editing it is closed
    const draft = read(identity(data));
    if (!draft || data !== this.document.loaded?.data || this.document.unsaved || this.document.obstacle) return;
    if (draft.textHash === data.hash) {
      remove(identity(data));
      return;
    }
    this.offering = true;
    this.offered(draft);
  }

  // Restores a draft as one edit, which can be undone. A draft that cannot be applied stays in the storage.
  async restore({ text }: Draft): Promise<void> {
    const made = await this.document.edit({ kind: "text", text });
    this.offering = false;
    if (made) this.keep();
  }

  drop(): void {
    this.offering = false;
    const data = this.document.loaded?.data;
    if (data) remove(identity(data));
  }

  private keepSoon(): void {
    this.timer ||= window.setTimeout(() => this.keep(), WRITE_MS);
  }

  private flush(): void {
    if (this.timer) this.keep();
  }

  private keep(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const { edited } = this.store.state;
    const data = this.document.loaded?.data;
    if (!data || this.offering) return;
    if (edited && this.document.unsaved) {
      this.kept = identity(data);
      this.hold(this.kept);
      write(this.kept, { text: edited.text, textHash: edited.data.hash, hash: data.hash, base: this.document.originalText, time: Date.now() });
    } else if (this.kept === identity(data)) {
      this.letGo?.();
      this.letGo = undefined;
      remove(this.kept);
      this.kept = "";
    }
  }

  private hold(file: string): void {
    if (this.letGo) return;
    this.letGo = () => {};
    void withLock(file, () => new Promise<void>((done) => (this.letGo = done)));
  }
}

// Holds the file's lock among the pages of this browser until the work is done. A sandboxed frame, as in a notebook,
// may not take locks; it has no shared storage either.
async function withLock(file: string, work: () => void | Promise<void>): Promise<void> {
  try {
    await navigator.locks?.request(PREFIX + file, work);
  } catch (error) {
    if ((error as DOMException).name !== "SecurityError") throw error;
  }
}

// Returns the storage key of a file. Robots dropped onto the page have only a path inside the dropped folder, which is
// not unique.
function identity({ file, name }: RobotData): string {
  return `${file}#${name}`;
}

function read(file: string): Draft | undefined {
  try {
    const draft = JSON.parse(recall(PREFIX + file) ?? "") as Draft;
    return typeof draft.text === "string" && typeof draft.hash === "string" && typeof draft.time === "number" ? draft : undefined;
  } catch {
    return undefined; // nothing stored, or a page from disk without storage
  }
}

// Stores a draft, without the original text if both do not fit; the page asks before closing in any case.
function write(file: string, draft: Draft): void {
  forgetOldest(file);
  if (remember(PREFIX + file, JSON.stringify(draft))) return;
  remove(file);
  remember(PREFIX + file, JSON.stringify({ ...draft, base: undefined }));
}

function forgetOldest(except: string): void {
  const own = `limb.${PREFIX}`;
  const others = stored().filter((key) => key.startsWith(own) && key !== own + except).map((key) => key.slice(own.length));
  const age = (file: string): number => read(file)?.time ?? 0;
  for (const file of others.sort((a, b) => age(b) - age(a)).slice(MAX_DRAFTS)) remove(file);
}

function stored(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function remove(file: string): void {
  try {
    localStorage.removeItem(`limb.${PREFIX}${file}`);
  } catch {
    // in that case nothing was stored either
  }
}
