// Overlays of single links: switches in the inspector, for one link or its whole subtree.
import { subTree } from "../robot/robot";
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
  return h("div", { class: "link-overlays", role: "group", "aria-label": "drawn for this link" }, h("span", { class: "caption" }, "Draw here"), ...chips, trail(store, link), ...visibility(store, link));
}

function trail(store: Store, link: string): HTMLElement {
  const on = () => store.state.trails.includes(link);
  const chip = h("button", {
    class: "chip", "data-overlay": "trail", "aria-pressed": String(on()), title: `the way that ${link} goes from now on`,
    onclick: () => {
      store.change({ trails: on() ? store.state.trails.filter((one) => one !== link) : [...store.state.trails, link] });
      chip.setAttribute("aria-pressed", String(on()));
    },
  }, "trail");
  return chip;
}

function visibility(store: Store, link: string): HTMLElement[] {
  const { robot } = store.state;
  const below = robot ? subTree(robot, link) : [link];
  const whole = h("input", { type: "checkbox", id: "with-sub-tree" });
  const concerned = () => (whole.checked ? below : [link]);
  const slider = h("input", { type: "range", min: 0, max: 1, step: 0.05, class: "alpha", "aria-label": `alpha of ${link}`, title: "how opaque it is drawn" });
  slider.value = String(store.state.linkAlpha[link] ?? 1);
  slider.addEventListener("input", () => {
    const alpha = Number(slider.value);
    const linkAlpha = { ...store.state.linkAlpha };
    for (const one of concerned()) {
      if (alpha < 1) linkAlpha[one] = alpha;
      else delete linkAlpha[one];
    }
    store.change({ linkAlpha }, { undo: `alpha ${link}` });
  });
  slider.addEventListener("change", () => store.settle());
  const button = (text: string, title: string, hidden: (now: Set<string>, links: readonly string[]) => Iterable<string>) => h("button", {
    class: "plain", title, onclick: () => store.change({ hiddenLinks: [...hidden(new Set(store.state.hiddenLinks), concerned())] }, { undo: true }),
  }, text);
  return [
    h("label", { class: "alpha-box" }, h("span", { class: "caption" }, "Alpha"), slider),
    h("div", { class: "show-hide" },
      button("Show", `show ${link}`, (now, links) => { for (const one of links) now.delete(one); return now; }),
      button("Hide", `hide ${link} (H in the tree)`, (now, links) => { for (const one of links) now.add(one); return now; }),
      button("Only this", "hide all others", (_, links) => robot?.data.links.map(({ name }) => name).filter((name) => !links.includes(name)) ?? []),
      below.length > 1 && h("label", {}, whole, `with the ${below.length - 1} below`)),
  ];
}
