import type { Client } from '../api/client';
import { cancelJob, playJob, retryJob } from '../api/endpoints/jobs';
import { Emitter } from '../base/emitter';
import type { Disposable } from '../base/disposable';
import { SingleFlight } from '../base/single-flight';
import { ActionNotAllowed, allowedActions, type JobAction } from '../domain/job-rules';
import type { Bridge, Job } from '../schemas/job';
import { jobId, type JobKey, type ProjectKey } from './keys';

type Call = (client: Client, key: JobKey, signal?: AbortSignal) => Promise<Job | Bridge>;

const CALLS: Readonly<Record<JobAction, Call>> = {
  retry: (client, key, signal) => client.call(retryJob, { id: key.project, job_id: key.job }, { signal }),
  play: (client, key, signal) => client.call(playJob, { id: key.project, job_id: key.job }, { signal }),
  cancel: (client, key, signal) => client.call(cancelJob, { id: key.project, job_id: key.job }, { signal }),
};

/** A job that an action is to be done to, with what is known of it. */
export interface JobTarget {
  readonly key: JobKey;
  readonly kind: 'job' | 'bridge';
  readonly job: Job | Bridge;
}

/** Told of the job that a server answered with. */
type TakeOver = (project: ProjectKey, job: Job | Bridge) => Promise<void>;

/** Does things to jobs: one thing at a time to each, however often it is asked for. */
export class JobActions implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #takeOver: TakeOver;
  readonly #flights = new SingleFlight<string, Job | Bridge>();
  readonly #busy = new Emitter<JobKey>();

  /** A job became busy, or is no longer. */
  readonly onDidChangeBusy = this.#busy.event;

  constructor(clientFor: (base: string) => Client, takeOver: TakeOver) {
    this.#clientFor = clientFor;
    this.#takeOver = takeOver;
  }

  isBusy(key: JobKey): boolean {
    return this.#flights.has(jobId(key));
  }

  /**
   * Resolves with the job that the server answered with; for retry that is a new job. Rejects with
   * `ActionNotAllowed` before anything is sent, or with an `ApiError`. While it runs, the same job joins it.
   */
  run(action: JobAction, target: JobTarget, signal?: AbortSignal): Promise<Job | Bridge> {
    const { key, kind, job } = target;
    if (!allowedActions(job, kind).includes(action)) return Promise.reject(new ActionNotAllowed(action, job));
    if (this.isBusy(key)) return this.#flights.run(jobId(key), () => Promise.resolve(job));
    const acting = this.#flights.run(jobId(key), () => CALLS[action](this.#clientFor(key.base), key, signal));
    this.#busy.fire(key);
    const settled = acting.finally(() => {
      this.#busy.fire(key);
    });
    void settled.then(
      (answer) => this.#takeOver({ base: key.base, project: key.project }, answer).catch(() => undefined),
      () => undefined, // Whoever asked gets the failure.
    );
    return settled;
  }

  dispose(): void {
    this.#busy.dispose();
  }
}
