import type { Changes } from '../../../app/changes/changes';
import type { ReviewedVersions } from '../../../app/changes/reviewed-versions';
import type { Discussions } from '../../../app/discussions/discussions';
import type { ReviewQueue } from '../../../app/merge-requests/review-queue';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { threadPlaceOf } from '../../../domain/discussions/threads';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { Verdict } from '../../../schemas/verdict';
import type { execute } from '../../shared/editor/execute';
import type { MessageAction, Prompts } from '../../shared/editor/prompts';

const MESSAGES: Readonly<Record<Verdict, (iid: number, count: number) => string>> = {
  approve: (iid) => t('!{0} approved.', iid),
  comment: (_, count) =>
    t(
      '{0, plural, =0 {Review submitted.} one {Review submitted with # comment.} other {Review submitted with # comments.}}',
      count,
    ),
  'request-changes': (iid) => t('Changes requested for !{0}.', iid),
};

/** A review that was submitted. */
interface Submitted {
  /** Number of pending comments. */
  readonly count: number;
  readonly verdict: Verdict;
  /** Whether to open the next merge request that needs attention, or to offer it. */
  readonly next: 'open' | 'offer';
}

export interface ReviewOfferDeps {
  readonly changes: Pick<Changes, 'peekVersions' | 'peek'>;
  readonly reviewed: Pick<ReviewedVersions, 'last'>;
  readonly discussions: Pick<Discussions, 'peek'>;
  readonly queue: Pick<ReviewQueue, 'peek'>;
  readonly userOf: (base: string) => Promise<{ readonly id: number }>;
  readonly prompts: Pick<Prompts, 'showMessage' | 'showStatus'>;
  readonly execute: typeof execute;
}

/**
 * Offers to open the next merge request after a review, and to mark a version as reviewed if every file has a comment of the
 * user.
 */
export class ReviewOffer {
  readonly #deps: ReviewOfferDeps;
  /** Versions for which this was offered because every file has a comment. */
  readonly #offered = new Set<string>();

  constructor(deps: ReviewOfferDeps) {
    this.#deps = deps;
  }

  /**
   * Called after a review was submitted, which marks the version as reviewed. The result of an approval is already shown
   * in the status bar.
   */
  async submitted(key: MergeRequestKey, { count, verdict, next }: Submitted): Promise<void> {
    const { execute, prompts } = this.#deps;
    const message = MESSAGES[verdict](key.iid, count);
    const actions = next === 'open' ? [] : this.#next(key);
    if (actions.length > 0) prompts.showMessage('info', message, actions);
    else if (verdict !== 'approve') prompts.showStatus(message);
    if (next === 'open')
      await execute(COMMAND.reviewNext, { target: { kind: 'merge-request', mergeRequest: key } });
  }

  /** Called after a comment was added, which may complete the files with comments. */
  async commented(key: MergeRequestKey): Promise<void> {
    const { changes, discussions, userOf, prompts } = this.#deps;
    const set = changes.peek(key);
    const comments = discussions.peek(key);
    const newest = changes.peekVersions(key)?.[0]?.id;
    const offer = `${mergeRequestId(key)} ${newest ?? ''}`;
    const actions = this.#actions(key);
    if (set?.complete !== true || set.overflow || comments === undefined || actions.length === 0) return;
    if (set.range.to !== newest || this.#offered.has(offer) || set.files.length < 2) return;
    const { id: user } = await userOf(key.base);
    const commented = new Set(
      comments.threads
        .filter(({ notes }) => notes.some(({ author }) => author?.id === user))
        .map((thread) => threadPlaceOf(thread)?.path),
    );
    if (!set.files.every(({ path }) => commented.has(path))) return;
    this.#offered.add(offer);
    prompts.showMessage('info', t("You've commented on every file in !{0}.", key.iid), actions);
  }

  /** Returns no action if no other merge request is known to need the user's attention. */
  #next(key: MergeRequestKey): readonly MessageAction[] {
    if (this.#deps.queue.peek(key) === undefined) return [];
    const target = { kind: 'merge-request', mergeRequest: key } as const;
    return [{ title: t('Review Next'), run: () => this.#deps.execute(COMMAND.reviewNext, { target }) }];
  }

  /** Returns no actions if the latest version is already marked as reviewed, or if there are no versions. */
  #actions(key: MergeRequestKey): readonly MessageAction[] {
    const newest = this.#deps.changes.peekVersions(key)?.[0];
    if (newest === undefined || this.#deps.reviewed.last(key)?.version === newest.id) return [];
    const run = async (): Promise<void> => {
      await this.#deps.execute(COMMAND.markReviewed, {
        target: { kind: 'merge-request', mergeRequest: key },
      });
    };
    return [{ title: t('Mark as Reviewed'), run }];
  }
}
