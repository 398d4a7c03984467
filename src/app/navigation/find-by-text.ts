import type { CallOptions, Client } from '../../api/client';
import { listProjectJobs } from '../../api/endpoints/jobs';
import { listProjectMergeRequests } from '../../api/endpoints/merge-requests';
import { listPipelines } from '../../api/endpoints/pipelines';
import { listBranches } from '../../api/endpoints/repository';
import { isApiError } from '../../api/errors';
import type { Job } from '../../schemas/job';
import type { TitledCommit } from '../shared/git-port';
import type { ProjectKey } from '../shared/keys';
import type { FoundItem } from './found';

/** Maximum number of merge requests and jobs of a project. Typing more text finds the others. */
const MAX = 10;
/** Maximum number of branches whose newest pipeline is read, with one request each. */
const MAX_BRANCHES = 4;
/** Number of jobs to search, because servers can't search jobs by name. */
const JOBS = 100;

/** Maximum number of commits whose pipeline is read, with one request each. */
const MAX_COMMITS = 2;

type ClientFor = (base: string) => Client;

/** Finds commits by their title without a server. */
export type CommitsByTitle = (
  project: ProjectKey,
  search: { readonly text: string; readonly most: number; readonly signal?: AbortSignal | undefined },
) => Promise<readonly TitledCommit[]>;

/**
 * Finds items by text: merge requests by title, pipelines by branch or by the title of a commit in a clone, and
 * recent jobs by name.
 */
export class TextFinder {
  readonly #clientFor: ClientFor;
  readonly #commits: CommitsByTitle;

  constructor(clientFor: ClientFor, commits: CommitsByTitle) {
    this.#clientFor = clientFor;
    this.#commits = commits;
  }

  /** Starts independent searches in a project. */
  find(project: ProjectKey, text: string, options?: CallOptions): readonly Promise<readonly FoundItem[]>[] {
    return [
      this.#pipelines(project, text, options),
      this.#pipelinesOfCommits(project, text, options),
      this.#jobs(project, text, options),
      this.#mergeRequests(project, text, options),
    ].map(orNone);
  }

  async #mergeRequests(
    project: ProjectKey,
    text: string,
    options?: CallOptions,
  ): Promise<readonly FoundItem[]> {
    const { items } = await this.#clientFor(project.base).page(
      listProjectMergeRequests,
      { id: project.project, search: text, per_page: MAX },
      options,
    );
    // The server also searches descriptions. Merge requests with the text in the title come first.
    const inTitle = items.filter(({ title }) => has(title, text));
    const rest = items.filter((each) => !inTitle.includes(each));
    return [...inTitle, ...rest].map((mergeRequest) => ({ what: 'merge-request', project, mergeRequest }));
  }

  async #pipelines(project: ProjectKey, text: string, options?: CallOptions): Promise<readonly FoundItem[]> {
    const client = this.#clientFor(project.base);
    const branches = await client.page(
      listBranches,
      { id: project.project, search: text, per_page: MAX_BRANCHES },
      options,
    );
    const newest = await Promise.all(
      branches.items.slice(0, MAX_BRANCHES).map(async ({ name }) => {
        const page = await client.page(
          listPipelines,
          { id: project.project, ref: name, per_page: 1 },
          options,
        );
        return page.items.slice(0, 1);
      }),
    );
    return newest.flat().map((pipeline) => ({
      what: 'pipeline',
      key: { ...project, pipeline: pipeline.id },
      pipeline,
    }));
  }

  /** The newest pipeline of each commit, at any age. */
  async #pipelinesOfCommits(
    project: ProjectKey,
    text: string,
    options?: CallOptions,
  ): Promise<readonly FoundItem[]> {
    const commits = await this.#commits(project, { text, most: MAX_COMMITS, signal: options?.signal });
    const client = this.#clientFor(project.base);
    const found = await Promise.all(
      commits.map(async ({ sha, title }) => {
        const { items } = await client.page(
          listPipelines,
          { id: project.project, sha, per_page: 1 },
          options,
        );
        return items.slice(0, 1).map((pipeline) => ({ pipeline, title }));
      }),
    );
    return found.flat().map(({ pipeline, title }) => ({
      what: 'pipeline',
      key: { ...project, pipeline: pipeline.id },
      pipeline,
      title,
    }));
  }

  /** The newest job of each name and branch. */
  async #jobs(project: ProjectKey, text: string, options?: CallOptions): Promise<readonly FoundItem[]> {
    const client = this.#clientFor(project.base);
    const { items } = await client.page(listProjectJobs, { id: project.project, per_page: JOBS }, options);
    const latest = new Map<string, Job>();
    for (const job of items.filter(({ name }) => has(name, text))) {
      const name = `${job.name} ${job.ref ?? ''}`;
      if (job.id > (latest.get(name)?.id ?? 0)) latest.set(name, job);
    }
    return [...latest.values()]
      .sort((a, b) => b.id - a.id)
      .slice(0, MAX)
      .map((job) => ({ what: 'job', key: { ...project, job: job.id }, job, line: undefined }));
  }
}

/** A project may have merge requests disabled, or not show its branches to the user. */
async function orNone(search: Promise<readonly FoundItem[]>): Promise<readonly FoundItem[]> {
  try {
    return await search;
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return [];
    throw error;
  }
}

const has = (name: string, text: string): boolean => name.toLowerCase().includes(text.toLowerCase());
