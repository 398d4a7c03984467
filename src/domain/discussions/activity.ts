import { hasUserComments, type ThreadFacts } from './threads';

/** The user who made a change; absent if the account was deleted. */
type Author = { readonly name: string; readonly username: string } | null | undefined;

interface Facts {
  /** Unique on the merge request. */
  readonly id: string;
  readonly author?: Author;
  /** ISO 8601. */
  readonly at?: string | null | undefined;
}

/** A change that the server doesn't record as a system note (server-behavior.md#activity). */
export type ChangeEvent = Facts &
  (
    | { readonly kind: 'label'; readonly action: 'add' | 'remove'; readonly labels: readonly EventLabel[] }
    | {
        readonly kind: 'milestone';
        readonly action: 'add' | 'remove';
        readonly milestone: string | undefined;
      }
    | { readonly kind: 'state'; readonly state: string }
  );

/** A label of an event; undefined if the label was deleted. */
export type EventLabel = { readonly name: string; readonly color?: string | null | undefined } | undefined;

/** A system note. `note`: its ID. The text is Markdown. */
export type SystemNote = Facts & { readonly kind: 'note'; readonly note: number; readonly body: string };

/** A recorded change. */
export type ActivityChange = ChangeEvent | SystemNote;

interface ThreadOf extends ThreadFacts {
  readonly notes: readonly (ThreadFacts['notes'][number] & {
    readonly id: number;
    readonly body: string;
    readonly author?: Author;
    readonly created_at?: string | null | undefined;
  })[];
}

/** A thread or comment, or a change. `time`: Unix milliseconds; 0 if unknown. */
export type ActivityEntry<T> = ThreadEntry<T> | ChangeEntry;

interface ThreadEntry<T> {
  readonly kind: 'thread';
  readonly time: number;
  readonly author: Author;
  readonly thread: T;
}

export interface ChangeEntry {
  readonly kind: 'change';
  readonly time: number;
  readonly author: Author;
  readonly change: ActivityChange;
}

const timeOf = (at: string | null | undefined): number => {
  const time = Date.parse(at ?? '');
  return Number.isNaN(time) ? 0 : time;
};

/** Returns threads and changes by time, oldest first. Entries with the same time keep their order. */
export function activityOf<T extends ThreadOf>(
  threads: readonly T[],
  events: readonly ChangeEvent[],
): readonly ActivityEntry<T>[] {
  const entries = threads.flatMap((thread): ActivityEntry<T>[] =>
    hasUserComments(thread) ? [entryOfThread(thread)] : thread.notes.map(entryOfNote),
  );
  return [...entries, ...grouped(events).map(entryOfChange)].sort((a, b) => a.time - b.time);
}

function entryOfThread<T extends ThreadOf>(thread: T): ActivityEntry<T> {
  const first = thread.notes.find(({ system }) => !system);
  return { kind: 'thread', time: timeOf(first?.created_at), author: first?.author, thread };
}

const entryOfNote = ({ id, body, author, created_at: at }: ThreadOf['notes'][number]): ChangeEntry =>
  entryOfChange({ kind: 'note', id: `note-${id}`, note: id, body, author, at });

const entryOfChange = (change: ActivityChange): ChangeEntry => ({
  kind: 'change',
  time: timeOf(change.at),
  author: change.author,
  change,
});

/** Combines labels that were added or removed together. */
function grouped(events: readonly ChangeEvent[]): readonly ChangeEvent[] {
  const groups = new Map<string, ChangeEvent>();
  for (const event of events) {
    const name =
      event.kind === 'label' ? [event.at, event.author?.username, event.action].join(' ') : event.id;
    const known = groups.get(name);
    groups.set(
      name,
      known?.kind === 'label' && event.kind === 'label'
        ? { ...known, labels: [...known.labels, ...event.labels] }
        : event,
    );
  }
  return [...groups.values()];
}

/** The user's last visit to the page, in Unix milliseconds, and the user name, if known. */
export interface Visit {
  readonly since: number;
  readonly me: string | undefined;
}

/** True if another user wrote it after the last visit. */
export const isNewSince = (
  { since, me }: Visit,
  { time, author }: { readonly time: number; readonly author?: Author },
): boolean => time > since && (author?.username === undefined || author.username !== me);
