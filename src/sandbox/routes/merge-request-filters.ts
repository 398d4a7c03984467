import type { ArgsOf } from '../../api/endpoint';
import type {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from '../../api/endpoints/merge-requests';
import { type Call, signedIn, userOf } from '../http/call';
import { momentOf } from '../http/moment';
import { refuse } from '../http/reply';
import { isDraft, type MergeRequest } from '../world/merge-requests/model';
import type { User } from '../world/model';

/** All filters of the three lists (server-behavior.md#list-filters). */
export type Filters = Partial<
  ArgsOf<typeof listMergeRequests> &
    Omit<ArgsOf<typeof listProjectMergeRequests>, 'id'> &
    Omit<ArgsOf<typeof listGroupMergeRequests>, 'id'>
>;

type Test = (request: MergeRequest) => boolean;
type Ids = number | string | readonly (number | string)[];

const none = (word: unknown): boolean => String(word).toLowerCase() === 'none';
const any = (word: unknown): boolean => String(word).toLowerCase() === 'any';

/**
 * Tests whether a merge request has all the given users, or none or any. User names are compared without
 * case.
 */
function people(of: (request: MergeRequest) => readonly User[], requested: Ids): Test {
  const list: readonly (number | string)[] = typeof requested === 'object' ? requested : [requested];
  if (list.length === 1 && (none(list[0]) || list[0] === 0)) return (request) => of(request).length === 0;
  if (list.length === 1 && any(list[0])) return (request) => of(request).length > 0;
  const wanted = list.map((each) => (typeof each === 'string' ? each.toLowerCase() : each));
  return (request) =>
    wanted.every((each) => of(request).some(({ id, username }) => each === id || each === username));
}

const author = ({ author: user }: MergeRequest): User[] => [user];
const assignees = (request: MergeRequest): readonly User[] => request.assignees;
const reviewers = (request: MergeRequest): User[] => request.reviewers.map(({ user }) => user);
const approvers = (request: MergeRequest): User[] => request.approvedBy.map(({ user }) => user);
const merger = ({ mergeUser }: MergeRequest): User[] => (mergeUser === undefined ? [] : [mergeUser]);

const hasLabels =
  (requested: readonly string[]): Test =>
  ({ labels }) => {
    if (requested.some(none)) return labels.length === 0;
    if (requested.some(any)) return labels.length > 0;
    return requested.every((name) => labels.includes(name));
  };

const hasMilestone =
  (requested: string): Test =>
  ({ milestone }) =>
    none(requested)
      ? milestone === undefined
      : any(requested)
        ? milestone !== undefined
        : milestone?.title === requested;

const hasReaction =
  (user: User | undefined, requested: string): Test =>
  ({ reactions }) => {
    const own = reactions.filter((each) => each.user === user).map(({ emoji }) => emoji);
    return none(requested) ? own.length === 0 : any(requested) ? own.length > 0 : own.includes(requested);
  };

/**
 * Simulated deployments: what is merged into the default branch is deployed to staging after a delay in
 * milliseconds.
 */
const ENVIRONMENT = 'staging';
const DEPLOYING_TAKES = 600_000;
function deployedAt({ mergedAt, targetBranch }: MergeRequest, now: number): number | undefined {
  if (mergedAt === undefined || targetBranch !== 'main') return undefined;
  const at = mergedAt + DEPLOYING_TAKES;
  return at <= now ? at : undefined;
}

const within =
  (
    of: (request: MergeRequest, now: number) => number | undefined,
    now: number,
    fits: (at: number) => boolean,
  ): Test =>
  (request) => {
    const at = of(request, now);
    return at !== undefined && fits(at);
  };

const created = ({ createdAt }: MergeRequest): number => createdAt;
const updated = ({ updatedAt }: MergeRequest): number => updatedAt;

const DATES = [
  ['created_after', created, 1],
  ['created_before', created, -1],
  ['updated_after', updated, 1],
  ['updated_before', updated, -1],
  ['deployed_after', deployedAt, 1],
  ['deployed_before', deployedAt, -1],
] as const;

const EXCLUSIVE = [
  ['author_id', 'author_username'],
  ['reviewer_id', 'reviewer_username'],
  ['merge_user_id', 'merge_user_username'],
] as const;

/** Defines how a filter tests a merge request. */
const row =
  <K extends keyof Filters>(name: K, test: (value: NonNullable<Filters[K]>, call: Call) => Test) =>
  (filters: Filters, call: Call): Test[] => {
    const value = filters[name];
    return isGiven(value) ? [test(value, call)] : [];
  };

/** Empty values in links count as missing. */
const isGiven = <T>(value: T): value is NonNullable<T> =>
  value !== undefined && value !== null && value !== '';

const ROWS = [
  row('state', (state) => (request) => state === 'all' || request.state === state),
  row('source_branch', (branch) => (request) => request.sourceBranch === branch),
  row('target_branch', (branch) => (request) => request.targetBranch === branch),
  row('iids', (iids) => (request) => iids.length === 0 || iids.includes(request.iid)),
  row('labels', (labels) => (labels.length === 0 ? () => true : hasLabels(labels))),
  row('milestone', hasMilestone),
  row('my_reaction_emoji', (emoji, call) => hasReaction(signedIn(call), emoji)),
  row('author_id', (id) => people(author, id)),
  row('author_username', (name) => people(author, name)),
  row('assignee_id', (id) => people(assignees, id)),
  row('reviewer_id', (id) => people(reviewers, id)),
  row('reviewer_username', (name) => people(reviewers, name)),
  row('merge_user_id', (id) => people(merger, id)),
  row('merge_user_username', (name) => people(merger, name)),
  row('approved_by_ids', (ids) => people(approvers, ids)),
  row('approved_by_usernames', (names) => people(approvers, names)),
  // The demo has no approval rules, so reviewers count as approvers.
  row('approver_ids', (ids) => people(reviewers, ids)),
  row(
    'approved',
    (word) => (request) =>
      request.approvedBy.length >= Math.max(1, request.approvalsRequired) === (word === 'yes'),
  ),
  row('wip', (word) => (request) => isDraft(request) === (word === 'yes')),
  row(
    'environment',
    (name, { world }) =>
      (request) =>
        name === ENVIRONMENT && deployedAt(request, world.time) !== undefined,
  ),
];

/** The filters in the `not` hash (server-behavior.md#list-filters). */
const NOT: Partial<Record<string, (value: unknown, call: Call) => Test>> = {
  labels:
    (value) =>
    ({ labels }) =>
      Array.isArray(value) && labels.some((label) => value.includes(label)),
  milestone: (value) => hasMilestone(String(value)),
  author_id: (value) => people(author, Number(value)),
  author_username: (value) => people(author, String(value)),
  assignee_id: (value) => people(assignees, Number(value)),
  assignee_username: (value) => people(assignees, String(value)),
  reviewer_id: (value) => people(reviewers, Number(value)),
  reviewer_username: (value) => people(reviewers, String(value)),
  my_reaction_emoji: (value, call) => hasReaction(signedIn(call), String(value)),
};

/** Returns the filtered and sorted merge requests of a list. */
export function filtered(
  call: Call,
  all: readonly MergeRequest[],
  filters: Filters,
  scope: 'created_by_me' | 'all',
): MergeRequest[] {
  const tests = [...testsOf(call, filters), ...scopeTests(call, filters.scope ?? scope)];
  const found = all.filter((request) => tests.every((test) => test(request)));
  const key = KEYS[filters.order_by ?? 'created_at'];
  found.sort((a, b) => compare(key(a), key(b)) || a.id - b.id);
  return filters.sort === 'asc' ? found : found.reverse();
}

function testsOf(call: Call, filters: Filters): Test[] {
  for (const [one, other] of EXCLUSIVE) {
    if (filters[one] !== undefined && filters[other] !== undefined) {
      throw refuse.invalid(`${one}, ${other} are mutually exclusive`);
    }
  }
  const tests = ROWS.flatMap((each) => each(filters, call));
  for (const [name, of, sign] of DATES) {
    const value = filters[name];
    if (value === undefined || value === '') continue;
    const at = momentOf(value);
    if (Number.isNaN(at)) throw refuse.invalid(`${name} is invalid`);
    tests.push(within(of, call.world.time, (time) => (time - at) * sign >= 0));
  }
  for (const [name, value] of Object.entries(filters.not ?? {})) {
    const test = value === undefined ? undefined : NOT[name]?.(value, call);
    if (test !== undefined) tests.push((request) => !test(request));
  }
  if (filters.search !== undefined && filters.search.trim() !== '') tests.push(searched(filters));
  return tests;
}

/**
 * True if each word occurs in one of the fields: filters `search` and `in` (server-behavior.md#list-filters).
 */
function searched({ search = '', in: places = ['title', 'description'] }: Filters): Test {
  if (!places.every((place) => place === 'title' || place === 'description')) {
    throw refuse.invalid('in does not have a valid value');
  }
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ title, description }) => {
    const text = [places.includes('title') ? title : '', places.includes('description') ? description : '']
      .join('\n')
      .toLowerCase();
    return terms.every((word) => text.includes(word));
  };
}

function scopeTests(call: Call, scope: NonNullable<Filters['scope']>): Test[] {
  if (scope === 'all') return [];
  // Scopes other than `all` require a signed-in user (server-behavior.md#access).
  const user = userOf(call) ?? signedIn(call);
  return [scope === 'created_by_me' ? people(author, user.id) : people(assignees, user.id)];
}

const KEYS: Readonly<Record<NonNullable<Filters['order_by']>, (request: MergeRequest) => string | number>> = {
  created_at: created,
  updated_at: updated,
  title: ({ title }) => title.toLowerCase(),
};

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
