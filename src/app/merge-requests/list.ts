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
import { FilterIgnored } from '../../domain/shared/filter-ignored';
import type { MergeRequest } from '../../schemas/merge-request';
import type { MergeRequestKey } from '../shared/keys';

/** Rows of a page. */
const PAGE_SIZE = 50;
/**
 * While the server finds out whether rows of one's own can be merged, their list is read again after so many
 * milliseconds; then only as any other list.
 */
const RECHECK_MS = [3_000, 6_000, 12_000, 24_000] as const;

/** A refresh reads so many pages again; what was further down has to be loaded once more. */
const MAX_AGAIN = 4;

/** The merge requests that answer one question, in the server's order, as far as they were paged through. */
export class MergeRequestList {
  readonly query: MergeRequestQuery;
  readonly id: string;
  /** When it was read last, in Unix milliseconds. */
  readAt = -Infinity;
  #items: readonly MergeRequest[] = [];
  /** The server was seen to apply the filter `approved`. */
  #isFiltered = false;
  #pages = 0;
  #next: string | undefined;
  #total: number | undefined;
  #firstIds = '';
  /** What the server had found out before it began to check again. */
  readonly #settledById = new Map<number, SettledStatus>();
  /** Rows that the server was checking when the list was read last, and how often it was read for them. */
  #checking = '';
  #checks = 0;
  /** By project and number; made anew for other rows: each of thousands of rows asks. */
  #index: { readonly of: readonly MergeRequest[]; readonly found: Map<string, MergeRequest> } | undefined;

  readonly #detailOf: (row: Pick<MergeRequestKey, 'project' | 'iid'>) => MergeRequest | undefined;

  /** `detailOf` tells the single form of a row, where that is known. */
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
  /** How many there are in all; undefined where the server does not tell (above 10,000). */
  get total(): number | undefined {
    return this.#total;
  }

  /** Milliseconds after which it is to be read again because the server checks rows; undefined for none. */
  get recheckAfter(): number | undefined {
    return this.#checking === '' ? undefined : RECHECK_MS[this.#checks];
  }

  /** Whether a row could be merged when the server knew that last. */
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

  /** Reads the first page, and further ones only where others are in the first page than before. */
  async refresh(client: Client, options?: CallOptions): Promise<void> {
    const first = await this.#read(client, undefined, options);
    await this.#refuseUnfiltered(client, first.items, options);
    const ids = idsOf(first.items);
    if (ids === this.#firstIds && this.#pages > 1) {
      this.#items = joined(first.items, this.#items.slice(first.items.length));
      this.#total = first.total ?? this.#total;
      return;
    }
    let { items, next } = first;
    let pages = 1;
    for (; pages < Math.min(this.#pages, MAX_AGAIN) && next !== undefined; pages++) {
      const page: Page<MergeRequest> = await this.#read(client, next, options);
      items = joined(items, page.items);
      next = page.next;
    }
    this.#items = items;
    this.#pages = pages;
    this.#next = next;
    this.#total = first.total;
    this.#firstIds = ids;
  }

  /**
   * Newer servers ignore `approved` without a word. Nothing is both approved and not: where the list that was asked for
   * holds the same as its opposite, the filter wasn't applied. Asked once, as long as the list is kept.
   * @throws FilterIgnored
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
    // One may have been approved in between.
    const common = items.filter(({ id }) => ids.has(id)).length;
    if (common > items.length / 2) throw new FilterIgnored(new URL(client.base).host);
    this.#isFiltered = true;
  }

  /** Reads one more page. */
  async loadMore(client: Client, options?: CallOptions): Promise<void> {
    const next = this.#next;
    if (next === undefined) return;
    const page = await this.#read(client, next, options);
    // Refreshed meanwhile: this page belongs to an answer that is gone.
    if (next !== this.#next) return;
    this.#items = joined(this.#items, page.items);
    this.#next = page.next;
    this.#pages++;
  }

  /** Takes over what is known anew of one of them; true where the list tells something else then. */
  take(mergeRequest: MergeRequest): boolean {
    const known = this.#items.find(({ id }) => id === mergeRequest.id);
    if (known === undefined) return false;
    const now = { ...known, ...mergeRequest };
    this.#settle(now);
    if (deepEqual(known, now)) return false;
    this.#items = this.#items.map((item) => (item === known ? now : item));
    return true;
  }

  /** Takes one out that is gone; true where it was in the list. */
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

  /** Each row that the server begins to check gets all readings; one that it never ends to check gets no more. */
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
   * Lists leave the pipeline out, and each merge sets all others back to unchecked: the same commit keeps the pipeline
   * and, until the server has checked it again, the status that was known of it.
   */
  #settled(item: MergeRequest): MergeRequest {
    this.#settle(item);
    const row = { project: item.project_id, iid: item.iid };
    const known = this.find(row) ?? this.#detailOf(row);
    if (known?.sha !== item.sha) return item;
    const pipeline = item.head_pipeline ?? known?.head_pipeline;
    const told = pipeline === undefined ? item : { ...item, head_pipeline: pipeline };
    if (!isChecking(item) || known?.target_branch !== item.target_branch) return told;
    return { ...told, detailed_merge_status: known?.detailed_merge_status ?? item.detailed_merge_status };
  }

  #ask(
    client: Client,
    next: string | undefined,
    options?: CallOptions,
    instead: MergeRequestQuery['filters'] = {},
  ): Promise<Page<MergeRequest>> {
    const { place } = this.query;
    // Lists do not make the server check by themselves (server-behavior.md#stale-lists); it ignores this below the role
    // of a developer.
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

/** True for a list of what a person owns: whether that can be merged decides what there is to do. */
const isOwn = ({ filters: { scope } }: MergeRequestQuery): boolean =>
  scope === 'assigned_to_me' || scope === 'created_by_me';

const idsOf = (items: readonly MergeRequest[]): string => items.map(({ id }) => id).join(' ');

/** Pages move while they are read: what is in both stands where it is first. */
function joined(front: readonly MergeRequest[], back: readonly MergeRequest[]): readonly MergeRequest[] {
  const known = new Set(front.map(({ id }) => id));
  return [...front, ...back.filter(({ id }) => !known.has(id))];
}

/** True where the server changed it in between. */
export function isLater(a: Pick<MergeRequest, 'updated_at'>, b: Pick<MergeRequest, 'updated_at'>): boolean {
  return Date.parse(a.updated_at ?? '') > Date.parse(b.updated_at ?? '');
}
