// Shows on the sliders the torque that holds each joint still against gravity, next to its effort limit.
import type { Robot } from "../robot/robot";
import type { Store } from "../state/store";
import { byId, h } from "../widgets/dom";
import { short } from "../widgets/format";
import { LazyRows } from "../widgets/lazy-rows";

const HOLDS = "what holds the joint against gravity";
const MAX_EFFORT = 1e6; // N m or N: larger values are what files contain for joints without a limit

interface Row {
  element: HTMLElement;
  index: number; // index of the joint's velocity
  limit: number | null;
  unit: string;
  text: Text;
  bar: HTMLElement;
  shown: string; // text, width of the bar and class, as written to the page
  width: string;
  level: string;
}

export class Torques {
  private readonly lazy = new LazyRows<Row>(byId("joints"), (row) => this.write(row), () => this.compute());
  private torque = new Float64Array(0); // for all velocities
  private stale = true;

  // Must be constructed after the sliders, since it adds to their rows.
  constructor(private readonly store: Store) {
    store.on("robot", ({ robot }) => robot && this.show(robot));
    store.on(["robot", "pose"], () => {
      this.stale = true;
      this.lazy.ask();
    });
  }

  private show(robot: Robot): void {
    const rows: Row[] = [];
    for (const element of byId("joints").querySelectorAll(".torque")) element.remove(); // a robot with the same joints reuses the rows
    const weighs = robot.data.links.some(({ inertial }) => (inertial?.mass ?? 0) > 0);
    for (const c of weighs && robot.kinematics.moves ? robot.coordinates : []) {
      const range = byId("joints").querySelector(`[data-id="${CSS.escape(c.id)}"] .range`);
      const index = robot.kinematics.velocityOf(c.id);
      if (c.mimic || !range || index < 0) continue;
      const text = document.createTextNode("");
      const bar = h("i", {});
      const { effort } = c.joint.limit ?? {};
      const limit = effort && effort > 0 && effort < MAX_EFFORT ? effort : null;
      const element = h("span", { class: "torque", role: "group", "aria-label": limit === null ? HOLDS : `${HOLDS}, and the effort limit`, title: limit === null ? HOLDS : `${HOLDS} / effort limit; the bar is yellow above 80 % of it, red beyond it` }, limit !== null && h("span", { class: "gauge" }, bar), h("span", {}, text));
      range.insertBefore(element, range.lastElementChild);
      rows.push({ element, index, limit, unit: c.angular ? "N m" : "N", text, bar, shown: "", width: "", level: "" });
    }
    this.lazy.adopt(rows);
  }

  private compute(): void {
    const { robot, pose } = this.store.state;
    if (!this.stale || !robot?.kinematics.moves) return;
    this.torque = robot.kinematics.gravity(pose);
    this.stale = false;
  }

  private write(row: Row): void {
    const { element, limit, unit, text, bar } = row;
    const value = this.torque[row.index] ?? 0;
    const size = Math.abs(value);
    const share = limit === null ? 0 : Math.min(size / limit, 1);
    const shown = `${short(size < 5e-4 ? 0 : value, 2)}${limit === null ? "" : ` / ${short(limit, 2)}`} ${unit}`;
    const width = `${(share * 100).toFixed(1)}%`;
    const level = limit !== null && size > limit ? "torque heavy over" : share > 0.8 ? "torque heavy" : "torque";
    if (shown !== row.shown) text.data = row.shown = shown;
    if (width !== row.width) bar.style.width = row.width = width;
    if (level !== row.level) element.className = row.level = level;
  }
}
