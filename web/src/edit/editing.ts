// Editing the robot in the page: its mode and command, and the bar that shows what changed and saves it.
import type { App } from "../app";
import { byId, h } from "../widgets/dom";
import { plural } from "../widgets/format";
import { diffList } from "./diff-list";
import { EditMode } from "./edit-mode";
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
  byId("bottom").insertBefore(bar, byId("playback"));
  byId("view").append(dialog);

  const show = async (): Promise<void> => {
    dialog.replaceChildren(h("h2", { id: "changes-title" }, "What changes in the file"), diffList(await changes()),
      h("button", { class: "plain", onclick: () => dialog.close() }, "Close"));
    dialog.showModal();
  };
  const changes = async (): Promise<LineChange[]> => lineDiff(await file.original(), await file.text());

  store.on(["edited", "robot", "theirs"], async ({ edited, theirs }) => {
    bar.hidden = !file.unsaved || theirs !== undefined; // otherwise another bar asks how to resolve the conflict
    if (!edited || !file.unsaved) return;
    const lines = (await changes()).filter(({ kind }) => kind === "added");
    count.textContent = `${plural(Math.max(lines.length, 1), "line")} changed`;
    save.textContent = file.writable ? "Save" : "Download";
    save.title = file.writable ? `write ${edited.data.file}` : "the changed file; limb view --write saves in place";
  });
  return mode;
}
