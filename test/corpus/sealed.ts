import { createHash } from 'node:crypto';

/**
 * True for a third of the recorded logs, which are in `sealed` instead of `real`. `name`: the ID, with the prefix
 * `passed-` for a job that passed.
 */
export function isSealed(name: string): boolean {
  const hash = createHash('sha256').update(`2026-05-08:${name}`).digest('hex');
  return Number.parseInt(hash.slice(0, 8), 16) % 3 === 0;
}
