// The findings panel: each with its rule, place and source line; a click selects the element it speaks of.
import type { Finding, RobotData } from "./data";
import { byId, h } from "./dom";
import { plural } from "./format";
import type { Store } from "./store";

const MARK = { error: "✕", warning: "!", info: "i" } as const;

export class Findings {
  constructor(private readonly store: Store) {
    store.on("data", ({ data }) => data && this.show(data));
  }

  private show(data: RobotData): void {
    const count = { error: 0, warning: 0, info: 0 };
    for (const finding of data.findings) count[finding.severity]++;
    const badge = byId("findings-count");
    badge.textContent = String(data.findings.length);
    badge.className = `badge ${count.error > 0 ? "error" : count.warning > 0 ? "warning" : "clean"}`;
    byId("findings-summary").replaceChildren(...(data.findings.length === 0
      ? ["No findings: this robot is clean."]
      : [this.filter("error", plural(count.error, "error"), count.error), this.filter("warning", plural(count.warning, "warning"), count.warning),
        this.filter("info", `${count.info} to know`, count.info)]));
    byId("findings").replaceChildren(...data.findings.map((finding) => this.row(finding, data.file)));
    const banner = byId("broken");
    banner.hidden = !data.broken;
    banner.textContent = data.broken ? "The file on disk cannot be shown. You see the last good robot; the findings are of the new file." : "";
  }

  // Findings of a severity can be put away.
  private filter(severity: Finding["severity"], text: string, count: number): HTMLElement {
    const list = byId("findings");
    const button = h("button", {
      class: `chip ${severity}`, "aria-pressed": String(!list.classList.contains(`no-${severity}`)), disabled: count === 0, title: "show or put away",
      onclick: () => button.setAttribute("aria-pressed", String(!list.classList.toggle(`no-${severity}`))),
    }, text);
    return button;
  }

  private row(finding: Finding, file: string): HTMLElement {
    const place = finding.line > 0 ? `${file.split("/").pop()}:${finding.line}:${finding.column}` : (file.split("/").pop() ?? "");
    return h("li", {},
      h("button", { class: `finding ${finding.severity}`, "data-rule": finding.rule, onclick: () => this.choose(finding) },
        h("span", { class: "mark", "aria-hidden": "true" }, MARK[finding.severity]),
        h("span", { class: "text" },
          h("span", { class: "message" }, h("span", { class: "sr" }, `${finding.severity}: `), finding.message),
          h("span", { class: "place" }, place, " ", h("code", {}, finding.rule)),
          finding.source ? h("pre", {}, ...snippet(finding)) : undefined)));
  }

  private choose(finding: Finding): void {
    if (finding.joint !== undefined) this.store.change({ selection: { kind: "joint", name: finding.joint } });
    else if (finding.link !== undefined) this.store.change({ selection: { kind: "link", name: finding.link } });
  }
}

// The source line with the marked part set off; columns count code points.
function snippet(finding: Finding): (string | HTMLElement)[] {
  const letters = [...finding.source];
  const start = Math.max(finding.column - Math.max(finding.source_column, 1), 0);
  let size = 0;
  for (let bytes = 0; bytes < finding.size && start + size < letters.length; size++) {
    bytes += new TextEncoder().encode(letters[start + size]!).length;
  }
  const before = letters.slice(0, start).join("").trimStart();
  return [before, h("mark", {}, letters.slice(start, start + Math.max(size, 1)).join("")), letters.slice(start + Math.max(size, 1)).join("")];
}
