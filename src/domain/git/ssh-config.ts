/**
 * Returns the texts of the files that an `Include` names. The path can start with `~/`, is otherwise relative to the
 * folder of the user's configuration, and its last part can contain `*` and `?`.
 */
export type ReadIncluded = (path: string) => Promise<readonly string[]>;

/** The same limit as ssh's. */
const MAX_DEPTH = 16;
/** Files that include each other could otherwise be read very often. */
const MAX_FILES = 1_000;

/** State that the files of one search share. */
interface Search {
  readonly alias: string;
  readonly readIncluded: ReadIncluded;
  files: number;
}

/** `Keyword arguments` or `Keyword=arguments`. */
const LINE = /^\s*([A-Za-z]+)(?:\s*=\s*|\s+)(.*?)\s*$/;
const ARGUMENT = /"([^"]*)"|(\S+)/g;

/**
 * Returns the host that an SSH alias stands for: the first `HostName` of the sections that apply to it. Undefined if there
 * is none. Sections with `Match` are skipped, because their conditions can run programs.
 */
export function hostNameOf(
  alias: string,
  config: string,
  readIncluded: ReadIncluded,
): Promise<string | undefined> {
  return hostNameIn(config, { alias, readIncluded, files: 0 }, 0);
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
        applies = values.length === 1 && values[0]?.toLowerCase() === 'all';
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

/** True if one of the patterns matches the host, and none with `!`. */
function isNamed(host: string, patterns: readonly string[]): boolean {
  const isExcluded = patterns.some((each) => each.startsWith('!') && matchesPattern(host, each.slice(1)));
  return !isExcluded && patterns.some((each) => matchesPattern(host, each));
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
