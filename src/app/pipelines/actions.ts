import type { CallOptions, Client } from '../../api/client';
import { createMergeRequestPipeline } from '../../api/endpoints/merge-requests';
import { cancelPipeline, createPipeline, retryPipeline } from '../../api/endpoints/pipeline-actions';
import { isApiError, isCancelled } from '../../api/errors';
import { background } from '../../base/background';
import { attributesOf, type JobVariable } from '../../domain/jobs/variables';
import type { StageMember } from '../../domain/pipelines/grouping';
import { membersFor, type PipelineAction, PipelineBusy } from '../../domain/pipelines/rules';
import type { Bridge, Job } from '../../schemas/job';
import type { PipelineDetail } from '../../schemas/pipeline';
import type { JobActions, JobTarget } from '../jobs/actions';
import { type BulkOptions, type BulkReport, inBulk } from '../shared/bulk-actions';
import { pipelineId, type PipelineKey, type ProjectKey } from '../shared/keys';

type Call = (client: Client, key: PipelineKey, options: CallOptions) => Promise<PipelineDetail>;

const args = ({ project, pipeline }: PipelineKey) => ({ id: project, pipeline_id: pipeline });

const CALLS: Readonly<Record<PipelineAction, Call>> = {
  retryFailed: (client, key, options) => client.call(retryPipeline, args(key), options),
  cancelAll: (client, key, options) => client.call(cancelPipeline, args(key), options),
};

const JOB_ACTION = { retryFailed: 'retry', cancelAll: 'cancel' } as const;

/** Done by one request, or job by job where the server has no such endpoint or refuses it. */
export type PipelineOutcome =
  | { readonly kind: 'whole' }
  | { readonly kind: 'jobs'; readonly report: BulkReport<JobTarget, Job | Bridge> };

/**
 * What is to run: a branch or tag with variables, or a merge request (server-behavior.md#pipelines-of-merge-requests),
 * which takes none.
 */
export type PipelineRun =
  { readonly ref: string; readonly variables: readonly JobVariable[] } | { readonly mergeRequest: number };

/** Where the facts about pipelines are kept, as far as it is used here. */
export interface PipelineStore {
  content(
    pipeline: PipelineKey,
  ): Promise<{ readonly stages: readonly { readonly members: readonly StageMember[] }[] }>;
  /** Looks at what is shown, so that the rows tell what was done. */
  poll(options: undefined, all: boolean): Promise<void>;
}

/** Does things to whole pipelines: one thing at a time to each. None of it is sent twice. */
export class PipelineActions {
  readonly #clientFor: (base: string) => Client;
  readonly #jobs: JobActions;
  readonly #store: PipelineStore;
  readonly #busy = new Set<string>();

  constructor(clientFor: (base: string) => Client, jobs: JobActions, store: PipelineStore) {
    this.#clientFor = clientFor;
    this.#jobs = jobs;
    this.#store = store;
  }

  async run(action: PipelineAction, key: PipelineKey, options: BulkOptions = {}): Promise<PipelineOutcome> {
    if (this.#busy.has(pipelineId(key))) throw new PipelineBusy(key.pipeline);
    this.#busy.add(pipelineId(key));
    try {
      return await this.#run(action, key, options);
    } finally {
      this.#busy.delete(pipelineId(key));
    }
  }

  /** Starts a new pipeline; undefined where the server accepts it and tells nothing yet. */
  async start(
    project: ProjectKey,
    run: PipelineRun,
    signal?: AbortSignal,
  ): Promise<PipelineDetail | undefined> {
    const client = this.#clientFor(project.base);
    const started =
      'ref' in run
        ? await client.call(
            createPipeline,
            {
              id: project.project,
              ref: run.ref,
              ...(run.variables.length === 0 ? {} : { variables: attributesOf(run.variables) }),
            },
            { signal },
          )
        : await client.call(
            createMergeRequestPipeline,
            { id: project.project, merge_request_iid: run.mergeRequest },
            { signal },
          );
    background(this.#refreshSoon());
    return started;
  }

  async #run(action: PipelineAction, key: PipelineKey, options: BulkOptions): Promise<PipelineOutcome> {
    try {
      await CALLS[action](this.#clientFor(key.base), key, { signal: options.signal });
    } catch (error) {
      // An additional endpoint: a server may not have it, and a role may suffice for the jobs only.
      // Whoever gives it up after it was sent sees by the rows what became of it.
      if (isCancelled(error)) background(this.#refreshSoon());
      if (!isApiError(error, 'not-found') && !isApiError(error, 'forbidden')) throw error;
      const report = await this.#oneByOne(action, key, options);
      // Where there was nothing to do, or no job could be done, the first answer is the one that explains it.
      if (report.done.length === 0 && report.stopped.length === 0) throw error;
      return { kind: 'jobs', report };
    }
    await this.#refreshSoon();
    return { kind: 'whole' };
  }

  async #oneByOne(
    action: PipelineAction,
    key: PipelineKey,
    options: BulkOptions,
  ): Promise<BulkReport<JobTarget, Job | Bridge>> {
    const { base, project } = key;
    const targets = membersFor(action, await this.#members(key)).map(({ kind, job }): JobTarget => ({
      key: { base, project, job: job.id },
      kind,
      job,
    }));
    const act = (target: JobTarget): Promise<Job | Bridge> => this.#jobs.run(JOB_ACTION[action], target);
    // The first goes alone: where the role suffices for no job, the others need not be asked for.
    const [first, ...others] = targets;
    const alone = await inBulk(first === undefined ? [] : [first], act, { signal: options.signal });
    if (alone.failed.some(({ error }) => isApiError(error, 'forbidden'))) return alone;
    const rest = await inBulk(others, act, {
      ...options,
      onProgress: (ended) => options.onProgress?.(ended + 1, targets.length),
    });
    return {
      done: [...alone.done, ...rest.done],
      failed: [...alone.failed, ...rest.failed],
      stopped: [...alone.stopped, ...rest.stopped],
    };
  }

  async #members(key: PipelineKey): Promise<readonly StageMember[]> {
    return (await this.#store.content(key)).stages.flatMap(({ members }) => members);
  }

  /** What the rows show is told by them; a look that fails is told by the next one. */
  #refreshSoon(): Promise<void> {
    return this.#store.poll(undefined, true).catch(() => undefined);
  }
}
