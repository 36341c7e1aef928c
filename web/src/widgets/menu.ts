// A button that opens a menu: choosing an item again repeats its action. Arrows, Home, End and Escape work as in the
// ARIA pattern for menu buttons.
import { cssZoom, h } from "./dom";

export interface Choice {
  text: string;
  hint?: string; // the equivalent key
  run(): void;
  checked?(): boolean; // for an item that can be checked
}

const GAP = 6; // pixels between button and menu, and from the window's edge

export function menuButton(label: string, content: Node | string, choices: () => (Choice | "line")[]): HTMLElement {
  // in the top layer, so that no panel clips it
  const list = h("div", { class: "menu", role: "menu", "aria-label": label, popover: "manual" });
  let shown = false;
  const button = h("button", {
    class: "tool wide", title: label, "aria-label": label, "aria-haspopup": "menu", "aria-expanded": "false",
    onclick: () => (shown ? close() : open()),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      open();
    },
  }, content);
  const items = () => [...list.querySelectorAll<HTMLElement>("[role^=menuitem]")];

  function open(): void {
    list.replaceChildren(...choices().map((choice) => (choice === "line" ? h("div", { class: "menu-line", role: "separator" }) : item(choice))));
    list.showPopover();
    shown = true;
    button.setAttribute("aria-expanded", "true");
    place();
    items()[0]?.focus();
    document.addEventListener("pointerdown", outside, { capture: true });
  }

  function close(): void {
    list.hidePopover();
    shown = false;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, { capture: true });
  }

  // Places the menu below the button, or above it, inside the window.
  function place(): void {
    const area = button.getBoundingClientRect();
    const { width, height } = list.getBoundingClientRect();
    const below = area.bottom + GAP + height < innerHeight;
    const zoom = cssZoom(list);
    list.style.left = `${Math.max(GAP, Math.min(area.left, innerWidth - width - GAP)) / zoom}px`;
    list.style.top = `${(below ? area.bottom + GAP : Math.max(GAP, area.top - height - GAP)) / zoom}px`;
  }

  function outside({ target }: Event): void {
    if (!box.contains(target as Node)) close();
  }

  function item({ text, hint, run, checked }: Choice): HTMLElement {
    const on = checked?.();
    return h("button", {
      class: "menu-item", role: on === undefined ? "menuitem" : "menuitemradio", tabindex: -1, "aria-checked": on === undefined ? undefined : String(on),
      onclick: () => {
        close();
        button.focus();
        run();
      },
    }, h("span", {}, text), hint ? h("kbd", { "aria-hidden": "true" }, hint) : undefined);
  }

  list.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    event.stopPropagation();
    if (event.key === "Tab") close();
    if (event.key === "Escape") {
      close();
      button.focus();
    }
    if (to === undefined) return;
    event.preventDefault();
    all[(to + all.length) % all.length]?.focus();
  });
  const box = h("div", { class: "menu-box" }, button, list);
  return box;
}
