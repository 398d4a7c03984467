import type { Bridge, Job } from '../../schemas/job';

/** A job of a stage with its earlier attempts, newest first. */
export interface StageJob {
  readonly kind: 'job';
  readonly job: Job;
  readonly earlier: readonly Job[];
}
/** A trigger job of a stage. */
export interface StageBridge {
  readonly kind: 'bridge';
  readonly job: Bridge;
}
export type StageMember = StageJob | StageBridge;

export interface Stage {
  readonly name: string;
  /** Sorted by name; numbers in names are compared by value. */
  readonly members: readonly StageMember[];
}

/** Returns the latest attempts of the jobs, without trigger jobs. */
export const latestJobs = (stages: readonly Stage[]): readonly Job[] =>
  stages.flatMap(({ members }) => members.flatMap(({ kind, job }) => (kind === 'job' ? [job] : [])));

/** True if the job failed and then passed with the same commit. */
export function isFlaky(member: StageMember): boolean {
  return (
    member.kind === 'job' &&
    member.job.status === 'success' &&
    member.earlier.some(({ status }) => status === 'failed')
  );
}

/**
 * Returns the stages of a pipeline in the order of their lowest job ID. The API doesn't return an order of
 * stages (server-behavior.md#job-lists), but job IDs increase in the order of the pipeline's definition.
 * `jobs` must include retried jobs, because a stage whose only job was retried would otherwise move to the
 * end.
 */
export function stagesOf(jobs: readonly Job[], bridges: readonly Bridge[]): readonly Stage[] {
  const stages = new Map<string, { first: number; members: StageMember[] }>();
  const stageOf = (job: Job): { first: number; members: StageMember[] } => {
    const stage = stages.get(job.stage) ?? { first: job.id, members: [] };
    stage.first = Math.min(stage.first, job.id);
    stages.set(job.stage, stage);
    return stage;
  };

  for (const attempts of byName(jobs)) {
    for (const attempt of attempts) stageOf(attempt);
    const [job, ...earlier] = attempts;
    if (job !== undefined) stageOf(job).members.push({ kind: 'job', job, earlier });
  }
  for (const bridge of bridges) stageOf(bridge).members.push({ kind: 'bridge', job: bridge });

  return [...stages]
    .sort(([, a], [, b]) => a.first - b.first)
    .map(([name, { members }]) => ({ name, members: members.sort(byMemberName) }));
}

/**
 * Groups jobs by name, because jobs of a pipeline with the same name are attempts of one job. Newest first.
 */
function byName(jobs: readonly Job[]): Iterable<readonly Job[]> {
  const names = new Map<string, Job[]>();
  for (const job of [...jobs].sort((a, b) => b.id - a.id)) {
    const attempts = names.get(job.name);
    if (attempts === undefined) names.set(job.name, [job]);
    else attempts.push(job);
  }
  return names.values();
}

const collator = new Intl.Collator('en', { numeric: true });

/** Compares names; numbers in names are compared by value. */
export function byMemberName(a: StageMember, b: StageMember): number {
  return collator.compare(a.job.name, b.job.name) || a.job.id - b.job.id;
}
