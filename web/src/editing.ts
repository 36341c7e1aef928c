// Editing the robot in the page: its mode and command, and the bar that shows what changed and saves it.
import type { App } from "./app";
import { byId, h } from "./dom";
import { EditMode } from "./edit-mode";
import { plural } from "./format";
import { lineDiff, type LineChange } from "./linediff";

export function addEditing(app: App): EditMode {
  const { store, stage, modes, commands, document: file } = app;
  const mode = new EditMode(store, stage, file, modes.named("orbit"), app.handleBar);
  modes.add("edit", mode);
  commands.add({
    id: "edit", text: "Edit the robot", key: "w", bar: "tools", run: () => store.change({ mode: store.state.mode === "edit" ? "orbit" : "edit" }),
    pressed: (state) => state.mode === "edit",
  });

  const count = h("span", { id: "edit-count" });
  const save = h("button", { id: "edit-save", class: "choice strong", onclick: () => void file.save() });
  const bar = h("div", { id: "edit-bar", role: "group", "aria-label": "changes that are not saved", hidden: true }, count,
    h("button", { id: "edit-show", class: "choice", onclick: () => void show() }, "Show"),
    h("button", { id: "edit-undo", class: "choice", onclick: () => store.undo() }, "Undo"), save);
  const dialog = h("dialog", { id: "changes", "aria-labelledby": "changes-title" });
  byId("view").append(bar, dialog);

  const show = async (): Promise<void> => {
    dialog.replaceChildren(h("h2", { id: "changes-title" }, "What changes in the file"), diffList(await changes()),
      h("button", { class: "plain", onclick: () => dialog.close() }, "Close"));
    dialog.showModal();
  };
  const changes = async (): Promise<LineChange[]> => lineDiff(await file.original(), await file.text());

  store.on(["edited", "robot"], async ({ edited }) => {
    bar.hidden = !file.unsaved;
    if (!edited || !file.unsaved) return;
    const lines = (await changes()).filter(({ kind }) => kind === "added");
    count.textContent = `${plural(Math.max(lines.length, 1), "line")} changed`;
    save.textContent = file.writable ? "Save" : "Download";
    save.title = file.writable ? `write ${edited.data.file}` : "the changed file; limb view --write saves in place";
  });
  return mode;
}

// Lines as a diff prints them; the part of a line that differs is marked.
function diffList(changes: LineChange[]): HTMLElement {
  const rows = changes.map((change, i) => {
    const other = partner(changes, i);
    return h("div", { class: `diff ${change.kind}` }, h("span", { class: "line" }, String(change.line)),
      h("span", { class: "sign" }, change.kind === "added" ? "+" : "−"), h("code", {}, ...marked(change.text, other?.text)));
  });
  return h("div", { class: "diffs", tabindex: 0, role: "region", "aria-label": "changed lines" }, ...rows);
}

// The line that this one replaces or is replaced by: removed ones come before the added ones, in the same order.
function partner(changes: LineChange[], at: number): LineChange | undefined {
  const { kind } = changes[at]!;
  let first = at, last = at;
  while (changes[first - 1]?.kind === kind) first--;
  while (changes[last + 1]?.kind === kind) last++;
  const start = kind === "removed" ? last + 1 : first - (last - first + 1);
  const other = changes[start + (at - first)];
  return other && other.kind !== kind ? other : undefined;
}

function marked(text: string, other: string | undefined): (string | HTMLElement)[] {
  if (other === undefined) return [text];
  let start = 0;
  while (start < text.length && text[start] === other[start]) start++;
  let end = 0;
  while (end < text.length - start && end < other.length - start && text[text.length - 1 - end] === other[other.length - 1 - end]) end++;
  return [text.slice(0, start), h("mark", {}, text.slice(start, text.length - end)), text.slice(text.length - end)];
}
