import type { User } from '../model';
import { USERS } from '../people';
import { addTodosForEdit } from '../todos/causes';
import type { World } from '../world';
import { publishDrafts, setReviewState } from './comments';
import type { MergeRequest } from './model';
import { addSystemNote } from './system-notes';

/** A quick action in the text of a comment. */
export interface QuickAction {
  readonly name: string;
  readonly value: string;
}

/** Quick actions that request reviews. */
const REQUEST_REVIEW: readonly string[] = ['request_review', 'assign_reviewer', 'reviewer'];
const SUBMIT_REVIEW = 'submit_review';
/** States that `/submit_review` sets. */
const SUBMITTED_STATES = ['reviewed', 'requested_changes'] as const;

/** The quick actions that the sandbox runs. All others remain part of the text. */
const KNOWN: readonly string[] = [...REQUEST_REVIEW, SUBMIT_REVIEW];

/**
 * Divides a comment into its quick actions and the rest of its text. Code blocks contain no quick actions. `ignores`: true
 * for quick actions that the server doesn't know.
 */
export function readQuickActions(
  body: string,
  ignores: (name: string) => boolean,
): { readonly actions: readonly QuickAction[]; readonly text: string } {
  const actions: QuickAction[] = [];
  const rest: string[] = [];
  let isCode = false;
  for (const line of body.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const [, name, value] = /^\/(\w+)(?:\s+(.*))?$/.exec(line.trimEnd()) ?? [];
    if (!isCode && name !== undefined && KNOWN.includes(name) && !ignores(name))
      actions.push({ name, value: value ?? '' });
    else rest.push(line);
  }
  return { actions, text: rest.join('\n').trim() };
}

/** True if everyone who can comment can use the quick action. The others require the permission to edit. */
export const isForReviewers = ({ name }: QuickAction): boolean => name === SUBMIT_REVIEW;

/**
 * Runs quick actions that request reviews, also from users who have reviewed already, and that submit a review
 * (server-behavior.md#request-another-review, server-behavior.md#submit-review). Returns a summary.
 */
export function runQuickActions(
  world: World,
  request: MergeRequest,
  author: User,
  actions: readonly QuickAction[],
): readonly string[] {
  return actions.map((action) => {
    if (isForReviewers(action)) return submitReview(world, request, author, action.value);
    const named = action.value.split(/[\s,]+/).map((name) => name.replace(/^@/, ''));
    const users = Object.values(USERS).filter(({ username }) => named.includes(username));
    for (const user of users) requestReview(world, request, author, user);
    const names = users.map(({ username }) => `@${username}`).join(' ');
    return users.length === 0 ? 'Failed to find users.' : `Requested a review from ${names}.`;
  });
}

/** Publishes the pending comments of a user, and sets the state of a reviewer. */
function submitReview(world: World, request: MergeRequest, author: User, value: string): string {
  publishDrafts(
    world,
    request,
    author,
    request.drafts.filter((draft) => draft.author === author),
  );
  const state = SUBMITTED_STATES.find((each) => each === value.trim());
  if (state !== undefined) finishReview(world, request, author, state);
  return 'Submitted the current review.';
}

/** Sets the state of a reviewer who submits a review, and records requested changes. */
export function finishReview(
  world: World,
  request: MergeRequest,
  author: User,
  state: (typeof SUBMITTED_STATES)[number],
): void {
  setReviewState(request, author, state);
  if (state === 'requested_changes') addSystemNote(world, request, { author, body: 'requested changes' });
}

function requestReview(world: World, request: MergeRequest, author: User, user: User): void {
  const others = request.reviewers.filter((each) => each.user !== user);
  const reviewer = request.reviewers.find((each) => each.user === user);
  if (reviewer === undefined) request.reviewers = [...others, { user, state: 'unreviewed', at: world.time }];
  else reviewer.state = 'unreviewed';
  request.approvedBy = request.approvedBy.filter((approval) => approval.user !== user);
  request.updatedAt = world.time;
  addSystemNote(world, request, { author, body: `requested review from @${user.username}` });
  const { assignees, description } = request;
  addTodosForEdit(world, request, author, { assignees, description, reviewers: others });
}
