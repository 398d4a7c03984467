import { allResolved } from '../../world/merge-requests/discussions';
import { labelOf } from '../../world/merge-requests/labels';
import type { MergeRequest } from '../../world/merge-requests/model';
import { pushText } from '../../world/merge-requests/push-notes';
import type { StateEvent } from '../../world/merge-requests/resource-events';
import { addSystemNote } from '../../world/merge-requests/system-notes';
import type { User } from '../../world/model';
import type { World } from '../../world/world';
import type { DemoChange } from './request';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Adds the changes that led to the state of a past merge request, and the additional changes of the table, as
 * if they had been recorded when they happened (server-behavior.md#activity).
 */
export function addHistory(world: World, request: MergeRequest, changes: readonly DemoChange[]): void {
  const { author, createdAt, discussions } = request;
  const others = request.assignees.filter((user) => user !== author);
  const note = (at: number, by: User, body: string): void => {
    addSystemNote(world, request, { author: by, body, at });
  };
  if (others.length > 0) note(createdAt + MINUTE, author, `assigned to ${list(others)}`);
  for (const { user, at } of request.reviewers) note(at, author, `requested review from @${user.username}`);
  for (const { user, at } of request.approvedBy) note(at, user, 'approved this merge request');
  notePushes(request, note);
  addLabels(world, request);
  addStates(world, request);
  const resolvedAt = discussions.flatMap(({ notes }) => notes.flatMap((each) => each.resolvedAt ?? []));
  if (resolvedAt.length > 0 && allResolved(discussions))
    note(Math.max(...resolvedAt), author, 'resolved all threads');
  for (const { by, text, daysAgo } of changes) note(world.time - daysAgo * DAY, by, text);
  discussions.sort((a, b) => (a.notes[0]?.at ?? 0) - (b.notes[0]?.at ?? 0));
}

const list = (users: readonly User[]): string => users.map(({ username }) => `@${username}`).join(' and ');

function notePushes(request: MergeRequest, note: (at: number, by: User, body: string) => void): void {
  for (const [index, after] of request.versions.entries()) {
    const before = request.versions[index - 1];
    const commit = request.source.commits.get(after.head);
    if (before === undefined || commit === undefined) continue;
    note(after.at, request.author, pushText(request, { before, after, commits: [commit] }));
  }
}

function addLabels(world: World, { events, labels, milestone, author, createdAt }: MergeRequest): void {
  const facts = { user: author, at: createdAt + MINUTE, action: 'add' } as const;
  for (const name of labels)
    events.labels.push({ ...facts, id: world.mergeRequests.nextNumber(), label: labelOf(name) });
  if (milestone !== undefined)
    events.milestones.push({ ...facts, id: world.mergeRequests.nextNumber(), milestone });
}

function addStates(world: World, request: MergeRequest): void {
  const { closedAt, closedBy, mergedAt, mergeUser } = request;
  const add = (at: number | undefined, user: User | undefined, state: StateEvent['state']): void => {
    if (at === undefined || user === undefined) return;
    request.events.states.push({ id: world.mergeRequests.nextNumber(), user, at, state });
  };
  add(closedAt, closedBy, 'closed');
  add(mergedAt, mergeUser, 'merged');
}
