// The bar of a handle: its target, and whether it moves or rotates it.
import type { Store } from "../state/store";
import { byId, h } from "../widgets/dom";
import type { Kind } from "./gizmo";

export interface Holdable {
  id: string;
  text: string;
}

const BUTTONS = [["translate", "handle-move"], ["rotate", "handle-turn"]] as const;

export class HandleBar {
  private readonly bar = byId("handle-bar");
  private readonly list = byId("handle-target") as HTMLSelectElement;

  constructor(store: Store) {
    for (const [kind, id] of BUTTONS) {
      const button = byId(id);
      const show = (): void => button.setAttribute("aria-pressed", String(store.state.handle === kind));
      button.addEventListener("click", () => store.change({ handle: kind }));
      store.on("handle", show);
      show();
    }
    this.list.addEventListener("change", () => store.change({ target: this.list.value }));
  }

  // Shows the name of a single target, or a list to choose from if there are several.
  show(all: readonly Holdable[], held: Holdable, kinds: readonly Kind[]): void {
    const name = byId("handle-link");
    this.bar.hidden = false;
    name.hidden = all.length > 1;
    name.textContent = held.text;
    this.list.hidden = all.length < 2;
    if ([...this.list.options].map(({ text }) => text).join("\n") !== all.map(({ text }) => text).join("\n")) {
      this.list.replaceChildren(...all.map(({ id, text }) => h("option", { value: id }, text)));
    }
    this.list.value = held.id;
    byId("handle-kinds").hidden = kinds.length < 2;
  }

  hide(): void {
    this.bar.hidden = true;
  }
}
