import assert from 'node:assert/strict';
import { DECLARED, ROWS } from './endpoints';
import { ERROR_TRACKING_ROWS } from './rows/error-tracking';
import { JOB_ROWS } from './rows/jobs';
import { MERGE_REQUEST_ROWS } from './rows/merge-requests';
import type { Row } from './rows/row';

describe('core endpoints', () => {
  const from = (source: string, exports: readonly string[]): number =>
    exports.filter((name) => new Map(Object.entries(ROWS)).get(name)?.source === source).length;

  it('are 43: 11 for jobs, 29 for merge requests, 3 for client keys', () => {
    assert.equal(from('jobs', Object.keys(JOB_ROWS)), 11);
    assert.equal(from('merge requests and client keys', Object.keys(MERGE_REQUEST_ROWS)), 29);
    assert.equal(from('merge requests and client keys', Object.keys(ERROR_TRACKING_ROWS)), 3);
  });
});

describe('endpoint definitions as documented', () => {
  for (const [name, row] of Object.entries(ROWS)) {
    it(`${name}: ${row.method} ${row.path}`, () => {
      const declared = new Map(Object.entries(DECLARED)).get(name);
      assert.ok(declared);
      assert.deepEqual(
        {
          method: declared.method,
          path: declared.path,
          success: [...declared.success],
          query: Object.keys(declared.query).sort(),
          body: Object.keys(declared.body).sort(),
          responseKind: declared.response.kind,
          token: declared.token,
        },
        expected(row),
      );
    });
  }
});

const expected = ({ method, path, success, query, body, responseKind, token }: Row) => ({
  method,
  path,
  success: [...success],
  query: [...query].sort(),
  body: [...body].sort(),
  responseKind,
  token,
});
