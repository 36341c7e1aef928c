// Named poses, stored in the browser per robot.
import { move } from "../robot/pose";
import type { Pose } from "../state/state";
import type { Store } from "../state/store";
import { byId, h, recall, remember, toast } from "../widgets/dom";

type Values = Pose;

export class Poses {
  private robot = "";
  private poses: Record<string, Values> = {};
  private readonly list = byId("poses") as HTMLSelectElement;

  constructor(store: Store) {
    store.on("robot", ({ robot }) => robot && this.show(robot.data.name));
    this.list.addEventListener("change", () => {
      const values = this.poses[this.list.value];
      if (values) move(store, values, { undo: true });
      this.refreshDelete();
    });
    const name = byId("pose-name") as HTMLInputElement;
    byId("pose-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = name.value.trim();
      if (!text) {
        toast("Type a name for this pose first.");
        name.focus();
        return;
      }
      this.poses[text] = store.state.pose;
      name.value = "";
      this.keep(text);
      toast(`The pose "${text}" is kept in this browser.`);
    });
    byId("pose-delete").addEventListener("click", () => {
      if (!(this.list.value in this.poses)) return;
      delete this.poses[this.list.value];
      this.keep("");
    });
  }

  get all(): Readonly<Record<string, Pose>> {
    return this.poses;
  }

  // Adds the poses of a view file; stored poses of the same name take precedence.
  add(poses: Readonly<Record<string, Pose>>): void {
    this.poses = { ...poses, ...this.poses };
    this.fill(this.list.value);
  }

  get names(): string[] {
    return Object.keys(this.poses).sort();
  }

  pose(name: string): Pose | undefined {
    return this.poses[name];
  }

  private show(robot: string): void {
    this.robot = robot;
    try {
      this.poses = JSON.parse(recall(`poses.${robot}`) ?? "{}") as Record<string, Values>;
    } catch {
      this.poses = {};
    }
    this.fill("");
  }

  private keep(chosen: string): void {
    remember(`poses.${this.robot}`, JSON.stringify(this.poses));
    this.fill(chosen);
  }

  private fill(chosen: string): void {
    this.list.replaceChildren(
      h("option", { value: "" }, "poses"),
      ...this.names.map((name) => h("option", { value: name }, name)),
    );
    this.list.value = chosen;
    this.refreshDelete();
  }

  private refreshDelete(): void {
    (byId("pose-delete") as HTMLButtonElement).disabled = !(this.list.value in this.poses);
  }
}
