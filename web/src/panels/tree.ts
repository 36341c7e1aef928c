// The tree of links and joints on the left, with search and keyboard navigation by the ARIA tree pattern.
import type { Joint } from "../robot/data";
import { subTree, type Robot } from "../robot/robot";
import type { Selection } from "../state/state";
import type { Store } from "../state/store";
import { byId, h, icon } from "../widgets/dom";
import { plural } from "../widgets/format";
import { shortName } from "../widgets/short-name";

interface Row {
  element: HTMLElement;
  selection: Selection;
  parent: Row | undefined;
  depth: number;
  hasChildren: boolean;
  open: boolean;
}

const GLYPH: Record<string, string> = {
  revolute: "⟳", continuous: "∞", prismatic: "↔", fixed: "⚓", floating: "✦", planar: "▱",
};

export class Tree {
  private rows: Row[] = [];
  private readonly list = byId("tree");
  private readonly search = byId("search") as HTMLInputElement;

  constructor(private readonly store: Store, private readonly focus: () => void) {
    this.search.addEventListener("input", () => this.filter());
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "ArrowDown") this.enterMatches(event);
      // the first Escape clears the box, the second leaves it
      if (event.key === "Escape" && this.search.value) {
        this.search.value = "";
        this.filter();
        event.stopPropagation();
      }
    });
    this.list.addEventListener("keydown", (event) => this.key(event));
    store.on("robot", ({ robot }) => robot && this.show(robot));
    store.on("selection", () => this.mark());
    store.on("hover", ({ hover }) => {
      for (const row of this.rows) row.element.classList.toggle("hover", equal(row.selection, hover));
    });
    store.on(["robot", "hiddenLinks"], () => this.markHidden());
  }

  private show(robot: Robot): void {
    const closed = new Set(this.rows.filter((row) => !row.open).map(key));
    const children = new Map<string, Joint[]>();
    for (const joint of robot.data.joints) children.set(joint.parent, [...(children.get(joint.parent) ?? []), joint]);
    this.rows = [];
    const stack: { link: string; joint: Joint | undefined; parent: Row | undefined }[] = [
      { link: robot.data.root, joint: undefined, parent: undefined },
    ];
    const seen = new Set<string>();
    while (stack.length > 0) {
      const { link, joint, parent } = stack.pop()!;
      if (seen.has(link)) continue;
      seen.add(link);
      const jointRow = joint && this.addRow({ kind: "joint", name: joint.name }, parent, true, joint.type);
      const linkRow = this.addRow({ kind: "link", name: link }, jointRow ?? parent, (children.get(link)?.length ?? 0) > 0);
      for (const next of [...(children.get(link) ?? [])].reverse()) stack.push({ link: next.child, joint: next, parent: linkRow });
    }
    for (const row of this.rows) if (closed.has(key(row))) row.open = false;
    this.list.replaceChildren(...this.rows.map((row) => row.element));
    // if both do not fit in one line, each count stays with its unit
    byId("tree-count").textContent = [plural(robot.data.links.length, "link"), plural(robot.data.joints.length, "joint")].map((count) => count.replace(" ", "\u00a0")).join(", ");
    this.mark();
    this.filter();
  }

  private addRow(selection: Selection, parent: Row | undefined, hasChildren: boolean, type?: string): Row {
    const depth = parent ? parent.depth + 1 : 0;
    const twist = h("span", { class: hasChildren ? "twist" : "twist none", "aria-hidden": "true" });
    const element = h(
      "li",
      {
        role: "treeitem", tabindex: -1, class: `row is-${selection.kind}`, "aria-level": depth + 1, "aria-selected": "false",
        "aria-expanded": hasChildren ? "true" : undefined, "data-name": selection.name, "data-kind": selection.kind,
        title: type ? `${type} joint ${selection.name}` : `link ${selection.name}`,
      },
      twist,
      h("span", { class: "glyph", "aria-hidden": "true" }, type ? (GLYPH[type] ?? "•") : "■"),
      h("span", { class: "name" }, shortName(selection.name)),
      type && type !== "fixed" ? h("span", { class: "kind" }, h("span", {}, type)) : undefined,
    );
    element.style.setProperty("--depth", String(Math.min(depth, 24)));
    const row: Row = { element, selection, parent, depth, hasChildren, open: true };
    if (selection.kind === "link") {
      const eye = h("button", {
        class: "eye", tabindex: -1, "aria-label": `show or hide ${selection.name}`, title: "show or hide this link (H), with Shift also all that it carries",
        onclick: (event: MouseEvent) => {
          event.stopPropagation();
          this.toggleLink(selection.name, event.shiftKey);
        },
      }, icon("eye"));
      element.append(eye);
    }
    element.addEventListener("click", (event) => {
      if (event.target === twist) this.setOpen(row, !row.open);
      else this.store.change({ selection });
    });
    element.addEventListener("dblclick", (event) => {
      if (event.target !== twist) this.focus();
    });
    element.addEventListener("pointerenter", () => this.store.change({ hover: selection }));
    element.addEventListener("pointerleave", () => this.store.change({ hover: undefined }));
    this.rows.push(row);
    return row;
  }

  private toggleLink(name: string, whole: boolean): void {
    const { hiddenLinks, robot } = this.store.state;
    const links = new Set(whole && robot ? subTree(robot, name) : [name]);
    const others = hiddenLinks.filter((other) => !links.has(other));
    this.store.change({ hiddenLinks: hiddenLinks.includes(name) ? others : [...others, ...links] }, { undo: true });
  }

  private markHidden(): void {
    const hidden = new Set(this.store.state.hiddenLinks);
    for (const { element, selection } of this.rows) element.classList.toggle("hidden-link", selection.kind === "link" && hidden.has(selection.name));
  }

  private mark(): void {
    const { selection } = this.store.state;
    let current: Row | undefined;
    for (const row of this.rows) {
      const on = equal(row.selection, selection);
      row.element.setAttribute("aria-selected", String(on));
      row.element.tabIndex = on ? 0 : -1;
      if (on) current = row;
    }
    if (!current) {
      if (this.rows[0]) this.rows[0].element.tabIndex = 0;
      return;
    }
    for (let row = current.parent; row; row = row.parent) row.open = true;
    this.filter();
    current.element.scrollIntoView({ block: "nearest" });
  }

  // A row is visible if its ancestors are open and, during a search, it or a descendant matches.
  private filter(): void {
    const wanted = this.search.value.trim().toLowerCase();
    const kept = new Set<Row>();
    for (const row of this.rows) {
      if (wanted && !row.selection.name.toLowerCase().includes(wanted)) continue;
      for (let at: Row | undefined = row; at && !kept.has(at); at = at.parent) kept.add(at);
    }
    let matches = 0;
    const open = new Set<Row | undefined>([undefined]); // rows whose children are shown; parents precede children
    for (const row of this.rows) {
      const shown = wanted ? kept.has(row) : open.has(row.parent);
      if (shown && row.open) open.add(row);
      row.element.hidden = !shown;
      row.element.classList.toggle("match", wanted !== "" && row.selection.name.toLowerCase().includes(wanted));
      if (row.element.classList.contains("match")) matches++;
      if (row.hasChildren) row.element.setAttribute("aria-expanded", String(row.open));
    }
    byId("search-count").textContent = wanted ? `${matches} found` : "";
  }

  // Moves from the search box to the first match in the tree.
  private enterMatches(event: KeyboardEvent): void {
    const first = this.rows.find((row) => row.element.classList.contains("match")) ?? this.rows[0];
    if (!first) return;
    this.store.change({ selection: first.selection });
    first.element.focus();
    event.preventDefault();
  }

  private setOpen(row: Row, open: boolean): void {
    row.open = open;
    this.filter();
  }

  private key(event: KeyboardEvent): void {
    const shown = this.rows.filter((row) => !row.element.hidden);
    const index = shown.findIndex((row) => row.element === document.activeElement);
    const row = shown[index];
    if (!row) return;
    const focus = (target: Row | undefined) => {
      target?.element.focus();
      if (target) this.store.change({ selection: target.selection });
    };
    switch (event.key) {
      case "ArrowDown": focus(shown[index + 1]); break;
      case "ArrowUp": focus(shown[index - 1]); break;
      case "Home": focus(shown[0]); break;
      case "End": focus(shown[shown.length - 1]); break;
      case "ArrowRight":
        if (row.hasChildren && !row.open) this.setOpen(row, true);
        else focus(shown[index + 1]);
        break;
      case "ArrowLeft":
        if (row.hasChildren && row.open) this.setOpen(row, false);
        else focus(row.parent);
        break;
      case "Enter":
      case " ": this.store.change({ selection: row.selection }); break;
      case "h":
      case "H": if (row.selection.kind === "link") this.toggleLink(row.selection.name, event.shiftKey); break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

function equal(a: Selection, b: Selection | undefined): boolean {
  return a.kind === b?.kind && a.name === b.name;
}

function key(row: Row): string {
  return `${row.selection.kind} ${row.selection.name}`;
}
