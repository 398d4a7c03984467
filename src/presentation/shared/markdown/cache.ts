import type { Html } from '../html';
import { markdown, type MarkdownPlaces, type ToggledTasks } from './markdown';

/**
 * Caches the HTML of a page's Markdown texts, because the page is rendered much more often than they change.
 * Contains only the texts of the current and the previous rendering.
 */
export class MarkdownCache {
  #before: ReadonlyMap<string, Html> = new Map();
  #now = new Map<string, Html>();

  /** Starts a rendering of the page. */
  begin(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }

  /** Must be called when references resolve to something else. */
  clear(): void {
    this.#before = new Map();
    this.#now = new Map();
  }

  of(text: string, places: MarkdownPlaces, tasks?: ToggledTasks): Html {
    const name = `${places.project ?? places.base}\n${JSON.stringify(tasks)}\n${text}`;
    const made = this.#now.get(name) ?? this.#before.get(name) ?? markdown(text, places, tasks);
    this.#now.set(name, made);
    return made;
  }
}
