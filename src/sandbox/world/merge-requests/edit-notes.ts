import type { User } from '../model';
import type { World } from '../world';
import { humanOf } from './duration';
import { labelOf } from './labels';
import { isDraft, type MergeRequest } from './model';
import { addSystemNote } from './system-notes';

/** Returns the text of a change, with the wording of the service; undefined if there was none. */
type TextOf = (before: MergeRequest, after: MergeRequest) => string | undefined;

const draftless = (title: string): string =>
  title.replace(/^(?:\s*(?:\[draft\]|\(draft\)|draft:|draft\s*-))+\s*/i, '');

const list = (users: readonly User[]): string =>
  users
    .map(({ username }) => `@${username}`)
    .join(', ')
    .replace(/, ([^,]+)$/, ' and $1');

const missingIn = (users: readonly User[], others: readonly User[]): readonly User[] =>
  users.filter((user) => !others.includes(user));

const people = (
  before: readonly User[],
  after: readonly User[],
  [addition, removal]: readonly [string, string],
): string | undefined => {
  const [added, removed] = [missingIn(after, before), missingIn(before, after)];
  const texts = [
    ...(added.length === 0 ? [] : [`${addition} ${list(added)}`]),
    ...(removed.length === 0 ? [] : [`${removal} ${list(removed)}`]),
  ];
  return texts.length === 0 ? undefined : texts.join(' and ');
};

const reviewersOf = ({ reviewers }: MergeRequest): readonly User[] => reviewers.map(({ user }) => user);

/** Marks the part that differs, as the service does: `**Fix {-a-} bug**`. */
function titleText(before: string, after: string): string {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const marked = (title: string, sign: string): string => {
    const changed = title.slice(start, title.length - end);
    const inner = changed === '' ? '' : `{${sign}${changed}${sign}}`;
    return `**${title.slice(0, start)}${inner}${title.slice(title.length - end)}**`;
  };
  return `changed title from ${marked(before, '-')} to ${marked(after, '+')}`;
}

const TEXTS: readonly TextOf[] = [
  (before, after) =>
    isDraft(before) === isDraft(after)
      ? undefined
      : `marked this merge request as **${isDraft(after) ? 'draft' : 'ready'}**`,
  (before, after) =>
    draftless(before.title) === draftless(after.title) ? undefined : titleText(before.title, after.title),
  (before, after) => (before.description === after.description ? undefined : 'changed the description'),
  (before, after) =>
    before.targetBranch === after.targetBranch
      ? undefined
      : `changed target branch from \`${before.targetBranch}\` to \`${after.targetBranch}\``,
  (before, after) => people(before.assignees, after.assignees, ['assigned to', 'unassigned']),
  (before, after) =>
    people(reviewersOf(before), reviewersOf(after), ['requested review from', 'removed review request for']),
  (before, after) =>
    (before.discussionLocked ?? false) === (after.discussionLocked ?? false)
      ? undefined
      : `${after.discussionLocked === true ? 'locked' : 'unlocked'} the discussion in this merge request`,
  (before, after) => {
    if (before.estimate === after.estimate) return undefined;
    return after.estimate === 0
      ? 'removed time estimate'
      : `changed time estimate to ${humanOf(after.estimate) ?? ''}`;
  },
  (before, after) => {
    const added = after.spent - before.spent;
    if (added === 0) return undefined;
    if (after.spent === 0) return 'removed time spent';
    return `${added < 0 ? 'subtracted' : 'added'} ${humanOf(Math.abs(added)) ?? ''} of time spent`;
  },
];

/**
 * Runs a change by a user and records what it changed: labels and the milestone as events, everything else as
 * system notes (server-behavior.md#activity).
 */
export function recordEdits<T>(world: World, request: MergeRequest, user: User, change: () => T): T {
  const before = { ...request };
  const result = change();
  recordEvents(world, before, request, user);
  for (const textOf of TEXTS) {
    const body = textOf(before, request);
    if (body !== undefined) addSystemNote(world, request, { author: user, body });
  }
  return result;
}

function recordEvents(world: World, before: MergeRequest, after: MergeRequest, user: User): void {
  const { events } = after;
  const facts = () => ({ id: world.mergeRequests.nextNumber(), user, at: world.time });
  for (const name of after.labels.filter((each) => !before.labels.includes(each)))
    events.labels.push({ ...facts(), label: labelOf(name), action: 'add' });
  for (const name of before.labels.filter((each) => !after.labels.includes(each)))
    events.labels.push({ ...facts(), label: labelOf(name), action: 'remove' });
  const [old, fresh] = [before.milestone, after.milestone];
  if (old === fresh) return;
  if (fresh !== undefined) events.milestones.push({ ...facts(), milestone: fresh, action: 'add' });
  else if (old !== undefined) events.milestones.push({ ...facts(), milestone: old, action: 'remove' });
}
