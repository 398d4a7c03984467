import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { printedTexts, translatedStrings } from '../../scripts/lib/strings.mjs';
import { SNIPPETS } from '../../src/domain/errors/snippets';
import { COMMAND_DEFINITIONS } from '../../src/manifest/commands';
import { bannedNames, KEPT_NAMES } from './banned-names';

/** Rules of the glossary in CONTRIBUTING.md that can be checked with a pattern. */
interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  /** Applies only to texts in the user interface, not to documents. */
  readonly onlyMessages?: boolean;
}

const RULES: readonly Rule[] = [
  { name: 'a failure is "Couldn\'t <verb>"', pattern: /\b(?:was|were) not\b/i, onlyMessages: true },
  {
    name: 'contractions',
    pattern: /\b(?:could|can|did|does|do|is|are|was|were|has|have) not\b(?! *(?:\(|$))|\bcannot\b/i,
    onlyMessages: true,
  },
  { name: 'requirements use "must"', pattern: /\b(?:has|have) to\b|\btakes an?\b/i, onlyMessages: true },
  {
    name: 'negations use "isn\'t"',
    pattern: /(?<!\bthere )\b(?:is|are) no\b(?! longer)/i,
    onlyMessages: true,
  },
  { name: 'no longer', pattern: /\bany ?more\b(?! (?:than|of|[a-z]+s\b))/i },
  { name: 'no filler subjects', pattern: /\b(?:somebody|nobody|everybody|there is none|there are none)\b/i },
  {
    name: 'things are somewhere',
    pattern: /\bst(?:and|ands|ood) (?:in|at|below|above|beside|there|here)\b/i,
  },
  { name: 'people see or receive', pattern: /\b(?:is|are|was|were) told\b/i },
  { name: 'Switchyard refreshes, people view', pattern: /\blook(?:s|ed|ing)? at\b/i },
  { name: 'own, separate', pattern: /\bof (?:its|their|your|our) own\b/i },
  { name: 'automatically', pattern: /\bby (?:itself|themselves)\b/i },
  { name: 'fix', pattern: /\bmend(?:s|ed|ing)?\b/i },
  { name: 'finished', pattern: /\b(?:is|are|was|were) over\b/i },
  { name: 'merge blocked', pattern: /\bin the way\b/i },
  {
    name: 'American spelling',
    pattern:
      /\b(?:colours?|coloured|behaviours?|cancelled|cancelling|labelled|labelling|licences?|favourites?|centred?|grey|(?:organ|recogn|normal|summar|serial|initial|custom|minim|optim)is(?:e|es|ed|ing|ation))\b/i,
  },
];

/** Rules for comments and names of tests, in which "undefined if there is none" is usual. */
const CODE_RULES: readonly Rule[] = [
  ...RULES.filter(({ name, onlyMessages = false }) => !onlyMessages && name !== 'no filler subjects'),
  { name: 'no filler subjects', pattern: /\b(?:somebody|nobody|everybody)\b/i },
  { name: 'messages are shown, changes reported', pattern: /\b(?:told|said|talks?|anew|whoever)\b/i },
  { name: 'begin with the thing or the action', pattern: /^(?:Gives|Told|Said|Of|Where|Whoever|What)\b/ },
  {
    name: 'texts state, show, or explain',
    pattern: /\bsays? (?:that|why|which|so|it too|more|little|nothing|how|what|whether|if)\b/i,
  },
  {
    name: 'comments name their subject',
    pattern: /^(?:The same,|(?:The same|Same) (?:in|for|with)\b|It (?:is|was|has|can|may)\b)/,
  },
  { name: 'manually', pattern: /(?<!written )\bby hand\b/i },
  { name: 'maps are keyed by, numbers start at', pattern: /^(?:By (?!default\b|now\b)|From \d\b(?! to\b))/ },
  { name: 'parameters are named, not "that of"', pattern: /(?:^|[.;] ) ?: (?:that|those|of)\b/ },
];

/** Texts that may break a rule, with reasons. */
const ALLOWED: readonly (readonly [text: string, reason: string])[] = [];
const MOST_ALLOWED = 20;

const root = new URL('../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const withoutCode = (text: string): string => text.replace(/```[^]*?```/g, '').replace(/`[^`\n]*`/g, '');

const nls = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
const strings = translatedStrings();
const messages = [
  ...strings.map(({ file, line, text }) => ({ where: `${file}:${line}`, text: text ?? '' })),
  ...Object.entries(nls).map(([key, text]) => ({ where: `package.nls.json: ${key}`, text })),
];
/** Texts shown by scripts, the sandbox, the output channel, and `--help`. */
const printed = printedTexts().map(({ file, line, text }) => ({ where: `${file}:${line}`, text }));
/** Comments of SDK snippets, which are inserted into users' code. */
const comments = Object.values(SNIPPETS).flatMap(({ name, setup, file }) =>
  [setup, file].flatMap((code) =>
    [...code.matchAll(/^\s*(?:\/\/|#) (.*)$/gm)].map(([, text = '']) => ({
      where: `snippet for ${name}`,
      text,
    })),
  ),
);
interface CodeText {
  readonly where: string;
  readonly text: string;
}

const COMMENT_LINE = /^\s*(\/\*\*?|\*(?!\/)|\/\/)(?: (.*?))?(?: ?\*\/)?$/;
const COMMENT_AFTER_CODE = /^[^'"`]*\s\/\/ (.*)$/;
const TEST_NAME = /\b(?:it|describe|describeFresh|journey|step)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** Returns the comments of a file, and the names of tests. Successive lines of a comment are one text. */
function codeTexts(file: string, code: string): readonly CodeText[] {
  const found: { readonly where: string; text: string; next: number }[] = [];
  code.split('\n').forEach((line, index) => {
    const where = `${file}:${index + 1}`;
    const [, start, text = ''] = COMMENT_LINE.exec(line) ?? [];
    const before = found.at(-1);
    if (start === undefined) {
      const [, after] = COMMENT_AFTER_CODE.exec(line) ?? [];
      if (after !== undefined) found.push({ where, text: after, next: -1 });
    } else if (before?.next === index && !start.startsWith('/*')) {
      before.text = `${before.text} ${text}`.trim();
      before.next = index + 1;
    } else found.push({ where, text, next: index + 1 });
  });
  const names = [...code.matchAll(TEST_NAME)].map(([, , text = '']) => ({ where: `${file}: test`, text }));
  return [...found, ...names].map(({ where, text }) => ({ where, text: withoutCode(text) }));
}

/** Files of the demo project, which have their own voice. */
const DEMO_FILES = /^src\/sandbox\/demo\/repositories\//;

/** The code of the project by file. */
const code = ['src', 'test', 'scripts'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(?:ts|mts|mjs|css)$/.test(name) && !DEMO_FILES.test(name))
    .map((name) => [name, read(name)] as const),
);
/** The comments and names of tests in the code. */
const inCode = code.flatMap(([name, text]) => (name.endsWith('.css') ? [] : codeTexts(name, text)));
const breaking = (rule: Rule, texts: readonly CodeText[]): readonly string[] =>
  texts
    .filter(({ text }) => rule.pattern.test(text) && !isAllowed(text))
    .map(({ where, text }) => `${where}: ${text.trim().slice(0, 160)}`);

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...documents()];

function documents(): string[] {
  const names = readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name.replaceAll('\\', '/')}`);
}

const isAllowed = (text: string): boolean => ALLOWED.some(([allowed]) => text.includes(allowed));

describe('wording', () => {
  for (const { name, pattern, onlyMessages = false } of RULES) {
    it(`follows "${name}"`, () => {
      const lines = onlyMessages
        ? []
        : pages.flatMap((page) =>
            withoutCode(read(page))
              .split('\n')
              .map((text, index) => ({ where: `${page}:${index + 1}`, text })),
          );
      const found = [...messages, ...printed, ...comments, ...lines].filter(
        ({ text }) => pattern.test(text) && !isAllowed(text),
      );
      assert.deepEqual(
        found.map(({ where, text }) => `${where}: ${text.trim().slice(0, 160)}`),
        [],
      );
    });
  }

  for (const rule of CODE_RULES)
    it(`follows "${rule.name}" in comments and names of tests`, () => {
      assert.deepEqual(breaking(rule, inCode), []);
    });

  it('covers comments and names of tests in each layer', () => {
    assert.ok(inCode.length > 15_000, String(inCode.length));
    const named = "mends itself', () => {});";
    const broken = [
      '/** Somebody is told, and it is over. */',
      'const a = 1; // Stands in the way.',
      '// Told anew',
      '/**',
      ' * Where it looks',
      ' * at a colour.',
      ' */',
      '/** By file. */',
      '/** A page that says why. `icon`: that of the page. */',
      '/** Sorts by hand. */',
      '/** The same for files. */',
      `it('${named}`,
    ].join('\n');
    const texts = codeTexts('planted.ts', broken);
    assert.equal(texts.length, 9);
    assert.deepEqual(
      CODE_RULES.filter((rule) => breaking(rule, texts).length > 0).map(({ name }) => name),
      [
        'things are somewhere',
        'people see or receive',
        'Switchyard refreshes, people view',
        'fix',
        'finished',
        'merge blocked',
        'American spelling',
        'no filler subjects',
        'messages are shown, changes reported',
        'begin with the thing or the action',
        'texts state, show, or explain',
        'comments name their subject',
        'manually',
        'maps are keyed by, numbers start at',
        'parameters are named, not "that of"',
      ],
    );
  });

  it('uses plain words in names: of variables, functions, types, keys, classes, and elements', () => {
    // This file contains planted names.
    const files = code.filter(([name]) => name !== 'test/project/wording.test.ts');
    assert.deepEqual(
      files.flatMap(([name, text]) => bannedNames(name, text)),
      [],
    );
  });

  it('finds other words in names, but not in texts and comments', () => {
    const planted = [
      "import { lastTold as last } from './a';",
      'class A { #said = 0; standIn() { return this.#said; } }',
      'const STAND_IN = page.locator(".talk > li"); // told',
      'const list = html`<ul class="wide drawn-anew" id="${id}"></ul>`;',
      "announce('said', 'nobody was told'); get('insecure-told'); const understanding = { standing: 'stand' };",
    ].join('\n');
    assert.deepEqual(
      bannedNames('planted.ts', planted),
      ['lastTold', '#said', 'standIn', 'STAND_IN', 'talk', 'drawn-anew', 'said'].map(
        (name) => `planted.ts: ${name}`,
      ),
    );
    const styles = '/* told */\n.wide .talk > li { color: red; }\n#said:empty {}';
    assert.deepEqual(bannedNames('a.css', styles), ['a.css: talk', 'a.css: said']);
    for (const [name, reason] of KEPT_NAMES) {
      assert.ok(reason.length > 10, name);
      assert.ok(read('src/app/shared/stored-state.ts').includes(`'${name}'`), name);
    }
  });

  it('uses literals in translation calls so that translators can find them', () => {
    assert.deepEqual(
      strings.filter(({ text }) => text === undefined).map(({ file, line }) => `${file}:${line}`),
      [],
    );
  });

  it('contains no concatenated fragments: each string has words or a unit', () => {
    const glued = messages.filter(
      ({ text }) => /\{\d/.test(text) && !/\p{L}/u.test(text.replace(/\{\d+\}/g, '')),
    );
    assert.deepEqual(
      glued.filter(({ text }) => !isAllowed(text)).map(({ where, text }) => `${where}: ${text}`),
      [],
    );
  });

  it('uses one kind of apostrophe and ellipsis', () => {
    const odd = [...messages, ...comments].filter(
      ({ text }) => /’|\w\.\.\.(?=$|["*\]])/.test(text) && !isCommandMention(text) && !isLabel(text),
    );
    assert.deepEqual(
      odd.map(({ where, text }) => `${where}: ${text}`),
      [],
    );
  });

  it('uses the exact titles of commands, with the same ellipsis', () => {
    const wrong = messages.flatMap(({ where, text }) =>
      titlesWithoutOrWithEllipsis().flatMap(([title, other]) =>
        text.includes(`"${other}"`) || text.includes(`*${other}*`) || text.includes(`Switchyard: ${other}"`)
          ? [`${where}: ${other} is ${title}`]
          : [],
      ),
    );
    assert.deepEqual(wrong, []);
  });

  it('also covers comments in SDK snippets', () => {
    for (const { name } of Object.values(SNIPPETS))
      assert.ok(comments.filter(({ where }) => where === `snippet for ${name}`).length > 2, name);
  });

  it('also covers texts of scripts, the sandbox, and the output channel', () => {
    for (const [file, text] of [
      ['scripts/test.mjs', 'Runs all checks and tests.'],
      ['scripts/demo.mjs', '--port must be a number'],
      ['src/sandbox/command-line.ts', '--port must be a number'],
      ['src/api/create-client.ts', 'ignored element'],
      ['src/app/accounts/accounts.ts', "Couldn't load the accounts of other windows"],
    ] as const)
      assert.ok(
        printed.some((each) => each.where.startsWith(`${file}:`) && each.text.includes(text)),
        file,
      );
  });

  it('has few exceptions, each with a reason and necessary', () => {
    assert.ok(ALLOWED.length <= MOST_ALLOWED, String(ALLOWED.length));
    for (const [text, reason] of ALLOWED) {
      assert.ok(reason.length > 10, text);
      const all = [...messages.map((each) => each.text), ...pages.map(read)];
      assert.ok(
        all.some((each) => each.includes(text)),
        `no text has "${text}"`,
      );
    }
  });
});

const isCommandMention = (text: string): boolean =>
  Object.values(COMMAND_DEFINITIONS).some(({ title }) => title.endsWith('...') && text.includes(title));

/**
 * True for the label of a button or choice that asks for more input, such as `Save to File...`; it has the
 * form of a command title.
 */
const isLabel = (text: string): boolean =>
  text.endsWith('...') &&
  text
    .slice(0, -3)
    .split(' ')
    .every((word) =>
      /^(?:\p{Lu}[\p{L}-]*|\{\d+\}|an?|and|as|at|by|for|from|in|of|on|or|the|to|with)$/u.test(word),
    );

/** Returns each title with its wrong variant: without its ellipsis, or with an additional one. */
function titlesWithoutOrWithEllipsis(): (readonly [string, string])[] {
  return Object.values(COMMAND_DEFINITIONS).map(({ title }) =>
    title.endsWith('...') ? ([title, title.slice(0, -3)] as const) : ([title, `${title}...`] as const),
  );
}
