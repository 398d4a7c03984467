/** A period in which the extension host ran nothing else, in milliseconds. */
export interface Stall {
  readonly ms: number;
  /** CPU time of its thread in user mode and in the kernel (mostly for memory). */
  readonly computing: number;
  readonly kernel: number;
}

export interface Stalls {
  readonly longest: Stall;
  /** The longest uninterrupted computation. The rest of a stall is waiting for a processor or for memory. */
  readonly computing: number;
}

const SAMPLE_MS = 2;

/** Starts watching. The returned function stops it and returns the longest stalls. */
export function watchStalls(): () => Stalls {
  let longest: Stall = { ms: 0, computing: 0, kernel: 0 };
  let computing = 0;
  let last = now();
  const sample = (): void => {
    const next = now();
    const stall = {
      ms: next.ms - last.ms,
      computing: next.computing - last.computing,
      kernel: next.kernel - last.kernel,
    };
    if (stall.ms > longest.ms) longest = stall;
    computing = Math.max(computing, stall.computing);
    last = next;
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    sample();
    return { longest, computing };
  };
}

function now(): Stall {
  // Available in Node.js since 23.9, but not in its types yet.
  const ask: unknown = Reflect.get(process, 'threadCpuUsage');
  const usage: unknown = typeof ask === 'function' ? Reflect.apply(ask, process, []) : undefined;
  const { user, system } = (usage ?? { user: NaN, system: NaN }) as { user: number; system: number };
  return { ms: performance.now(), computing: user / 1000, kernel: system / 1000 };
}
