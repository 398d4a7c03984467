import { isEnded } from '../jobs/status';
import type { Stage, StageMember } from './grouping';

/** The names of the jobs that jobs with `needs` wait for, by name. */
export type Needs = ReadonlyMap<string, readonly string[]>;

/** When a job ran, in Unix milliseconds. `end`: the current time while it is running. */
export interface JobRunTime {
  readonly member: StageMember;
  readonly start: number;
  readonly end: number;
}

/** A job of the critical path, with durations in milliseconds. */
export interface PathStep extends JobRunTime {
  /** Time since the previous job of the path finished, without the time in the queue. */
  readonly waited: number;
  /** Time in the queue of the runners, after the previous job finished. */
  readonly queued: number;
  readonly ran: number;
}

/** Returns when a job ran; undefined if it didn't start. */
export function runTimeOf(member: StageMember, now: number): JobRunTime | undefined {
  const start = timeOf(member.job.started_at);
  if (start === undefined) return undefined;
  const end = timeOf(member.job.finished_at) ?? (isEnded(member.job.status) ? start : now);
  return { member, start, end: Math.max(start, end) };
}

/**
 * Returns the jobs that determined the duration of a pipeline, the first one first: the job that finished last, before
 * it the job that it started after, and so on. Jobs start after the jobs that they need, others after all jobs of earlier
 * stages. `created`: when the pipeline was created.
 */
export function criticalPath(
  stages: readonly Stage[],
  {
    created,
    now,
    needs,
  }: { readonly created: number; readonly now: number; readonly needs?: Needs | undefined },
): readonly PathStep[] {
  const runs = stages.flatMap(({ members }, stage) =>
    members.flatMap((member) =>
      attemptsOf(member).flatMap((attempt) => {
        const run = runTimeOf(attempt, now);
        return run === undefined ? [] : [{ ...run, stage }];
      }),
    ),
  );
  const path: PathStep[] = [];
  // The runs by their ends, the last one first, so that each step continues where the previous one stopped.
  const byEnd = runs.sort((a, b) => b.end - a.end || b.start - a.start);
  let next: (typeof runs)[number] | undefined = byEnd[0];
  for (let at = 1; next !== undefined;) {
    const { stage, ...run } = next;
    let before: (typeof runs)[number] | undefined;
    while (at < byEnd.length && before === undefined) {
      const each = byEnd[at++];
      if (each !== undefined && each.end <= run.start && isBefore(each, { ...run, stage }, needs))
        before = each;
    }
    const gap = Math.max(0, run.start - (before?.end ?? created));
    const queued = Math.min(gap, (run.member.job.queued_duration ?? 0) * 1000);
    path.push({ ...run, waited: gap - queued, queued, ran: run.end - run.start });
    next = before;
  }
  return path.reverse();
}

interface StageRun extends JobRunTime {
  readonly stage: number;
}

/** A job starts after the jobs that it needs, or else those of earlier stages, and after its own earlier attempts. */
function isBefore(one: StageRun, other: StageRun, needs: Needs | undefined): boolean {
  const { name } = one.member.job;
  if (name === other.member.job.name) return true;
  return needs?.get(other.member.job.name)?.includes(name) ?? one.stage < other.stage;
}

const attemptsOf = (member: StageMember): readonly StageMember[] =>
  member.kind === 'bridge'
    ? [member]
    : [member, ...member.earlier.map((job): StageMember => ({ kind: 'job', job, earlier: [] }))];

function timeOf(given: string | null | undefined): number | undefined {
  const time = Date.parse(given ?? '');
  return Number.isNaN(time) ? undefined : time;
}
