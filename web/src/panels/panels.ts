// The panels beside the view: tabs, and how they are put away.
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
  // on a narrow screen the left panel is a drawer over the rest: a press beside it closes it
  document.addEventListener("pointerdown", ({ target }) => {
    const drawer = isNarrow() && document.body.classList.contains("no-left");
    if (drawer && !(target as Element).closest("#left, #collapse-left")) document.body.classList.remove("no-left");
  });
}

// Brings the left panel into sight. A narrow screen has it in place while there is no robot to be seen.
export function openLeft(): void {
  document.body.classList.toggle("no-left", isNarrow() && !byId("loading").classList.contains("waiting"));
}

// The left panel is a drawer, which the class opens; elsewhere the class puts the panel away.
function isNarrow(): boolean {
  return matchMedia("(max-width: 900px)").matches;
}
