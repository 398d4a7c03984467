import type { CallOptions, Client } from '../../api/client';
import { deepEqual } from '../../base/deep-equal';
import { parseUrl } from '../../base/parse-url';
import type { Pipeline } from '../../schemas/pipeline';
import type { ProjectKey } from '../shared/keys';
import { isListMissing, type PipelineSource } from './page-readers';
import { mergeById, PagedPipelineQuery } from './paged-query';
import { fitsRest, type Listed, NO_FILTER, type PipelineQuery, queryOf } from './query';

/** Rows of a page. Small enough to be there at once, large enough to fill a tall window. */
const PAGE_SIZE = 30;
/** Largest page (server-behavior.md#page-parameters): where most of what comes is left out. */
const FILTERED_PAGE_SIZE = 100;
/** Pages that are read in search of one pipeline that fits, before the person is asked whether to go on. */
const MAX_PAGES = 5;

/** What a refresh found: whether there are other pipelines now (or another newest one), and which of the known ones tell other facts. */
export interface ListChange {
  readonly reordered: boolean;
  readonly updated: readonly Pipeline[];
}

/** The pipelines of one project that fit a question, newest first, as far as they were paged through. */
export class PipelineList {
  readonly query: PipelineQuery;
  readonly project: ProjectKey;
  readonly #readsNewest: boolean;
  #strands: readonly PagedPipelineQuery[];
  /** Asks for the newest pipeline of all; undefined where one of the strands asks for nothing in particular. */
  #newest: PagedPipelineQuery | undefined;
  /** Unknown until the server gave or refused its list of pipelines. */
  #source: PipelineSource | undefined;
  #pipelines: ReadonlyMap<number, Listed> = new Map();
  #loaded = false;
  #polls = 0;

  /** `tellsNewest`: also asks for the newest pipeline of all where the question leaves some out. */
  constructor(project: ProjectKey, query: PipelineQuery = queryOf(NO_FILTER), tellsNewest = false) {
    this.project = project;
    this.query = query;
    this.#readsNewest = tellsNewest;
    this.#strands = this.#strandsOf('list');
    this.#newest = this.#newestOf('list');
  }

