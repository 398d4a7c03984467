import { LruMap } from '../../../base/lru-map';
import type { LineReader } from './shapes';

/**
 * Prefixes that runners of other commands print before each line. The group names the runner's source of the line: lines
 * with the same prefix and the same group belong together.
 */
const PREFIXES = {
  'docker build': String.raw`(#\d+ )\d+\.\d+(?: |$)`,
  'docker build, excerpt': String.raw`()\d+\.\d{1,4}(?: |$)`,
  'docker compose': String.raw`(?!\d+ *\|)([\w.-]{1,60}) *\|(?: |$)`,
  turbo: String.raw`((?:@[\w.-]{1,60}\/)?[\w.-]{1,60}:(?!\d)[\w:.-]{0,60}\w):(?: |$)`,
  'pnpm -r': String.raw`([\w@./-]{1,80} (?!(?:error|warning|note|bug|issue):)[\w:.-]{1,40}):(?: |$)`,
  'lerna, nx': String.raw`(@[\w.-]{1,60}\/[\w.-]{1,60}|(?!(?:error|warning|note|help|info|fatal|[ew]):)[a-z][\w.-]{0,60}):(?: |$)`,
  'Android NDK': String.raw`(C\/C\+\+):(?: |$)`,
  'ant, Maven, sbt, concurrently': String.raw` *\[([A-Za-z@][\w@/.: -]{0,60}|\d+)\]:?(?: |$)`,
  fastlane: String.raw`()\[\d\d:\d\d:\d\d\]:(?: ▸)?(?: |$)`,
  timestamps: String.raw`()\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d| [AP]M)?\]?(?: |$)`,
} as const;
const NAMES = Object.keys(PREFIXES);
const PREFIX = new RegExp(`^(?:${Object.values(PREFIXES).join('|')})`);
/** Programs print these too: they are only removed from lines that state a severity. */
const OF_PROGRAMS = NAMES.indexOf('timestamps') + 1;
/** Docker runs commands of runners. */
const MAX_NESTED = 2;
/** Maximum number of remembered views of one log. */
const MAX_VIEWS = 50;

/** The lines of a log that share a prefix, without it; other lines are empty. */
export interface View {
  readonly read: LineReader;
  readonly lengthAt: (line: number) => number;
  /** Whether the prefix of this line is certainly one of a runner. */
  readonly isShared: (line: number) => boolean;
}

interface Level {
  readonly key: string;
  readonly length: number;
  readonly ofPrograms: boolean;
}

/** The line that was read last, because it is read several times in a row. */
let last: { readonly text: string; readonly levels: readonly Level[] } = { text: '', levels: [] };

/** The prefixes of a line from the outside to the inside, each with those before it. */
function levelsOf(text: string): readonly Level[] {
  if (text !== last.text) last = { text, levels: readLevels(text) };
  return last.levels;
}

function readLevels(text: string): readonly Level[] {
  const levels: Level[] = [];
  let [key, length, ofPrograms] = ['', 0, false];
  while (levels.length < MAX_NESTED) {
    const match = PREFIX.exec(length === 0 ? text : text.slice(length));
    if (match === null) break;
    const groups: readonly (string | undefined)[] = match;
    const kind = groups.findIndex((group, at) => at > 0 && group !== undefined);
    key += `${kind}:${match[kind] ?? ''} `;
    length += match[0].length;
    ofPrograms ||= kind === OF_PROGRAMS;
    levels.push({ key, length, ofPrograms });
  }
  return levels;
}

/** The text behind all prefixes. */
export function withoutPrefixes(text: string): string {
  const length = levelsOf(text).at(-1)?.length ?? 0;
  return length === 0 ? text : text.slice(length);
}

/** Always the same view for the same prefix, because matchers cache data by reader. */
const known = new WeakMap<LineReader, LruMap<string, View>>();

/** Views without the prefixes of a line, from the outside to the inside. */
export function viewsOf(text: string, read: LineReader): readonly View[] {
  const levels = levelsOf(text);
  if (levels.length === 0) return [];
  const views = known.get(read) ?? new LruMap<string, View>(MAX_VIEWS);
  known.set(read, views);
  return levels.map((level) => {
    const view = views.get(level.key) ?? viewOf(level, read);
    views.set(level.key, view);
    return view;
  });
}

function viewOf({ key, ofPrograms }: Level, read: LineReader): View {
  const levelOf = (text: string): Level | undefined => levelsOf(text).find((level) => level.key === key);
  const has = (line: number): boolean => levelOf(read(line)) !== undefined;
  return {
    read: (line) => {
      const text = read(line);
      const level = levelOf(text);
      return level === undefined ? '' : text.slice(level.length);
    },
    lengthAt: (line) => levelOf(read(line))?.length ?? 0,
    isShared: (line) => !ofPrograms && (has(line - 1) || has(line + 1)),
  };
}
