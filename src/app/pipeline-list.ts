import type { CallOptions, Client } from '../api/client';
import { listPipelines } from '../api/endpoints/pipelines';
import type { Pipeline } from '../schemas/pipeline';
import type { ProjectKey } from './keys';

/** Rows of a page. Small enough to be there at once, large enough to fill a tall window. */
const PAGE_SIZE = 30;

/** What a refresh found: whether there are other pipelines now, and which of the known ones tell other facts. */
export interface ListChange {
  readonly reordered: boolean;
  readonly updated: readonly Pipeline[];
}

const SAME: ListChange = { reordered: false, updated: [] };

/** The pipelines of one project, newest first, as far as they were paged through. */
export class PipelineList {
  readonly #project: ProjectKey;
  #pipelines: readonly Pipeline[] = [];
  /** The server's own address of the next older page. */
  #next: string | undefined;
  #loaded = false;
  #turn = 0;

  constructor(project: ProjectKey) {
    this.#project = project;
  }

  get pipelines(): readonly Pipeline[] {
    return this.#pipelines;
  }
  get hasOlder(): boolean {
    return this.#next !== undefined;
  }
  get loaded(): boolean {
    return this.#loaded;
  }

  find(id: number): Pipeline | undefined {
    return this.#pipelines.find((pipeline) => pipeline.id === id);
  }

  /** Reads the newest page and lays it over what is known. An answer that was overtaken by a later one is left alone. */
  async refresh(client: Client, options?: CallOptions): Promise<ListChange> {
    const turn = ++this.#turn;
    const page = await client.page(listPipelines, this.#args(), options);
    if (turn !== this.#turn) return SAME;
    const before = this.#pipelines;
    // With a page of only new pipelines there is a gap below it: what was known beyond it is given up.
    const connected =
      before.length === 0 || page.items.some(({ id }) => before.some((known) => known.id === id));
    if (!this.#loaded || !connected) this.#next = page.next;
    const lowest = page.items.at(-1)?.id ?? Infinity;
    // What should be in the page and is not was deleted on the server.
    this.#pipelines = connected
      ? mergeById(
          page.items,
          before.filter(({ id }) => id < lowest),
        )
      : page.items;
    this.#loaded = true;
    return changeBetween(before, this.#pipelines);
  }

  /** Reads one more older page. */
  async loadOlder(client: Client, options?: CallOptions): Promise<void> {
    if (this.#next === undefined) return;
    const page = await client.page(listPipelines, this.#args(), { ...options, next: this.#next });
    this.#pipelines = mergeById(this.#pipelines, page.items);
    this.#next = page.next;
  }

  #args(): { id: number | string; per_page: number } {
    return { id: this.#project.project, per_page: PAGE_SIZE };
  }
}

/** Newest first; where both know a pipeline, the first one's facts count. */
function mergeById(first: readonly Pipeline[], second: readonly Pipeline[]): readonly Pipeline[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !known.has(id))].sort((a, b) => b.id - a.id);
}

function changeBetween(before: readonly Pipeline[], after: readonly Pipeline[]): ListChange {
  const known = new Map(before.map((pipeline) => [pipeline.id, pipeline]));
  return {
    reordered: before.length !== after.length || before.some(({ id }, index) => after[index]?.id !== id),
    updated: after.filter(
      (pipeline) => known.has(pipeline.id) && !sameFacts(pipeline, known.get(pipeline.id)),
    ),
  };
}

/** Whether two answers about the same thing say the same. */
function sameFacts(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
