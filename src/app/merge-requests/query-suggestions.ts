import type { CallOptions, Client, Page } from '../../api/client';
import { listBranches, listLabels, listMembers, listMilestones } from '../../api/endpoints/repository';
import { isApiError, isCanceled } from '../../api/errors';
import { NONE_OR_ANY, type SuggestionKind } from '../../schemas/merge-request-query';
import { settleAll } from '../shared/settle-all';

/** A suggestion for a field: the value for the server, and its label. */
export interface Suggested {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
}

/** Why suggestions may be incomplete. */
export type SuggestionGap = 'no-project' | 'refused' | undefined;

export interface QuerySuggestionList {
  readonly items: readonly Suggested[];
  readonly gap: SuggestionGap;
}

/** Maximum number of suggestions. */
const MAX = 15;
/**
 * Maximum number of projects of a group or server to search: each requires a request whenever the user pauses
 * typing.
 */
const MAX_PROJECTS = 3;
const REACTIONS = [
  'thumbsup',
  'thumbsdown',
  'heart',
  'tada',
  'rocket',
  'eyes',
  'smile',
  'thinking',
  'confused',
];

interface Question {
  readonly kind: SuggestionKind;
  readonly typed: string;
  /** True if `None` and `Any` are valid values. */
  readonly allowsWildcards: boolean;
  /** IDs or paths of the projects to search. */
  readonly projects: readonly (number | string)[];
}

/**
 * Returns suggestions for a typed text from the first few projects. Ignores projects without access (403 or
 * 404); if none responds otherwise, `gap` is `refused`, and the user has to type the value. Other failures
 * reject, unless a project responded.
 */
export async function suggest(
  client: Client,
  { kind, typed, allowsWildcards, projects }: Question,
  options?: CallOptions,
): Promise<QuerySuggestionList> {
  const wanted = typed.trim();
  const fixed = allowsWildcards
    ? NONE_OR_ANY.filter((word) => word.toLowerCase().startsWith(wanted.toLowerCase()))
    : [];
  const fixedItems = fixed.map((word) => ({ value: word, label: word }));
  if (kind === 'reactions') {
    const fitting = REACTIONS.filter((name) => name.includes(wanted.toLowerCase()));
    return {
      items: [...fixedItems, ...fitting.map((name) => ({ value: name, label: name }))],
      gap: undefined,
    };
  }
  if (projects.length === 0) return { items: fixedItems, gap: 'no-project' };
  const { values, failures } = await settleAll(
    projects.slice(0, MAX_PROJECTS).map((id) => READ[kind](client, id, wanted.replace(/^@/, ''), options)),
  );
  const cancellation = failures.find(isCanceled);
  if (cancellation !== undefined) throw cancellation;
  if (values.length === 0) {
    const worse = failures.find(
      (error) => !isApiError(error, 'forbidden') && !isApiError(error, 'not-found'),
    );
    if (worse !== undefined) throw worse;
  }
  const byValue = new Map(values.flat().map((item) => [item.value, item]));
  return {
    items: [...fixedItems, ...byValue.values()].slice(0, MAX),
    gap: values.length === 0 ? 'refused' : undefined,
  };
}

/**
 * Returns the members of a project with their IDs as values; only the first page, which is enough for
 * suggestions.
 */
export async function peopleOf(
  client: Client,
  project: number | string,
  options?: CallOptions,
): Promise<readonly Suggested[]> {
  const { items } = await client.page(listMembers, { id: project, per_page: 100 }, options);
  return items.map(({ id, username }) => ({ value: String(id), label: `@${username}` }));
}

type Read = (
  client: Client,
  id: number | string,
  search: string,
  options?: CallOptions,
) => Promise<readonly Suggested[]>;

const READ: Readonly<Record<Exclude<SuggestionKind, 'reactions'>, Read>> = {
  usernames: async (client, id, query, options) =>
    each(await client.page(listMembers, { id, per_page: MAX, ...given({ query }) }, options), (user) => ({
      value: user.username,
      label: `@${user.username}`,
      detail: user.name,
    })),
  'user-ids': async (client, id, query, options) =>
    each(await client.page(listMembers, { id, per_page: MAX, ...given({ query }) }, options), (user) => ({
      value: String(user.id),
      label: `@${user.username}`,
      detail: `${user.name} · ${String(user.id)}`,
    })),
  labels: async (client, id, search, options) =>
    each(
      await client.page(listLabels, { id, per_page: MAX, ...given({ search }) }, options),
      ({ name, description }) => ({
        value: name,
        label: name,
        ...(description === null || description === undefined || description === ''
          ? {}
          : { detail: description }),
      }),
    ),
  milestones: async (client, id, search, options) =>
    each(
      await client.page(listMilestones, { id, per_page: MAX, ...given({ search }) }, options),
      ({ title, due_date: due }) => ({
        value: title,
        label: title,
        ...(typeof due === 'string' ? { detail: due } : {}),
      }),
    ),
  branches: async (client, id, search, options) =>
    each(
      await client.page(listBranches, { id, per_page: MAX, ...given({ search }) }, options),
      ({ name }) => ({
        value: name,
        label: name,
      }),
    ),
};

const each = <T>({ items }: Page<T>, suggested: (item: T) => Suggested): readonly Suggested[] =>
  items.map(suggested);

/** Omits an empty search. */
function given<K extends string>(one: Readonly<Record<K, string>>): Readonly<Record<K, string>> | object {
  return Object.values(one).some((value) => value !== '') ? one : {};
}
