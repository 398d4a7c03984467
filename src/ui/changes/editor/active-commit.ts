import { window } from 'vscode';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { LruMap } from '../../../base/lru-map';
import type { ContextKeys } from '../../shared/editor/context-keys';
import { valueOfTab } from '../../shared/editor/tab-labels';

/** A commit in an editor with several files. */
export interface ShownCommit {
  readonly key: MergeRequestKey;
  readonly sha: string;
}

/** Maximum number of stored editors; the ones opened the longest time ago are removed first. */
const MAX_KNOWN = 30;

/** The commit in the active editor. For editors with several files, VS Code reports only the label. */
export class ActiveCommit implements Disposable {
  readonly #contextKeys: ContextKeys;
  readonly #known = new LruMap<string, ShownCommit>(MAX_KNOWN);
  readonly #parts = new DisposableStore();
  #lastValue: boolean | undefined;

  constructor(contextKeys: ContextKeys) {
    this.#contextKeys = contextKeys;
    const update = (): void => {
      this.#updateContextKey();
    };
    this.#parts.add(window.tabGroups.onDidChangeTabs(update));
    this.#parts.add(window.tabGroups.onDidChangeTabGroups(update));
  }

  get current(): ShownCommit | undefined {
    return valueOfTab(this.#known, window.tabGroups.activeTabGroup.activeTab);
  }

  /** Records that an editor with this title is opened. */
  opens(title: string, commit: ShownCommit): void {
    this.#known.set(title, commit);
    this.#updateContextKey();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #updateContextKey(): void {
    const now = this.current !== undefined;
    if (now === this.#lastValue) return;
    this.#lastValue = now;
    this.#contextKeys.set('switchyard.activeCommit', now);
  }
}
