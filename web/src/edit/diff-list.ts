// A list of changed lines, as in a diff; the part of a line that differs is marked.
import { h } from "../widgets/dom";
import type { LineChange } from "./linediff";

export function diffList(changes: readonly LineChange[], label = "changed lines"): HTMLElement {
  const rows = changes.map((change, i) => {
    const other = partner(changes, i);
    return h("div", { class: `diff ${change.kind}` }, h("span", { class: "line" }, String(change.line)),
      h("span", { class: "sign" }, change.kind === "added" ? "+" : "−"), h("code", {}, ...marked(change.text, other?.text)));
  });
  return h("div", { class: "diffs", tabindex: 0, role: "region", "aria-label": label }, ...rows);
}

// Returns the line that replaces this one or is replaced by it: removed lines come before added ones, in the same
// order.
function partner(changes: readonly LineChange[], at: number): LineChange | undefined {
  const { kind } = changes[at]!;
  let first = at, last = at;
  while (changes[first - 1]?.kind === kind) first--;
  while (changes[last + 1]?.kind === kind) last++;
  const start = kind === "removed" ? last + 1 : first - (last - first + 1);
  const other = changes[start + (at - first)];
  return other && other.kind !== kind ? other : undefined;
}

function marked(text: string, other: string | undefined): (string | HTMLElement)[] {
  if (other === undefined) return [text];
  let start = 0;
  while (start < text.length && text[start] === other[start]) start++;
  let end = 0;
  while (end < text.length - start && end < other.length - start && text[text.length - 1 - end] === other[other.length - 1 - end]) end++;
  return [text.slice(0, start), h("mark", {}, text.slice(start, text.length - end)), text.slice(text.length - end)];
}
