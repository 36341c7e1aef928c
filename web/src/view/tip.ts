// The name of the link under the pointer, as a tooltip.
import type { Store } from "../state/store";
import { byId } from "../widgets/dom";
import type { Stage } from "./stage";

const BESIDE = 16; // pixels from the pointer

export function addTip(store: Store, stage: Stage): void {
  const tip = byId("tip");
  const canvas = stage.renderer.domElement;
  let over = false;
  const show = () => {
    const { hover, robot, selection, mode } = store.state;
    const joint = hover && robot?.links.get(hover.name)?.joint;
    tip.hidden = !over || hover?.kind !== "link" || (mode === "move" && selection?.name === hover.name);
    if (tip.hidden || !hover) return;
    tip.textContent = hover.name + (joint && joint.type !== "fixed" ? `\n${joint.name}` : "");
  };
  canvas.addEventListener("pointermove", (event) => {
    over = event.pointerType !== "touch" && event.buttons === 0;
    const area = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - area.left, event.clientY - area.top];
    // on the other side of the pointer near the view's edge
    tip.style.transform = `translate(${x}px, ${y}px) translate(${x > area.width * 0.7 ? "calc(-100% - 8px)" : `${BESIDE}px`}, ${y > area.height * 0.85 ? "calc(-100% - 8px)" : `${BESIDE}px`})`;
    show();
  });
  for (const end of ["pointerdown", "pointerleave"]) canvas.addEventListener(end, () => {
    over = false;
    show();
  });
  store.on(["hover", "robot"], show);
}
