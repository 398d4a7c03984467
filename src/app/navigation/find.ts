import type { CallOptions } from '../../api/client';
import { getJob } from '../../api/endpoints/jobs';
import { getMergeRequest } from '../../api/endpoints/merge-requests';
import { getPipeline } from '../../api/endpoints/pipelines';
import { isApiError } from '../../api/errors';
import { type FoundPage, readFindInput } from '../../domain/navigation/find-input';
import type { Accounts } from '../accounts/accounts';
import type { Projects, ProjectSearch } from '../projects/projects';
import { pipelineId, type ProjectKey } from '../shared/keys';
import { settleAll } from '../shared/settle-all';
import { type CommitsByTitle, TextFinder } from './find-by-text';
import type { FoundItem } from './found';

/** The result of a search. All states except `found` are the reason why nothing was searched. */
export type FindResult =
  | {
      readonly state: 'found';
      readonly found: readonly FoundItem[];
      /** Why items may be missing. */ readonly problem: unknown;
    }
  | { readonly state: 'nothing-typed' }
  /** The server refused the page of a URL, or has no such page. `base`: the URL of the server. */
  | { readonly state: 'no-page'; readonly base: string; readonly error: unknown }
  | { readonly state: 'other-server' | 'other-page'; readonly host: string }
  | { readonly state: Exclude<ProjectSearch['state'], 'found'> };

/** Maximum number of projects of the workspace to search, because each requires requests. */
const MAX_PROJECTS = 3;

/** Finds pipelines, jobs, and merge requests by number, text, or URL of a page. */
export class ItemFinder {
  readonly #accounts: Accounts;
  readonly #projects: Projects;
  readonly #byText: TextFinder;

  constructor(accounts: Accounts, projects: Projects, commits: CommitsByTitle) {
    this.#accounts = accounts;
    this.#projects = projects;
    this.#byText = new TextFinder((base) => accounts.client(base), commits);
  }

  async find(typed: string, options?: CallOptions): Promise<FindResult> {
    const bases = this.#accounts.list().map(({ base }) => base);
    const input = readFindInput(typed, bases);
    if (bases.length === 0) return { state: 'signed-out' };
    switch (input.kind) {
      case 'nothing':
        return { state: 'nothing-typed' };
      case 'other-server':
      case 'other-page':
        return { state: input.kind, host: input.host };
      case 'page':
        return this.#ofUrl({ base: input.base, project: input.path }, input.page, options);
      case 'merge-request':
        return this.#inProjects(options, (project) => [
          this.page(project, { what: 'merge-request', iid: input.iid }, options),
        ]);
      case 'number':
        return this.#inProjects(options, (project) => [
          this.page(project, { what: 'pipeline', id: input.id }, options),
          this.page(project, { what: 'job', id: input.id, line: undefined }, options),
          this.page(project, { what: 'merge-request', iid: input.id }, options),
        ]);
      case 'text':
        return this.#inProjects(options, (project) => this.#byText.find(project, input.text, options));
    }
  }

  /** Finds the item of a page; empty if it doesn't exist or isn't visible. */
  page(project: ProjectKey, page: FoundPage, options?: CallOptions): Promise<readonly FoundItem[]> {
    return orNone(async () => [await this.#item(project, page, options)]);
  }

  async #ofUrl(project: ProjectKey, page: FoundPage, options?: CallOptions): Promise<FindResult> {
    try {
      return { state: 'found', found: [await this.#item(project, page, options)], problem: undefined };
    } catch (error) {
      if (isUnavailable(error)) return { state: 'no-page', base: project.base, error };
      throw error;
    }
  }

  async #item(project: ProjectKey, page: FoundPage, options?: CallOptions): Promise<FoundItem> {
    const client = this.#accounts.client(project.base);
    switch (page.what) {
      case 'merge-request': {
        const args = { id: project.project, merge_request_iid: page.iid };
        const mergeRequest = await client.call(getMergeRequest, args, options);
        // Uses the project's ID, so that a merge request always has the same key.
        const named = { base: project.base, project: mergeRequest.project_id };
        const { place } = page;
        return { what: page.what, project: named, mergeRequest, ...(place === undefined ? {} : { place }) };
      }
      case 'pipeline': {
        const args = { id: project.project, pipeline_id: page.id };
        const pipeline = await client.call(getPipeline, args, options);
        const key = {
          base: project.base,
          project: pipeline.project_id ?? project.project,
          pipeline: page.id,
        };
        return { what: page.what, key, pipeline };
      }
      case 'job': {
        const job = await client.call(getJob, { id: project.project, job_id: page.id }, options);
        const key = {
          base: project.base,
          project: job.pipeline?.project_id ?? project.project,
          job: page.id,
        };
        return { what: page.what, key, job, line: page.line };
      }
    }
  }

  async #inProjects(
    options: CallOptions | undefined,
    searchIn: (project: ProjectKey) => readonly Promise<readonly FoundItem[]>[],
  ): Promise<FindResult> {
    const search = await this.#projects.search(options?.signal);
    if (search.state !== 'found') return { state: search.state };
    const keys = search.projects.flatMap((outcome) => (outcome.ok ? [outcome.project.key] : []));
    const unread = search.projects.find((outcome) => !outcome.ok);
    if (keys.length === 0 && unread?.ok === false) throw unread.error;
    return gathered(keys.slice(0, MAX_PROJECTS).flatMap(searchIn));
  }
}

/** Objects that don't exist or aren't visible aren't an error. */
async function orNone(search: () => Promise<readonly FoundItem[]>): Promise<readonly FoundItem[]> {
  try {
    return await search();
  } catch (error) {
    if (isUnavailable(error)) return [];
    throw error;
  }
}

const isUnavailable = (error: unknown): boolean =>
  isApiError(error, 'not-found') || isApiError(error, 'forbidden');

/** Combines all results. Rejects only if nothing was found and a search failed. */
async function gathered(searches: readonly Promise<readonly FoundItem[]>[]): Promise<FindResult> {
  const { values, failure } = await settleAll(searches);
  const found = values.flat();
  if (found.length === 0 && failure !== undefined) throw failure;
  return { state: 'found', found: found.filter(isFirst), problem: failure };
}

/** Removes pipelines that were found both by their branch and by their commit. */
function isFirst(item: FoundItem, index: number, all: readonly FoundItem[]): boolean {
  if (item.what !== 'pipeline') return true;
  const id = pipelineId(item.key);
  return all.findIndex((other) => other.what === 'pipeline' && pipelineId(other.key) === id) === index;
}
