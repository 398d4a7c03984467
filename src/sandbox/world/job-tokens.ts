import { randomBytes } from 'node:crypto';
import type { Job } from './model';

/** Tokens of running jobs (server-behavior.md#tokens): good while the job runs, and no longer. */
export class JobTokens {
  readonly #byJob = new Map<number, string>();
  readonly #owners = new Map<string, Job>();

  /** The token of a job; undefined where it does not run. */
  of(job: Job): string | undefined {
    if (!isAtWork(job)) return undefined;
    const token = this.#byJob.get(job.id) ?? `glcbt-64_${randomBytes(15).toString('base64url')}`;
    this.#byJob.set(job.id, token);
    this.#owners.set(token, job);
    return token;
  }

  ownerOf(token: string): Job | undefined {
    const job = this.#owners.get(token);
    return job !== undefined && isAtWork(job) ? job : undefined;
  }
}

const isAtWork = ({ status }: Job): boolean => status === 'running' || status === 'canceling';
