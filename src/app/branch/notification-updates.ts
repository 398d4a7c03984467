import { type Disposable, DisposableStore } from '../../base/disposable';
import type { JobUpdate, JobUpdates } from '../pipelines/job-updates';
import type { Pipelines } from '../pipelines/pipelines';
import type { PipelineKey } from '../shared/keys';
import type { PipelineNotifications } from './pipeline-notifications';
import type { BranchWatch } from './watch';

export interface NotificationUpdatesDeps {
  readonly notifications: Pick<PipelineNotifications, 'met' | 'watch'>;
  readonly branch: Pick<BranchWatch, 'onDidRead'>;
  readonly pipelines: Pick<Pipelines, 'details' | 'onDidChange'>;
  readonly jobs: Pick<JobUpdates, 'onDidUpdate'>;
}

/** Statuses of a job that was just retried or started. */
const STARTED: readonly string[] = [
  'created',
  'pending',
  'preparing',
  'waiting_for_resource',
  'waiting_for_callback',
  'scheduled',
  'running',
];

/**
 * Passes each pipeline that is read to the notifications, and watches those that an action on a job starts.
 */
export class NotificationUpdates implements Disposable {
  readonly #deps: NotificationUpdatesDeps;
  readonly #subscriptions = new DisposableStore();

  constructor(deps: NotificationUpdatesDeps) {
    this.#deps = deps;
    const { branch, jobs, notifications, pipelines } = deps;
    for (const subscription of [
      branch.onDidRead(({ key, pipeline }) => {
        notifications.met(key, pipeline);
      }),
      pipelines.onDidChange((changes) => {
        for (const change of changes) if (change.kind === 'pipeline') this.#met(change.pipeline);
      }),
      jobs.onDidUpdate((update) => {
        this.#updated(update);
      }),
    ])
      this.#subscriptions.add(subscription);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #met(key: PipelineKey): void {
    const facts = this.#deps.pipelines.details(key);
    if (facts !== undefined) this.#deps.notifications.met(key, facts);
  }

  /** Canceling or erasing a job doesn't restart its pipeline. */
  #updated({ project, job: { status, pipeline }, before }: JobUpdate): void {
    if (pipeline === null || pipeline === undefined || !STARTED.includes(status)) return;
    this.#deps.notifications.watch({ ...project, pipeline: pipeline.id }, 'started', before);
  }
}