  /** The newest pipeline of the project, whether it fits the question or not; undefined where it is not known. */
  get newest(): Listed | undefined {
    if (this.#newest !== undefined) return this.#newest.pipelines[0];
    return this.#isAsked ? undefined : this.#strands[0]?.pipelines[0];
  }
  /** How many requests one refresh takes. */
  get requestsPerRefresh(): number {
    return this.#newest === undefined ? 1 : 2;
  }

  get pipelines(): readonly Listed[] {
    return [...this.#pipelines.values()];
  }
  get hasOlder(): boolean {
    return this.#strands.some(({ next }) => next !== undefined && !this.#isForeign(next));
  }
  /** The host of a next page that is not asked, because it is not the server that the token is for. */
  get foreignHost(): string | undefined {
    const next = this.#strands.map((strand) => strand.next).find((each) => this.#isForeign(each));
    return next === undefined ? undefined : parseUrl(next)?.host;
  }
  /** The list holds all that fits down to this time; undefined where it holds all. */
  get knownDownTo(): string | undefined {
    // ISO times of one server are in the order of their letters.
    return this.#strands
      .flatMap(({ next, oldest }) => (next === undefined || oldest === undefined ? [] : [oldest]))
      .sort()
      .at(-1);
  }
  get loaded(): boolean {
    return this.#loaded;
  }
  get source(): PipelineSource | undefined {
    return this.#source;
  }

  find(id: number): Listed | undefined {
    return this.#pipelines.get(id);
  }

  /** True for what every look sees; what is further down is not seen again. */
  isInNewestPage(id: number): boolean {
    return this.#strands.some((strand) => strand.newest.includes(id));
  }

  /**
   * Reads the newest page, of one question at a time where the list answers several; the first time, and where asked
   * to, of all of them.
   */
  async refresh(client: Client, options?: CallOptions, all = false): Promise<ListChange> {
    const first = !this.#loaded;
    const { newest } = this;
    const strands = [
      ...(first || all ? this.#strands : this.#nextInTurn()),
      ...(this.#newest === undefined ? [] : [this.#newest]),
    ];
    try {
      await Promise.all(strands.map((strand) => strand.refresh(client, options)));
      this.#source ??= 'list';
    } catch (error) {
      if (this.#source !== undefined || !isListMissing(error)) throw error;
      await this.#readJobs(client, error, options);
    }
    if (first) await this.#searchOn(client, options);
    const change = this.#take();
    return { ...change, reordered: change.reordered || !deepEqual(newest, this.newest) };
  }

  /** Reads older pages until one more pipeline fits. */
  async loadOlder(client: Client, options?: CallOptions): Promise<void> {
    const before = this.#pipelines.size;
    for (let page = 0; page < MAX_PAGES && this.hasOlder && this.#pipelines.size === before; page++) {
      await this.#olderPage(client, options);
      this.#take();
    }
  }

  /** The list is refused: whoever may see jobs sees their pipelines; whoever may not gets to know why at first. */
  async #readJobs(client: Client, refused: unknown, options?: CallOptions): Promise<void> {
    const strands = this.#strandsOf('jobs');
    const newest = this.#newestOf('jobs');
    try {
      await Promise.all(
        [...strands, ...(newest === undefined ? [] : [newest])].map((each) => each.refresh(client, options)),
      );
    } catch (error) {
      throw isListMissing(error) ? refused : error;
    }
    this.#strands = strands;
    this.#newest = newest;
    this.#source = 'jobs';
  }

  async #searchOn(client: Client, options?: CallOptions): Promise<void> {
    for (let page = 1; page < MAX_PAGES && this.hasOlder && this.#fitting().size === 0; page++) {
      await this.#olderPage(client, options);
    }
  }

  /** Of the question whose answers reach back least. */
  async #olderPage(client: Client, options?: CallOptions): Promise<void> {
    const [strand] = this.#strands
      .filter(({ next }) => next !== undefined && !this.#isForeign(next))
      .sort((a, b) => (b.oldest ?? '').localeCompare(a.oldest ?? ''));
    await strand?.loadOlder(client, options);
  }

  #take(): ListChange {
    const before = this.#pipelines;
    this.#pipelines = this.#fitting();
    this.#loaded = true;
    return changeBetween([...before.values()], [...this.#pipelines.values()]);
  }

  #fitting(): ReadonlyMap<number, Listed> {
    const all = this.#strands.reduce<readonly Listed[]>(
      (merged, { pipelines }) => mergeById(merged, pipelines),
      [],
    );
    return new Map(all.filter((each) => fitsRest(each, this.query)).map((each) => [each.id, each]));
  }

  #nextInTurn(): readonly PagedPipelineQuery[] {
    return this.#strands.slice(
      this.#polls % this.#strands.length,
      (this.#polls++ % this.#strands.length) + 1,
    );
  }

  /** A server is asked each question; from its jobs all questions are answered at once. */
  #strandsOf(source: PipelineSource): readonly PagedPipelineQuery[] {
    const { asks, statuses, sources } = this.query;
    const size = statuses.length + sources.length > 0 ? FILTERED_PAGE_SIZE : PAGE_SIZE;
    const groups = source === 'list' ? asks.map((ask) => [ask]) : [asks];
    return groups.map((group) => new PagedPipelineQuery(this.project, source, group, size));
  }

  /** What is sorted out here is in the answer, too: the first one in it is the newest of all. */
  #newestOf(source: PipelineSource): PagedPipelineQuery | undefined {
    return this.#isAsked && this.#readsNewest
      ? new PagedPipelineQuery(this.project, source, [{}], 1)
      : undefined;
  }

  /** The question leaves pipelines out. */
  get #isAsked(): boolean {
    return this.query.asks.some((ask) => Object.keys(ask).length > 0);
  }

  #isForeign(next: string | undefined): boolean {
    if (next === undefined) return false;
    return parseUrl(next)?.origin !== new URL(this.project.base).origin;
  }
}

function changeBetween(before: readonly Listed[], after: readonly Listed[]): ListChange {
  const known = new Map(before.map((pipeline) => [pipeline.id, pipeline]));
  return {
    reordered: before.length !== after.length || before.some(({ id }, index) => after[index]?.id !== id),
    updated: after.filter(
      (pipeline) => known.has(pipeline.id) && !deepEqual(pipeline, known.get(pipeline.id)),
    ),
  };
}
