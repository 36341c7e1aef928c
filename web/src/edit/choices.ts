// Conflicts between edits: the file changed on disk while it was edited here, or unsaved edits remained when the page
// was closed. Shows what both sides changed, and discards nothing without asking.
import type { App } from "../app";
import { byId, h, save } from "../widgets/dom";
import { diffList } from "./diff-list";
import type { Draft } from "./drafts";
import { lineDiff } from "./linediff";

export function addChoices(app: App): void {
  const { store, document: file } = app;
  const text = h("span", { id: "conflict-text" });
  const button = (id: string, name: string, title: string, run: () => void): HTMLButtonElement => h("button", { id, class: "plain", title, onclick: run }, name);
  const decide = [
    button("conflict-show", "Show both", "what changed on disk, and what changed here", () => void showBoth(app)),
    button("conflict-mine", "Keep mine", "go on with the text of this page; saving it replaces the file", () => void app.loading.keepMine()),
    button("conflict-theirs", "Take theirs", "show the file on disk; undo brings the changes here back", () => app.loading.takeTheirs()),
  ];
  const bar = h("div", { id: "conflict-bar", role: "group", "aria-label": "the file changed on disk", hidden: true }, text, ...decide,
    button("conflict-save", "Save as…", "download the text of this page; the file stays as it is", () => file.download(ownName(file.loaded?.data.file ?? ""))));
  byId("bottom").insertBefore(bar, byId("playback"));
  byId("view").append(h("dialog", { id: "choice", "aria-labelledby": "choice-title" }));
  store.on(["theirs", "edited"], ({ theirs }) => {
    bar.hidden = !theirs || !file.unsaved;
    if (!theirs) return;
    const name = shortName(theirs.file);
    text.textContent = theirs.broken ? `${name} changed on disk and cannot be read now.` : `${name} changed on disk.`;
    for (const one of decide) one.hidden = theirs.broken;
  });
  app.drafts.onOffer((draft) => offer(app, draft));
}

async function showBoth(app: App): Promise<void> {
  const { theirs } = app.store.state;
  if (!theirs) return;
  const [base, mine] = [await app.document.original(), await app.document.text()];
  ask("Changed on disk, and here", "", sides(base, theirs.source.join("\n"), mine),
    [["Close", () => {}], ["Take theirs", () => app.loading.takeTheirs()], ["Keep mine", () => void app.loading.keepMine()]]);
}

// Offers to restore unsaved edits. However the dialog is closed, they are discarded only by its own button for that.
async function offer({ document: file, drafts }: App, draft: Draft): Promise<void> {
  const current = await file.original();
  const name = shortName(file.loaded?.data.file ?? "");
  const when = new Date(draft.time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const restore = (): void => void drafts.restore(draft);
  const drop = (): void => drafts.drop();
  if (file.loaded?.data.hash === draft.hash) {
    ask("Changes that were not saved", `Made to ${name} on ${when}.`, [diffList(lineDiff(current, draft.text))], [["Discard", drop], ["Restore", restore]], restore);
    return;
  }
  const saveAs = (): boolean => {
    save(ownName(name), draft.text);
    return true;
  };
  ask("Changes that were not saved, and a newer file", `You changed ${name} on ${when}. Since then the file has changed on disk.`, sides(draft.base ?? current, current, draft.text),
    [["Take theirs", drop], ["Save as…", saveAs], ["Keep mine", restore]], restore);
}

function sides(base: string, theirs: string, mine: string): HTMLElement[] {
  const side = (title: string, text: string, label: string): HTMLElement => {
    const changes = lineDiff(withEnd(base), withEnd(text));
    return h("section", {}, h("h3", {}, title), changes.length > 0 ? diffList(changes, label) : h("p", { class: "quiet" }, "Nothing."));
  };
  return [h("div", { class: "sides" }, side("On disk", theirs, "lines changed on disk"), side("Here", mine, "lines changed here"))];
}

// Shows a dialog; its last button is the default. An action that returns true keeps the dialog open.
function ask(title: string, note: string, parts: HTMLElement[], actions: [string, () => boolean | void][], closed: () => void = () => {}): void {
  const dialog = byId("choice") as HTMLDialogElement;
  const buttons = actions.map(([name, run], i) => h("button", {
    class: i === actions.length - 1 && actions.length > 1 ? "choice strong" : "plain", "data-choice": name, autofocus: i === actions.length - 1,
    onclick: () => {
      if (run()) return;
      dialog.oncancel = null;
      dialog.close();
    },
  }, name));
  dialog.replaceChildren(h("h2", { id: "choice-title" }, title), ...(note ? [h("p", { class: "quiet" }, note)] : []), ...parts, h("div", { class: "dialog-actions" }, ...buttons));
  dialog.oncancel = closed; // by Escape
  dialog.showModal();
}

// Appends the final newline, which the lines from the server do not show.
function withEnd(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/\n*$/, "\n");
}

function shortName(file: string): string {
  return file.split("/").pop() || "robot.urdf";
}

// Returns the name of a copy: "arm.mine.urdf" for "arm.urdf".
function ownName(file: string): string {
  return shortName(file).replace(/(\.[^.]*)?$/, ".mine$1");
}
