// The findings panel: each with its rule, place and source line; a click selects the element it refers to.
import type { Finding, RobotData } from "../robot/data";
import type { Store } from "../state/store";
import { byId, h } from "../widgets/dom";
import { plural } from "../widgets/format";
import { openLeft } from "./panels";

const SEVERITIES = ["error", "warning", "info"] as const;
const MAX_BEFORE = 24; // characters of a line before the marked part, so that the mark is always visible
const MARK = { error: "✕", warning: "!", info: "i" } as const;

export class Findings {
  constructor(private readonly store: Store, private readonly fix: (parts: NonNullable<Finding["fix"]>) => void) {
    store.on("data", ({ data }) => data && this.show(data));
    byId("findings").addEventListener("keydown", (event) => this.key(event));
    byId("findings").addEventListener("focusin", ({ target }) => this.setStop((target as HTMLElement).closest<HTMLElement>(".finding") ?? undefined));
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
        this.filter("info", `${count.info} info`, count.info)]));
    byId("findings").replaceChildren(...data.findings.map((finding) => this.row(finding, data.file)));
    this.setStop(this.shown()[0]);
    const fix = byId("fix") as HTMLButtonElement;
    fix.disabled = data.broken || !data.findings.some((finding) => finding.fix);
    fix.title = fix.disabled ? "no finding has a fix that is certain" : "make the fixes that are certain";
    const banner = byId("broken");
    banner.hidden = !data.broken;
    banner.replaceChildren(...(data.broken ? this.brokenText(data) : []));
  }

  // The list is one tab stop; arrow keys move between findings.
  private key(event: KeyboardEvent): void {
    const shown = this.shown();
    const at = shown.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = shown[Math.min(Math.max(to, 0), shown.length - 1)]!;
    this.setStop(next);
    next.focus();
  }

  private shown(): HTMLElement[] {
    const list = byId("findings");
    return [...list.querySelectorAll<HTMLElement>(".finding")].filter((row) => !SEVERITIES.some((s) => row.classList.contains(s) && list.classList.contains(`no-${s}`)));
  }

  private setStop(stop: HTMLElement | undefined): void {
    for (const row of byId("findings").querySelectorAll<HTMLElement>(".finding")) row.tabIndex = row === stop ? 0 : -1;
  }

  // Adds a button that hides or shows the findings of a severity.
  private filter(severity: Finding["severity"], text: string, count: number): HTMLElement {
    const list = byId("findings");
    const button = h("button", {
      class: `chip ${severity}`, "aria-pressed": String(!list.classList.contains(`no-${severity}`)), disabled: count === 0, title: "show or put away",
      onclick: () => {
        button.setAttribute("aria-pressed", String(!list.classList.toggle(`no-${severity}`)));
        this.setStop(this.shown()[0]);
      },
    }, text);
    return button;
  }

  private row(finding: Finding, file: string): HTMLElement {
    const name = (finding.file ?? file).split("/").pop() ?? "";
    const place = finding.line > 0 ? `${name}:${finding.line}:${finding.column}` : name;
    return h("li", {},
      h("button", { class: `finding ${finding.severity}`, "data-rule": finding.rule, onclick: () => this.choose(finding) },
        h("span", { class: "mark", "aria-hidden": "true" }, MARK[finding.severity]),
        h("span", { class: "text" },
          h("span", { class: "message" }, h("span", { class: "sr" }, `${finding.severity}: `), finding.message),
          h("span", { class: "place" }, place, " ", h("code", {}, finding.rule)),
          finding.source ? h("pre", { title: finding.source.trim() }, ...snippet(finding)) : undefined)),
      finding.fix && h("button", { class: "plain fix", title: "one edit of the file, which you can undo", onclick: () => this.fix(finding.fix!) }, `Fix: ${finding.fix[0]!.title}`));
  }

  // Shows where the file on disk is broken; the finding itself gives the reason.
  private brokenText(data: RobotData): (string | HTMLElement)[] {
    const first = data.findings.findIndex(({ severity }) => severity === "error");
    const { line = 0, file = data.file } = data.findings[first] ?? {};
    const name = file.split("/").pop() ?? "";
    const where = line > 0 ? `Error in ${name}, line ${line}` : `Error in ${name}`;
    const rest = this.store.state.robot ? ": the last good robot is shown." : ".";
    return [first < 0 ? where : h("button", { class: "link", title: "show the finding", onclick: () => this.goTo(first) }, where), rest];
  }

  private goTo(index: number): void {
    this.store.change({ tab: "findings" });
    openLeft();
    const row = byId("findings").querySelectorAll<HTMLElement>(".finding")[index];
    for (const severity of SEVERITIES.filter((one) => row?.classList.contains(one) && byId("findings").classList.contains(`no-${one}`))) {
      byId("findings-summary").querySelector<HTMLElement>(`.chip.${severity}`)?.click();
    }
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
  }

  private choose(finding: Finding): void {
    if (finding.joint !== undefined) this.store.change({ selection: { kind: "joint", name: finding.joint } });
    else if (finding.link !== undefined) this.store.change({ selection: { kind: "link", name: finding.link } });
  }
}

// Returns the source line with the marked part highlighted; columns count code points.
function snippet(finding: Finding): (string | HTMLElement)[] {
  const letters = [...finding.source];
  const start = Math.max(finding.column - Math.max(finding.source_column, 1), 0);
  let size = 0;
  for (let bytes = 0; bytes < finding.size && start + size < letters.length; size++) {
    bytes += new TextEncoder().encode(letters[start + size]!).length;
  }
  const before = [...letters.slice(0, start).join("").trimStart()];
  const shown = before.length > MAX_BEFORE ? `…${before.slice(before.length - MAX_BEFORE + 1).join("")}` : before.join("");
  return [shown, h("mark", {}, letters.slice(start, start + Math.max(size, 1)).join("")), letters.slice(start + Math.max(size, 1)).join("")];
}
