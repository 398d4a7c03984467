import { isCanceled } from '../../../api/errors';
import type { Changes } from '../../../app/changes/changes';
import type { ShownChanges } from '../../../app/changes/shown-changes';
import type { ViewedFiles } from '../../../app/changes/viewed-files';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { background } from '../../../base/background';
import { type Disposable, DisposableStore, onDispose } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/localize';
import type { Log } from '../../../base/log';
import type { RangeOf } from '../../../presentation/changes/change-notes';
import type { ChangesModel } from '../../../presentation/merge-request-page/changes/model';
import { explain } from '../../../presentation/shared/error-messages';
import type { PageVisibility } from './discussions';

export interface PageChangesDeps {
  readonly changes: Pick<
    Changes,
    'get' | 'retry' | 'range' | 'isChosen' | 'newerVersions' | 'versionNumber' | 'peekVersions'
  >;
  readonly shown: Pick<ShownChanges, 'peek' | 'onDidChange'>;
  readonly viewed: Pick<ViewedFiles, 'isViewed'>;
  readonly log: Log;
}

/**
 * Provides the changed files for the merge request page. Loads them only while the page is visible and the
 * section is expanded.
 */
export class PageChanges implements Disposable {
  readonly #deps: PageChangesDeps;
  readonly #key: MergeRequestKey;
  readonly #sight: PageVisibility;
  readonly #changed = new Emitter<void>();
  readonly #parts = new DisposableStore();
  #reading: AbortController | undefined;
  #isExpanded = false;
  #showsAll = false;
  #errorMessage: string | undefined;

  /** Fires when `details` changes. */
  readonly onDidChange = this.#changed.event;

  constructor(sight: PageVisibility, key: MergeRequestKey, deps: PageChangesDeps) {
    this.#sight = sight;
    this.#key = key;
    this.#deps = deps;
    const id = mergeRequestId(key);
    this.#parts.add(
      deps.shown.onDidChange((changed) => {
        if (changed !== undefined && mergeRequestId(changed) !== id) return;
        // The merge request has a new version, another range was selected, or the account changed.
        if (deps.shown.peek(key) === undefined) background(this.#load());
        else this.#errorMessage = undefined;
        this.#changed.fire();
      }),
    );
    this.#parts.add(
      sight.onDidChangeVisible((visible) => {
        if (visible) background(this.#load());
        else this.#stop();
      }),
    );
    this.#parts.add(
      onDispose(() => {
        this.#stop();
      }),
    );
  }

  get details(): ChangesModel {
    const { changes, shown, viewed } = this.#deps;
    return {
      isExpanded: this.#isExpanded,
      loaded: shown.peek(this.#key),
      range: this.#range,
      newer: changes.newerVersions(this.#key),
      errorMessage: this.#errorMessage,
      showsAll: this.#showsAll,
      isViewed: (file) => viewed.isViewed(this.#key, file),
    };
  }

  /** Runs the action of the section. Returns false if it is another action. */
  take(name: string): boolean {
    switch (name) {
      case 'expandChanges':
      case 'collapseChanges':
        this.#expand(name === 'expandChanges');
        break;
      case 'showAllFiles':
        this.#showsAll = true;
        this.#changed.fire();
        break;
      case 'loadChanges':
        this.refresh();
        break;
      default:
        return false;
    }
    return true;
  }

  /** Loads the changes again if they couldn't be loaded. Versions never change. */
  refresh(): void {
    if (this.#errorMessage === undefined) return;
    this.#errorMessage = undefined;
    this.#deps.changes.retry(this.#key);
    background(this.#load());
    this.#changed.fire();
  }

  dispose(): void {
    this.#parts.dispose();
    this.#changed.dispose();
  }

  #expand(expanded: boolean): void {
    if (this.#isExpanded === expanded) return;
    this.#isExpanded = expanded;
    if (expanded) background(this.#load());
    else this.#stop();
    this.#changed.fire();
  }

  #stop(): void {
    this.#reading?.abort();
    this.#reading = undefined;
  }

  async #load(): Promise<void> {
    const { changes, shown, log } = this.#deps;
    const isNeeded = this.#isExpanded && this.#sight.visible && shown.peek(this.#key) === undefined;
    // After an error, only the user's request loads them again.
    if (!isNeeded || this.#reading !== undefined || this.#errorMessage !== undefined) return;
    const reading = new AbortController();
    this.#reading = reading;
    let wasOutdated = false;
    try {
      await changes.get(this.#key, { signal: reading.signal });
    } catch (error) {
      if (reading.signal.aborted) return;
      // The changes of a previous account were discarded.
      wasOutdated = isCanceled(error);
      if (!wasOutdated && error instanceof Error) log.error(error.stack ?? error.message);
      if (!wasOutdated) this.#errorMessage = t("Couldn't load the changes. {0}", explain(error).why);
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
    }
    if (wasOutdated) await this.#load();
    else if (!reading.signal.aborted) this.#changed.fire();
  }

  /** Undefined if all changes of the latest version are shown. */
  get #range(): RangeOf | undefined {
    const { changes } = this.#deps;
    const newest = changes.peekVersions(this.#key)?.[0]?.id;
    const range = changes.range(this.#key);
    if (range === undefined) return undefined;
    const { from, to } = range;
    const isPart = from !== undefined || (to !== undefined && to !== newest);
    if (!isPart) return undefined;
    return {
      from: changes.versionNumber(this.#key, from),
      to: changes.versionNumber(this.#key, to),
      newest: changes.versionNumber(this.#key, newest),
      compared: from !== undefined,
      sinceReview: from !== undefined && !changes.isChosen(this.#key),
    };
  }
}
