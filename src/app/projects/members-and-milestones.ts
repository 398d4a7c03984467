import type { Client } from '../../api/client';
import type { ResultOf } from '../../api/endpoint';
import { listBranches, listLabels, listMembers, listMilestones } from '../../api/endpoints/repository';
import { isApiError } from '../../api/errors';
import type { ProjectKey } from '../shared/keys';

/** A page is enough to choose from; who does not find it types more. */
const MAX = 100;
/** A server doesn't search labels, so that more of them are read. */
const MAX_LABEL_PAGES = 3;

export type Member = ResultOf<typeof listMembers>;
export type Milestone = ResultOf<typeof listMilestones>;

/** What of a project can be put on a merge request, for those who choose. Empty where the server does not tell. */
export class ProjectParts {
  readonly #clientFor: (base: string) => Client;

  constructor(clientFor: (base: string) => Client) {
    this.#clientFor = clientFor;
  }

  /** `more` where the server has others, which typing finds. */
  async members(
    { base, project }: ProjectKey,
    typed: string,
    signal?: AbortSignal,
  ): Promise<{ readonly members: readonly Member[]; readonly more: boolean }> {
    const query = typed === '' ? {} : { query: typed };
    const asked = { id: project, per_page: MAX, ...query };
    const page = await orNone(this.#clientFor(base).page(listMembers, asked, { signal }));
    return { members: page?.items ?? [], more: page?.next !== undefined };
  }

  async labels({ base, project }: ProjectKey, signal?: AbortSignal): Promise<readonly string[]> {
    const asked = { id: project, per_page: MAX };
    const limited = { signal, maxPages: MAX_LABEL_PAGES };
    const labels = await orNone(this.#clientFor(base).collect(listLabels, asked, limited));
    return labels?.items.map(({ name }) => name) ?? [];
  }

  async milestones({ base, project }: ProjectKey, signal?: AbortSignal): Promise<readonly Milestone[]> {
    const asked = { id: project, state: 'active', per_page: MAX } as const;
    return (await orNone(this.#clientFor(base).page(listMilestones, asked, { signal })))?.items ?? [];
  }

  async branches(
    { base, project }: ProjectKey,
    typed: string,
    signal?: AbortSignal,
  ): Promise<readonly string[]> {
    const search = typed === '' ? {} : { search: typed };
    const asked = { id: project, per_page: MAX, ...search };
    const page = await orNone(this.#clientFor(base).page(listBranches, asked, { signal }));
    return page?.items.map(({ name }) => name) ?? [];
  }
}

async function orNone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return undefined;
    throw error;
  }
}
