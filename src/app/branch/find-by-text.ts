import type { CallOptions, Client } from '../../api/client';
import { listProjectJobs } from '../../api/endpoints/jobs';
import { listProjectMergeRequests } from '../../api/endpoints/merge-requests';
import { listPipelines } from '../../api/endpoints/pipelines';
import { listBranches } from '../../api/endpoints/repository';
import { isApiError } from '../../api/errors';
import type { Job } from '../../schemas/job';
import type { ProjectKey } from '../shared/keys';
import type { FoundItem } from './found';

/** Merge requests and jobs that are shown of one project; who does not find it types more. */
const MAX = 10;
/** Branches whose newest pipeline is asked for: each takes a request. */
const MAX_BRANCHES = 4;
/** Jobs that are looked through: a server does not search them by name. */
const JOBS = 100;

type ClientFor = (base: string) => Client;

/** Finds by part of a name: titles of merge requests, branches (by their newest pipeline), names of recent jobs. */
export class FindByText {
  readonly #clientFor: ClientFor;

  constructor(clientFor: ClientFor) {
    this.#clientFor = clientFor;
  }

  /** The looks into one project, each with an end of its own. */
  find(project: ProjectKey, text: string, options?: CallOptions): readonly Promise<readonly FoundItem[]>[] {
    return [
      this.#pipelines(project, text, options),
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
    // The server looks into descriptions too: what has it in the title comes first.
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

  /** The newest one of each name and branch. */
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

/** A project may do without merge requests, or keep its branches to itself. */
async function orNone(look: Promise<readonly FoundItem[]>): Promise<readonly FoundItem[]> {
  try {
    return await look;
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return [];
    throw error;
  }
}

const has = (name: string, text: string): boolean => name.toLowerCase().includes(text.toLowerCase());
