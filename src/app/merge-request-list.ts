import type { CallOptions, Client, Page } from '../api/client';
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from '../api/endpoints/merge-requests';
import { sameValue } from '../base/same-value';
import { queryId, type MergeRequestQuery } from '../domain/merge-request-query';
import { isChecking } from '../domain/merge-status';
import type { MergeRequest } from '../schemas/merge-request';
import type { MergeRequestKey } from './keys';

/** Rows of a page. */
const PAGE_SIZE = 50;
/** A refresh reads so many pages again; what was further down has to be loaded once more. */
const MOST_AGAIN = 4;

/** The merge requests that answer one question, in the server's order, as far as they were paged through. */
export class MergeRequestList {
  readonly query: MergeRequestQuery;
  readonly id: string;
  /** When it was read last, in Unix milliseconds. */
  readAt = -Infinity;
  #items: readonly MergeRequest[] = [];
  #pages = 0;
  #next: string | undefined;
  #total: number | undefined;
  #firstIds = '';
  /** By project and number; made anew for other rows: each of thousands of rows asks. */
  #index: { readonly of: readonly MergeRequest[]; readonly found: Map<string, MergeRequest> } | undefined;

  constructor(query: MergeRequestQuery) {
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
    const ids = idsOf(first.items);
    if (ids === this.#firstIds && this.#pages > 1) {
      this.#items = joined(first.items, this.#items.slice(first.items.length));
      this.#total = first.total ?? this.#total;
      return;
    }
    let { items, next } = first;
    let pages = 1;
    for (; pages < Math.min(this.#pages, MOST_AGAIN) && next !== undefined; pages++) {
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
    if (sameValue(known, now)) return false;
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
    return { ...page, items: page.items.map((item) => this.#settled(item)) };
  }

  /**
   * Lists do not make the server check again (doc 2 §4), and each merge sets all others back to unchecked: until it
   * did, the same commit keeps the status that was known of it.
   */
  #settled(item: MergeRequest): MergeRequest {
    if (!isChecking(item)) return item;
    const known = this.find({ project: item.project_id, iid: item.iid });
    if (known?.sha !== item.sha || known?.target_branch !== item.target_branch) return item;
    return { ...item, detailed_merge_status: known?.detailed_merge_status ?? item.detailed_merge_status };
  }

  #ask(client: Client, next: string | undefined, options?: CallOptions): Promise<Page<MergeRequest>> {
    const { place, filters } = this.query;
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

const idsOf = (items: readonly MergeRequest[]): string => items.map(({ id }) => id).join(' ');

/** Pages move while they are read: what is in both stands where it is first. */
function joined(front: readonly MergeRequest[], back: readonly MergeRequest[]): readonly MergeRequest[] {
  const known = new Set(front.map(({ id }) => id));
  return [...front, ...back.filter(({ id }) => !known.has(id))];
}

/** True where the server changed it in between. */
export function isLater(a: MergeRequest, b: MergeRequest): boolean {
  return Date.parse(a.updated_at ?? '') > Date.parse(b.updated_at ?? '');
}
