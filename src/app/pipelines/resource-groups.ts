import type { CallOptions, Client } from '../../api/client';
import {
  getCurrentJob,
  listResourceGroups,
  listUpcomingJobs,
  type ResourceGroup,
} from '../../api/endpoints/resource-groups';
import { isApiError } from '../../api/errors';
import type { AwaitedGroup } from '../../domain/jobs/waiting';
import type { Job } from '../../schemas/job';
import type { PipelineKey } from '../shared/keys';
import { PipelineValues } from './pipeline-values';

/** Maximum size of a page. Only the first page of each list is read. */
const PAGE_SIZE = 100;
/** Maximum number of groups whose jobs are read, because a project can have one for each branch. */
const MAX_GROUPS = 20;
/** Maximum number of pipelines whose waiting jobs are cached. */
const MAX_CACHED = 50;

/**
 * The resource groups that jobs wait for. A job doesn't name its group, so the waiting jobs of the groups are searched
 * (server-behavior.md#resource-groups).
 */
export class ResourceGroups {
  readonly #clientFor: (base: string) => Client;
  readonly #known = new PipelineValues<readonly AwaitedGroup[]>(MAX_CACHED);

  constructor(clientFor: (base: string) => Client) {
    this.#clientFor = clientFor;
  }

  /** Returns the groups that were found by the last call of `load`. */
  peek(key: PipelineKey): readonly AwaitedGroup[] {
    return this.#known.peek(key) ?? [];
  }

  /** Searches the groups of these waiting jobs. Rejects with an `ApiError`; without jobs, sends no request. */
  async load(key: PipelineKey, jobs: readonly number[], options?: CallOptions): Promise<void> {
    if (jobs.length > 0 || this.peek(key).length > 0)
      await this.#known.reload(key, () => this.#search(key, jobs, options));
  }

  /** Removes everything, for example because another user may be signed in. */
  clear(): void {
    this.#known.clear();
  }

  async #search(
    { base, project }: PipelineKey,
    jobs: readonly number[],
    options: CallOptions | undefined,
  ): Promise<readonly AwaitedGroup[]> {
    if (jobs.length === 0) return [];
    const client = this.#clientFor(base);
    const args = { id: project, per_page: PAGE_SIZE };
    const groups = await client.page(listResourceGroups, args, options);
    const found: AwaitedGroup[] = [];
    const left = new Set(jobs);
    for (const { key: name } of groups.items.slice(0, MAX_GROUPS)) {
      if (left.size === 0) break;
      const waiting = (await client.page(listUpcomingJobs, { ...args, key: name }, options)).items.filter(
        ({ status }) => status === 'waiting_for_resource',
      );
      const own = waiting.map(({ id }) => id).filter((id) => left.delete(id));
      if (own.length === 0) continue;
      const current = await currentJob(client, { id: project, key: name }, options);
      found.push({ name, jobs: own, waiting: waiting.length, current });
    }
    return found;
  }
}

async function currentJob(
  client: Client,
  args: { readonly id: string | number; readonly key: ResourceGroup['key'] },
  options: CallOptions | undefined,
): Promise<Job | undefined> {
  try {
    return (await client.call(getCurrentJob, args, options)) ?? undefined;
  } catch (error) {
    // Also on servers that can only list the waiting jobs.
    if (isApiError(error, 'not-found')) return undefined;
    throw error;
  }
}
