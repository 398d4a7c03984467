import type { CallOptions, Client } from '../../api/client';
import type { ProjectKey } from '../shared/keys';
import { earlierOf, PAGE_READERS, type PipelineSource } from './page-readers';
import type { ListConditions, ListedPipeline } from './query';

/** The results of a query, newest first, as far as pages were read. */
export class PagedPipelineQuery {
  readonly #project: ProjectKey;
  readonly #source: PipelineSource;
  readonly #conditions: readonly ListConditions[];
  readonly #perPage: number;
  #pipelines: readonly ListedPipeline[] = [];
  #newest: readonly number[] = [];
  #next: string | undefined;
  #loaded = false;
  #oldest: string | undefined;
  #turn = 0;

  constructor(
    project: ProjectKey,
    source: PipelineSource,
    conditions: readonly ListConditions[],
    perPage: number,
  ) {
    this.#project = project;
    this.#source = source;
    this.#conditions = conditions;
    this.#perPage = perPage;
  }

  get pipelines(): readonly ListedPipeline[] {
    return this.#pipelines;
  }
  /** IDs of all pipelines on the newest page. */
  get newest(): readonly number[] {
    return this.#newest;
  }
  /** The URL of the next older page. */
  get next(): string | undefined {
    return this.#next;
  }
  /** The time back to which results were read. */
  get oldest(): string | undefined {
    return this.#oldest;
  }

  /**
   * Reads the newest page and merges it with the known ones. Ignores the response if a later refresh has
   * started.
   */
  async refresh(client: Client, options?: CallOptions): Promise<void> {
    const turn = ++this.#turn;
    const page = await this.#read(client, undefined, options);
    if (turn !== this.#turn) return;
    const before = this.#pipelines;
    // If the page contains only new pipelines, there may be a gap below it, so the older ones are discarded.
    const known = new Set([...this.#newest, ...before.map(({ id }) => id)]);
    const connected = known.size === 0 || page.ids.some((id) => known.has(id));
    this.#newest = page.ids;
    if (!this.#loaded || !connected) {
      this.#next = page.next;
      this.#oldest = page.oldest;
    }
    const lowest = page.items.at(-1)?.id ?? Infinity;
    // Known pipelines in the page's range that aren't on the page were deleted or no longer match.
    const keep = page.complete ? before.filter(({ id }) => id < lowest) : before;
    const items = page.complete ? page.items : page.items.map((item) => withEarlier(item, before));
    this.#pipelines = connected && page.ids.length > 0 ? mergeById(items, keep) : items;
    this.#loaded = true;
  }

  /** Reads the next older page. */
  async loadOlder(client: Client, options?: CallOptions): Promise<void> {
    const next = this.#next;
    if (next === undefined) return;
    const page = await this.#read(client, next, options);
    // The list was restarted or another caller read the page meanwhile, so this page no longer follows.
    if (this.#next !== next) return;
    this.#pipelines = mergeById(this.#pipelines, page.items);
    this.#next = page.next;
    this.#oldest = page.oldest ?? this.#oldest;
  }

  #read(client: Client, next: string | undefined, options?: CallOptions) {
    const reading = { project: this.#project, conditions: this.#conditions, perPage: this.#perPage, next };
    return PAGE_READERS[this.#source](client, reading, options);
  }
}

/** Newest first. If both lists contain a pipeline, that of the first list is used. */
export function mergeById(
  first: readonly ListedPipeline[],
  second: readonly ListedPipeline[],
): readonly ListedPipeline[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !known.has(id))].sort((a, b) => b.id - a.id);
}

/** Preserves an earlier creation time, because later responses contain fewer jobs of a pipeline. */
function withEarlier(item: ListedPipeline, known: readonly ListedPipeline[]): ListedPipeline {
  const before = known.find(({ id }) => id === item.id);
  return { ...item, created_at: earlierOf(before?.created_at, item.created_at) };
}
