import { isSpoken, threadState } from '../../domain/review/threads';
import type { TalkModel, TalkThread } from './discussion-model';

/** The id of the heading of a thread on the page, by the number of its first comment. */
export const threadElement = (note: number): string => `thread-${note}`;

/** Threads, replies of one, and characters in all, above which the rest is told by number. */
const MAX_THREADS = 50;
const MAX_REPLIES = 20;
const MAX_CHARACTERS = 300_000;

/** A thread with the comments of it that are shown: the first, and the newest of those that answer it. */
export interface ShortenedThread {
  readonly thread: TalkThread;
  readonly notes: readonly TalkThread['notes'][number][];
  /** Replies between the two that are left out. */
  readonly left: number;
}

export interface ShownTalk {
  /** The newest of the general ones, the oldest of them first. */
  readonly threads: readonly ShortenedThread[];
  /** How many general ones there are. */
  readonly general: number;
  /** How many stand at lines. */
  readonly atLines: number;
}

/** What of the threads is shown: a page holds only so much. The newest one always is. */
export function shownTalk(accessibleLabel: readonly TalkThread[]): ShownTalk {
  const general = accessibleLabel.filter((thread) => !isAtLines(thread));
  const shown: ShortenedThread[] = [];
  let characters = 0;
  for (const thread of general.slice(-MAX_THREADS).reverse()) {
    const each = shortened(thread);
    characters += each.notes.reduce((sum, { body }) => sum + body.length, 0);
    if (characters > MAX_CHARACTERS && shown.length > 0) break;
    shown.push(each);
  }
  return {
    threads: shown.reverse(),
    general: general.length,
    atLines: accessibleLabel.length - general.length,
  };
}

/** Threads at lines that wait for somebody. */
export const openAtLines = ({ known }: TalkModel): number =>
  (known?.threads ?? []).filter(
    (thread) => isSpoken(thread) && isAtLines(thread) && threadState(thread) === 'open',
  ).length;

/** Whether threads that wait for somebody can be shown here: only of those that are not known the server's page tells. */
export const canShowThreads = ({ known }: TalkModel): boolean =>
  known === undefined ||
  (known.missing === undefined &&
    known.threads.some((thread) => isSpoken(thread) && threadState(thread) === 'open'));

const isAtLines = ({ notes }: TalkThread): boolean =>
  notes.some(({ position }) => position !== null && position !== undefined);

function shortened(thread: TalkThread): ShortenedThread {
  const said = thread.notes.filter(({ system }) => !system);
  const replies = said.slice(1);
  const notes = [...said.slice(0, 1), ...replies.slice(-MAX_REPLIES)];
  return { thread, notes, left: said.length - notes.length };
}
