import type { Client } from '../../api/client';
import { listProjectJobs } from '../../api/endpoints/jobs';
import type { JobRun } from '../../domain/jobs/history';
import type { Job, JobStatus } from '../../schemas/job';
import type { ProjectKey } from '../shared/keys';

/** The job of a history. */
export interface HistoryOf extends ProjectKey {
  readonly name: string;
}

/** Statuses of jobs that ran. */
const STATUSES: readonly JobStatus[] = ['success', 'failed', 'canceled', 'running'];
/** Largest page (server-behavior.md#page-parameters). */
const PAGE_SIZE = 100;
/** Maximum number of requests for one search, and the number of runs after which it ends. */
export const PAGES_PER_SEARCH = 10;
export const RUNS_PER_SEARCH = 50;
/** Maximum number of runs. */
const MAX_RUNS = 2_000;

export interface LoadOlderOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each page with the total number of checked jobs, and of runs among them. */
  readonly onProgress?: (jobs: number, runs: number) => void;
}

/** The runs of a job of a project, as far back as pages were read. */
export class JobHistory {
  readonly of: HistoryOf;
  readonly #clientFor: (base: string) => Client;
  #runs: readonly JobRun[] = [];
  #checked = 0;
  /** The URL of the next page; undefined before the first page, null after the last one. */
  #next: string | null | undefined;
  #back: string | undefined;

  constructor(of: HistoryOf, clientFor: (base: string) => Client) {
    this.of = of;
    this.#clientFor = clientFor;
  }

  /** Newest first. */
  get runs(): readonly JobRun[] {
    return this.#runs;
  }
  /** Number of jobs of the project that were checked. */
  get checked(): number {
    return this.#checked;
  }
  /** Creation time of the oldest checked job; undefined if the server doesn't report it. */
  get backTo(): string | undefined {
    return this.#back;
  }
  get hasOlder(): boolean {
    return this.#next !== null && this.#runs.length < MAX_RUNS;
  }

  /** Reads further pages. If this is aborted or fails, the runs found until then remain. */
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
    const enough = this.#runs.length + RUNS_PER_SEARCH;
    for (let page = 0; page < PAGES_PER_SEARCH && this.#runs.length < enough && this.hasOlder; page++) {
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
