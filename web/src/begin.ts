// Requests what the page needs before its own script has loaded: the robot and the engine are fetched while the script
// is parsed. A single-file page contains all of it and does not need this.

export interface Begun {
  answers: Map<string, Promise<Response>>; // server responses by name
  engine: Promise<WebAssembly.Module>;
}

const begun: Begun = {
  answers: new Map(["robot.json", "robot.glb"].map((name) => [name, fetch(name, { cache: "no-store" })])),
  engine: WebAssembly.compileStreaming(fetch("limb-xacro.wasm")),
};
// failures are reported where the result is used
for (const promise of [...begun.answers.values(), begun.engine]) promise.catch(() => {});
(window as unknown as { limbBegun: Begun }).limbBegun = begun;
