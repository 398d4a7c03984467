import { refuse } from '../http/reply';
import type { Variable } from '../world/model';

/**
 * One custom variable of a list of that name (server-behavior.md#job-variables); 400 where its key or value is not
 * there.
 */
export function variableOf(
  list: string,
  { key, value }: Readonly<Record<string, string>>,
  index: number,
): Variable {
  if (key !== undefined && key !== '' && value !== undefined) return { key, value };
  throw refuse.invalid(`${list}[${index}][${key ? 'value' : 'key'}] is missing`);
}
