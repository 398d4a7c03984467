/** One thing to measure; runs as often as it is told. */
export interface Subject {
  readonly name: string;
  run(times: number): void | Promise<void>;
}

export interface Measured {
  readonly name: string;
  /** Median over all rounds, in milliseconds per run. */
  readonly ms: number;
  /** Median of the ratios to the first subject, each within one round. */
  readonly ratio: number;
}

/**
 * Measures subjects side by side: in every round each runs, in turning order, so that whatever else the machine does
 * meets all of them. The first is the baseline.
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
