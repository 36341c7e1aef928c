// The robot's file in the page: its exact text, edits of it, and where they are saved.
//
// An edit is made by the engine's worker on the newest text and becomes the state's `edited`, so that undo puts back the text
// before it. Nothing is written before save(): by the server, if it was started with that permission, or as a download.
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
  private exact: Promise<Exact> | undefined; // of the text as it was opened
  originalText: string | undefined; // once it is known; an edit has asked for it
  private queue: Promise<unknown> = Promise.resolve();
  private downloaded = ""; // hash of the text that the user has as a file
  refusal = ""; // why the last edit was not made

  constructor(private readonly store: Store, private readonly engine: Engine, private readonly source: Source) {}

  // The robot that is shown from now on, as it was loaded.
  open(opened: Opened): void {
    this.opened = opened;
    this.exact = undefined;
    this.originalText = undefined;
  }

  get loaded(): Opened | undefined {
    return this.opened;
  }

  // "" or why the file cannot be changed here.
  get obstacle(): string {
    const data = this.opened?.data;
    if (!data) return "There is no robot.";
    if (/\.xacro( \(expanded\))?$/i.test(data.file)) return "This robot is expanded from xacro. Edit the xacro file.";
    return data.broken ? "The file on disk cannot be read. Fix it first." : "";
  }

  // The state has a text that the file does not have.
  get unsaved(): boolean {
    const { edited } = this.store.state;
    return edited !== undefined && edited.data.hash !== this.opened?.data.hash;
  }

  // Somebody would lose work if the page went away now.
  get atRisk(): boolean {
    return this.unsaved && this.store.state.edited?.data.hash !== this.downloaded;
  }

  // When the edits that were asked for so far are made.
  settled(): Promise<unknown> {
    return this.queue;
  }

  // The server lets this page write the file.
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

  // The text with all edits.
  async text(): Promise<string> {
    return this.store.state.edited?.text ?? this.original();
  }

  // Edits follow each other. False: it was not made, and a message says why.
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

  // While an edit is made, another save of the file can be loaded, or an edit undone: then it is made again, on the text that counts
  // by now.
  private async make(edit: Edit, gesture: string | undefined, seen: string): Promise<boolean> {
    while (this.opened) {
      if (this.obstacle) throw new Error(this.obstacle);
      const { opened } = this;
      const { edited: current } = this.store.state;
      // the bytes of a fix are those of the text whose findings were seen
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
      // undo leads back to this text, whatever is loaded by then
      this.store.change({ edited: before });
      this.store.change({ edited }, { undo: gesture ?? true });
      return true;
    }
    return false;
  }

  // What only the loading knows: which meshes are missing, the findings about files, and how the meshes of a GLB that stays were read.
  private complete({ data, glb }: Made, { findings }: Exact, before: RobotData): RobotData {
    const { data: first } = this.opened!;
    const { urdf_colors, own_materials, gltf_turned } = glb ? data : before;
    const known = new Set(findings);
    // their fixes are for bytes of the text as it was loaded
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

  // To the file itself where the server may, else as a file of the user's.
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

  // The text with all edits as a file of the user's.
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
