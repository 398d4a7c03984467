import { isCanceled } from '../../../api/errors';
import type { ChangeEvents } from '../../../app/discussions/activity/change-events';
import type { ActivityViewStore } from '../../../app/discussions/activity/view';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { background } from '../../../base/background';
import { type Disposable, DisposableStore, onDispose } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/localize';
import type { Log } from '../../../base/log';
import { logFailure } from '../../../base/log-failure';
import type { ActivityCommand } from '../../../presentation/merge-request-page/activity-acts';
import type { ActivityModel } from '../../../presentation/merge-request-page/activity-model';
import { MAX_THREADS } from '../../../presentation/merge-request-page/activity-shown';
import type { ShownThreads } from '../../../presentation/merge-request-page/discussion-code';
import { searchedFor } from '../../../presentation/merge-request-page/discussion-search';
import { explain } from '../../../presentation/shared/error-messages';
import type { PanelEvent } from '../../shared/panels/panel-frame';
import type { PageVisibility } from './discussions';

export interface PageActivityDeps {
  readonly events: Pick<ChangeEvents, 'peek' | 'load' | 'refresh' | 'retain' | 'onDidChange'>;
  readonly view: Pick<ActivityViewStore, 'current' | 'change' | 'onDidChange'>;
  readonly log: Log;
}

/**
 * Provides the changes for the merge request page, and which of them it shows. Loads them when they become
 * visible, and keeps them up to date while they are.
 */
export class PageActivity implements Disposable {
  readonly #deps: PageActivityDeps;
  readonly #key: MergeRequestKey;
  readonly #sight: PageVisibility;
  readonly #changed = new Emitter<void>();
  readonly #parts = new DisposableStore();
  readonly #end = new AbortController();
  #held: Disposable | undefined;
  #pages = 1;
  /** The text of the search field. */
  #search = '';
  #revealed: number | undefined;
  #errorMessage: string | undefined;

  /** Fires when `details` changes. */
  readonly onDidChange = this.#changed.event;

  constructor(sight: PageVisibility, key: MergeRequestKey, deps: PageActivityDeps) {
    this.#sight = sight;
    this.#key = key;
    this.#deps = deps;
    const id = mergeRequestId(key);
    this.#parts.add(
      deps.events.onDidChange((changed) => {
        if (mergeRequestId(changed) !== id) return;
        // Events of a previous account were discarded; loads those of the current one.
        if (deps.events.peek(key) === undefined) background(this.#load());
        else this.#errorMessage = undefined;
        this.#changed.fire();
      }),
    );
    this.#parts.add(
      deps.view.onDidChange(() => {
        background(this.#load());
        this.#changed.fire();
      }),
    );
    this.#parts.add(
      sight.onDidChangeVisible(() => {
        background(this.#load());
      }),
    );
    this.#parts.add(
      onDispose(() => {
        this.#end.abort();
        this.#held?.dispose();
      }),
    );
    background(this.#load());
  }

  get details(): Omit<ActivityModel, 'since'> {
    const known = this.#deps.events.peek(this.#key);
    return {
      view: this.#deps.view.current,
      events: known?.events,
      cut: known?.cut ?? false,
      errorMessage: this.#isShown ? this.#errorMessage : undefined,
      pages: this.#pages,
      search: this.#search,
      revealed: this.#revealed,
    };
  }

  /** Returns which threads are shown with their code. */
  get shownThreads(): ShownThreads {
    const isHidden = this.#deps.view.current.filter === 'history' && this.#search.trim() === '';
    return {
      count: isHidden ? 0 : this.#pages * MAX_THREADS,
      search: this.#search,
      revealed: this.#revealed,
    };
  }

  /** Shows a comment, even if it is older than the others, until another filter is selected. */
  reveal(note: number): void {
    if (this.#revealed === note) return;
    this.#revealed = note;
    this.#changed.fire();
  }

  /** Shows the threads that match the text of the search field. Returns false for another message. */
  search(message: PanelEvent): boolean {
    const text = message.kind === 'change' ? searchedFor(message.form, message.values) : undefined;
    if (text === undefined) return false;
    if (text === this.#search) return true;
    this.#search = text;
    this.#pages = 1;
    this.#changed.fire();
    return true;
  }

  /** Loads the changes again. */
  async refresh(): Promise<void> {
    if (this.#isShown) await this.#read((options) => this.#deps.events.refresh(this.#key, options));
  }

  run(command: ActivityCommand): void {
    const { view, log } = this.#deps;
    switch (command.act) {
      case 'filterActivity':
        this.#revealed = undefined;
        logFailure(log, 'Storing the filter', view.change({ filter: command.filter }));
        break;
      case 'sortActivity':
        logFailure(log, 'Storing the order', view.change({ order: command.order }));
        break;
      case 'showOlderActivity':
        this.#pages++;
        this.#changed.fire();
        break;
    }
  }

  dispose(): void {
    this.#parts.dispose();
    this.#changed.dispose();
  }

  get #isShown(): boolean {
    return this.#deps.view.current.filter !== 'comments';
  }

  /** While visible, retains the changes and loads them if necessary. Otherwise, requests nothing. */
  async #load(): Promise<void> {
    if (!this.#sight.visible || !this.#isShown) {
      this.#held?.dispose();
      this.#held = undefined;
      return;
    }
    this.#held ??= this.#deps.events.retain(this.#key);
    await this.#read((options) => this.#deps.events.load(this.#key, options));
  }

  async #read(ask: (options: { readonly signal: AbortSignal }) => Promise<unknown>): Promise<void> {
    let errorMessage: string | undefined;
    try {
      await ask({ signal: this.#end.signal });
    } catch (error) {
      if (isCanceled(error)) return;
      if (error instanceof Error) this.#deps.log.error(error.stack ?? error.message);
      errorMessage = t("Couldn't load the history. {0}", explain(error).why);
    }
    if (errorMessage === this.#errorMessage) return;
    this.#errorMessage = errorMessage;
    this.#changed.fire();
  }
}
