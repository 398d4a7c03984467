import { locale, t } from '../../base/localize';
import { plainText } from '../shared/plain-text';

/** One emoji on a comment, with all who gave it. */
export interface ReactionOf {
  readonly name: string;
  readonly emoji: string | undefined;
  readonly by: readonly { readonly username: string; readonly name?: string | null | undefined }[];
}

/** An emoji below a comment. */
export interface ShownReaction {
  /** As the server calls it. */
  readonly name: string;
  /** What is seen: the character, or the name between colons where there is none. */
  readonly label: string;
  readonly count: number;
  /** The reader gave it. */
  readonly own: boolean;
  /** What it is, and who gave it. */
  readonly told: string;
}

/** What a person can give, in the order in which it is offered: by the names of the server. */
const OFFERED: readonly (readonly [name: string, emoji: string])[] = [
  ['thumbsup', '👍'],
  ['thumbsdown', '👎'],
  ['smile', '😄'],
  ['tada', '🎉'],
  ['confused', '😕'],
  ['heart', '❤️'],
  ['rocket', '🚀'],
  ['eyes', '👀'],
];

/** Longer than any one character with all that belongs to it. */
const MAX_EMOJI_LENGTH = 24;
/** More who gave it are told by number. */
const MAX_NAMES = 10;

/** What was given to a comment. */
export function shownReactions(
  reactions: readonly ReactionOf[],
  reader: string | undefined,
): readonly ShownReaction[] {
  return reactions.map(({ name, emoji, by }) => ({
    name,
    label: labelOf(name, emoji),
    count: by.length,
    own: reader !== undefined && by.some(({ username }) => username === reader),
    told: `${plainText(name.replaceAll('_', ' '))}: ${names(by)}`,
  }));
}

/** The same, with what can still be given. */
export function reactionChoices(
  reactions: readonly ReactionOf[],
  reader: string | undefined,
): readonly ShownReaction[] {
  const there = shownReactions(reactions, reader);
  const more = OFFERED.filter(([name]) => !there.some((each) => each.name === name));
  return [
    ...there,
    ...more.map(([name, label]) => ({ name, label, count: 0, own: false, told: name.replaceAll('_', ' ') })),
  ];
}

function labelOf(name: string, emoji: string | undefined): string {
  const known = emoji ?? OFFERED.find(([each]) => each === name)?.[1];
  return known === undefined || known === '' || known.length > MAX_EMOJI_LENGTH
    ? `:${plainText(name)}:`
    : plainText(known);
}

function names(by: ReactionOf['by']): string {
  const told = by.slice(0, MAX_NAMES).map(({ name, username }) => plainText(name ?? username));
  const left = by.length - told.length;
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(
    left === 0 ? told : [...told, t('{0} more', left)],
  );
}
