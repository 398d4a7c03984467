import type { Disposable } from '../../base/disposable';
import { DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Bridge, Job } from '../../schemas/job';
import type { PipelineFacts } from '../../schemas/pipeline';
import type { JobActions } from '../jobs/actions';
import type { ProjectKey } from '../shared/keys';
import type { Pipelines } from './pipelines';

/** A job as the server returned it after an action. */
export interface JobUpdate {
  readonly project: ProjectKey;
  readonly job: Job | Bridge;
  /** What was known of its pipeline until then. */
  readonly before: PipelineFacts | undefined;
}

/** Puts jobs that were returned by actions, or read with their logs, into the store of pipelines. */
export class JobUpdates implements Disposable {
  readonly #pipelines: Pick<Pipelines, 'details' | 'jobChanged' | 'jobSeen'>;
  readonly #updated = new Emitter<JobUpdate>();
  readonly #subscriptions = new DisposableStore();

  /** An action changed a job. Fires before the store knows it. */
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
        // What could not be read again is read by the next poll.
        pipelines.jobChanged(project, job).catch(() => undefined);
      }),
    );
  }

  /** A job was read with its log: its row must not say "running" next to a log that is complete. */
  seen(project: ProjectKey, job: Job): void {
    // What could not be read again is read by the next poll.
    this.#pipelines.jobSeen(project, job).catch(() => undefined);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
