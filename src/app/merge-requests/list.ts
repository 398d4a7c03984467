import type { CallOptions, Client, Page } from '../../api/client';
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from '../../api/endpoints/merge-requests';
import { deepEqual } from '../../base/deep-equal';
import { isChecking } from '../../domain/merge-requests/merge-status';
import type { SettledStatus } from '../../domain/merge-requests/next-step';
import { type MergeRequestQuery, queryId } from '../../domain/merge-requests/query';
import { FilterIgnoredError } from '../../domain/shared/filter-ignored';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequestKey } from '../shared/keys';
import { readBetweenWrites, ReadOrder } from '../shared/read-order';

const PAGE_SIZE = 50;
/**
 * Milliseconds between reads of the user's lists while the server checks whether rows can be merged. After
 * the last one, the list is refreshed like any other.
 */
const RECHECK_MS = [3_000, 6_000, 12_000, 24_000] as const;

/** Maximum number of pages that a refresh reads. Rows of further pages must be loaded again. */
const MAX_AGAIN = 4;

/** The merge requests that match a query, in the server's order: the pages loaded so far. */
export class MergeRequestList {
  readonly query: MergeRequestQuery;
  readonly id: string;
  /** Time of the last read, in Unix milliseconds. */
  readAt = -Infinity;
  #items: readonly MergeRequest[] = [];
  /** True after the server was found to apply the filter `approved`. */
  #isFiltered = false;
  readonly #order = new ReadOrder();
  #pages = 0;
  #next: string | undefined;
  #total: number | undefined;
  #firstIds = '';
  /** The last known result of the merge check by ID. */
  readonly #settledById = new Map<number, SettledStatus>();
  /** Rows that the server was checking during the last read, and the number of reads for them. */
  #checking = '';
  #checks = 0;
  /** Keyed by project and IID. Cached until the rows change, because thousands of rows call `find`. */
  #index: { readonly of: readonly MergeRequest[]; readonly found: Map<string, MergeRequest> } | undefined;

  readonly #detailOf: (row: Pick<MergeRequestKey, 'project' | 'iid'>) => MergeRequest | undefined;

  /** `detailOf` returns the details of a row's merge request if they are known. */
  constructor(
    query: MergeRequestQuery,
    detailOf: (row: Pick<MergeRequestKey, 'project' | 'iid'>) => MergeRequest | undefined = () => undefined,
  ) {
    this.#detailOf = detailOf;
    this.query = query;
    this.id = queryId(query);
  }

  get items(): readonly MergeRequest[] {
    return this.#items;
  }
  get loaded(): boolean {
    return this.#pages > 0;
  }
  get hasMore(): boolean {
    return this.#next !== undefined;
  }
  /** The total number; undefined if the server doesn't send it (above 10,000). */
  get total(): number | undefined {
    return this.#total;
  }

  /** Milliseconds until the next read for the rows that the server checks; undefined if no such read is due. */
  get recheckAfter(): number | undefined {
    return this.#checking === '' ? undefined : RECHECK_MS[this.#checks];
  }

  /** The last known result of a row's merge check. */
  settledOf(row: Pick<MergeRequestKey, 'project' | 'iid'>): SettledStatus | undefined {
    const id = this.find(row)?.id;
    return id === undefined ? undefined : this.#settledById.get(id);
  }

  find({ project, iid }: Pick<MergeRequestKey, 'project' | 'iid'>): MergeRequest | undefined {
    if (this.#index?.of !== this.#items) {
      const named = this.#items.map((item) => [`${item.project_id} ${item.iid}`, item] as const);
      this.#index = { of: this.#items, found: new Map(named) };
    }
    return this.#index.found.get(`${project} ${iid}`);
  }

