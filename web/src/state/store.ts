// Keeps the state, and is the one way to change it: change() puts new values in, calls everyone who listens to a field that
// became different, each once, and remembers what undo() has to put back.
import { initialState, sameValue, type State } from "./state";

export type Field = keyof State;
export type Listener = (state: State, before: State) => void;

export interface ChangeOptions {
  // The change is a step of its own for undo. Changes with the same text one after the other are one step (a slider that is
  // dragged) until settle() ends it.
  undo?: boolean | string;
}

interface Step {
  before: Partial<State>;
  after: Partial<State>;
  gesture: string; // "" when nothing joins it any more
}

const MAX_STEPS = 500;

export class Store {
  private current: State;
  private readonly listeners = new Set<{ fields: readonly Field[]; listener: Listener; late: boolean }>();
  private readonly untold: { before: State; changed: Set<Field>; lateOnly: boolean }[] = [];
  private notifying = false;
  private late = false; // those who begin to listen now are late
  private held: { before: State; changed: Set<Field> } | undefined; // what the late ones have not heard
  private done: Step[] = [];
  private undone: Step[] = [];
  private readonly historyListeners = new Set<() => void>();

  constructor(state: State = initialState()) {
    this.current = state;
  }

  get state(): State {
    return this.current;
  }

  // Listens to fields; the answer ends it. Listeners are called in the order in which they came.
  on(fields: Field | readonly Field[], listener: Listener): () => void {
    const entry = { fields: typeof fields === "string" ? [fields] : fields, listener, late: this.late };
    this.listeners.add(entry);
    return () => void this.listeners.delete(entry);
  }

  // Who begins to listen while something is made in here is late: between hold() and release() it hears nothing, and then once
  // of all that became different.
  lately<T>(make: () => T): T {
    this.late = true;
    try {
      return make();
    } finally {
      this.late = false;
    }
  }

  hold(): void {
    this.held ??= { before: this.current, changed: new Set() };
  }

  release(): void {
    const { held } = this;
    this.held = undefined;
    if (held && held.changed.size > 0) this.notify(held.before, held.changed, true);
  }

  change(patch: Partial<State>, { undo = false }: ChangeOptions = {}): void {
    const before = this.current;
    const changed = new Set((Object.keys(patch) as Field[]).filter((field) => !sameValue(field, before[field], patch[field])));
    if (changed.size === 0) return;
    this.current = { ...before, ...patch };
    if (undo !== false) this.record(before, changed, undo === true ? "" : undo);
    this.notify(before, changed);
  }

  // The gesture is over: what comes next is another step.
  settle(): void {
    const last = this.done[this.done.length - 1];
    if (last) last.gesture = "";
  }

  // Puts back what a gesture changed, as if it had not been.
  cancel(gesture: string): void {
    const last = this.done[this.done.length - 1];
    if (last?.gesture !== gesture) return;
    this.done.pop();
    this.change(last.before);
    this.notifyHistory();
  }

  undo(): boolean {
    return this.step(this.done, this.undone, "before");
  }

  redo(): boolean {
    return this.step(this.undone, this.done, "after");
  }

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  // Another robot: the steps made with the one before mean nothing.
  forget(): void {
    this.done = [];
    this.undone = [];
    this.notifyHistory();
  }

  onHistory(listener: () => void): () => void {
    this.historyListeners.add(listener);
    return () => void this.historyListeners.delete(listener);
  }

  private step(from: Step[], to: Step[], side: "before" | "after"): boolean {
    const step = from.pop();
    if (!step) return false;
    step.gesture = "";
    to.push(step);
    this.change(step[side]);
    this.notifyHistory();
    return true;
  }

  private record(before: State, changed: Set<Field>, gesture: string): void {
    const pick = (state: State) => Object.fromEntries([...changed].map((field) => [field, state[field]])) as Partial<State>;
    const last = this.done[this.done.length - 1];
    this.undone = [];
    if (last && gesture !== "" && last.gesture === gesture) {
      last.before = { ...pick(before), ...last.before };
      last.after = { ...last.after, ...pick(this.current) };
    } else {
      this.done.push({ before: pick(before), after: pick(this.current), gesture });
      if (this.done.length > MAX_STEPS) this.done.shift();
    }
    this.notifyHistory();
  }

  // A listener may change the state again: listeners hear of that after all have heard of this.
  private notify(before: State, changed: Set<Field>, lateOnly = false): void {
    this.untold.push({ before, changed, lateOnly });
    if (this.notifying) return;
    this.notifying = true;
    try {
      for (let next = this.untold.shift(); next; next = this.untold.shift()) {
        if (this.held) for (const field of next.changed) this.held.changed.add(field);
        for (const { fields, listener, late } of [...this.listeners]) {
          if (late ? this.held : next.lateOnly) continue;
          if (fields.some((field) => next!.changed.has(field))) listener(this.current, next.before);
        }
      }
    } finally {
      this.notifying = false;
      this.untold.length = 0;
    }
  }

  private notifyHistory(): void {
    for (const listener of this.historyListeners) listener();
  }
}
