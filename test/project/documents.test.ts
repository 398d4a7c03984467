import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));

describe('the documents of the project', () => {
  for (const page of pages) {
    it(`${page} names only files and folders that exist`, () => {
      const named = [...read(page).matchAll(/`((?:src|test|docs|media|scripts)\/[\w./-]*)`/g)].map(
        ([, path]) => path ?? '',
      );
      const linked = [...read(page).matchAll(/\]\(((?!https?:|#)[^)\s]+)\)/g)].map(([, path]) => path ?? '');
      const here = new URL('.', new URL(page, root));
      for (const path of named) assert.ok(existsSync(new URL(path, root)), `${page} names ${path}`);
      for (const path of linked)
        assert.ok(existsSync(new URL(path.replace(/#.*/, ''), here)), `${page} links ${path}`);
    });

    it(`${page} names only scripts that exist`, () => {
      const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
      const builtIn = ['cit', 'ci', 'test', 'install', 'i'];
      for (const [, name] of read(page).matchAll(/npm run (?:-s )?([\w:-]+)/g))
        assert.ok(name !== undefined && name in scripts, name);
      for (const [, name] of read(page).matchAll(/`npm ((?!run\b)\w+)/g))
        assert.ok(builtIn.includes(name ?? ''), name);
    });
  }

  it('hold no address of a registry in the lock file', () => {
    assert.doesNotMatch(read('package-lock.json'), /"resolved"/);
  });

  it('tell of every room of the sources', () => {
    const rooms = readdirSync(fileURLToPath(new URL('src', root)), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    for (const { name } of rooms) assert.match(read('docs/architecture.md'), new RegExp(`\`${name}\``));
  });
});