  /** Reads the first page, and further pages only if the first one contains different rows than before. */
  async refresh(client: Client, options?: CallOptions): Promise<void> {
    const turn = this.#order.begin();
    const { result: apply, current } = await readBetweenWrites(client, () => this.#readAll(client, options));
    // Rows may already show the result of a write, which this read doesn't contain.
    if (!current && this.loaded) return;
    if (this.#order.accept(turn)) apply();
  }

  /** Reads the loaded pages. Returns a function that applies them. */
  async #readAll(client: Client, options?: CallOptions): Promise<() => void> {
    const first = await this.#read(client, undefined, options);
    await this.#refuseUnfiltered(client, first.items, options);
    const ids = idsOf(first.items);
    if (ids === this.#firstIds && this.#pages > 1) {
      return () => {
        this.#items = joined(first.items, this.#items.slice(first.items.length));
        this.#total = first.total ?? this.#total;
      };
    }
    let { items, next } = first;
    let pages = 1;
    for (; pages < Math.min(this.#pages, MAX_AGAIN) && next !== undefined; pages++) {
      const page: Page<MergeRequest> = await this.#read(client, next, options);
      items = joined(items, page.items);
      next = page.next;
    }
    return () => {
      this.#items = items;
      this.#pages = pages;
      this.#next = next;
      this.#total = first.total;
      this.#firstIds = ids;
    };
  }

  /**
   * Newer servers silently ignore `approved`. To detect that, reads the list with the opposite filter: if
   * more than half of the rows are in both, the filter wasn't applied. Done once per list.
   * @throws FilterIgnoredError
   */
  async #refuseUnfiltered(
    client: Client,
    items: readonly MergeRequest[],
    options?: CallOptions,
  ): Promise<void> {
    const { approved } = this.query.filters;
    if (approved === undefined || items.length === 0 || this.#isFiltered) return;
    const opposite = approved === 'yes' ? 'no' : 'yes';
    const others = await this.#ask(client, undefined, options, { approved: opposite });
    const ids = new Set(others.items.map(({ id }) => id));
    // A merge request may have been approved between the requests.
    const common = items.filter(({ id }) => ids.has(id)).length;
    if (common > items.length / 2) throw new FilterIgnoredError(new URL(client.base).host);
    this.#isFiltered = true;
  }

  /** Reads the next page. */
  async loadMore(client: Client, options?: CallOptions): Promise<void> {
    const next = this.#next;
    if (next === undefined) return;
    const page = await this.#read(client, next, options);
    // The list was refreshed in the meantime, so this page belongs to an outdated response.
    if (next !== this.#next) return;
    this.#items = joined(this.#items, page.items);
    this.#next = page.next;
    this.#pages++;
  }

  /** Updates a row with newer data. Returns true if the row changed. */
  take(mergeRequest: MergeRequest): boolean {
    const known = this.#items.find(({ id }) => id === mergeRequest.id);
    if (known === undefined) return false;
    const now = { ...known, ...mergeRequest };
    this.#settle(now);
    if (deepEqual(known, now)) return false;
    this.#items = this.#items.map((item) => (item === known ? now : item));
    return true;
  }

  /** Removes a row. Returns true if the list contained it. */
  drop({ iid, project }: MergeRequestKey): boolean {
    const left = this.#items.filter((item) => item.iid !== iid || item.project_id !== project);
    const was = left.length < this.#items.length;
    this.#items = left;
    return was;
  }

  async #read(client: Client, next: string | undefined, options?: CallOptions): Promise<Page<MergeRequest>> {
    const page = await this.#ask(client, next, options);
    if (next === undefined) this.#countCheck(page.items);
    return { ...page, items: page.items.map((item) => this.#settled(item)) };
  }

  /**
   * Counts the reads for rows that the server is checking. Other rows restart the intervals in `RECHECK_MS`;
   * rows whose check never ends don't.
   */
  #countCheck(items: readonly MergeRequest[]): void {
    if (!isOwn(this.query)) return;
    const before = new Set(this.#checking.split(' '));
    const now = items.filter(isChecking).map(({ id, sha }) => `${id}@${sha ?? ''}`);
    this.#checks = now.every((each) => before.has(each)) ? this.#checks + 1 : 0;
    this.#checking = now.join(' ');
  }

  #settle(item: MergeRequest): void {
    if (isChecking(item)) return;
    const { detailed_merge_status, has_conflicts } = item;
    this.#settledById.set(item.id, { detailed_merge_status, has_conflicts });
  }

  /**
   * Lists don't contain the pipeline, and each merge resets the status of all other merge requests to
   * unchecked. For the same commit, retains the known pipeline and, until the server has checked it again,
   * the known status.
   */
  #settled(item: MergeRequest): MergeRequest {
    this.#settle(item);
    const row = { project: item.project_id, iid: item.iid };
    const known = this.find(row) ?? this.#detailOf(row);
    if (known?.sha !== item.sha) return item;
    const pipeline = item.head_pipeline ?? known?.head_pipeline;
    const withPipeline = pipeline === undefined ? item : { ...item, head_pipeline: pipeline };
    if (!isChecking(item) || known?.target_branch !== item.target_branch) return withPipeline;
    return {
      ...withPipeline,
      detailed_merge_status: known?.detailed_merge_status ?? item.detailed_merge_status,
    };
  }

  #ask(
    client: Client,
    next: string | undefined,
    options?: CallOptions,
    instead: MergeRequestQuery['filters'] = {},
  ): Promise<Page<MergeRequest>> {
    const { place } = this.query;
    // Without this parameter, lists don't start the check (server-behavior.md#stale-lists). The server
    // ignores it below the Developer role.
    const recheck = this.#checking === '' ? {} : { with_merge_status_recheck: true };
    const filters = { ...this.query.filters, ...recheck, ...instead };
    const paging = { ...options, next };
    switch (place.kind) {
      case 'host':
        return client.page(listMergeRequests, { ...filters, per_page: PAGE_SIZE }, paging);
      case 'group':
        return client.page(
          listGroupMergeRequests,
          { id: place.group, ...filters, per_page: PAGE_SIZE },
          paging,
        );
      case 'project':
        return client.page(
          listProjectMergeRequests,
          { id: place.project, ...filters, per_page: PAGE_SIZE },
          paging,
        );
    }
  }
}

/** True for lists of the user's merge requests, in which the merge check determines the next step. */
const isOwn = ({ filters: { scope } }: MergeRequestQuery): boolean =>
  scope === 'assigned_to_me' || scope === 'created_by_me';

const idsOf = (items: readonly MergeRequest[]): string => items.map(({ id }) => id).join(' ');

/** Rows can move between pages while they are read. A row in both stays at its first position. */
function joined(front: readonly MergeRequest[], back: readonly MergeRequest[]): readonly MergeRequest[] {
  const known = new Set(front.map(({ id }) => id));
  return [...front, ...back.filter(({ id }) => !known.has(id))];
}

/** True if `a` was updated after `b` on the server. */
export function isLater(a: Pick<MergeRequest, 'updated_at'>, b: Pick<MergeRequest, 'updated_at'>): boolean {
  return Date.parse(a.updated_at ?? '') > Date.parse(b.updated_at ?? '');
}
