import type { Client } from '../api/client';
import { listBranches, listLabels, listMembers, listMilestones } from '../api/endpoints/repository';
import type { ResultOf } from '../api/endpoint';
import { isApiError } from '../api/errors';
import type { ProjectKey } from './keys';

/** A page is enough to choose from; who does not find it types more. */
const MOST = 100;

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
    const asked = { id: project, per_page: MOST, ...query };
    const page = await orNone(this.#clientFor(base).page(listMembers, asked, { signal }));
    return { members: page?.items ?? [], more: page?.next !== undefined };
  }

  async labels({ base, project }: ProjectKey, signal?: AbortSignal): Promise<readonly string[]> {
    const names: string[] = [];
    const pages = this.#clientFor(base).pages(listLabels, { id: project, per_page: MOST }, { signal });
    try {
      for await (const { items } of pages) {
        names.push(...items.map(({ name }) => name));
        if (names.length >= 3 * MOST) break;
      }
    } catch (error) {
      if (!isApiError(error, 'not-found') && !isApiError(error, 'forbidden')) throw error;
    }
    return names;
  }

  async milestones({ base, project }: ProjectKey, signal?: AbortSignal): Promise<readonly Milestone[]> {
    const asked = { id: project, state: 'active', per_page: MOST } as const;
    return (await orNone(this.#clientFor(base).page(listMilestones, asked, { signal })))?.items ?? [];
  }

  async branches(
    { base, project }: ProjectKey,
    typed: string,
    signal?: AbortSignal,
  ): Promise<readonly string[]> {
    const search = typed === '' ? {} : { search: typed };
    const asked = { id: project, per_page: MOST, ...search };
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
