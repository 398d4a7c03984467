import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { formatted } from '../../scripts/lib/format.mjs';
import { coveragePage } from './coverage';
import { ROWS } from './endpoints';

describe('docs/api-coverage.md', () => {
  it('has a row for each endpoint of the contract tests', async () => {
    const file = new URL('../../docs/api-coverage.md', import.meta.url);
    const expected = await formatted('api-coverage.md', coveragePage());
    assert.equal(readFileSync(file, 'utf8'), expected, 'run npm run coverage-table');
  });

  it('names the commands or views that use each merge request endpoint', () => {
    const rows = Object.entries(ROWS).filter(
      ([, { source, path }]) => source === 'merge requests and client keys' && /merge_requests/.test(path),
    );
    assert.equal(rows.length, 29);
    assert.deepEqual(
      rows.flatMap(([name, { usedBy }]) => (usedBy === undefined ? [name] : [])),
      [],
    );
  });
});
