// The robot's file in the page: its exact text, edits of it, and where they are saved.
//
// The engine's worker applies an edit to the latest text, which becomes the state's `edited`, so that undo restores the
// previous text. Nothing is written before save(): by the server, if it was started with that permission, or as a
// download.
import type { Engine, Exact, Made } from "../engine/engine";
import { findingKey, type Opened, type RobotData, type Source } from "../robot/data";
import { sameScene } from "../robot/restage";
import type { Store } from "../state/store";
import { save as download, toast } from "../widgets/dom";
import type { Edit } from "./edits";

export interface Edited {
  text: string;
  data: RobotData;
  glb: ArrayBuffer;
}

export class Document {
  private opened: Opened | undefined;
  private exact: Promise<Exact> | undefined; // the text as it was opened
  originalText: string | undefined; // available once an edit has requested it
  private queue: Promise<unknown> = Promise.resolve();
  private downloaded = ""; // hash of the text that the user has downloaded
  refusal = ""; // reason why the last edit was rejected

  constructor(private readonly store: Store, private readonly engine: Engine, private readonly source: Source) {}

  // Sets the robot that is now shown, as it was loaded.
  open(opened: Opened): void {
    this.opened = opened;
    this.exact = undefined;
    this.originalText = undefined;
  }

  get loaded(): Opened | undefined {
    return this.opened;
  }

  // Returns why the file cannot be changed here, or "".
  get obstacle(): string {
    const data = this.opened?.data;
    if (!data) return "There is no robot.";
    if (/\.xacro( \(expanded\))?$/i.test(data.file)) return "This robot is expanded from xacro. Edit the xacro file.";
    return data.broken ? "The file on disk cannot be read. Fix it first." : "";
  }

  // Returns true if the state has a text that the file does not have.
  get unsaved(): boolean {
    const { edited } = this.store.state;
    return edited !== undefined && edited.data.hash !== this.opened?.data.hash;
  }

  // Returns true if leaving the page now would lose work.
  get atRisk(): boolean {
    return this.unsaved && this.store.state.edited?.data.hash !== this.downloaded;
  }

  // Resolves when all edits requested so far are applied.
  settled(): Promise<unknown> {
    return this.queue;
  }

  // Returns true if the server allows this page to write the file.
  get writable(): boolean {
    return this.source.live && this.opened?.data.writable === true;
  }

  async original(): Promise<string> {
    const { data } = this.opened!;
    const exact = (this.exact ??= this.engine.exact(data));
    const { text } = await exact;
    if (exact === this.exact) this.originalText = text;
    return text;
  }

  // Returns the text with all edits.
  async text(): Promise<string> {
    return this.store.state.edited?.text ?? this.original();
  }

  // Queues an edit after the previous ones. Resolves to false, after a message with the reason, if it was rejected.
  edit(edit: Edit, gesture?: string): Promise<boolean> {
    const seen = this.store.state.data?.hash ?? "";
    const next = this.queue.then(() => this.make(edit, gesture, seen)).catch((error: unknown) => {
      this.refusal = sentence(error);
      toast(this.refusal, "error");
      return false;
    });
    this.queue = next;
    return next;
  }

  // Applies an edit. If meanwhile the file was reloaded or an edit undone, it is applied again to the text that is then
  // current.
  private async make(edit: Edit, gesture: string | undefined, seen: string): Promise<boolean> {
    while (this.opened) {
      if (this.obstacle) throw new Error(this.obstacle);
      const { opened } = this;
      const { edited: current } = this.store.state;
      // the offsets of a fix refer to the text whose findings were shown
      if (edit.kind === "fix" && (current ?? opened).data.hash !== seen) throw new Error("the file is another one by now; look at its findings again");
      const original = await this.original();
      const exact = await this.exact!;
      const first = { text: original, ...opened };
      const before = current ?? first;
      let made = await this.engine.edit(before.text, opened.data.file, edit);
      if (edit.kind === "text" && !sameScene(before.data, this.complete(made, exact, before.data))) made = await this.engine.edit(before.text, opened.data.file, { ...edit, scene: true });
      if (opened !== this.opened || current !== this.store.state.edited) continue;
      if (made.text === before.text) return true;
      const edited = made.text === original ? first : { text: made.text, data: this.complete(made, exact, before.data), glb: made.glb ?? before.glb };
      // undo restores this text, whatever is loaded by then
      this.store.change({ edited: before });
      this.store.change({ edited }, { undo: gesture ?? true });
      return true;
    }
    return false;
  }

  // Adds what only the loader knows: missing meshes, findings about files, and how the meshes of an unchanged GLB were
  // read.
  private complete({ data, glb }: Made, { findings }: Exact, before: RobotData): RobotData {
    const { data: first } = this.opened!;
    const { urdf_colors, own_materials, gltf_turned } = glb ? data : before;
    const known = new Set(findings);
    // their fixes contain offsets into the text as loaded
    const ofFiles = first.findings.filter((finding) => !known.has(findingKey(finding))).map(({ fix: _, ...finding }) => finding);
    const fresh = new Set(data.findings.map(findingKey));
    const links = data.links.map((link, i) => ({
      ...link, visuals: withMissing(link.visuals, first.links[i]?.visuals), collisions: withMissing(link.collisions, first.links[i]?.collisions),
    }));
    return {
      ...data, links, version: first.version, triangles: first.triangles, urdf_colors, own_materials, gltf_turned, writable: first.writable, compare: first.compare,
      findings: [...data.findings, ...ofFiles.filter((finding) => !fresh.has(findingKey(finding)))],
    };
  }

  // Saves to the file itself if the server permits, otherwise as a download.
  async save(): Promise<void> {
    const { edited } = this.store.state;
    if (!edited || !this.opened || !this.unsaved) return;
    const { data } = this.opened;
    if (!this.writable) {
      this.download(data.file.split("/").pop() || "robot.urdf");
      toast("The changed file is downloaded. The one it came from is as it was.");
      return;
    }
    const reason = await this.source.save(edited.text, data.hash);
    toast(reason || "The file is saved.", reason ? "error" : "info");
  }

  // Downloads the text with all edits.
  download(name: string): void {
    const { edited } = this.store.state;
    if (!edited) return;
    download(name, edited.text);
    this.downloaded = edited.data.hash;
  }
}

function withMissing<T extends { geometry: { missing?: string; filename?: string } }>(shapes: T[], before: T[] | undefined): T[] {
  return shapes.map((shape, i) => {
    const { missing: _, ...geometry } = shape.geometry;
    const known = before?.[i]?.geometry;
    const missing = known?.filename === geometry.filename ? known?.missing : undefined;
    return { ...shape, geometry: missing === undefined ? geometry : { ...geometry, missing } } as T;
  });
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const upper = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(upper) ? upper : `${upper}.`;
}
