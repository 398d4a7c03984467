import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { MergeRequestKey, ProjectKey } from '../shared/keys';
import type { BranchWatch } from './watch';

/** The merge requests of the checked-out branch, or the branch if it has none. Their store reports changes of their content. */
export class CheckedOutMergeRequests implements Disposable {
  readonly #branch: Pick<BranchWatch, 'details' | 'onDidChange'>;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;

  /** Fires when the branch or its merge requests change. */
  readonly onDidChange = this.#changed.event;

  constructor(branch: Pick<BranchWatch, 'details' | 'onDidChange'>) {
    this.#branch = branch;
    const shown = (): string => JSON.stringify([this.current(), this.withoutMergeRequest()]);
    let before = shown();
    this.#subscription = branch.onDidChange(() => {
      const now = shown();
      if (now === before) return;
      before = now;
      this.#changed.fire();
    });
  }

  current(): readonly MergeRequestKey[] {
    return this.#branch.details?.mergeRequests ?? [];
  }

  /** The checked-out branch if it has no merge request and isn't the default branch; undefined until that is known. */
  withoutMergeRequest():
    | { readonly project: ProjectKey; readonly path: string; readonly name: string }
    | undefined {
    const { branch, mergeRequests = [], problem } = this.#branch.details ?? {};
    if (branch === undefined || mergeRequests.length > 0 || problem !== undefined) return undefined;
    const { project, path, head, mainBranch } = branch;
    return head.name === undefined || mainBranch === undefined || head.name === mainBranch
      ? undefined
      : { project, path, name: head.name };
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
