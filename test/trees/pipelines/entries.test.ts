import assert from 'node:assert/strict';
import { projectEntries } from '../../../src/trees/pipelines/entries';

const BASE = 'https://host';

describe('the rows of projects', () => {
  it('are about the project, also if it could not be read and was added by hand', () => {
    const added = { base: BASE, project: 'group/gone' };
    const [entry] = projectEntries(
      [{ ok: false, base: BASE, path: 'group/gone', error: new Error('gone'), added }],
      () => undefined,
    );
    assert.ok(entry?.data.kind === 'note');
    assert.deepEqual(entry.data.target, { kind: 'project', project: added, path: 'group/gone' });
    assert.ok(entry.data.row.contextTokens.includes('added'));
  });

  it('are about nothing if it could not be read and comes from a remote', () => {
    const [entry] = projectEntries(
      [{ ok: false, base: BASE, path: 'group/gone', error: new Error('gone'), added: undefined }],
      () => undefined,
    );
    assert.ok(entry?.data.kind === 'note');
    assert.equal(entry.data.target, undefined);
    assert.ok(!entry.data.row.contextTokens.includes('added'));
  });
});
