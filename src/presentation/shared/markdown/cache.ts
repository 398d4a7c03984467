import type { Html } from '../html';
import { markdown, type MarkdownPlaces } from './markdown';

/**
 * What the Markdown texts of a page became. A page is drawn much oftener than its texts change, so they are made once;
 * what two drawings in a row did not use is forgotten.
 */
export class MarkdownCache {
  #before: ReadonlyMap<string, Html> = new Map();
  #now = new Map<string, Html>();

  /** A page is drawn from here on. */
  begin(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }

  of(text: string, places: MarkdownPlaces): Html {
    const name = `${places.project ?? places.base}\n${text}`;
    const made = this.#now.get(name) ?? this.#before.get(name) ?? markdown(text, places);
    this.#now.set(name, made);
    return made;
  }
}
