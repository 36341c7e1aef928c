// Rows of a long list that show what changes many times a second: written at most once for each frame, and only those in sight.
// The others follow when nothing has changed for a while, for those who read the page without looking at it.

const REST = 150; // milliseconds without a change
const NEAR = "120px 0px"; // beyond the list's edges still counts as in sight: rows are right when they are scrolled to

export class LazyRows<Row extends { readonly element: HTMLElement }> {
  private rows: readonly Row[] = [];
  private readonly byElement = new Map<Element, Row>();
  private readonly inSight = new Set<Row>();
  private readonly observer: IntersectionObserver;
  private frame = 0; // in which rows are written; 0: nothing changed
  private resting: ReturnType<typeof setTimeout> | undefined;

  // prepare is called before rows are written; write compares and writes one.
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

  // Something that rows show has changed.
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
