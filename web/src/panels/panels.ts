// The panels next to the view: tabs, and hiding them.
import { TABS, type State } from "../state/state";
import type { Store } from "../state/store";
import { byId } from "../widgets/dom";

export function addPanels(store: Store): void {
  const tabs = [...document.querySelectorAll<HTMLElement>("[data-tab]")];
  const name = (tab: HTMLElement) => tab.dataset["tab"] as State["tab"];
  for (const tab of tabs) {
    tab.addEventListener("click", () => store.change({ tab: name(tab) }));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const step = event.key === "ArrowRight" ? 1 : -1;
      const other = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]!;
      store.change({ tab: name(other) });
      other.focus();
    });
  }
  store.on("tab", (state) => {
    for (const tab of tabs) {
      const on = name(tab) === state.tab;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
    }
    for (const one of TABS) byId(`panel-${one}`).hidden = one !== state.tab;
  });

  byId("collapse-left").addEventListener("click", () => document.body.classList.toggle("no-left"));
  byId("collapse-right").addEventListener("click", () => document.body.classList.toggle("no-right"));
  // on a narrow screen the left panel is a drawer: a press outside closes it
  document.addEventListener("pointerdown", ({ target }) => {
    const drawer = isNarrow() && document.body.classList.contains("no-left");
    if (drawer && !(target as Element).closest("#left, #collapse-left")) document.body.classList.remove("no-left");
  });
}

// Shows the left panel. On a narrow screen it is visible as long as there is no robot to show.
export function openLeft(): void {
  document.body.classList.toggle("no-left", isNarrow() && !byId("loading").classList.contains("waiting"));
}

// Returns true if the left panel is a drawer, which the class opens; otherwise the class hides the panel.
function isNarrow(): boolean {
  return matchMedia("(max-width: 900px)").matches;
}
