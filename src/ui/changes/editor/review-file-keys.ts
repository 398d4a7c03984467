import { TabInputTextDiff, type Uri, window } from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { readSideAddress, REVIEW_SCHEME } from '../../../presentation/changes/side-address';
import type { ContextKeys } from '../../shared/editor/context-keys';

export interface ReviewFileKeysDeps {
  readonly sides: { readonly all: readonly Uri[]; readonly onDidChange: Event<unknown> };
  readonly contextKeys: ContextKeys;
}

/** Sets the context keys with the files of the workspace that are shown in diffs of merge requests. */
export class ReviewFileKeys implements Disposable {
  readonly #deps: ReviewFileKeysDeps;
  readonly #parts = new DisposableStore();
  #last = '';

  constructor(deps: ReviewFileKeysDeps) {
    this.#deps = deps;
    const update = (): void => {
      this.#update();
    };
    this.#parts.add(window.tabGroups.onDidChangeTabs(update));
    this.#parts.add(window.tabGroups.onDidChangeTabGroups(update));
    this.#parts.add(deps.sides.onDidChange(update));
    update();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #update(): void {
    const files = this.#deps.sides.all;
    const diffs = window.tabGroups.all.flatMap(({ activeTab }) => fileOf(activeTab?.input));
    const now = JSON.stringify([files.map(String), diffs.map(String)]);
    if (now === this.#last) return;
    this.#last = now;
    this.#deps.contextKeys.set('switchyard.reviewFiles', files);
    this.#deps.contextKeys.set('switchyard.reviewDiffs', diffs);
  }
}

/** Returns the file of the workspace in a diff of a merge request. */
function fileOf(input: unknown): readonly Uri[] {
  if (!(input instanceof TabInputTextDiff) || input.modified.scheme === REVIEW_SCHEME) return [];
  return readSideAddress(input.original) === undefined ? [] : [input.modified];
}
