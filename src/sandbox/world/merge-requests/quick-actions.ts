import type { User } from '../model';
import { USERS } from '../people';
import { edited } from '../todos/causes';
import type { World } from '../world';
import type { MergeRequest } from './model';
import { addSystemNote } from './system-notes';

/** A quick action in the text of a comment. */
export interface QuickAction {
  readonly name: string;
  readonly value: string;
}

/** The quick actions that the sandbox runs. All others remain part of the text. */
const REQUEST_REVIEW: readonly string[] = ['request_review', 'assign_reviewer', 'reviewer'];

/** Divides a comment into its quick actions and the rest of its text. Code blocks contain no quick actions. */
export function readQuickActions(body: string): {
  readonly actions: readonly QuickAction[];
  readonly text: string;
} {
  const actions: QuickAction[] = [];
  const rest: string[] = [];
  let isCode = false;
  for (const line of body.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const [, name, value] = /^\/(\w+)(?:\s+(.*))?$/.exec(line.trimEnd()) ?? [];
    if (!isCode && name !== undefined && REQUEST_REVIEW.includes(name))
      actions.push({ name, value: value ?? '' });
    else rest.push(line);
  }
  return { actions, text: rest.join('\n').trim() };
}

/**
 * Runs quick actions that request reviews, also from users who have reviewed already
 * (server-behavior.md#request-another-review). Returns a summary.
 */
export function runQuickActions(
  world: World,
  request: MergeRequest,
  author: User,
  actions: readonly QuickAction[],
): readonly string[] {
  return actions.map(({ value }) => {
    const named = value.split(/[\s,]+/).map((name) => name.replace(/^@/, ''));
    const users = Object.values(USERS).filter(({ username }) => named.includes(username));
    for (const user of users) requestReview(world, request, author, user);
    const names = users.map(({ username }) => `@${username}`).join(' ');
    return users.length === 0 ? 'Failed to find users.' : `Requested a review from ${names}.`;
  });
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
  edited(world, request, author, { assignees, description, reviewers: others });
}
