import type { MergeRequestAction } from '../../domain/merge-requests/rules';
import type { Suggestion } from '../../schemas/panel-message';
import { EMOJI_NAMES } from './emoji-names';
import type { Person } from './model';
import { quickActions } from './quick-actions';

/** Maximum number of suggestions. */
const MAX = 12;

/** Returns emojis whose name contains a text; first those that start with it. */
export function emojiSuggestions(typed: string): readonly Suggestion[] {
  const wanted = typed.toLowerCase();
  return bestFirst(EMOJI_NAMES, ([name]) => name, wanted).map(([name, emoji]) => ({
    value: `:${name}:`,
    label: `${emoji} ${name}`,
  }));
}

/** Returns quick actions whose name contains a text. */
export function quickActionSuggestions(
  typed: string,
  actions: readonly MergeRequestAction[],
): readonly Suggestion[] {
  return bestFirst(quickActions(actions), ({ name }) => name, typed.toLowerCase(), Infinity).map(
    ({ name, value, title }) => ({
      value: `/${name}`,
      label: value === undefined ? `/${name}` : `/${name} ${value}`,
      detail: title(),
    }),
  );
}

/** Returns people whose name or user name contains a text. */
export function personSuggestions(people: readonly Person[], typed: string): readonly Suggestion[] {
  const wanted = typed.toLowerCase();
  return people
    .filter(({ name, username }) => `${username} ${name}`.toLowerCase().includes(wanted))
    .slice(0, MAX)
    .map(({ name, username }) => ({ value: `@${username}`, label: `@${username}`, detail: name }));
}

/** Returns the reference of a label or milestone. Names with other characters are quoted. */
export const namedReference = (sign: '~' | '%', name: string): string =>
  /^[\p{L}\p{N}_.-]+$/u.test(name) && !/^\d+$/.test(name) ? `${sign}${name}` : `${sign}"${name}"`;

/** Joins suggestions, without repeating a value. */
export const mergedSuggestions = (...lists: readonly (readonly Suggestion[])[]): readonly Suggestion[] =>
  [...new Map(lists.flat().map((each) => [each.value, each])).values()].slice(0, MAX);

function bestFirst<T>(
  all: readonly T[],
  nameOf: (each: T) => string,
  wanted: string,
  max = MAX,
): readonly T[] {
  const fitting = all.filter((each) => nameOf(each).includes(wanted));
  const starts = (each: T): number => (nameOf(each).startsWith(wanted) ? 0 : 1);
  return fitting.sort((a, b) => starts(a) - starts(b)).slice(0, max);
}
