import type { CallOptions, Client } from '../../api/client';
import { deepEqual } from '../../base/deep-equal';
import { parseUrl } from '../../base/parse-url';
import type { Pipeline } from '../../schemas/pipeline';
import type { ProjectKey } from '../shared/keys';
import { isListMissing, type PipelineSource } from './page-readers';
import { mergeById, PagedPipelineQuery } from './paged-query';
import { type ListedPipeline, matchesOtherFilters, NO_FILTER, type PipelineQuery, queryOf } from './query';

/** Rows per page: loads quickly, and fills a tall window. */
const PAGE_SIZE = 30;
/** Largest page (server-behavior.md#page-parameters), for filters that discard most results. */
const FILTERED_PAGE_SIZE = 100;
/** Maximum number of pages to read until a pipeline matches the filter. Then the user can continue. */
const MAX_PAGES = 5;

/**
 * The result of a refresh: whether the set of pipelines or the newest one changed, and which known pipelines
 * changed.
 */
export interface ListChange {
  readonly reordered: boolean;
  readonly updated: readonly Pipeline[];
}

/** The pipelines of a project that match a query, newest first, as far as pages were read. */
export class PipelineList {
  readonly query: PipelineQuery;
  readonly project: ProjectKey;
  readonly #readsNewest: boolean;
  #pagedQueries: readonly PagedPipelineQuery[];
  /**
   * Query for the newest pipeline of the project; undefined if one of the other queries has no conditions.
   */
  #newest: PagedPipelineQuery | undefined;
  /** Undefined until the server has returned or refused its list of pipelines. */
  #source: PipelineSource | undefined;
  #pipelines: ReadonlyMap<number, ListedPipeline> = new Map();
  #loaded = false;
  #polls = 0;

  /** `readsNewest`: also reads the newest pipeline of the project if the query excludes pipelines. */
  constructor(project: ProjectKey, query: PipelineQuery = queryOf(NO_FILTER), readsNewest = false) {
    this.project = project;
    this.query = query;
    this.#readsNewest = readsNewest;
    this.#pagedQueries = this.#pagedQueriesOf('list');
    this.#newest = this.#newestOf('list');
  }

