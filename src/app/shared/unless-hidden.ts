import { isApiError } from '../../api/errors';

/** Returns the items of a page; empty if the server doesn't have them or this user can't see them. */
export async function unlessHidden<T>(
  read: () => Promise<{ readonly items: readonly T[] }>,
): Promise<readonly T[]> {
  try {
    return (await read()).items;
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return [];
    throw error;
  }
}
