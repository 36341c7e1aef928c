// Creates elements in one call, and the few widgets shared by several panels.
import { sentence } from "./format";

type Child = Node | string | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

// h("button", { class: "x", onclick: f }, "text"): an attribute with a function adds a listener; true, false and
// undefined set an attribute or leave it out.
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.replace(/^on/, ""), value as EventListener);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== undefined && value !== false) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return element;
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element;
}

// Returns the window pixels per pixel of the element: the style sheet enlarges panels on large screens.
export function cssZoom(element: HTMLElement): number {
  return (element as HTMLElement & { currentCSSZoom?: number }).currentCSSZoom ?? 1;
}

const ICONS: Record<string, string> = {
  visual: "M12 2 3 7v10l9 5 9-5V7l-9-5Zm0 2.3L18.6 8 12 11.7 5.4 8 12 4.3ZM5 9.7l6 3.4v6.2l-6-3.3V9.7Zm14 0v6.3l-6 3.3v-6.2l6-3.4Z",
  collision: "M12 2 3 7v10l9 5 9-5V7l-9-5Zm0 2.3 6.6 3.7L12 11.7 5.4 8 12 4.3Z",
  frames: "M11 3h2v9.6l7.3 4.2-1 1.7L12 14.3l-7.3 4.2-1-1.7 7.3-4.2V3Z",
  axes: "M12 4a8 8 0 0 1 7.4 5h-2.2A6 6 0 1 0 18 12h-3l4 5 4-5h-3a8 8 0 1 1-8-8Z",
  com: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm0 2v8h8a8 8 0 0 1-8 8v-8H4a8 8 0 0 1 8-8Z",
  inertia: "M4 4h16v16H4V4Zm2 2v12h12V6H6Zm3 3h6v6H9V9Z",
  names: "M4 5h16v3h-2V7h-5v11h2v2H9v-2h2V7H6v1H4V5Z",
  transparency: "M12 3a9 9 0 0 0 0 18V3Zm0 2v14a7 7 0 0 0 0-14Z",
  grid: "M4 4h16v16H4V4Zm2 2v3h3V6H6Zm5 0v3h3V6h-3Zm5 0v3h2V6h-2ZM6 11v3h3v-3H6Zm5 0v3h3v-3h-3Zm5 0v3h2v-3h-2ZM6 16v2h3v-2H6Zm5 0v2h3v-2h-3Zm5 0v2h2v-2h-2Z",
  fit: "M4 4h6v2H6v4H4V4Zm10 0h6v6h-2V6h-4V4ZM4 14h2v4h4v2H4v-6Zm14 0h2v6h-6v-2h4v-4Z",
  camera: "M9 4h6l1.5 2H20v13H4V6h3.500L9 4Zm3 4.500a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9Z",
  link: "M10 7H6a5 5 0 0 0 0 10h4v-2H6a3 3 0 0 1 0-6h4V7Zm4 0v2h4a3 3 0 0 1 0 6h-4v2h4a5 5 0 0 0 0-10h-4Zm-6 4h8v2H8v-2Z",
  measure: "m3 16 13-13 5 5L8 21l-5-5Zm3 0 2 2 10-10-1-1-1.500 1.500-1-1L16 6l-.1-.1-2 2 1.500 1.500-1 1L12.900 9l-2 2 1 1-1 1-1-1L8 14l1.500 1.500-1 1L7 15l-1 1Z",
  ik: "M12 2l3 4h-2v5h5V9l4 3-4 3v-2h-5v5h2l-3 4-3-4h2v-5H6v2l-4-3 4-3v2h5V6H9l3-4Z",
  edit: "m4 16.500 10-10 3.500 3.500-10 10H4v-3.500Zm11.400-11.400 1.500-1.500a1.500 1.500 0 0 1 2.100 0l1.400 1.400a1.500 1.500 0 0 1 0 2.100L18.900 8.600l-3.500-3.500Z",
  help: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm0 14.500a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400ZM12 6a4 4 0 0 1 1.200 7.800c-.2.1-.2.2-.2.400V15h-2v-.8c0-1 .6-1.900 1.600-2.300A2 2 0 1 0 10 10H8a4 4 0 0 1 4-4Z",
  motion: "M2 11h3l3.500-3.500L12 11l3.500-3.500L19 11h3v2h-3l-3.500 3.500L12 13l-3.500 3.500L5 13H2v-2Z",
  undo: "M9 5 4 10l5 5v-4h5a3.500 3.500 0 0 1 0 7H8v2h6a5.500 5.500 0 0 0 0-11H9V5Z",
  redo: "m15 5 5 5-5 5v-4h-5a3.500 3.500 0 0 0 0 7h6v2h-6a5.500 5.500 0 0 1 0-11h5V5Z",
  play: "M7 4v16l13-8L7 4Z",
  pause: "M6 4h4v16H6V4Zm8 0h4v16h-4V4Z",
  eye: "M12 5c5 0 9 4 10 7-1 3-5 7-10 7S3 15 2 12c1-3 5-7 10-7Zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  folder: "M3 5h7l2 2h9v12H3V5Z",
};

export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name] ?? "");
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

// Shows a short message at the bottom of the view, announced by screen readers.
export function toast(text: string, kind: "info" | "error" = "info"): void {
  const box = byId("toast");
  box.textContent = sentence(text);
  box.className = `show ${kind}`;
  clearTimeout(Number(box.dataset["timer"] ?? 0));
  box.dataset["timer"] = String(setTimeout(() => (box.className = ""), kind === "error" ? 8000 : 3500));
}

// Returns false if storage is missing (a page opened from disk) or full; the page works without it.
export function remember(key: string, value: string): boolean {
  try {
    localStorage.setItem(`limb.${key}`, value);
    return true;
  } catch {
    return false;
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`limb.${key}`);
  } catch {
    return null;
  }
}

function download(name: string, url: string): void {
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
}

// Downloads content as a file.
export function save(name: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content]));
  download(name, address);
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
