import type { Job, JobStore, Pipeline } from './model';

/** Creates an empty collection of jobs. */
export function createJobStore(): JobStore {
  const made = new Map<number, Job>();
  /** Pipelines whose jobs are created on first use. Oldest first; older than all other jobs. */
  const lazy: { readonly first: number; readonly pipeline: Pipeline }[] = [];

  return {
    add: (job) => void made.set(job.id, job),
    addLazy: (first, pipeline) => void lazy.push({ first, pipeline }),
    find(id) {
      const known = made.get(id);
      if (known !== undefined) return known;
      const entry = lazy.find(({ first, pipeline }) => id >= first && id < first + pipeline.jobCount);
      return entry?.pipeline.jobs.find((job) => job.id === id);
    },
    *newestFirst() {
      yield* [...made.values()].reverse();
      for (const { pipeline } of lazy.toReversed()) {
        // Retries of these jobs are in `made` and were returned above.
        yield* pipeline.jobs.filter((job) => !made.has(job.id)).toReversed();
      }
    },
  };
}
