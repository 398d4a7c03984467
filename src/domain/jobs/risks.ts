import type { RegexTimeout } from '../../base/regex-timeout';

/** Names of jobs whose start changes what others use. */
export const RISKY_NAMES = 'deploy|(^|[^a-z])prod(uction)?([^a-z]|$)';

/** What a person wants to be asked about: one switch a risk. */
export interface Confirmations {
  /** A regular expression, without regard to case; empty: starting a job is never asked about. */
  readonly playPattern: string;
  readonly cancelPipeline: boolean;
  readonly forceCancel: boolean;
  readonly erase: boolean;
}

/** Milliseconds that looking through the names may take. */
const MAX_MS = 40;

/**
 * Which of the manual jobs of these names are asked about before they are started. A pattern that is none does not
 * switch the question off, and where the pattern takes too long, all are asked about (`inTime` is false).
 */
export function riskyToPlay(
  names: readonly string[],
  pattern: string,
  box: RegexTimeout,
): { readonly risky: ReadonlySet<string>; readonly inTime: boolean } {
  if (pattern === '') return { risky: new Set(), inTime: true };
  const expression = expressionOf(pattern) ?? new RegExp(RISKY_NAMES, 'i');
  const risky = new Set<string>();
  const inTime = box(MAX_MS, () => {
    for (const name of names) if (expression.test(name)) risky.add(name);
  });
  return inTime ? { risky, inTime } : { risky: new Set(names), inTime };
}

function expressionOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'i');
  } catch {
    return undefined;
  }
}
