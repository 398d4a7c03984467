import type { Client } from '../../api/client';
import { cancelJob, eraseJob, playJob, retryJob } from '../../api/endpoints/jobs';
import { jobGlobalId, unscheduleJob } from '../../api/queries/delayed-jobs';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { JsonObject } from '../../base/json-value';
import { ActionNotAllowedError, type JobAction, JobBusyError, obstacleTo } from '../../domain/jobs/rules';
import { attributesOf, type JobVariable } from '../../domain/jobs/variables';
import type { Bridge, Job } from '../../schemas/job';
import { jobId, type JobKey, type ProjectKey } from '../shared/keys';

export interface JobActionOptions {
  /** Aborts the request. If it was already sent, the outcome is unknown to the caller. */
  readonly signal?: AbortSignal | undefined;
  /** Only for running a manual job. */
  readonly variables?: readonly JobVariable[] | undefined;
  /** Values of the inputs that the job declares. Only for running a manual job and for retrying. */
  readonly inputs?: JsonObject | undefined;
}

type Call = (client: Client, target: JobTarget, options: JobActionOptions) => Promise<Job | Bridge>;

const args = ({ key: { project, job } }: JobTarget) => ({ id: project, job_id: job });

const CALLS: Readonly<Record<JobAction, Call>> = {
  retry: (client, target, { signal, inputs }) =>
    client.call(retryJob, { ...args(target), inputs: filled(inputs) }, { signal }),
  play: (client, target, { signal, variables = [], inputs }) => {
    const given = variables.length === 0 ? {} : { job_variables_attributes: attributesOf(variables) };
    return client.call(playJob, { ...args(target), ...given, job_inputs: filled(inputs) }, { signal });
  },
  runNow: (client, target, { signal }) => client.call(playJob, args(target), { signal }),
  unschedule: async (client, { key, job }, { signal }) => {
    const input = { id: jobGlobalId(key.job) };
    const { jobUnschedule } = await client.mutate(unscheduleJob, { input }, { signal });
    return { ...job, status: jobUnschedule?.job?.status?.toLowerCase() ?? 'manual' };
  },
  cancel: (client, target, { signal }) => client.call(cancelJob, args(target), { signal }),
  forceCancel: (client, target, { signal }) =>
    client.call(cancelJob, { ...args(target), force: true }, { signal }),
  erase: (client, target, { signal }) => client.call(eraseJob, args(target), { signal }),
};

/** Without values, the parameter isn't sent, because older servers don't support it. */
const filled = (inputs: JsonObject | undefined): JsonObject | undefined =>
  inputs === undefined || Object.keys(inputs).length === 0 ? undefined : inputs;

/** A job for an action, with its cached state. */
export interface JobTarget {
  readonly key: JobKey;
  readonly kind: 'job' | 'bridge';
  readonly job: Job | Bridge;
}

/** The job that a server returned after an action; the new attempt after a retry. */
export interface ReturnedJob {
  readonly project: ProjectKey;
  readonly job: Job | Bridge;
}

interface Doing {
  readonly action: JobAction;
  readonly result: Promise<Job | Bridge>;
}

/** Performs actions on jobs, one at a time for each. */
export class JobActions implements Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #doing = new Map<string, Doing>();
  readonly #busy = new Emitter<JobKey>();
  readonly #returned = new Emitter<ReturnedJob>();

  /** Fires when an action on a job starts or ends. */
  readonly onDidChangeBusy = this.#busy.event;
  /** Fires when an action succeeded. */
  readonly onDidReturn = this.#returned.event;

  constructor(clientFor: (base: string) => Client) {
    this.#clientFor = clientFor;
  }

  isBusy(key: JobKey): boolean {
    return this.#doing.has(jobId(key));
  }

  /** The action in progress on a job. */
  doing(key: JobKey): JobAction | undefined {
    return this.#doing.get(jobId(key))?.action;
  }

  /**
   * Resolves with the returned job, which is a new one after a retry. Rejects before sending a request with
   * `ActionNotAllowedError`, or with `JobBusyError` if another action on the job is in progress; later with an
   * `ApiError`. Repeating the action while it is in progress returns the same promise, so that a double click
   * sends one request.
   */
  run(action: JobAction, target: JobTarget, options: JobActionOptions = {}): Promise<Job | Bridge> {
    const { key, kind, job } = target;
    const running = this.#doing.get(jobId(key));
    if (running !== undefined) {
      const same =
        running.action === action && options.variables === undefined && options.inputs === undefined;
      return same ? running.result : Promise.reject(new JobBusyError(job.name, running.action));
    }
    const obstacle = obstacleTo(action, job, kind);
    if (obstacle !== undefined) return Promise.reject(new ActionNotAllowedError(action, job, obstacle));
    const result = CALLS[action](this.#clientFor(key.base), target, options).finally(() => {
      this.#doing.delete(jobId(key));
      this.#busy.fire(key);
    });
    this.#doing.set(jobId(key), { action, result });
    this.#busy.fire(key);
    void result.then(
      (returned) => {
        this.#returned.fire({ project: { base: key.base, project: key.project }, job: returned });
      },
      () => undefined, // The caller handles the error.
    );
    return result;
  }

  dispose(): void {
    this.#busy.dispose();
    this.#returned.dispose();
  }
}
