// What is drawn for one link only: switches in the inspector.
import type { Overlay } from "../state/state";
import type { Store } from "../state/store";
import { h } from "../widgets/dom";

const KINDS: readonly (readonly [Overlay, string])[] = [
  ["frames", "frame"], ["axes", "axis"], ["com", "center of mass"], ["inertia", "inertia"], ["collision", "collision"], ["names", "name"],
];

export function linkOverlays(store: Store, link: string): HTMLElement {
  const has = (kind: Overlay) => store.state.linkOverlays[link]?.includes(kind) === true;
  const chips = KINDS.map(([kind, text]) => {
    const chip = h("button", {
      class: "chip", "data-overlay": kind, "aria-pressed": String(has(kind)), title: `${text} of ${link} alone`,
      onclick: () => {
        const others = (store.state.linkOverlays[link] ?? []).filter((one) => one !== kind);
        store.change({ linkOverlays: { ...store.state.linkOverlays, [link]: has(kind) ? others : [...others, kind] } });
        chip.setAttribute("aria-pressed", String(has(kind)));
      },
    }, text);
    return chip;
  });
  return h("div", { class: "link-overlays", role: "group", "aria-label": "drawn for this link" }, h("span", { class: "caption" }, "Draw here"), ...chips);
}
