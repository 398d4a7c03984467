import type { CallOptions, Client } from '../../api/client';
import { createMergeRequestPipeline } from '../../api/endpoints/merge-requests';
import { cancelPipeline, createPipeline, retryPipeline } from '../../api/endpoints/pipeline-actions';
import { isApiError, isCanceled } from '../../api/errors';
import { background, orUndefined } from '../../base/background';
import type { JsonObject } from '../../base/json-value';
import { attributesOf, type JobVariable } from '../../domain/jobs/variables';
import type { StageMember } from '../../domain/pipelines/grouping';
import { membersFor, type PipelineAction, PipelineBusyError } from '../../domain/pipelines/rules';
import type { Bridge, Job } from '../../schemas/job';
import type { PipelineDetail } from '../../schemas/pipeline';
import type { JobActions, JobTarget } from '../jobs/actions';
import { type BulkOptions, type BulkReport, inBulk } from '../shared/bulk-actions';
import { BusyMap } from '../shared/busy-map';
import { pipelineId, type PipelineKey, type ProjectKey } from '../shared/keys';

type Call = (client: Client, key: PipelineKey, options: CallOptions) => Promise<PipelineDetail>;

const args = ({ project, pipeline }: PipelineKey) => ({ id: project, pipeline_id: pipeline });

const CALLS: Readonly<Record<PipelineAction, Call>> = {
  retryFailed: (client, key, options) => client.call(retryPipeline, args(key), options),
  cancelAll: (client, key, options) => client.call(cancelPipeline, args(key), options),
};

const JOB_ACTION = { retryFailed: 'retry', cancelAll: 'cancel' } as const;

/** Performed with one request, or job by job if the server doesn't support or refuses that. */
export type PipelineOutcome =
  | { readonly kind: 'whole' }
  | { readonly kind: 'jobs'; readonly report: BulkReport<JobTarget, Job | Bridge> };

/**
 * A pipeline to create: for a branch or tag with variables and inputs, or for a merge request without
 * (server-behavior.md#pipelines-of-merge-requests).
 */
export type PipelineRun =
  | {
      readonly ref: string;
      readonly variables: readonly JobVariable[];
      /** Values of inputs by name (server-behavior.md#inputs-of-pipelines). */
      readonly inputs?: JsonObject;
    }
  | { readonly mergeRequest: number };

/** The required part of the pipeline store. */
export interface PipelineStore {
  content(
    pipeline: PipelineKey,
  ): Promise<{ readonly stages: readonly { readonly members: readonly StageMember[] }[] }>;
  /** Refreshes retained pipelines, so that rows show the result of the action. */
  poll(options: undefined, all: boolean): Promise<void>;
}

/** Performs actions on pipelines, one at a time for each. Never repeats a request. */
export class PipelineActions {
  readonly #clientFor: (base: string) => Client;
  readonly #jobs: JobActions;
  readonly #store: PipelineStore;
  readonly #busy = new BusyMap<PipelineAction>();

  constructor(clientFor: (base: string) => Client, jobs: JobActions, store: PipelineStore) {
    this.#clientFor = clientFor;
    this.#jobs = jobs;
    this.#store = store;
  }

  run(action: PipelineAction, key: PipelineKey, options: BulkOptions = {}): Promise<PipelineOutcome> {
    return this.#busy.run(pipelineId(key), action, {
      busy: () => new PipelineBusyError(key.pipeline),
      act: () => this.#run(action, key, options),
    });
  }

  /** Creates a pipeline; undefined if the server accepts the request without returning the pipeline. */
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
              ...(Object.keys(run.inputs ?? {}).length === 0 ? {} : { inputs: run.inputs }),
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
      // An additional endpoint: servers may not have it, and the role may only allow actions on jobs.
      // If the user cancels a request that was already sent, the refreshed rows show the result.
      if (isCanceled(error)) background(this.#refreshSoon());
      if (!isApiError(error, 'not-found') && !isApiError(error, 'forbidden')) throw error;
      const report = await this.#oneByOne(action, key, options);
      // If no job could be changed, the first error is the best explanation.
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
    // Starts with one job: if the role isn't sufficient for it, the others aren't requested.
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

  /** Refreshes the rows. Ignores failures, because polling reports them. */
  #refreshSoon(): Promise<void> {
    return orUndefined(this.#store.poll(undefined, true));
  }
}
