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

/** What there is once a person gave an emoji, or took it back. */
export function given(
  notes: NoteReactions,
  note: number,
  name: string,
  { username, name: called }: Giver,
  isGiven: boolean,
): NoteReactions {
  const before = notes.get(note) ?? [];
  const others = (reaction: Reaction): Reaction =>
    reaction.name === name
      ? { ...reaction, by: reaction.by.filter((each) => each.username !== username) }
      : reaction;
  const without = before.map(others);
  const known = without.some((each) => each.name === name);
  const all = !isGiven
    ? without
    : known
      ? without.map((each) =>
          each.name === name ? { ...each, by: [...each.by, { username, name: called }] } : each,
        )
      : [...without, { name, emoji: undefined, by: [{ username, name: called }] }];
  const after = new Map(notes);
  const left = all.filter(({ by }) => by.length > 0);
  if (left.length === 0) after.delete(note);
  else after.set(note, left);
  return after;
}
