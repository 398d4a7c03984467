import type { CallOptions, Client, Page } from '../../api/client';
import { listBranches, listLabels, listMembers, listMilestones } from '../../api/endpoints/repository';
import { isApiError, isCancelled } from '../../api/errors';
import { WORDS } from '../../domain/merge-requests/filters';
import { settleAll } from '../shared/settle-all';

/** What a field of the form wants suggestions of. */
export const SUGGESTION_KINDS = [
  'usernames',
  'user-ids',
  'labels',
  'milestones',
  'branches',
  'reactions',
] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

/** Something to put into a field: what the server takes, and what a person reads. */
export interface Suggested {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
}

/** Why there may be less than the server knows. */
export type SuggestionGap = 'no-project' | 'refused' | undefined;

export interface QuerySuggestionList {
  readonly items: readonly Suggested[];
  readonly gap: SuggestionGap;
}

/** As many as a person looks through. */
const MAX = 15;
/** So many projects of a group or a server are asked: each takes a request for each pause in typing. */
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
  /** True where `None` and `Any` may be chosen. */
  readonly words: boolean;
  /** Ids or paths of projects that may know something fitting. */
  readonly projects: readonly (number | string)[];
}

/**
 * What fits what was typed, from the first few projects. A project that may not be asked (403) or is not there (404)
 * gives nothing, which is told: then it has to be typed. Other failures reject, unless another project answered.
 */
export async function suggest(
  client: Client,
  { kind, typed, words, projects }: Question,
  options?: CallOptions,
): Promise<QuerySuggestionList> {
  const wanted = typed.trim();
  const fixed = words ? WORDS.filter((word) => word.toLowerCase().startsWith(wanted.toLowerCase())) : [];
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
  const cancelled = failures.find(isCancelled);
  if (cancelled !== undefined) throw cancelled;
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

/** Members of a project as they are called, by their numbers; of the first page, which is enough for a hint. */
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

/** An empty search is none. */
function given<K extends string>(one: Readonly<Record<K, string>>): Readonly<Record<K, string>> | object {
  return Object.values(one).some((value) => value !== '') ? one : {};
}
