/** A run of a job, reduced to what its history needs. Times are ISO 8601, durations are in seconds. */
export interface JobRun {
  readonly id: number;
  readonly status: string;
  readonly allow_failure: boolean;
  readonly ref: string | undefined;
  readonly pipeline: number | undefined;
  /** The full commit ID. */
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
  /** Number of runs included: those that passed. */
  readonly runs: number;
  readonly median: number;
  /** 90% of the runs took no longer than this. */
  readonly p90: number;
  readonly shortest: number;
  readonly longest: number;
}

/** Trend of the durations: the median of each group of runs, oldest first. */
export interface Trend {
  readonly points: readonly number[];
  readonly runsInPoint: number;
  /** Medians of the older and of the newer half. */
  readonly older: number;
  readonly newer: number;
}

export interface JobHistoryFacts {
  readonly passed: number;
  /** Number of runs that passed or failed. Excludes canceled runs. */
  readonly finished: number;
  /** Commits on which it failed and then passed without changes. */
  readonly flakyCommits: number;
  /** The failures on those commits. */
  readonly flakyRuns: ReadonlySet<number>;
  readonly durations: Durations | undefined;
  readonly trend: Trend | undefined;
  readonly lastPassed: JobRun | undefined;
  /** The first failure after the last success; if it never passed, the first failure. */
  readonly failingSince: JobRun | undefined;
}

/** Statistics of the runs of a job. The runs may be in any order; a higher ID is a later run. */
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

/** Groups runs by commit, or if it isn't known, by pipeline. */
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

/** Maximum number of bars of a chart that fits beside its numbers. */
const MAX_POINTS = 32;
/** With fewer runs there is no trend. */
const MIN_RUNS = 4;

function trendOf(seconds: readonly number[]): Trend | undefined {
  if (seconds.length < MIN_RUNS) return undefined;
  const runsInPoint = Math.ceil(seconds.length / MAX_POINTS);
  const points: number[] = [];
  // The newer groups are full; the oldest one may be smaller.
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

/** The median: the middle value, or the mean of the two middle values; 0 if empty. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const half = sorted.length / 2;
  const low = sorted[Math.ceil(half) - 1] ?? 0;
  const high = sorted[Math.floor(half)] ?? low;
  return low + (high - low) / 2;
}
