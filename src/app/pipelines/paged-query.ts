import type { CallOptions, Client } from '../../api/client';
import type { ProjectKey } from '../shared/keys';
import { earlierOf, PAGE_READERS, type PipelineSource } from './page-readers';
import type { Ask, Listed } from './query';

/** The answers to one question, newest first, as far as they were paged through. */
export class PagedPipelineQuery {
  readonly #project: ProjectKey;
  readonly #source: PipelineSource;
  readonly #asks: readonly Ask[];
  readonly #perPage: number;
  #pipelines: readonly Listed[] = [];
  #newest: readonly number[] = [];
  #next: string | undefined;
  #loaded = false;
  #oldest: string | undefined;
  #turn = 0;

  constructor(project: ProjectKey, source: PipelineSource, asks: readonly Ask[], perPage: number) {
    this.#project = project;
    this.#source = source;
    this.#asks = asks;
    this.#perPage = perPage;
  }

  get pipelines(): readonly Listed[] {
    return this.#pipelines;
  }
  /** Ids of all that was in the newest page. */
  get newest(): readonly number[] {
    return this.#newest;
  }
  /** The server's own address of the next older page. */
  get next(): string | undefined {
    return this.#next;
  }
  /** Down to when it was read. */
  get oldest(): string | undefined {
    return this.#oldest;
  }

  /** Reads the newest page and lays it over what is known. An answer that was overtaken by a later one is left alone. */
  async refresh(client: Client, options?: CallOptions): Promise<void> {
    const turn = ++this.#turn;
    const page = await this.#read(client, undefined, options);
    if (turn !== this.#turn) return;
    const before = this.#pipelines;
    // With a page of only new pipelines there is a gap below it: what was known beyond it is given up.
    const known = new Set([...this.#newest, ...before.map(({ id }) => id)]);
    const connected = known.size === 0 || page.ids.some((id) => known.has(id));
    this.#newest = page.ids;
    if (!this.#loaded || !connected) {
      this.#next = page.next;
      this.#oldest = page.oldest;
    }
    const lowest = page.items.at(-1)?.id ?? Infinity;
    // What should be in the page and is not was deleted on the server, or fits no longer.
    const keep = page.complete ? before.filter(({ id }) => id < lowest) : before;
    const items = page.complete ? page.items : page.items.map((item) => withEarlier(item, before));
    this.#pipelines = connected && page.ids.length > 0 ? mergeById(items, keep) : items;
    this.#loaded = true;
  }

  /** Reads one more older page. */
  async loadOlder(client: Client, options?: CallOptions): Promise<void> {
    const next = this.#next;
    if (next === undefined) return;
    const page = await this.#read(client, next, options);
    // The list was begun anew meanwhile, or somebody else read that page: what goes on from there is another one now.
    if (this.#next !== next) return;
    this.#pipelines = mergeById(this.#pipelines, page.items);
    this.#next = page.next;
    this.#oldest = page.oldest ?? this.#oldest;
  }

  #read(client: Client, next: string | undefined, options?: CallOptions) {
    const reading = { project: this.#project, asks: this.#asks, perPage: this.#perPage, next };
    return PAGE_READERS[this.#source](client, reading, options);
  }
}

/** Newest first; where both know a pipeline, the first one's facts count. */
export function mergeById(first: readonly Listed[], second: readonly Listed[]): readonly Listed[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !known.has(id))].sort((a, b) => b.id - a.id);
}

/** Fewer jobs of a pipeline come with each look: what one of them told of its beginning still holds. */
function withEarlier(item: Listed, known: readonly Listed[]): Listed {
  const before = known.find(({ id }) => id === item.id);
  return { ...item, created_at: earlierOf(before?.created_at, item.created_at) };
}
