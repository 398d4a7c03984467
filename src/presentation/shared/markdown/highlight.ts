import type { CodeKind, CodeRun } from './code';
import { CODE_LANGUAGES, type CodeLanguage, LANGUAGE_NAMES } from './languages';

// A scanner with a table of languages instead of a library: highlight.js took 10 seconds for 20,000
// characters such as "aaaa…", because its patterns are quadratic. Comments can contain any text.

/** Maximum number of characters. Longer code is shown without colors. */
const MAX_CHARACTERS = 50_000;

/** Splits code into runs. Returns undefined if the language isn't supported, or the code is too long. */
export function highlight(code: string, name: string): readonly CodeRun[] | undefined {
  const language = languageNamed(LANGUAGE_NAMES[name] ?? name);
  if (language === undefined || code.length > MAX_CHARACTERS) return undefined;
  const runs: CodeRun[] = [];
  let from = 0;
  const add = (to: number, kind: CodeKind | undefined): void => {
    if (to > from) runs.push({ text: code.slice(from, to), kind });
    from = to;
  };
  for (const match of code.matchAll(patternOf(language))) {
    const kind = kindOf(language, match);
    if (kind === undefined) continue;
    add(match.index, undefined);
    add(match.index + match[0].length, kind);
  }
  add(code.length, undefined);
  return runs;
}

const languageNamed = (name: string): CodeLanguage | undefined =>
  Object.hasOwn(CODE_LANGUAGES, name) ? CODE_LANGUAGES[name] : undefined;

function kindOf({ rules, keywords, anyCase }: CodeLanguage, match: RegExpExecArray): CodeKind | undefined {
  const rule = rules.findIndex((_, index) => match[index + 1] !== undefined);
  if (rule >= 0) return rules[rule]?.[0];
  const [whole, ...groups] = match;
  if (groups[rules.length] !== undefined) return 'number';
  if (keywords.has(anyCase === true ? whole.toLowerCase() : whole)) return 'keyword';
  return match.groups?.['call'] === undefined ? undefined : 'name';
}

/** Numbers, and words that may be keywords or functions. Words are matched as a whole, so that each is read once. */
const NUMBER = String.raw`(?<![\w.])(\d[\w.]*)`;
const WORD = String.raw`[\p{L}_$][\p{L}\p{N}_$]*(?:(?<call>(?=\())|)`;

const patterns = new Map<CodeLanguage, RegExp>();

function patternOf(language: CodeLanguage): RegExp {
  const known = patterns.get(language);
  if (known !== undefined) return known;
  const rules = language.rules.map(([, pattern]) => `(${pattern})`);
  const made = new RegExp([...rules, NUMBER, WORD].join('|'), 'gmu');
  patterns.set(language, made);
  return made;
}
