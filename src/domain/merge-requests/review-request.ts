/** Review states after which another review can be requested. Unknown states of newer servers aren't among them. */
const REVIEWED: readonly string[] = ['reviewed', 'approved', 'requested_changes', 'unapproved'];

/** States in which the server is waiting for the review. */
const REQUESTED: readonly string[] = ['unreviewed', 'review_started'];

/** Usernames go into the text of a quick action, which must not contain anything else. */
const USERNAME = /^[\w.-]+$/;

interface ReviewerFacts {
  readonly state: string;
  readonly user: { readonly username: string };
}

/** True if another review can be requested from a reviewer. */
export const canRequestAgain = (
  { state, user }: ReviewerFacts,
  mergeRequest: { readonly state: string },
): boolean => mergeRequest.state === 'opened' && REVIEWED.includes(state) && USERNAME.test(user.username);

export const isReviewRequested = (state: string): boolean => REQUESTED.includes(state);

/** The text of a comment that requests another review (server-behavior.md#request-another-review). */
export const reviewRequestText = (username: string): string => `/request_review @${username}`;

/**
 * The text of a comment that requests changes on servers that ignore the state when pending comments are submitted
 * (server-behavior.md#submit-review).
 */
export const REQUEST_CHANGES = '/submit_review requested_changes';

/** Thrown if the server doesn't know the quick action. It has added the text as a comment. */
export class QuickActionIgnoredError extends Error {
  override readonly name = 'QuickActionIgnoredError';
  readonly text: string;

  constructor(text: string) {
    super(`the server added the quick action as a comment: ${text}`);
    this.text = text;
  }
}
