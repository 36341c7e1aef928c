// A name that is shortened in the middle: its end distinguishes it from its siblings. The text is the whole name.
//
// The style sheet cuts the first part after a whole letter, which leaves a gap of up to a letter's width between the
// ellipsis and the end: the end is shifted by that much.
import { cssZoom, h } from "./dom";

const SHORT = 8; // letters: names up to this length always fit
const JOINED = /[\u0590-\u08ff\u0900-\u0dff\ufb1d-\ufdff\ufe70-\ufeff]/; // scripts whose letters are joined, or which are written from right to left
const ELLIPSIS = "…";

const ellipsisWidths = new Map<string, number>(); // by font
let observer: ResizeObserver | undefined;

export function shortName(name: string): HTMLElement {
  const letters = [...name];
  if (letters.length < SHORT || JOINED.test(name)) return h("span", { class: "mid", dir: "auto" }, h("span", {}, name));
  const tail = Math.min(10, Math.floor(letters.length / 2));
  const head = h("span", {}, letters.slice(0, letters.length - tail).join(""));
  observer ??= new ResizeObserver((entries) => closeGaps(entries.map(({ target }) => target as HTMLElement)));
  observer.observe(head);
  return h("span", { class: "mid" }, head, h("span", {}, letters.slice(letters.length - tail).join("")));
}

// Measures all before changing any: each alternation would cause a layout of the page.
function closeGaps(heads: HTMLElement[]): void {
  const gaps = heads.map(gapAfter);
  heads.forEach((head, i) => {
    const shift = gaps[i]! > 0 ? `translateX(-${gaps[i]!.toFixed(2)}px)` : "";
    const end = head.nextElementSibling as HTMLElement;
    if (end.style.transform !== shift) end.style.transform = shift;
  });
}

function gapAfter(head: HTMLElement): number {
  const text = head.firstChild;
  const room = head.getBoundingClientRect().width;
  if (!text || room === 0) return 0;
  const range = document.createRange();
  const width = (letters: number): number => {
    range.setStart(text, 0);
    range.setEnd(text, letters);
    return range.getBoundingClientRect().width;
  };
  const all = text.textContent!.length;
  if (width(all) <= room + 0.5) return 0;
  const zoom = cssZoom(head);
  const ellipsis = ellipsisWidth(getComputedStyle(head).font) * zoom;
  let fits = 0;
  for (let step = 1 << Math.floor(Math.log2(all)); step > 0; step >>= 1) {
    if (fits + step <= all && width(fits + step) + ellipsis <= room) fits += step;
  }
  return fits > 0 ? Math.max(room - width(fits) - ellipsis, 0) / zoom : 0;
}

function ellipsisWidth(font: string): number {
  let width = ellipsisWidths.get(font);
  if (width === undefined) {
    const draw = document.createElement("canvas").getContext("2d");
    if (draw) draw.font = font;
    width = draw?.measureText(ELLIPSIS).width ?? 0;
    ellipsisWidths.set(font, width);
  }
  return width;
}
