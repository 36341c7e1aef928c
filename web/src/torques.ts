// The torque that holds each joint still against gravity, beside its effort limit, on the sliders.
import { byId, h } from "./dom";
import { short } from "./format";
import type { Robot } from "./robot";
import type { State } from "./state";
import type { Store } from "./store";

interface Row {
  id: string;
  limit: number | null;
  unit: string;
  text: HTMLElement;
  bar: HTMLElement;
}

export class Torques {
  private rows: Row[] = [];

  // After the sliders themselves, whose rows it adds to.
  constructor(store: Store) {
    store.on("robot", ({ robot }) => robot && this.show(robot));
    store.on(["robot", "pose"], (state) => this.refresh(state));
  }

  private show(robot: Robot): void {
    this.rows = [];
    const weighs = robot.data.links.some(({ inertial }) => (inertial?.mass ?? 0) > 0);
    if (!weighs || !robot.kinematics.moves) return;
    for (const c of robot.coordinates) {
      const range = byId("joints").querySelector(`[data-id="${CSS.escape(c.id)}"] .range`);
      if (c.mimic || !range) continue;
      const text = h("span", {});
      const bar = h("i", {});
      const limit = c.joint.limit?.effort ?? null;
      range.insertBefore(h("span", { class: "torque", title: `holds the joint against gravity${limit ? "; the limit is its effort" : ""}` }, h("span", { class: "gauge" }, bar), text), range.lastElementChild);
      this.rows.push({ id: c.id, limit: limit && limit > 0 ? limit : null, unit: c.angular ? "N m" : "N", text, bar });
    }
  }

  private refresh({ robot, pose }: State): void {
    if (!robot || this.rows.length === 0) return;
    const torque = robot.kinematics.gravity(pose);
    for (const { id, limit, unit, text, bar } of this.rows) {
      const value = torque.get(id);
      const box = text.parentElement!;
      box.hidden = value === undefined;
      if (value === undefined) continue;
      const small = Math.abs(value) < 5e-4 ? 0 : value;
      text.textContent = `${short(small, 2)}${limit === null ? "" : ` / ${short(limit, 2)}`} ${unit}`;
      const share = limit === null ? 0 : Math.min(Math.abs(value) / limit, 1);
      bar.style.width = `${share * 100}%`;
      box.classList.toggle("high", share > 0.8);
      box.classList.toggle("over", limit !== null && Math.abs(value) > limit);
      box.dataset["torque"] = String(value);
    }
  }
}
