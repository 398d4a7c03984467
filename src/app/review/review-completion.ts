import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { ignoreFailure } from '../../base/log-failure';
import type { MergeRequestActed } from '../merge-requests/actions';
import type { MergeRequestKey } from '../shared/keys';
import type { Changes } from './changes';
import type { ReviewedVersions } from './reviewed-versions';
import type { Shown } from './shown-changes';

export interface ReviewCompletionDeps {
  readonly actions: { readonly onDidAct: Event<Pick<MergeRequestActed, 'key' | 'action'>> };
  readonly viewed: { readonly onDidChange: Event<MergeRequestKey> };
  readonly changes: Pick<Changes, 'peekVersions'>;
  readonly shown: {
    peek(key: MergeRequestKey):
      | {
          readonly set: Pick<Shown['set'], 'complete' | 'overflow' | 'range'>;
          readonly progress: Shown['progress'];
        }
      | undefined;
  };
  readonly reviewed: Pick<ReviewedVersions, 'saw'>;
}

/**
 * Marks the latest version as reviewed when the user approves the merge request or has viewed all of its
 * files.
 */
export class ReviewCompletion implements Disposable {
  readonly #deps: ReviewCompletionDeps;
  readonly #subscriptions = new DisposableStore();

  constructor(deps: ReviewCompletionDeps) {
    this.#deps = deps;
    this.#subscriptions.add(
      deps.actions.onDidAct(({ key, action }) => {
        if (action === 'approve') this.#complete(key);
      }),
    );
    this.#subscriptions.add(
      deps.viewed.onDidChange((key) => {
        if (this.#hasViewedAll(key)) this.#complete(key);
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** True only for the latest version, and only if all of its files are known. */
  #hasViewedAll(key: MergeRequestKey): boolean {
    const shown = this.#deps.shown.peek(key);
    const latest = this.#deps.changes.peekVersions(key)?.[0];
    if (shown === undefined || latest === undefined) return false;
    const { set, progress } = shown;
    return set.complete && !set.overflow && set.range.to === latest.id && progress.viewed === progress.files;
  }

  #complete(key: MergeRequestKey): void {
    const latest = this.#deps.changes.peekVersions(key)?.[0];
    if (latest === undefined) return;
    ignoreFailure(this.#deps.reviewed.saw(key, { version: latest.id, head: latest.head_commit_sha ?? '' }));
  }
}
