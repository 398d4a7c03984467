import type { Client } from '../../api/client';
import { cancelJob, eraseJob, playJob, retryJob } from '../../api/endpoints/jobs';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { ActionNotAllowed, type JobAction, JobBusy, obstacleTo } from '../../domain/jobs/rules';
import { attributesOf, type JobVariable } from '../../domain/jobs/variables';
import type { Bridge, Job } from '../../schemas/job';
import { jobId, type JobKey, type ProjectKey } from '../shared/keys';

export interface JobActionOptions {
  /** Gives the request up. Whoever aborts after it was sent does not learn what became of it. */
  readonly signal?: AbortSignal | undefined;
  /** For play only. */
  readonly variables?: readonly JobVariable[] | undefined;
}

type Call = (client: Client, key: JobKey, options: JobActionOptions) => Promise<Job | Bridge>;

const args = ({ project, job }: JobKey) => ({ id: project, job_id: job });

const CALLS: Readonly<Record<JobAction, Call>> = {
  retry: (client, key, { signal }) => client.call(retryJob, args(key), { signal }),
  play: (client, key, { signal, variables = [] }) => {
    const given = variables.length === 0 ? {} : { job_variables_attributes: attributesOf(variables) };
    return client.call(playJob, { ...args(key), ...given }, { signal });
  },
  cancel: (client, key, { signal }) => client.call(cancelJob, args(key), { signal }),
  forceCancel: (client, key, { signal }) => client.call(cancelJob, { ...args(key), force: true }, { signal }),
  erase: (client, key, { signal }) => client.call(eraseJob, args(key), { signal }),
};

/** A job that an action is to be done to, with what is known of it. */
export interface JobTarget {
  readonly key: JobKey;
  readonly kind: 'job' | 'bridge';
  readonly job: Job | Bridge;
}

/** The job that a server returned after an action; after a retry that is the new attempt. */
export interface ReturnedJob {
  readonly project: ProjectKey;
  readonly job: Job | Bridge;
}

interface Doing {
  readonly action: JobAction;
  readonly answer: Promise<Job | Bridge>;
}

/** Does things to jobs: one thing at a time to each. */
export class JobActions implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #doing = new Map<string, Doing>();
  readonly #busy = new Emitter<JobKey>();
  readonly #returned = new Emitter<ReturnedJob>();

  /** A job became busy, or is no longer. */
  readonly onDidChangeBusy = this.#busy.event;
  /** An action succeeded. */
  readonly onDidReturn = this.#returned.event;

  constructor(clientFor: (base: string) => Client) {
    this.#clientFor = clientFor;
  }

  isBusy(key: JobKey): boolean {
    return this.#doing.has(jobId(key));
  }

  /** What is being done to a job at this moment. */
  doing(key: JobKey): JobAction | undefined {
    return this.#doing.get(jobId(key))?.action;
  }

  /**
   * Resolves with the job that the server answered with; for retry that is a new job. Rejects before anything is sent
   * with `ActionNotAllowed`, or with `JobBusy` where something else is being done to the job; later with an `ApiError`.
   * Asked for the same thing again while it runs, it joins what runs: a double click is one request.
   */
  run(action: JobAction, target: JobTarget, options: JobActionOptions = {}): Promise<Job | Bridge> {
    const { key, kind, job } = target;
    const running = this.#doing.get(jobId(key));
    if (running !== undefined) {
      const same = running.action === action && options.variables === undefined;
      return same ? running.answer : Promise.reject(new JobBusy(job.name, running.action));
    }
    const obstacle = obstacleTo(action, job, kind);
    if (obstacle !== undefined) return Promise.reject(new ActionNotAllowed(action, job, obstacle));
    const answer = CALLS[action](this.#clientFor(key.base), key, options).finally(() => {
      this.#doing.delete(jobId(key));
      this.#busy.fire(key);
    });
    this.#doing.set(jobId(key), { action, answer });
    this.#busy.fire(key);
    void answer.then(
      (returned) => {
        this.#returned.fire({ project: { base: key.base, project: key.project }, job: returned });
      },
      () => undefined, // Whoever asked gets the failure.
    );
    return answer;
  }

  dispose(): void {
    this.#busy.dispose();
    this.#returned.dispose();
  }
}
