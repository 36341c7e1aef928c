// Rows of a long list whose content changes many times a second: written at most once per frame, and only the visible
// ones. The others follow when nothing has changed for a while, for screen readers.

const REST = 150; // milliseconds without a change
const NEAR = "120px 0px"; // margin around the list within which rows count as visible, so that they are current when scrolled into view

export class LazyRows<Row extends { readonly element: HTMLElement }> {
  private rows: readonly Row[] = [];
  private readonly byElement = new Map<Element, Row>();
  private readonly inSight = new Set<Row>();
  private readonly observer: IntersectionObserver;
  private frame = 0; // the frame in which rows are written; 0: nothing changed
  private resting: ReturnType<typeof setTimeout> | undefined;

  // prepare is called before rows are written; write updates one row if its content changed.
  constructor(list: HTMLElement, private readonly write: (row: Row) => void, private readonly prepare: () => void = () => {}) {
    this.observer = new IntersectionObserver((entries) => this.look(entries), { root: list, rootMargin: NEAR });
  }

  adopt(rows: readonly Row[]): void {
    this.observer.disconnect();
    this.byElement.clear();
    this.inSight.clear();
    this.rows = rows;
    for (const row of rows) {
      this.byElement.set(row.element, row);
      this.observer.observe(row.element);
    }
  }

  // Called when the content of rows has changed.
  ask(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.writeNow(this.inSight);
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.writeNow(this.rows), REST);
    });
  }

  private look(entries: readonly IntersectionObserverEntry[]): void {
    const come: Row[] = [];
    for (const { target, isIntersecting } of entries) {
      const row = this.byElement.get(target);
      if (!row) continue;
      if (isIntersecting) come.push(row);
      if (isIntersecting) this.inSight.add(row);
      else this.inSight.delete(row);
    }
    this.writeNow(come);
  }

  private writeNow(rows: Iterable<Row>): void {
    this.prepare();
    for (const row of rows) this.write(row);
  }
}
