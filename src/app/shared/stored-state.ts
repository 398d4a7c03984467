import { createHash } from 'node:crypto';
import { isRecord } from '../../base/record';

/** What is left of a kept value without everything that belongs to the account of a server. */
export type Without = (held: unknown, base: string) => unknown;

/**
 * Everything that is kept between sessions, and how it is forgotten when the account of a server is signed out of or
 * belongs to another user. A store can't keep anything under a name that isn't here.
 */
export const KEPT_STATE = {
  'added-groups': entries,
  'added-projects': entries,
  'comment-outbox': entries,
  descriptionDrafts: entries,
  'key-rotations': entries,
  'last-variables': entries,
  mergeMessages: entries,
  'moved-projects': entries,
  'new-merge-requests': entries,
  'offered-clean-ups': entries,
  'open-editors': entries,
  'pinned-merge-requests': entries,
  'recently-opened': entries,
  'reviewed-versions': entries,
  'seen-merge-requests': entries,
  'snoozed-merge-requests': entries,
  timeTimer: whole,
  'told-pipelines': entries,
  'unfinished-comments': entries,
  'viewed-files': entries,
  'watched-pipelines': entries,
  /** Texts that a user typed to find their own things: names, branches, words. */
  'error-filter': fields('search'),
  'pipeline-filter': fields('ref', 'author'),
  /** Servers of the environment whose plain http was warned about. */
  'insecure-told': entries,
  /** Belong to no account. */
  'changes-layout': nothing,
  'log-times': nothing,
  /** Who is signed in where; has rules of its own. */
  accounts: nothing,
  'account-owners': nothing,
} as const satisfies Readonly<Record<string, Without>>;

/** A name under which something may be kept. */
export type StateKey = keyof typeof KEPT_STATE;

/** Keys of values that don't name a server: the end of any account removes them, but no later value is refused. */
const WITHOUT_SERVER: ReadonlySet<StateKey> = new Set(['error-filter', 'pipeline-filter']);

/** What of a value may be written after the account of a server ended in this window. */
export const writable = (key: StateKey, value: unknown, base: string): unknown =>
  WITHOUT_SERVER.has(key) ? value : KEPT_STATE[key](value, base);

export const STATE_KEYS: readonly StateKey[] = Object.keys(KEPT_STATE).filter(isStateKey);

function isStateKey(key: string): key is StateKey {
  return key in KEPT_STATE;
}

/** Names a server where its address must not be kept: 72 bits. */
export const serverDigest = (base: string): string =>
  createHash('sha256').update(base).digest('base64url').slice(0, 12);

/** Lists and maps whose entries name the server. */
function entries(held: unknown, base: string): unknown {
  if (Array.isArray(held)) {
    const list: readonly unknown[] = held;
    return list.filter((entry) => !isOf(entry, base));
  }
  if (!isRecord(held)) return held;
  return Object.fromEntries(Object.entries(held).filter(([name]) => !isOf(name, base)));
}

/** A single thing that names the server. */
function whole(held: unknown, base: string): unknown {
  return isOf(held, base) ? undefined : held;
}

/** Fields that may name something of any server. */
function fields(...names: readonly string[]): Without {
  return (held) =>
    isRecord(held)
      ? Object.fromEntries(Object.entries(held).filter(([name]) => !names.includes(name)))
      : held;
}

function nothing(held: unknown): unknown {
  return held;
}

/** Ids begin with the address (`keys.ts`); entries are ids, begin with one, or have a part that names the server. */
function isOf(entry: unknown, base: string): boolean {
  if (typeof entry === 'string') return entry === base || entry.startsWith(`${base} `);
  if (Array.isArray(entry)) return isOf(entry[0], base);
  if (!isRecord(entry)) return false;
  if (entry['base'] === base || entry['server'] === serverDigest(base)) return true;
  return ['key', 'place', 'mergeRequest'].some((part) => {
    const named = entry[part];
    return isRecord(named) && named['base'] === base;
  });
}
