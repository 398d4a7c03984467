import type { AwardedNotes } from '../../schemas/award-emoji';

/** Who gave an emoji. */
export interface Giver {
  readonly username: string;
  readonly name?: string | null | undefined;
}

/** One emoji on a comment, with all who gave it. */
export interface Reaction {
  /** As the server calls it, such as `thumbsup`. */
  readonly name: string;
  /** Undefined for emoji of a group's own, and before the server told it. */
  readonly emoji: string | undefined;
  /** In the order in which they gave it. */
  readonly by: readonly Giver[];
}

/** An emoji that a person gives to a comment, or takes back. */
export interface UserReaction {
  /** Number of the note. */
  readonly note: number;
  /** As the server calls it. */
  readonly name: string;
  readonly by: Giver;
}

/** By the number of the note; notes without any are left out. */
export type NoteReactions = ReadonlyMap<number, readonly Reaction[]>;

/** What several pages tell, each emoji in the order in which it was first given. */
export function reactionsByNote(pages: readonly AwardedNotes[]): NoteReactions {
  const found = new Map<number, readonly Reaction[]>();
  for (const note of pages.flatMap(({ nodes }) => nodes ?? [])) {
    const id = noteNumber(note?.id ?? '');
    const awards = note?.awardEmoji?.nodes ?? [];
    const byName = new Map<string, { name: string; emoji: string | undefined; by: Giver[] }>();
    for (const award of awards) {
      if (!award?.user) continue;
      const { name, emoji, user } = award;
      const reaction = byName.get(name) ?? { name, emoji: emoji ?? undefined, by: [] };
      reaction.by.push({ username: user.username, name: user.name });
      byName.set(name, reaction);
    }
    if (id !== undefined && byName.size > 0) found.set(id, [...byName.values()]);
  }
  return found;
}

/** `gid://gitlab/DiffNote/12`: kinds of notes differ in what stands before the number. */
function noteNumber(id: string): number | undefined {
  const number = /\/(\d+)$/.exec(id)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** What there is once a person gave an emoji. */
export function withReaction(notes: NoteReactions, reaction: UserReaction): NoteReactions {
  const { note, name } = reaction;
  const by: Giver = { username: reaction.by.username, name: reaction.by.name };
  const others = reactionsWithout(notes, reaction);
  const isKnown = others.some((each) => each.name === name);
  const all = isKnown
    ? others.map((each) => (each.name === name ? { ...each, by: [...each.by, by] } : each))
    : [...others, { name, emoji: undefined, by: [by] }];
  return withNoteReactions(notes, note, all);
}

/** What there is once a person took an emoji back. */
export const withoutReaction = (notes: NoteReactions, reaction: UserReaction): NoteReactions =>
  withNoteReactions(notes, reaction.note, reactionsWithout(notes, reaction));

function reactionsWithout(notes: NoteReactions, { note, name, by }: UserReaction): readonly Reaction[] {
  return (notes.get(note) ?? []).map((reaction) =>
    reaction.name === name
      ? { ...reaction, by: reaction.by.filter(({ username }) => username !== by.username) }
      : reaction,
  );
}

function withNoteReactions(
  notes: NoteReactions,
  note: number,
  reactions: readonly Reaction[],
): NoteReactions {
  const after = new Map(notes);
  const left = reactions.filter(({ by }) => by.length > 0);
  if (left.length === 0) after.delete(note);
  else after.set(note, left);
  return after;
}
