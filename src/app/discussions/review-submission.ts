import { isOutcomeUnknown } from '../../api/errors';
import { type Clock } from '../../base/clock';
import type { User } from '../../schemas/user';
import type { Verdict } from '../../schemas/verdict';
import type { MergeRequests } from '../merge-requests/merge-requests';
import type { MergeRequestKey } from '../shared/keys';
import type { DiscussionActions } from './discussion-actions';
import { hasArrived, newestNote } from './discussion-calls';
import type { Discussions } from './discussions';
import type { PostResult } from './post-result';

export interface SubmittedReview {
  /** Number of pending comments that were submitted. */
  readonly comments: number;
  /** Whether the summary was sent; undefined without a summary. `unknown`: it couldn't be read. */
  readonly summary: PostResult | 'unknown' | undefined;
  /** For requested changes: false if the server didn't record them; undefined if it isn't known. */
  readonly isRecorded: boolean | undefined;
}

export interface ReviewSubmissionDeps {
  readonly discussions: Pick<Discussions, 'latest' | 'peek' | 'refresh'>;
  readonly discussionActions: Pick<DiscussionActions, 'publish' | 'post'>;
  readonly mergeRequests: Pick<MergeRequests, 'refreshPart'>;
  readonly userOf: (base: string) => Promise<Pick<User, 'id'>>;
  readonly clock: Pick<Clock, 'now'>;
}

type SentSummary = Parameters<typeof hasArrived>[1];

/** Submits pending comments together with a summary and a verdict. */
export class ReviewSubmission {
  readonly #deps: ReviewSubmissionDeps;

  constructor(deps: ReviewSubmissionDeps) {
    this.#deps = deps;
  }

  /** `summary`: Markdown; empty for none. Doesn't approve, because an approval is a separate request. */
  async submit(key: MergeRequestKey, verdict: Verdict, summary: string): Promise<SubmittedReview> {
    const { discussions, discussionActions, clock } = this.#deps;
    // Comments may have been added or submitted elsewhere.
    const before = await discussions.latest(key);
    const { drafts } = before;
    const isEmpty = (drafts ?? []).length === 0 && summary === '';
    // Without pending comments on the server, there is only the summary.
    const isPublished = drafts !== undefined && !(isEmpty && verdict === 'approve');
    // Quick actions must not run twice, and it can't be seen whether they have run: they are sent separately.
    const isSentAlong = isPublished && summary !== '' && !hasQuickActions(summary);
    const sent = { body: summary, draft: false, at: clock.now(), newest: newestNote(before) };
    let comments = 0;
    if (isPublished) {
      try {
        comments = await discussionActions.publish(key, {
          ...(isSentAlong ? { note: summary } : {}),
          ...(verdict === 'approve' ? {} : { reviewer_state: STATES[verdict] }),
        });
      } catch (error) {
        // The summary is created after the comments. If it exists, only the response was lost.
        const isDone = isOutcomeUnknown(error) && isSentAlong && (await this.#arrived(key, sent)) === true;
        if (!isDone) throw error;
        comments = drafts.length;
      }
    }
    const isRecorded = verdict === 'request-changes' ? await this.#isRecorded(key) : undefined;
    if (summary === '') return { comments, summary: undefined, isRecorded };
    if (isSentAlong) {
      const arrived = await this.#arrived(key, sent);
      if (arrived === undefined) return { comments, summary: 'unknown', isRecorded };
      if (arrived) return { comments, summary: { kind: 'sent' }, isRecorded };
    }
    // Older servers ignore the summary.
    const posted = await discussionActions.post(key, { body: summary, draft: false });
    return { comments, summary: posted, isRecorded };
  }

  /** Whether the summary exists on the server; undefined if that can't be determined. */
  async #arrived(key: MergeRequestKey, sent: SentSummary): Promise<boolean | undefined> {
    const { discussions, userOf } = this.#deps;
    try {
      const [now, { id }] = await Promise.all([discussions.refresh(key), userOf(key.base)]);
      if (hasArrived(now, sent, id)) return true;
      const isComplete = discussions.peek(key) !== undefined && !now.cut && now.missing === undefined;
      return isComplete ? false : undefined;
    } catch {
      return undefined;
    }
  }

  async #isRecorded(key: MergeRequestKey): Promise<boolean | undefined> {
    const { mergeRequests, userOf } = this.#deps;
    const now = await Promise.all([mergeRequests.refreshPart(key, 'reviewers'), userOf(key.base)]).catch(
      () => undefined,
    );
    if (now?.[0] === undefined) return undefined;
    const [{ items }, { id }] = now;
    return items.some(({ user, state }) => user.id === id && state === STATES['request-changes']);
  }
}

const STATES = { comment: 'reviewed', 'request-changes': 'requested_changes' } as const;

/** The service ignores the case of quick actions. */
const hasQuickActions = (text: string): boolean => /^\s*\/[a-z]/im.test(text);
