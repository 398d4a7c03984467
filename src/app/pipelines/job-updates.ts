import { ignoreFailure } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import { DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Bridge, Job } from '../../schemas/job';
import type { PipelineFacts } from '../../schemas/pipeline';
import type { JobActions } from '../jobs/actions';
import type { ProjectKey } from '../shared/keys';
import type { Pipelines } from './pipelines';

/** A job that the server returned after an action. */
export interface JobUpdate {
  readonly project: ProjectKey;
  readonly job: Job | Bridge;
  /** The facts about its pipeline before the action. */
  readonly before: PipelineFacts | undefined;
}

/** Applies jobs that were returned by actions, or read with their logs, to the pipeline store. */
export class JobUpdates implements Disposable {
  readonly #pipelines: Pick<Pipelines, 'details' | 'jobChanged' | 'jobSeen'>;
  readonly #updated = new Emitter<JobUpdate>();
  readonly #subscriptions = new DisposableStore();

  /** Fires after an action changed a job, before the store is updated. */
  readonly onDidUpdate = this.#updated.event;

  constructor(
    actions: Pick<JobActions, 'onDidReturn'>,
    pipelines: Pick<Pipelines, 'details' | 'jobChanged' | 'jobSeen'>,
  ) {
    this.#pipelines = pipelines;
    this.#subscriptions.add(this.#updated);
    this.#subscriptions.add(
      actions.onDidReturn(({ project, job }) => {
        const { id } = job.pipeline ?? {};
        const before = id === undefined ? undefined : pipelines.details({ ...project, pipeline: id });
        this.#updated.fire({ project, job, before });
        // If the refresh fails, the next poll reads the pipeline.
        ignoreFailure(pipelines.jobChanged(project, job));
      }),
    );
  }

  /** Applies a job that was read with its log, so that its row matches the complete log. */
  seen(project: ProjectKey, job: Job): void {
    // If the refresh fails, the next poll reads the pipeline.
    ignoreFailure(this.#pipelines.jobSeen(project, job));
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
