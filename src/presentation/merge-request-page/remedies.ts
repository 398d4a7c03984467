import { pipelineNeed } from '../../domain/merge-requests/merge-pipeline';
import { type MergeRemedy, mergeStatusFacts } from '../../domain/merge-requests/merge-status';
import { canRequestAgain } from '../../domain/merge-requests/review-request';
import { isOwn } from '../../domain/merge-requests/rules';
import { isOffered } from './buttons';
import { isPageReadOnly } from './comment-rules';
import type { MergeRequestPageModel } from './model';

/** Returns the remedies for the merge status, likeliest first. */
export function remediesOf({ mergeRequest: request }: MergeRequestPageModel): readonly MergeRemedy[] {
  const { detailed_merge_status: status, draft, merge_error: error } = request;
  const remedies = mergeStatusFacts(status)?.remedies ?? [];
  // A failed rebase would fail again; the conflicts must be resolved in a clone.
  const first: readonly MergeRemedy[] =
    (error ?? '') !== '' && remedies.includes('rebase') ? ['resolveConflicts', 'checkOut'] : [];
  // The server reports the draft status only after all other checks.
  const ready: readonly MergeRemedy[] = draft ? ['markReady'] : [];
  return [...new Set([...ready, ...first, ...remedies])];
}

/** Remedies that require write permission. */
const WRITING: readonly MergeRemedy[] = [
  'rebase',
  'resolveConflicts',
  'markReady',
  'createPipeline',
  'editTitle',
  'reopen',
];

/**
 * True unless the user is known to lack permission: authors can change their merge requests, others need
 * permission to merge.
 */
export const isPermitted = (
  { mergeRequest: { user, author }, me }: MergeRequestPageModel,
  remedy: MergeRemedy,
): boolean =>
  !WRITING.includes(remedy) || user?.can_merge !== false || (me !== undefined && author?.username === me);

/** True if the merge request is ready to merge, but the user doesn't have permission. */
export const isReadyWithoutPermission = ({
  mergeRequest: { detailed_merge_status: status, user },
}: MergeRequestPageModel): boolean =>
  user?.can_merge === false && mergeStatusFacts(status)?.readiness === 'ready';

/** True if the user is a reviewer who hasn't reviewed yet. */
export const awaitsReviewByUser = ({ parts: { reviewers }, me }: MergeRequestPageModel): boolean =>
  me !== undefined &&
  reviewers?.items.some(({ user, state }) => user.username === me && TO_REVIEW.includes(state)) === true;

const TO_REVIEW: readonly string[] = ['unreviewed', 'review_started'];

/** True if approving requires the password, which only the server's web interface can request. */
export const needsPassword = ({ actions, parts: { approvals } }: MergeRequestPageModel): boolean =>
  actions.includes('approve') && approvals?.require_password_to_approve === true;

/** Statuses in which the server is waiting for what auto-merge waits for. */
const AUTO_MERGE_WAITS: readonly (string | null | undefined)[] = [
  'ci_still_running',
  'ci_must_pass',
  'checking',
  'unchecked',
  'merge_time',
  'mergeable',
];

/** True if the server merges as soon as the pipeline succeeds, and nothing else has to happen. */
export const isSetToAutoMerge = ({
  merge_when_pipeline_succeeds: isSet,
  detailed_merge_status: status,
  ...facts
}: MergeRequestPageModel['mergeRequest']): boolean =>
  isSet &&
  AUTO_MERGE_WAITS.includes(status) &&
  pipelineNeed({ ...facts, detailed_merge_status: status }) !== 'fix';

/** The next step after a reviewer requested changes. */
interface StepAfterRequest {
  readonly act: 'submitReview' | 'requestReview';
  readonly reviewer?: { readonly id: number; readonly name: string };
}

/**
 * Returns the next step if requested changes block the merge: the reviewer who requested them reviews again,
 * and the author requests another review. Undefined for others.
 */
export function requestedChanges(model: MergeRequestPageModel): StepAfterRequest | undefined {
  const { mergeRequest, me, parts, discussions, actions } = model;
  if (mergeRequest.detailed_merge_status !== 'requested_changes' || me === undefined) return undefined;
  const requesters = (parts.reviewers?.items ?? []).filter(({ state }) => state === 'requested_changes');
  if (requesters.some(({ user }) => user.username === me)) {
    const { known } = discussions;
    const canReview = known !== undefined && known.missing === undefined && !isPageReadOnly(model);
    return canReview ? { act: 'submitReview' } : undefined;
  }
  const reviewer = requesters.find((each) => canRequestAgain(each, mergeRequest))?.user;
  return reviewer !== undefined && isOwn(mergeRequest, me) && isOffered('requestReview', actions)
    ? { act: 'requestReview', reviewer }
    : undefined;
}
