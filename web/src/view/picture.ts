// Saves the view as a PNG with its labels, at a multiple of its size or at a given size.
//
// The stage draws one frame at that size; labels, which are elements of the page, are drawn over it.
import type { Stage } from "./stage";

export interface Size {
  width: number;
  height: number;
  scale: number; // text size relative to the page
}

export function timesView(stage: Stage, times: number): Size {
  const { clientWidth, clientHeight } = stage.renderer.domElement;
  return { width: clientWidth * times, height: clientHeight * times, scale: times };
}

export function takePicture(stage: Stage, { width, height, scale }: Size): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const draw = canvas.getContext("2d");
  if (!draw) return Promise.reject(new Error("this browser cannot draw pictures"));
  stage.drawAt(width / scale, height / scale, scale, () => {
    draw.drawImage(stage.renderer.domElement, 0, 0, canvas.width, canvas.height);
    drawLabels(draw, stage.labels.domElement, scale);
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large for this browser"))), "image/png");
  });
}

function drawLabels(draw: CanvasRenderingContext2D, container: HTMLElement, scale: number): void {
  const origin = container.getBoundingClientRect();
  draw.scale(scale, scale);
  draw.textBaseline = "middle";
  for (const label of [...container.children] as HTMLElement[]) {
    if (label.style.display === "none" || label.style.visibility === "hidden") continue;
    const area = label.getBoundingClientRect();
    const style = getComputedStyle(label);
    const [x, y] = [area.left - origin.left, area.top - origin.top];
    draw.fillStyle = style.backgroundColor;
    draw.beginPath();
    draw.roundRect(x, y, area.width, area.height, parseFloat(style.borderRadius) || 0);
    draw.fill();
    draw.fillStyle = style.color;
    draw.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const lines = label.innerText.split("\n");
    lines.forEach((line, i) => draw.fillText(line, x + parseFloat(style.paddingLeft), y + (area.height * (i + 0.5)) / lines.length, area.width));
  }
}
