/**
 * Returns the texts of the files that an `Include` names. The path can start with `~/`, is otherwise relative to the
 * folder of the user's configuration, and its last part can contain `*` and `?`.
 */
export type ReadIncluded = (path: string) => Promise<readonly string[]>;

/** The same limit as ssh's. */
const MAX_DEPTH = 16;
/** Files that include each other could otherwise be read very often. */
const MAX_FILES = 1_000;

/** The target of a connection. `user`: if the URL of the remote contains it. */
export interface SshTarget {
  readonly alias: string;
  readonly user?: string | undefined;
}

/** State that the files of one search share. */
interface Search extends SshTarget {
  readonly readIncluded: ReadIncluded;
  files: number;
}

/** `Keyword arguments` or `Keyword=arguments`. */
const LINE = /^\s*([A-Za-z]+)(?:\s*=\s*|\s+)(.*?)\s*$/;
const ARGUMENT = /"([^"]*)"|(\S+)/g;

/**
 * Returns the host that an SSH alias stands for: the first `HostName` of the sections that apply to it. Undefined if there
 * is none. Sections with conditions of `Match` that run programs or depend on the computer are skipped.
 */
export function hostNameOf(
  target: SshTarget,
  config: string,
  readIncluded: ReadIncluded,
): Promise<string | undefined> {
  return hostNameIn(config, { ...target, readIncluded, files: 0 }, 0);
}

async function hostNameIn(config: string, search: Search, depth: number): Promise<string | undefined> {
  const { alias } = search;
  let applies = true;
  for (const line of config.split(/\r?\n/)) {
    const [, keyword = '', rest = ''] = LINE.exec(line) ?? [];
    const values = [...rest.matchAll(ARGUMENT)].map(([, quoted, plain = '']) => quoted ?? plain);
    switch (keyword.toLowerCase()) {
      case 'host':
        applies = isNamed(alias, values);
        break;
      case 'match':
        applies = isMatched(search, rest);
        break;
      case 'hostname':
        if (applies && values[0] !== undefined) return expanded(values[0], alias);
        break;
      case 'include': {
        if (!applies || depth >= MAX_DEPTH) break;
        const found = await firstIn(values, search, depth + 1);
        if (found !== undefined) return found;
        break;
      }
    }
  }
  return undefined;
}

async function firstIn(paths: readonly string[], search: Search, depth: number): Promise<string | undefined> {
  for (const path of paths)
    for (const text of await search.readIncluded(path)) {
      if (++search.files > MAX_FILES) return undefined;
      const found = await hostNameIn(text, search, depth);
      if (found !== undefined) return found;
    }
  return undefined;
}

const expanded = (hostName: string, alias: string): string =>
  hostName.replace(/%([%h])/g, (_, token) => (token === 'h' ? alias : '%'));

/** True if one of the patterns matches the host, and none with `!`. Hosts of remotes are in lower case. */
function isNamed(host: string, patterns: readonly string[]): boolean {
  const matches = (pattern: string): boolean => matchesPattern(host, pattern.toLowerCase());
  const isExcluded = patterns.some((each) => each.startsWith('!') && matches(each.slice(1)));
  return !isExcluded && patterns.some(matches);
}

/** Words of `Match`: `host=lab` is the same as `host lab`. */
const WORD = /"([^"]*)"|([^\s="]+)/g;

/**
 * Criteria of `Match`: what they compare with a list of patterns, or their value if they have no argument. No `HostName`
 * was found yet, so the host is the alias. `canonical` and `final` are for later passes through the configuration.
 */
const CRITERIA: ReadonlyMap<string, boolean | ((target: SshTarget) => string | undefined)> = new Map<
  string,
  boolean | ((target: SshTarget) => string | undefined)
>([
  ['all', true],
  ['canonical', false],
  ['final', false],
  ['host', ({ alias }) => alias],
  ['originalhost', ({ alias }) => alias],
  ['user', ({ user }) => user],
]);

/** True if all criteria of `Match` apply. A criterion starts with `!` for the opposite. Unknown ones don't apply. */
function isMatched(target: SshTarget, written: string): boolean {
  const texts = [...written.matchAll(WORD)].map(([, quoted, plain = '']) => quoted ?? plain);
  const end = texts.findIndex((word) => word.startsWith('#'));
  const criteria = end === -1 ? texts : texts.slice(0, end);
  for (let at = 0; at < criteria.length; at++) {
    const [, not, name = ''] = /^(!?)(.*)$/.exec(criteria[at]?.toLowerCase() ?? '') ?? [];
    const criterion = CRITERIA.get(name);
    const value = typeof criterion === 'function' ? criterion(target) : criterion;
    if (value === undefined) return false;
    const isTrue =
      typeof value === 'string' ? isNamed(value.toLowerCase(), (criteria[++at] ?? '').split(',')) : value;
    if (isTrue === (not === '!')) return false;
  }
  return criteria.length > 0;
}

/** Matches a text with a pattern of `*` and `?`. Costs at most the product of both lengths. */
export function matchesPattern(text: string, pattern: string): boolean {
  let [at, next] = [0, 0];
  let star: { readonly next: number; at: number } | undefined;
  while (at < text.length) {
    if (pattern[next] === '*') star = { next: ++next, at };
    else if (pattern[next] === '?' || pattern[next] === text[at]) [at, next] = [at + 1, next + 1];
    else if (star === undefined) return false;
    // The last `*` matches one more character.
    else [at, next] = [++star.at, star.next];
  }
  return /^\**$/.test(pattern.slice(next));
}
