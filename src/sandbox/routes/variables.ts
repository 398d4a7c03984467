import { refuse } from '../http/reply';
import type { Variable } from '../world/model';

/**
 * Returns a custom variable of a list (server-behavior.md#job-variables). Responds with 400 if its key or
 * value is missing.
 */
export function variableOf(
  list: string,
  { key, value }: Readonly<Record<string, string>>,
  index: number,
): Variable {
  if (key !== undefined && key !== '' && value !== undefined) return { key, value };
  throw refuse.invalid(`${list}[${index}][${key ? 'value' : 'key'}] is missing`);
}
