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
/** Docker runs commands of runners, and those can print times and levels. */
const MAX_NESTED = 3;
/** Maximum number of remembered views of one log. */
const MAX_VIEWS = 50;

/**
 * Parts of prefixes that aren't known. `isFrame`: no sentence begins like this; a prefix needs at least one such
 * part. The others only count next to it.
 */
const PARTS = [
  { name: 'brackets', isFrame: true, source: String.raw`\[[^\][]{1,60}\]:?(?: -)?` },
  {
    name: 'time',
    isFrame: true,
    source: String.raw`(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?`,
  },
  { name: 'elapsed', isFrame: true, source: String.raw`\d{1,9}(?:\.\d{1,9})?(?:ms|s|m)` },
  { name: 'bar', isFrame: true, source: '[|│]' },
  { name: 'arrow', isFrame: true, source: '[➤▸»]' },
  {
    name: 'level',
    isFrame: false,
    source:
      '(?:[Ii]nfo|INFO|[Dd]ebug|DEBUG|[Tt]race|TRACE|[Nn]otice|[Ww]arn(?:ing)?|WARN(?:ING)?|[Ee]rror|ERROR|[Ff]atal|FATAL|std(?:out|err)|STD(?:OUT|ERR)):?',
  },
  { name: 'name', isFrame: false, source: String.raw`[\w@][\w@./-]{0,60}(?::| -)` },
] as const;
const ANY_PART = new RegExp(`^(?:${PARTS.map(({ source }) => `(${source})`).join('|')})(?= |$)`);
const CAN_BEGIN = /^\s{0,20}[[|│➤▸»\d]/;
const MAX_PARTS = 6;
/** Maximum number of blanks before a part. */
const MAX_BLANKS = 20;
/** These differ from line to line. */
const VARIES = new Set<string>(['time', 'elapsed', 'level']);

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
  /** Not a known form: only a prefix if a line next to it has the same one. */
  readonly isLearned: boolean;
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
    levels.push({ key, length, ofPrograms, isLearned: false });
  }
  return [...levels, ...leadersOf(length === 0 ? text : text.slice(length), { key, length, ofPrograms })];
}

/** Sequences of parts at the beginning of a text, shortest first. Behind a known prefix, any part is enough. */
function leadersOf(text: string, outer: Omit<Level, 'isLearned'>): readonly Level[] {
  const isBehind = outer.length > 0;
  if (!isBehind && !CAN_BEGIN.test(text)) return [];
  const found: Level[] = [];
  let end = 0;
  let [{ key, ofPrograms }, isFrame] = [outer, isBehind];
  for (let count = 0; count < MAX_PARTS; count++) {
    const from = end + text.slice(end, end + MAX_BLANKS).search(/\S|$/);
    const match = ANY_PART.exec(text.slice(from));
    if (match === null) break;
    const groups: readonly (string | undefined)[] = match;
    const at = groups.findIndex((group, index) => index > 0 && group !== undefined);
    const part = PARTS[at - 1];
    if (part === undefined) break;
    key += VARIES.has(part.name) ? `${part.name} ` : `${(match[at] ?? '').replaceAll(/\s*\d+/g, '9')} `;
    isFrame ||= part.isFrame;
    ofPrograms ||= part.name === 'time';
    end = from + match[0].length;
    // The text behind the prefix can be indented.
    const length = Math.min(text.length, end + 1);
    if (isFrame) found.push({ key, length: outer.length + length, ofPrograms, isLearned: true });
  }
  return found;
}

/** Whether a line next to this one has the prefix, too. */
const isRepeated = ({ key }: Level, line: number, read: LineReader): boolean =>
  [line - 1, line + 1].some((other) => levelsOf(read(other)).some((level) => level.key === key));

/** The line itself, and its text behind each of its prefixes. */
export function formsOf(line: number, read: LineReader): readonly string[] {
  const text = read(line);
  const levels = levelsOf(text).filter((level) => !level.isLearned || isRepeated(level, line, read));
  return [text, ...levels.map(({ length }) => text.slice(length).trimStart())];
}

/** Always the same view for the same prefix, because matchers cache data by reader. */
const known = new WeakMap<LineReader, LruMap<string, View>>();

/** Views without the prefixes of a line, from the outside to the inside. */
export function viewsOf(line: number, read: LineReader): readonly View[] {
  const levels = levelsOf(read(line)).filter((level) => !level.isLearned || isRepeated(level, line, read));
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
