import { window } from 'vscode';
import type { Changes } from '../../../app/changes/changes';
import { fileOfSide } from '../../../app/changes/sides/side-file';
import type { ViewedFiles } from '../../../app/changes/viewed-files';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { ContextKeys } from '../../shared/editor/context-keys';
import { activeReview, isShowingSeveral } from './active-review';
import { newerVersion } from './file-sides';

export interface ActiveViewedDeps {
  readonly changes: Pick<Changes, 'peek' | 'peekVersions' | 'onDidChange'>;
  readonly viewed: Pick<ViewedFiles, 'isViewed' | 'onDidChange'>;
  readonly contextKeys: ContextKeys;
}

/**
 * Sets the context keys for whether the file of the open diff is marked as viewed (`several`: an editor with several
 * files has no cursor), and whether a newer version exists. Sends no requests.
 */
export class ActiveViewed implements Disposable {
  readonly #deps: ActiveViewedDeps;
  readonly #parts = new DisposableStore();
  #lastValue: string | undefined;
  #wasOlder = false;

  constructor(deps: ActiveViewedDeps) {
    this.#deps = deps;
    const update = (): void => {
      this.#updateContextKey();
    };
    this.#parts.add(window.tabGroups.onDidChangeTabs(update));
    this.#parts.add(window.tabGroups.onDidChangeTabGroups(update));
    this.#parts.add(window.onDidChangeActiveTextEditor(update));
    this.#parts.add(deps.changes.onDidChange(update));
    this.#parts.add(deps.viewed.onDidChange(update));
    update();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #updateContextKey(): void {
    const { changes, contextKeys } = this.#deps;
    const address = activeReview()?.address;
    const isOlder = address !== undefined && newerVersion(changes, address) !== undefined;
    if (isOlder !== this.#wasOlder) contextKeys.set('switchyard.activeVersionOutdated', isOlder);
    this.#wasOlder = isOlder;
    const now = this.#state();
    if (now === this.#lastValue) return;
    this.#lastValue = now;
    contextKeys.set('switchyard.activeFileViewed', now);
  }

  #state(): 'viewed' | 'unviewed' | 'several' | 'unknown' {
    const address = activeReview()?.address;
    if (address === undefined) return isShowingSeveral() ? 'several' : 'unknown';
    const { base, project, iid, path } = address;
    const key = { base, project, iid };
    const file = fileOfSide(this.#deps.changes.peek(key)?.files ?? [], path);
    if (file === undefined) return 'unknown';
    return this.#deps.viewed.isViewed(key, file) ? 'viewed' : 'unviewed';
  }
}
