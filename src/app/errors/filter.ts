import { errorOrderSchema } from '../../schemas/sentry-error';
import { errorFilterSchema } from '../../schemas/stored/errors';
import { StoredValue } from '../shared/stored-value';
import type { KeyValueStore } from '../shared/stores';
import type { ErrorListParams } from './calls';

export const ERROR_ORDERS = errorOrderSchema.options;
const MAX_SEARCH_LENGTH = 200;

/** The filter and order of errors in this workspace. */
export class ErrorFilter extends StoredValue<ErrorListParams> {
  constructor(memory: KeyValueStore) {
    super(memory, 'error-filter', parse);
  }

  change(changes: Partial<ErrorListParams>): Promise<void> {
    const { search, order } = { ...this.current, ...changes };
    return this.set({ search: search.trim().slice(0, MAX_SEARCH_LENGTH), order });
  }
}

/** Invalid values count as not set. */
function parse(stored: unknown): ErrorListParams {
  const { search, order } = errorFilterSchema.parse(stored);
  return { search: search.slice(0, MAX_SEARCH_LENGTH), order };
}
