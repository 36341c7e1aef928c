// Asks for what the page needs before its own script is there: the robot and the engine are on their way while that is read.
// A page of one file has all of it inside and does without this.

export interface Begun {
  answers: Map<string, Promise<Response>>; // of the server, by name
  engine: Promise<WebAssembly.Module>;
}

const begun: Begun = {
  answers: new Map(["robot.json", "robot.glb"].map((name) => [name, fetch(name, { cache: "no-store" })])),
  engine: WebAssembly.compileStreaming(fetch("limb-xacro.wasm")),
};
// what fails is reported by whoever uses it
for (const promise of [...begun.answers.values(), begun.engine]) promise.catch(() => {});
(window as unknown as { limbBegun: Begun }).limbBegun = begun;
