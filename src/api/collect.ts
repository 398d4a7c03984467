import type { Collected, Page } from './client';
import { isApiError } from './errors';

/**
 * Collects the items of at most `maxPages` pages. If the next page is on another origin, returns the items
 * before it.
 */
export async function collect<T>(pages: AsyncIterable<Page<T>>, maxPages: number): Promise<Collected<T>> {
  const items: T[] = [];
  let read = 0;
  let next: string | undefined;
  let foreign: string | undefined;
  try {
    for await (const page of pages) {
      items.push(...page.items);
      next = page.next;
      read += 1;
      if (read >= maxPages) break;
    }
  } catch (error) {
    if (read === 0 || !isApiError(error, 'moved')) throw error;
    foreign = error.location ?? '';
  }
  return { items, cut: next !== undefined, foreign, pages: read };
}
