// A button that opens a menu: every choice acts, also the one chosen last. Arrows, Home, End and Escape as the ARIA pattern
// for menu buttons says.
import { h } from "./dom";

export interface Choice {
  text: string;
  hint?: string; // the key that does the same
  run(): void;
  checked?(): boolean; // an option that can be on
}

export function menuButton(label: string, content: Node | string, choices: () => (Choice | "line")[]): HTMLElement {
  const list = h("div", { class: "menu", role: "menu", "aria-label": label, hidden: true });
  const button = h("button", {
    class: "tool wide", title: label, "aria-label": label, "aria-haspopup": "menu", "aria-expanded": "false",
    onclick: () => (list.hidden ? open() : close()),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      open();
    },
  }, content);
  const items = () => [...list.querySelectorAll<HTMLElement>("[role^=menuitem]")];

  function open(): void {
    list.replaceChildren(...choices().map((choice) => (choice === "line" ? h("div", { class: "menu-line", role: "separator" }) : item(choice))));
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    // inside the window, wherever the button is
    const area = button.getBoundingClientRect();
    list.classList.toggle("to-left", area.left + list.offsetWidth > innerWidth - 8);
    list.classList.toggle("up", area.bottom + list.offsetHeight > innerHeight - 8);
    items()[0]?.focus();
    document.addEventListener("pointerdown", outside, { capture: true });
  }

  function close(): void {
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, { capture: true });
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
