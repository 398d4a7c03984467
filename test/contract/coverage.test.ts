import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { coveragePage } from './coverage';
import { ROWS } from './endpoints';
import { USED_BY } from './used-by';

describe('docs/api-coverage.md', () => {
  it('has a row for each endpoint, as the contract tests have it', async () => {
    const file = new URL('../../docs/api-coverage.md', import.meta.url);
    const config = await resolveConfig(file.pathname);
    const expected = await format(coveragePage(), { ...config, filepath: 'api-coverage.md' });
    assert.equal(readFileSync(file, 'utf8'), expected, 'run npm run coverage-table');
  });

  it('names, for each endpoint of merge requests, how a person reaches it', () => {
    const rows = Object.entries(ROWS).filter(
      ([, { source, path }]) => source === 'doc 2 §4' && /merge_requests/.test(path),
    );
    assert.equal(rows.length, 29);
    const uses = new Map(Object.entries(USED_BY));
    assert.deepEqual(
      rows.flatMap(([name]) => (uses.get(name) === undefined ? [name] : [])),
      [],
    );
  });
});
