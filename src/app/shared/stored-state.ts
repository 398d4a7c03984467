import { createHash } from 'node:crypto';
import { isRecord } from '../../base/record';

/** Returns a stored value without the data of a server's account. */
export type RemoveAccountData = (held: unknown, base: string) => unknown;

/**
 * All state that is stored between sessions, and how it is removed after the user signs out of a server or
 * signs in as another user. Stores accept only these keys.
 */
export const KEPT_STATE = {
  'added-groups': entries,
  'added-projects': entries,
  'comment-outbox': entries,
  'conflict-resolution': whole,
  descriptionDrafts: entries,
  'key-rotations': entries,
  'last-variables': entries,
  'merge-request-searches': entries,
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
  /** Text with which the user searches or filters: names, branches, search terms. */
  'error-filter': fields('search'),
  'pipeline-filter': fields('ref', 'author'),
  /** Rows of views, some of which contain data of several servers. */
  'pipeline-rows': everything,
  'merge-request-rows': everything,
  'error-rows': everything,
  /** Servers of the environment for which the warning about unencrypted HTTP was shown. */
  'insecure-told': entries,
  /** Not related to an account. */
  'activity-view': nothing,
  'changes-layout': nothing,
  'log-times': nothing,
  'started-stashes': nothing,
  /** The accounts, which have separate rules. */
  accounts: nothing,
  'account-owners': nothing,
} as const satisfies Readonly<Record<string, RemoveAccountData>>;

/** A key of stored state. */
export type StateKey = keyof typeof KEPT_STATE;

/**
 * Keys of values without a server. Signing out of any account removes them, but later values can be stored.
 */
const WITHOUT_SERVER: ReadonlySet<StateKey> = new Set([
  'error-filter',
  'pipeline-filter',
  'pipeline-rows',
  'merge-request-rows',
  'error-rows',
]);

/** The part of a value that can be stored after the user signed out of a server in this window. */
export const writable = (key: StateKey, value: unknown, base: string): unknown =>
  WITHOUT_SERVER.has(key) ? value : KEPT_STATE[key](value, base);

export const STATE_KEYS: readonly StateKey[] = Object.keys(KEPT_STATE).filter(isStateKey);

function isStateKey(key: string): key is StateKey {
  return key in KEPT_STATE;
}

/** Identifies a server without storing its URL: 72 bits of a hash. */
export const serverDigest = (base: string): string =>
  createHash('sha256').update(base).digest('base64url').slice(0, 12);

/** Lists and maps whose entries refer to a server. */
function entries(held: unknown, base: string): unknown {
  if (Array.isArray(held)) {
    const list: readonly unknown[] = held;
    return list.filter((entry) => !isOf(entry, base));
  }
  if (!isRecord(held)) return held;
  return Object.fromEntries(Object.entries(held).filter(([name]) => !isOf(name, base)));
}

/** A single value that refers to a server. */
function whole(held: unknown, base: string): unknown {
  return isOf(held, base) ? undefined : held;
}

/** Fields that may contain data of any server. */
function fields(...names: readonly string[]): RemoveAccountData {
  return (held) =>
    isRecord(held)
      ? Object.fromEntries(Object.entries(held).filter(([name]) => !names.includes(name)))
      : held;
}

function nothing(held: unknown): unknown {
  return held;
}

function everything(): undefined {
  return undefined;
}

/**
 * IDs start with the server's URL (`keys.ts`). Entries are IDs, start with one, or have a property that
 * refers to the server.
 */
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
