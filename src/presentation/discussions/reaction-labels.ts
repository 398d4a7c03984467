import { t } from '../../base/localize';
import { listText } from '../shared/format';
import { plainText } from '../shared/plain-text';

/** An emoji on a comment, with the users who added it. */
export interface ReactionOf {
  readonly name: string;
  readonly emoji: string | undefined;
  readonly by: readonly { readonly username: string; readonly name?: string | null | undefined }[];
}

/** An emoji below a comment. */
export interface ShownReaction {
  /** The server's name. */
  readonly name: string;
  /** The character, or the name between colons if there is none. */
  readonly label: string;
  readonly count: number;
  /** The user added it. */
  readonly own: boolean;
  /** Name of the emoji, and the users who added it. */
  readonly description: string;
}

/** Emojis that can be added, in this order, with the server's names. */
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

/** Longer than any single emoji with its modifiers. */
const MAX_EMOJI_LENGTH = 24;
/** Maximum number of names; the other users are counted. */
const MAX_NAMES = 10;

/** Returns the reactions to a comment. */
export function shownReactions(
  reactions: readonly ReactionOf[],
  reader: string | undefined,
): readonly ShownReaction[] {
  return reactions.map(({ name, emoji, by }) => ({
    name,
    label: labelOf(name, emoji),
    count: by.length,
    own: reader !== undefined && by.some(({ username }) => username === reader),
    description: `${plainText(name.replaceAll('_', ' '))}: ${names(by)}`,
  }));
}

/** Returns the reactions to a comment, and those that can be added. */
export function reactionChoices(
  reactions: readonly ReactionOf[],
  reader: string | undefined,
): readonly ShownReaction[] {
  const there = shownReactions(reactions, reader);
  const more = OFFERED.filter(([name]) => !there.some((each) => each.name === name));
  return [
    ...there,
    ...more.map(([name, label]) => ({
      name,
      label,
      count: 0,
      own: false,
      description: name.replaceAll('_', ' '),
    })),
  ];
}

function labelOf(name: string, emoji: string | undefined): string {
  const known = emoji ?? OFFERED.find(([each]) => each === name)?.[1];
  return known === undefined || known === '' || known.length > MAX_EMOJI_LENGTH
    ? `:${plainText(name)}:`
    : plainText(known);
}

function names(by: ReactionOf['by']): string {
  const listed = by.slice(0, MAX_NAMES).map(({ name, username }) => plainText(name ?? username));
  const left = by.length - listed.length;
  return listText(left === 0 ? listed : [...listed, t('{0} more', left)]);
}
