/** A time in which the extension host did nothing else, in milliseconds. */
export interface Stall {
  readonly ms: number;
  /** Of these, what its thread computed, and what it was in the system's kernel for, mostly for memory. */
  readonly computing: number;
  readonly kernel: number;
}

export interface Stalls {
  readonly longest: Stall;
  /** The longest that was computed in one go. The rest of a stall is waiting: for a processor, or for memory. */
  readonly computing: number;
}

const LOOK_MS = 2;

/** Watches from now on; gives what was worst when it is called. */
export function watchStalls(): () => Stalls {
  let longest: Stall = { ms: 0, computing: 0, kernel: 0 };
  let computing = 0;
  let last = now();
  const look = (): void => {
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
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    look();
    return { longest, computing };
  };
}

function now(): Stall {
  // Node has it from 23.9 on; its types do not know it yet.
  const ask: unknown = Reflect.get(process, 'threadCpuUsage');
  const usage: unknown = typeof ask === 'function' ? Reflect.apply(ask, process, []) : undefined;
  const { user, system } = (usage ?? { user: NaN, system: NaN }) as { user: number; system: number };
  return { ms: performance.now(), computing: user / 1000, kernel: system / 1000 };
}
