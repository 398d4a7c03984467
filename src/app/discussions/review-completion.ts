import { ignoreFailure } from '../../base/background';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import type { Changes, DiffVersion } from '../changes/changes';
import type { ReviewedVersions } from '../changes/reviewed-versions';
import type { GroupedChanges } from '../changes/shown-changes';
import type { MergeRequestActed } from '../merge-requests/actions';
import type { MergeRequestKey } from '../shared/keys';

export interface ReviewCompletionDeps {
  readonly actions: { readonly onDidAct: Event<Pick<MergeRequestActed, 'key' | 'action' | 'approved'>> };
  readonly viewed: { readonly onDidChange: Event<MergeRequestKey> };
  readonly changes: Pick<Changes, 'peekVersions' | 'versions'>;
  readonly shown: {
    peek(key: MergeRequestKey):
      | {
          readonly set: Pick<GroupedChanges['set'], 'complete' | 'overflow' | 'range'>;
          readonly progress: GroupedChanges['progress'];
        }
      | undefined;
  };
  readonly reviewed: Pick<ReviewedVersions, 'saw' | 'submitted'>;
}

/**
 * Marks a version as reviewed: the approved one when the user approves the merge request, the one that was shown when the
 * user submits a review, and the latest one when the user has viewed all of its files.
 */
export class ReviewCompletion implements Disposable {
  readonly #deps: ReviewCompletionDeps;
  readonly #subscriptions = new DisposableStore();

  constructor(deps: ReviewCompletionDeps) {
    this.#deps = deps;
    this.#subscriptions.add(
      deps.actions.onDidAct(({ key, action, approved }) => {
        if (action === 'approve') ignoreFailure(recordReview(deps, key, approved));
      }),
    );
    this.#subscriptions.add(
      deps.viewed.onDidChange((key) => {
        if (this.#hasViewedAll(key)) ignoreFailure(complete(deps, key, this.#latest(key)));
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** True only for the latest version, and only if all of its files are known. */
  #hasViewedAll(key: MergeRequestKey): boolean {
    const shown = this.#deps.shown.peek(key);
    const latest = this.#latest(key);
    if (shown === undefined || latest === undefined) return false;
    const { set, progress } = shown;
    return set.complete && !set.overflow && set.range.to === latest.id && progress.viewed === progress.files;
  }

  #latest(key: MergeRequestKey): DiffVersion | undefined {
    return this.#deps.changes.peekVersions(key)?.[0];
  }
}

type Recorder = Pick<ReviewCompletionDeps, 'reviewed'> & {
  readonly changes: Pick<ReviewCompletionDeps['changes'], 'versions'>;
};

/**
 * Marks the version with this commit as reviewed, or the latest one without a commit. Reads the versions if they aren't
 * known, because the changes may never have been shown. Rejects with an `ApiError` if they can't be read; then only the
 * commit is stored.
 */
export async function recordReview(
  deps: Recorder,
  key: MergeRequestKey,
  commit: string | undefined,
): Promise<void> {
  if (commit !== undefined) await deps.reviewed.submitted(key, commit);
  const versions = await deps.changes.versions(key);
  const hasCommit = (version: DiffVersion): boolean => version.head_commit_sha === commit;
  await complete(deps, key, commit === undefined ? versions[0] : versions.find(hasCommit));
}

async function complete(
  { reviewed }: { readonly reviewed: Pick<ReviewedVersions, 'saw'> },
  key: MergeRequestKey,
  version: DiffVersion | undefined,
): Promise<void> {
  if (version === undefined) return;
  await reviewed.saw(key, { version: version.id, head: version.head_commit_sha ?? '' });
}
