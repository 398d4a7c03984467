/** A push, read from a system note (server-behavior.md#activity). */
export interface NotedPush {
  /** For example, `added 2 commits`. */
  readonly headline: string;
  /** Commits, or ranges of commits from another branch. */
  readonly commits: readonly NotedCommit[];
  /** The version after the push, and the head before it. */
  readonly compare: { readonly id: number; readonly startSha: string } | undefined;
}

export interface NotedCommit {
  /** A short SHA, or a range such as `0a1b2c3d...4e5f6a7b`. */
  readonly sha: string;
  readonly title: string;
}

const LINK = /\[[^\]\n]{0,200}\]\([^\s()]{0,2000}\/diffs\?([^\s()]{1,500})\)/;
const ITEM = /<li>([^\n]{0,2000}?)<\/li>|^[*-] ([^\n]{1,2000})$/gm;
const COMMIT = /^([\da-f]{7,64}(?:\.{2,3}[\da-f]{7,64})?) - (.*)$/s;
const MAX_COMMITS = 200;
/** Longer notes aren't from a server's own texts, and would take long to read. */
const MAX_LENGTH = 100_000;

/** Reads a push; undefined if the note records something else. */
export function pushIn(body: string): NotedPush | undefined {
  if (body.length > MAX_LENGTH) return undefined;
  const commits: NotedCommit[] = [];
  for (const [, item, line] of body.matchAll(ITEM)) {
    const [, sha, title] = COMMIT.exec(textOf(item ?? line ?? '')) ?? [];
    if (sha !== undefined && title !== undefined && commits.length < MAX_COMMITS)
      commits.push({ sha, title });
  }
  const [headline = ''] = body.trim().split('\n', 1);
  return commits.length === 0 || headline.includes('<')
    ? undefined
    : { headline, commits, compare: compareIn(body) };
}

function compareIn(body: string): NotedPush['compare'] {
  const query = new URLSearchParams(LINK.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '');
  const id = query.get('diff_id') ?? '';
  const startSha = query.get('start_sha') ?? '';
  return /^\d{1,15}$/.test(id) && /^[\da-f]{40,64}$/.test(startSha)
    ? { id: Number(id), startSha }
    : undefined;
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Returns the text of a list item, which the server escapes as HTML. */
const textOf = (item: string): string =>
  item
    .replace(/<\/?code>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity);

/** A part of a changed title. */
export interface TitlePart {
  readonly text: string;
  readonly change: 'removed' | 'added' | undefined;
}

const TITLES = /^changed title from \*\*(.*)\*\* to \*\*(.*)\*\*$/;

/** Reads the old and the new title; undefined if the note records something else. */
export function titlesIn(
  body: string,
): { readonly before: readonly TitlePart[]; readonly after: readonly TitlePart[] } | undefined {
  const [, before, after] = body.length > 3000 ? [] : (TITLES.exec(body) ?? []);
  return before === undefined || after === undefined
    ? undefined
    : { before: titleParts(before), after: titleParts(after) };
}

function titleParts(title: string): readonly TitlePart[] {
  // The server marks changes as `{-old-}` and `{+new+}`.
  return title.split(/(\{-[^{}]*-\}|\{\+[^{}]*\+\})/).flatMap((text): TitlePart[] => {
    if (text === '') return [];
    const sign = /^\{([-+]).*\1\}$/.exec(text)?.[1];
    return sign === undefined
      ? [{ text, change: undefined }]
      : [{ text: text.slice(2, -2), change: sign === '-' ? 'removed' : 'added' }];
  });
}

/** Event that a system note records, as far as known. */
export type NoteTopic =
  | 'push'
  | 'title'
  | 'people'
  | 'approval'
  | 'branch'
  | 'thread'
  | 'merge'
  | 'time'
  | 'lock'
  | 'reference'
  | 'other';

/** Keyed by the start of the text. Servers write system notes in English. */
const TOPICS: readonly (readonly [RegExp, NoteTopic])[] = [
  [/^added \d+ (?:new )?commits?\b/, 'push'],
  [
    /^(?:changed title|changed the description|marked this merge request as|marked (?:the )?(?:task|checklist))/,
    'title',
  ],
  [/^(?:assigned|unassigned|requested review|removed review|removed assignee)/, 'people'],
  [/^(?:approved|unapproved|requested changes|left review)/, 'approval'],
  [/^(?:changed (?:target|source) branch|deleted the|restored)/, 'branch'],
  [/^(?:resolved all|changed this (?:line|file)|started a)/, 'thread'],
  [/^(?:enabled an automatic|canceled the automatic|aborted the automatic|merged|closed|reopened)/, 'merge'],
  [/^(?:added .*of time|subtracted|changed time|removed time|deleted .*of spent)/, 'time'],
  [/^(?:locked|unlocked)/, 'lock'],
  [/^mentioned in/, 'reference'],
];

export const topicOf = (body: string): NoteTopic =>
  TOPICS.find(([start]) => start.test(body))?.[1] ?? 'other';
