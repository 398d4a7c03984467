import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type ChangeFilter, isFiltering, NO_CHANGE_FILTER } from '../../domain/changes/file-filter';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';

/** The filter for the changes of each merge request, until the window is closed. */
export class ChangeFilters implements Disposable {
  readonly #filters = new Map<string, ChangeFilter>();
  readonly #changed = new Emitter<MergeRequestKey>();

  readonly onDidChange = this.#changed.event;

  of(key: MergeRequestKey): ChangeFilter {
    return this.#filters.get(mergeRequestId(key)) ?? NO_CHANGE_FILTER;
  }

  set(key: MergeRequestKey, filter: ChangeFilter): void {
    if (isFiltering(filter)) this.#filters.set(mergeRequestId(key), filter);
    else this.#filters.delete(mergeRequestId(key));
    this.#changed.fire(key);
  }

  clear(key: MergeRequestKey): void {
    this.set(key, NO_CHANGE_FILTER);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
