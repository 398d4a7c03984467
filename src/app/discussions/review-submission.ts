import type { Client } from '../../api/client';
import { isOutcomeUnknown } from '../../api/errors';
import { ignoreError, orUndefined } from '../../base/background';
import { type Clock } from '../../base/clock';
import { QuickActionIgnoredError, REQUEST_CHANGES } from '../../domain/merge-requests/review-request';
import type { User } from '../../schemas/user';
import type { Verdict } from '../../schemas/verdict';
import type { MergeRequests } from '../merge-requests/merge-requests';
import { sendQuickAction } from '../merge-requests/request-review';
import type { MergeRequestKey } from '../shared/keys';
import { type CommentToPost, isOnServer, latestNoteId, type SentState } from './comment-to-post';
import type { DiscussionActions, PostResult } from './discussion-actions';
import type { Discussions } from './discussions';

export interface SubmittedReview {
  /** Number of pending comments that were submitted. */
  readonly comments: number;
  /** Whether the summary was sent; undefined without a summary. `unknown`: it couldn't be read. */
  readonly summary: PostResult | 'unknown' | undefined;
  /** For requested changes: false if the server didn't record them; undefined if it isn't known. */
  readonly isRecorded: boolean | undefined;
  /** The quick action, if the server added it as a comment instead of requesting changes. */
  readonly addedComment?: string;
}

type Requested = Pick<SubmittedReview, 'isRecorded' | 'addedComment'>;

export interface ReviewSubmissionDeps {
  readonly clientFor: (base: string) => Client;
  readonly discussions: Pick<Discussions, 'latest' | 'peek' | 'refresh'>;
  readonly discussionActions: Pick<DiscussionActions, 'publish' | 'post'>;
  readonly mergeRequests: Pick<MergeRequests, 'refresh' | 'refreshPart'>;
  readonly userOf: (base: string) => Promise<Pick<User, 'id'>>;
  readonly clock: Pick<Clock, 'now'>;
}

type SentSummary = CommentToPost<'comment'> & SentState;

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
    const sent = { kind: 'comment', body: summary, at: clock.now(), newest: latestNoteId(before) } as const;
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
    const result = { comments, summary: await this.#sendSummary(key, sent, isSentAlong) };
    if (verdict !== 'request-changes') return { ...result, isRecorded: undefined };
    return { ...result, ...(await this.#requestChanges(key)) };
  }

  /** `isSentAlong`: the summary was sent with the pending comments, and is sent again only if the server ignored it. */
  async #sendSummary(
    key: MergeRequestKey,
    sent: SentSummary,
    isSentAlong: boolean,
  ): Promise<SubmittedReview['summary']> {
    if (sent.body === '') return undefined;
    if (isSentAlong) {
      const arrived = await this.#arrived(key, sent);
      if (arrived === undefined) return 'unknown';
      if (arrived) return { kind: 'sent' };
    }
    // Older servers ignore the summary.
    return this.#deps.discussionActions.post(key, { kind: 'comment', body: sent.body });
  }

  /** Whether the summary exists on the server; undefined if that can't be determined. */
  async #arrived(key: MergeRequestKey, sent: SentSummary): Promise<boolean | undefined> {
    const { discussions, userOf } = this.#deps;
    try {
      const [now, { id }] = await Promise.all([discussions.refresh(key), userOf(key.base)]);
      if (isOnServer(now, sent, id)) return true;
      const isComplete = discussions.peek(key) !== undefined && !now.cut && now.missing === undefined;
      return isComplete ? false : undefined;
    } catch (error) {
      ignoreError(error);
      return undefined;
    }
  }

  /** Checks that the request for changes is recorded. Older servers ignore the state, and have a quick action. */
  async #requestChanges(key: MergeRequestKey): Promise<Requested> {
    const { clientFor, discussions, mergeRequests } = this.#deps;
    const before = await this.#ownState(key);
    if (before === undefined) return { isRecorded: undefined };
    if (before.state === STATES['request-changes']) return { isRecorded: true };
    // The server only records the state of reviewers.
    if (before.state === undefined) return { isRecorded: false };
    const failure = await sendQuickAction(clientFor(key.base), key, REQUEST_CHANGES).catch(
      (error: unknown) => error,
    );
    const [after] = await Promise.all([
      this.#ownState(key),
      // The quick action determines whether the merge request can be merged, or was added as a comment.
      orUndefined(mergeRequests.refresh(key)),
      orUndefined(discussions.refresh(key)),
    ]);
    if (after?.state === STATES['request-changes']) return { isRecorded: true };
    if (failure instanceof QuickActionIgnoredError) return { isRecorded: false, addedComment: failure.text };
    // The server may still be running the quick action.
    return { isRecorded: after === undefined || isOutcomeUnknown(failure) ? undefined : false };
  }

  /** Returns the review state of the user on the server, without one if the user isn't a reviewer; undefined if it can't be read. */
  async #ownState(key: MergeRequestKey): Promise<{ readonly state: string | undefined } | undefined> {
    const { mergeRequests, userOf } = this.#deps;
    const now = await orUndefined(
      Promise.all([mergeRequests.refreshPart(key, 'reviewers'), userOf(key.base)]),
    );
    if (now?.[0] === undefined) return undefined;
    const [{ items }, { id }] = now;
    return { state: items.find(({ user }) => user.id === id)?.state };
  }
}

const STATES = { comment: 'reviewed', 'request-changes': 'requested_changes' } as const;

/** The service ignores the case of quick actions. */
const hasQuickActions = (text: string): boolean => /^\s*\/[a-z]/im.test(text);
