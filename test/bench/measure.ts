/** Code to measure; runs it the given number of times. */
export interface Subject {
  readonly name: string;
  run(times: number): void | Promise<void>;
}

export interface Measured {
  readonly name: string;
  /** Median of all rounds, in milliseconds per run. */
  readonly ms: number;
  /** Median of the ratios to the first subject, each within one round. */
  readonly ratio: number;
}

/**
 * Measures subjects alternately: each runs in every round, in rotating order, so that other load on the
 * machine affects all of them. The first subject is the baseline.
 */
export async function measure(
  subjects: readonly Subject[],
  times: number,
  rounds: number,
): Promise<readonly Measured[]> {
  for (const subject of subjects) await subject.run(times);
  const taken = subjects.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let step = 0; step < subjects.length; step += 1) {
      const index = (round + step) % subjects.length;
      const began = performance.now();
      await subjects[index]?.run(times);
      taken[index]?.push((performance.now() - began) / times);
    }
  }
  const [baseline = []] = taken;
  return subjects.map(({ name }, index) => {
    const own = taken[index] ?? [];
    return {
      name,
      ms: median(own),
      ratio: median(own.map((ms, round) => ms / (baseline[round] ?? Number.NaN))),
    };
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1] ?? Number.NaN, sorted[middle] ?? Number.NaN];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}
