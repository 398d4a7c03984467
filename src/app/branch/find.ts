import type { CallOptions } from '../../api/client';
import { getJob } from '../../api/endpoints/jobs';
import { getMergeRequest } from '../../api/endpoints/merge-requests';
import { getPipeline } from '../../api/endpoints/pipelines';
import { isApiError } from '../../api/errors';
import { type FoundPage, type MergeRequestPlace, readFindInput } from '../../domain/branch/find-input';
import type { Accounts } from '../accounts/accounts';
import type { Projects, ProjectSearch } from '../projects/projects';
import type { ProjectKey } from '../shared/keys';
import { settleAll } from '../shared/settle-all';
import { FindByText } from './find-by-text';
import type { FoundItem } from './found';

/** What became of looking; every state but `found` says why nothing was looked for. */
export type Finding =
  | {
      readonly state: 'found';
      readonly found: readonly FoundItem[];
      /** Why it may not be all. */ readonly problem: unknown;
    }
  | { readonly state: 'nothing-typed' }
  | { readonly state: 'other-server' | 'other-page'; readonly host: string }
  | { readonly state: Exclude<ProjectSearch['state'], 'found'> };

/** Projects of the workspace that are looked through: each takes requests of its own. */
const MAX_PROJECTS = 3;

/** Finds pipelines, jobs and merge requests by number, text or the address of a page. */
export class Find {
  readonly #accounts: Accounts;
  readonly #projects: Projects;
  readonly #byText: FindByText;

  constructor(accounts: Accounts, projects: Projects) {
    this.#accounts = accounts;
    this.#projects = projects;
    this.#byText = new FindByText((base) => accounts.client(base));
  }

  async find(typed: string, options?: CallOptions): Promise<Finding> {
    const bases = this.#accounts.list().map(({ base }) => base);
    const input = readFindInput(typed, bases);
    if (bases.length === 0) return { state: 'signed-out' };
    switch (input.kind) {
      case 'nothing':
        return { state: 'nothing-typed' };
      case 'other-server':
      case 'other-page':
        return { state: input.kind, host: input.host };
      case 'page': {
        const project = { base: input.base, project: input.path };
        return gathered([this.#page(project, input.page, options)]);
      }
      case 'merge-request':
        return this.#inProjects(options, (project) => [this.#mergeRequest(project, input.iid, options)]);
      case 'number':
        return this.#inProjects(options, (project) => [
          this.#page(project, { what: 'pipeline', id: input.id }, options),
          this.#page(project, { what: 'job', id: input.id, line: undefined }, options),
          this.#mergeRequest(project, input.id, options),
        ]);
      case 'text':
        return this.#inProjects(options, (project) => this.#byText.find(project, input.text, options));
    }
  }

  async #inProjects(
    options: CallOptions | undefined,
    look: (project: ProjectKey) => readonly Promise<readonly FoundItem[]>[],
  ): Promise<Finding> {
    const search = await this.#projects.search(options?.signal);
    if (search.state !== 'found') return { state: search.state };
    const keys = search.projects.flatMap((outcome) => (outcome.ok ? [outcome.project.key] : []));
    const unread = search.projects.find((outcome) => !outcome.ok);
    if (keys.length === 0 && unread?.ok === false) throw unread.error;
    return gathered(keys.slice(0, MAX_PROJECTS).flatMap(look));
  }

  #page(project: ProjectKey, page: FoundPage, options?: CallOptions): Promise<readonly FoundItem[]> {
    const client = this.#accounts.client(project.base);
    switch (page.what) {
      case 'merge-request':
        return this.#mergeRequest(project, page.iid, options, page.place);
      case 'pipeline':
        return orNone(async () => {
          const args = { id: project.project, pipeline_id: page.id };
          const pipeline = await client.call(getPipeline, args, options);
          const key = {
            base: project.base,
            project: pipeline.project_id ?? project.project,
            pipeline: page.id,
          };
          return [{ what: 'pipeline', key, pipeline }];
        });
      case 'job':
        return orNone(async () => {
          const job = await client.call(getJob, { id: project.project, job_id: page.id }, options);
          const key = {
            base: project.base,
            project: job.pipeline?.project_id ?? project.project,
            job: page.id,
          };
          return [{ what: 'job', key, job, line: page.line }];
        });
    }
  }

  #mergeRequest(
    project: ProjectKey,
    iid: number,
    options?: CallOptions,
    place?: MergeRequestPlace,
  ): Promise<readonly FoundItem[]> {
    return orNone(async () => {
      const args = { id: project.project, merge_request_iid: iid };
      const mergeRequest = await this.#accounts.client(project.base).call(getMergeRequest, args, options);
      // However its project was named: one merge request has one name.
      const named = { base: project.base, project: mergeRequest.project_id };
      return [
        { what: 'merge-request', project: named, mergeRequest, ...(place === undefined ? {} : { place }) },
      ];
    });
  }
}

/** What is not there, or may not be seen, is not found: that is no failure. */
async function orNone(look: () => Promise<readonly FoundItem[]>): Promise<readonly FoundItem[]> {
  try {
    return await look();
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return [];
    throw error;
  }
}

/** All that was found. Rejects only where nothing was found and a look failed. */
async function gathered(searches: readonly Promise<readonly FoundItem[]>[]): Promise<Finding> {
  const { values, failure } = await settleAll(searches);
  const found = values.flat();
  if (found.length === 0 && failure !== undefined) throw failure;
  return { state: 'found', found, problem: failure };
}
