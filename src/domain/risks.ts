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

/** Whether starting a manual job of this name is asked about. A pattern that is none does not switch the question off. */
export function isRiskyToPlay(name: string, pattern: string): boolean {
  if (pattern === '') return false;
  return (expression(pattern) ?? new RegExp(RISKY_NAMES, 'i')).test(name);
}

function expression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'i');
  } catch {
    return undefined;
  }
}
