import type { Client } from '../../api/client';
import type { PipelineAction } from '../../domain/pipelines/rules';
import type { PipelineDetail, PipelineFacts } from '../../schemas/pipeline';
import type { JobActions } from '../jobs/actions';
import type { BulkOptions } from '../shared/bulk-actions';
import type { PipelineKey, ProjectKey } from '../shared/keys';
import { PipelineActions, type PipelineOutcome, type PipelineRun, type PipelineStore } from './actions';

export interface WatchedActionsDeps {
  readonly factsOf: (key: PipelineKey) => PipelineFacts | undefined;
  /** Called with a pipeline that was started in this window, and the facts about it before that. */
  readonly started: (key: PipelineKey, before: PipelineFacts | undefined) => void;
}

/** Performs actions on pipelines, and reports each pipeline that they start. */
export class WatchedPipelineActions extends PipelineActions {
  readonly #factsOf: WatchedActionsDeps['factsOf'];
  readonly #started: WatchedActionsDeps['started'];

  constructor(
    clientFor: (base: string) => Client,
    jobs: JobActions,
    store: PipelineStore,
    { factsOf, started }: WatchedActionsDeps,
  ) {
    super(clientFor, jobs, store);
    this.#factsOf = factsOf;
    this.#started = started;
  }

  override async run(
    action: PipelineAction,
    key: PipelineKey,
    options: BulkOptions = {},
  ): Promise<PipelineOutcome> {
    const before = this.#factsOf(key);
    const outcome = await super.run(action, key, options);
    if (action === 'retryFailed') this.#started(key, before);
    return outcome;
  }

  override async start(
    project: ProjectKey,
    run: PipelineRun,
    signal?: AbortSignal,
  ): Promise<PipelineDetail | undefined> {
    const started = await super.start(project, run, signal);
    if (started !== undefined) this.#started({ ...project, pipeline: started.id }, undefined);
    return started;
  }
}
