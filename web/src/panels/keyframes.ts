// The keyframe editor above the time bar: poses in time order, each with its time in seconds; stored in the browser per
// robot.
import { fromKeyframes, timeBetween, toCsv, type JointLimit, type Keyframe } from "../robot/motion";
import type { Robot } from "../robot/robot";
import type { Store } from "../state/store";
import { byId, h, recall, remember, save, toast } from "../widgets/dom";
import { menuButton } from "../widgets/menu";
import { parseQuantity } from "../widgets/quantity";
import { shortName } from "../widgets/short-name";
import type { Poses } from "./poses";

export class Keyframes {
  private readonly list = h("ol", { class: "keyframes", "aria-label": "keyframes" });

  constructor(private readonly store: Store, private readonly poses: Poses, private readonly seek: (time: number) => void) {
    const add = menuButton("Add a keyframe", h("span", {}, "+ Keyframe ▾"), () => [
      { text: "This pose", run: () => this.add("pose", store.state.pose) },
      ...(this.poses.names.length > 0 ? ["line" as const] : []),
      ...this.poses.names.map((name) => ({ text: name, run: () => this.add(name, this.poses.pose(name)!) })),
    ]);
    const csv = h("button", { class: "plain", title: "save the motion as CSV", onclick: () => this.save() }, "CSV");
    byId("playback").prepend(h("div", { class: "keyframe-row" }, add, this.list, csv));
    store.on("robot", ({ robot }, before) => {
      if (robot && robot.data.file !== before.robot?.data.file) store.change({ keyframes: recallKeys(robot) });
    });
    store.on("keyframes", ({ robot, keyframes }) => {
      this.show();
      if (robot) remember(`motion.${robot.data.name}`, JSON.stringify(keyframes));
    });
    this.show();
  }

  private add(name: string, pose: Keyframe["pose"]): void {
    const { keyframes, robot } = this.store.state;
    const last = keyframes[keyframes.length - 1];
    if (!robot) return;
    const time = last ? last.time + timeBetween(last.pose, pose, limitsOf(robot)) : 0;
    this.set([...keyframes, { name, time: Number(time.toFixed(3)), pose: { ...pose } }]);
    if (!last) toast("Add a second keyframe: the motion goes from one to the other.");
  }

  private set(keyframes: Keyframe[]): void {
    this.store.change({ keyframes: keyframes.sort((a, b) => a.time - b.time) }, { undo: true });
  }

  private save(): void {
    const { keyframes, robot } = this.store.state;
    if (keyframes.length < 2) toast("A motion needs two keyframes at least.");
    else save(`${robot?.data.name || "robot"}_motion.csv`, toCsv(fromKeyframes(keyframes)));
  }

  private show(): void {
    this.list.replaceChildren(...this.store.state.keyframes.map((key, i) => this.chip(key, i)));
  }

  private chip(key: Keyframe, index: number): HTMLElement {
    const { keyframes } = this.store.state;
    const time = h("input", {
      type: "text", class: "key-time", inputmode: "decimal", value: key.time, size: 4, "aria-label": `seconds of keyframe ${index + 1}`,
      onfocus: () => time.select(),
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === "Escape") time.value = String(key.time);
        if (event.key === "Enter" || event.key === "Escape") time.blur();
        event.stopPropagation();
      },
      onchange: () => {
        const value = parseQuantity(time.value, "time");
        if (typeof value === "string" || value < 0) time.value = String(key.time);
        else this.set(keyframes.map((other, i) => (i === index ? { ...key, time: value } : other)));
      },
    });
    return h("li", { class: "keyframe" },
      h("button", { class: "key-name", title: `go to ${key.name}`, onclick: () => this.seek(key.time - (keyframes[0]?.time ?? 0)) }, shortName(key.name)), time, h("span", { class: "unit" }, "s"),
      h("button", { class: "key-remove", "aria-label": `remove keyframe ${index + 1}`, onclick: () => this.set(keyframes.filter((_, i) => i !== index)) }, "✕"));
  }
}

// Returns the limits of a robot's joints, including mimic joints.
export function limitsOf(robot: Robot): JointLimit[] {
  return robot.coordinates.map((c) => ({
    id: c.id, lower: c.bounded ? c.lower : undefined, upper: c.bounded ? c.upper : undefined, velocity: c.joint.limit?.velocity || undefined,
    follows: c.mimic && { id: c.mimic.source.id, multiplier: c.mimic.multiplier, offset: c.mimic.offset },
  }));
}

function recallKeys(robot: Robot): Keyframe[] {
  try {
    const kept = JSON.parse(recall(`motion.${robot.data.name}`) ?? "[]") as Keyframe[];
    return kept.filter(({ name, time, pose }) => typeof name === "string" && Number.isFinite(time) && typeof pose === "object");
  } catch {
    return [];
  }
}
