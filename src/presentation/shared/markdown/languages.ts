import type { CodeKind } from './code';

/** A pattern and the kind of its matches. Patterns are tried in order at each position. */
export type CodeRule = readonly [kind: CodeKind, pattern: string];

export interface CodeLanguage {
  readonly rules: readonly CodeRule[];
  readonly keywords: ReadonlySet<string>;
  /** The case of keywords doesn't matter. */
  readonly anyCase?: boolean;
}

// All patterns take linear time. If an end mark is missing, the match extends to the end of the text, so the text
// isn't read again. Words that must be followed by a certain character have a limited length and start at a word
// boundary.
const SLASHES: CodeRule = ['comment', String.raw`\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?`];
const HASH: CodeRule = ['comment', String.raw`(?<!\S)#[^\n]*`];
const DASHES: CodeRule = ['comment', String.raw`--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?`];
const QUOTES: CodeRule = ['string', String.raw`"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?`];
const DOUBLE: CodeRule = ['string', String.raw`"(?:[^"\\\n]|\\[^])*"?`];
const CHARACTER: CodeRule = ['string', String.raw`'(?:[^'\\\n]|\\[^\n]{1,10})'`];
const BACKTICK: CodeRule = ['string', '`(?:[^`\\\\]|\\\\[^])*`?'];
const TRIPLE: CodeRule = ['string', String.raw`"""(?:[^"]|"(?!""))*(?:""")?|'''(?:[^']|'(?!''))*(?:''')?`];
const DECORATOR: CodeRule = ['meta', String.raw`@[A-Za-z_][\w.]*`];
const PREPROCESSOR: CodeRule = ['meta', String.raw`(?<=^[ \t]{0,20})#[ \t]{0,20}\w+`];
const VARIABLE: CodeRule = ['name', String.raw`\$(?:\w+|\{[\w.]+\})`];
const KEY: CodeRule = ['name', String.raw`(?<![\w.-])[\w.-]{1,100}(?=[ \t]?[:=](?:\s|$))`];

const keywordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const of = (keywords: string, ...rules: readonly CodeRule[]): CodeLanguage => ({
  rules,
  keywords: keywordSet(keywords),
});

const COMMON = 'break case continue default do else for goto if return switch while';
const CLASSES = `${COMMON} abstract catch class const enum extends false final finally implements import instanceof interface new null package private protected public static super this throw throws true try void volatile`;
const SCRIPT = `${CLASSES} as async await debugger delete export from function get in let of set typeof undefined var with yield`;
const C = `${COMMON} auto bool char const double enum extern false float inline int long register short signed sizeof static struct true typedef union unsigned void volatile`;

const javascript = of(SCRIPT, SLASHES, QUOTES, BACKTICK, DECORATOR);
const typescript = of(
  `${SCRIPT} any asserts bigint boolean declare infer is keyof namespace never number object readonly satisfies string symbol type unique unknown`,
  ...javascript.rules,
);
const c = of(C, SLASHES, DOUBLE, CHARACTER, PREPROCESSOR);
const css = of(
  'important',
  SLASHES,
  QUOTES,
  ['number', '#[0-9a-fA-F]{3,8}(?![\\w-])'],
  ['meta', '@[\\w-]+'],
  ['name', String.raw`(?<![\w-])[.#]?[A-Za-z_-][\w-]{0,100}(?=[ \t]?[:{,])`],
);
const ini = of(
  'true false',
  ['comment', String.raw`(?<!\S)[#;][^\n]*`],
  ['meta', String.raw`^\[[^\]\n]{1,200}\]`],
  TRIPLE,
  QUOTES,
  KEY,
);

