import { randomBytes } from 'node:crypto';
import type { Job } from './model';

/** Tokens of running jobs (server-behavior.md#tokens). They are valid only while the job is running. */
export class JobTokens {
  readonly #byJob = new Map<number, string>();
  readonly #owners = new Map<string, Job>();

  /** Returns the token of a job; undefined if it isn't running. */
  of(job: Job): string | undefined {
    if (!isAtWork(job)) return undefined;
    const token = this.#byJob.get(job.id) ?? `glcbt-64_${randomBytes(15).toString('base64url')}`;
    this.#byJob.set(job.id, token);
    this.#owners.set(token, job);
    return token;
  }

  clear(): void {
    this.#byJob.clear();
    this.#owners.clear();
  }

  ownerOf(token: string): Job | undefined {
    const job = this.#owners.get(token);
    return job !== undefined && isAtWork(job) ? job : undefined;
  }
}

const isAtWork = ({ status }: Job): boolean => status === 'running' || status === 'canceling';
