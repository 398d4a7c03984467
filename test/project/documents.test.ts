import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const pages = [
  'SECURITY.md',
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('docs/', root), { recursive: true }).map((name) => `docs/${String(name)}`),
].filter((name) => name.endsWith('.md'));

describe('project documents', () => {
  for (const page of pages) {
    it(`contain only existing scripts in ${page}`, () => {
      const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
      const builtIn = ['cit', 'ci', 'test', 'install', 'i'];
      for (const [, name] of read(page).matchAll(/npm run (?:-s )?([\w:-]+)/g))
        assert.ok(name !== undefined && name in scripts, name);
      for (const [, name] of read(page).matchAll(/`npm ((?!run\b)\w+)/g))
        assert.ok(builtIn.includes(name ?? ''), name);
    });
  }

  it('contain no registry URL in the lock file', () => {
    assert.doesNotMatch(read('package-lock.json'), /"resolved"/);
  });

  it('describe every layer, in at most 150 lines', () => {
    const architecture = read('docs/architecture.md');
    const layers = readdirSync(fileURLToPath(new URL('src', root)), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    for (const { name } of layers) assert.match(architecture, new RegExp(`\`${name}\``));
    assert.ok(architecture.split('\n').length <= 150);
  });

  it('list every page about design decisions', () => {
    const index = read('docs/decisions/README.md');
    for (const name of readdirSync(new URL('docs/decisions/', root)))
      if (name !== 'README.md') assert.ok(index.includes(`](${name})`), name);
  });
});
