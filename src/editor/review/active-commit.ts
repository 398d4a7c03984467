import { window } from 'vscode';
import type { MergeRequestKey } from '../../app/shared/keys';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { LruMap } from '../../base/lru-map';
import type { ContextKeys } from '../shared/context-keys';
import { byLabel } from '../shared/tab-labels';

/** A commit that is shown in an editor of many files. */
export interface ShownCommit {
  readonly key: MergeRequestKey;
  readonly sha: string;
}

/** Editors whose commits are remembered; those opened longest ago are forgotten. */
const MAX_KNOWN = 30;

/** Which commit stands in front. Of an editor of many files the editor tells nothing but its label. */
export class ActiveCommit implements Disposable {
  readonly #contextKeys: ContextKeys;
  readonly #known = new LruMap<string, ShownCommit>(MAX_KNOWN);
  readonly #parts = new DisposableStore();
  #told: boolean | undefined;

  constructor(contextKeys: ContextKeys) {
    this.#contextKeys = contextKeys;
    const update = (): void => {
      this.#updateContextKey();
    };
    this.#parts.add(window.tabGroups.onDidChangeTabs(update));
    this.#parts.add(window.tabGroups.onDidChangeTabGroups(update));
  }

  get current(): ShownCommit | undefined {
    return byLabel(this.#known, window.tabGroups.activeTabGroup.activeTab);
  }

  /** An editor with this title is opened. */
  opens(title: string, commit: ShownCommit): void {
    this.#known.set(title, commit);
    this.#updateContextKey();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #updateContextKey(): void {
    const now = this.current !== undefined;
    if (now === this.#told) return;
    this.#told = now;
    this.#contextKeys.set('switchyard.activeCommit', now);
  }
}
