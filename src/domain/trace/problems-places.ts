import type { Found, ProblemSeverity } from './problems-shapes';

/** Puts together what a matcher read. `whole` is what becomes the link. */
export function foundAt(
  start: number,
  whole: string,
  path: string,
  line: string | undefined,
  column: string | undefined,
  problem: { severity: ProblemSeverity; message: string } | undefined,
): Found {
  return {
    start,
    end: start + whole.length,
    path,
    line: Math.max(1, Number(line ?? 1)),
    column: column === undefined ? undefined : Math.max(1, Number(column)),
    problem,
  };
}

const SEVERITIES: Readonly<Record<string, ProblemSeverity>> = {
  error: 'error',
  err: 'error',
  'fatal error': 'error',
  fatal: 'error',
  failure: 'error',
  warning: 'warning',
  warn: 'warning',
  note: 'info',
  info: 'info',
  remark: 'info',
  help: 'info',
};

/** How bad a tool's own word for it is; what is not known is an error. */
export const severityOf = (word: string | undefined): ProblemSeverity =>
  SEVERITIES[(word ?? '').trim().toLowerCase()] ?? 'error';
