interface JobFacts {
  readonly started_at?: string | null | undefined;
  readonly erased_at?: string | null | undefined;
}

/** Why a job has no log: a trigger job never has one, others don't have one yet or no longer. */
export type NoLogReason = 'trigger' | 'erased' | 'not-started';

/** Undefined if there should be a log; the server may still have lost it. */
export function noLogReason(job: JobFacts, kind: 'job' | 'bridge' = 'job'): NoLogReason | undefined {
  if (kind === 'bridge') return 'trigger';
  if (isErased(job)) return 'erased';
  return isSet(job.started_at) ? undefined : 'not-started';
}

/** Only jobs that ran have a log, until it is erased. */
export const hasLog = (job: JobFacts): boolean => noLogReason(job) === undefined;

export const isErased = ({ erased_at: erased }: JobFacts): boolean => isSet(erased);

const isSet = (time: string | null | undefined): boolean => time !== null && time !== undefined;
