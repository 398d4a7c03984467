import type { Discussions } from '../../../app/discussions/discussions';
import type { Reactions } from '../../../app/discussions/reactions';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { ignoreFailure } from '../../../base/background';
import type { Clock } from '../../../base/clock';

/** Age at which comments are reloaded when they become visible, in milliseconds. */
const STALE_MS = 60_000;

export interface CommentFreshnessDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly discussions: Pick<Discussions, 'refresh'>;
  readonly reactions: Pick<Reactions, 'load'>;
}

/** Reloads outdated comments. */
export class CommentFreshness {
  readonly #deps: CommentFreshnessDeps;
  /** Time of the last request, by merge request. */
  readonly #requested = new Map<string, number>();

  constructor(deps: CommentFreshnessDeps) {
    this.#deps = deps;
  }

  /** Called when comments become visible. The first time, they are loaded by the view. */
  seen(key: MergeRequestKey): void {
    const { clock, discussions, reactions } = this.#deps;
    const id = mergeRequestId(key);
    const lastRequest = this.#requested.get(id);
    if (lastRequest !== undefined && clock.now() - lastRequest < STALE_MS) return;
    this.#requested.set(id, clock.now());
    if (lastRequest === undefined) return;
    reactions.load(key);
    // After a failure, the comments stay as they are until the next attempt.
    ignoreFailure(discussions.refresh(key, { priority: 'background' }));
  }
}
