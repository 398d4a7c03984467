/**
 * When the user last saw a merge request page: the `updated_at` that was stored when it was last visible. It
 * stays the same while the page is visible, and after it was hidden if nothing changed meanwhile.
 */
export class LastVisit {
  readonly #lastSeen: () => string | undefined;
  #since: string | undefined;
  /** State that was seen before the page became visible again; undefined if that was checked. */
  #before: string | undefined;
  #visible = false;

  constructor(lastSeen: () => string | undefined) {
    this.#lastSeen = lastSeen;
    this.#since = lastSeen();
  }

  /** In Unix milliseconds; undefined on the first visit. */
  get since(): number | undefined {
    return this.#since === undefined ? undefined : Date.parse(this.#since);
  }

  /** Call before the current state is recorded as seen. */
  setVisible(visible: boolean): void {
    if (visible && !this.#visible) this.#before = this.#lastSeen();
    this.#visible = visible;
  }

  /** Moves the mark if the merge request changed while the page was hidden. */
  check(updatedAt: string | null | undefined): void {
    if (this.#before === undefined || typeof updatedAt !== 'string') return;
    if (Date.parse(updatedAt) <= Date.parse(this.#before)) return;
    this.#since = this.#before;
    this.#before = undefined;
  }

  /** Call after a refresh. Later changes happen while the page is visible. */
  refreshed(): void {
    if (this.#visible) this.#before = undefined;
  }
}
