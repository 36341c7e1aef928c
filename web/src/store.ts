// What the user chose: one place that keeps it and tells whoever listens.

export interface Selection {
  kind: "link" | "joint";
  name: string;
}

export type Overlay = "visual" | "collision" | "frames" | "axes" | "com" | "inertia" | "names" | "transparency" | "grid";
export const OVERLAYS: Overlay[] = [
  "visual", "collision", "frames", "axes", "com", "inertia", "names", "transparency", "grid",
];

interface Events {
  selection: Selection | undefined;
  hover: Selection | undefined;
  overlay: Overlay;
  linkVisibility: string;
  units: boolean;
  limits: boolean;
  pose: void;
  robot: void;
}

type Listener<T> = (value: T) => void;

export class Store {
  selection: Selection | undefined;
  hover: Selection | undefined;
  degrees = true;
  ignoreLimits = false;
  readonly overlays: Record<Overlay, boolean> = {
    visual: true, collision: false, frames: false, axes: false, com: false, inertia: false, names: false,
    transparency: false, grid: true,
  };
  readonly hiddenLinks = new Set<string>();

  private readonly listeners = new Map<keyof Events, Set<Listener<never>>>();

  on<K extends keyof Events>(event: K, listener: Listener<Events[K]>): void {
    const set = this.listeners.get(event) ?? new Set();
    set.add(listener as Listener<never>);
    this.listeners.set(event, set);
  }

  emit<K extends keyof Events>(event: K, value: Events[K]): void {
    for (const listener of this.listeners.get(event) ?? []) (listener as Listener<Events[K]>)(value);
  }

  select(selection: Selection | undefined): void {
    if (same(selection, this.selection)) return;
    this.selection = selection;
    this.emit("selection", selection);
  }

  setHover(hover: Selection | undefined): void {
    if (same(hover, this.hover)) return;
    this.hover = hover;
    this.emit("hover", hover);
  }

  toggle(overlay: Overlay, on = !this.overlays[overlay]): void {
    this.overlays[overlay] = on;
    this.emit("overlay", overlay);
  }

  toggleLink(name: string): void {
    if (!this.hiddenLinks.delete(name)) this.hiddenLinks.add(name);
    this.emit("linkVisibility", name);
  }

  setDegrees(degrees: boolean): void {
    this.degrees = degrees;
    this.emit("units", degrees);
  }

  setIgnoreLimits(ignore: boolean): void {
    this.ignoreLimits = ignore;
    this.emit("limits", ignore);
  }
}

function same(a: Selection | undefined, b: Selection | undefined): boolean {
  return a?.kind === b?.kind && a?.name === b?.name;
}
