import type { RegexTimeout } from '../../base/regex-timeout';

/** Names of jobs that are likely to affect shared environments. */
export const RISKY_NAMES = 'deploy|(^|[^a-z])prod(uction)?([^a-z]|$)';

/** Which actions require confirmation. */
export interface Confirmations {
  /** Case-insensitive regular expressions for the names of manual jobs that require confirmation; empty ones match none. */
  readonly runPatterns: readonly string[];
  readonly cancelPipeline: boolean;
  readonly forceCancel: boolean;
  readonly erase: boolean;
}

/** Timeout for matching the names, in milliseconds. */
const MAX_MS = 40;

/**
 * The manual jobs that require confirmation, by name. An invalid pattern counts as the default one. If matching takes too
 * long, all jobs require confirmation (`inTime` is false).
 */
export function jobsRequiringConfirmation(
  names: readonly string[],
  patterns: readonly string[],
  box: RegexTimeout,
): { readonly risky: ReadonlySet<string>; readonly inTime: boolean } {
  const expressions = patterns
    .filter((pattern) => pattern !== '')
    .map((pattern) => expressionOf(pattern) ?? new RegExp(RISKY_NAMES, 'i'));
  const risky = new Set<string>();
  const inTime = box(MAX_MS, () => {
    for (const name of names) if (expressions.some((expression) => expression.test(name))) risky.add(name);
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
