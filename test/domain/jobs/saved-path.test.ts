import assert from 'node:assert/strict';
import { savedPath } from '../../../src/domain/jobs/artifacts';

describe('paths of saved files', () => {
  it('are unchanged for usual names', () => {
    for (const path of [
      'reports/junit.xml',
      'e2e chrome (1).png',
      '.hidden/über.txt',
      'console.log',
      'com10',
    ])
      assert.equal(savedPath(path), path);
  });

  it('have no names that Windows refuses or changes', () => {
    assert.equal(savedPath('a:b/c?.txt'), 'a-b/c-.txt');
    assert.equal(savedPath('report./notes '), 'report-/notes-');
    assert.equal(savedPath('NUL/con.txt/lpt1'), '_NUL/_con.txt/_lpt1');
  });
});
