/** One run of a job, with no more than its history needs. Times are ISO 8601, durations seconds. */
export interface JobRun {
  readonly id: number;
  readonly status: string;
  readonly allow_failure: boolean;
  readonly ref: string | undefined;
  readonly pipeline: number | undefined;
  /** The commit, whole. */
  readonly sha: string | undefined;
  readonly title: string | undefined;
  readonly created: string | undefined;
  readonly started: string | undefined;
  readonly finished: string | undefined;
  readonly duration: number | undefined;
  readonly queued: number | undefined;
  readonly who: string | undefined;
  readonly runner: string | undefined;
}

export interface Durations {
  /** How many runs they are of: those that passed. */
  readonly runs: number;
  readonly median: number;
  /** Nine of ten runs took no longer. */
  readonly p90: number;
  readonly shortest: number;
  readonly longest: number;
}

/** How durations went on: the median of some runs each, the oldest first. */
export interface Trend {
  readonly points: readonly number[];
  readonly runsInPoint: number;
  /** Medians of the older and of the newer half. */
  readonly older: number;
  readonly newer: number;
}

export interface JobHistoryFacts {
  readonly passed: number;
  /** Runs that passed or failed: what was canceled says nothing about the job. */
  readonly finished: number;
  /** Commits on which it failed and then passed: nothing else had changed. */
  readonly flakyCommits: number;
  /** The failures of those. */
  readonly flakyRuns: ReadonlySet<number>;
  readonly durations: Durations | undefined;
  readonly trend: Trend | undefined;
  readonly lastPassed: JobRun | undefined;
  /** The first failure after it; where it never passed, the first of all. */
  readonly failingSince: JobRun | undefined;
}

/** What runs of one job tell together. They may come in any order; a higher id is a later run. */
export function historyFacts(runs: readonly JobRun[]): JobHistoryFacts {
  const inOrder = [...runs].sort((one, other) => one.id - other.id);
  const finished = inOrder.filter(({ status }) => status === 'success' || status === 'failed');
  const passed = finished.filter(({ status }) => status === 'success');
  const lastPassed = passed.at(-1);
  const { commits, failures } = flakyOf(finished);
  const seconds = passed.flatMap(({ duration }) => duration ?? []);
  return {
    passed: passed.length,
    finished: finished.length,
    flakyCommits: commits,
    flakyRuns: failures,
    durations: durationsOf(seconds),
    trend: trendOf(seconds),
    lastPassed,
    failingSince: finished.find(({ id, status }) => status === 'failed' && id > (lastPassed?.id ?? 0)),
  };
}

/** Runs of one commit belong together; where no commit is known, those of one pipeline. */
function flakyOf(finished: readonly JobRun[]): {
  readonly commits: number;
  readonly failures: ReadonlySet<number>;
} {
  const open = new Map<string, number[]>();
  const flaky = new Set<string>();
  const failures = new Set<number>();
  for (const { id, sha, pipeline, status } of finished) {
    const place = sha ?? (pipeline === undefined ? undefined : `pipeline ${pipeline}`);
    if (place === undefined) continue;
    const failed = open.get(place) ?? [];
    if (status === 'failed') open.set(place, [...failed, id]);
    else if (failed.length > 0) {
      flaky.add(place);
      for (const one of failed) failures.add(one);
      open.delete(place);
    }
  }
  return { commits: flaky.size, failures };
}

function durationsOf(seconds: readonly number[]): Durations | undefined {
  const sorted = [...seconds].sort((one, other) => one - other);
  const [shortest] = sorted;
  const longest = sorted.at(-1);
  if (shortest === undefined || longest === undefined) return undefined;
  return {
    runs: sorted.length,
    median: median(sorted),
    p90: sorted[Math.ceil(sorted.length * 0.9) - 1] ?? longest,
    shortest,
    longest,
  };
}

/** Bars of a chart that still fits beside its numbers. */
const MAX_POINTS = 32;
/** Fewer runs have no trend. */
const MIN_RUNS = 4;

function trendOf(seconds: readonly number[]): Trend | undefined {
  if (seconds.length < MIN_RUNS) return undefined;
  const runsInPoint = Math.ceil(seconds.length / MAX_POINTS);
  const points: number[] = [];
  // Full groups at the newer end: the oldest one may be smaller.
  const first = seconds.length % runsInPoint;
  if (first > 0) points.push(median(seconds.slice(0, first)));
  for (let at = first; at < seconds.length; at += runsInPoint)
    points.push(median(seconds.slice(at, at + runsInPoint)));
  const half = Math.floor(seconds.length / 2);
  return {
    points,
    runsInPoint,
    older: median(seconds.slice(0, half)),
    newer: median(seconds.slice(seconds.length - half)),
  };
}

/** The middle one, or the mean of the two in the middle; 0 for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const half = sorted.length / 2;
  const low = sorted[Math.ceil(half) - 1] ?? 0;
  const high = sorted[Math.floor(half)] ?? low;
  return low + (high - low) / 2;
}