  /** The newest pipeline of the project, even if it doesn't match the query; undefined if it isn't known. */
  get newest(): ListedPipeline | undefined {
    if (this.#newest !== undefined) return this.#newest.pipelines[0];
    return this.#hasConditions ? undefined : this.#pagedQueries[0]?.pipelines[0];
  }
  /** Number of requests per refresh. */
  get requestsPerRefresh(): number {
    return this.#newest === undefined ? 1 : 2;
  }

  get pipelines(): readonly ListedPipeline[] {
    return [...this.#pipelines.values()];
  }
  get hasOlder(): boolean {
    return this.#pagedQueries.some(({ next }) => next !== undefined && !this.#isForeign(next));
  }
  /** The host of a next page that isn't requested, because the token isn't valid for it. */
  get foreignHost(): string | undefined {
    const next = this.#pagedQueries
      .map((pagedQuery) => pagedQuery.next)
      .find((each) => this.#isForeign(each));
    return next === undefined ? undefined : parseUrl(next)?.host;
  }
  /** The list is complete back to this time; undefined if it is complete. */
  get knownDownTo(): string | undefined {
    // ISO times of a server can be compared as text.
    return this.#pagedQueries
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

  find(id: number): ListedPipeline | undefined {
    return this.#pipelines.get(id);
  }

  /** True for pipelines that each refresh reads. Older ones aren't refreshed. */
  isInNewestPage(id: number): boolean {
    return this.#pagedQueries.some((pagedQuery) => pagedQuery.newest.includes(id));
  }

  /**
   * Reads the newest page. If the list has several queries, each refresh reads only one of them, except the
   * first one or with `all`.
   */
  async refresh(client: Client, options?: CallOptions, all = false): Promise<ListChange> {
    const first = !this.#loaded;
    const { newest } = this;
    const pagedQueries = [
      ...(first || all ? this.#pagedQueries : this.#nextInTurn()),
      ...(this.#newest === undefined ? [] : [this.#newest]),
    ];
    try {
      await Promise.all(pagedQueries.map((pagedQuery) => pagedQuery.refresh(client, options)));
      this.#source ??= 'list';
    } catch (error) {
      if (this.#source !== undefined || !isListMissing(error)) throw error;
      await this.#readJobs(client, error, options);
    }
    if (first) await this.#searchOn(client, options);
    const change = this.#take();
    return { ...change, reordered: change.reordered || !deepEqual(newest, this.newest) };
  }

  /** Reads older pages until one more pipeline matches. */
  async loadOlder(client: Client, options?: CallOptions): Promise<void> {
    const before = this.#pipelines.size;
    for (let page = 0; page < MAX_PAGES && this.hasOlder && this.#pipelines.size === before; page++) {
      await this.#olderPage(client, options);
      this.#take();
    }
  }

  /**
   * Reads the pipelines from jobs if the list is refused. If jobs are refused too, throws the first error.
   */
  async #readJobs(client: Client, refused: unknown, options?: CallOptions): Promise<void> {
    const pagedQueries = this.#pagedQueriesOf('jobs');
    const newest = this.#newestOf('jobs');
    try {
      await Promise.all(
        [...pagedQueries, ...(newest === undefined ? [] : [newest])].map((each) =>
          each.refresh(client, options),
        ),
      );
    } catch (error) {
      throw isListMissing(error) ? refused : error;
    }
    this.#pagedQueries = pagedQueries;
    this.#newest = newest;
    this.#source = 'jobs';
  }

  async #searchOn(client: Client, options?: CallOptions): Promise<void> {
    for (let page = 1; page < MAX_PAGES && this.hasOlder && this.#fitting().size === 0; page++) {
      await this.#olderPage(client, options);
    }
  }

  /** Reads from the query with the shortest range of time. */
  async #olderPage(client: Client, options?: CallOptions): Promise<void> {
    const [pagedQuery] = this.#pagedQueries
      .filter(({ next }) => next !== undefined && !this.#isForeign(next))
      .sort((a, b) => (b.oldest ?? '').localeCompare(a.oldest ?? ''));
    await pagedQuery?.loadOlder(client, options);
  }

  #take(): ListChange {
    const before = this.#pipelines;
    this.#pipelines = this.#fitting();
    this.#loaded = true;
    return changeBetween([...before.values()], [...this.#pipelines.values()]);
  }

  #fitting(): ReadonlyMap<number, ListedPipeline> {
    const all = this.#pagedQueries.reduce<readonly ListedPipeline[]>(
      (merged, { pipelines }) => mergeById(merged, pipelines),
      [],
    );
    return new Map(
      all.filter((each) => matchesOtherFilters(each, this.query)).map((each) => [each.id, each]),
    );
  }

  #nextInTurn(): readonly PagedPipelineQuery[] {
    return this.#pagedQueries.slice(
      this.#polls % this.#pagedQueries.length,
      (this.#polls++ % this.#pagedQueries.length) + 1,
    );
  }

  /**
   * Lists of pipelines require one request per condition, while a single list of jobs covers all of them.
   */
  #pagedQueriesOf(source: PipelineSource): readonly PagedPipelineQuery[] {
    const { conditions, statuses, sources } = this.query;
    const size = statuses.length + sources.length > 0 ? FILTERED_PAGE_SIZE : PAGE_SIZE;
    const groups = source === 'list' ? conditions.map((ask) => [ask]) : [conditions];
    return groups.map((group) => new PagedPipelineQuery(this.project, source, group, size));
  }

  /** Undefined if only local conditions exclude pipelines, because responses then contain the newest one. */
  #newestOf(source: PipelineSource): PagedPipelineQuery | undefined {
    return this.#hasConditions && this.#readsNewest
      ? new PagedPipelineQuery(this.project, source, [{}], 1)
      : undefined;
  }

  /** True if the query excludes pipelines. */
  get #hasConditions(): boolean {
    return this.query.conditions.some((ask) => Object.keys(ask).length > 0);
  }

  #isForeign(next: string | undefined): boolean {
    if (next === undefined) return false;
    return parseUrl(next)?.origin !== new URL(this.project.base).origin;
  }
}

function changeBetween(before: readonly ListedPipeline[], after: readonly ListedPipeline[]): ListChange {
  const known = new Map(before.map((pipeline) => [pipeline.id, pipeline]));
  return {
    reordered: before.length !== after.length || before.some(({ id }, index) => after[index]?.id !== id),
    updated: after.filter(
      (pipeline) => known.has(pipeline.id) && !deepEqual(pipeline, known.get(pipeline.id)),
    ),
  };
}
