import type { Client } from '../../api/client';
import { listProjectJobs } from '../../api/endpoints/jobs';
import type { JobRun } from '../../domain/jobs/history';
import type { Job, JobStatus } from '../../schemas/job';
import type { ProjectKey } from '../shared/keys';

/** What a history is of. */
export interface HistoryOf extends ProjectKey {
  readonly name: string;
}

/** Jobs of these statuses ran; the others have nothing to tell. */
const STATUSES: readonly JobStatus[] = ['success', 'failed', 'canceled', 'running'];
/** Largest page (server-behavior.md#page-parameters). */
const PAGE_SIZE = 100;
/** One look back ends after so many requests, or as soon as it found so many runs. */
export const PAGES_OF_LOOK = 10;
export const RUNS_OF_LOOK = 50;
/** Runs that are held at the most. */
const MAX_RUNS = 2_000;

export interface LoadOlderOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told after each page: the jobs of the project that were looked at, and the runs among them. */
  readonly onProgress?: (jobs: number, runs: number) => void;
}

/** The runs of one job of a project, back to where somebody wanted to look. */
export class JobHistory {
  readonly of: HistoryOf;
  readonly #clientFor: (base: string) => Client;
  #runs: readonly JobRun[] = [];
  #checked = 0;
  /** The server's address of the next page; undefined before the first page, null after the last one. */
  #next: string | null | undefined;
  #back: string | undefined;

  constructor(of: HistoryOf, clientFor: (base: string) => Client) {
    this.of = of;
    this.#clientFor = clientFor;
  }

  /** The newest first. */
  get runs(): readonly JobRun[] {
    return this.#runs;
  }
  /** Jobs of the project that were looked at. */
  get checked(): number {
    return this.#checked;
  }
  /** When the oldest of those was made; undefined where the server does not say. */
  get backTo(): string | undefined {
    return this.#back;
  }
  get hasOlder(): boolean {
    return this.#next !== null && this.#runs.length < MAX_RUNS;
  }

  /** Looks further back. What was found before it was given up, or failed, stays. */
  async loadOlder({ signal, onProgress }: LoadOlderOptions = {}): Promise<void> {
    const { base, project } = this.of;
    const client = this.#clientFor(base);
    const args = {
      id: project,
      scope: STATUSES,
      per_page: PAGE_SIZE,
      pagination: 'keyset',
      order_by: 'id',
      sort: 'desc',
    } as const;
    const enough = this.#runs.length + RUNS_OF_LOOK;
    for (let page = 0; page < PAGES_OF_LOOK && this.#runs.length < enough && this.hasOlder; page++) {
      const { items, next } = await client.page(listProjectJobs, args, {
        signal,
        ...(typeof this.#next === 'string' ? { next: this.#next } : {}),
      });
      const runs = items.filter(({ name }) => name === this.of.name).map(runOf);
      this.#runs = [...this.#runs, ...runs].slice(0, MAX_RUNS);
      this.#checked += items.length;
      this.#back = items.at(-1)?.created_at ?? this.#back;
      this.#next = next ?? null;
      onProgress?.(this.#checked, this.#runs.length);
    }
  }
}

function runOf(job: Job): JobRun {
  return {
    id: job.id,
    status: job.status,
    allow_failure: job.allow_failure,
    ref: job.ref ?? undefined,
    pipeline: job.pipeline?.id,
    sha: job.commit?.id ?? job.pipeline?.sha ?? undefined,
    title: job.commit?.title ?? undefined,
    created: job.created_at ?? undefined,
    started: job.started_at ?? undefined,
    finished: job.finished_at ?? undefined,
    duration: job.duration ?? undefined,
    queued: job.queued_duration ?? undefined,
    who: job.user?.name ?? undefined,
    runner: job.runner?.description ?? job.runner?.name ?? undefined,
  };
}
