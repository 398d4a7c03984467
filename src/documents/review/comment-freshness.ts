import type { Discussions } from '../../app/review/discussions';
import type { Reactions } from '../../app/review/reactions';
import { mergeRequestId, type MergeRequestKey } from '../../app/shared/keys';
import type { Clock } from '../../base/clock';

/** Comments are read again where they come into sight after so long. */
const STALE_MS = 60_000;

export interface CommentFreshnessDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly discussions: Pick<Discussions, 'refresh'>;
  readonly reactions: Pick<Reactions, 'load'>;
}

/** Reads comments again that were read some time ago. */
export class CommentFreshness {
  readonly #deps: CommentFreshnessDeps;
  /** When comments were asked for last, by merge request. */
  readonly #asked = new Map<string, number>();

  constructor(deps: CommentFreshnessDeps) {
    this.#deps = deps;
  }

  /** Comments are in sight. The first time, who draws them reads them. */
  seen(key: MergeRequestKey): void {
    const { clock, discussions, reactions } = this.#deps;
    const id = mergeRequestId(key);
    const asked = this.#asked.get(id);
    if (asked !== undefined && clock.now() - asked < STALE_MS) return;
    this.#asked.set(id, clock.now());
    if (asked === undefined) return;
    reactions.load(key);
    // What is shown stays; it is read again with the next look.
    discussions.refresh(key, { priority: 'background' }).catch(() => undefined);
  }
}
