import type { ReviewSubmission, SubmittedReview } from '../../../app/discussions/review-submission';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { ignoreFailure } from '../../../base/background';
import { t } from '../../../base/localize';
import { failureText } from '../../../presentation/shared/error-messages';
import type { Verdict } from '../../../schemas/verdict';
import type { Prompts } from '../../shared/editor/prompts';
import type { CommentCommandDeps } from './comment-deps';
import type { ReviewOffer } from './review-offer';
import { showPostResult } from './send-comment';

export interface PageReviewDeps extends Pick<
  CommentCommandDeps,
  'discussions' | 'discussionActions' | 'report'
> {
  readonly submission: Pick<ReviewSubmission, 'submit'>;
  /** Approves the commit that the user reviewed, and shows the result. Returns false if it isn't approved. */
  readonly approve: (key: MergeRequestKey, sha: string | undefined) => Promise<boolean>;
  /** Marks the version with this commit as reviewed. */
  readonly recordReview: (key: MergeRequestKey, sha: string) => Promise<void>;
  readonly offer: Pick<ReviewOffer, 'submitted'>;
  readonly openMergeRequest: (key: MergeRequestKey) => Promise<void>;
  readonly prompts: Pick<Prompts, 'progress' | 'showMessage' | 'showStatus'>;
}

interface Review {
  readonly verdict: Verdict;
  /** Markdown; empty for none. */
  readonly summary: string;
  /** Whether to open the next merge request that needs attention, or to offer it. */
  readonly next: 'open' | 'offer';
  /** The commit to approve, which the user has seen. */
  readonly sha: string | undefined;
}

/** `problem`: why the review isn't finished. */
interface Outcome {
  readonly problem: string | undefined;
  /** False if the text is on the server, or stored as an unsent comment. */
  readonly keepsSummary: boolean;
}

/** Submits reviews from the page of a merge request, and reports the result. */
export class PageReview {
  readonly #deps: PageReviewDeps;

  constructor(deps: PageReviewDeps) {
    this.#deps = deps;
  }

  async submit(key: MergeRequestKey, review: Review): Promise<Outcome> {
    const { prompts, submission } = this.#deps;
    const { verdict, summary } = review;
    let submitted: SubmittedReview;
    try {
      submitted = await prompts.progress.inStatusBar(t('Submitting the review of !{0}…', key.iid), () =>
        submission.submit(key, verdict, summary),
      );
    } catch (error) {
      return { problem: this.#report(t("Couldn't submit the review."), error), keepsSummary: true };
    }
    const unchecked = this.#showSummaryResult(key, submitted.summary);
    const problem = (await this.#finish(key, review, submitted)) ?? unchecked;
    return { problem, keepsSummary: unchecked !== undefined };
  }

  /** Runs the steps after the comments were submitted. Returns what failed. */
  async #finish(
    key: MergeRequestKey,
    { verdict, next, sha }: Review,
    submitted: SubmittedReview,
  ): Promise<string | undefined> {
    const isSent = submitted.comments > 0 || isSentSummary(submitted.summary);
    // An approval marks the version as reviewed itself.
    if (sha !== undefined && verdict !== 'approve' && (isSent || submitted.isRecorded === true))
      ignoreFailure(this.#deps.recordReview(key, sha));
    if (verdict === 'approve') {
      const problem = await this.#approve(key, sha, notApproved(key, isSent));
      if (problem !== undefined) return problem;
    } else if (verdict === 'request-changes' && submitted.isRecorded !== true) {
      this.#showNotRecorded(key, submitted);
      return undefined;
    } else if (!isSent)
      return submitted.summary === undefined
        ? t('!{0} no longer has pending comments of yours.', key.iid)
        : undefined;
    await this.#deps.offer.submitted(key, { count: submitted.comments, verdict, next });
    return undefined;
  }

  /** Returns why the merge request isn't approved. `what`: the message, with the steps that were done. */
  async #approve(key: MergeRequestKey, sha: string | undefined, what: string): Promise<string | undefined> {
    try {
      return (await this.#deps.approve(key, sha)) ? undefined : what;
    } catch (error) {
      return this.#report(what, error);
    }
  }

  #report(what: string, error: unknown): string {
    this.#deps.report(what, error);
    return failureText(what, error);
  }

  #showNotRecorded(key: MergeRequestKey, submitted: SubmittedReview): void {
    this.#deps.prompts.showMessage('info', notRecorded(new URL(key.base).host, submitted), []);
  }

  /** Returns a message if it isn't known whether the summary was sent. */
  #showSummaryResult(key: MergeRequestKey, summary: SubmittedReview['summary']): string | undefined {
    if (summary === 'unknown') {
      const message = t("Couldn't check whether the summary was added to !{0}.", key.iid);
      const open = { title: t('Open Merge Request'), run: () => this.#deps.openMergeRequest(key) };
      this.#deps.prompts.showMessage('info', message, [open]);
      return message;
    }
    if (summary !== undefined) showPostResult(this.#deps, summary);
    return undefined;
  }
}

const notApproved = ({ iid }: MergeRequestKey, isSent: boolean): string =>
  isSent
    ? t("The comments on !{0} were submitted, but it couldn't be approved.", iid)
    : t("Couldn't approve !{0}.", iid);

const isSentSummary = (summary: SubmittedReview['summary']): boolean =>
  summary !== undefined && summary !== 'unknown' && summary.kind !== 'kept';

/** Returns the message that the server didn't request changes. */
function notRecorded(host: string, { isRecorded, addedComment }: SubmittedReview): string {
  if (addedComment !== undefined)
    return t(
      'Review submitted. {0} can\'t request changes, and added the comment "{1}" instead. You can delete it.',
      host,
      addedComment,
    );
  return isRecorded === false
    ? t("Review submitted. {0} didn't record that you requested changes.", host)
    : t("Review submitted. Couldn't check whether {0} recorded that you requested changes.", host);
}
