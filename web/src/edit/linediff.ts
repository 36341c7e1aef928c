// The lines that differ between two texts: those removed and those added, in order, with their numbers.
//
// Equal lines at both ends are skipped; the rest is compared by the longest common subsequence of lines (the classic
// table), or, if that would be large, as all old lines followed by all new ones.

export interface LineChange {
  kind: "removed" | "added";
  line: number; // from 1, in the text it belongs to
  text: string;
}

const MAX_TABLE = 4_000_000;

export function lineDiff(before: string, after: string): LineChange[] {
  const a = before.split("\n"), b = after.split("\n");
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const changes = compare(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return changes.map((change) => ({ ...change, line: change.line + start, text: change.text.replace(/\r$/, "") }));
}

function compare(a: string[], b: string[]): LineChange[] {
  const removed = (i: number): LineChange => ({ kind: "removed", line: i + 1, text: a[i]! });
  const added = (i: number): LineChange => ({ kind: "added", line: i + 1, text: b[i]! });
  if (a.length * b.length > MAX_TABLE) return [...a.map((_, i) => removed(i)), ...b.map((_, i) => added(i))];
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width); // length of the common subsequence of the lines from i and from k
  for (let i = a.length - 1; i >= 0; i--) {
    for (let k = b.length - 1; k >= 0; k--) {
      common[i * width + k] = a[i] === b[k] ? common[(i + 1) * width + k + 1]! + 1
        : Math.max(common[(i + 1) * width + k]!, common[i * width + k + 1]!);
    }
  }
  const out: LineChange[] = [];
  let i = 0, k = 0;
  while (i < a.length || k < b.length) {
    if (i < a.length && k < b.length && a[i] === b[k]) {
      i++;
      k++;
    } else if (k >= b.length || (i < a.length && common[(i + 1) * width + k]! >= common[i * width + k + 1]!)) {
      out.push(removed(i++));
    } else {
      out.push(added(k++));
    }
  }
  return out;
}
