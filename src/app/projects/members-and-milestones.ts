import type { Client } from '../../api/client';
import type { ResultOf } from '../../api/endpoint';
import { listBranches, listLabels, listMembers, listMilestones } from '../../api/endpoints/repository';
import { isApiError } from '../../api/errors';
import type { ProjectKey } from '../shared/keys';

/** Reads only one page. The user finds other elements by typing more text. */
const MAX = 100;
/** Servers can't search labels, so more pages are read. */
const MAX_LABEL_PAGES = 3;

export type Member = ResultOf<typeof listMembers>;
export type Milestone = ResultOf<typeof listMilestones>;

/** Values for the fields of a merge request, from its project. Empty if the server doesn't return them. */
export class ProjectParts {
  readonly #clientFor: (base: string) => Client;

  constructor(clientFor: (base: string) => Client) {
    this.#clientFor = clientFor;
  }

  /** `more` is true if the server has more members, which typing finds. */
  async members(
    { base, project }: ProjectKey,
    typed: string,
    signal?: AbortSignal,
  ): Promise<{ readonly members: readonly Member[]; readonly more: boolean }> {
    const query = typed === '' ? {} : { query: typed };
    const args = { id: project, per_page: MAX, ...query };
    const page = await orNone(this.#clientFor(base).page(listMembers, args, { signal }));
    return { members: page?.items ?? [], more: page?.next !== undefined };
  }

  async labels({ base, project }: ProjectKey, signal?: AbortSignal): Promise<readonly string[]> {
    const args = { id: project, per_page: MAX };
    const limited = { signal, maxPages: MAX_LABEL_PAGES };
    const labels = await orNone(this.#clientFor(base).collect(listLabels, args, limited));
    return labels?.items.map(({ name }) => name) ?? [];
  }

  async milestones({ base, project }: ProjectKey, signal?: AbortSignal): Promise<readonly Milestone[]> {
    const args = { id: project, state: 'active', per_page: MAX } as const;
    return (await orNone(this.#clientFor(base).page(listMilestones, args, { signal })))?.items ?? [];
  }

  async branches(
    { base, project }: ProjectKey,
    typed: string,
    signal?: AbortSignal,
  ): Promise<readonly string[]> {
    const search = typed === '' ? {} : { search: typed };
    const args = { id: project, per_page: MAX, ...search };
    const page = await orNone(this.#clientFor(base).page(listBranches, args, { signal }));
    return page?.items.map(({ name }) => name) ?? [];
  }
}

async function orNone<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return undefined;
    throw error;
  }
}
