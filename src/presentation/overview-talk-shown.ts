import { isSpoken, threadState } from '../domain/threads';
import type { TalkModel, TalkThread } from './overview-talk-model';

/** The id of the heading of a thread on the page, by the number of its first comment. */
export const threadElement = (note: number): string => `thread-${note}`;

/** Threads, replies of one, and characters in all, above which the rest is told by number. */
const MOST_THREADS = 50;
const MOST_REPLIES = 20;
const MOST_CHARACTERS = 300_000;

/** A thread with the comments of it that are shown: the first, and the newest of those that answer it. */
export interface ShownThread {
  readonly thread: TalkThread;
  readonly notes: readonly TalkThread['notes'][number][];
  /** Replies between the two that are left out. */
  readonly left: number;
}

export interface ShownTalk {
  /** The newest of the general ones, the oldest of them first. */
  readonly threads: readonly ShownThread[];
  /** How many general ones there are. */
  readonly general: number;
  /** How many stand at lines. */
  readonly atLines: number;
}

/** What of the threads is shown: a page holds only so much. The newest one always is. */
export function shownTalk(spoken: readonly TalkThread[]): ShownTalk {
  const general = spoken.filter((thread) => !isAtLines(thread));
  const shown: ShownThread[] = [];
  let characters = 0;
  for (const thread of general.slice(-MOST_THREADS).reverse()) {
    const each = shortened(thread);
    characters += each.notes.reduce((sum, { body }) => sum + body.length, 0);
    if (characters > MOST_CHARACTERS && shown.length > 0) break;
    shown.push(each);
  }
  return { threads: shown.reverse(), general: general.length, atLines: spoken.length - general.length };
}

/** Threads at lines that wait for somebody. */
export const openAtLines = ({ known }: TalkModel): number =>
  (known?.threads ?? []).filter(
    (thread) => isSpoken(thread) && isAtLines(thread) && threadState(thread) === 'open',
  ).length;

const isAtLines = ({ notes }: TalkThread): boolean =>
  notes.some(({ position }) => position !== null && position !== undefined);

function shortened(thread: TalkThread): ShownThread {
  const said = thread.notes.filter(({ system }) => !system);
  const replies = said.slice(1);
  const notes = [...said.slice(0, 1), ...replies.slice(-MOST_REPLIES)];
  return { thread, notes, left: said.length - notes.length };
}
