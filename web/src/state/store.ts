// Holds the state and is the only way to change it: change() sets new values, calls each listener of a changed field
// once, and records what undo() must restore.
import { initialState, sameValue, type State } from "./state";

export type Field = keyof State;
export type Listener = (state: State, before: State) => void;

export interface ChangeOptions {
  // The change is a separate undo step. Consecutive changes with the same text are one step (e.g. a dragged slider)
  // until settle() ends it.
  undo?: boolean | string;
}

interface Step {
  before: Partial<State>;
  after: Partial<State>;
  gesture: string; // "" when it accepts no more changes
}

const MAX_STEPS = 500;

export class Store {
  private current: State;
  private readonly listeners = new Set<{ fields: readonly Field[]; listener: Listener; late: boolean }>();
  private readonly untold: { before: State; changed: Set<Field>; lateOnly: boolean }[] = [];
  private notifying = false;
  private late = false; // listeners being added are late listeners
  private held: { before: State; changed: Set<Field> } | undefined; // changes that late listeners have not received yet
  private done: Step[] = [];
  private undone: Step[] = [];
  private readonly historyListeners = new Set<() => void>();

  constructor(state: State = initialState()) {
    this.current = state;
  }

  get state(): State {
    return this.current;
  }

  // Adds a listener; the returned function removes it. Listeners are called in the order in which they were added.
  on(fields: Field | readonly Field[], listener: Listener): () => void {
    const entry = { fields: typeof fields === "string" ? [fields] : fields, listener, late: this.late };
    this.listeners.add(entry);
    return () => void this.listeners.delete(entry);
  }

  // Listeners added inside are late listeners: between hold() and release() they are not called, then once for all
  // changes.
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

  // Ends the gesture: the next change is another undo step.
  settle(): void {
    const last = this.done[this.done.length - 1];
    if (last) last.gesture = "";
  }

  // Reverts the changes of a gesture.
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

  // Discards the undo steps, which are meaningless for another robot.
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

  // A listener may change the state again: that change is reported after all listeners have received this one.
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
