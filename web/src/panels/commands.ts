// All user actions in one table, which the bar's buttons, the keys and the help are generated from.
//
// A feature adds its commands; none triggers another's button.
import type { State } from "../state/state";
import type { Field, Store } from "../state/store";
import { byId, h, icon } from "../widgets/dom";

export interface Command {
  id: string;
  text: string; // "Fit the view"
  key?: string; // as KeyboardEvent.key, in lower case; "ctrl+z", "ctrl+shift+z"
  bar?: "toggles" | "tools"; // with a button, whose icon is named by the id
  label?: string; // on the button if there is space
  run(): void;
  pressed?(state: State): boolean;
  enabled?(): boolean; // evaluated when the undo history changes
  fields?: readonly Field[]; // fields that pressed() depends on, other than overlays and mode
}

const NAMED: Record<string, string> = { " ": "Space", escape: "Esc" };

export class Commands {
  private readonly all: Command[] = [];

  constructor(private readonly store: Store) {
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  add(...commands: Command[]): void {
    for (const command of commands) {
      this.all.push(command);
      if (command.bar) byId(command.bar).append(this.button(command));
    }
  }

  run(id: string): void {
    this.all.find((command) => command.id === id)?.run();
  }

  // Keys and what they do, for the help.
  keys(): [string, string][] {
    return this.all.filter(({ key }) => key).map(({ key, text }) => [keyName(key!), text]);
  }

  private button(command: Command): HTMLButtonElement {
    const { id, key, text, label, pressed, fields = ["overlays", "mode"] } = command;
    const title = key ? `${text} (${keyName(key)})` : text;
    // voice control uses the text on the button, so the name must include it
    const name = label && !title.toLowerCase().includes(label.toLowerCase()) ? `${label}: ${title}` : title;
    const button = h("button", { class: "tool", "data-tool": id, "aria-label": name, title, onclick: () => command.run() }, icon(id), label ? h("span", { class: "tool-label" }, label) : undefined);
    if (pressed) {
      const show = (state: State) => button.setAttribute("aria-pressed", String(pressed(state)));
      this.store.on(fields, show);
      show(this.store.state);
    }
    if (command.enabled) {
      const enable = () => (button.disabled = !command.enabled!());
      this.store.onHistory(enable);
      enable();
    }
    return button;
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const typing = target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && target.type === "text") || target.id === "search";
    if ((typing && event.key !== "Escape") || event.altKey || document.querySelector("dialog[open]")) return;
    // a focused button or checkbox handles Space and Enter itself
    if (event.key === " " && target !== document.body && target.id !== "canvas") return;
    const control = event.ctrlKey || event.metaKey;
    const pressed = control ? `ctrl+${event.shiftKey ? "shift+" : ""}${event.key.toLowerCase()}` : event.key.toLowerCase();
    const command = this.all.find(({ key }) => key === pressed);
    if (!command) return;
    command.run();
    event.preventDefault();
  }
}

function keyName(key: string): string {
  return key.split("+").map((part) => NAMED[part] ?? (part.length > 1 ? part[0]!.toUpperCase() + part.slice(1) : part.toUpperCase())).join("+") || "+";
}