/** Languages by the names after the fence. */
export const CODE_LANGUAGES: Readonly<Record<string, CodeLanguage>> = {
  javascript,
  typescript,
  c,
  css,
  ini,
  cpp: of(
    `${C} alignas catch class concept consteval constexpr delete explicit export final friend mutable namespace new noexcept nullptr operator override private protected public requires template this throw try typename using virtual`,
    ...c.rules,
  ),
  csharp: of(
    `${CLASSES} as async await base bool byte decimal delegate double event explicit float foreach get in int internal is lock long namespace object out override params readonly record ref sealed set short string struct unsafe using var virtual where yield`,
    SLASHES,
    DOUBLE,
    CHARACTER,
    PREPROCESSOR,
  ),
  java: of(
    `${CLASSES} assert boolean byte char double float int long native record sealed short strictfp synchronized transient var yield`,
    SLASHES,
    TRIPLE,
    DOUBLE,
    CHARACTER,
    DECORATOR,
  ),
  kotlin: of(
    `${CLASSES} as by companion constructor data fun in infix init inline internal is lateinit object open operator out override sealed suspend typealias val var when where`,
    SLASHES,
    TRIPLE,
    DOUBLE,
    CHARACTER,
    DECORATOR,
  ),
  swift: of(
    `${COMMON} actor as associatedtype async await catch class deinit enum extension fallthrough false fileprivate final func guard import in init inout internal is lazy let mutating nil open operator override private protocol public repeat rethrows self static struct subscript super throw throws true try typealias var weak where`,
    SLASHES,
    TRIPLE,
    DOUBLE,
    DECORATOR,
  ),
  go: of(
    `${COMMON} any bool byte chan const defer error fallthrough false float64 func go import int interface map nil package range rune select string struct true type uint var`,
    SLASHES,
    DOUBLE,
    CHARACTER,
    BACKTICK,
  ),
  rust: of(
    'as async await bool break char const continue crate dyn else enum extern f64 false fn for i32 i64 if impl in let loop match mod move mut pub ref return self Self static str String struct super trait true type u8 u32 u64 unsafe use usize where while',
    SLASHES,
    DOUBLE,
    CHARACTER,
    ['meta', String.raw`#!?\[[^\]\n]{0,200}\]?`],
    ['name', String.raw`\w+!(?!=)`],
  ),
  php: of(
    `${CLASSES} and as echo elseif endforeach endif fn foreach function global include match namespace or readonly require trait use var xor yield`,
    SLASHES,
    HASH,
    QUOTES,
    VARIABLE,
  ),
  python: of(
    'and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield',
    HASH,
    TRIPLE,
    QUOTES,
    DECORATOR,
  ),
  ruby: of(
    'alias and attr_accessor attr_reader begin break case class def defined do else elsif end ensure extend false for if in include module next nil not or private raise redo require require_relative rescue retry return self super then true undef unless until when while yield',
    HASH,
    QUOTES,
    ['number', String.raw`(?<![:\w]):[A-Za-z_]\w*`],
    ['name', String.raw`@{1,2}\w+`],
  ),
  bash: of(
    'case do done echo elif else esac eval exec exit export fi for function if in local readonly return set shift source then trap unset until while',
    HASH,
    QUOTES,
    VARIABLE,
  ),
  sql: {
    ...of(
      'add all alter and as asc begin between by case check column commit constraint create cross default delete desc distinct drop else end exists false foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then true union unique update using values view when where with',
      DASHES,
      ['string', `'(?:[^']|'')*'?`],
      DOUBLE,
    ),
    anyCase: true,
  },
  json: of('true false null', SLASHES, ['name', String.raw`"(?:[^"\\\n]|\\[^])*"(?=\s?:)`], DOUBLE),
  yaml: of('true false null yes no on off', HASH, KEY, QUOTES, ['meta', String.raw`(?<!\S)[&*!][\w-]+|^---`]),
  xml: of(
    '',
    ['comment', '<!--(?:[^-]|-(?!->))*(?:-->)?'],
    ['meta', '<[!?][^>\\n]{0,200}>?'],
    ['keyword', String.raw`<\/?[\w:.-]+|\/?>`],
    ['name', String.raw`(?<![@\w:.-])[@\w:.-]{1,100}(?==["'])`],
    ['string', `(?<==)(?:"[^"]*"?|'[^']*'?)`],
  ),
  dockerfile: {
    ...of(
      'add arg as cmd copy entrypoint env expose from healthcheck label maintainer onbuild run shell stopsignal user volume workdir',
      HASH,
      QUOTES,
      VARIABLE,
    ),
    anyCase: true,
  },
  makefile: of('define else endef endif export ifdef ifeq ifndef ifneq include', HASH, QUOTES, [
    'name',
    String.raw`\$[({][\w.-]+[)}]|^[\w./%-]+(?=[ \t]?:)`,
  ]),
  hcl: of('false for if in null true', HASH, SLASHES, DOUBLE, KEY),
};

/** Other names of each language, separated by spaces. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  javascript: 'js jsx mjs cjs',
  typescript: 'ts tsx mts cts',
  cpp: 'c++ cc hpp',
  c: 'h',
  csharp: 'c# cs',
  kotlin: 'kt kts',
  go: 'golang',
  rust: 'rs',
  python: 'py',
  ruby: 'rb',
  bash: 'sh shell zsh console',
  css: 'scss less',
  json: 'jsonc json5',
  yaml: 'yml',
  ini: 'toml properties editorconfig',
  xml: 'html svg vue',
  dockerfile: 'docker',
  makefile: 'make',
  hcl: 'tf terraform',
  sql: 'postgresql mysql',
};

/** Languages by their other names. */
export const LANGUAGE_NAMES: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(OTHER_NAMES).flatMap(([language, names]) =>
    names.split(' ').map((name) => [name, language] as const),
  ),
);
