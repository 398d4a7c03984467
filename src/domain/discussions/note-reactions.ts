import type { AwardedNotes } from '../../schemas/award-emoji';

/** A user who reacted. */
export interface ReactionUser {
  readonly username: string;
  readonly name?: string | null | undefined;
}

/** An emoji on a comment and the users who reacted with it. */
export interface Reaction {
  /** The server's name, for example `thumbsup`. */
  readonly name: string;
  /** Undefined for custom emoji, and until the server returns it. */
  readonly emoji: string | undefined;
  /** In the order of their reactions. */
  readonly by: readonly ReactionUser[];
}

/** A reaction that the user adds or removes. */
export interface UserReaction {
  /** ID of the note. */
  readonly note: number;
  /** The server's name. */
  readonly name: string;
  readonly by: ReactionUser;
}

/** Keyed by note ID; omits notes without reactions. */
export type NoteReactions = ReadonlyMap<number, readonly Reaction[]>;

/** Combines the reactions of several pages. Emoji are in the order in which they were first used. */
export function reactionsByNote(pages: readonly AwardedNotes[]): NoteReactions {
  const found = new Map<number, readonly Reaction[]>();
  for (const note of pages.flatMap(({ nodes }) => nodes ?? [])) {
    const id = noteNumber(note?.id ?? '');
    const awards = note?.awardEmoji?.nodes ?? [];
    const byName = new Map<string, { name: string; emoji: string | undefined; by: ReactionUser[] }>();
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

/** Parses IDs such as `gid://gitlab/DiffNote/12`; the prefix depends on the kind of note. */
function noteNumber(id: string): number | undefined {
  const number = /\/(\d+)$/.exec(id)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Returns the reactions with an added one. */
export function withReaction(notes: NoteReactions, reaction: UserReaction): NoteReactions {
  const { note, name } = reaction;
  const by: ReactionUser = { username: reaction.by.username, name: reaction.by.name };
  const others = reactionsWithout(notes, reaction);
  const isKnown = others.some((each) => each.name === name);
  const all = isKnown
    ? others.map((each) => (each.name === name ? { ...each, by: [...each.by, by] } : each))
    : [...others, { name, emoji: undefined, by: [by] }];
  return withNoteReactions(notes, note, all);
}

/** Returns the reactions without a removed one. */
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
