// The cube in the corner of the view: it rotates with the camera, and its faces select views. Its edges show the
// robot's axes.
//
// It consists of elements rotated by CSS, so that it is sharp at any pixel ratio and its faces are buttons.
import * as THREE from "three";
import type { Commands } from "../panels/commands";
import type { Store } from "../state/store";
import { byId, h } from "../widgets/dom";
import type { Stage } from "./stage";

// The scene is y-up: the robot's x is its x, the robot's y its -z, the robot's z its y.
const FACES: [string, string, string][] = [
  ["front", "Front", "rotateY(90deg)"], ["back", "Back", "rotateY(-90deg)"], ["left", "Left", "rotateY(180deg)"], ["right", "Right", ""],
  ["top", "Top", "rotateX(90deg)"], ["bottom", "Bottom", "rotateX(-90deg)"],
];
const AXES: [string, string][] = [["x", ""], ["y", "rotateY(90deg)"], ["z", "rotateZ(-90deg)"]];

export function addCube(store: Store, stage: Stage, commands: Commands): void {
  const half = "calc(var(--cube) / 2)";
  const faces = FACES.map(([view, text, turn]) => {
    // same as the keys 2 to 7, so Tab skips the faces
    const face = h("button", { class: "cube-face", tabindex: -1, "aria-label": `${text} view`, onclick: () => commands.run(`view ${view}`) }, h("span", {}, text));
    face.style.transform = `${turn} translateZ(${half})`;
    return face;
  });
  // from the corner that is behind, right and below for one who stands where the robot does
  const axes = AXES.map(([name, turn]) => {
    const axis = h("span", { class: `cube-axis ${name}`, "aria-hidden": "true" });
    axis.style.transform = `translate3d(calc(0px - ${half}), ${half}, ${half}) ${turn}`;
    return axis;
  });
  const cube = h("div", { class: "cube" }, ...faces, ...axes);
  const projection = h("button", { class: "cube-projection", onclick: () => commands.run("projection") });
  byId("cube-box").append(h("div", { class: "cube-room" }, cube), projection);

  let quarters = 0; // quarter turns of the labels above and below, which keep them readable from the camera
  const turn = () => {
    const right = new THREE.Vector3().setFromMatrixColumn(stage.camera.matrixWorld, 0);
    const around = Math.atan2(-right.z, right.x) / (Math.PI / 2);
    // with hysteresis: a camera near the middle must not cause flicker
    const off = around - quarters - 4 * Math.round((around - quarters) / 4);
    if (Math.abs(off) > 0.55) quarters += Math.round(off);
    for (const [face, way] of [[4, -90], [5, 90]] as const) (faces[face]!.firstElementChild as HTMLElement).style.transform = `rotate(${way * quarters}deg)`;
    const e = new THREE.Matrix4().extractRotation(stage.camera.matrixWorld).transpose().elements;
    // the page's y points down
    cube.style.transform = `matrix3d(${[e[0]!, -e[1]!, e[2]!, 0, -e[4]!, e[5]!, -e[6]!, 0, e[8]!, -e[9]!, e[10]!, 0, 0, 0, 0, 1].map((part) => part.toFixed(5)).join(",")})`;
  };
  const name = () => {
    const { orthographic } = store.state;
    projection.textContent = orthographic ? "Parallel" : "Perspective";
    projection.title = `${orthographic ? "Parallel" : "Perspective"} projection: switch (O)`;
  };
  store.on("camera", () => {
    stage.camera.updateMatrixWorld();
    turn();
  });
  store.on("orthographic", name);
  name();
  turn();
}
