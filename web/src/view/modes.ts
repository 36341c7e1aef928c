// Modes: the meaning of a press, a drag and a click in the view. One mode is active at a time, given by the state.
import type { ModeName } from "../state/state";
import type { Store } from "../state/store";
import type { Hit } from "./pick";

// A gesture between press and release.
export interface Gesture {
  readonly clicks?: false; // a press without motion is not a click either
  move(event: PointerEvent): void;
  end(): void;
  cancel(): void; // reverts the gesture
}

export interface Mode {
  enter?(): void;
  leave?(): void;
  // A returned gesture takes precedence over the camera.
  press(event: PointerEvent): Gesture | undefined;
  click(hit: Hit | undefined, event: PointerEvent): void;
  doubleClick?(hit: Hit | undefined): void;
  cursor?(hit: Hit | undefined): string;
}

export class Modes {
  private readonly modes = new Map<ModeName, Mode>();

  constructor(private readonly store: Store) {
    store.on("mode", (state, before) => {
      if (state.mode === before.mode) return;
      this.modes.get(before.mode)?.leave?.();
      this.current.enter?.();
    });
  }

  add(name: ModeName, mode: Mode): void {
    this.modes.set(name, mode);
  }

  get current(): Mode {
    return this.modes.get(this.store.state.mode) ?? this.named("orbit");
  }

  named(name: ModeName): Mode {
    const mode = this.modes.get(name);
    if (!mode) throw new Error(`there is no mode ${name}`);
    return mode;
  }
}
