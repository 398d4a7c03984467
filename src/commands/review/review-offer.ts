import type { Changes } from '../../app/review/changes';
import type { Discussions } from '../../app/review/discussions';
import type { ReviewedVersions } from '../../app/review/reviewed-versions';
import { mergeRequestId, type MergeRequestKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import { threadPlaceOf } from '../../domain/review/threads';
import { execute } from '../../editor/shared/execute';
import type { MessageAction, Prompts } from '../../editor/shared/prompts';
import { COMMAND } from '../../presentation/shared/command-ids';

export interface ReviewOfferDeps {
  readonly changes: Pick<Changes, 'peekVersions' | 'peek'>;
  readonly reviewed: Pick<ReviewedVersions, 'last'>;
  readonly discussions: Pick<Discussions, 'peek'>;
  readonly userOf: (base: string) => Promise<{ readonly id: number }>;
  readonly prompts: Pick<Prompts, 'showMessage' | 'showStatus'>;
}

/** Offers to count as reviewed what a person has commented on: it never counts by itself. */
export class ReviewOffer {
  readonly #deps: ReviewOfferDeps;
  /** The versions for which it was offered because every file has a comment. */
  readonly #offered = new Set<string>();

  constructor(deps: ReviewOfferDeps) {
    this.#deps = deps;
  }

  /** A review was submitted. */
  submitted(key: MergeRequestKey, count: number): void {
    const { prompts } = this.#deps;
    const said = t(
      '{0, plural, one {Review submitted with # comment.} other {Review submitted with # comments.}}',
      count,
    );
    const actions = this.#actions(key);
    if (actions.length === 0) prompts.showStatus(said);
    else prompts.showMessage('info', said, actions);
  }

  /** Something was said: perhaps on the last file without a comment. */
  async commented(key: MergeRequestKey): Promise<void> {
    const { changes, discussions, userOf, prompts } = this.#deps;
    const set = changes.peek(key);
    const talk = discussions.peek(key);
    const newest = changes.peekVersions(key)?.[0]?.id;
    const offer = `${mergeRequestId(key)} ${newest ?? ''}`;
    const actions = this.#actions(key);
    if (set?.complete !== true || set.overflow || talk === undefined || actions.length === 0) return;
    if (set.range.to !== newest || this.#offered.has(offer) || set.files.length < 2) return;
    const { id: user } = await userOf(key.base);
    const commented = new Set(
      talk.threads
        .filter(({ notes }) => notes.some(({ author }) => author?.id === user))
        .map((thread) => threadPlaceOf(thread)?.path),
    );
    if (!set.files.every(({ path }) => commented.has(path))) return;
    this.#offered.add(offer);
    prompts.showMessage('info', t("You've commented on every file in !{0}.", key.iid), actions);
  }

  /** None where the newest version counts as reviewed already, or there are no versions. */
  #actions(key: MergeRequestKey): readonly MessageAction[] {
    const newest = this.#deps.changes.peekVersions(key)?.[0];
    if (newest === undefined || this.#deps.reviewed.last(key)?.version === newest.id) return [];
    const run = async (): Promise<void> => {
      await execute(COMMAND.markReviewed, {
        target: { kind: 'merge-request', mergeRequest: key },
      });
    };
    return [{ title: t('Mark as Reviewed'), run }];
  }
}
