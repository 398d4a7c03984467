import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { MergeRequestKey } from '../shared/keys';
import type { BranchWatch } from './watch';

/** Which merge requests the checked-out branch has. What changes inside them is announced by their store. */
export class CheckedOutMergeRequests implements Disposable {
  readonly #branch: Pick<BranchWatch, 'details' | 'onDidChange'>;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;

  /** The branch has other merge requests than before. */
  readonly onDidChange = this.#changed.event;

  constructor(branch: Pick<BranchWatch, 'details' | 'onDidChange'>) {
    this.#branch = branch;
    let before = JSON.stringify(this.current());
    this.#subscription = branch.onDidChange(() => {
      const now = JSON.stringify(this.current());
      if (now === before) return;
      before = now;
      this.#changed.fire();
    });
  }

  current(): readonly MergeRequestKey[] {
    return this.#branch.details?.mergeRequests ?? [];
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
