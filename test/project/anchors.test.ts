import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

/** Paths from the root of the project. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

const FILES = ['src', 'test', 'scripts', 'docs', 'media'].flatMap(filesBelow);
const ROOT_FILES = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name);
const CODE = FILES.filter((name) => /\.(?:ts|mjs|css)$/.test(name));
const PAGES = [...FILES, ...ROOT_FILES].filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md');
const LAYERS = new Set(readdirSync(join(ROOT, 'src')));
const BASE_NAMES = new Set([...FILES, ...ROOT_FILES].map((name) => basename(name)));

/** The comments of a file with code, or the whole text of a page. */
function prose(name: string): string {
  const text = read(name);
  if (name.endsWith('.md')) return text.replaceAll(/^```[\s\S]*?^```/gm, '');
  const comments = text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? [];
  return comments.join('\n').replaceAll(/\n\s*\*(?!\/) ?/g, ' ');
}

const ANCHORS = new Map<string, ReadonlySet<string>>();

/** Anchors of headings, as git hosts and VS Code make them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const known = ANCHORS.get(page);
  if (known !== undefined) return known;
  const headings = [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  const anchors = headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
  ANCHORS.set(page, new Set(anchors));
  return new Set(anchors);
}

const backticked = (text: string): string[] =>
  [...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, inside = '']) => inside);

/** A path in this project: it begins with one of its folders or ends like one of its files. */
function isPath(text: string): boolean {
  if (!/^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(text) || text.startsWith('.')) return false;
  const [first = ''] = text.split('/');
  const isOurs = ['src', 'test', 'docs', 'media', 'scripts'].includes(first) || LAYERS.has(first);
  return text.includes('/')
    ? isOurs || /\.(?:ts|mjs)$/.test(text)
    : /^[\w-]+(?:\.test)?\.(?:ts|mjs|css)$/.test(text);
}

/** Paths may leave out `src/` and the extension of a module; a bare name may be anywhere. */
function leadsSomewhere(path: string, from: string): boolean {
  if (!path.includes('/')) return BASE_NAMES.has(path);
  return ['', 'src', dirname(from)].some((start) =>
    ['', '.ts', '.mjs'].some((end) => existsSync(join(ROOT, start, path.replace(/\/$/, '') + end))),
  );
}

/** Patterns and paths of others that look like ours. */
const NOT_PATHS: ReadonlySet<string> = new Set(['media/tab-NAME-light.svg']);

const WORDS = new Set(
  CODE.filter((name) => name.startsWith('src/')).flatMap(
    (name) => read(name).match(/[A-Za-z_$][\w$]*/g) ?? [],
  ),
);

/** Names of others: of VS Code, of languages, of tools. */
const NOT_OURS: ReadonlySet<string> = new Set([]);

/** The name in `name()`, `Name.member`, `CamelCase` or `camelCase`; undefined for other text. */
function symbolIn(text: string): string | undefined {
  const name = /^#?([A-Za-z_$][\w$]*)(?:\(\))?$/.exec(text)?.[1];
  if (name === undefined || NOT_OURS.has(name)) return undefined;
  return text.endsWith('()') || /[a-z][A-Z]/.test(name) ? name : undefined;
}

describe('docs and comments', () => {
  it('name only headings that exist', () => {
    const wrong: string[] = [];
    for (const name of [...CODE, ...PAGES]) {
      for (const [, page = '', anchor = ''] of read(name).matchAll(/([\w./-]+\.md)#([\w-]+)/g)) {
        const places = [join(dirname(name), page), join('docs', page), page];
        const target = places.find((each) => existsSync(join(ROOT, each)));
        if (target === undefined || !anchorsOf(target).has(anchor)) wrong.push(`${name}: ${page}#${anchor}`);
      }
      if (!name.endsWith('.md')) continue;
      for (const [, anchor = ''] of prose(name).matchAll(/\]\(#([\w-]+)\)/g)) {
        if (!anchorsOf(name).has(anchor)) wrong.push(`${name}: #${anchor}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  it('name only files and folders that exist', () => {
    const wrong = [...CODE, ...PAGES].flatMap((name) =>
      backticked(prose(name))
        .filter((text) => isPath(text) && !NOT_PATHS.has(text) && !leadsSomewhere(text, name))
        .map((text) => `${name}: ${text}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('link only files that exist', () => {
    const wrong = PAGES.flatMap((name) =>
      [...prose(name).matchAll(/\]\(((?!https?:|#)[^)\s]+)\)/g)]
        .map(([, link = '']) => link.replace(/#.*/, ''))
        .filter((link) => !existsSync(join(ROOT, dirname(name), link)))
        .map((link) => `${name}: ${link}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('name only symbols that exist', () => {
    const pages = PAGES.filter((name) => name.startsWith('docs/') || name === 'CONTRIBUTING.md');
    const wrong = pages.flatMap((name) =>
      backticked(prose(name)).flatMap((text) => {
        const symbol = symbolIn(text);
        return symbol === undefined || WORDS.has(symbol) ? [] : [`${name}: ${text}`];
      }),
    );
    assert.deepEqual(wrong, []);
  });

  it('cite no document that is not in the repository', () => {
    const wrong = [...CODE, ...PAGES].flatMap((name) =>
      (prose(name).match(/\bdocs? ?[12]\b|§|beyond the description/gi) ?? []).map(
        (text) => `${name}: ${text}`,
      ),
    );
    assert.deepEqual(wrong, []);
  });

  it('give each section of server-behavior.md its own anchor', () => {
    const headings = [...read('docs/server-behavior.md').matchAll(/^#{2,3} (.*)$/gm)].map(([, text]) => text);
    assert.equal(new Set(headings).size, headings.length);
  });
});
