import type { PipelineContent } from './pipeline-content';

export interface KnownContent {
  readonly content: PipelineContent;
  /** When the server was asked last. */
  readonly readAt: number;
}

/** Contents that nobody holds and that are kept all the same: opening again what was just closed shows it at once. */
const MOST_SPARE = 30;

/** What is known to be inside pipelines. Who was not used for longest is forgotten first, unless it is held. */
export class PipelineShelf {
  readonly #isHeld: (id: string) => boolean;
  readonly #known = new Map<string, KnownContent>();
  /** How often an action changed the content; a reading that began before it is out of date. */
  readonly #generations = new Map<string, number>();
  #turn = 0;

  constructor(isHeld: (id: string) => boolean) {
    this.#isHeld = isHeld;
  }

  /** Counts changes: who keeps what was made of all contents sees whether it still holds. */
  get turn(): number {
    return this.#turn;
  }

  get size(): number {
    return this.#known.size;
  }

  get(id: string): KnownContent | undefined {
    return this.#known.get(id);
  }

  entries(): Iterable<[string, KnownContent]> {
    return this.#known.entries();
  }

  generation(id: string): number {
    return this.#generations.get(id) ?? 0;
  }

  /** Puts what the server told. */
  set(id: string, known: KnownContent): void {
    this.#turn++;
    // A map remembers the order in which its keys came.
    this.#known.delete(id);
    this.#known.set(id, known);
    this.#evict();
  }

  /** Puts what an action told: readings that are on their way lose against it. */
  overrule(id: string, known: KnownContent): void {
    this.#generations.set(id, this.generation(id) + 1);
    this.set(id, known);
  }

  clear(): void {
    this.#turn++;
    this.#known.clear();
    this.#generations.clear();
  }

  #evict(): void {
    const spare = [...this.#known.keys()].filter((id) => !this.#isHeld(id));
    for (const id of spare.slice(0, Math.max(0, spare.length - MOST_SPARE))) {
      this.#known.delete(id);
      this.#generations.delete(id);
    }
  }
}
