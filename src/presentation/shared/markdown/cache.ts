import { background } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/localize';
import { finishInSlices, nextTurn, type Steps } from '../../../base/slices';
import { type Html, html } from '../html';
import {
  markdown,
  type MarkdownPlaces,
  markdownSteps,
  MAX_SHOWN_CHARACTERS,
  type ToggledTasks,
} from './markdown';

/** Maximum number of characters that a rendering converts at once. The other texts are converted in slices. */
const MAX_AT_ONCE = 10_000;

/**
 * Caches the HTML of a page's Markdown texts, because the page is rendered much more often than they change.
 * Contains only the texts of the current and the previous rendering.
 */
export class MarkdownCache implements Disposable {
  #before: ReadonlyMap<string, Html> = new Map();
  #now = new Map<string, Html>();
  /** Texts of the current rendering that must be converted in slices. */
  #missing = new Map<string, () => Steps<Html>>();
  /** Number of characters that the current rendering has converted at once. */
  #converted = 0;
  #generation = 0;
  #isConverting = false;
  readonly #parts = new DisposableStore();
  readonly #completed = this.#parts.add(new Emitter<void>());

  /** Fires when texts that weren't ready can be rendered. */
  readonly onDidComplete = this.#completed.event;

  /** Starts a rendering of the page. */
  begin(): void {
    this.#before = this.#now;
    this.#now = new Map();
    this.#missing = new Map();
    this.#converted = 0;
  }

  /** Must be called when references resolve to something else. */
  clear(): void {
    this.#before = new Map();
    this.#now = new Map();
    this.#missing = new Map();
    this.#generation++;
  }

  /** False if a text of the current rendering isn't ready. `onDidComplete` fires when all are. */
  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** Returns the HTML of a text, or a placeholder until the text is ready. */
  of(text: string, places: MarkdownPlaces, tasks?: ToggledTasks): Html {
    // The part that is shown identifies a text, because a text can be as large as a response.
    const shown = text.slice(0, MAX_SHOWN_CHARACTERS + 1);
    const name = `${places.project ?? places.base}\n${JSON.stringify(tasks)}\n${shown}`;
    const known = this.#now.get(name) ?? this.#before.get(name);
    if (known === undefined && this.#converted + shown.length > MAX_AT_ONCE) {
      this.#missing.set(name, () => markdownSteps(shown, places, tasks));
      if (!this.#isConverting) background(this.#convertMissing());
      return PLACEHOLDER();
    }
    if (known === undefined) this.#converted += shown.length;
    const made = known ?? markdown(shown, places, tasks);
    this.#now.set(name, made);
    return made;
  }

  dispose(): void {
    this.clear();
    this.#parts.dispose();
  }

  async #convertMissing(): Promise<void> {
    this.#isConverting = true;
    try {
      for (;;) {
        // Waits for the rendering to end, and for other tasks between two texts.
        await nextTurn();
        const [next] = this.#missing;
        if (next === undefined) break;
        const [name, steps] = next;
        const generation = this.#generation;
        const made = await finishInSlices(
          steps(),
          () => generation === this.#generation && this.#missing.has(name),
        );
        if (made === undefined) continue;
        this.#now.set(name, made.value);
        this.#missing.delete(name);
      }
    } finally {
      this.#isConverting = false;
    }
    this.#completed.fire();
  }
}

const PLACEHOLDER = (): Html => html`<p class="quiet" role="status">${t('Loading…')}</p>`;
